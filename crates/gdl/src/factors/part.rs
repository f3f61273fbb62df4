//! Factors as games that searches can play.

use std::sync::Arc;

use ludex_game::Part;

use super::Factors;
use super::conjuncts::conjuncts;
use super::sub_game::SubGame;
use crate::circuit::Grounded;
use crate::single::{BitState, CircuitGame, MoveId};

/// The parts of a game whose factors are parallel, or of a game of one role that has to fulfil
/// conditions in each factor; none elsewhere.
pub(crate) fn parts(grounded: &Grounded) -> Vec<Box<dyn Part<CircuitGame>>> {
    let circuit = &grounded.circuit;
    let Some(factors) = Factors::find(circuit) else { return Vec::new() };
    let targets = match factors.is_parallel {
        true => None,
        false => match conjuncts(circuit, &factors) {
            None => return Vec::new(),
            targets => targets,
        },
    };
    let part = |at: usize| -> Option<Box<dyn Part<CircuitGame>>> {
        let target = targets.as_ref().map(|targets| &targets[at][..]);
        let SubGame { grounded, bases, moves } = SubGame::new(grounded, &factors, at, target)?;
        let game = Arc::new(CircuitGame::new(Arc::new(grounded)));
        Some(Box::new(CircuitPart { game, bases, moves }))
    };
    let parts: Option<Vec<_>> = (0..factors.factors.len()).map(part).collect();
    parts.unwrap_or_default()
}

struct CircuitPart {
    game: Arc<CircuitGame>,
    /// For each base of the part, that of the whole game.
    bases: Vec<usize>,
    /// For each move of the part, that of the whole game; `None` for passing.
    moves: Vec<Option<usize>>,
}

impl Part<CircuitGame> for CircuitPart {
    fn game(&self) -> &Arc<CircuitGame> {
        &self.game
    }

    fn project(&self, state: &BitState) -> BitState {
        let mut part = BitState::empty(self.bases.len());
        for (at, &base) in self.bases.iter().enumerate() {
            if state.contains(base) {
                self.game.flip(&mut part, at);
            }
        }
        part
    }

    fn lift(&self, mv: MoveId) -> Option<MoveId> {
        self.moves[mv.index()].map(|mv| MoveId(mv as u32))
    }
}

//! All joint moves of a state.

use crate::{Game, RoleId};

/// The legal moves of every role, and every way to combine them.
///
/// The last role varies fastest.
///
/// ```
/// use ludex_game::{Game, JointMoves, examples::Nim};
///
/// let nim = Nim::new(&[1, 2]);
/// let mut joints = JointMoves::new(&nim, &nim.initial());
/// let mut count = 0;
/// while joints.advance().is_some() {
///     count += 1;
/// }
/// assert_eq!(count, joints.count());
/// ```
#[derive(Clone, Debug)]
pub struct JointMoves<M> {
    legal: Vec<Vec<M>>,
    /// The choice of each role in the joint move that `current` holds.
    choice: Vec<usize>,
    current: Vec<M>,
    started: bool,
}

impl<M: Copy> JointMoves<M> {
    /// The joint moves of `state`, which is not terminal.
    pub fn new<G: Game<Move = M>>(game: &G, state: &G::State) -> Self {
        let legal = (0..game.roles().len())
            .map(|role| {
                let mut moves = Vec::new();
                game.legal_moves(state, RoleId::new(role), &mut moves);
                moves
            })
            .collect();
        Self::of(legal)
    }

    /// The joint moves made of one list of choices per role.
    pub fn of(legal: Vec<Vec<M>>) -> Self {
        let choice = vec![0; legal.len()];
        Self { legal, choice, current: Vec::new(), started: false }
    }

    /// The legal moves of each role.
    pub fn legal(&self) -> &[Vec<M>] {
        &self.legal
    }

    /// The number of joint moves.
    pub fn count(&self) -> u64 {
        self.legal.iter().map(|moves| moves.len() as u64).product()
    }

    /// Steps to the next joint move and returns it.
    pub fn advance(&mut self) -> Option<&[M]> {
        if self.started {
            self.step()?
        } else {
            self.start()?
        }
        Some(&self.current)
    }

    fn start(&mut self) -> Option<()> {
        self.started = true;
        self.current =
            self.legal.iter().map(|moves| moves.first().copied()).collect::<Option<_>>()?;
        Some(())
    }

    /// Counts up like an odometer.
    fn step(&mut self) -> Option<()> {
        for role in (0..self.legal.len()).rev() {
            self.choice[role] += 1;
            if let Some(&mv) = self.legal[role].get(self.choice[role]) {
                self.current[role] = mv;
                return Some(());
            }
            self.choice[role] = 0;
            self.current[role] = *self.legal[role].first()?;
        }
        None
    }
}

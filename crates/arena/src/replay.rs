//! Records replayed by the rules.

use ludex_game::{Ending, Playable, RoleId};

use crate::Record;

/// A game with its states.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay<G: Playable> {
    /// The states, from the initial one to the last.
    pub states: Vec<G::State>,
    /// The joint moves between them.
    pub joints: Vec<Vec<G::Move>>,
}

/// A record that does not agree with the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number} does not agree with the rules: {what}")]
pub struct ReplayError {
    number: u32,
    what: String,
}

impl<G: Playable> Replay<G> {
    /// Replays a recorded game, and checks that all its moves are legal and that its
    /// ending and goals agree with the record.
    pub fn new(game: &G, record: &Record) -> Result<Self, ReplayError> {
        let number = record.pairing.number;
        Self::try_new(game, record).map_err(|what| ReplayError { number, what })
    }

    fn try_new(game: &G, record: &Record) -> Result<Self, String> {
        let mut state = game.initial();
        let (mut states, mut joints) = (vec![state.clone()], Vec::new());
        let mut moves = Vec::new();
        for (ply, names) in record.moves.iter().enumerate() {
            let mut joint = Vec::new();
            for (role, name) in names.iter().enumerate() {
                game.legal_moves(&state, RoleId::new(role), &mut moves);
                let found = moves.iter().find(|&&mv| game.move_name(mv) == *name);
                let illegal = || format!("{name} is not legal at ply {}", ply + 1);
                joint.push(*found.ok_or_else(illegal)?);
            }
            if joint.len() != game.roles().len() || game.is_terminal(&state) {
                return Err(format!("there is no ply {}", ply + 1));
            }
            game.apply(&mut state, &joint);
            states.push(state.clone());
            joints.push(joint);
        }
        if game.is_terminal(&state) != (record.ending == Ending::Terminal) {
            return Err("the game ends elsewhere than in the record".into());
        }
        let is_player = |role: &RoleId| !game.roles()[role.index()].is_chance();
        let roles = (0..game.roles().len()).map(RoleId::new).filter(is_player);
        let goals: Vec<u8> = roles.map(|role| game.goal(&state, role).value()).collect();
        if goals != record.goals {
            return Err(format!("the goals are {goals:?}, not {:?}", record.goals));
        }
        Ok(Self { states, joints })
    }

    /// The moves of roles that had a choice at a ply; all moves if no role had one.
    pub fn choices(&self, game: &G, ply: usize) -> Vec<(RoleId, G::Move)> {
        let mut moves = Vec::new();
        let all =
            || (0..game.roles().len()).map(|role| (RoleId::new(role), self.joints[ply][role]));
        let chosen: Vec<_> = all()
            .filter(|&(role, _)| {
                game.legal_moves(&self.states[ply], role, &mut moves);
                moves.len() > 1
            })
            .collect();
        if chosen.is_empty() { all().collect() } else { chosen }
    }
}

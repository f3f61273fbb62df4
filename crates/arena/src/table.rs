//! A game under way.

use std::sync::Arc;

use game::{Playable, Rng, RoleId, random_joint, rng};
use rand::Rng as _;
use search::{Context, Seat, SpecError};

use crate::{Effort, Encounter, Ending, Record, Setup};

pub(crate) struct Table<G: Playable> {
    pub(crate) encounter: Encounter,
    /// Who plays each role that is not nature's.
    pub(crate) seats: Vec<Seat<G>>,
    /// What each of them has spent.
    pub(crate) efforts: Vec<Effort>,
    pub(crate) state: G::State,
    chance: Rng,
    n_opening: u32,
    pub(crate) moves: Vec<Vec<G::Move>>,
    /// The next move of each role, once it is known.
    pub(crate) joint: Vec<Option<G::Move>>,
    pub(crate) ending: Option<Ending>,
}

/// Stands for nature among the players.
const NATURE: usize = 255;

impl<G: Playable> Table<G> {
    pub(crate) fn new(
        game: &Arc<G>,
        setup: &Setup,
        encounter: Encounter,
    ) -> Result<Self, SpecError> {
        let seed = |player: usize| {
            let number = u64::from(encounter.number) << 8 | player as u64;
            setup.seed ^ number.wrapping_mul(game::draw::PLY)
        };
        let mut seats = Vec::new();
        for &player in &encounter.players {
            let context = Context { seed: seed(player), n_threads: 1 };
            seats.push(setup.players[player].seat(game, &context)?);
        }
        let (state, moves) = opening(&**game, setup, encounter.round());
        let mut before = game.initial();
        for joint in &moves {
            seats.iter_mut().for_each(|seat| seat.player.hear(&before, joint));
            game.apply(&mut before, joint);
        }
        Ok(Self {
            efforts: vec![Effort::default(); seats.len()],
            seats,
            ending: game.is_terminal(&state).then_some(Ending::Terminal),
            state,
            chance: rng(seed(NATURE), 7),
            n_opening: moves.len() as u32,
            moves,
            joint: Vec::new(),
            encounter,
        })
    }

    /// Makes the moves that need no thought, and tells for which role each
    /// seat has to think.
    pub(crate) fn deal(&mut self, game: &G, roles: &[RoleId]) -> Vec<Option<RoleId>> {
        let mut waiting = vec![None; roles.len()];
        let mut moves = Vec::new();
        self.joint = vec![None; game.roles().len()];
        for role in (0..game.roles().len()).map(RoleId::new) {
            game.legal_moves(&self.state, role, &mut moves);
            let seat = roles.iter().position(|&other| other == role);
            self.joint[role.index()] = match (seat, &moves[..]) {
                // Without a move for someone, the game ends.
                (_, []) => None,
                (_, &[only]) => Some(only),
                (None, moves) => moves.get(self.chance.random_range(0..moves.len())).copied(),
                (Some(seat), _) => {
                    waiting[seat] = Some(role);
                    None
                }
            };
        }
        waiting
    }

    /// Makes the joint move.
    pub(crate) fn turn(&mut self, game: &G, n_plies_max: u32) {
        let Some(joint) = self.joint.iter().copied().collect::<Option<Vec<G::Move>>>() else {
            self.ending = Some(Ending::Stuck);
            return;
        };
        self.seats.iter_mut().for_each(|seat| seat.player.hear(&self.state, &joint));
        game.apply(&mut self.state, &joint);
        self.moves.push(joint);
        if game.is_terminal(&self.state) {
            self.ending = Some(Ending::Terminal);
        } else if self.moves.len() >= n_plies_max as usize {
            self.ending = Some(Ending::Capped);
        }
    }

    /// What is written down of a game that has ended.
    pub(crate) fn record(self, game: &G, roles: &[RoleId]) -> Record {
        let name = |joint: &Vec<G::Move>| joint.iter().map(|&mv| game.move_name(mv)).collect();
        Record {
            moves: self.moves.iter().map(name).collect(),
            goals: roles.iter().map(|&role| game.goal(&self.state, role).value()).collect(),
            ending: self.ending.unwrap_or(Ending::Capped),
            encounter: self.encounter,
            n_opening: self.n_opening,
            efforts: self.efforts,
        }
    }
}

/// The position from which a round begins: some random moves, the same for all
/// games of the round, that do not end the game.
fn opening<G: Playable>(game: &G, setup: &Setup, round: u32) -> (G::State, Vec<Vec<G::Move>>) {
    const N_TRIES: u64 = 100;
    for attempt in 0..N_TRIES {
        let mut rng = rng(setup.seed, u64::from(round) << 32 | attempt << 8 | 0xa1);
        let (mut state, mut moves, mut joint) = (game.initial(), Vec::new(), Vec::new());
        while (moves.len() as u32) < setup.n_opening
            && !game.is_terminal(&state)
            && random_joint(&mut rng, game, &state, &mut joint).is_some()
        {
            game.apply(&mut state, &joint);
            moves.push(joint.clone());
        }
        if moves.len() as u32 == setup.n_opening && !game.is_terminal(&state) {
            return (state, moves);
        }
    }
    // Games are hardly ever that long.
    (game.initial(), Vec::new())
}

//! Random games.

use rand::Rng as _;

use crate::{Ending, Game, Goal, Rng, RoleId, draw_move};

/// One random game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The number of joint moves played.
    pub n_plies: u32,
    /// The way in which it ended.
    pub ending: Ending,
    /// The goal of each role in the last state.
    pub goals: Vec<Goal>,
}

/// Plays random moves from `state`, which becomes the last state.
///
/// ```
/// use ludex_game::{Ending, Game, examples::Nim, playout, rng};
///
/// let nim = Nim::new(&[3, 4, 5]);
/// let played = playout(&mut rng(1, 0), &nim, &mut nim.initial(), 100);
/// assert_eq!(played.ending, Ending::Terminal);
/// assert_eq!(played.goals.iter().map(|goal| u32::from(goal.value())).sum::<u32>(), 100);
/// ```
pub fn playout<G: Game>(
    rng: &mut Rng,
    game: &G,
    state: &mut G::State,
    n_plies_max: u32,
) -> Playout {
    let mut joint = Vec::new();
    let mut n_plies = 0;
    let ending = loop {
        if game.is_terminal(state) {
            break Ending::Terminal;
        }
        if n_plies == n_plies_max {
            break Ending::Capped;
        }
        if random_joint(rng, game, state, &mut joint).is_none() {
            break Ending::Stuck;
        }
        game.apply(state, &joint);
        n_plies += 1;
    };
    let goals = (0..game.roles().len()).map(|role| game.goal(state, RoleId::new(role))).collect();
    Playout { n_plies, ending, goals }
}

/// Draws one legal move per role into `joint`, that of chance by its weights, and
/// returns the number of joint moves; `None` where some role has no legal move.
pub fn random_joint<G: Game>(
    rng: &mut Rng,
    game: &G,
    state: &G::State,
    joint: &mut Vec<G::Move>,
) -> Option<u64> {
    let mut moves = Vec::new();
    let mut n_joint = 1u64;
    joint.clear();
    for role in (0..game.roles().len()).map(RoleId::new) {
        game.legal_moves(state, role, &mut moves);
        let at = draw_move(game, state, role, &moves, |n| rng.random_range(0..n))?;
        n_joint = n_joint.saturating_mul(moves.len() as u64);
        joint.push(moves[at]);
    }
    Some(n_joint)
}

/// The position after `n_plies` random plies, or fewer where the game ends sooner.
///
/// ```
/// use ludex_game::{Game, examples::Nim, random_position, rng};
///
/// let nim = Nim::new(&[3, 4, 5]);
/// let state = random_position(&mut rng(1, 1), &nim, 100);
/// assert!(!nim.is_terminal(&state));
/// ```
pub fn random_position<G: Game>(rng: &mut Rng, game: &G, n_plies: u32) -> G::State {
    let (mut state, mut joint) = (game.initial(), Vec::new());
    for _ in 0..n_plies {
        if random_joint(rng, game, &state, &mut joint).is_none() {
            break;
        }
        let mut next = state.clone();
        game.apply(&mut next, &joint);
        if game.is_terminal(&next) {
            break;
        }
        state = next;
    }
    state
}

/// Statistics of many playouts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayoutStats {
    /// The number of games.
    pub n_playouts: u64,
    /// Joint moves in all of them.
    pub n_plies: u64,
    /// Games without an end by the rules: stuck ones and capped ones.
    pub n_unfinished: u64,
    /// The shortest and the longest game.
    pub length_range: Option<(u32, u32)>,
    /// Sum of each role's goals over all games.
    pub goal_sums: Vec<u64>,
}

impl PlayoutStats {
    /// Adds a game.
    pub fn add(&mut self, playout: &Playout) {
        self.n_playouts += 1;
        self.n_plies += u64::from(playout.n_plies);
        self.n_unfinished += u64::from(playout.ending != Ending::Terminal);
        let (low, high) = self.length_range.unwrap_or((playout.n_plies, playout.n_plies));
        self.length_range = Some((low.min(playout.n_plies), high.max(playout.n_plies)));
        self.goal_sums.resize(playout.goals.len(), 0);
        for (sum, goal) in self.goal_sums.iter_mut().zip(&playout.goals) {
            *sum += u64::from(goal.value());
        }
    }

    /// Mean number of joint moves in a game.
    pub fn mean_length(&self) -> f64 {
        self.n_plies as f64 / self.n_playouts.max(1) as f64
    }

    /// Mean goal of each role.
    pub fn mean_goals(&self) -> Vec<f64> {
        self.goal_sums.iter().map(|&sum| sum as f64 / self.n_playouts.max(1) as f64).collect()
    }
}

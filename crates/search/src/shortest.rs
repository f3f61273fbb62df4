//! The shortest way to a known result: wins made short, losses made long.
//!
//! A search that proves a win stops at the first one that it finds, which need not be
//! the shortest. This search looks from a position whose result is known, ply by ply
//! deeper, for the number of plies in which the winner can force the end.

use ludex_game::{Choices, Playable, RoleId, Turn};
use rustc_hash::FxHashMap;

use crate::Stop;

/// No search goes deeper.
const N_PLIES_MAX: u32 = 400;

/// The move of a role that wins soonest if it is the winner, and else the move after
/// which it loses latest: that of the last moves in the list which are not refuted, the
/// first one. `None` if positions or time run out before anything is known.
///
/// `winner` and the goal that it reaches come from a search that has proven so; `moves`
/// are the role's moves, the best first as far as they are known.
///
/// ```
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{Stop, shortest};
///
/// // The second player wins, since the heaps are equal: the loser takes one at a time.
/// let nim = Nim::new(&[3, 3]);
/// let (state, role) = (nim.initial(), RoleId(0));
/// let mut moves = Vec::new();
/// nim.legal_moves(&state, role, &mut moves);
/// let winner = (RoleId(1), 100);
/// let mv = shortest(&nim, &state, role, &moves, winner, 10_000, &Stop::never()).unwrap();
/// assert!(nim.move_name(mv).ends_with(" 1)"));
/// ```
pub fn shortest<G: Playable>(
    game: &G,
    state: &G::State,
    role: RoleId,
    moves: &[G::Move],
    winner: (RoleId, u8),
    n_nodes_max: u64,
    stop: &Stop,
) -> Option<G::Move> {
    let mut search =
        Search { game, winner, known: FxHashMap::default(), n_left: n_nodes_max, stop };
    let mut choices = Choices::default();
    if choices.read(game, state) != Turn::Player(role) {
        return None;
    }
    let mut joint = Vec::new();
    let mut open: Vec<(G::Move, G::State)> = Vec::new();
    for &mv in moves {
        let at = choices.of(role).iter().position(|&other| other == mv)?;
        choices.joint(role, at, &mut joint);
        let mut child = state.clone();
        game.apply(&mut child, &joint);
        open.push((mv, child));
    }
    for n_plies in 0..N_PLIES_MAX {
        let mut left = Vec::new();
        for (mv, child) in &open {
            match search.is_forced(child, n_plies) {
                Ok(true) if winner.0 == role => return Some(*mv),
                Ok(is_forced) if winner.0 == role || !is_forced => {
                    left.push((*mv, child.clone()));
                }
                Ok(_) => {}
                // Nothing is known of the wins; of the losses, these are not yet refuted.
                Err(Spent) => {
                    let first = left.first().map_or(*mv, |(mv, _)| *mv);
                    return (winner.0 != role).then_some(first);
                }
            }
        }
        match &left[..] {
            [] => return open.first().map(|(mv, _)| *mv),
            [(mv, _)] if winner.0 != role => return Some(*mv),
            _ => open = left,
        }
    }
    None
}

/// Positions or time have run out.
struct Spent;

struct Search<'a, G: Playable> {
    game: &'a G,
    winner: (RoleId, u8),
    /// For each position, the most plies that are too few, and the fewest that suffice.
    known: FxHashMap<u64, (Option<u32>, Option<u32>)>,
    n_left: u64,
    stop: &'a Stop,
}

impl<G: Playable> Search<'_, G> {
    /// Whether the winner can force its result within some plies.
    fn is_forced(&mut self, state: &G::State, n_plies: u32) -> Result<bool, Spent> {
        if self.game.is_terminal(state) {
            return Ok(self.game.goal(state, self.winner.0).value() >= self.winner.1);
        }
        if n_plies == 0 {
            return Ok(false);
        }
        let key = self.game.key(state);
        match self.known.get(&key) {
            Some(&(_, Some(enough))) if n_plies >= enough => return Ok(true),
            Some(&(Some(few), _)) if n_plies <= few => return Ok(false),
            _ => {}
        }
        self.n_left = self.n_left.checked_sub(1).ok_or(Spent)?;
        if self.n_left.is_multiple_of(64) && self.stop.is_due() {
            return Err(Spent);
        }
        let mut choices = Choices::default();
        let (role, is_any) = match choices.read(self.game, state) {
            Turn::Player(role) => (role, role == self.winner.0),
            Turn::Forced => (self.winner.0, true),
            // Neither chance nor simultaneous moves can be forced.
            _ => return Ok(false),
        };
        let mut joint = Vec::new();
        let mut is_forced = !is_any;
        for at in 0..choices.of(role).len() {
            choices.joint(role, at, &mut joint);
            let mut child = state.clone();
            self.game.apply(&mut child, &joint);
            is_forced = self.is_forced(&child, n_plies - 1)?;
            if is_forced == is_any {
                break;
            }
        }
        let known = self.known.entry(key).or_default();
        match is_forced {
            true => known.1 = Some(known.1.map_or(n_plies, |least| least.min(n_plies))),
            false => known.0 = Some(known.0.map_or(n_plies, |most| most.max(n_plies))),
        }
        Ok(is_forced)
    }
}

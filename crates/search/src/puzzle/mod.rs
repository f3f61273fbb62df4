//! Single-agent search: games with one role.
//!
//! A solution is a sequence of moves to the end with the highest goal value, and among those
//! the cheapest. Every ply costs 1 unless the game has [move
//! costs](ludex_game::Playable::move_cost). Searches differ in what they prove:
//!
//! - [`Bfs`] and [`Astar`] keep all positions reached, [`Ida`] a table of fixed size. Given
//!   enough time, all three find the best solution and prove it; `Bfs` only where every move
//!   costs 1.
//! - [`Beam`], [`Greedy`] and [`Nested`] prove nothing, but search deep in large puzzles.
//! - [`Sat`] asks a SAT solver for a win within so many plies, and proves that there is none;
//!   [`Filling`] asks it for moves that win in any order.
//! - [`Parts`] solves the [independent parts](ludex_game::Playable::parts) of a puzzle one
//!   after another, and proves nothing of the whole.
//! - [`Solver`] alternates between them, and keeps the best solution of all.
//!
//! Each can be paused and continued: [`Search::run`] spends a [`Meter`] and enters the ends
//! that it has found or ruled out in a [`Record`].
//!
//! [`Knowledge`] is optional: a [heuristic](ludex_game::Heuristic), which is a bound
//! or an estimate, and a [probe](crate::Probe) of exactly known positions.
//!
//! | search | bound | estimate | probe |
//! | --- | --- | --- | --- |
//! | `Bfs` | | | yes |
//! | `Astar` | orders and proves | orders | yes |
//! | `Ida` | prunes and proves | orders moves | yes |
//! | `Beam` | orders | orders | |
//! | `Greedy` | orders | orders | |
//! | `Nested` | | | |
//! | `Sat` | | | |
//! | `Filling` | | | |
//! | `Parts` | | | |
//!
//! # Step counters
//!
//! Many rules count steps and end the game after N of them. The count is part of the position,
//! so the same board after 10 and after 12 plies is *two* positions. Then duplicates are only
//! recognised among positions of equal depth: a search no longer detects cycles, and a space of
//! `n` boards becomes one of up to `n` times the step limit. Results stay correct, since those
//! positions do differ in the ends that they can reach; the search only takes longer. Where a
//! game [defines](ludex_game::Playable::timeless_key) the part of a position that changes by
//! itself, [`Bfs::timeless`] omits that part from comparisons. Every solution that it finds is
//! valid. Where the game also defines [for how many
//! plies](ludex_game::Playable::timeless_plies) that part does not influence anything else,
//! moves, goals and ends within these plies depend on the board alone: the search then sees
//! every end within them, by a shortest path, and its proofs hold. Later ends, caused by the
//! count, are left to a search of all positions.
//!
//! ```
//! use std::sync::Arc;
//! use ludex_game::{Game, Goal};
//! use ludex_search::{Limits, puzzle};
//! # use ludex_game::{Playable, Role, RoleId, SearchSupport};
//! # /// From 0, add 1 or double until the number is reached.
//! # struct Reach(u32, Vec<Role>);
//! # impl SearchSupport for Reach {}
//! # impl Playable for Reach {}
//! # impl Game for Reach {
//! #     type State = u32;
//! #     type Move = bool;
//! #     fn roles(&self) -> &[Role] { &self.1 }
//! #     fn initial(&self) -> u32 { 0 }
//! #     fn is_terminal(&self, state: &u32) -> bool { *state >= self.0 }
//! #     fn legal_moves(&self, _: &u32, _: RoleId, moves: &mut Vec<bool>) {
//! #         *moves = vec![false, true];
//! #     }
//! #     fn apply(&self, state: &mut u32, joint: &[bool]) {
//! #         *state = if joint[0] { *state * 2 } else { *state + 1 };
//! #     }
//! #     fn goal(&self, state: &u32, _: RoleId) -> Goal {
//! #         if *state == self.0 { Goal::MAX } else { Goal::MIN }
//! #     }
//! #     fn move_name(&self, mv: bool) -> String { if mv { "double" } else { "add" }.into() }
//! # }
//!
//! // Add 1 or double, beginning with 0, until there are ten.
//! let game = Arc::new(Reach(10, vec![Role::player("player")]));
//! let mut solver = puzzle::Solver::new(&game, &game.initial(), &puzzle::Options::default());
//! let solution = solver.solve(&Limits::default()).solution.unwrap();
//! let moves: Vec<String> = solution.moves.iter().map(|&mv| game.move_name(mv)).collect();
//! assert_eq!(moves, ["add", "add", "double", "add", "double"]);
//! assert!(solution.goal == Goal::MAX && solution.is_best && solution.is_shortest);
//! ```

mod astar;
mod beam;
mod bfs;
mod filling;
mod greedy;
mod ida;
mod interrupt;
mod knowledge;
mod known;
mod meter;
mod nested;
mod parts;
mod record;
mod relaxed;
mod rollout;
mod sat;
mod solver;
mod table;
mod trail;
mod unrolled;

pub use astar::Astar;
pub use beam::Beam;
pub use bfs::Bfs;
pub use filling::Filling;
pub use greedy::Greedy;
pub use ida::Ida;
pub use knowledge::Knowledge;
pub use meter::Meter;
pub use nested::Nested;
pub use parts::Parts;
pub use record::{Record, Solution};
pub use relaxed::Relaxed;
pub use sat::Sat;
pub use solver::{Method, Options, Outcome, Solver, is_puzzle};

use ludex_game::{Game, RoleId};

/// The only role.
const ROLE: RoleId = RoleId(0);

/// The state of a search after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The meter ran out; the search can continue.
    Paused,
    /// The search is complete.
    Done,
    /// The search is out of memory.
    Full,
}

/// A search in a game of one role, which can be paused.
pub trait Search<G: Game>: Send {
    /// Searches until the meter runs out or the search is complete.
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress;
}

//! Threats: moves that win at once, and moves without which another role does,
//! derived from the rules alone.
//!
//! The idea is that of decisive and anti-decisive moves (Teytaud and Teytaud 2010),
//! found before play rather than by trying moves:
//!
//! 1. A won end is a disjunction of *cubes*, conjunctions of facts that hold and facts
//!    that do not: the lines of connect four, a man on the last rank.
//! 2. Each cube is *regressed* through each move: which facts must hold before it so
//!    that the cube holds after it, if the other roles can only wait? What the move's
//!    legality implies is left out.
//! 3. What another role needs for a winning move is broken by the moves that make one
//!    of its facts false.
//!
//! Winning moves are exact: whenever the conditions hold and the move is legal, it
//! ends the game with 100. They are not complete: cubes that are too long, or too
//! many, are left out. Replies are likely to help.

mod budget;
mod cube;
mod idle;
mod implicants;
mod regression;
mod replies;
mod wins;

use ludex_game::{Condition, Hint, Role};

use self::budget::Budget;
use self::cube::{Cube, conjoin};
use self::regression::Regression;
use self::replies::Menaces;
use self::wins::WonEnds;
use crate::circuit::{Circuit, Lit};
use crate::single::MoveId;

/// The threats of a game, as hints of value 100.
///
/// ```
/// use std::sync::Arc;
///
/// use ludex_gdl::circuit::{Budget, Grounded};
/// use ludex_gdl::{Limits, Reference, Sheet, Threats, library};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let reference = Reference::new(&sheet, Limits::default()).unwrap();
/// let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
/// let threats = Threats::new(&grounded.circuit, &grounded.roles);
/// // Each of eight lines can be completed at three squares, by two roles.
/// assert_eq!(threats.wins.len(), 2 * 8 * 3);
/// // And be spoilt there.
/// assert_eq!(threats.replies.len(), 2 * 8 * 3);
/// ```
#[derive(Debug, Default)]
pub struct Threats {
    /// Moves that win at once.
    pub wins: Vec<Hint<MoveId>>,
    /// Moves without which another role wins at once.
    pub replies: Vec<Hint<MoveId>>,
}

/// Maximum number of steps in which threats are derived: about a second.
const N_STEPS_MAX: usize = 5_000_000;

/// Maximum number of conditions of a winning move for which replies are sought.
const N_LITS_OF_MENACE: usize = 12;

/// Maximum number of hints of one kind. More take long to compile, and cost more than
/// they gain.
const N_HINTS_MAX: usize = 4_000;

impl Threats {
    /// Derives the threats of a circuit. There are none if that takes too long: those
    /// of one role alone would do harm.
    pub fn new(circuit: &Circuit, roles: &[Role]) -> Self {
        let mut budget = Budget::new(N_STEPS_MAX);
        let mut regression = Regression::new(circuit, &mut budget);
        let players: Vec<usize> =
            (0..circuit.n_roles()).filter(|&role| !roles[role].is_chance()).collect();
        // Step 1. Winning moves, and what they need.
        let mut wins = Vec::new();
        let mut menaces: Vec<Vec<Cube>> = vec![Vec::new(); circuit.n_roles()];
        for &role in &players {
            let ends = WonEnds::new(circuit, role, regression.open(), &mut budget);
            if ends.is_empty() {
                continue;
            }
            for mv in circuit.moves_of(role) {
                if !regression.begin(role, mv, &mut budget) {
                    continue;
                }
                let cubes = ends.won_by(&mut regression, &mut budget);
                let legal = legality(circuit, &regression, mv);
                let needs = |cube: &Cube| conjoin(cube, &legal, N_LITS_OF_MENACE);
                menaces[role].extend(cubes.iter().filter_map(needs));
                wins.extend(cubes.iter().map(|cube| hint(role, mv, cube, true)));
            }
        }
        if budget.is_spent() || wins.len() > N_HINTS_MAX {
            return Self::default();
        }
        // Step 2. Replies.
        let menaces: Vec<Menaces> = menaces.into_iter().map(Menaces::new).collect();
        let mut replies = Vec::new();
        for &role in &players {
            for mv in circuit.moves_of(role) {
                if !regression.begin(role, mv, &mut budget) {
                    continue;
                }
                let others = players.iter().filter(|&&other| other != role);
                let cubes = others
                    .flat_map(|&other| menaces[other].averted_by(&mut regression, &mut budget));
                replies.extend(
                    cube::merged(cubes.collect()).iter().map(|cube| hint(role, mv, cube, false)),
                );
            }
        }
        if budget.is_spent() || replies.len() > N_HINTS_MAX {
            replies.clear();
        }
        Self { wins, replies }
    }
}

/// The facts that a move's legality implies, but not those that hold in all states
/// that are not terminal.
fn legality(circuit: &Circuit, regression: &Regression<'_>, mv: usize) -> Vec<Lit> {
    let is_fact = |lit: &&Lit| (1..=circuit.n_bases).contains(&lit.node());
    let is_open = |lit: &&Lit| regression.open().binary_search(lit).is_err();
    regression.implied(mv).iter().filter(is_fact).filter(is_open).copied().collect()
}

fn hint(role: usize, mv: usize, cube: &Cube, is_offensive: bool) -> Hint<MoveId> {
    let condition = |lit: &Lit| match lit.is_negated() {
        true => Condition::absent(lit.node() - 1),
        false => Condition::present(lit.node() - 1),
    };
    let when = cube.iter().map(condition).collect();
    Hint { role, mv: MoveId(mv as u32), when, value: 100, is_offensive }
}

//! Exactly known values: the interface between searches and tables of solved positions.

use ludex_game::{Game, RoleId};

/// Exact values of positions, such as those of an endgame table.
///
/// Searches treat a known value as proven, so it must be the value of best play; with more than
/// two players, against all others together. In games of two players the goals below a known
/// position must have the same sum as in the rest of the game, since searches do not visit its
/// ends.
///
/// ```
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{KnownValue, Probe};
///
/// /// Nim without stones.
/// struct Empty;
///
/// impl Probe<Nim> for Empty {
///     fn probe(&self, nim: &Nim, state: &<Nim as Game>::State, role: RoleId) -> Option<KnownValue> {
///         let goal = nim.goal(state, role).value();
///         nim.is_terminal(state).then(|| KnownValue::exact(goal.into()))
///     }
/// }
///
/// let nim = Nim::new(&[]);
/// let known = Empty.probe(&nim, &nim.initial(), RoleId(0)).unwrap();
/// assert_eq!(known.value(), Some(known.low));
/// ```
pub trait Probe<G: Game>: Send + Sync {
    /// The known value of a position to a role. In a game with one role, a position is of use
    /// only if the positions on a path to its best end are known as well, because solutions are
    /// lists of moves. Searches probe most nonterminal positions that they visit.
    fn probe(&self, game: &G, state: &G::State, role: RoleId) -> Option<KnownValue>;
}

/// The value of a position to a role, on the scale of goals: exact or bounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownValue {
    /// Lower bound of the value to the role.
    pub low: f64,
    /// Upper bound of the value to the role.
    pub high: f64,
    /// In games with one role, the least [cost](ludex_game::Playable::move_cost) to an
    /// end with this value; elsewhere the plies to the end, for tables that know them.
    pub distance: Option<u32>,
}

impl KnownValue {
    /// A value that is known exactly, without a distance.
    pub fn exact(value: f64) -> Self {
        Self { low: value, high: value, distance: None }
    }

    /// The value, if it is exact.
    pub fn value(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }
}

//! The assumptions under which a value is certain.

use std::fmt;

use ludex_game::{Ending, Game, Goal};

use crate::{Side, Sides};

/// An assumption about the other roles on which a value depends, although the search has
/// reached the ends of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Roles choose at the same time in some position, and the search let the others choose
    /// second. The role is guaranteed the value; its true value may be higher.
    OthersMoveSecond,
    /// There are more than two players, or goals do not have a constant sum, and the search let
    /// the others play against the role. The role is guaranteed the value; others that maximise
    /// their own goals may leave it more.
    OthersPlayAgainst,
    /// Every role maximises its own goal, one after another, and chooses the first of equal
    /// moves. The value is not guaranteed.
    EachForItself,
}

impl Assumption {
    /// Whether the value is a lower bound against any play of the others.
    pub fn is_guarantee(self) -> bool {
        self != Self::EachForItself
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OthersMoveSecond => "if the others moved second",
            Self::OthersPlayAgainst => "if the others play against it",
            Self::EachForItself => "if each role plays for itself, one after another",
        })
    }
}

/// Observed properties of a game, from which the assumption of a value follows.
///
/// ```
/// use ludex_game::{Game, examples::Nim};
/// use ludex_search::{Assumption, Seen};
///
/// let nim = Nim::new(&[]);
/// let mut seen = Seen::new(&nim);
/// seen.see_end(&nim, &nim.initial());
/// assert!(seen.is_constant_sum() && seen.assumption(50.0).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Seen {
    n_players: usize,
    /// Whether several players had a choice in the same position.
    has_joint_choice: bool,
    /// Whether a position was not terminal and some role had no move.
    has_stuck: bool,
    /// Whether a goal was outside the range of values that the search assumed.
    has_clamped: bool,
    /// The sums of the players' goals in terminal positions: the first, and one that differs
    /// from it.
    sums: (Option<u32>, Option<u32>),
}

/// Maximum total of random plies, and of random games, that look for terminal positions that a
/// search has pruned.
const N_RANDOM_PLIES: u32 = 2000;
const N_RANDOM_GAMES: u32 = 50;

impl Seen {
    /// No observations.
    pub fn new<G: Game>(game: &G) -> Self {
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        let (has_joint_choice, has_stuck, has_clamped) = (false, false, false);
        Self { n_players, has_joint_choice, has_stuck, has_clamped, sums: (None, None) }
    }

    /// Records which players have a choice in a position.
    #[inline]
    pub fn see_choices<M>(&mut self, sides: &Sides, legal: &[Vec<M>]) {
        let players = [Side::Own, Side::Others].into_iter().flat_map(|side| sides.roles(side));
        self.has_joint_choice |= players.filter(|role| legal[role.index()].len() > 1).count() > 1;
    }

    /// Records a position in which some role has no move.
    #[inline]
    pub fn see_stuck(&mut self) {
        self.has_stuck = true;
    }

    /// Records a goal outside the range of values.
    #[inline]
    pub(crate) fn see_clamped(&mut self) {
        self.has_clamped = true;
    }

    /// Whether a goal was outside the range of values: then no value is certain.
    pub(crate) fn has_clamped(&self) -> bool {
        self.has_clamped
    }

    /// Records the goals of a terminal position.
    #[inline]
    pub fn see_end<G: Game>(&mut self, game: &G, state: &G::State) {
        if self.n_players == 2 && self.sums.1.is_none() {
            let goals = game.roles().iter().zip(0..).filter(|(role, _)| !role.is_chance());
            let sum = goals
                .map(|(_, at)| u32::from(game.goal(state, ludex_game::RoleId(at)).value()))
                .sum();
            match self.sums.0 {
                None => self.sums.0 = Some(sum),
                Some(first) if first != sum => self.sums.1 = Some(sum),
                Some(_) => {}
            }
        }
    }

    /// Whether several players had a choice in one position.
    pub fn has_joint_choice(&self) -> bool {
        self.has_joint_choice
    }

    /// Whether a reachable position is not terminal and some role has no move in it.
    pub fn has_stuck(&self) -> bool {
        self.has_stuck
    }

    /// Whether the goals have a constant sum in all terminal positions seen, so that one
    /// player's gain is the other's loss. Strategies that guarantee the players goals with this
    /// sum are best play even if other terminal positions were not seen.
    pub fn is_constant_sum(&self) -> bool {
        self.n_players == 1 || (self.n_players == 2 && self.sums.1.is_none())
    }

    /// Whether a role with the greatest goal leaves 0 to the others in all terminal positions
    /// seen: then no move is worse for a role than one after which another role has the
    /// greatest goal.
    pub(crate) fn is_all_or_nothing(&self) -> bool {
        let all = u32::from(Goal::MAX.value());
        self.is_constant_sum() && self.sums.0.is_none_or(|sum| sum <= all)
    }

    /// The constant that the goals of two players add up to, from 0 to 1, as far as ends
    /// of the game were seen.
    pub(crate) fn sum(&self) -> Option<f64> {
        let sum = self.sums.0.filter(|_| self.sums.1.is_none());
        sum.map(|sum| f64::from(sum) / f64::from(Goal::MAX.value()))
    }

    /// Two sums of the players' goals that differ, if there are.
    pub fn unequal_sums(&self) -> Option<(u32, u32)> {
        self.sums.0.zip(self.sums.1)
    }

    /// The assumption of the value of a complete search in which the others choose second, and
    /// against the role. The greatest goal needs no assumption: it is a win against any play of
    /// the others.
    pub fn assumption(&self, value: f64) -> Option<Assumption> {
        match () {
            () if value >= f64::from(Goal::MAX.value()) => None,
            () if self.has_joint_choice => Some(Assumption::OthersMoveSecond),
            () if !self.is_constant_sum() => Some(Assumption::OthersPlayAgainst),
            () => None,
        }
    }

    /// [`Self::assumption`] for a search that may have pruned ends of the game below `state`,
    /// as alpha-beta does. Random games look for ends with another sum of goals.
    ///
    /// ```
    /// use ludex_game::{Game, examples::Nim};
    /// use ludex_search::Seen;
    ///
    /// let nim = Nim::new(&[3, 4]);
    /// assert_eq!(Seen::new(&nim).assumption_below(&nim, &nim.initial(), 0.0), None);
    /// ```
    pub fn assumption_below<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        value: f64,
    ) -> Option<Assumption> {
        let is_open = self.n_players == 2 && value < f64::from(Goal::MAX.value());
        match self.assumption(value) {
            None if is_open => self.with_random_ends(game, state).assumption(value),
            assumption => assumption,
        }
    }

    /// Adds the terminal positions of some random games.
    pub(crate) fn with_random_ends<G: Game>(&self, game: &G, state: &G::State) -> Self {
        let (mut seen, mut rng, mut n_left) = (self.clone(), ludex_game::rng(0, 0), N_RANDOM_PLIES);
        while n_left > 0 && seen.is_constant_sum() {
            let mut end = state.clone();
            let played = ludex_game::playout(&mut rng, game, &mut end, n_left);
            n_left -= played.n_plies.max(N_RANDOM_PLIES / N_RANDOM_GAMES).min(n_left);
            if played.ending == Ending::Terminal {
                seen.see_end(game, &end);
            }
        }
        seen
    }

    /// The assumption of a value if the search lets each role maximise its own goal.
    pub(crate) fn assumption_of_each(&self, value: f64) -> Option<Assumption> {
        match self.is_constant_sum() {
            true => self.assumption(value),
            false => Some(Assumption::EachForItself),
        }
    }
}

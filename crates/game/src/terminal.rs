//! Terminals of genetic programming: the values of a position that trees may use.

use std::fmt;

use crate::Game;

/// Parameters of a terminal. Entries beyond the last parameter are 0.
pub type TerminalParams = [u16; 3];

/// A named number or truth value that evolved trees may read off a position, in the
/// sense of genetic programming: a leaf of a tree.
///
/// A game lists its terminals in one table, one entry each, and returns it from
/// [`Playable::terminals`](crate::Playable::terminals). Values are seen by the role
/// on turn: `friendly` pieces are its own, and rows count from its side.
///
/// ```
/// use ludex_game::examples::Lights;
/// use ludex_game::{Game, Terminal};
///
/// type Of = Terminal<Lights>;
///
/// const TERMINALS: &[Of] = &[
///     Of::number("n_on", "lamps that are on", |_, state, _| state[0].count_ones().into()),
///     Of::truth("is_on", "whether a lamp is on", |_, state, [lamp, ..]| {
///         state[0] >> lamp & 1 == 1
///     })
///     .with_params(&[("lamp", 3)]),
/// ];
/// let lights = Lights::new(3);
/// let value = |nth: usize, lamp| TERMINALS[nth].value(&lights, &[0b110], [lamp, 0, 0]);
/// assert_eq!((value(0, 0), value(1, 0), value(1, 2)), (2.0, 0.0, 1.0));
/// assert!(TERMINALS[1].is_truth() && !TERMINALS[1].is_costly);
/// ```
pub struct Terminal<G: Game> {
    /// The name in trees.
    pub name: &'static str,
    /// The meaning, in a few words.
    pub about: &'static str,
    /// The parameters, at most three: the name of each, and its number of values,
    /// which count from 0.
    pub params: &'static [(&'static str, u16)],
    /// Whether the value takes more time than a few additions.
    pub is_costly: bool,
    function: Function<G>,
}

/// The function of a terminal, by the type of its value.
enum Function<G: Game> {
    Number(fn(&G, &G::State, TerminalParams) -> f64),
    Truth(fn(&G, &G::State, TerminalParams) -> bool),
}

impl<G: Game> Terminal<G> {
    /// A terminal whose value is a number.
    pub const fn number(
        name: &'static str,
        about: &'static str,
        function: fn(&G, &G::State, TerminalParams) -> f64,
    ) -> Self {
        let function = Function::Number(function);
        Self { name, about, params: &[], is_costly: false, function }
    }

    /// A terminal whose value is true or false.
    pub const fn truth(
        name: &'static str,
        about: &'static str,
        function: fn(&G, &G::State, TerminalParams) -> bool,
    ) -> Self {
        let function = Function::Truth(function);
        Self { name, about, params: &[], is_costly: false, function }
    }

    /// The same terminal with parameters. More than three, or one without values,
    /// do not compile in a constant table.
    pub const fn with_params(self, params: &'static [(&'static str, u16)]) -> Self {
        assert!(params.len() <= 3, "a terminal has at most three parameters");
        let mut at = 0;
        while at < params.len() {
            assert!(params[at].1 > 0, "a parameter has at least one value");
            at += 1;
        }
        Self { params, ..self }
    }

    /// The same terminal, marked as expensive.
    pub const fn costly(self) -> Self {
        Self { is_costly: true, ..self }
    }

    /// Whether values are truth values, given as 1 and 0.
    pub const fn is_truth(&self) -> bool {
        matches!(self.function, Function::Truth(_))
    }

    /// The value in a position. Parameters must be in range.
    #[inline]
    pub fn value(&self, game: &G, state: &G::State, params: TerminalParams) -> f64 {
        debug_assert!(
            self.params.iter().zip(params).all(|(&(_, n), param)| param < n),
            "{params:?} is out of range for `{}`",
            self.name
        );
        match self.function {
            Function::Number(function) => function(game, state, params),
            Function::Truth(function) => f64::from(u8::from(function(game, state, params))),
        }
    }
}

impl<G: Game> fmt::Debug for Terminal<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let type_name = if self.is_truth() { "truth" } else { "number" };
        write!(f, "{type_name} {}{:?}", self.name, self.params)
    }
}

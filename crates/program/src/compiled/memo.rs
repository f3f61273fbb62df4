//! Terminals read once per position by several programs.

use super::Terminals;
use crate::{ActionId, Params, Primitives, TerminalId};

/// Remembers the values of terminals until the position changes.
///
/// A [`Program`](crate::Program) by itself reads each terminal once. `Memo` is for several
/// programs in one position: the trees of an individual, or many individuals that evaluate
/// the same position. An action ends the position: terminals are read anew behind it.
///
/// ```
/// use ludex_program::{Memo, Params, Primitives, Terminal, TerminalId, Terminals, Type};
///
/// struct Slow(u32);
///
/// impl Terminals for Slow {
///     fn value(&mut self, _: TerminalId, params: Params) -> f64 {
///         self.0 += 1;
///         f64::from(params[0])
///     }
/// }
///
/// let cell = Terminal::new(0, "cell", Type::Float).param("number", 0..9);
/// let set = Primitives::builder(Type::Float).terminal(cell).build(1)?;
/// let mut memo = Memo::new(Slow(0), [&set]);
/// assert_eq!(memo.value(TerminalId(0), [4, 0, 0]), 4.0);
/// assert_eq!(memo.value(TerminalId(0), [4, 0, 0]), 4.0);
/// assert_eq!(memo.inner().0, 1);
/// memo.turn_to(Slow(0));
/// assert_eq!(memo.value(TerminalId(0), [4, 0, 0]), 4.0);
/// assert_eq!(memo.inner().0, 1);
/// # Ok::<(), ludex_program::PrimitivesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Memo<T> {
    inner: T,
    /// By the terminal's number: the index of its first value, and the end of the range of
    /// each parameter.
    terminals: Vec<Option<(usize, [u16; 3])>>,
    values: Vec<(u32, f64)>,
    epoch: u32,
}

impl<T: Terminals> Memo<T> {
    /// A memo for the terminals of some sets.
    pub fn new<'a>(inner: T, sets: impl IntoIterator<Item = &'a Primitives>) -> Self {
        let (mut terminals, mut n_values) = (Vec::new(), 0);
        for terminal in sets.into_iter().flat_map(Primitives::terminals) {
            let at = usize::from(terminal.id().0);
            if terminals.len() <= at {
                terminals.resize(at + 1, None);
            }
            if terminals[at].is_none() {
                let mut ends = [1; 3];
                for (end, (_, range)) in ends.iter_mut().zip(terminal.params()) {
                    *end = range.end;
                }
                terminals[at] = Some((n_values, ends));
                n_values += ends.iter().map(|&end| usize::from(end)).product::<usize>();
            }
        }
        Self { inner, terminals, values: vec![(0, 0.0); n_values], epoch: 1 }
    }

    /// Turns to the next position and forgets all values.
    pub fn turn_to(&mut self, position: T) {
        self.inner = position;
        self.forget();
    }

    fn forget(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.values.fill((0, 0.0));
            self.epoch = 1;
        }
    }

    /// The terminals behind the memo.
    pub fn inner(&self) -> &T {
        &self.inner
    }

    fn place(&self, terminal: TerminalId, params: Params) -> Option<usize> {
        let (first, ends) = (*self.terminals.get(usize::from(terminal.0))?)?;
        let mut place = 0;
        for (param, end) in params.into_iter().zip(ends) {
            if param >= end {
                return None;
            }
            place = place * usize::from(end) + usize::from(param);
        }
        Some(first + place)
    }
}

impl<T: Terminals> Terminals for Memo<T> {
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64 {
        let Some(place) = self.place(terminal, params) else {
            return self.inner.value(terminal, params);
        };
        if self.values[place].0 != self.epoch {
            self.values[place] = (self.epoch, self.inner.value(terminal, params));
        }
        self.values[place].1
    }

    fn act(&mut self, action: ActionId, args: &[f64]) -> f64 {
        self.forget();
        self.inner.act(action, args)
    }
}

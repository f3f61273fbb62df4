//! What can be asked of a position.

/// A question that a game answers about any position, for evaluators that are
/// put together from such answers.
///
/// Questions are asked by whoever is on turn: `friendly` pieces are its own,
/// and rows count from its side.
///
/// ```
/// use game::Sense;
///
/// let sense = Sense::truth("empty").of("row", 8).of("column", 8);
/// assert_eq!(sense.params.len(), 2);
/// assert!(Sense::number("mobility").costly().is_costly);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sense {
    /// How it is written.
    pub name: &'static str,
    /// Whether the answer is true or false, told as 1 or 0, and not a number.
    pub is_truth: bool,
    /// What it is asked about, at most three things: their names, and how many
    /// there are of each.
    pub params: Vec<(&'static str, u16)>,
    /// Whether answering takes longer than a few additions.
    pub is_costly: bool,
}

impl Sense {
    /// A question for a number.
    pub fn number(name: &'static str) -> Self {
        Self { name, is_truth: false, params: Vec::new(), is_costly: false }
    }

    /// A question whether something holds.
    pub fn truth(name: &'static str) -> Self {
        Self { is_truth: true, ..Self::number(name) }
    }

    /// Asked about one of so many things.
    pub fn of(mut self, name: &'static str, n: u16) -> Self {
        self.params.push((name, n));
        self
    }

    /// Takes long to answer.
    pub fn costly(self) -> Self {
        Self { is_costly: true, ..self }
    }
}

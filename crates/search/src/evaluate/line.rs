//! Lines: places that are counted together.

/// Places that facts can fill, and facts that block the line.
///
/// ```
/// use ludex_search::evaluate::Line;
///
/// let line = Line { places: vec![vec![0], vec![1, 2]], without: vec![3] };
/// assert_eq!(line.n_filled(|fact| fact == 2), Some(1));
/// assert_eq!(line.n_filled(|fact| fact >= 2), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<F = usize> {
    /// For each place, the facts that fill it.
    pub places: Vec<Vec<F>>,
    /// The facts that block the line.
    pub without: Vec<F>,
}

impl Line {
    /// Number of filled places; `None` if the line is blocked.
    pub fn n_filled(&self, holds: impl Fn(usize) -> bool) -> Option<usize> {
        let is_spoilt = self.without.iter().any(|&fact| holds(fact));
        let is_filled = |place: &&Vec<usize>| place.iter().any(|&fact| holds(fact));
        (!is_spoilt).then(|| self.places.iter().filter(is_filled).count())
    }
}

impl<F> Line<F> {
    /// The line with translated facts.
    pub fn map<T, E>(&self, mut name: impl FnMut(&F) -> Result<T, E>) -> Result<Line<T>, E> {
        let mut all = |facts: &Vec<F>| facts.iter().map(&mut name).collect::<Result<Vec<T>, E>>();
        let places = self.places.iter().map(&mut all).collect::<Result<_, E>>()?;
        Ok(Line { places, without: all(&self.without)? })
    }
}

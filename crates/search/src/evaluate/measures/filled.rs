//! `just N PLACE .. without FACT ..`: whether exactly N places of a line are filled.

use std::fmt;

use ludex_game::Playable;

use super::sum::Sum;
use super::{COSTLY, Measure, Names, Position, Translate};
use crate::evaluate::Line;
use crate::features::terms;

/// Whether exactly N places of a line are filled and no fact blocks it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filled;

/// Lines, each with its weight by the number of filled places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineSum {
    lines: Vec<(Line, Vec<f64>)>,
}

impl Measure for Filled {
    type Of<N: Names> = (usize, Line<N::Fact>);
    type Sum = LineSum;

    fn read(terms: &[&str]) -> Option<(usize, Line<String>)> {
        let ["just", n, terms @ ..] = terms else { return None };
        let mut halves = terms.split(|&term| term == "without");
        let places = halves.next()?.iter().map(|term| parse_place(term));
        let places = places.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())?;
        let without = halves.next().unwrap_or_default().iter().map(ToString::to_string);
        let line = Line { places, without: without.collect() };
        Some((n.parse().ok().filter(|_| halves.next().is_none())?, line))
    }

    fn write((n, line): &(usize, Line<String>), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "just {n}")?;
        for place in &line.places {
            match &place[..] {
                [only] => write!(f, " {only}")?,
                several => write!(f, " (or {})", several.join(" "))?,
            }
        }
        match &line.without[..] {
            [] => Ok(()),
            facts => write!(f, " without {}", facts.join(" ")),
        }
    }

    fn translate<T: Translate>(
        (n, line): &(usize, Line<<T::From as Names>::Fact>),
        to: &mut T,
    ) -> Result<(usize, Line<<T::To as Names>::Fact>), T::Error> {
        Ok((*n, line.map(|fact| to.fact(fact))?))
    }

    fn value<G: Playable>(
        (n, line): &(usize, Line),
        weight: f64,
        position: &mut Position<'_, G>,
    ) -> f64 {
        if line.n_filled(|fact| position.holds(fact)) == Some(*n) { weight } else { 0.0 }
    }
}

impl Sum<Filled> for LineSum {
    /// Each line is looked up once, so consecutive equal lines, with several numbers of places,
    /// are merged.
    fn add(&mut self, weight: f64, (n, line): (usize, Line)) {
        if self.lines.last().is_none_or(|(last, _)| *last != line) {
            let weights = vec![0.0; line.places.len() + 1];
            self.lines.push((line, weights));
        }
        let weights = self.lines.last_mut().map(|(_, weights)| weights);
        if let Some(of_n) = weights.and_then(|weights| weights.get_mut(n)) {
            *of_n += weight;
        }
    }

    #[inline]
    fn sum<G: Playable>(&self, sum: f64, position: &mut Position<'_, G>) -> f64 {
        self.lines.iter().fold(sum, |sum, (line, weights)| {
            sum + line.n_filled(|fact| position.holds(fact)).map_or(0.0, |n| weights[n])
        })
    }

    fn cost(&self) -> usize {
        if self.lines.is_empty() { 0 } else { COSTLY }
    }
}

/// A fact, or `(or FACT FACT ..)` of two facts at least.
fn parse_place(text: &str) -> Option<Vec<String>> {
    match text.strip_prefix("(or ").and_then(|rest| rest.strip_suffix(')')) {
        None => Some(vec![text.into()]),
        Some(inner) => {
            let facts: Vec<String> = terms(inner).into_iter().map(Into::into).collect();
            Some(facts).filter(|facts| facts.len() > 1)
        }
    }
}

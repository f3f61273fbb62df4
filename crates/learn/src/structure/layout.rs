//! Which columns of a group are the place, and which what is there.

use gdl::TermId;

use super::group::{Column, Group};
use super::history::History;
use super::keys::Keys;
use super::ordinal::Ordinal;
use super::rules::Mentions;

/// How a group can be read as a board.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The columns that are the place.
    pub location: Vec<usize>,
    /// The column that tells what is there; none if being there says all.
    pub content: Option<usize>,
    /// The column that tells whose it is, if it is another.
    pub owner: Option<usize>,
    /// Whether every state has a fact for every place.
    pub is_full: bool,
    /// Whether a place has at most one fact.
    pub is_key: bool,
    /// Whether no state has more than one fact.
    pub is_single: bool,
}

/// What layouts are chosen by.
pub(super) struct Judge<'a> {
    pub history: &'a History,
    pub mentions: &'a Mentions<'a>,
    pub ordinals: &'a [Ordinal],
    pub roles: &'a [TermId],
    /// Symbols that fill columns of several groups all alone: they say nothing.
    pub idle: &'a [TermId],
}

/// More columns than this are not tried in all combinations.
const N_COLUMNS_MAX: usize = 8;

impl Judge<'_> {
    /// The best reading of a group.
    pub fn layout(&self, group: &Group) -> Option<Layout> {
        let varied = group.varied();
        if varied.is_empty() || varied.len() > N_COLUMNS_MAX {
            return None;
        }
        let keys = Keys::new(self.history, group);
        let leaning: Vec<f64> = varied.iter().map(|&at| self.leaning(group, at, &varied)).collect();
        let mut exact: Vec<usize> = Vec::new();
        let mut best: Option<(f64, usize)> = None;
        // Small sets come first, so that a set knows the keys within it.
        let mut sets: Vec<usize> = (1..1 << varied.len()).collect();
        sets.sort_by_key(|set: &usize| set.count_ones());
        for set in sets {
            let has = |at: usize| set >> at & 1 == 1;
            let location: Vec<usize> =
                (0..varied.len()).filter(|&at| has(at)).map(|at| varied[at]).collect();
            let is_all = location.len() == varied.len();
            let excess = if is_all { 0.0 } else { keys.excess(&location) };
            let has_key_within = exact.iter().any(|key| key & set == *key);
            let lean = |at: usize| if has(at) { leaning[at] } else { -leaning[at] };
            let of_columns: f64 = (0..varied.len()).map(lean).sum();
            let of_key = match (excess, has_key_within) {
                (0.0, true) => -4.5,
                (0.0, false) if is_all => 1.0,
                (0.0, false) if keys.is_full(&location) => 5.0,
                (0.0, false) => 3.0,
                (excess, _) => -1.0 - 4.0 * excess,
            };
            if excess == 0.0 && !is_all {
                exact.push(set);
            }
            // What each role has one of is the role's, not a place of roles.
            let is_of_role = excess == 0.0 && location.len() == 1 && varied.len() == 2;
            if is_of_role && self.role_share(&group.columns[location[0]]) == 1.0 {
                best = Some((f64::INFINITY, set));
            }
            let score = of_columns + of_key;
            if best.is_none_or(|(most, _)| score > most + 1e-9) {
                best = Some((score, set));
            }
        }
        let set = best?.1;
        let location: Vec<usize> =
            (0..varied.len()).filter(|&at| set >> at & 1 == 1).map(|at| varied[at]).collect();
        let (content, owner) = self.content(group, &location);
        Some(Layout {
            is_full: keys.is_full(&location),
            is_key: keys.excess(&location) == 0.0,
            is_single: keys.is_single(),
            location,
            content,
            owner,
        })
    }

    /// How much a column looks like a coordinate (above 0) or a content.
    fn leaning(&self, group: &Group, at: usize, varied: &[usize]) -> f64 {
        let column = &group.columns[at];
        let in_row = self.ordinals.iter().map(|row| row.share(&column.symbols));
        let in_row = in_row.fold(0.0, f64::max);
        let is_like = |&other: &usize| other != at && overlap(column, &group.columns[other]) >= 0.5;
        let has_partner = varied.iter().any(is_like);
        let is_steady = column.variance.variance() < 1e-9 && column.counts.iter().all(is_steady);
        let constants = self.mentions.constant_share(group.name, group.n_args, &column.path);
        3.0 * in_row - 1.5
            + f64::from(u8::from(has_partner))
            + f64::from(u8::from(is_steady))
            + 1.5 * (1.0 - 2.0 * constants)
            - 3.0 * self.role_share(column)
    }

    /// The share of a column's symbols that are roles.
    pub fn role_share(&self, column: &Column) -> f64 {
        let n_roles = column.symbols.iter().filter(|symbol| self.roles.contains(symbol)).count();
        n_roles as f64 / column.symbols.len().max(1) as f64
    }

    /// The column with the content, and the one that only tells whose it is.
    fn content(&self, group: &Group, location: &[usize]) -> (Option<usize>, Option<usize>) {
        let order = group.order();
        let mut rest: Vec<usize> =
            order.into_iter().filter(|column| !location.contains(column)).collect();
        let varied = group.varied();
        if rest.iter().any(|column| varied.contains(column)) {
            rest.retain(|column| varied.contains(column));
        } else {
            // Nothing varies: a constant names what is there, unless it is idle.
            rest.retain(|&column| !self.idle.contains(&group.columns[column].symbols[0]));
            rest.sort_unstable();
        }
        let owner = rest
            .iter()
            .copied()
            .find(|&column| rest.len() > 1 && self.role_share(&group.columns[column]) == 1.0);
        rest.retain(|&column| Some(column) != owner);
        (rest.last().copied(), owner)
    }
}

fn is_steady(count: &super::variance::Variance) -> bool {
    count.variance() < 1e-9
}

/// The share of symbols that two columns have in common.
pub(super) fn overlap(left: &Column, right: &Column) -> f64 {
    let n_both = left.symbols.iter().filter(|symbol| right.symbols.contains(symbol)).count();
    let n_any = left.symbols.len() + right.symbols.len() - n_both;
    n_both as f64 / n_any.max(1) as f64
}

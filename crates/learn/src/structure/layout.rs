//! Layouts: the split of a group's columns into cell and content.

use ludex_gdl::TermId;
use rustc_hash::FxHashMap;

use super::group::{Column, Group};
use super::history::History;
use super::keys::Keys;
use super::ordinal::Ordinal;
use super::rules::Mentions;

/// An interpretation of a group as a board.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The columns of the place.
    pub location: Vec<usize>,
    /// The column of the content; `None` if the existence of the fact is the content.
    pub content: Option<usize>,
    /// The column of the owner, if it is separate.
    pub owner: Option<usize>,
    /// Whether every state has a fact for every place.
    pub is_full: bool,
    /// Whether a place has at most one fact.
    pub is_key: bool,
    /// Whether no state has more than one fact.
    pub is_single: bool,
}

/// The inputs of the choice of layouts.
pub(super) struct Judge<'a> {
    pub history: &'a History,
    pub mentions: &'a Mentions<'a>,
    pub ordinals: &'a [Ordinal],
    pub roles: &'a [TermId],
    /// Symbols that are the only ones of columns in several groups: they carry no information.
    pub idle: &'a [TermId],
}

/// Maximum number of columns: all their subsets are tried.
const N_COLUMNS_MAX: usize = 8;

impl Judge<'_> {
    /// The best interpretation of a group.
    pub fn layout(&self, group: &Group) -> Option<Layout> {
        let varied = group.varied();
        if varied.is_empty() || varied.len() > N_COLUMNS_MAX {
            return None;
        }
        let keys = Keys::new(self.history, group);
        if keys.is_single() {
            return Some(self.single(group, &varied));
        }
        let leaning: Vec<f64> = varied.iter().map(|&at| self.leaning(group, at, &varied)).collect();
        let mut exact: Vec<usize> = Vec::new();
        let mut best: Option<(f64, usize)> = None;
        // Small sets come first, so that the keys within a set are known.
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
                // Layouts without a content column rarely have more than two coordinates.
                (0.0, false) if is_all && varied.len() > 2 => -3.0,
                (0.0, false) if is_all => 1.0,
                (0.0, false) if keys.is_full(&location) => 5.0,
                (0.0, false) => 3.0,
                (excess, _) => -1.0 - 4.0 * excess,
            };
            if excess == 0.0 && !is_all {
                exact.push(set);
            }
            // A column of roles with one fact per role is an owner, not a place.
            let is_of_role = excess == 0.0 && location.len() == 1 && varied.len() == 2;
            if is_of_role && self.role_share(&group.columns[location[0]]) == 1.0 {
                best = Some((f64::INFINITY, set));
            }
            let score = of_columns + of_key;
            if best.is_none_or(|(most, _)| score > most + 1e-9) {
                best = Some((score, set));
            }
        }
        let mut set = best?.1;
        if !exact.contains(&set) {
            set = self.held(group, &varied, &exact).unwrap_or(set);
        }
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

    /// The interpretation of a group with at most one fact per state: ordered columns are
    /// coordinates.
    fn single(&self, group: &Group, varied: &[usize]) -> Layout {
        let is_axis = |&&at: &&usize| {
            let column = &group.columns[at];
            self.role_share(column) < 1.0
                && Ordinal::covering(self.ordinals, &column.symbols).is_some()
        };
        let axes: Vec<usize> = varied.iter().filter(is_axis).copied().collect();
        let location = if axes.len() > 1 { axes } else { varied.to_vec() };
        let (content, owner) = self.content(group, &location);
        Layout { location, content, owner, is_full: false, is_key: true, is_single: true }
    }

    /// The key that contains a role and leaves one number: an amount per role and kind.
    fn held(&self, group: &Group, varied: &[usize], exact: &[usize]) -> Option<usize> {
        exact.iter().copied().find(|&set| {
            let (of_key, rest): (Vec<usize>, Vec<usize>) =
                (0..varied.len()).partition(|at| set >> at & 1 == 1);
            let column = |at: usize| &group.columns[varied[at]];
            let is_number =
                |at: usize| Ordinal::covering(self.ordinals, &column(at).symbols).is_some();
            let has_role = of_key.iter().any(|&at| self.role_share(column(at)) == 1.0);
            rest.len() == 1 && is_number(rest[0]) && has_role
        })
    }

    /// Whether a column resembles a coordinate (above 0) or a content (below).
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

    /// The columns of the content and of the owner.
    fn content(&self, group: &Group, location: &[usize]) -> (Option<usize>, Option<usize>) {
        let order = group.order();
        let mut rest: Vec<usize> =
            order.into_iter().filter(|column| !location.contains(column)).collect();
        let varied = group.varied();
        if rest.iter().any(|column| varied.contains(column)) {
            rest.retain(|column| varied.contains(column));
        } else {
            // No column varies: a constant names the content, unless it is idle.
            rest.retain(|&column| !self.idle.contains(&group.columns[column].symbols[0]));
            rest.sort_unstable();
        }
        // A column that is constant at each place belongs to the place.
        if rest.iter().any(|&column| changes_at_place(group, location, column)) {
            rest.retain(|&column| changes_at_place(group, location, column));
        }
        let owner = rest
            .iter()
            .copied()
            .find(|&column| rest.len() > 1 && self.role_share(&group.columns[column]) == 1.0);
        rest.retain(|&column| Some(column) != owner);
        // Of several columns, the one with the most symbols; ties by the paper's order.
        let content = rest.iter().copied().max_by_key(|&at| group.columns[at].symbols.len());
        (content, owner)
    }
}

/// Whether a column has several symbols at the same place.
fn changes_at_place(group: &Group, location: &[usize], column: usize) -> bool {
    let mut first: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    group.rows.iter().any(|(_, row)| {
        let place = location.iter().map(|&at| row[at]).collect();
        *first.entry(place).or_insert(row[column]) != row[column]
    })
}

fn is_steady(count: &super::variance::Variance) -> bool {
    count.variance() < 1e-9
}

/// The share of symbols common to two columns.
pub(super) fn overlap(left: &Column, right: &Column) -> f64 {
    let n_both = left.symbols.iter().filter(|symbol| right.symbols.contains(symbol)).count();
    let n_any = left.symbols.len() + right.symbols.len() - n_both;
    n_both as f64 / n_any.max(1) as f64
}

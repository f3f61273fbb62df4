//! What is kept beside the board: purses, hands, pools.

use ludex_gdl::{SymbolId, TermId};

use super::group::Group;
use super::layout::{Judge, Layout};
use super::ordinal::Ordinal;

/// An amount that a holder has: a purse, a score, a heap.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// The relation.
    pub relation: SymbolId,
    /// The argument that is the number, from 1.
    pub arg: usize,
    /// The arguments that tell whose it is; none where there is but one.
    pub holder_args: Vec<usize>,
    /// Whether each holder is a role.
    pub of_roles: bool,
    /// The relation of the rules that puts the numbers in a row.
    pub ordinal: SymbolId,
    /// The symbols that were seen, from the lowest.
    pub symbols: Vec<TermId>,
}

/// A set of things that are there or not: a hand, a pool.
#[derive(Clone, Debug)]
pub struct Store {
    /// The relation.
    pub relation: SymbolId,
    /// The arguments that tell whose it is, from 1: a hand; none for a pool.
    pub holder_args: Vec<usize>,
    /// The arguments that name the thing.
    pub item_args: Vec<usize>,
    /// How many things there are on average.
    pub size_mean: f64,
}

/// The accumulator that a group is, if it is one: a number from a row of the
/// rules for each holder.
pub(super) fn accumulator(
    group: &Group,
    layout: &Layout,
    judge: &Judge<'_>,
) -> Option<Accumulator> {
    let varied = group.varied();
    let covering = |at: usize| Ordinal::covering(judge.ordinals, &group.columns[at].symbols);
    let (number, holders) = match (layout.is_single, &varied[..]) {
        (true, &[number]) => (number, Vec::new()),
        (false, _) if layout.is_key => {
            let holders = layout.location.clone();
            let rest: Vec<usize> =
                varied.iter().copied().filter(|at| !holders.contains(at)).collect();
            let [number] = rest[..] else { return None };
            (number, holders)
        }
        _ => return None,
    };
    let row = covering(number)?;
    let mut symbols = group.columns[number].symbols.clone();
    symbols.sort_by_key(|symbol| row.symbols.iter().position(|other| other == symbol));
    let arg = |at: usize| group.columns[at].arg();
    let of_roles = |&at: &usize| judge.role_share(&group.columns[at]) == 1.0;
    Some(Accumulator {
        relation: group.name,
        arg: arg(number),
        of_roles: !holders.is_empty() && holders.iter().all(of_roles),
        holder_args: holders.into_iter().map(arg).collect(),
        ordinal: row.relation,
        symbols,
    })
}

/// The store that a group is, if it is one: things that come and go, several at
/// a time.
pub(super) fn store(group: &Group, layout: &Layout, judge: &Judge<'_>) -> Option<Store> {
    let varied = group.varied();
    if layout.is_single || varied.is_empty() {
        return None;
    }
    let is_holder = |at: &usize| judge.role_share(&group.columns[*at]) == 1.0;
    let arg = |at: usize| group.columns[at].arg();
    let (holders, items): (Vec<usize>, Vec<usize>) = varied.into_iter().partition(is_holder);
    (!items.is_empty()).then(|| Store {
        relation: group.name,
        holder_args: holders.into_iter().map(arg).collect(),
        item_args: items.into_iter().map(arg).collect(),
        size_mean: group.size.mean(),
    })
}

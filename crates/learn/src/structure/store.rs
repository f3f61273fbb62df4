//! Facts beside the board: purses, hands, pools.

use ludex_gdl::{SymbolId, TermId};

use super::group::Group;
use super::layout::{Judge, Layout};
use super::ordinal::Ordinal;

/// An amount per holder: a purse, a score, a heap.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// The relation.
    pub relation: SymbolId,
    /// The argument with the number, from 1.
    pub arg: usize,
    /// The arguments of the holder; empty for a single amount.
    pub holder_args: Vec<usize>,
    /// Whether each holder is a role.
    pub of_roles: bool,
    /// The relation of the rules that orders the numbers.
    pub ordinal: SymbolId,
    /// The symbols seen, lowest first.
    pub symbols: Vec<TermId>,
}

/// A set of items that may be present or not: a hand, a pool.
#[derive(Clone, Debug)]
pub struct Store {
    /// The relation.
    pub relation: SymbolId,
    /// The arguments of the holder, from 1: a hand; empty for a pool.
    pub holder_args: Vec<usize>,
    /// The arguments of the item.
    pub item_args: Vec<usize>,
    /// The mean number of items.
    pub size_mean: f64,
}

/// The accumulator of a group, if it is one: a number from a row of the rules for each holder.
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

/// The store of a group, if it is one: several items at a time, which come and go.
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

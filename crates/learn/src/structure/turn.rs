//! The role on turn, and counters of plies.

use std::collections::BTreeMap;

use ludex_gdl::{SymbolId, TermId};

use super::group::Group;
use super::history::History;
use super::keys::Keys;
use super::ordinal::Ordinal;

/// A fact that determines the role on turn.
#[derive(Clone, Debug)]
pub struct Control {
    /// The relation.
    pub relation: SymbolId,
    /// The argument with the holder of the turn, from 1.
    pub arg: usize,
    /// Each symbol there and the role that then has a choice, by number.
    pub holders: Vec<(TermId, usize)>,
}

/// A fact that counts plies.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The relation.
    pub relation: SymbolId,
    /// The argument with the count, from 1.
    pub arg: usize,
    /// The symbols seen there, in order.
    pub symbols: Vec<TermId>,
    /// The relation of the rules that orders them.
    pub ordinal: Option<SymbolId>,
}

/// The symbol in a column of a group with at most one fact per state.
fn values(history: &History, group: &Group, column: usize) -> Vec<Option<u32>> {
    let mut symbol_of = vec![None; history.facts().len()];
    for (fact, row) in &group.rows {
        symbol_of[*fact as usize] = Some(row[column]);
    }
    let value = |at| history.state(at).iter().find_map(|&fact| symbol_of[fact as usize]);
    (0..history.n_states()).map(value).collect()
}

/// Minimum share of the choices that are made by the role of the symbol.
const SHARE_SURE: f64 = 0.95;

/// All facts that determine the role on turn, the most reliable first.
pub(super) fn controls(history: &History, groups: &[Group], roles: &[TermId]) -> Vec<Control> {
    let mut found = Vec::new();
    for group in groups.iter().filter(|group| !group.is_constant) {
        if !Keys::new(history, group).is_single() {
            continue;
        }
        for column in group.varied() {
            found.extend(control(history, group, column, roles));
        }
    }
    // Symbols that are roles, and facts that are rarely missing, come first.
    found.sort_by_key(|(control, n_missing): &(Control, usize)| {
        let is_named = control.holders.iter().all(|(symbol, role)| roles[*role] == *symbol);
        (!is_named, *n_missing, control.relation, control.arg)
    });
    found.into_iter().map(|(control, _)| control).collect()
}

fn control(
    history: &History,
    group: &Group,
    column: usize,
    roles: &[TermId],
) -> Option<(Control, usize)> {
    let symbols = &group.columns[column].symbols;
    if roles.len() < 2 || symbols.len() > 2 * roles.len() {
        return None;
    }
    let mut tallies = vec![vec![0u64; roles.len()]; symbols.len()];
    let (mut n_seen, mut n_missing) = (0u64, 0);
    for (at, value) in values(history, group, column).into_iter().enumerate() {
        let choosers = history.choosers(at);
        match value {
            None => n_missing += 1,
            Some(symbol) => {
                for role in (0..roles.len().min(64)).filter(|role| choosers >> role & 1 == 1) {
                    tallies[symbol as usize][role] += 1;
                    n_seen += 1;
                }
            }
        }
    }
    let mut holders = Vec::new();
    let mut n_sure = 0;
    for (&symbol, tally) in symbols.iter().zip(&tallies) {
        let role = (0..tally.len()).max_by_key(|&role| tally[role])?;
        if tally[role] > 0 {
            holders.push((symbol, role));
            n_sure += tally[role];
        }
    }
    let first = holders.first()?.1;
    let is_told = holders.iter().any(|(_, role)| *role != first);
    let is_sure = n_sure as f64 >= SHARE_SURE * n_seen as f64;
    let control = Control { relation: group.name, arg: group.columns[column].arg(), holders };
    (is_told && is_sure).then_some((control, n_missing))
}

/// All counters of plies: columns whose symbol depends on the ply alone and never recurs.
pub(super) fn counters(history: &History, groups: &[Group], ordinals: &[Ordinal]) -> Vec<Counter> {
    let mut found = Vec::new();
    for group in groups.iter().filter(|group| !group.is_constant) {
        let [column] = group.varied()[..] else { continue };
        if Keys::new(history, group).is_single() {
            found.extend(counter(history, group, column, ordinals));
        }
    }
    found
}

fn counter(
    history: &History,
    group: &Group,
    column: usize,
    ordinals: &[Ordinal],
) -> Option<Counter> {
    let mut at_ply: BTreeMap<u32, u32> = BTreeMap::new();
    for (at, value) in values(history, group, column).into_iter().enumerate() {
        let value = value?;
        if *at_ply.entry(history.ply(at)).or_insert(value) != value {
            return None;
        }
    }
    let mut order: Vec<u32> = at_ply.values().copied().collect();
    order.dedup();
    let mut once = order.clone();
    once.sort_unstable();
    once.dedup();
    if once.len() != order.len() || order.len() < 3 {
        return None;
    }
    let symbols: Vec<TermId> =
        order.iter().map(|&value| group.columns[column].symbols[value as usize]).collect();
    let ordinal = Ordinal::covering(ordinals, &symbols).map(|row| row.relation);
    Some(Counter { relation: group.name, arg: group.columns[column].arg(), symbols, ordinal })
}

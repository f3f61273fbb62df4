//! Facts about a sheet that several checks share, computed once.

use rustc_hash::{FxHashMap, FxHashSet};

use super::links::Links;
use crate::scc::components;
use crate::symbol::keyword::{self, GOAL, INIT, LEGAL, NEXT, ROLE, SEES, TERMINAL};
use crate::{Rule, Sheet, SymbolId, TermKind};
use ludex_support::did_you_mean;

pub(super) struct Survey<'a> {
    pub sheet: &'a Sheet,
    pub rules: &'a [Rule],
    /// The heads that each condition could match.
    pub links: Links<'a>,
    /// The roles, in sheet order.
    pub roles: Vec<SymbolId>,
    /// For each rule, whether the course of the game depends on it.
    pub matters: Vec<bool>,
    /// Strongly connected components of rules and then patterns: equal numbers
    /// depend on each other.
    pub components: Vec<u32>,
    role_set: FxHashSet<SymbolId>,
    rules_of: FxHashMap<SymbolId, Vec<u32>>,
}

impl<'a> Survey<'a> {
    pub fn new(sheet: &'a Sheet) -> Self {
        let rules = sheet.rules();
        let links = Links::new(rules);
        let mut rules_of: FxHashMap<_, Vec<u32>> = FxHashMap::default();
        for (rule, at) in rules.iter().zip(0..) {
            rules_of.entry(rule.head.name).or_default().push(at);
        }
        let matters = links.reached_from(rules, &[INIT, NEXT, LEGAL, GOAL, TERMINAL, SEES]);
        let roles: Vec<_> = rules.iter().filter_map(role_of).collect();
        let role_set = roles.iter().copied().collect();
        let components = components(&links.edges());
        Self { sheet, rules, links, roles, matters, components, role_set, rules_of }
    }

    /// The rules and facts of a relation.
    pub fn rules_of(&self, relation: SymbolId) -> &[u32] {
        self.rules_of.get(&relation).map_or(&[], Vec::as_slice)
    }

    /// The relations that have rules or facts.
    pub fn relations(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.rules_of.keys().copied()
    }

    pub fn is_role(&self, name: SymbolId) -> bool {
        self.role_set.contains(&name)
    }

    pub fn name(&self, symbol: SymbolId) -> &'a str {
        self.sheet.symbols().name(symbol)
    }

    /// The help text `did you mean ...?`, or `None` if comparing with all known
    /// names would take long. No sheet written by hand has that many.
    pub fn suggest(&self, name: SymbolId, known: impl Iterator<Item = SymbolId>) -> Option<String> {
        let known: Vec<_> = known.take(NAMES_MAX + 1).map(|id| self.name(id)).collect();
        if known.len() > NAMES_MAX {
            return None;
        }
        did_you_mean(self.name(name), known)
    }
}

/// No public sheet has more than 700 names.
const NAMES_MAX: usize = 5_000;

/// The role that a `role` fact declares.
fn role_of(rule: &Rule) -> Option<SymbolId> {
    match rule.head.args.as_slice() {
        [arg] if rule.head.name == ROLE && rule.body.is_empty() => match arg.kind {
            TermKind::Constant(role) => Some(role),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a name is one of the connectives, ignoring case.
pub(super) fn is_connective(name: &str) -> bool {
    let connectives = [keyword::NOT, keyword::OR, keyword::DISTINCT];
    connectives.iter().any(|id| keyword::ALL[id.index()].eq_ignore_ascii_case(name))
}

//! Hash-consed ground terms for the checks.

use rustc_hash::FxHashMap;

use crate::{SymbolId, Symbols};

pub(super) type TermId = u32;

/// A name, and whether it has brackets: `f` and `(f)` are different terms.
pub(super) type Functor = (SymbolId, bool);

#[derive(Default)]
pub(super) struct Terms {
    nodes: Vec<(Functor, Box<[TermId]>)>,
    /// Number of names in each term when written out. Subterms are shared, so
    /// this can be far more than the number of terms.
    sizes: Vec<usize>,
    ids: FxHashMap<(Functor, Box<[TermId]>), TermId>,
}

impl Terms {
    pub fn intern(&mut self, functor: Functor, args: &[TermId]) -> TermId {
        let node = (functor, args.into());
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        let size = args.iter().fold(1, |size: usize, &arg| size.saturating_add(self.size(arg)));
        let id = self.nodes.len() as TermId;
        self.nodes.push(node.clone());
        self.sizes.push(size);
        self.ids.insert(node, id);
        id
    }

    pub fn functor(&self, term: TermId) -> Functor {
        self.nodes[term as usize].0
    }

    pub fn args(&self, term: TermId) -> &[TermId] {
        &self.nodes[term as usize].1
    }

    pub fn size(&self, term: TermId) -> usize {
        self.sizes[term as usize]
    }

    /// The term in the notation of rule sheets.
    pub fn text(&self, term: TermId, symbols: &Symbols) -> String {
        let (name, bracketed) = self.functor(term);
        let parts: Vec<_> = std::iter::once(symbols.name(name).to_string())
            .chain(self.args(term).iter().map(|&arg| self.text(arg, symbols)))
            .collect();
        if bracketed { format!("({})", parts.join(" ")) } else { parts.join(" ") }
    }
}

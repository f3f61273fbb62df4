//! Interned names.

use rustc_hash::FxHashMap;

/// A name: of a relation, a function, a constant or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolId(pub(crate) u32);

impl SymbolId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// GDL's keywords.
pub mod keyword {
    use super::SymbolId;

    macro_rules! keywords {
        ($($number:literal $constant:ident $text:literal),* $(,)?) => {
            $(#[doc = concat!("`", $text, "`")] pub const $constant: SymbolId = SymbolId($number);)*
            /// All keywords, ordered by id.
            pub const ALL: &[&str] = &[$($text),*];
        };
    }

    keywords! {
        0 ROLE "role", 1 INIT "init", 2 TRUE "true", 3 DOES "does", 4 NEXT "next",
        5 LEGAL "legal", 6 GOAL "goal", 7 TERMINAL "terminal", 8 BASE "base",
        9 INPUT "input", 10 RANDOM "random", 11 SEES "sees", 12 NOT "not", 13 OR "or",
        14 DISTINCT "distinct", 15 IMPLIED "<=",
    }
}

/// All names of a rule sheet.
///
/// ```
/// let mut symbols = ludex_gdl::Symbols::default();
/// let cell = symbols.intern("cell");
/// assert_eq!(symbols.intern("cell"), cell);
/// assert_ne!(symbols.intern("Cell"), cell);
/// assert_eq!(symbols.name(cell), "cell");
/// ```
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<Box<str>>,
    ids: FxHashMap<Box<str>, SymbolId>,
}

impl Default for Symbols {
    fn default() -> Self {
        let mut symbols = Self { names: Vec::new(), ids: FxHashMap::default() };
        for name in keyword::ALL {
            symbols.intern_exact(name);
        }
        symbols
    }
}

impl Symbols {
    /// The id of a name, added if it is new. Names are case-sensitive, but
    /// GDL's keywords are recognised in any case. (`not`, `or` and `distinct`
    /// are keywords at the head of a body literal only, where
    /// [`Sheet`](crate::Sheet) looks for them.)
    pub fn intern(&mut self, name: &str) -> SymbolId {
        self.find(name).unwrap_or_else(|| self.intern_exact(name))
    }

    fn intern_exact(&mut self, name: &str) -> SymbolId {
        let id = SymbolId(self.names.len() as u32);
        self.names.push(name.into());
        self.ids.insert(name.into(), id);
        id
    }

    /// The id of a name, if it was interned.
    pub fn find(&self, name: &str) -> Option<SymbolId> {
        let n_folded = keyword::RANDOM.index() + 1;
        let is_keyword = |word: &&str| word.eq_ignore_ascii_case(name);
        self.ids.get(name).copied().or_else(|| {
            keyword::ALL[..n_folded].iter().position(is_keyword).map(|at| SymbolId(at as u32))
        })
    }

    /// The name of an id.
    pub fn name(&self, id: SymbolId) -> &str {
        &self.names[id.index()]
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Always false: the keywords are always present.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All names, ordered by id.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(AsRef::as_ref)
    }
}

//! Hash-consed ground terms.
//!
//! A state fact such as `(cell 1 2 x)` is a term; so is a move. Storing equal
//! terms once makes comparison a comparison of ids, keeps structure (nothing is
//! flattened to text), and lets states be lists of ids.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use hashbrown::HashTable;

use crate::symbol::{SymbolId, Symbols};

/// A ground term in a [`TermStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub(crate) u32);

/// The outermost name of a term and its number of arguments, `None` for a
/// constant. `f` and `(f)` are different terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape {
    pub name: SymbolId,
    pub arity: Option<u32>,
}

#[derive(Debug)]
struct TermData {
    name: SymbolId,
    args: Option<Box<[TermId]>>,
    /// Depends on the text of the term only, so it is the same in every run.
    hash: u64,
    depth: u32,
}

/// All ground terms created so far. Shared by threads; terms are never removed.
///
/// ```
/// use ludex_gdl::{Symbols, TermStore};
///
/// let mut symbols = Symbols::default();
/// let (cell, one) = (symbols.intern("cell"), symbols.intern("1"));
/// let terms = TermStore::new(symbols);
/// let one = terms.constant(one);
/// let term = terms.function(cell, &[one, one]);
/// assert_eq!(terms.function(cell, &[one, one]), term);
/// assert_eq!(terms.show(term).to_string(), "(cell 1 1)");
/// ```
#[derive(Debug)]
pub struct TermStore {
    symbols: Symbols,
    /// Rank of each symbol in the natural order: numbers, then words.
    ranks: Vec<u32>,
    hashes: Vec<u64>,
    terms: boxcar::Vec<TermData>,
    ids: Mutex<HashTable<TermId>>,
    n_bytes: AtomicUsize,
}

impl TermStore {
    /// An empty store over these names.
    pub fn new(symbols: Symbols) -> Self {
        Self {
            ranks: ranks(&symbols),
            hashes: symbols.names().map(text_hash).collect(),
            symbols,
            terms: boxcar::Vec::new(),
            ids: Mutex::new(HashTable::new()),
            n_bytes: AtomicUsize::new(0),
        }
    }

    /// The names that terms are made of.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The term of a constant.
    pub fn constant(&self, name: SymbolId) -> TermId {
        self.intern(name, None, self.hash_of(name, None))
    }

    /// The term of a function applied to terms.
    pub fn function(&self, name: SymbolId, args: &[TermId]) -> TermId {
        self.intern(name, Some(args), self.hash_of(name, Some(args)))
    }

    pub(crate) fn intern(&self, name: SymbolId, args: Option<&[TermId]>, hash: u64) -> TermId {
        let mut ids = self.ids.lock().expect("no panic while holding the lock");
        if let Some(&id) = ids.find(hash, |&id| self.is(id, name, args)) {
            return id;
        }
        let depth =
            1 + args.unwrap_or_default().iter().map(|&arg| self.depth(arg)).max().unwrap_or(0);
        let data = TermData { name, args: args.map(Box::from), hash, depth };
        self.n_bytes.fetch_add(64 + 4 * args.map_or(0, <[_]>::len), Relaxed);
        let id = TermId(self.terms.push(data) as u32);
        ids.insert_unique(hash, id, |&id| self.hash(id));
        id
    }

    /// The hash of a term with these parts.
    pub(crate) fn hash_of(&self, name: SymbolId, args: Option<&[TermId]>) -> u64 {
        let mut hash = self.hashes[name.index()];
        for &arg in args.unwrap_or_default() {
            hash = mix(hash, self.hash(arg));
        }
        if args.is_some() { mix(hash, 1) } else { hash }
    }

    pub(crate) fn is(&self, id: TermId, name: SymbolId, args: Option<&[TermId]>) -> bool {
        let data = self.data(id);
        data.name == name && data.args.as_deref() == args
    }

    fn data(&self, id: TermId) -> &TermData {
        &self.terms[id.0 as usize]
    }

    /// The name of the constant or of the outermost function.
    pub fn name(&self, id: TermId) -> SymbolId {
        self.data(id).name
    }

    /// The arguments of a function term; none for a constant.
    pub fn args(&self, id: TermId) -> &[TermId] {
        self.data(id).args.as_deref().unwrap_or_default()
    }

    pub(crate) fn shape(&self, id: TermId) -> Shape {
        let data = self.data(id);
        Shape { name: data.name, arity: data.args.as_ref().map(|args| args.len() as u32) }
    }

    /// A hash of the term's text: the same in every run of the program.
    pub fn hash(&self, id: TermId) -> u64 {
        self.data(id).hash
    }

    /// Nesting depth; a constant has depth 1.
    pub fn depth(&self, id: TermId) -> u32 {
        self.data(id).depth
    }

    /// The term as a whole number, if it is one.
    pub fn integer(&self, id: TermId) -> Option<i64> {
        let data = self.data(id);
        if data.args.is_some() { None } else { self.symbols.name(data.name).parse().ok() }
    }

    /// The natural order, which does not depend on the order of creation:
    /// numbers by value, then words, then function terms part by part.
    pub fn compare(&self, left: TermId, right: TermId) -> Ordering {
        if left == right {
            return Ordering::Equal;
        }
        let (a, b) = (self.data(left), self.data(right));
        let key = |data: &TermData| {
            (
                data.args.is_some(),
                self.ranks[data.name.index()],
                data.args.as_ref().map(|args| args.len()),
            )
        };
        key(a).cmp(&key(b)).then_with(|| {
            let pairs = a.args.iter().flatten().zip(b.args.iter().flatten());
            pairs
                .map(|(&x, &y)| self.compare(x, y))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }

    /// The term in the notation of rule sheets: `name` or `(name arg arg)`.
    pub fn show(&self, id: TermId) -> impl fmt::Display + '_ {
        ShowTerm { store: self, id }
    }

    /// Memory in use, roughly.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes.load(Relaxed)
    }
}

struct ShowTerm<'a> {
    store: &'a TermStore,
    id: TermId,
}

impl fmt::Display for ShowTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data = self.store.data(self.id);
        let name = self.store.symbols.name(data.name);
        let Some(args) = &data.args else { return f.write_str(name) };
        write!(f, "({name}")?;
        for &arg in args {
            write!(f, " {}", self.store.show(arg))?;
        }
        f.write_str(")")
    }
}

fn ranks(symbols: &Symbols) -> Vec<u32> {
    let names: Vec<&str> = symbols.names().collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    let key = |&at: &usize| {
        let number = names[at].parse::<i64>().ok();
        (number.is_none(), number, names[at])
    };
    order.sort_by(|a, b| key(a).cmp(&key(b)));
    let mut ranks = vec![0; names.len()];
    for (rank, at) in order.into_iter().enumerate() {
        ranks[at] = rank as u32;
    }
    ranks
}

/// FNV-1a, finished with a multiplication that reaches the high bits.
fn text_hash(text: &str) -> u64 {
    let fnv = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    mix(fnv, 0)
}

/// Combines two hashes, order-dependent.
fn mix(left: u64, right: u64) -> u64 {
    let z = left.rotate_left(23).wrapping_add(right).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (z ^ (z >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

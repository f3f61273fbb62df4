//! Ground rules: heads and conditions over ground atoms.

use crate::reason::Tuples;
use crate::term::TermId;

/// A ground atom of a relation that depends on the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AtomId(pub u32);

/// All atoms that may hold in some state, by table, and the ground rules that
/// derive them.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    pub tables: Vec<AtomTable>,
    /// The table and row of each atom.
    pub atoms: Vec<(u32, u32)>,
    /// The head of each ground rule.
    pub heads: Vec<AtomId>,
    /// Index of each ground rule's first condition, and the number of
    /// conditions.
    pub starts: Vec<u32>,
    pub conditions: Vec<Condition>,
    /// The distinct negated conditions.
    pub absences: Vec<Absence>,
}

/// One condition of a ground rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// The atom holds.
    Holds(AtomId),
    /// No atom matches; an index into [`Instances::absences`].
    Absent(u32),
}

/// No row of a table has these values in these columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Absence {
    pub table: usize,
    pub columns: Vec<usize>,
    pub key: Vec<TermId>,
}

/// The atoms of one relation.
#[derive(Debug)]
pub(crate) struct AtomTable {
    pub tuples: Tuples,
    /// The atom of each row.
    pub ids: Vec<AtomId>,
}

impl Instances {
    pub fn add_table(&mut self, n_columns: usize) -> usize {
        self.tables.push(AtomTable { tuples: Tuples::new(n_columns), ids: Vec::new() });
        self.tables.len() - 1
    }

    /// The atom of a tuple, and whether it is new.
    pub fn atom(&mut self, table: usize, tuple: &[TermId]) -> (AtomId, bool) {
        let (row, is_new) = self.tables[table].tuples.insert(tuple);
        if is_new {
            let id = AtomId(self.atoms.len() as u32);
            self.atoms.push((table as u32, row as u32));
            self.tables[table].ids.push(id);
        }
        (self.tables[table].ids[row], is_new)
    }

    pub fn conditions_of(&self, rule: usize) -> &[Condition] {
        let end = self.starts.get(rule + 1).map_or(self.conditions.len(), |&end| end as usize);
        &self.conditions[self.starts[rule] as usize..end]
    }

    /// Memory in use, roughly.
    pub fn n_bytes(&self) -> usize {
        32 * self.atoms.len()
            + 12 * self.heads.len()
            + 8 * self.conditions.len()
            + 64 * self.absences.len()
    }
}

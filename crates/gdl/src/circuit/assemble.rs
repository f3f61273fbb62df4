//! Translates ground rules into gates.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::Game;
use rustc_hash::FxHashMap;

use super::ground::{Budget, Ground, GroundError, TableKind, ground};
use super::implied::Implied;
use super::instances::{Absence, AtomId, Condition, Instances};
use super::split::{SplitMode, split};
use super::{Builder, Grounded, Lit, Outputs};
use crate::reason::{Analysis, Clauses, Level, Limits, RelationId, materialise};
use crate::reference::Reference;
use crate::scc::components;
use crate::sheet::Sheet;
use crate::source::Span;
use crate::symbol::{SymbolId, keyword};
use crate::term::{TermId, TermStore};

/// Size and time of a grounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Number of ground rules.
    pub n_rules: usize,
    /// Number of conditions in all ground rules.
    pub n_conditions: usize,
    /// Number of gates made, before unused ones were dropped.
    pub n_gates_made: usize,
    /// Total time.
    pub time: Duration,
}

/// With more rule instances than this, rules are split thoroughly, even at the
/// cost of more gates.
const N_RULES_GENTLE: usize = 3_000_000;

impl Grounded {
    /// Grounds the rules of `sheet`, from which `reference` was made.
    ///
    /// ```
    /// use ludex_gdl::circuit::{Budget, Grounded};
    /// use ludex_gdl::{Limits, Reference, Sheet, library};
    ///
    /// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
    /// let reference = Reference::new(&sheet, Limits::default()).unwrap();
    /// let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
    /// assert_eq!(grounded.circuit.n_moves(), 20);
    /// ```
    pub fn new(sheet: &Sheet, reference: &Reference, budget: &Budget) -> Result<Self, GroundError> {
        Self::with_facts(sheet, reference, budget, &[])
    }

    /// As [`Self::new`], with further facts possible that play from the initial
    /// state need not make true.
    pub fn with_facts(
        sheet: &Sheet,
        reference: &Reference,
        budget: &Budget,
        facts: &[TermId],
    ) -> Result<Self, GroundError> {
        let started = Instant::now();
        let terms = reference.shared_terms();
        let limits = Limits {
            time_max: budget.time_max,
            memory_bytes_max: budget.memory_bytes_max,
            ..Limits::default()
        };
        let mut clauses = Clauses::new(sheet, &terms);
        let outputs: Vec<RelationId> =
            [(keyword::NEXT, 1), (keyword::LEGAL, 2), (keyword::GOAL, 2), (keyword::TERMINAL, 0)]
                .map(|(name, arity)| clauses.relation(name, arity, Span::default()))
                .to_vec();
        materialise(sheet.source(), &mut clauses, &terms, &limits, &outputs);
        let possible = [reference.initial().facts(), facts].concat();
        let attempt = |mode: SplitMode, budget: &Budget| {
            let mut clauses = clauses.clone();
            split(&mut clauses, &outputs, mode).map_err(|clause| {
                GroundError::Or(sheet.source().line_column(clause.span.start as usize).line)
            })?;
            let ground = ground(sheet, &clauses, &terms, &possible, &outputs, budget, &limits)?;
            Ok((clauses, ground))
        };
        let first = Budget {
            time_max: budget.time_max / 3,
            n_rules_max: budget.n_rules_max.min(N_RULES_GENTLE),
            ..budget.clone()
        };
        let (clauses, ground) = match attempt(SplitMode::Gentle, &first) {
            Err(GroundError::Budget(_)) => {
                let time_max = budget.time_max.saturating_sub(started.elapsed());
                attempt(SplitMode::Thorough, &Budget { time_max, ..budget.clone() })?
            }
            result => result?,
        };
        let assembler = Assembler::new(&clauses, &terms, reference, ground);
        assembler.assemble(&terms, started)
    }
}

struct Assembler<'a> {
    clauses: &'a Clauses,
    analysis: Analysis,
    reference: &'a Reference,
    instances: Instances,
    tables: FxHashMap<TableKind, usize>,
    /// The relation of each table, or `None` if its atoms are inputs.
    relations: Vec<Option<RelationId>>,
    bases: Vec<TermId>,
    base_of: FxHashMap<TermId, usize>,
    moves: Vec<TermId>,
    /// Index of each pair of role and move.
    move_of: FxHashMap<(TermId, TermId), usize>,
    builder: Builder,
    /// The literal of each atom, once it is built.
    lits: Vec<Lit>,
    /// The atoms that each absence refers to.
    absent: Vec<Vec<AtomId>>,
    /// The ground rules of each atom.
    rules_of: Vec<Vec<u32>>,
}

impl<'a> Assembler<'a> {
    fn new(
        clauses: &'a Clauses,
        terms: &TermStore,
        reference: &'a Reference,
        ground: Ground,
    ) -> Self {
        let Ground { instances, tables, mut facts } = ground;
        facts.sort_unstable_by(|&a, &b| terms.compare(a, b));
        let base_of = facts.iter().enumerate().map(|(at, &fact)| (fact, at)).collect();
        let (mut moves, mut role_starts, mut move_of) = (Vec::new(), vec![0], FxHashMap::default());
        let legal =
            clauses.find(keyword::LEGAL, 2).and_then(|id| tables.get(&TableKind::Relation(id)));
        for &role in reference.role_terms() {
            let mut own: Vec<TermId> = legal
                .map(|&table| &instances.tables[table].tuples)
                .into_iter()
                .flat_map(|tuples| (0..tuples.len()).map(|at| tuples.get(at)))
                .filter(|tuple| tuple[0] == role)
                .map(|tuple| tuple[1])
                .collect();
            own.sort_unstable_by(|&a, &b| terms.compare(a, b));
            for &mv in &own {
                move_of.insert((role, mv), moves.len());
                moves.push(mv);
            }
            role_starts.push(moves.len());
        }
        let builder = Builder::new(facts.len(), role_starts);
        let mut rules_of = vec![Vec::new(); instances.atoms.len()];
        for (rule, head) in instances.heads.iter().enumerate() {
            rules_of[head.0 as usize].push(rule as u32);
        }
        let absent = resolve(&instances);
        let mut relations = vec![None; instances.tables.len()];
        for (kind, &table) in &tables {
            if let TableKind::Relation(id) = kind {
                relations[table] = Some(*id);
            }
        }
        let lits = vec![Lit::FALSE; instances.atoms.len()];
        let analysis = Analysis::new(clauses);
        Self {
            clauses,
            analysis,
            reference,
            instances,
            tables,
            relations,
            bases: facts,
            base_of,
            moves,
            move_of,
            builder,
            lits,
            absent,
            rules_of,
        }
    }

    fn assemble(
        mut self,
        terms: &Arc<TermStore>,
        started: Instant,
    ) -> Result<Grounded, GroundError> {
        self.set_inputs(terms);
        let groups = self.groups();
        // State outputs come first: conditions that a legal move implies are
        // left out of the gates that depend on moves.
        let (actions, views): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| self.is_action(group));
        for group in &views {
            self.derive(group, &mut Implied::nothing());
        }
        let legal: Vec<Lit> = self.outputs_of(keyword::LEGAL, 2, &self.move_keys());
        let mut implied = Implied::new(&legal);
        for group in &actions {
            self.derive(group, &mut implied);
        }
        let next_keys: Vec<Vec<TermId>> = self.bases.iter().map(|&fact| vec![fact]).collect();
        let initial = self.reference.initial();
        let mut is_initial = vec![false; self.bases.len()];
        initial.facts().iter().for_each(|fact| is_initial[self.base_of[fact]] = true);
        let outputs = Outputs {
            initial: is_initial,
            next: self.outputs_of(keyword::NEXT, 1, &next_keys),
            legal,
            terminal: self.outputs_of(keyword::TERMINAL, 0, &[Vec::new()])[0],
            goals: self.goals(terms),
            extras: Vec::new(),
        };
        let mut figures = Figures {
            n_rules: self.instances.heads.len(),
            n_conditions: self.instances.conditions.len(),
            n_gates_made: self.builder.n_gates(),
            time: Duration::ZERO,
        };
        let circuit = self.builder.finish(outputs).ok_or(GroundError::Unstratified)?;
        figures.time = started.elapsed();
        Ok(Grounded {
            circuit,
            bases: self.bases,
            moves: self.moves,
            roles: self.reference.roles().to_vec(),
            terms: terms.clone(),
            rules: self.reference.rules().clone(),
            figures,
        })
    }

    /// Assigns input literals to the atoms that are inputs.
    fn set_inputs(&mut self, terms: &TermStore) {
        for (&kind, &table) in &self.tables {
            let table = &self.instances.tables[table];
            for (row, &atom) in table.ids.iter().enumerate() {
                let tuple = table.tuples.get(row);
                self.lits[atom.0 as usize] = match kind {
                    TableKind::Relation(_) => continue,
                    TableKind::AnyFluent => self.builder.base(self.base_of[&tuple[0]]),
                    TableKind::Fluent(shape) => {
                        let fact = match shape.arity {
                            Some(_) => terms.function(shape.name, tuple),
                            None => terms.constant(shape.name),
                        };
                        self.builder.base(self.base_of[&fact])
                    }
                    TableKind::Does => match self.move_of.get(&(tuple[0], tuple[1])) {
                        Some(&mv) => self.builder.mv(mv),
                        // A legal move of a name that is not a role.
                        None => Lit::FALSE,
                    },
                };
            }
        }
    }

    /// The derived atoms in strongly connected components, each after those it
    /// depends on.
    fn groups(&self) -> Vec<Vec<AtomId>> {
        let edges: Vec<Vec<u32>> = (0..self.instances.atoms.len())
            .map(|atom| {
                let mut targets: Vec<u32> = Vec::new();
                for &rule in &self.rules_of[atom] {
                    for condition in self.instances.conditions_of(rule as usize) {
                        match condition {
                            Condition::Holds(inner) => targets.push(inner.0),
                            Condition::Absent(at) => {
                                targets
                                    .extend(self.absent[*at as usize].iter().map(|inner| inner.0));
                            }
                        }
                    }
                }
                targets.sort_unstable();
                targets.dedup();
                targets
            })
            .collect();
        let component = components(&edges);
        let mut atoms: Vec<u32> = (0..self.instances.atoms.len() as u32)
            .filter(|&atom| self.is_derived(AtomId(atom)))
            .collect();
        atoms.sort_by_key(|&atom| (component[atom as usize], atom));
        atoms
            .chunk_by(|&a, &b| component[a as usize] == component[b as usize])
            .map(|group| group.iter().map(|&atom| AtomId(atom)).collect())
            .collect()
    }

    fn relation_of(&self, atom: AtomId) -> Option<RelationId> {
        self.relations[self.instances.atoms[atom.0 as usize].0 as usize]
    }

    fn is_derived(&self, atom: AtomId) -> bool {
        self.relation_of(atom).is_some()
    }

    fn is_action(&self, group: &[AtomId]) -> bool {
        let relation = self.relation_of(group[0]);
        relation.is_some_and(|id| self.analysis.level(id) == Level::Action)
    }

    fn derive(&mut self, group: &[AtomId], implied: &mut Implied) {
        let is_recursive = group.len() > 1 || self.depends_on_itself(group[0]);
        if !is_recursive {
            let products = self.products(group[0], implied);
            self.lits[group[0].0 as usize] = self.builder.sum(products);
            return;
        }
        for atom in group {
            self.lits[atom.0 as usize] = self.builder.forward();
        }
        for &atom in group {
            let products = self.products(atom, implied);
            let options: Vec<Lit> =
                products.iter().map(|product| self.builder.and(product)).collect();
            self.builder.define(self.lits[atom.0 as usize], &options);
        }
    }

    fn depends_on_itself(&self, atom: AtomId) -> bool {
        self.rules_of[atom.0 as usize].iter().any(|&rule| {
            self.instances.conditions_of(rule as usize).contains(&Condition::Holds(atom))
        })
    }

    /// One product for each rule that derives the atom.
    fn products(&mut self, atom: AtomId, implied: &mut Implied) -> Vec<Vec<Lit>> {
        let rules = std::mem::take(&mut self.rules_of[atom.0 as usize]);
        let products = rules.iter().map(|&rule| self.product(rule as usize, implied)).collect();
        self.rules_of[atom.0 as usize] = rules;
        products
    }

    fn product(&mut self, rule: usize, implied: &mut Implied) -> Vec<Lit> {
        let mut lits = Vec::new();
        for condition in self.instances.conditions_of(rule) {
            match condition {
                Condition::Holds(atom) => lits.push(self.lits[atom.0 as usize]),
                Condition::Absent(at) => {
                    let present: Vec<Lit> = self.absent[*at as usize]
                        .iter()
                        .map(|atom| self.lits[atom.0 as usize])
                        .collect();
                    lits.push(!self.builder.or(&present));
                }
            }
        }
        implied.simplify(&self.builder, &mut lits);
        lits
    }

    fn move_keys(&self) -> Vec<Vec<TermId>> {
        let mut keys = vec![Vec::new(); self.moves.len()];
        for (&(role, mv), &at) in &self.move_of {
            keys[at] = vec![role, mv];
        }
        keys
    }

    /// The literals of some tuples of a relation.
    fn outputs_of(&self, name: SymbolId, arity: usize, keys: &[Vec<TermId>]) -> Vec<Lit> {
        let table =
            self.clauses.find(name, arity).and_then(|id| self.tables.get(&TableKind::Relation(id)));
        let Some(&table) = table else { return vec![Lit::FALSE; keys.len()] };
        let table = &self.instances.tables[table];
        keys.iter()
            .map(|key| {
                table
                    .tuples
                    .find(key)
                    .map_or(Lit::FALSE, |row| self.lits[table.ids[row].0 as usize])
            })
            .collect()
    }

    fn goals(&self, terms: &TermStore) -> Vec<Vec<(u8, Lit)>> {
        let table = self
            .clauses
            .find(keyword::GOAL, 2)
            .and_then(|id| self.tables.get(&TableKind::Relation(id)));
        let mut goals = vec![Vec::new(); self.reference.roles().len()];
        let Some(&table) = table else { return goals };
        let table = &self.instances.tables[table];
        for (row, atom) in table.ids.iter().enumerate() {
            let tuple = table.tuples.get(row);
            let Some(role) = self.reference.role_terms().iter().position(|&role| role == tuple[0])
            else {
                continue;
            };
            // Goal values out of range are ignored by every engine.
            let value = terms.integer(tuple[1]).and_then(|value| u8::try_from(value).ok());
            if let Some(value) = value.filter(|&value| value <= 100) {
                goals[role].push((value, self.lits[atom.0 as usize]));
            }
        }
        goals
    }
}

/// Finds the atoms that each absence refers to.
fn resolve(instances: &Instances) -> Vec<Vec<AtomId>> {
    // Tables by the columns of a query, each read once.
    type Index = FxHashMap<Vec<TermId>, Vec<AtomId>>;
    let mut indexes: FxHashMap<(usize, &[usize]), Index> = FxHashMap::default();
    let mut resolved = Vec::new();
    for Absence { table, columns, key } in &instances.absences {
        let atoms = &instances.tables[*table];
        if columns.len() == atoms.tuples.stride() {
            resolved.push(atoms.tuples.find(key).map(|row| atoms.ids[row]).into_iter().collect());
            continue;
        }
        let index = indexes.entry((*table, columns)).or_insert_with(|| {
            let mut index = Index::default();
            for (row, &atom) in atoms.ids.iter().enumerate() {
                let tuple = atoms.tuples.get(row);
                let key = columns.iter().map(|&column| tuple[column]).collect();
                index.entry(key).or_default().push(atom);
            }
            index
        });
        resolved.push(index.get(key).cloned().unwrap_or_default());
    }
    resolved
}

//! A game played by the reference reasoner.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use ludex_game::{Game, Goal, Role, RoleId};
use thread_local::ThreadLocal;

use crate::reason::{
    Analysis, Clauses, Evaluator, Facts, Fault, Limits, Mode, PlanId, Planner, Program, RelationId,
    Sample, Unsafe, materialise,
};
use crate::sheet::Sheet;
use crate::source::{LineColumn, Span};
use crate::state::State;
use crate::symbol::{SymbolId, keyword};
use crate::term::{TermId, TermStore};

/// A rule sheet as a [`Game`], evaluated from the rules themselves.
///
/// ```
/// use ludex_game::{Game, RoleId};
/// use ludex_gdl::{Limits, Reference, Sheet, Source};
///
/// let (sheet, _) = Sheet::parse(Source::new("lamp.kif", "
///     (role robot) (init off) (legal robot switch) (<= (next on) (true off))
///     (<= terminal (true on)) (<= (goal robot 100) (true on))"));
/// let lamp = Reference::new(&sheet, Limits::default()).unwrap();
/// let mut state = lamp.initial();
/// let mut moves = Vec::new();
/// lamp.legal_moves(&state, RoleId(0), &mut moves);
/// lamp.apply(&mut state, &moves);
/// assert!(lamp.is_terminal(&state));
/// assert_eq!(lamp.goal(&state, RoleId(0)).value(), 100);
/// ```
pub struct Reference {
    rules: Arc<str>,
    terms: Arc<TermStore>,
    program: Program,
    queries: StateQueries,
    roles: Vec<Role>,
    role_terms: Vec<TermId>,
    initial: State,
    limits: Limits,
    sessions: ThreadLocal<RefCell<Session>>,
    fault: OnceLock<Fault>,
}

/// The plans of the queries that every state gets.
struct StateQueries {
    terminal: PlanId,
    legal: PlanId,
    goal: PlanId,
    next: PlanId,
}

/// One thread's evaluator and the state it holds answers for.
struct Session {
    evaluator: Evaluator,
    state: Option<State>,
}

/// Why a sheet cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The rules have no role.
    #[error("the rules name no role")]
    NoRole,
    /// More roles than a game can have.
    #[error("the rules name {0} roles; at most 255 are supported")]
    ManyRoles(usize),
    /// Some variable is never bound.
    #[error("line {}, column {}: a variable of this rule never gets a value", .0.line, .0.column)]
    Unsafe(LineColumn),
    /// The initial state cannot be computed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Reference {
    /// Compiles the rules and computes the initial state.
    pub fn new(sheet: &Sheet, limits: Limits) -> Result<Self, LoadError> {
        let terms = TermStore::new(sheet.symbols().clone());
        let mut clauses = Clauses::new(sheet, &terms);
        let roots = Roots::new(&mut clauses);
        let role_terms: Vec<TermId> =
            clauses.relations[roots.role.0].facts.iter().map(|row| row[0]).collect();
        match role_terms.len() {
            0 => return Err(LoadError::NoRole),
            1..=255 => {}
            n => return Err(LoadError::ManyRoles(n)),
        }
        let roles = role_terms.iter().map(|&role| self::role(&terms, role)).collect();
        materialise(sheet.source(), &mut clauses, &terms, &limits, &roots.of_states());
        let analysis = Analysis::new(&clauses);

        // The initial state comes first: its facts estimate the selectivity of
        // conditions.
        let rows = extension(sheet, &terms, &clauses, &analysis, roots.init, &limits)?;
        let initial = State::new(&terms, rows.into_iter().map(|row| row[0]).collect());

        let sample = sample(&terms, &initial);
        let mut planner = Planner::new(sheet.source(), &clauses, &analysis, &sample);
        let queries = StateQueries {
            terminal: planner.plan(roots.terminal, Vec::new()),
            legal: planner.plan(roots.legal, vec![Mode::Known, Mode::Wanted]),
            goal: planner.plan(roots.goal, vec![Mode::Known, Mode::Wanted]),
            next: planner.plan(roots.next, vec![Mode::Wanted]),
        };
        let program = planner.finish().map_err(|error| unsafe_rule(sheet, error))?;
        Ok(Self {
            rules: sheet.source().text().into(),
            terms: Arc::new(terms),
            program,
            queries,
            roles,
            role_terms,
            initial,
            limits,
            sessions: ThreadLocal::new(),
            fault: OnceLock::new(),
        })
    }

    /// The terms that facts and moves are made of.
    pub fn terms(&self) -> &TermStore {
        &self.terms
    }

    /// The rule sheet.
    pub fn rules(&self) -> &Arc<str> {
        &self.rules
    }

    /// The terms, shared for use beyond the lifetime of the game.
    pub fn shared_terms(&self) -> Arc<TermStore> {
        self.terms.clone()
    }

    pub(crate) fn role_terms(&self) -> &[TermId] {
        &self.role_terms
    }

    /// Whether the state is terminal.
    pub fn try_is_terminal(&self, state: &State) -> Result<bool, Fault> {
        self.ask(state, self.queries.terminal, &[], |answers| !answers.is_empty())
    }

    /// The legal moves of a role, in natural order.
    pub fn try_legal_moves(&self, state: &State, role: RoleId) -> Result<Vec<TermId>, Fault> {
        let known = [self.role_terms[role.index()]];
        let mut moves = self.ask(state, self.queries.legal, &known, |answers| answers.to_vec())?;
        moves.sort_unstable_by(|&a, &b| self.terms.compare(a, b));
        Ok(moves)
    }

    /// Every goal value that the rules derive for a role, smallest first.
    /// Normally there is one in terminal states; rules may derive none or
    /// several.
    pub fn try_goals(&self, state: &State, role: RoleId) -> Result<Vec<i64>, Fault> {
        let known = [self.role_terms[role.index()]];
        let values = self.ask(state, self.queries.goal, &known, |answers| answers.to_vec())?;
        let mut values: Vec<i64> =
            values.into_iter().filter_map(|value| self.terms.integer(value)).collect();
        values.sort_unstable();
        Ok(values)
    }

    /// The state after a joint move.
    pub fn try_next(&self, state: &State, joint: &[TermId]) -> Result<State, Fault> {
        let mut session = self.session();
        session.turn_to(self, state);
        session.evaluator.set_does(self.role_terms.iter().copied().zip(joint.iter().copied()));
        let answers = session.evaluator.ask(&self.program, &self.terms, self.queries.next, &[])?;
        Ok(State::new(&self.terms, answers.to_vec()))
    }

    /// The state in which exactly these facts are true.
    pub fn state(&self, facts: Vec<TermId>) -> State {
        State::new(&self.terms, facts)
    }

    /// The facts of a state in natural order, as text.
    pub fn fact_names(&self, state: &State) -> Vec<String> {
        let mut facts = state.facts().to_vec();
        facts.sort_unstable_by(|&a, &b| self.terms.compare(a, b));
        facts.into_iter().map(|fact| self.terms.show(fact).to_string()).collect()
    }

    /// All tuples of a static relation such as `base`. `sheet` is the one that
    /// this game was made from.
    pub fn extension(
        &self,
        sheet: &Sheet,
        relation: &str,
        arity: usize,
    ) -> Result<Vec<Vec<TermId>>, LoadError> {
        let clauses = Clauses::new(sheet, &self.terms);
        let id = sheet.symbols().find(relation).and_then(|name| clauses.find(name, arity));
        let Some(id) = id else { return Ok(Vec::new()) };
        let analysis = Analysis::new(&clauses);
        extension(sheet, &self.terms, &clauses, &analysis, id, &self.limits)
    }

    fn ask<T>(
        &self,
        state: &State,
        plan: PlanId,
        known: &[TermId],
        read: impl Fn(&crate::reason::Tuples) -> T,
    ) -> Result<T, Fault> {
        let mut session = self.session();
        session.turn_to(self, state);
        match session.evaluator.ask(&self.program, &self.terms, plan, known) {
            Ok(answers) => Ok(read(answers)),
            Err(fault) => {
                session.state = None;
                Err(fault)
            }
        }
    }

    fn session(&self) -> std::cell::RefMut<'_, Session> {
        let new = || {
            let evaluator = Evaluator::new(&self.program, self.limits.clone());
            RefCell::new(Session { evaluator, state: None })
        };
        self.sessions.get_or(new).borrow_mut()
    }

    /// The answer, or a neutral one while the fault is kept for the caller to
    /// read.
    fn or_fault<T>(&self, answer: Result<T, Fault>, neutral: T) -> T {
        answer.unwrap_or_else(|fault| {
            let _ = self.fault.set(fault);
            neutral
        })
    }
}

impl Session {
    fn turn_to(&mut self, game: &Reference, state: &State) {
        if self.state.as_ref() != Some(state) {
            self.evaluator.set_state(&game.program, &game.terms, state.facts());
            self.state = Some(state.clone());
        }
    }
}

impl Game for Reference {
    type State = State;
    type Move = TermId;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> State {
        self.initial.clone()
    }

    fn is_terminal(&self, state: &State) -> bool {
        self.fault.get().is_some() || self.or_fault(self.try_is_terminal(state), true)
    }

    fn legal_moves(&self, state: &State, role: RoleId, moves: &mut Vec<TermId>) {
        moves.clear();
        moves.extend(self.or_fault(self.try_legal_moves(state, role), Vec::new()));
    }

    fn apply(&self, state: &mut State, joint: &[TermId]) {
        *state = self.or_fault(self.try_next(state, joint), state.clone());
    }

    fn goal(&self, state: &State, role: RoleId) -> Goal {
        let values = self.or_fault(self.try_goals(state, role), Vec::new());
        let best = values.into_iter().filter_map(|value| Goal::new(value.try_into().ok()?)).max();
        best.unwrap_or(Goal::MIN)
    }

    fn move_name(&self, mv: TermId) -> String {
        self.terms.show(mv).to_string()
    }

    fn fault(&self) -> Option<String> {
        self.fault.get().map(Fault::to_string)
    }
}

/// The relations that GDL gives a meaning to.
struct Roots {
    role: RelationId,
    init: RelationId,
    terminal: RelationId,
    legal: RelationId,
    goal: RelationId,
    next: RelationId,
}

impl Roots {
    fn new(clauses: &mut Clauses) -> Self {
        let mut find = |name: SymbolId, arity| clauses.relation(name, arity, Span::default());
        Self {
            role: find(keyword::ROLE, 1),
            init: find(keyword::INIT, 1),
            terminal: find(keyword::TERMINAL, 0),
            legal: find(keyword::LEGAL, 2),
            goal: find(keyword::GOAL, 2),
            next: find(keyword::NEXT, 1),
        }
    }

    /// The relations that are queried in states.
    fn of_states(&self) -> [RelationId; 5] {
        [self.init, self.terminal, self.legal, self.goal, self.next]
    }
}

/// All tuples of a relation, with no facts true and no moves made.
fn extension(
    sheet: &Sheet,
    terms: &TermStore,
    clauses: &Clauses,
    analysis: &Analysis,
    relation: RelationId,
    limits: &Limits,
) -> Result<Vec<Vec<TermId>>, LoadError> {
    let nothing = Sample::default();
    let mut planner = Planner::new(sheet.source(), clauses, analysis, &nothing);
    let wanted = vec![Mode::Wanted; clauses.relations[relation.0].arity];
    let plan = planner.plan(relation, wanted);
    let program = planner.finish().map_err(|error| unsafe_rule(sheet, error))?;
    let mut evaluator = Evaluator::new(&program, limits.clone());
    let answers = evaluator.ask(&program, terms, plan, &[])?;
    Ok((0..answers.len()).map(|at| answers.get(at).to_vec()).collect())
}

fn role(terms: &TermStore, term: TermId) -> Role {
    let name = terms.show(term).to_string();
    if terms.name(term) == keyword::RANDOM { Role::chance(name) } else { Role::player(name) }
}

fn sample(terms: &TermStore, state: &State) -> Sample {
    let mut sample = Sample::default();
    for &fact in state.facts() {
        let args = terms.args(fact);
        let facts = sample.entry(terms.shape(fact)).or_insert_with(|| Facts::new(args.len()));
        facts.push(args);
    }
    sample
}

fn unsafe_rule(sheet: &Sheet, error: Unsafe) -> LoadError {
    LoadError::Unsafe(sheet.source().line_column(error.span.start as usize))
}

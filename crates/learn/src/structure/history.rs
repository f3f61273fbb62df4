//! Random games, recorded state by state.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use ludex_game::draw::{below, draw, mix};
use ludex_game::{Game, RoleId};
use ludex_gdl::{Engine, Reference, TermId, TermStore};
use rustc_hash::FxHashMap;

/// Limits of the recorded random games. All but the last are counts, so that a seed gives the
/// same history on every machine.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Seed of the random games.
    pub seed: u64,
    /// Maximum number of games.
    pub n_games_max: u64,
    /// The ply at which a long game is abandoned.
    pub n_plies_max: u32,
    /// Maximum number of facts in all recorded states of a game with a circuit.
    pub n_facts_max: usize,
    /// The same limit for the reference reasoner, which is a hundred times slower.
    pub n_facts_max_slow: usize,
    /// Time limit of the recording; only games on the reasoner reach it.
    pub time_max: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            seed: 1,
            n_games_max: 4_000,
            n_plies_max: 500,
            n_facts_max: 1_000_000,
            n_facts_max_slow: 150_000,
            time_max: Duration::from_secs(2),
        }
    }
}

/// Recorded random games. Facts are numbered in order of first occurrence.
#[derive(Clone, Debug, Default)]
pub struct History {
    facts: Vec<TermId>,
    numbers: FxHashMap<TermId, u32>,
    /// All states, concatenated; each is an ascending list of facts.
    content: Vec<u32>,
    ends: Vec<usize>,
    /// For each state, the roles with a choice, as bits; 0 for the last state of a game.
    choosers: Vec<u64>,
    /// For each state, its ply in its game.
    plies: Vec<u32>,
    n_games: u64,
    others: Vec<Other>,
}

/// The successor of a state if one role alone had made another move.
#[derive(Clone, Debug)]
pub struct Other {
    /// The state.
    pub state: usize,
    /// The role with another move.
    pub role: usize,
    /// The facts of the successor.
    pub facts: Vec<u32>,
}

/// Minimum number of states for reliable statistics.
const N_STATES_MIN: usize = 1_000;

/// Number of states with simultaneous moves for which alternative successors are recorded.
const N_OTHERS_MAX: usize = 600;

impl History {
    /// Plays random games and records them.
    ///
    /// ```
    /// use ludex_gdl::{Engine, Limits, Sheet, library};
    /// use ludex_learn::structure::{Budget, History};
    ///
    /// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
    /// let loaded = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap();
    /// let history = History::record(&loaded.engine, &Budget { n_games_max: 10, ..Budget::default() });
    /// assert_eq!(history.n_games(), 10);
    /// assert!(history.n_states() > 60);
    /// ```
    pub fn record(engine: &Engine, budget: &Budget) -> Self {
        match engine {
            Engine::Circuit(game) => {
                let mut moves: Vec<usize> = (0..game.grounded().moves.len()).collect();
                let terms = game.terms();
                let term = |mv: usize| game.grounded().moves[mv];
                moves.sort_by(|&a, &b| compare(terms, term(a), term(b)));
                let mut ranks = vec![0; moves.len()];
                moves.iter().enumerate().for_each(|(rank, &mv)| ranks[mv] = rank);
                let recorder = Recorder {
                    game: &**game,
                    facts: &|state| game.fact_terms(state),
                    order: &|moves| moves.sort_by_key(|mv| ranks[mv.index()]),
                };
                recorder.run(budget, budget.n_facts_max)
            }
            Engine::Reference(game) => {
                let terms = Reference::terms(game);
                let recorder = Recorder {
                    game: &**game,
                    facts: &|state| state.facts().to_vec(),
                    order: &|moves| moves.sort_by(|&a, &b| compare(terms, a, b)),
                };
                recorder.run(budget, budget.n_facts_max_slow)
            }
        }
    }

    /// Number of games played.
    pub fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Number of states recorded.
    pub fn n_states(&self) -> usize {
        self.ends.len()
    }

    /// The facts seen, by number.
    pub fn facts(&self) -> &[TermId] {
        &self.facts
    }

    /// The facts of a state, as ascending numbers.
    pub fn state(&self, at: usize) -> &[u32] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.content[start..self.ends[at]]
    }

    /// The roles with a choice in a state, as bits.
    pub fn choosers(&self, at: usize) -> u64 {
        self.choosers[at]
    }

    /// Number of plies before a state.
    pub fn ply(&self, at: usize) -> u32 {
        self.plies[at]
    }

    /// Whether the next recorded state follows from this one.
    pub fn goes_on(&self, at: usize) -> bool {
        self.plies.get(at + 1).is_some_and(|&ply| ply > 0)
    }

    /// Alternative successors of some states with simultaneous moves.
    pub fn others(&self) -> &[Other] {
        &self.others
    }

    /// A sample of `n` states, or all. Game lengths often have a period, so the states are not
    /// evenly spaced.
    pub fn sample(&self, n: usize) -> impl Iterator<Item = &[u32]> {
        let n_states = self.n_states();
        let at = move |number: usize| match n_states <= n {
            true => number,
            false => (mix(number as u64 + 1) % n_states as u64) as usize,
        };
        (0..n.min(n_states)).map(move |number| self.state(at(number)))
    }

    /// Whether the time is over. The first states may take three times as long.
    fn is_late(&self, budget: &Budget, started: Instant) -> bool {
        let factor = if self.n_states() < N_STATES_MIN { 3 } else { 1 };
        started.elapsed() > factor * budget.time_max
    }

    fn push(&mut self, facts: &[TermId], ply: u32) {
        let numbers = self.number(facts);
        self.content.extend(numbers);
        self.ends.push(self.content.len());
        self.plies.push(ply);
        self.choosers.push(0);
    }

    fn number(&mut self, facts: &[TermId]) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::with_capacity(facts.len());
        for &fact in facts {
            let new = self.facts.len() as u32;
            let number = *self.numbers.entry(fact).or_insert(new);
            if number == new {
                self.facts.push(fact);
            }
            numbers.push(number);
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The functions of a game for the recording.
struct Recorder<'a, G: Game> {
    game: &'a G,
    facts: &'a dyn Fn(&G::State) -> Vec<TermId>,
    order: &'a dyn Fn(&mut Vec<G::Move>),
}

impl<G: Game> Recorder<'_, G> {
    fn run(&self, budget: &Budget, n_facts_max: usize) -> History {
        let mut history = History::default();
        let started = Instant::now();
        while history.n_games < budget.n_games_max {
            self.play(&mut history, budget, n_facts_max, started);
            history.n_games += 1;
            let is_over = history.is_late(budget, started) || self.game.fault().is_some();
            if history.content.len() >= n_facts_max || is_over {
                break;
            }
        }
        history
    }

    fn play(&self, history: &mut History, budget: &Budget, n_facts_max: usize, started: Instant) {
        let (game, number) = (self.game, history.n_games);
        let n_roles = game.roles().len();
        let mut state = game.initial();
        let mut legal: Vec<Vec<G::Move>> = vec![Vec::new(); n_roles];
        for ply in 0..=budget.n_plies_max {
            history.push(&(self.facts)(&state), ply);
            let is_late = ply > 2 && history.is_late(budget, started);
            let is_full = history.content.len() > n_facts_max + n_facts_max / 2;
            if is_late || is_full || game.is_terminal(&state) {
                return;
            }
            for (role, moves) in legal.iter_mut().enumerate() {
                game.legal_moves(&state, RoleId::new(role), moves);
                (self.order)(moves);
            }
            if legal.iter().any(Vec::is_empty) {
                return;
            }
            let random = |role: usize| draw(budget.seed, number, ply, role);
            let choice = |role: usize| legal[role][below(random(role), legal[role].len())];
            let joint: Vec<G::Move> = (0..n_roles).map(choice).collect();
            let choosers: Vec<usize> =
                (0..n_roles.min(64)).filter(|&role| legal[role].len() > 1).collect();
            if choosers.len() > 1 && history.others.len() < N_OTHERS_MAX {
                self.look_aside(history, &state, &joint, &legal, &choosers);
            }
            let mask = choosers.iter().fold(0, |mask, &role| mask | 1u64 << role);
            *history.choosers.last_mut().expect("a state was pushed") = mask;
            game.apply(&mut state, &joint);
        }
    }

    /// Records the successors if each of the choosers alone had made another move.
    fn look_aside(
        &self,
        history: &mut History,
        state: &G::State,
        joint: &[G::Move],
        legal: &[Vec<G::Move>],
        choosers: &[usize],
    ) {
        let at = history.n_states() - 1;
        for &role in choosers {
            let place = legal[role].iter().position(|&mv| mv == joint[role]).unwrap_or(0);
            let mut other = joint.to_vec();
            other[role] = legal[role][(place + 1) % legal[role].len()];
            let mut after = state.clone();
            self.game.apply(&mut after, &other);
            let facts = history.number(&(self.facts)(&after));
            history.others.push(Other { state: at, role, facts });
        }
    }
}

/// An order of terms that is independent of names: symbols are in the order of first occurrence
/// in the sheet, so that a renamed sheet plays the same games.
pub(super) fn compare(terms: &TermStore, left: TermId, right: TermId) -> Ordering {
    if left == right {
        return Ordering::Equal;
    }
    let (a, b) = (terms.args(left), terms.args(right));
    let names = terms.name(left).cmp(&terms.name(right));
    names.then(a.len().cmp(&b.len())).then_with(|| {
        let pairs = a.iter().zip(b).map(|(&x, &y)| compare(terms, x, y));
        pairs.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    })
}

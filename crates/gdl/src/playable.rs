//! The capabilities of games that are given as rule sheets.

use std::sync::Arc;

use ludex_game::playouts::Playouts;
use ludex_game::{
    FactSet, Facts, FactsOf, Game, Hints, Literal, Logic, LogicOf, Material, NamedEvaluator, Part,
    Playable, PositionError, PositionText, PositionTextOf, RoleId, SearchSupport,
};

use crate::circuit::{GateKind, Lit};
use crate::playouts::CircuitPlayouts;
use crate::reference::Reference;
use crate::single::{BitState, CircuitGame, MoveId};
use crate::state::State;
use crate::term::{TermId, TermStore};

/// Larger circuits are not offered as logic: those who reason about it copy it several times.
const N_LOGIC_GATES_MAX: usize = 1_000_000;

impl SearchSupport for CircuitGame {
    fn key(&self, state: &BitState) -> u64 {
        state.stable_hash()
    }

    fn timeless_key(&self, state: &BitState) -> Option<u64> {
        self.timeless_hash(state)
    }

    fn timeless_plies(&self, state: &BitState) -> Option<u32> {
        CircuitGame::timeless_plies(self, state)
    }
}

impl Playable for CircuitGame {
    fn playouts(self: &Arc<Self>) -> Box<dyn Playouts<Self>> {
        Box::new(CircuitPlayouts::new(Arc::clone(self)))
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        let facts = self.fact_terms(&self.initial());
        if !has_pieces(self, self.terms(), &facts) {
            return Vec::new();
        }
        vec![NamedEvaluator::material(|_| {
            Box::new(Material(|game: &Self, state, role| {
                n_pieces(game, game.terms(), &game.fact_terms(state), role)
            }))
        })]
    }

    fn threats(&self) -> Option<Arc<Hints<MoveId>>> {
        CircuitGame::threats(self)
    }

    fn parts(&self) -> &[Box<dyn Part<Self>>] {
        CircuitGame::parts(self)
    }

    fn facts(&self) -> Option<&FactsOf<Self>> {
        Some(self)
    }

    fn logic(&self) -> Option<LogicOf<Self>> {
        let circuit = &self.grounded().circuit;
        // A loop is a least fixpoint, which gates in order do not express.
        if !circuit.loops.is_empty() || circuit.n_gates() > N_LOGIC_GATES_MAX {
            return None;
        }
        let literal = |lit: Lit| {
            let literal = Literal::of(lit.node());
            if lit.is_negated() { !literal } else { literal }
        };
        let all = |lits: &[Lit]| lits.iter().map(|&lit| literal(lit)).collect::<Vec<_>>();
        let moves = (0..circuit.n_moves()).map(|mv| MoveId(mv as u32)).collect();
        let mut logic = Logic::new(circuit.n_bases, moves);
        for (gate, kind) in circuit.kinds.iter().enumerate() {
            logic.add_gate(*kind == GateKind::And, &all(circuit.inputs_of(gate)));
        }
        (logic.next, logic.legal) = (all(&circuit.next), all(&circuit.legal));
        logic.terminal = literal(circuit.terminal);
        let goals = |goals: &Vec<(u8, Lit)>| {
            goals.iter().map(|&(goal, lit)| (goal, literal(lit))).collect()
        };
        logic.goals = circuit.goals.iter().map(goals).collect();
        Some(logic)
    }

    fn rules(&self) -> Option<&str> {
        Some(&self.grounded().rules)
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

/// A position is written as the list of its facts.
impl PositionText for CircuitGame {
    fn show(&self, state: &BitState) -> String {
        self.fact_names(state).join(" ")
    }

    fn read_position(&self, text: &str) -> Result<BitState, PositionError> {
        let facts = self.terms().read_all(text).map_err(|error| error.to_string())?;
        Ok(self.state(&facts).map_err(|error| error.to_string())?)
    }
}

/// Facts are numbered as the inputs of the circuit are.
impl Facts for CircuitGame {
    fn n_facts(&self) -> Option<usize> {
        Some(self.grounded().bases.len())
    }

    fn fact_name(&self, fact: usize) -> String {
        self.terms().show(self.grounded().bases[fact]).to_string()
    }

    fn fact_named(&self, text: &str) -> Option<usize> {
        self.find_fact(self.terms().read(text).ok()?).ok()
    }

    fn holding<'a>(&self, state: &'a BitState) -> FactSet<'a> {
        FactSet::Bits(state.words())
    }

    fn set_fact(&self, state: &mut BitState, fact: usize, holds: bool) {
        if state.contains(fact) != holds {
            self.flip(state, fact);
        }
    }

    fn move_named(&self, role: RoleId, text: &str) -> Option<MoveId> {
        self.find_move(role, self.terms().read(text).ok()?).ok()
    }

    fn moves(&self, role: RoleId) -> Option<Vec<MoveId>> {
        let moves = self.grounded().circuit.moves_of(role.index());
        Some(moves.map(|mv| MoveId(mv as u32)).collect())
    }
}

impl SearchSupport for Reference {
    fn key(&self, state: &State) -> u64 {
        state.stable_hash()
    }
}

impl Playable for Reference {
    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        if !has_pieces(self, self.terms(), self.initial().facts()) {
            return Vec::new();
        }
        vec![NamedEvaluator::material(|_| {
            Box::new(Material(|game: &Self, state, role| {
                n_pieces(game, game.terms(), state.facts(), role)
            }))
        })]
    }

    fn facts(&self) -> Option<&FactsOf<Self>> {
        Some(self)
    }

    fn rules(&self) -> Option<&str> {
        Some(Reference::rules(self))
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

/// A position is written as the list of its facts.
impl PositionText for Reference {
    fn show(&self, state: &State) -> String {
        self.fact_names(state).join(" ")
    }

    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let facts = self.terms().read_all(text).map_err(|error| error.to_string())?;
        Ok(self.state(facts))
    }
}

/// The number of a fact is that of its term: the facts and moves of a game are not known in
/// advance without grounding.
impl Facts for Reference {
    fn n_facts(&self) -> Option<usize> {
        None
    }

    fn fact_name(&self, fact: usize) -> String {
        self.terms().show(TermId(fact as u32)).to_string()
    }

    fn fact_named(&self, text: &str) -> Option<usize> {
        self.terms().read(text).ok().map(|term| term.0 as usize)
    }

    fn holding<'a>(&self, state: &'a State) -> FactSet<'a> {
        FactSet::Sorted(state.facts().iter().map(|fact| fact.0).collect())
    }

    fn set_fact(&self, state: &mut State, fact: usize, holds: bool) {
        let fact = TermId(fact as u32);
        let mut facts = state.facts().to_vec();
        facts.retain(|&other| other != fact);
        facts.extend(holds.then_some(fact));
        *state = self.state(facts);
    }

    fn move_named(&self, _role: RoleId, text: &str) -> Option<TermId> {
        self.terms().read(text).ok()
    }
}

/// Whether some fact is a piece with an owner.
fn has_pieces<G: Game>(game: &G, terms: &TermStore, facts: &[TermId]) -> bool {
    facts.iter().any(|&fact| owner(game, terms, fact).is_some())
}

/// The number of a role's pieces.
fn n_pieces<G: Game>(game: &G, terms: &TermStore, facts: &[TermId], role: RoleId) -> f64 {
    facts.iter().filter(|&&fact| owner(game, terms, fact) == Some(role.index())).count() as f64
}

/// The role among the arguments of a fact with several arguments: `(cell 1 1 white)` has an
/// owner, `(control white)` does not. Other encodings of pieces have no owner.
fn owner<G: Game>(game: &G, terms: &TermStore, fact: TermId) -> Option<usize> {
    let args = terms.args(fact);
    let role = |&arg: &TermId| match terms.args(arg) {
        [] => {
            let name = terms.symbols().name(terms.name(arg));
            game.roles().iter().position(|role| role.name == name)
        }
        _ => None,
    };
    if args.len() < 2 { None } else { args.iter().find_map(role) }
}

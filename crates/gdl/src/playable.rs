//! What a game given as rules offers beyond them.

use std::sync::Arc;

use game::playouts::Playouts;
use game::{Game, Playable, RoleId};

use crate::playouts::CircuitPlayouts;
use crate::reference::Reference;
use crate::single::{BitState, CircuitGame, MoveId};
use crate::state::State;
use crate::term::{TermId, TermStore};

impl Playable for CircuitGame {
    fn playouts(self: &Arc<Self>) -> Box<dyn Playouts<Self>> {
        Box::new(CircuitPlayouts::new(Arc::clone(self)))
    }

    fn pieces(&self, state: &BitState, role: RoleId) -> Option<f64> {
        count_pieces(self, self.terms(), &self.facts(state), role)
    }

    fn key(&self, state: &BitState) -> u64 {
        state.stable_hash()
    }

    fn timeless_key(&self, state: &BitState) -> Option<u64> {
        self.timeless_hash(state)
    }

    fn timeless_plies(&self, state: &BitState) -> Option<u32> {
        CircuitGame::timeless_plies(self, state)
    }

    fn show(&self, state: &BitState) -> String {
        self.fact_names(state).join(" ")
    }

    fn read_position(&self, text: &str) -> Result<BitState, String> {
        let facts = self.terms().read_all(text).map_err(|error| error.to_string())?;
        self.state(&facts).map_err(|error| error.to_string())
    }

    fn read_fact(&self, text: &str) -> Option<usize> {
        self.find_fact(self.terms().read(text).ok()?).ok()
    }

    fn holds(&self, state: &BitState, fact: usize) -> bool {
        state.contains(fact)
    }

    fn rules(&self) -> Option<&str> {
        Some(&self.grounded().rules)
    }

    fn read_move(&self, role: RoleId, text: &str) -> Option<MoveId> {
        self.find_move(role, self.terms().read(text).ok()?).ok()
    }
}

impl Playable for Reference {
    fn pieces(&self, state: &State, role: RoleId) -> Option<f64> {
        count_pieces(self, self.terms(), state.facts(), role)
    }

    fn key(&self, state: &State) -> u64 {
        state.stable_hash()
    }

    fn show(&self, state: &State) -> String {
        self.fact_names(state).join(" ")
    }

    fn read_position(&self, text: &str) -> Result<State, String> {
        let facts = self.terms().read_all(text).map_err(|error| error.to_string())?;
        Ok(self.state(facts))
    }

    fn read_fact(&self, text: &str) -> Option<usize> {
        self.terms().read(text).ok().map(|term| term.0 as usize)
    }

    fn holds(&self, state: &State, fact: usize) -> bool {
        state.facts().binary_search(&TermId(fact as u32)).is_ok()
    }

    fn rules(&self) -> Option<&str> {
        Some(Reference::rules(self))
    }

    fn read_move(&self, _role: RoleId, text: &str) -> Option<TermId> {
        self.terms().read(text).ok()
    }
}

/// How many facts beside the turn name the role, as `(cell 1 1 white)` does.
/// Rules that name pieces otherwise do not tell whose they are.
fn count_pieces<G: Game>(
    game: &G,
    terms: &TermStore,
    facts: &[TermId],
    role: RoleId,
) -> Option<f64> {
    let names: Vec<&str> = game.roles().iter().map(|role| role.name.as_str()).collect();
    let owner = |&fact: &TermId| {
        let args = terms.args(fact);
        let name = |&arg: &TermId| match terms.args(arg) {
            [] => names.iter().position(|name| *name == terms.symbols().name(terms.name(arg))),
            _ => None,
        };
        if args.len() < 2 { None } else { args.iter().find_map(name) }
    };
    let owners: Vec<usize> = facts.iter().filter_map(owner).collect();
    let count = owners.iter().filter(|&&owner| owner == role.index()).count();
    (!owners.is_empty()).then_some(count as f64)
}

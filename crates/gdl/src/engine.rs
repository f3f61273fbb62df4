//! Chooses the engine of a game: its circuit if the rules can be grounded, else
//! the reasoner.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::circuit::{Budget, GroundError, Grounded};
use crate::reason::Limits;
use crate::reference::{LoadError, Reference};
use crate::sheet::Sheet;
use crate::single::CircuitGame;
use crate::term::TermId;

/// A game with its engine. Both variants are a [`Game`](ludex_game::Game).
#[derive(Clone)]
pub enum Engine {
    /// The rules as a circuit.
    Circuit(Arc<CircuitGame>),
    /// The reference reasoner.
    Reference(Arc<Reference>),
}

/// An engine, and why it was chosen.
pub struct Loaded {
    /// The engine.
    pub engine: Engine,
    /// Why there is no circuit, if there is none.
    pub fallback: Option<GroundError>,
}

impl Engine {
    /// The circuit of a sheet if grounding stays within the budget, else the
    /// reasoner.
    ///
    /// ```
    /// use ludex_gdl::circuit::Budget;
    /// use ludex_gdl::{Engine, Limits, Sheet, library};
    ///
    /// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
    /// let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
    /// assert!(matches!(loaded.engine, Engine::Circuit(_)) && loaded.fallback.is_none());
    /// ```
    pub fn load(sheet: &Sheet, limits: &Limits, budget: &Budget) -> Result<Loaded, LoadError> {
        Self::load_for(sheet, limits, budget, "")
    }

    /// As [`Self::load`], for play from a position given by its facts: those
    /// that `base` lists are possible, even if play from the initial state
    /// never makes them true.
    ///
    /// ```
    /// use ludex_game::PositionText;
    /// use ludex_gdl::circuit::Budget;
    /// use ludex_gdl::{Engine, Limits, Sheet, Source};
    ///
    /// let rules = "(role r) (legal r go) (goal r 0) (init (n 1)) (n 1) (n 2) (n 3)
    ///     (<= (base (n ?x)) (n ?x)) (<= (next (n ?x)) (true (n ?x))) (<= terminal (true (n 3)))";
    /// let (sheet, _) = Sheet::parse(Source::new("n.kif", rules));
    /// let loaded = Engine::load_for(&sheet, &Limits::default(), &Budget::default(), "(n 2)");
    /// let Engine::Circuit(game) = loaded.unwrap().engine else { panic!("it grounds") };
    /// assert!(game.read_position("(n 2)").is_ok() && game.read_position("(n 3)").is_err());
    /// ```
    pub fn load_for(
        sheet: &Sheet,
        limits: &Limits,
        budget: &Budget,
        position: &str,
    ) -> Result<Loaded, LoadError> {
        let reference = Reference::new(sheet, limits.clone())?;
        let facts = listed(sheet, &reference, position)?;
        Ok(match Grounded::with_facts(sheet, &reference, budget, &facts) {
            Ok(grounded) => {
                let game = CircuitGame::new(Arc::new(grounded));
                Loaded { engine: Engine::Circuit(Arc::new(game)), fallback: None }
            }
            Err(error) => {
                Loaded { engine: Engine::Reference(Arc::new(reference)), fallback: Some(error) }
            }
        })
    }
}

/// The facts of a position that `base` lists. Skips text that cannot be read:
/// the reader of the position reports it.
fn listed(sheet: &Sheet, reference: &Reference, position: &str) -> Result<Vec<TermId>, LoadError> {
    let mut facts = reference.terms().read_all(position).unwrap_or_default();
    if !facts.is_empty() {
        let base: FxHashSet<Vec<TermId>> =
            reference.extension(sheet, "base", 1)?.into_iter().collect();
        facts.retain(|&fact| base.contains(&vec![fact]));
    }
    Ok(facts)
}

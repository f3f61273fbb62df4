//! The engine for a game: its circuit where it has one, else the reasoner.

use std::sync::Arc;

use crate::circuit::{Budget, GroundError, Grounded};
use crate::reason::Limits;
use crate::reference::{LoadError, Reference};
use crate::sheet::Sheet;
use crate::single::CircuitGame;

/// A game with the engine that suits it. Both are a [`Game`](game::Game).
pub enum Engine {
    /// The rules as a circuit.
    Circuit(Box<CircuitGame>),
    /// The reference reasoner.
    Reference(Box<Reference>),
}

/// An engine and why it was chosen.
pub struct Loaded {
    /// The engine.
    pub engine: Engine,
    /// Why there is no circuit, if there is none.
    pub fallback: Option<GroundError>,
}

impl Engine {
    /// The circuit of a sheet if it can be had within the budget, else the
    /// reasoner.
    ///
    /// ```
    /// use gdl::circuit::Budget;
    /// use gdl::{Engine, Limits, Sheet, library};
    ///
    /// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
    /// let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
    /// assert!(matches!(loaded.engine, Engine::Circuit(_)) && loaded.fallback.is_none());
    /// ```
    pub fn load(sheet: &Sheet, limits: &Limits, budget: &Budget) -> Result<Loaded, LoadError> {
        let reference = Reference::new(sheet, limits.clone())?;
        Ok(match Grounded::new(sheet, &reference, budget) {
            Ok(grounded) => {
                let game = CircuitGame::new(Arc::new(grounded));
                Loaded { engine: Engine::Circuit(Box::new(game)), fallback: None }
            }
            Err(error) => {
                Loaded { engine: Engine::Reference(Box::new(reference)), fallback: Some(error) }
            }
        })
    }
}

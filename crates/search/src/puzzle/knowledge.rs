//! Optional knowledge of a solver beyond the rules.

use std::sync::Arc;

use ludex_game::{Game, Heuristic, Playable};
use ludex_support::unknown_word;

use super::Relaxed;
use crate::Probe;

/// A heuristic and exactly known positions, both optional.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Bound, Game, Heuristic, examples::Nim};
/// use ludex_search::puzzle::Knowledge;
///
/// struct OneMove;
///
/// impl<G: Game> Bound<G> for OneMove {
///     fn cost_min(&mut self, game: &G, state: &G::State) -> u32 {
///         u32::from(!game.is_terminal(state))
///     }
/// }
///
/// let knowledge = Knowledge::<Nim>::default();
/// assert!(knowledge.heuristic().is_none());
/// let knowledge = knowledge.with_heuristic(|| Heuristic::Bound(Box::new(OneMove)));
/// assert!(knowledge.heuristic().unwrap().is_bound());
/// assert!(Knowledge::named(&Arc::new(Nim::new(&[1])), "distance").is_err());
/// ```
pub struct Knowledge<G: Game> {
    /// Creates a heuristic for each search.
    heuristic: Option<MakeHeuristic<G>>,
    probe: Option<Arc<dyn Probe<G>>>,
}

/// The name of the estimate from relaxed rules, which every game with logic has.
const RELAXED: &str = "relaxed";

type MakeHeuristic<G> = Arc<dyn Fn() -> Heuristic<G> + Send + Sync>;

impl<G: Game> Default for Knowledge<G> {
    fn default() -> Self {
        Self { heuristic: None, probe: None }
    }
}

impl<G: Game> Clone for Knowledge<G> {
    fn clone(&self) -> Self {
        Self { heuristic: self.heuristic.clone(), probe: self.probe.clone() }
    }
}

impl<G: Game> Knowledge<G> {
    /// With a heuristic.
    pub fn with_heuristic(self, make: impl Fn() -> Heuristic<G> + Send + Sync + 'static) -> Self {
        Self { heuristic: Some(Arc::new(make)), ..self }
    }

    /// With exactly known positions.
    pub fn with_probe(self, probe: Arc<dyn Probe<G>>) -> Self {
        Self { probe: Some(probe), ..self }
    }

    /// A new heuristic, if there is one.
    pub fn heuristic(&self) -> Option<Heuristic<G>> {
        self.heuristic.as_ref().map(|make| make())
    }

    /// The exactly known positions, if there are any.
    pub fn probe(&self) -> Option<Arc<dyn Probe<G>>> {
        self.probe.clone()
    }
}

impl<G: Playable> Knowledge<G> {
    /// One of the game's own [heuristics](Playable::heuristics), or the [relaxed](Relaxed) rules.
    /// The error lists the names.
    pub fn named(game: &Arc<G>, name: &str) -> Result<Self, String> {
        if name == RELAXED {
            let game = Arc::clone(game);
            let make = move || Relaxed::new(&*game);
            make()
                .ok_or_else(|| format!("`{name}`: the rules of this game are no logic of plies"))?;
            let again = move || {
                Heuristic::Estimate(Box::new(make().expect("the heuristic was made before")))
            };
            return Ok(Self::default().with_heuristic(again));
        }
        let known = game.heuristics();
        let Some(named) = known.iter().find(|named| named.name == name) else {
            return Err(match known.is_empty() {
                true => format!("`{name}`: this game has no heuristics"),
                false => {
                    let names = known.iter().map(|named| named.name).chain([RELAXED]);
                    unknown_word("heuristic", name, names)
                }
            });
        };
        // A heuristic that was created once can be created again.
        let (make, game) = (named.make, Arc::clone(game));
        make(&game)?;
        let again = move || make(&game).expect("the heuristic was made before");
        Ok(Self::default().with_heuristic(again))
    }
}

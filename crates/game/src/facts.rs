//! Positions as sets of numbered facts.

use crate::{Game, Playable, RoleId};

/// A game whose positions are sets of facts, such as `(cell 1 1 x)`, and whose
/// moves have names that can be looked up.
///
/// A fact is addressed by its number. Learned features, evaluators and hints are
/// stored with the text of facts and moves and use numbers once they are bound to
/// a game. [`Playable::facts`] returns the capability.
///
/// ```
/// use ludex_game::examples::Lights;
/// use ludex_game::{FactSet, Game, Playable, RoleId};
///
/// let lights = Lights::new(3);
/// let facts = lights.facts().unwrap();
/// assert_eq!(facts.n_facts(), Some(3));
/// let fact = facts.fact_named("(on 2)").unwrap();
/// assert_eq!(facts.fact_name(fact), "(on 2)");
///
/// let mut state = lights.initial();
/// assert!(!facts.holds(&state, fact));
/// facts.set_fact(&mut state, fact, true);
/// assert!(FactSet::of(&lights, &state).contains(fact));
/// assert!(facts.move_named(RoleId(0), "(switch 2)").is_some());
/// assert_eq!(facts.moves(RoleId(0)).map(|moves| moves.len()), Some(3));
/// ```
pub trait Facts: Game {
    /// The number of facts, if all are known: valid numbers are below it. `None` for a game
    /// that discovers its facts as positions are computed.
    fn n_facts(&self) -> Option<usize>;

    /// The text of a fact. Panics if no fact has the number.
    fn fact_name(&self, fact: usize) -> String;

    /// The number of the fact with this text.
    fn fact_named(&self, text: &str) -> Option<usize>;

    /// The facts that hold in a position. One call serves any number of lookups,
    /// so that hot loops pay for one dynamic call per position.
    fn holding<'a>(&self, state: &'a Self::State) -> FactSet<'a>;

    /// Makes a fact true or false in a position and leaves all others alone.
    fn set_fact(&self, state: &mut Self::State, fact: usize, holds: bool);

    /// The move of a role with this text.
    fn move_named(&self, role: RoleId, text: &str) -> Option<Self::Move>;

    /// All moves that a role may have in any position, if they are known.
    fn moves(&self, role: RoleId) -> Option<Vec<Self::Move>> {
        let _ = role;
        None
    }

    /// Whether a fact holds in a position. For more than one fact of the same
    /// position, [`holding`](Self::holding) is faster.
    fn holds(&self, state: &Self::State, fact: usize) -> bool {
        self.holding(state).contains(fact)
    }
}

/// [`Facts`] of a game as [`Playable::facts`] returns them.
pub type FactsOf<G> = dyn Facts<State = <G as Game>::State, Move = <G as Game>::Move>;

/// The facts that hold in one position.
///
/// ```
/// use ludex_game::FactSet;
///
/// let (bits, list) = (FactSet::Bits(&[0b1010]), FactSet::Sorted(vec![1, 3]));
/// assert!((0..100).all(|fact| bits.contains(fact) == list.contains(fact)));
/// assert!(list.contains(3) && !list.contains(2));
/// assert_eq!(bits.iter().collect::<Vec<_>>(), list.iter().collect::<Vec<_>>());
/// ```
#[derive(Clone, Debug)]
pub enum FactSet<'a> {
    /// Bit `fact % 64` of word `fact / 64` is set where the fact holds.
    Bits(&'a [u64]),
    /// The numbers of all facts that hold, in rising order.
    Sorted(Vec<u32>),
}

impl<'a> FactSet<'a> {
    /// The facts of a position; the empty set for a game without
    /// [facts](Playable::facts).
    pub fn of<G: Playable>(game: &G, state: &'a G::State) -> Self {
        game.facts().map_or(Self::Bits(&[]), |facts| facts.holding(state))
    }

    /// Whether a fact holds.
    #[inline]
    pub fn contains(&self, fact: usize) -> bool {
        match self {
            Self::Bits(words) => {
                words.get(fact / 64).is_some_and(|word| word >> (fact % 64) & 1 == 1)
            }
            Self::Sorted(facts) => {
                u32::try_from(fact).is_ok_and(|fact| facts.binary_search(&fact).is_ok())
            }
        }
    }

    /// The numbers of the facts that hold, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let (words, facts): (&[u64], &[u32]) = match self {
            Self::Bits(words) => (words, &[]),
            Self::Sorted(facts) => (&[], facts),
        };
        let bits = (0..64 * words.len()).filter(|&fact| words[fact / 64] >> (fact % 64) & 1 == 1);
        bits.chain(facts.iter().map(|&fact| fact as usize))
    }
}

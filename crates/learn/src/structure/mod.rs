//! The structure of a game: boards, pieces, turns and counters.
//!
//! Rules do not mark boards and pieces, and names carry no meaning. Changes from state to state
//! of random games reveal them: cells persist, contents come and go, and a content belongs to
//! the role that had a choice when it came. After Kaiser, *Automatic Feature Extraction for
//! Autonomous General Game Playing Agents* (2007), with additions that `docs/STRUCTURE.md`
//! explains.

mod board;
mod coordinates;
mod draw;
mod group;
mod hexagons;
mod history;
mod json;
mod keys;
mod layout;
mod links;
mod motion;
mod ordinal;
mod part;
mod piece;
mod rules;
mod scramble;
mod select;
mod shape;
mod store;
mod turn;
mod variance;
mod words;
mod writer;

use std::sync::Arc;

use ludex_game::{Game, Role};
use ludex_gdl::{Engine, Sheet, SymbolId, TermId, TermStore};

pub use board::{Axis, Board};
pub use coordinates::Coordinates;
pub use draw::{draw, legend};
pub use group::{Column, Group};
pub use history::{Budget, History, Other};
pub use ordinal::Ordinal;
pub use part::{Part, Parts};
pub use piece::Piece;
pub use rules::Pattern;
pub use scramble::{Scramble, locations};
pub use shape::{Plane, Shape};
pub use store::{Accumulator, Store};
pub use turn::{Control, Counter};
pub use variance::Variance;
pub use words::describe;

/// The structure of a game.
///
/// ```
/// use ludex_gdl::{Engine, Limits, Sheet, library};
/// use ludex_learn::structure::{Budget, Structure};
///
/// let (sheet, _) = Sheet::parse(library::find("connect-four").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap();
/// let budget = Budget { n_games_max: 200, ..Budget::default() };
/// let structure = Structure::find(&sheet, &loaded.engine, &budget);
/// let board = &structure.boards[0];
/// assert_eq!((board.width(), board.height()), (Some(7), Some(6)));
/// assert_eq!(board.location_args(), [1, 2]);
/// assert_eq!(structure.pieces.len(), 2);
/// ```
pub struct Structure {
    /// The store of terms and symbols.
    pub terms: Arc<TermStore>,
    /// The roles.
    pub roles: Vec<Role>,
    /// The boards, the main one first.
    pub boards: Vec<Board>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The facts that determine the role on turn, the most reliable first.
    pub controls: Vec<Control>,
    /// The counters of plies.
    pub counters: Vec<Counter>,
    /// Amounts per holder.
    pub accumulators: Vec<Accumulator>,
    /// Sets of items.
    pub stores: Vec<Store>,
    /// Rows of symbols.
    pub ordinals: Vec<Ordinal>,
    /// Conditions on facts in goals and terminal rules.
    pub patterns: Vec<Pattern>,
    /// The independent parts of the game, if there are several.
    pub parts: Option<Parts>,
    /// Groups of similar facts, with their statistics.
    pub groups: Vec<Group>,
    /// The facts of the initial state.
    pub initial: Vec<TermId>,
    /// Number of random games played.
    pub n_games: u64,
    /// Number of their states that were recorded.
    pub n_states: usize,
}

impl Structure {
    /// Plays random games and finds the structure. `engine` is that of `sheet`.
    pub fn find(sheet: &Sheet, engine: &Engine, budget: &Budget) -> Self {
        let (terms, roles) = match engine {
            Engine::Circuit(game) => (game.grounded().terms.clone(), game.roles().to_vec()),
            Engine::Reference(game) => (game.shared_terms(), game.roles().to_vec()),
        };
        let possible = match engine {
            Engine::Circuit(game) => game.grounded().bases.clone(),
            Engine::Reference(_) => Vec::new(),
        };
        let history = History::record(engine, budget);
        let initial = match history.n_states() {
            0 => Vec::new(),
            _ => history.state(0).iter().map(|&fact| history.facts()[fact as usize]).collect(),
        };
        let groups = Group::all(&terms, &history);
        let ordinals = Ordinal::all(sheet, &terms);
        let role_terms: Vec<TermId> =
            roles.iter().filter_map(|role| terms.read(&role.name).ok()).collect();
        let counters = turn::counters(&history, &groups, &ordinals);
        let controls = turn::controls(&history, &groups, &role_terms);
        let relations = counters.iter().map(|counter| counter.relation);
        let told: Vec<SymbolId> =
            relations.chain(controls.iter().map(|control| control.relation)).collect();
        let selected = {
            let judge = select::Inputs {
                sheet,
                terms: &terms,
                history: &history,
                groups: &groups,
                ordinals: &ordinals,
                roles: &role_terms,
                possible: &possible,
                told: &told,
            };
            judge.select()
        };
        Self {
            terms,
            roles,
            boards: selected.boards,
            pieces: selected.pieces,
            controls,
            counters,
            accumulators: selected.accumulators,
            stores: selected.stores,
            ordinals,
            patterns: Pattern::all(sheet),
            parts: Parts::find(engine),
            groups,
            initial,
            n_games: history.n_games(),
            n_states: history.n_states(),
        }
    }
}

//! What a game is made of: boards, pieces, turns and counters.
//!
//! Rules do not say what is a board and what is a piece, and names mean nothing.
//! What changes from state to state of random games does: places stay, contents
//! come and go, and whoever had a choice when a content came moves it. After
//! Kaiser, *Automatic Feature Extraction for Autonomous General Game Playing
//! Agents* (2007), and beyond it; `docs/STRUCTURE.md` tells how.

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

use game::{Game, Role};
use gdl::{Engine, Sheet, SymbolId, TermId, TermStore};

pub use board::{Axis, Board};
pub use coordinates::Coordinates;
pub use draw::{draw, legend};
pub use group::{Column, Group};
pub use history::{Budget, History, Other};
pub use ordinal::Ordinal;
pub use piece::Piece;
pub use rules::Pattern;
pub use scramble::{Scramble, locations};
pub use shape::{Plane, Shape};
pub use store::{Accumulator, Store};
pub use turn::{Control, Counter};
pub use variance::Variance;
pub use words::describe;

/// What a game is made of.
///
/// ```
/// use gdl::{Engine, Limits, Sheet, library};
/// use learn::structure::{Budget, Structure};
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
    /// Where symbols are stored.
    pub terms: Arc<TermStore>,
    /// The roles.
    pub roles: Vec<Role>,
    /// The boards, the main one first.
    pub boards: Vec<Board>,
    /// What moves on them.
    pub pieces: Vec<Piece>,
    /// What tells whose turn it is, the surest first.
    pub controls: Vec<Control>,
    /// What counts plies.
    pub counters: Vec<Counter>,
    /// Numbers that somebody or something has.
    pub accumulators: Vec<Accumulator>,
    /// Sets of things.
    pub stores: Vec<Store>,
    /// Rows of symbols.
    pub ordinals: Vec<Ordinal>,
    /// Conditions on facts in goals and ends.
    pub patterns: Vec<Pattern>,
    /// Facts by what they look like, with their statistics.
    pub groups: Vec<Group>,
    /// The facts of the initial state.
    pub initial: Vec<TermId>,
    /// Random games that were played.
    pub n_games: u64,
    /// States of them that were recorded.
    pub n_states: usize,
}

impl Structure {
    /// Plays random games and finds what they are made of. `engine` is that of
    /// `sheet`.
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
        let parts = {
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
            boards: parts.boards,
            pieces: parts.pieces,
            controls,
            counters,
            accumulators: parts.accumulators,
            stores: parts.stores,
            ordinals,
            patterns: Pattern::all(sheet),
            groups,
            initial,
            n_games: history.n_games(),
            n_states: history.n_states(),
        }
    }
}

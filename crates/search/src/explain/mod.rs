//! Searches made visible: the whole tree of a small one, to be drawn.
//!
//! [`Recorder`] runs minimax or alpha-beta as textbooks have it and keeps every
//! node in a [`Tree`]; [`text`] and [`svg`] draw it with the crate `report`. The
//! searches of players record nothing: they are in other modules, and faster.
//!
//! ```
//! use ludex_game::Game;
//! use ludex_search::explain::{Recorder, Settings, text};
//! use ludex_search::{LeafValue, TreeGame};
//!
//! let game: TreeGame = "(max (min 3 12) (min 2 4))".parse().unwrap();
//! let mut leaf = LeafValue;
//! let mut recorder = Recorder::new(&game, &mut leaf, TreeGame::MAX, Settings::default());
//! let tree = recorder.record(&game.initial()).unwrap();
//! assert_eq!(text::draw(&tree, &Default::default()), "\
//! ▲ 3
//! ├─ 1 ▼ 3 *
//! │  ├─ 1 3 *
//! │  └─ 2 12
//! └─ 2 ▼ ≤2  cut: 2 ≤ α = 3
//!    ├─ 1 2
//!    └─ 2 ✂
//! ");
//! ```

mod recorder;
pub mod svg;
pub mod text;
mod tree;
mod view;

pub use recorder::{Algorithm, Order, Recorder, Settings, TooLarge};
pub use tree::{Cut, Kind, Node, Tree, Window, number};

/// What to show beside values and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// The window with which each node was searched.
    pub windows: bool,
    /// The positions, where their texts are short.
    pub boards: bool,
    /// A line below the tree that sums it up.
    pub caption: bool,
}

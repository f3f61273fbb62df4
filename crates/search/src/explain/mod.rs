//! Drawings of searches: the whole tree of a small search.
//!
//! [`Recorder`] runs textbook minimax or alpha-beta and keeps every node in a [`Tree`];
//! [`text`] and [`svg`] draw it with the crate `report`. The searches of players are separate
//! and faster, and record nothing.
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

/// Options of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// The search window of each node.
    pub windows: bool,
    /// The positions, where their texts are short.
    pub boards: bool,
    /// A line below the tree with its summary.
    pub caption: bool,
}

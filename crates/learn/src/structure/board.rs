//! Boards: relations whose facts put contents on cells.

use std::collections::BTreeSet;

use ludex_gdl::{SymbolId, TermId, TermStore};

use super::coordinates::Coordinates;
use super::group::{Group, at};
use super::layout::Layout;
use super::ordinal::Ordinal;
use super::shape::{Plane, Shape};

/// A relation whose facts put contents on cells.
#[derive(Clone, Debug)]
pub struct Board {
    /// The relation.
    pub relation: SymbolId,
    /// Number of its arguments.
    pub n_args: usize,
    /// The coordinates.
    pub axes: Vec<Axis>,
    /// The path of the content: the argument, from 1, and the part of it. `None` where the
    /// existence of the fact is the content.
    pub content: Option<Vec<usize>>,
    /// The path of the owner of the content, if it is separate.
    pub owner: Option<Vec<usize>>,
    /// Each cell: its place along each axis.
    pub cells: Vec<Vec<usize>>,
    /// Whether every state has a fact for every cell, so that emptiness is a
    /// content.
    pub is_full: bool,
    /// The content of empty cells, where the rules have a symbol for it.
    pub blank: Option<TermId>,
    /// Contents that never move, such as walls.
    pub fixed: Vec<TermId>,
    /// Neighbouring cells, as indices into `cells`: along the axes or, on a single unordered
    /// axis, as linked by rules or moves.
    pub links: Vec<(usize, usize)>,
    /// The arrangement of the cells.
    pub shape: Shape,
    /// The axes of a drawing: across, up, and in several copies.
    pub plane: Plane,
    /// The coordinates of cells with one name each, if the rules define any.
    pub coordinates: Option<Coordinates>,
}

/// One coordinate of a board.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its path in facts: the argument, from 1, and the part of it.
    pub path: Vec<usize>,
    /// The symbols on it, ordered as far as the rules define an order.
    pub symbols: Vec<TermId>,
    /// The relation that orders them.
    pub ordinal: Option<SymbolId>,
    /// Whether the first symbol follows the last.
    pub is_cycle: bool,
}

impl Board {
    /// The board of a group, with the cells of its facts and some further ones.
    pub(super) fn new(
        group: &Group,
        layout: &Layout,
        extra: &[Vec<TermId>],
        ordinals: &[Ordinal],
    ) -> Self {
        let axes: Vec<Axis> = (layout.location.iter().enumerate())
            .map(|(axis, &at)| {
                let more: Vec<TermId> = extra.iter().map(|cell| cell[axis]).collect();
                Axis::new(group, at, &more, ordinals)
            })
            .collect();
        let place = |axis: &Axis, symbol: TermId| {
            axis.symbols.iter().position(|&other| other == symbol).expect("all are on the axis")
        };
        let symbol = |row: &[u32], at: usize| group.columns[at].symbols[row[at] as usize];
        let seen = group.rows.iter().map(|(_, row)| -> Vec<TermId> {
            layout.location.iter().map(|&at| symbol(row, at)).collect()
        });
        let cells: BTreeSet<Vec<usize>> = seen
            .chain(extra.iter().cloned())
            .map(|cell| axes.iter().zip(cell).map(|(axis, symbol)| place(axis, symbol)).collect())
            .collect();
        let path = |at: usize| group.columns[at].path.clone();
        let mut board = Self {
            relation: group.name,
            n_args: group.n_args,
            axes,
            content: layout.content.map(path),
            owner: layout.owner.map(path),
            cells: cells.into_iter().collect(),
            is_full: layout.is_full,
            blank: None,
            fixed: Vec::new(),
            links: Vec::new(),
            shape: Shape::Graph,
            plane: Plane::default(),
            coordinates: None,
        };
        board.settle();
        board
    }

    /// Adds the cells of a constant relation that contains all cells of this board: some cells
    /// are always empty.
    pub(super) fn widen(&mut self, group: &Group, ordinals: &[Ordinal]) {
        let varied = group.varied();
        let is_more = group.rows.len() > self.cells.len();
        if !group.is_constant || varied.len() != self.axes.len() || !is_more {
            return;
        }
        for location in orders(&varied) {
            let has_all = location.iter().zip(&self.axes).all(|(&at, axis)| {
                axis.symbols.iter().all(|symbol| group.columns[at].symbols.contains(symbol))
            });
            if has_all && self.widen_to(group, location, ordinals) {
                return;
            }
        }
    }

    fn widen_to(&mut self, group: &Group, location: Vec<usize>, ordinals: &[Ordinal]) -> bool {
        let layout = Layout {
            location,
            content: None,
            owner: None,
            is_full: true,
            is_key: true,
            is_single: false,
        };
        let wide = Board::new(group, &layout, &[], ordinals);
        let named = |board: &Board, cell: &[usize]| -> Vec<TermId> {
            board.axes.iter().zip(cell).map(|(axis, &at)| axis.symbols[at]).collect()
        };
        let all: BTreeSet<Vec<TermId>> = wide.cells.iter().map(|cell| named(&wide, cell)).collect();
        if !self.cells.iter().all(|cell| all.contains(&named(self, cell))) {
            return false;
        }
        for (axis, wide) in self.axes.iter_mut().zip(&wide.axes) {
            axis.symbols.clone_from(&wide.symbols);
            axis.ordinal = wide.ordinal;
            axis.is_cycle = wide.is_cycle;
        }
        self.cells.clone_from(&wide.cells);
        self.settle();
        true
    }

    /// Sets the coordinates that rules define for the names of cells.
    pub(super) fn locate(&mut self, coordinates: Coordinates) {
        let is_all = coordinates.n_columns * coordinates.n_rows == self.cells.len();
        self.shape = if is_all { Shape::Grid } else { Shape::PartialGrid };
        self.coordinates = Some(coordinates);
    }

    /// Computes plane, shape, and the links along the axes.
    fn settle(&mut self) {
        self.plane = self.find_plane();
        self.shape = self.find_shape();
        self.links = if self.shape == Shape::Graph { Vec::new() } else { self.axis_links() };
    }

    /// The arguments of the location, from 1.
    pub fn location_args(&self) -> Vec<usize> {
        let mut args: Vec<usize> = self.axes.iter().map(|axis| axis.path[0]).collect();
        args.sort_unstable();
        args.dedup();
        args
    }

    /// The argument of the content, from 1.
    pub fn content_arg(&self) -> Option<usize> {
        self.content.as_ref().map(|path| path[0])
    }

    /// Cells from left to right, where the board has columns and rows.
    pub fn width(&self) -> Option<usize> {
        let given = self.coordinates.as_ref().map(|given| given.n_columns);
        given.or_else(|| (self.shape != Shape::Graph).then(|| self.extent(&self.plane.across)))
    }

    /// Cells from the bottom to the top, where the board has columns and rows.
    pub fn height(&self) -> Option<usize> {
        let given = self.coordinates.as_ref().map(|given| given.n_rows);
        given.or_else(|| (self.shape != Shape::Graph).then(|| self.extent(&self.plane.up)))
    }

    pub(super) fn extent(&self, axes: &[usize]) -> usize {
        axes.iter().map(|&axis| self.axes[axis].symbols.len()).product()
    }

    /// The cell of a fact, as an index into [`Board::cells`], and its content.
    pub fn read(&self, terms: &TermStore, fact: TermId) -> Option<(usize, Option<TermId>)> {
        if terms.name(fact) != self.relation || terms.args(fact).len() != self.n_args {
            return None;
        }
        let cell: Option<Vec<usize>> = self
            .axes
            .iter()
            .map(|axis| {
                let symbol = follow(terms, fact, &axis.path)?;
                axis.symbols.iter().position(|&other| other == symbol)
            })
            .collect();
        let cell = self.cells.binary_search(&cell?).ok()?;
        Some((cell, self.content.as_ref().and_then(|path| follow(terms, fact, path))))
    }

    /// The owner of the content of a fact, where it is a separate argument.
    pub fn owner_of(&self, terms: &TermStore, fact: TermId) -> Option<TermId> {
        self.owner.as_ref().and_then(|path| follow(terms, fact, path))
    }
}

impl Axis {
    fn new(group: &Group, at: usize, more: &[TermId], ordinals: &[Ordinal]) -> Self {
        let column = &group.columns[at];
        let mut symbols = column.symbols.clone();
        for symbol in more {
            if !symbols.contains(symbol) {
                symbols.push(*symbol);
            }
        }
        let row = Ordinal::covering(ordinals, &symbols);
        if let Some(row) = row {
            let place = |symbol: &TermId| row.symbols.iter().position(|other| other == symbol);
            symbols.sort_by_key(place);
        }
        let closes = |row: &&Ordinal| {
            row.is_cycle && row.symbols.len() == symbols.len() && row.share(&symbols) == 1.0
        };
        let is_cycle = symbols.len() > 2 && ordinals.iter().any(|row| closes(&row));
        Self { path: column.path.clone(), symbols, ordinal: row.map(|row| row.relation), is_cycle }
    }
}

/// The part of a term at a path, if the term is deep enough.
pub(super) fn follow(terms: &TermStore, root: TermId, path: &[usize]) -> Option<TermId> {
    let mut term = root;
    for &place in path {
        term = *terms.args(term).get(place - 1)?;
    }
    debug_assert_eq!(term, at(terms, root, path));
    Some(term)
}

/// All orders of a few columns; for many columns, only the present order.
pub(super) fn orders(columns: &[usize]) -> Vec<Vec<usize>> {
    if columns.len() < 2 || columns.len() > 4 {
        return vec![columns.to_vec()];
    }
    let mut found = Vec::new();
    for (at, &first) in columns.iter().enumerate() {
        let rest: Vec<usize> = [&columns[..at], &columns[at + 1..]].concat();
        for mut order in orders(&rest) {
            order.insert(0, first);
            found.push(order);
        }
    }
    found
}

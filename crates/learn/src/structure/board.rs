//! Places with something on them.

use std::collections::BTreeSet;
use std::fmt;

use gdl::{SymbolId, TermId, TermStore};

use super::group::{Group, at};
use super::layout::Layout;
use super::ordinal::Ordinal;

/// A relation whose facts are places with something on them.
#[derive(Clone, Debug)]
pub struct Board {
    /// The relation.
    pub relation: SymbolId,
    /// How many arguments it has.
    pub n_args: usize,
    /// The coordinates.
    pub axes: Vec<Axis>,
    /// Where the content stands: the argument, from 1, and the part of it. None
    /// where being a fact says all.
    pub content: Option<Vec<usize>>,
    /// Where it stands whose the content is, if that is a place of its own.
    pub owner: Option<Vec<usize>>,
    /// Each cell: its place along each axis.
    pub cells: Vec<Vec<usize>>,
    /// Whether every state has a fact for every cell, so that emptiness is a
    /// content.
    pub is_full: bool,
    /// What empty cells hold, where the rules say it.
    pub blank: Option<TermId>,
    /// Contents that never move: walls, say.
    pub fixed: Vec<TermId>,
    /// Cells next to each other, by their places in `cells`: along the axes, or
    /// where there is but one without an order, as rules or moves link them.
    pub links: Vec<(usize, usize)>,
    /// How the cells lie.
    pub shape: Shape,
    /// The axes that a drawing has across, down, and in several copies.
    pub plane: Plane,
}

/// One coordinate of a board.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Where it stands: the argument, from 1, and the part of it.
    pub path: Vec<usize>,
    /// The symbols on it, in order as far as the rules give one.
    pub symbols: Vec<TermId>,
    /// The relation that puts them in order.
    pub ordinal: Option<SymbolId>,
    /// Whether the first follows the last.
    pub is_cycle: bool,
}

/// How the cells of a board lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All cells of some columns and rows.
    Grid,
    /// Some of them.
    PartialGrid,
    /// A grid whose columns go round.
    Cylinder,
    /// A grid that goes round both ways.
    Torus,
    /// One row.
    Line,
    /// One row that goes round.
    Ring,
    /// Cells without coordinates.
    Graph,
    /// Several boards, or one of three dimensions.
    Layers,
    /// A grid of grids.
    Nested,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Grid => "grid",
            Shape::PartialGrid => "partial grid",
            Shape::Cylinder => "cylinder",
            Shape::Torus => "torus",
            Shape::Line => "line",
            Shape::Ring => "ring",
            Shape::Graph => "graph",
            Shape::Layers => "layers",
            Shape::Nested => "nested",
        })
    }
}

/// The axes across, down, and those of several copies. Of two axes in one
/// direction the first is the coarse one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plane {
    /// From left to right.
    pub across: Vec<usize>,
    /// From the bottom to the top.
    pub up: Vec<usize>,
    /// Copies of the whole.
    pub layers: Vec<usize>,
}

impl Board {
    /// The board of a group, with the cells that it has facts for and some
    /// further ones.
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
        };
        board.settle();
        board
    }

    /// Takes the cells of a relation that never changes, where it has all of
    /// this board's: there are cells that nothing ever stood on.
    pub(super) fn widen(&mut self, group: &Group, ordinals: &[Ordinal]) {
        let varied = group.varied();
        if !group.is_constant || varied.len() != self.axes.len() {
            return;
        }
        let has_all = varied.iter().zip(&self.axes).all(|(&at, axis)| {
            axis.symbols.iter().all(|symbol| group.columns[at].symbols.contains(symbol))
        });
        if !has_all || group.rows.len() <= self.cells.len() {
            return;
        }
        let layout = Layout {
            location: varied,
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
        let all: BTreeSet<Vec<TermId>> =
            wide.cells.iter().map(|cell| named(&wide, cell)).collect();
        if self.cells.iter().all(|cell| all.contains(&named(self, cell))) {
            for (axis, wide) in self.axes.iter_mut().zip(&wide.axes) {
                axis.symbols.clone_from(&wide.symbols);
                axis.ordinal = wide.ordinal;
                axis.is_cycle = wide.is_cycle;
            }
            self.cells.clone_from(&wide.cells);
            self.settle();
        }
    }

    /// Finds plane and shape from the cells, and links along the axes.
    fn settle(&mut self) {
        self.plane = self.find_plane();
        self.shape = self.find_shape();
        self.links = if self.shape == Shape::Graph { Vec::new() } else { self.axis_links() };
    }

    /// The arguments that are the location, from 1.
    pub fn location_args(&self) -> Vec<usize> {
        let mut args: Vec<usize> = self.axes.iter().map(|axis| axis.path[0]).collect();
        args.sort_unstable();
        args.dedup();
        args
    }

    /// The argument that is the content, from 1.
    pub fn content_arg(&self) -> Option<usize> {
        self.content.as_ref().map(|path| path[0])
    }

    /// Cells from left to right, where the board has columns and rows.
    pub fn width(&self) -> Option<usize> {
        (self.shape != Shape::Graph).then(|| self.extent(&self.plane.across))
    }

    /// Cells from the bottom to the top, where the board has columns and rows.
    pub fn height(&self) -> Option<usize> {
        (self.shape != Shape::Graph).then(|| self.extent(&self.plane.up))
    }

    pub(super) fn extent(&self, axes: &[usize]) -> usize {
        axes.iter().map(|&axis| self.axes[axis].symbols.len()).product()
    }

    /// The cell that a fact is about, as a place in [`Board::cells`], and what
    /// it says is there.
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

    /// Whose a fact says that its content is, where it says so apart.
    pub fn owner_of(&self, terms: &TermStore, fact: TermId) -> Option<TermId> {
        self.owner.as_ref().and_then(|path| follow(terms, fact, path))
    }

    /// Axes that the others do not tell, and how they are best drawn.
    fn find_plane(&self) -> Plane {
        let mut needed: Vec<usize> = (0..self.axes.len()).collect();
        for axis in (0..self.axes.len()).rev() {
            let rest: Vec<usize> = needed.iter().copied().filter(|&at| at != axis).collect();
            let part = |cell: &Vec<usize>| rest.iter().map(|&at| cell[at]).collect::<Vec<_>>();
            let distinct: BTreeSet<Vec<usize>> = self.cells.iter().map(part).collect();
            if distinct.len() == self.cells.len() && needed.len() > 1 && self.cells.len() > 3 {
                needed = rest;
            }
        }
        let plane = |across: &[usize], up: &[usize], layers: &[usize]| Plane {
            across: across.to_vec(),
            up: up.to_vec(),
            layers: layers.to_vec(),
        };
        match needed[..] {
            [x] => plane(&[x], &[], &[]),
            [x, y] => plane(&[x], &[y], &[]),
            [a, b, c] => match self.layer(a, b, c) {
                layer if layer == a => plane(&[b], &[c], &[a]),
                layer if layer == b => plane(&[a], &[c], &[b]),
                _ => plane(&[a], &[b], &[c]),
            },
            [a, b, c, d] => plane(&[a, c], &[b, d], &[]),
            _ => plane(&needed[..1], &needed[1..2], &needed[2..]),
        }
    }

    /// Which of three axes numbers the copies: the odd one out, if two are
    /// alike; else one without an order; else the shortest.
    fn layer(&self, a: usize, b: usize, c: usize) -> usize {
        let is_like = |x: usize, y: usize| self.axes[x].symbols == self.axes[y].symbols;
        match (is_like(a, b), is_like(a, c), is_like(b, c)) {
            (true, false, false) => c,
            (false, true, false) => b,
            (false, false, true) => a,
            _ => {
                let unordered = [a, b, c].into_iter().find(|&at| self.axes[at].ordinal.is_none());
                let shortest = [a, b, c].into_iter().min_by_key(|&at| self.axes[at].symbols.len());
                unordered.or(shortest).unwrap_or(a)
            }
        }
    }

    fn find_shape(&self) -> Shape {
        let plane = &self.plane;
        let n = self.extent(&plane.across) * self.extent(&plane.up);
        let goes_round = |axes: &[usize]| axes.iter().any(|&at| self.axes[at].is_cycle);
        match (plane.across.len(), plane.up.len(), plane.layers.len()) {
            (1, 0, 0) if self.axes[plane.across[0]].ordinal.is_none() => Shape::Graph,
            (1, 0, 0) if goes_round(&plane.across) => Shape::Ring,
            (1, 0, 0) => Shape::Line,
            (1, 1, 0) => match (goes_round(&plane.across), goes_round(&plane.up)) {
                (true, true) => Shape::Torus,
                (true, false) | (false, true) => Shape::Cylinder,
                _ if n == self.cells.len() => Shape::Grid,
                _ => Shape::PartialGrid,
            },
            (2, 2, 0) => Shape::Nested,
            _ => Shape::Layers,
        }
    }

    /// Cells that are one step apart along one axis.
    fn axis_links(&self) -> Vec<(usize, usize)> {
        let mut links = Vec::new();
        for (from, cell) in self.cells.iter().enumerate() {
            for (at, axis) in self.axes.iter().enumerate() {
                let mut next = cell.clone();
                next[at] += 1;
                if next[at] == axis.symbols.len() && axis.is_cycle {
                    next[at] = 0;
                }
                links.extend(self.cells.binary_search(&next).ok().map(|to| (from, to)));
            }
        }
        links
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

/// The part of a term that a path leads to, if it goes so deep.
pub(super) fn follow(terms: &TermStore, root: TermId, path: &[usize]) -> Option<TermId> {
    let mut term = root;
    for &place in path {
        term = *terms.args(term).get(place - 1)?;
    }
    debug_assert_eq!(term, at(terms, root, path));
    Some(term)
}

//! The arrangement of the cells of a board.

use std::collections::BTreeSet;
use std::fmt;

use super::board::Board;

/// The arrangement of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All combinations of some columns and rows.
    Grid,
    /// Some combinations of columns and rows.
    PartialGrid,
    /// A grid whose columns form a cycle.
    Cylinder,
    /// A grid whose columns and rows form cycles.
    Torus,
    /// One row.
    Line,
    /// One row that forms a cycle.
    Ring,
    /// Cells without coordinates.
    Graph,
    /// Several boards, or one with three dimensions.
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

/// The axes across, up, and those of several copies. Of two axes in one direction, the first is
/// the coarse one.
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
    /// The axes that are not determined by others, arranged for a drawing.
    pub(super) fn find_plane(&self) -> Plane {
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

    /// The one of three axes that numbers the copies: the odd one out, if two are alike; else
    /// one without an order; else the shortest.
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

    pub(super) fn find_shape(&self) -> Shape {
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
    pub(super) fn axis_links(&self) -> Vec<(usize, usize)> {
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

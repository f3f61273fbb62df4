//! The placements of the vehicles of one row or column, and the slides between them.
//!
//! A line of up to eight cells with given vehicles has at most fifteen placements. Which
//! slides a placement allows depends on the cells that are blocked by vehicles that cross the
//! line, and by walls. All answers are in one table, which boards with equal lines share.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use smallvec::SmallVec;

use super::Metric;

/// Lines have at most this many cells.
pub(super) const N_CELLS_MAX: usize = 8;
/// A placement allows at most this many slides.
pub(super) const N_SLIDES_MAX: usize = 8;

/// The first cell of each vehicle, in their order.
type Starts = SmallVec<[u8; 4]>;

/// What determines a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    n_cells: usize,
    lengths: SmallVec<[u8; 4]>,
    metric: Metric,
}

/// A line with its placements.
#[derive(Debug)]
pub(super) struct Line {
    n_cells: usize,
    /// The placements.
    pub starts: Vec<Starts>,
    /// The cells that are taken, for each placement.
    pub cells: Vec<u8>,
    /// The cells on which the moving vehicle stands at some time, for each pair of placements.
    swept: Vec<u8>,
    /// The placements one slide away, for each placement and set of blocked cells.
    slides: Vec<[u8; N_SLIDES_MAX]>,
    n_slides: Vec<u8>,
}

impl Line {
    /// The line of some vehicles, in their order.
    pub fn of(n_cells: usize, lengths: &[u8], metric: Metric) -> Arc<Self> {
        static LINES: LazyLock<Mutex<HashMap<Key, Arc<Line>>>> = LazyLock::new(Mutex::default);
        let key = Key { n_cells, lengths: lengths.into(), metric };
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        let line = lines.entry(key.clone()).or_insert_with(|| Arc::new(Self::new(&key)));
        Arc::clone(line)
    }

    fn new(key: &Key) -> Self {
        let mut starts = Vec::new();
        place(key, &mut SmallVec::new(), 0, &mut starts);
        let cells = |starts: &Starts| {
            let masks =
                starts.iter().zip(&key.lengths).map(|(&start, &length)| mask(start, length));
            masks.fold(0, |all, cells| all | cells)
        };
        let pairs = starts.iter().flat_map(|from| starts.iter().map(move |to| (from, to)));
        let mut line = Self {
            n_cells: key.n_cells,
            cells: starts.iter().map(cells).collect(),
            swept: pairs.map(|(from, to)| swept(key, from, to)).collect(),
            slides: Vec::new(),
            n_slides: Vec::new(),
            starts,
        };
        for placement in 0..line.n_placements() {
            for blocked in 0..1u16 << key.n_cells {
                let to = line.reachable(key, placement, blocked as u8);
                let mut slides = [0; N_SLIDES_MAX];
                slides[..to.len()].copy_from_slice(&to);
                line.slides.push(slides);
                line.n_slides.push(to.len() as u8);
            }
        }
        line
    }

    /// The number of placements.
    pub fn n_placements(&self) -> usize {
        self.starts.len()
    }

    /// The placement with these starts.
    pub fn placement(&self, starts: &[u8]) -> Option<usize> {
        self.starts.iter().position(|found| found[..] == *starts)
    }

    /// The placements one slide away, in ascending order, and their number.
    #[inline(always)]
    pub fn slides(&self, placement: usize, blocked: usize) -> ([u8; N_SLIDES_MAX], usize) {
        let at = placement << self.n_cells | blocked;
        (self.slides[at], usize::from(self.n_slides[at]))
    }

    /// The cells on which the moving vehicle stands at some time during a slide.
    #[inline(always)]
    pub fn swept(&self, from: usize, to: u8) -> u8 {
        self.swept[from * self.starts.len() + usize::from(to)]
    }

    /// The placements that differ by the slide of one vehicle over free cells.
    fn reachable(&self, key: &Key, placement: usize, blocked: u8) -> Vec<u8> {
        let from = &self.starts[placement];
        let is_slide = |&to: &u8| {
            let starts = &self.starts[usize::from(to)];
            let moved: Vec<usize> = (0..from.len()).filter(|&at| from[at] != starts[at]).collect();
            let [vehicle] = moved[..] else { return false };
            let is_far = key.metric == Metric::Steps && from[vehicle].abs_diff(starts[vehicle]) > 1;
            let others = self.cells[placement] & !mask(from[vehicle], key.lengths[vehicle]);
            !is_far && self.swept(placement, to) & (others | blocked) == 0
        };
        (0..self.n_placements() as u8).filter(is_slide).collect()
    }
}

/// All ways to place the remaining vehicles from a cell on.
fn place(key: &Key, placed: &mut Starts, from: u8, all: &mut Vec<Starts>) {
    let Some(&length) = key.lengths.get(placed.len()) else {
        all.push(placed.clone());
        return;
    };
    let mut start = from;
    while usize::from(start + length) <= key.n_cells {
        placed.push(start);
        place(key, placed, start + length, all);
        placed.pop();
        start += 1;
    }
}

/// The cells of a vehicle.
fn mask(start: u8, length: u8) -> u8 {
    (((1u16 << length) - 1) << start) as u8
}

/// The cells on which vehicles that differ stand at some time.
fn swept(key: &Key, from: &Starts, to: &Starts) -> u8 {
    let of_vehicle = |at: usize| {
        let (low, high) = (from[at].min(to[at]), from[at].max(to[at]));
        if low == high { 0 } else { mask(low, high - low + key.lengths[at]) }
    };
    (0..from.len()).map(of_vehicle).fold(0, |all, cells| all | cells)
}

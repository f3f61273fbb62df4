//! The cheapest solutions of boards up to 8 x 8, by breadth-first search on packed boards.
//!
//! A board is a number with four bits for each line that has vehicles: the placement of the
//! vehicles in it. The slides of a line depend on its placement and on the cells that crossing
//! vehicles take, and are looked up in a [table](super::line). A position is thus expanded with
//! one look-up for each line, without a branch that depends on the board.
//!
//! Boards that were seen are kept in a hash table by their exact number, in 32 bits if the placements
//! of all lines multiply to less than that. Goals are recognised when a board is generated, so that
//! the last layer is not expanded.
//!
//! # Slides that need no second look
//!
//! Slides in two rows can be made in either order, with the same result. The search generates the
//! slides of a board in a fixed order, by lines, so the first path on which it meets a board is
//! the first in the order of words among its shortest paths. Such a path never has a slide after
//! another that commutes with it and comes later in the order, since exchanging them would give an
//! earlier path. So after a slide in a line, these lines are left out:
//!
//! - parallel lines that come earlier;
//! - crossing lines that come earlier and pass through no cell which the vehicle swept;
//! - the line itself, if it has one vehicle and slides of any length count 1.

use std::cell::RefCell;
use std::sync::Arc;

use ludex_game::{SolverLimits, SolverOutcome, SolverVerdict};
use smallvec::SmallVec;

use super::line::{Line, N_CELLS_MAX, N_SLIDES_MAX};
use super::visited::{Key, Numbers};
use super::{Layout, Metric, Move, Starts};

/// Rows and columns with vehicles, at most.
const N_LINES_MAX: usize = 2 * N_CELLS_MAX;
const BITS_PER_LINE: u32 = 4;
const PLACEMENT: u64 = (1 << BITS_PER_LINE) - 1;

/// Nodes between two looks at the limits.
const N_NODES_PER_LOOK: usize = 4096;

/// Whether boards of a layout can be packed.
pub(super) fn fits(layout: &Layout) -> bool {
    layout.n_rows.max(layout.n_columns) <= N_CELLS_MAX
}

/// The cheapest solution of a board, or a proof that there is none.
pub(super) fn solve(
    layout: &Layout,
    starts: &Starts,
    metric: Metric,
    limits: &SolverLimits<'_>,
) -> SolverOutcome<Move> {
    thread_local! {
        static SEEN: RefCell<(Numbers<u32>, Vec<Entry>)> = RefCell::default();
    }
    let board = Board::new(layout, metric);
    let root = board.as_ref().and_then(|board| board.pack(starts));
    let (Some(board), Some(root)) = (board, root) else {
        return SolverOutcome { verdict: SolverVerdict::Stopped, nodes: 0 };
    };
    if board.n_boards < u64::from(u32::FREE) {
        return SEEN.with_borrow_mut(|(seen, queue)| board.solve(root, seen, queue, limits));
    }
    board.solve(root, &mut Numbers::<u64>::default(), &mut Vec::new(), limits)
}

/// A layout, prepared for packed boards.
struct Board<'a> {
    layout: &'a Layout,
    /// Those of rows first.
    lines: SmallVec<[PackedLine; N_LINES_MAX]>,
    n_row_lines: usize,
    /// The walls as cells that are blocked in rows, and in columns: a byte for each.
    walls: [u64; 2],
    /// The place of the red car's line, and its placements with the car at the exit.
    red_line: usize,
    goals: u16,
    /// The product of the numbers of placements.
    n_boards: u64,
    /// For each set of rows, their lines.
    lines_of_rows: Box<[u16; 1 << N_CELLS_MAX]>,
}

/// A row or column with vehicles.
struct PackedLine {
    line: Arc<Line>,
    /// The row or column.
    at: usize,
    /// The first of its vehicles in the layout; they are consecutive.
    first_vehicle: usize,
    /// The place of its placement in a packed board.
    shift: u32,
    /// What a placement adds to the number of a board.
    stride: u64,
    /// For each placement, the cells that it blocks in crossing lines: a byte for each.
    blocks: [u64; 1 << BITS_PER_LINE],
    /// The lines to look at after a slide in this one, apart from crossing rows.
    next: u16,
}

impl PackedLine {
    #[inline(always)]
    fn placement(&self, code: u64) -> usize {
        (code >> self.shift & PLACEMENT) as usize
    }
}

/// A board in the queue.
#[derive(Clone, Copy, Debug)]
struct Entry {
    code: u64,
    /// The entry of the board before.
    parent: u32,
    /// The lines whose slides may lead to something new.
    open: u16,
}

/// The end of a search, with the number of expanded boards.
enum Found {
    /// The entry of a solved board.
    Goal(usize, usize),
    Nothing(usize),
    Stopped(usize),
}

impl<'a> Board<'a> {
    /// `None` if the layout does not fit.
    fn new(layout: &'a Layout, metric: Metric) -> Option<Self> {
        if !fits(layout) {
            return None;
        }
        let mut lines: SmallVec<[PackedLine; N_LINES_MAX]> = SmallVec::new();
        let (mut first, mut n_row_lines, mut n_boards) = (0, 0, 1u64);
        let mut red = None;
        let same_line = |one: &super::Vehicle, other: &super::Vehicle| {
            (one.is_horizontal, one.line) == (other.is_horizontal, other.line)
        };
        for group in layout.vehicles.chunk_by(same_line) {
            let lengths: SmallVec<[u8; 4]> =
                group.iter().map(|vehicle| vehicle.length as u8).collect();
            let (is_row, at) = (group[0].is_horizontal, group[0].line);
            let line = Line::of(layout.length_of_line(&group[0]), &lengths, metric);
            let mut blocks = [0; 1 << BITS_PER_LINE];
            for (blocks, &cells) in blocks.iter_mut().zip(&line.cells) {
                *blocks = crossed(cells, at);
            }
            if (first..first + group.len()).contains(&layout.red) {
                let at_exit = |starts: &SmallVec<[u8; 4]>| {
                    usize::from(starts[layout.red - first]) == layout.exit()
                };
                let goals = line.starts.iter().enumerate();
                let goals = goals.filter(|(_, starts)| at_exit(starts));
                red = Some((lines.len(), goals.fold(0, |all, (at, _)| all | 1 << at)));
            }
            let shift = BITS_PER_LINE * lines.len() as u32;
            let stride = n_boards;
            n_boards = n_boards.saturating_mul(line.n_placements() as u64);
            n_row_lines += usize::from(is_row);
            let first_vehicle = first;
            first += group.len();
            lines.push(PackedLine { line, at, first_vehicle, shift, stride, blocks, next: 0 });
        }
        let n_lines = lines.len();
        let from = |at: usize| u16::MAX << at & (((1u32 << n_lines) - 1) as u16);
        for (at, line) in lines.iter_mut().enumerate() {
            // With shifts by one cell, the same vehicle may go on.
            let is_over = line.line.starts[0].len() == 1 && metric == Metric::Moves;
            line.next = from(at) & !(u16::from(is_over) << at);
        }
        let mut lines_of_rows = Box::new([0; 1 << N_CELLS_MAX]);
        for (rows, of_rows) in lines_of_rows.iter_mut().enumerate() {
            let is_in = |&at: &usize| rows >> lines[at].at & 1 == 1;
            *of_rows = (0..n_row_lines).filter(is_in).fold(0, |all, at| all | 1 << at);
        }
        let (red_line, goals) = red?;
        let mut walls = [0; 2];
        for (cell, _) in layout.walls.iter().enumerate().filter(|(_, is_wall)| **is_wall) {
            let (row, column) = (cell / layout.n_columns, cell % layout.n_columns);
            walls[0] |= 1 << (8 * row + column);
            walls[1] |= 1 << (8 * column + row);
        }
        Some(Self { layout, lines, n_row_lines, walls, red_line, goals, n_boards, lines_of_rows })
    }

    fn pack(&self, starts: &[u8]) -> Option<u64> {
        let of_line = |line: &PackedLine| {
            let n_vehicles = line.line.starts[0].len();
            let starts = &starts[line.first_vehicle..line.first_vehicle + n_vehicles];
            Some((line.line.placement(starts)? as u64) << line.shift)
        };
        self.lines.iter().try_fold(0, |code, line| Some(code | of_line(line)?))
    }

    fn solve<K: Key>(
        &self,
        root: u64,
        seen: &mut Numbers<K>,
        queue: &mut Vec<Entry>,
        limits: &SolverLimits<'_>,
    ) -> SolverOutcome<Move> {
        let found = self.search(root, seen, queue, limits);
        self.outcome(found, queue)
    }

    /// Searches from a packed board, which must not be solved. The queue ends with all boards
    /// that were seen.
    fn search<K: Key>(
        &self,
        root: u64,
        seen: &mut Numbers<K>,
        queue: &mut Vec<Entry>,
        limits: &SolverLimits<'_>,
    ) -> Found {
        queue.clear();
        queue.push(Entry { code: root, parent: 0, open: self.open_of_root() });
        seen.clear();
        seen.insert(K::of(self.number(root)));
        let mut head = 0;
        while head < queue.len() {
            if head % N_NODES_PER_LOOK == 0 {
                // Each of both takes three times its size while it grows.
                let bytes = 3 * (queue.len() * size_of::<Entry>() + seen.n_bytes());
                let is_full =
                    bytes > limits.memory_bytes_max || queue.len() > u32::MAX as usize / 2;
                if is_full || (limits.is_due)() {
                    return Found::Stopped(head);
                }
            }
            if head as u64 >= limits.nodes_max {
                return Found::Stopped(head);
            }
            if let Some(goal) = self.expand(head, seen, queue) {
                return Found::Goal(goal, head + 1);
            }
            head += 1;
        }
        Found::Nothing(head)
    }

    /// All lines.
    fn open_of_root(&self) -> u16 {
        ((1u32 << self.lines.len()) - 1) as u16
    }

    /// The number of a board, in mixed radix.
    fn number(&self, code: u64) -> u64 {
        self.lines.iter().map(|line| line.stride.wrapping_mul(line.placement(code) as u64)).sum()
    }

    /// Adds the boards one slide away that are new, and returns the entry of a solved one.
    #[inline(always)]
    fn expand<K: Key>(
        &self,
        head: usize,
        seen: &mut Numbers<K>,
        queue: &mut Vec<Entry>,
    ) -> Option<usize> {
        let Entry { code, open, .. } = queue[head];
        // Step 1. The cells that are blocked in each row and column, and the board's number.
        let [mut in_rows, mut in_columns] = self.walls;
        let mut number = 0u64;
        let lines = &self.lines[..];
        let (row_lines, column_lines) = lines.split_at(self.n_row_lines);
        for line in row_lines {
            let placement = line.placement(code);
            in_columns |= line.blocks[placement];
            number += line.stride * placement as u64;
        }
        for line in column_lines {
            let placement = line.placement(code);
            in_rows |= line.blocks[placement];
            number += line.stride * placement as u64;
        }
        // Step 2. The slides in open lines, in one list: fewer loops of unforeseen length.
        let mut lines_of = [0u8; (N_LINES_MAX + 1) * N_SLIDES_MAX];
        let mut slides = lines_of;
        let mut n_slides = 0;
        let mut rest = open;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let line = &lines[at];
            let blocked = if at < self.n_row_lines { in_rows } else { in_columns };
            let blocked = (blocked >> (8 * line.at) & 0xff) as usize;
            let (to, n) = line.line.slides(line.placement(code), blocked);
            slides[n_slides..n_slides + N_SLIDES_MAX].copy_from_slice(&to);
            lines_of[n_slides..n_slides + N_SLIDES_MAX].fill(at as u8);
            n_slides += n;
        }
        // Step 3. The boards that are new.
        for (&at, &to) in lines_of.iter().zip(&slides).take(n_slides) {
            let line = &lines[usize::from(at)];
            let from = line.placement(code);
            let next = number + line.stride * u64::from(to) - line.stride * from as u64;
            if !seen.insert(K::of(next)) {
                continue;
            }
            let code = code ^ ((from as u64 ^ u64::from(to)) << line.shift);
            let crossing = match usize::from(at) < self.n_row_lines {
                true => 0,
                false => self.lines_of_rows[usize::from(line.line.swept(from, to))],
            };
            queue.push(Entry { code, parent: head as u32, open: line.next | crossing });
            if usize::from(at) == self.red_line && self.goals >> to & 1 == 1 {
                return Some(queue.len() - 1);
            }
        }
        None
    }

    fn outcome(&self, found: Found, queue: &[Entry]) -> SolverOutcome<Move> {
        let (verdict, nodes) = match found {
            Found::Goal(goal, nodes) => {
                let moves = self.moves_to(goal, queue);
                let n_moves = moves.len() as u32;
                let n_steps = moves.iter().map(|mv| u32::from(mv.by.unsigned_abs())).sum();
                (SolverVerdict::Solved { moves, n_moves, n_steps, is_shortest: true }, nodes)
            }
            Found::Nothing(nodes) => (SolverVerdict::Unsolvable, nodes),
            Found::Stopped(nodes) => (SolverVerdict::Stopped, nodes),
        };
        SolverOutcome { verdict, nodes: nodes as u64 }
    }

    /// The slides that lead to an entry. Shifts of one vehicle in succession are one slide.
    fn moves_to(&self, entry: usize, queue: &[Entry]) -> Vec<Move> {
        let mut codes = vec![queue[entry].code];
        let mut at = entry;
        while at > 0 {
            at = queue[at].parent as usize;
            codes.push(queue[at].code);
        }
        codes.reverse();
        let mut moves: Vec<Move> = Vec::new();
        for pair in codes.windows(2) {
            let slide = self.slide(pair[0], pair[1]);
            match moves.last_mut() {
                Some(last) if last.vehicle == slide.vehicle => last.by += slide.by,
                _ => moves.push(slide),
            }
        }
        moves
    }

    /// The slide between two boards.
    fn slide(&self, from: u64, to: u64) -> Move {
        let at = ((from ^ to).trailing_zeros() / BITS_PER_LINE) as usize;
        let line = &self.lines[at];
        let starts = |code: u64| &line.line.starts[line.placement(code)];
        let (from, to) = (starts(from), starts(to));
        let moved = (0..from.len()).find(|&at| from[at] != to[at]).unwrap_or(0);
        let vehicle = line.first_vehicle + moved;
        let name = self.layout.vehicles[vehicle].name as u8;
        Move { vehicle: vehicle as u8, name, by: to[moved] as i8 - from[moved] as i8 }
    }
}

/// A bit in the byte of each line that cells of a line at this place are part of.
fn crossed(cells: u8, at: usize) -> u64 {
    let cells = (0..N_CELLS_MAX).filter(|cell| cells >> cell & 1 == 1);
    cells.fold(0, |all, cell| all | 1 << (8 * cell + at))
}

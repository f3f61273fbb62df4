//! Pieces: contents that move on a board, and their roles.

use ludex_gdl::TermId;

use super::board::Board;
use super::group::Group;
use super::layout::Layout;
use super::motion::{Motion, Stats};

/// A content that moves.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its board, as an index.
    pub board: usize,
    /// Its symbol; `None` where the existence of the fact is the content.
    pub symbol: Option<TermId>,
    /// The symbol of its owner, where that is separate.
    pub owner: Option<TermId>,
    /// The role whose choices move it, by number; `None` if there are several.
    pub role: Option<usize>,
    /// All roles whose choices move it, by number.
    pub movers: Vec<usize>,
    /// The mean number in a state.
    pub count_mean: f64,
    /// The variance of that number.
    pub count_variance: f64,
    /// Number of arrivals at a cell in the recorded games.
    pub n_moves: u64,
    /// Its steps between cells, most frequent first: the difference along each axis, or in
    /// columns and rows where the board has coordinates, and the number of occurrences.
    pub steps: Vec<(Vec<i64>, u64)>,
    /// Number of different steps, including those not in `steps`.
    pub n_steps: usize,
}

/// The role whose choices cause at least this share of a piece's arrivals, or of its growth, moves
/// it.
const SHARE_OWN: f64 = 0.95;

/// With this many cases a smaller share is sufficient: captured pieces may be returned on the
/// capturer's turn. Contents without an owner have a smaller share for each role.
const N_SURE: u64 = 50;
const SHARE_MOST: f64 = 0.75;

/// The share where several roles choose at once, since moves may obstruct each other.
const SHARE_CAUSED: f64 = 0.65;

/// The content of empty cells takes part in this share of changes. In games with captures it is
/// about two thirds.
const SHARE_BLANK: f64 = 0.4;

/// Cells without a fact are empty, if this share of changes is from or to nothing. In a few
/// sheets facts only disappear occasionally.
const SHARE_NOTHING: f64 = 0.1;

/// Maximum number of steps listed.
const N_STEPS_MAX: usize = 16;

/// The pieces of a board, and its other contents.
pub(super) struct Found {
    pub pieces: Vec<Piece>,
    pub blank: Option<TermId>,
    pub fixed: Vec<TermId>,
}

/// Finds the pieces of a board.
pub(super) fn find(
    number: usize,
    board: &Board,
    group: &Group,
    layout: &Layout,
    motion: &Motion,
    roles: &[TermId],
) -> Found {
    let finder = Finder { board, group, layout, motion, roles };
    let blank = finder.blank();
    let symbol = |content: usize| finder.symbol(content, layout.content);
    let is_fixed = |stats: &Stats| stats.n_came == 0 && stats.n_went == 0;
    let mut pieces = Vec::new();
    let mut fixed = Vec::new();
    for (content, stats) in motion.stats[..motion.nothing()].iter().enumerate() {
        if is_fixed(stats) {
            fixed.extend(symbol(content).filter(|symbol| !fixed.contains(symbol)));
        } else if Some(content) != blank && !finder.is_stale(content) {
            pieces.push(finder.piece(number, content));
        }
    }
    pieces.sort_by_key(|piece| piece.role.map_or(usize::MAX, |role| role));
    let blank = blank.filter(|&blank| blank != motion.nothing()).and_then(symbol);
    fixed
        .retain(|&symbol| Some(symbol) != blank && pieces.iter().all(|p| p.symbol != Some(symbol)));
    Found { pieces, blank, fixed }
}

struct Finder<'a> {
    board: &'a Board,
    group: &'a Group,
    layout: &'a Layout,
    motion: &'a Motion,
    roles: &'a [TermId],
}

impl Finder<'_> {
    /// The symbol of a content in a column.
    fn symbol(&self, content: usize, column: Option<usize>) -> Option<TermId> {
        let column = column?;
        let mut what = self.layout.content.into_iter().chain(self.layout.owner);
        let place = what.position(|at| at == column)?;
        let symbol = *self.motion.contents.get(content)?.get(place)?;
        Some(self.group.columns[column].symbols[symbol as usize])
    }

    /// The content of empty cells: the one in the most changes that no role moves alone.
    fn blank(&self) -> Option<usize> {
        let motion = self.motion;
        let nothing = motion.nothing();
        let n = motion.n_changes.max(1) as f64;
        let share = |content: usize| motion.stats[content].n_changes as f64 / n;
        // Where empty cells have no facts, nothing is the content of empty cells.
        if !self.layout.is_full && share(nothing) >= SHARE_NOTHING {
            return Some(nothing);
        }
        let can_be = |&content: &usize| {
            let stats = &motion.stats[content];
            let is_moved = stats.n_changes > 0 && (content != nothing || !self.layout.is_full);
            let is_owned = self.roles.len() > 1 && self.owner(content).is_some();
            // A content in nearly all changes is not a piece among others.
            let can_be_owned = share(content) >= 0.9 && motion.contents.len() > 2;
            let is_most = stats.n_initial * 2 >= motion.cells.len() as u64;
            let is_often = share(content) >= SHARE_BLANK || self.is_early(content) || is_most;
            is_moved && is_often && (!is_owned || can_be_owned)
        };
        let rank = |&content: &usize| {
            let stats = &motion.stats[content];
            let growth = stats.n_came as i64 - stats.n_went as i64;
            let key = (content == nothing, stats.n_came == 0, growth, stats.n_initial);
            (self.is_early(content), (share(content) * 1e6) as u64, key)
        };
        (0..=nothing).filter(can_be).max_by_key(rank)
    }

    /// Whether a content is another form of emptiness, initially explicit and later absent.
    fn is_stale(&self, content: usize) -> bool {
        let stats = &self.motion.stats[content];
        // A captured piece is replaced by its captors alone.
        let gives_way = stats.n_initial * 4 >= self.motion.cells.len() as u64 && stats.n_after > 2;
        !self.layout.is_full && gives_way && self.owner(content).is_none()
    }

    /// Whether a content only disappears, and initially fills many cells: the surface that
    /// pieces are placed on.
    fn is_early(&self, content: usize) -> bool {
        let stats = &self.motion.stats[content];
        let is_much = stats.n_initial * 4 >= self.motion.cells.len() as u64;
        stats.n_came == 0 && stats.n_went > 0 && is_much
    }

    /// The role whose choices alone bring a content to cells; where other pieces carry it
    /// along, the role whose choices alone increase its number.
    fn owner(&self, content: usize) -> Option<usize> {
        let stats = &self.motion.stats[content];
        let sole = alone(&stats.came, SHARE_OWN).or_else(|| alone(&stats.grew, SHARE_OWN));
        sole.or_else(|| alone(&stats.caused, SHARE_CAUSED)).or_else(|| {
            // A content that both roles move belongs to the role it is named after, if any.
            let symbols = [self.layout.owner, self.layout.content];
            let names = symbols.into_iter().filter_map(|column| self.symbol(content, column));
            let role = |name: TermId| self.roles.iter().position(|&role| role == name);
            names
                .into_iter()
                .find_map(role)
                .filter(|&role| stats.came[role] + stats.caused[role] > 0)
        })
    }

    fn piece(&self, number: usize, content: usize) -> Piece {
        let stats = &self.motion.stats[content];
        let by = |role: usize| stats.came[role] + stats.caused[role];
        let total: u64 = (0..self.roles.len()).map(by).sum();
        let is_mover = |&role: &usize| by(role) * 20 > total;
        let role = self.owner(content);
        let (steps, n_steps) = self.steps(content);
        Piece {
            board: number,
            symbol: self.symbol(content, self.layout.content),
            owner: self.symbol(content, self.layout.owner),
            role,
            movers: (0..stats.came.len()).filter(is_mover).collect(),
            count_mean: stats.count.mean(),
            count_variance: stats.count.variance(),
            n_moves: stats.n_came,
            steps,
            n_steps,
        }
    }

    /// The steps of a content, most frequent first, and the number of different ones.
    fn steps(&self, content: usize) -> (Vec<(Vec<i64>, u64)>, usize) {
        let motion = self.motion;
        // The index of each symbol of a column on its axis.
        let places: Vec<Vec<i64>> = (self.board.axes.iter().zip(&self.layout.location))
            .map(|(axis, &column)| {
                let symbols = self.group.columns[column].symbols.iter();
                let place = |symbol| axis.symbols.iter().position(|other| other == symbol);
                symbols.map(|symbol| place(symbol).map_or(0, |place| place as i64)).collect()
            })
            .collect();
        let place =
            |cell: u32, axis: usize| places[axis][motion.cells[cell as usize][axis] as usize];
        let mut steps: std::collections::BTreeMap<Vec<i64>, u64> = Default::default();
        for (&(_, from, to), &n) in
            motion.hops.range((content as u32, 0, 0)..(content as u32 + 1, 0, 0))
        {
            let step = match &self.board.coordinates {
                Some(given) => {
                    let axis = self.board.plane.across[0];
                    let at = |cell: u32| given.places[place(cell, axis) as usize];
                    let ((x1, y1), (x2, y2)) = (at(from), at(to));
                    vec![x2 as i64 - x1 as i64, y2 as i64 - y1 as i64]
                }
                None => (0..places.len()).map(|axis| place(to, axis) - place(from, axis)).collect(),
            };
            *steps.entry(step).or_default() += n;
        }
        let mut steps: Vec<(Vec<i64>, u64)> = steps.into_iter().collect();
        steps.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let n_steps = steps.len();
        steps.truncate(N_STEPS_MAX);
        (steps, n_steps)
    }
}

/// The role with nearly the whole count.
fn alone(counts: &[u64], share: f64) -> Option<usize> {
    let total: u64 = counts.iter().sum();
    let most = (0..counts.len()).max_by_key(|&role| counts[role])?;
    let has = |share: f64| counts[most] as f64 >= share * total as f64;
    let is_alone = total > 0 && has(share) || total >= N_SURE && has(SHARE_MOST);
    is_alone.then_some(most)
}

//! Draws a legal move for all lanes at once with word operations.
//!
//! A lane with `n` legal moves draws a number `r` below `n` and makes the move
//! that has `r` legal ones before it. A tree over the moves holds the counts: a
//! node's count is the sum of its children's, as binary numbers whose digits
//! are words of lanes ("bit slices"). The root's counts are transposed into one
//! number per lane, these are replaced by draws, and the draws are transposed
//! back. They then go down the tree: to the left child if less than its count,
//! else to the right child, less that count. The leaves are the moves made.
//!
//! That is about 15 word operations for each move, for any number of lanes in a
//! word, without work per lane.

use super::program::RoleMoves;
use super::transpose::transpose8;
use super::word::{Word, and, map, not, or, splat, without, xor, zip};
use ludex_game::draw::{half, mix};

/// The random counters of a role: for each of 64 lanes in a part of a word, the
/// counter of its playout.
pub(super) type Counters<const W: usize> = [Word<W>; 64];

/// Number of moves of a leaf of the tree.
const N_LEAF_MOVES: usize = 8;
/// Number of digits of a leaf's count, which is at most 8.
const N_LEAF_DIGITS: usize = 4;

/// Draws a move of the role in every lane, and returns the lanes that have one.
///
/// `offset` is added to the counters; `scratch` holds the tree.
#[inline(always)]
pub(super) fn sample<const W: usize>(
    role: usize,
    moves: &RoleMoves,
    values: &mut [Word<W>],
    counters: &Counters<W>,
    offset: u64,
    scratch: &mut Vec<Word<W>>,
) -> Word<W> {
    if let [_] = moves.ids[..] {
        let legal = values[moves.legal[0] as usize];
        values[moves.made[0] as usize] = legal;
        return legal;
    }
    if moves.legal.is_empty() {
        return splat(0);
    }
    let mut randoms = [splat(0); 64];
    for (random, &counter) in randoms.iter_mut().zip(counters) {
        *random = map(counter, |key| half(mix(key.wrapping_add(offset)), role));
    }
    draw_evenly(moves, values, &randoms, scratch)
}

/// Draws a move uniformly in every lane, and returns the lanes that have one.
#[inline(always)]
pub(super) fn draw_evenly<const W: usize>(
    moves: &RoleMoves,
    values: &mut [Word<W>],
    randoms: &[Word<W>; 64],
    scratch: &mut Vec<Word<W>>,
) -> Word<W> {
    let tree = Tree::of_moves(moves);
    if scratch.len() < tree.n_words {
        scratch.resize(tree.n_words, splat(0));
    }
    tree.count(moves, values, scratch);
    let root = tree.root(scratch);
    let some = root.iter().fold(splat(0), |acc, &digit| or(acc, digit));
    match tree.n_digits() {
        0..=8 => draw::<W, 1>(root, randoms),
        9..=16 => draw::<W, 2>(root, randoms),
        _ => draw::<W, 4>(root, randoms),
    }
    tree.choose(moves, values, scratch, splat(0));
    some
}

/// Replaces the root's counts by numbers below them: first a word with all
/// lanes set, which choose here, then the digits. There is one digit fewer, as
/// eight moves are counted with four digits but numbered with three.
#[inline(always)]
fn draw<const W: usize, const BYTES: usize>(digits: &mut [Word<W>], randoms: &[Word<W>; 64]) {
    let mut bytes = [[splat::<W>(0); 8]; BYTES];
    for (at, &digit) in digits.iter().enumerate() {
        bytes[at / 8][at % 8] = digit;
    }
    for rows in &mut bytes {
        transpose8(rows);
    }
    let mut draws = [[splat::<W>(0); 8]; BYTES];
    for (lane, &random) in randoms.iter().enumerate() {
        // Lane `8 * b + i` has its number in byte `b` of word `i`.
        let (row, shift) = (lane % 8, 8 * (lane / 8));
        let mut count = splat(0);
        for (byte, rows) in bytes.iter().enumerate() {
            count = zip(count, rows[row], |n, x| n | (((x >> shift) & 0xff) << (8 * byte)));
        }
        let drawn = zip(random, count, |random, count| (random * count) >> 32);
        for (byte, rows) in draws.iter_mut().enumerate() {
            rows[row] = zip(rows[row], drawn, |x, n| x | (((n >> (8 * byte)) & 0xff) << shift));
        }
    }
    for rows in &mut draws {
        transpose8(rows);
    }
    let (active, numbers) = digits.split_first_mut().expect("a count has digits");
    *active = splat(u64::MAX);
    for (at, digit) in numbers.iter_mut().enumerate() {
        *digit = draws[at / 8][at % 8];
    }
}

/// Offsets of the nodes of each level in the scratch words. A node of level `l`
/// has `4 + l` words: its count; on the way down, whether it is chosen and the
/// number of the chosen move.
pub(super) struct Tree {
    starts: [usize; 24],
    n_nodes: [usize; 24],
    height: usize,
    n_words: usize,
}

impl Tree {
    pub(super) const NONE: Self = Self { starts: [0; 24], n_nodes: [0; 24], height: 0, n_words: 0 };

    #[inline(always)]
    pub(super) fn of_moves(moves: &RoleMoves) -> Self {
        Self::new(moves.legal.len() / N_LEAF_MOVES)
    }

    /// Number of scratch words.
    #[inline(always)]
    pub(super) fn n_words(&self) -> usize {
        self.n_words
    }

    /// Number of digits of the count of all moves.
    #[inline(always)]
    pub(super) fn n_digits(&self) -> usize {
        N_LEAF_DIGITS + self.height
    }

    /// The words of the root.
    #[inline(always)]
    pub(super) fn root<'a, const W: usize>(&self, scratch: &'a mut [Word<W>]) -> &'a mut [Word<W>] {
        &mut scratch[self.starts[self.height]..][..self.n_digits()]
    }

    #[inline(always)]
    fn new(n_leaves: usize) -> Self {
        let mut tree = Self::NONE;
        let mut n_nodes = n_leaves;
        loop {
            tree.starts[tree.height] = tree.n_words;
            tree.n_nodes[tree.height] = n_nodes;
            tree.n_words += n_nodes * (N_LEAF_DIGITS + tree.height);
            if n_nodes == 1 {
                return tree;
            }
            n_nodes = n_nodes.div_ceil(2);
            tree.height += 1;
        }
    }

    #[inline(always)]
    pub(super) fn count<const W: usize>(
        &self,
        moves: &RoleMoves,
        values: &[Word<W>],
        scratch: &mut [Word<W>],
    ) {
        let (legal, _) = moves.legal.as_chunks::<N_LEAF_MOVES>();
        let (leaves, _) = scratch.as_chunks_mut::<N_LEAF_DIGITS>();
        for (legal, leaf) in legal.iter().zip(leaves) {
            *leaf = LeafCounts::new(legal, values).eight;
        }
        for level in 1..=self.height {
            let n_digits = N_LEAF_DIGITS + level - 1;
            let (below, above) =
                scratch[self.starts[level - 1]..].split_at_mut(self.n_nodes[level - 1] * n_digits);
            for (pair, sum) in below.chunks(2 * n_digits).zip(above.chunks_mut(n_digits + 1)) {
                let (left, right) = pair.split_at(n_digits);
                match right {
                    [] => {
                        for (sum, &digit) in sum.iter_mut().zip(left) {
                            *sum = digit;
                        }
                        sum[n_digits] = splat(0);
                    }
                    _ => add(left, right, sum),
                }
            }
        }
    }

    /// Makes the moves that the root's numbers select, and keeps moves already
    /// made in some lanes.
    #[inline(always)]
    pub(super) fn choose<const W: usize>(
        &self,
        moves: &RoleMoves,
        values: &mut [Word<W>],
        scratch: &mut [Word<W>],
        kept: Word<W>,
    ) {
        for level in (1..=self.height).rev() {
            let n_digits = N_LEAF_DIGITS + level - 1;
            let (below, above) =
                scratch[self.starts[level - 1]..].split_at_mut(self.n_nodes[level - 1] * n_digits);
            for (pair, node) in below.chunks_mut(2 * n_digits).zip(above.chunks(n_digits + 1)) {
                let (left, right) = pair.split_at_mut(n_digits);
                match right {
                    [] => {
                        for (left, &digit) in left.iter_mut().zip(node) {
                            *left = digit;
                        }
                    }
                    _ => divide(node, left, right),
                }
            }
        }
        let (legal, _) = moves.legal.as_chunks::<N_LEAF_MOVES>();
        let (made, _) = moves.made.as_chunks::<N_LEAF_MOVES>();
        let (leaves, _) = scratch.as_chunks::<N_LEAF_DIGITS>();
        for ((legal, made), &[active, number @ ..]) in legal.iter().zip(made).zip(leaves) {
            let counts = LeafCounts::new(legal, values);
            let chosen = counts.choose(active, number);
            for (&slot, chosen) in made.iter().zip(chosen) {
                let place = &mut values[slot as usize];
                *place = or(and(*place, kept), chosen);
            }
        }
    }
}

/// Adds two numbers into one with one more digit.
#[inline(always)]
fn add<const W: usize>(left: &[Word<W>], right: &[Word<W>], sum: &mut [Word<W>]) {
    let mut carry = splat(0);
    for ((sum, &a), &b) in sum.iter_mut().zip(left).zip(right) {
        (*sum, carry) = add_digits(a, b, carry);
    }
    sum[left.len()] = carry;
}

#[inline(always)]
fn add_digits<const W: usize>(a: Word<W>, b: Word<W>, carry: Word<W>) -> (Word<W>, Word<W>) {
    let sum = xor(xor(a, b), carry);
    let majority = or(and(a, b), and(carry, or(a, b)));
    (sum, majority)
}

/// Passes a node's choice to its children, whose counts it overwrites. Only the
/// left child's count is needed.
#[inline(always)]
fn divide<const W: usize>(node: &[Word<W>], left: &mut [Word<W>], right: &mut [Word<W>]) {
    let (active, number) = (node[0], &node[1..]);
    let n_digits = number.len();
    let mut borrow = splat(0);
    let mut previous = splat(0);
    for at in 0..n_digits {
        let (difference, next_borrow) = subtract_digits(number[at], left[at], borrow);
        // The first word has the lanes; the last digit is not needed, as each
        // child has at most half of the moves.
        if at > 0 {
            right[at] = previous;
            left[at] = number[at - 1];
        }
        (previous, borrow) = (difference, next_borrow);
    }
    left[0] = and(active, borrow);
    right[0] = without(active, borrow);
}

#[inline(always)]
fn subtract_digits<const W: usize>(a: Word<W>, b: Word<W>, borrow: Word<W>) -> (Word<W>, Word<W>) {
    let difference = xor(xor(a, b), borrow);
    let next_borrow = or(without(b, a), and(borrow, not(xor(a, b))));
    (difference, next_borrow)
}

/// A leaf of the tree: eight moves, all in registers.
struct LeafCounts<const W: usize> {
    moves: [Word<W>; 8],
    twos: [[Word<W>; 2]; 4],
    fours: [[Word<W>; 3]; 2],
    eight: [Word<W>; 4],
}

impl<const W: usize> LeafCounts<W> {
    #[inline(always)]
    fn new(legal: &[u32; 8], values: &[Word<W>]) -> Self {
        // A plain loop: the adaptors of arrays are not always inlined, and are
        // then compiled for the baseline.
        let mut moves = [splat(0); 8];
        for (mv, &slot) in moves.iter_mut().zip(legal) {
            *mv = values[slot as usize];
        }
        let mut twos = [[splat(0); 2]; 4];
        for (at, two) in twos.iter_mut().enumerate() {
            let (a, b) = (moves[2 * at], moves[2 * at + 1]);
            *two = [xor(a, b), and(a, b)];
        }
        let mut fours = [[splat(0); 3]; 2];
        add(&twos[0], &twos[1], &mut fours[0]);
        add(&twos[2], &twos[3], &mut fours[1]);
        let mut eight = [splat(0); 4];
        add(&fours[0], &fours[1], &mut eight);
        Self { moves, twos, fours, eight }
    }

    /// The move made in each lane, given the active lanes and the number of the
    /// chosen legal move.
    #[inline(always)]
    fn choose(&self, active: Word<W>, number: [Word<W>; 3]) -> [Word<W>; 8] {
        let mut made = [splat(0); 8];
        let halves = self.split(active, number, self.fours[0]);
        for (half, (active, [low, high, _])) in halves.into_iter().enumerate() {
            let [left, right] = self.split(active, [low, high], self.twos[2 * half]);
            for (quarter, (active, [low, _])) in [left, right].into_iter().enumerate() {
                let pair = 2 * half + quarter;
                let first = without(self.moves[2 * pair], low);
                made[2 * pair] = and(active, first);
                made[2 * pair + 1] = without(active, first);
            }
        }
        made
    }

    #[inline(always)]
    fn split<const N: usize>(
        &self,
        active: Word<W>,
        number: [Word<W>; N],
        count: [Word<W>; N],
    ) -> [(Word<W>, [Word<W>; N]); 2] {
        let mut rest = number;
        let mut borrow = splat(0);
        for at in 0..N {
            (rest[at], borrow) = subtract_digits(number[at], count[at], borrow);
        }
        [(and(active, borrow), number), (without(active, borrow), rest)]
    }
}

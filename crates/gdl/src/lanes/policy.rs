//! Playout policies: move choice other than uniform.

use ludex_game::draw::below;

/// Chooses moves in playouts, lane by lane.
///
/// This is much slower than the uniform draw, which handles all lanes at once,
/// but a policy sees the legal moves and the extras.
pub trait Policy: Send {
    /// Chooses one of the legal moves, as an index into the role's moves.
    fn choose(&mut self, turn: &Turn<'_>) -> usize;
}

/// A choice of one role in one lane. The role has at least one legal move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The role to move.
    pub role: usize,
    /// The number of the playout.
    pub playout: u64,
    /// The role's legal moves: bit `i % 64` of word `i / 64`.
    pub legal: &'a [u64],
    /// The extras of the circuit that hold, in the same form.
    pub extras: &'a [u64],
    /// 32 random bits.
    pub random: u32,
}

impl Turn<'_> {
    /// The legal moves, as indices into the role's moves.
    pub fn legal_moves(&self) -> impl Iterator<Item = usize> + '_ {
        ones(self.legal)
    }
}

/// Draws each legal move with probability proportional to its weight.
///
/// ```
/// use ludex_gdl::lanes::{Policy, Turn, Weights};
///
/// let mut weights = Weights::new(vec![vec![1, 0, 3]]);
/// let turn = Turn { role: 0, playout: 0, legal: &[0b111], extras: &[], random: 1 << 31 };
/// assert_eq!(weights.choose(&turn), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Weights {
    of_role: Vec<Vec<u32>>,
}

impl Weights {
    /// A weight for each move of each role.
    pub fn new(of_role: Vec<Vec<u32>>) -> Self {
        Self { of_role }
    }
}

impl Policy for Weights {
    fn choose(&mut self, turn: &Turn<'_>) -> usize {
        let weights = &self.of_role[turn.role];
        let total: u64 = turn.legal_moves().map(|mv| u64::from(weights[mv])).sum();
        let mut rest = ((u128::from(turn.random) * u128::from(total)) >> 32) as u64;
        for mv in turn.legal_moves() {
            match rest.checked_sub(u64::from(weights[mv])) {
                Some(less) => rest = less,
                None => return mv,
            }
        }
        // All weights are zero: draws uniformly.
        let n_legal = turn.legal_moves().count();
        turn.legal_moves().nth(below(turn.random, n_legal)).expect("some move is legal")
    }
}

/// The indices of the set bits.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(64 * at + bit)
        })
    })
}

//! Hints for playouts: moves to prefer in states with certain facts.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Condition;
use crate::draw::below;

/// A move to prefer in states that meet some conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint<M> {
    /// The role, as a place among the roles.
    pub role: usize,
    /// The move. The hint applies where it is legal.
    pub mv: M,
    /// The conditions, all of which must be met.
    pub when: Vec<Condition>,
    /// From 0 to 100. A move of value 100 is always made.
    pub value: u8,
    /// Whether the move helps to win rather than to avoid a loss.
    pub is_offensive: bool,
}

/// The choice between moves where hints apply but none wins or averts a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    /// With this probability a move of the highest value is made; else any.
    Greedy(f64),
    /// By Boltzmann's distribution of this temperature: a move of value `v` with
    /// weight `exp(v / 100 / temperature)`, a move without a hint with weight 1.
    Boltzmann(f64),
}

/// The strength of a hint. A move of the strongest band that has one is made
/// always, or in a share of all steps; preferred moves are drawn more often than
/// moves without a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// The move wins.
    Win,
    /// The move averts a loss.
    Save,
    /// The value of the move, and the number of 256 steps in which it is made.
    Lean(u8, u16),
    /// The number of additional moves without a hint that the move counts for.
    Prefer(u32),
}

impl Band {
    /// The largest number of different values or weights below 100.
    pub const N_OPEN_MAX: usize = 3;

    /// The number of 256 steps in which a move of this band is made if there is one.
    pub fn share(self) -> u16 {
        match self {
            Self::Win | Self::Save => ALWAYS,
            Self::Lean(_, share) => share,
            Self::Prefer(_) => 0,
        }
    }
}

/// Hints, indexed by move.
///
/// ```
/// use ludex_game::{Band, Condition, Hint, Hints, Manner};
///
/// let when = vec![Condition::present(7)];
/// let hint = |mv, value| Hint { role: 0, mv, when: when.clone(), value, is_offensive: true };
/// let list = vec![hint('a', 100), hint('b', 90)];
/// let hints = Hints::new(list.clone(), Manner::Greedy(0.5));
/// assert_eq!(hints.bands(), [Band::Win, Band::Lean(90, 128)]);
/// // exp(0.9 / 0.5) is about 6: five more than a move without a hint, roughly.
/// let hints = Hints::new(list, Manner::Boltzmann(0.5));
/// assert_eq!(hints.bands(), [Band::Win, Band::Prefer(4)]);
/// ```
#[derive(Debug)]
pub struct Hints<M> {
    list: Vec<Hint<M>>,
    bands: Vec<Band>,
    patterns: FxHashMap<(usize, M), Vec<Pattern>>,
}

/// The conditions under which a hint applies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// The hint's band, as a place among all.
    pub band: usize,
    /// The conditions, all of which must be met.
    pub when: Vec<Condition>,
}

/// The largest weight of a move: it is then made nearly always, and numbers stay
/// small.
const WEIGHT_MAX: f64 = 1000.0;

impl<M: Copy + Eq + Hash> Hints<M> {
    /// Hints with a way to choose between them. At most three values below 100 are
    /// distinguished, as each costs time. In Boltzmann's distribution, the weight
    /// that a hint adds is rounded to a power of four.
    pub fn new(list: Vec<Hint<M>>, manner: Manner) -> Self {
        let band = |hint: &Hint<M>| match (hint.value, hint.is_offensive, manner) {
            (100.., true, _) => Some(Band::Win),
            (100.., false, _) => Some(Band::Save),
            (value, _, Manner::Greedy(share)) => {
                let share = (share * f64::from(ALWAYS)).round() as u16;
                (value > 0 && share > 0).then_some(Band::Lean(value, share.min(ALWAYS)))
            }
            (value, _, Manner::Boltzmann(temperature)) => {
                let weight = (f64::from(value) / 100.0 / temperature).exp().min(WEIGHT_MAX);
                let bits = 2.0 * ((weight - 1.0).log2() / 2.0).round();
                (bits >= 0.0).then(|| Band::Prefer(1 << bits as u32))
            }
        };
        let bands = strongest(list.iter().filter_map(band).collect());
        let mut patterns = FxHashMap::<_, Vec<Pattern>>::default();
        for hint in &list {
            let Some(band) = band(hint) else { continue };
            // A hint weaker than all bands counts as the weakest.
            let band = bands.iter().position(|&known| known == band).unwrap_or(bands.len() - 1);
            let pattern = Pattern { band, when: hint.when.clone() };
            patterns.entry((hint.role, hint.mv)).or_default().push(pattern);
        }
        patterns.values_mut().for_each(|list| list.sort());
        Self { list, bands, patterns }
    }

    /// The hints as they were given.
    pub fn list(&self) -> &[Hint<M>] {
        &self.list
    }

    /// The bands that occur, the strongest first.
    pub fn bands(&self) -> &[Band] {
        &self.bands
    }

    /// All moves with a hint: the role, the move, and the conditions of its hints,
    /// the strongest band first.
    pub fn patterns(&self) -> impl Iterator<Item = (usize, M, &[Pattern])> {
        self.patterns.iter().map(|(&(role, mv), patterns)| (role, mv, &patterns[..]))
    }

    /// The strongest band of a move's hints, as a place among all bands, given the
    /// facts that hold.
    pub fn band_of(&self, role: usize, mv: M, holds: &impl Fn(usize) -> bool) -> Option<usize> {
        let patterns = self.patterns.get(&(role, mv))?;
        let applies = |pattern: &&Pattern| pattern.when.iter().all(|one| one.is_met(holds));
        patterns.iter().find(applies).map(|pattern| pattern.band)
    }
}

/// The bands that are distinguished, the strongest first.
fn strongest(mut bands: Vec<Band>) -> Vec<Band> {
    bands.sort_by_key(|&band| match band {
        Band::Win => 0,
        Band::Save => 1,
        Band::Lean(value, _) => u32::MAX - u32::from(value),
        Band::Prefer(extra) => u32::MAX - extra,
    });
    bands.dedup();
    let n_forcing = bands.iter().filter(|band| matches!(band, Band::Win | Band::Save)).count();
    bands.truncate(n_forcing + Band::N_OPEN_MAX);
    bands
}

impl<M: PartialEq> PartialEq for Hints<M> {
    fn eq(&self, other: &Self) -> bool {
        self.bands == other.bands && self.list == other.list
    }
}

/// Hints, and the share of steps in which each role follows them.
#[derive(Debug)]
pub struct Guide<M> {
    /// The hints, which many guides can share.
    pub hints: Arc<Hints<M>>,
    /// The number of 256 steps in which each role looks for hints.
    pub uses: Vec<u16>,
}

/// The share of a role that looks for hints in every step.
pub const ALWAYS: u16 = 256;

impl<M> Clone for Guide<M> {
    fn clone(&self) -> Self {
        Self { hints: Arc::clone(&self.hints), uses: self.uses.clone() }
    }
}

impl<M: PartialEq> PartialEq for Guide<M> {
    fn eq(&self, other: &Self) -> bool {
        self.uses == other.uses
            && (Arc::ptr_eq(&self.hints, &other.hints) || self.hints == other.hints)
    }
}

impl<M: Copy + Eq + Hash> Guide<M> {
    /// For a search of one role: it always follows hints, the others in some of
    /// 256 steps.
    pub fn new(hints: Arc<Hints<M>>, n_roles: usize, role: usize, others: u16) -> Self {
        let uses = (0..n_roles).map(|other| if other == role { ALWAYS } else { others });
        Self { hints, uses: uses.collect() }
    }

    /// The place of the move that 32 random bits draw from a role's legal
    /// moves, given the facts that hold. This is the reference implementation with
    /// which others are compared.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex_game::{Condition, Guide, Hint, Hints, Manner};
    ///
    /// let when = vec![Condition::present(7)];
    /// let hint = Hint { role: 0, mv: 'c', when, value: 100, is_offensive: true };
    /// let guide = Guide::new(Arc::new(Hints::new(vec![hint], Manner::Greedy(0.5))), 1, 0, 128);
    /// assert_eq!(guide.choose(0, &['a', 'b', 'c'], 0, |fact| fact == 7), 2);
    /// assert_eq!(guide.choose(0, &['a', 'b', 'c'], 0, |_| false), 0);
    /// ```
    pub fn choose(
        &self,
        role: usize,
        legal: &[M],
        random: u32,
        holds: impl Fn(usize) -> bool,
    ) -> usize {
        if !follows(random, self.uses[role]) {
            return below(random, legal.len());
        }
        let hinted = legal
            .iter()
            .enumerate()
            .filter_map(|(at, &mv)| self.hints.band_of(role, mv, &holds).map(|band| (band, at)));
        let hinted: Vec<(usize, usize)> = hinted.collect();
        let in_band = |band: usize| hinted.iter().filter(move |hint| hint.0 == band);
        let mut total = legal.len();
        for (band, &kind) in self.hints.bands.iter().enumerate() {
            let count = in_band(band).count();
            match kind {
                Band::Prefer(extra) => total += count * extra as usize,
                _ if count > 0 && leans(random, kind.share()) => {
                    let nth = below(random, count);
                    return in_band(band).nth(nth).map_or(0, |&(_, at)| at);
                }
                _ => {}
            }
        }
        let mut rest = below(random, total);
        if rest < legal.len() {
            return rest;
        }
        rest -= legal.len();
        for (band, &kind) in self.hints.bands.iter().enumerate() {
            let Band::Prefer(extra) = kind else { continue };
            let size = in_band(band).count() * extra as usize;
            if rest < size {
                return in_band(band).nth(rest / extra as usize).map_or(0, |&(_, at)| at);
            }
            rest -= size;
        }
        unreachable!("the number drawn is below the sum of all weights")
    }
}

/// Whether a role looks for hints in a step. The lowest bits decide, which hardly
/// affect the move that is drawn.
pub fn follows(random: u32, uses: u16) -> bool {
    random & 0xff < u32::from(uses)
}

/// Whether a band with a share applies in a step. The next bits decide.
pub fn leans(random: u32, share: u16) -> bool {
    random >> 8 & 0xff < u32::from(share)
}

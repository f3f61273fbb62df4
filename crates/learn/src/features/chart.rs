//! All features of a game.

use std::sync::Arc;

use ludex_game::{Condition, Game, Hint, Hints, Manner, RoleId};
use ludex_gdl::single::{CircuitGame, MoveId};
use rustc_hash::FxHashMap;

use super::{Feature, Weighing};

/// All features that were learned, each once, in the order in which they were
/// first met.
pub struct Chart {
    game: Arc<CircuitGame>,
    features: Vec<Feature>,
    places: FxHashMap<Key, usize>,
}

/// A feature that applies less than once in this many random games is dropped.
pub(super) const RARE: u32 = 200;

/// The limit of the work of a guided playout step, in plain steps.
const WORK_MAX: f64 = 1.4;

/// Whether it is offensive, the move, its conditions. A move belongs to one role.
type Key = (bool, MoveId, Vec<Condition>);

impl Chart {
    pub(super) fn new(game: &Arc<CircuitGame>) -> Self {
        Self { game: Arc::clone(game), features: Vec::new(), places: FxHashMap::default() }
    }

    /// Adds a feature. A known one keeps its higher value.
    pub(super) fn add(&mut self, feature: Feature) {
        let key = (feature.is_offensive, feature.mv, feature.when.clone());
        match self.places.get(&key) {
            Some(&at) => {
                let known = &mut self.features[at];
                known.value = known.value.max(feature.value);
                known.n_learned += feature.n_learned;
            }
            None => {
                self.places.insert(key, self.features.len());
                self.features.push(feature);
            }
        }
    }

    /// The features.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    pub(super) fn features_mut(&mut self) -> &mut [Feature] {
        &mut self.features
    }

    /// The number of offensive features.
    pub fn n_offensive(&self) -> usize {
        self.features.iter().filter(|feature| feature.is_offensive).count()
    }

    /// The strongest features: by value, then by how often they were learned.
    pub fn strongest(&self) -> Vec<&Feature> {
        let mut list: Vec<&Feature> = self.features.iter().collect();
        list.sort_by_key(|feature| {
            let Feature { value, n_learned, is_offensive, .. } = **feature;
            std::cmp::Reverse((value, n_learned, is_offensive))
        });
        list
    }

    /// Drops features that another makes superfluous: same move, no more
    /// conditions, and at least its value.
    pub fn prune(&mut self) {
        let mut order: Vec<usize> = (0..self.features.len()).collect();
        order.sort_by_key(|&at| self.features[at].when.len());
        let mut of_move = FxHashMap::<(bool, MoveId), Vec<usize>>::default();
        let mut kept = vec![false; self.features.len()];
        for at in order {
            let feature = &self.features[at];
            let rivals = of_move.entry((feature.is_offensive, feature.mv)).or_default();
            let is_covered = rivals.iter().any(|&rival| {
                let rival = &self.features[rival];
                rival.value >= feature.value && is_subset(&rival.when, &feature.when)
            });
            kept[at] = !is_covered;
            if !is_covered {
                rivals.push(at);
            }
        }
        let mut kept = kept.into_iter();
        self.features.retain(|_| kept.next() == Some(true));
        self.places.clear();
    }

    /// Drops features that applied less than once in 200 of `n_games` random games: they
    /// cost as much as others in every step, and hardly ever apply.
    pub fn drop_rare(&mut self, n_games: u32) {
        self.features.retain(|feature| feature.n_met >= n_games / RARE);
        self.places.clear();
    }

    /// Drops the features that applied least often until a guided playout step is within the
    /// work limit.
    pub fn lighten(&mut self, manner: Manner) {
        let game = Arc::clone(&self.game);
        let is_light = |hints| game.work_of_hints(&Arc::new(Hints::new(hints, manner))) <= WORK_MAX;
        if is_light(self.hints()) {
            return;
        }
        self.features.sort_by_key(|feature| std::cmp::Reverse(feature.n_met));
        let hints = self.hints();
        // The largest number that is light, by bisection.
        let (mut n_light, mut n_heavy) = (0, hints.len());
        while n_light + 1 < n_heavy {
            let n = (n_light + n_heavy) / 2;
            match is_light(hints[..n].to_vec()) {
                true => n_light = n,
                false => n_heavy = n,
            }
        }
        self.features.truncate(n_light);
        self.places.clear();
    }

    /// Changes values by the frequencies in random games.
    pub fn weigh(&mut self, how: Weighing) {
        for feature in &mut self.features {
            let works = f64::from(feature.n_worked) / f64::from(feature.n_made.max(1));
            let is_sure = feature.n_made < 5 || works > 0.9;
            match how {
                // A move that wins at once does so always.
                Weighing::Demote if feature.value == 100 && feature.is_offensive && !is_sure => {
                    feature.value = 95;
                }
                Weighing::Gain if feature.value < 100 || feature.is_offensive && !is_sure => {
                    feature.value = (500.0 * feature.gain()).clamp(0.0, 99.0) as u8;
                }
                Weighing::Prune if feature.gain() < -0.01 => feature.value = 0,
                _ => {}
            }
        }
        self.features.retain(|feature| feature.value > 0);
        self.places.clear();
    }

    /// The features as hints for playouts.
    pub fn hints(&self) -> Vec<Hint<MoveId>> {
        let hint = |feature: &Feature| {
            let Feature { role, mv, value, is_offensive, .. } = *feature;
            Hint { role, mv, when: feature.when.clone(), value, is_offensive }
        };
        self.features.iter().map(hint).collect()
    }

    /// The features in the words of the rule sheet, the strongest first.
    pub fn words(&self) -> Vec<ludex_search::Feature> {
        self.strongest().into_iter().map(|feature| self.word(feature)).collect()
    }

    fn word(&self, feature: &Feature) -> ludex_search::Feature {
        let (grounded, terms) = (self.game.grounded(), self.game.terms());
        let name = |one: &Condition| terms.show(grounded.bases[one.fact()]).to_string();
        let (absent, present): (Vec<Condition>, _) =
            feature.when.iter().partition(|one| one.is_absent());
        ludex_search::Feature {
            is_offensive: feature.is_offensive,
            role: self.game.roles()[RoleId::new(feature.role).index()].name.clone(),
            value: feature.value,
            mv: self.game.move_name(feature.mv),
            facts: present.iter().map(name).collect(),
            absent: absent.iter().map(name).collect(),
            remark: format!(
                "learned {}, met {}, made {}, won {}",
                feature.n_learned, feature.n_met, feature.n_made, feature.n_worked
            ),
        }
    }
}

/// Whether all of some conditions are among others, both in rising order.
fn is_subset(few: &[Condition], many: &[Condition]) -> bool {
    few.iter().all(|one| many.binary_search(one).is_ok())
}

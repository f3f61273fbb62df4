//! UCT as a player.

use std::sync::Arc;

use game::{Playable, RoleId};

use super::Kind;
use crate::uct::{Options, Uct};
use crate::{Features, Learned, Limits, Player, Report, Stop, section};

/// What is searched if nothing is said.
const N_PLAYOUTS: u64 = 10_000;

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "uct",
        about: "Monte Carlo tree search: playouts guided by what earlier ones found",
        options: &[
            (
                "playouts",
                "how many playouts a move may take",
                "10k, if neither nodes nor time is given",
            ),
            ("nodes", "how many nodes may be added to the tree", "no limit"),
            ("c", "how much to explore", "0.7"),
            ("batch", "the most playouts in flight at a time; 1 makes one after another", "16384"),
            (
                "share",
                "a batch is at most one in this many visits",
                "2048 for up to 100k playouts, else 256",
            ),
            ("repeats", "the most playouts from one leaf at a time", "64"),
            (
                "vloss",
                "how many lost visits a visit under way counts as",
                "0: as a visit of unknown result",
            ),
            ("rave", "visits at which a move made later counts half; 0 for without", "0"),
            ("mast", "temperature of preferring moves that did well; 0 for without", "0"),
            ("features", "file of learned features that playouts follow", "none"),
            ("prior", "how much features count in the tree; 0 for playouts only", "2"),
            ("memory", "how much the tree may take", "1GB"),
            ("length", "where a playout is given up", "5000"),
            ("reuse", "whether the tree is kept from move to move", "yes"),
            ("transpositions", "whether equal positions share a node", "yes"),
        ],
        make: |game, context, options| {
            let defaults = Options::default();
            let limits = Limits {
                playouts: options.positive("playouts")?,
                nodes: options.positive("nodes")?,
                ..Limits::default()
            };
            let bounded = |count: u64| count.min(1 << 14) as u32;
            let batch_max = options.positive("batch")?.map(bounded);
            let share = options.positive("share")?.map(bounded);
            let repeats = options.positive("repeats")?.map(bounded);
            let features = options.text("features");
            let learned = features.as_deref().and_then(|file| options.learned(file));
            let options = Options {
                exploration: options.non_negative("c")?.map_or(defaults.exploration, |c| c as f32),
                virtual_loss: options
                    .non_negative("vloss")?
                    .map_or(defaults.virtual_loss, |v| v as f32),
                batch_max: batch_max.unwrap_or(defaults.batch_max),
                batch_share: share,
                repeats_max: repeats.unwrap_or(defaults.repeats_max),
                rave: options.non_negative("rave")?.filter(|&k| k > 0.0).map(|k| k as f32),
                prior: options.non_negative("prior")?.map_or(defaults.prior, |p| p as f32),
                mast: options.non_negative("mast")?.filter(|&t| t > 0.0).map(|t| t as f32),
                memory_bytes: options.bytes("memory")?.unwrap_or(defaults.memory_bytes),
                length_max: options
                    .positive("length")?
                    .map_or(defaults.length_max, |n| u32::try_from(n).unwrap_or(u32::MAX)),
                reuse: options.flag("reuse")?.unwrap_or(defaults.reuse),
                transpositions: options.flag("transpositions")?.unwrap_or(defaults.transpositions),
                ..defaults
            };
            let mut uct = Uct::new(game, options, context.seed, context.n_threads);
            if let Some(path) = features {
                let is_timed = limits.playouts.is_none() && limits.nodes.is_none();
                features_of(&path, learned)
                    .and_then(|features| follow(&mut uct, &**game, &features, is_timed))
                    .map_err(|error| format!("{path}: {error}"))?;
            }
            Ok(Box::new(UctPlayer { game: Arc::clone(game), uct, limits }))
        },
    }
}

/// The features that the spec carries for a file, or else those of the file.
fn features_of(path: &str, learned: Option<Arc<Learned>>) -> Result<Features, String> {
    if let Some(learned) = learned {
        return learned.features.clone().ok_or_else(|| "it has no features".into());
    }
    let text = crate::read_text(path.as_ref()).map_err(|error| error.to_string())?;
    Features::parse(section(&text, "features").unwrap_or(&text))
}

/// Has the search follow features, unless they say that they do not help.
fn follow<G: Playable>(
    uct: &mut Uct<G>,
    game: &G,
    features: &Features,
    is_timed: bool,
) -> Result<(), String> {
    let hints = features.hints(game)?;
    if features.used.helps(is_timed) && !uct.follow(Arc::new(hints), features.others) {
        return Err("this game's playouts cannot follow features".into());
    }
    Ok(())
}

struct UctPlayer<G: Playable> {
    game: Arc<G>,
    uct: Uct<G>,
    limits: Limits,
}

impl<G: Playable> UctPlayer<G> {
    /// Whether nothing but the clock limits it.
    fn is_timed(&self) -> bool {
        self.limits.playouts.is_none() && self.limits.nodes.is_none()
    }
}

impl<G: Playable> Player<G> for UctPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        if let [mv] = moves[..] {
            // Whoever has no choice need not think.
            return Report::of_move(mv);
        }
        let mut limits = Limits { stop: stop.clone(), ..self.limits.clone() };
        if limits.playouts.is_none() && limits.nodes.is_none() && stop.is_never() {
            limits.playouts = Some(N_PLAYOUTS);
        }
        self.uct.search(state, role, &limits)
    }

    fn ponder(&mut self, state: &G::State, role: RoleId, stop: &Stop) {
        if self.is_timed() {
            self.uct.search(state, role, &Limits { stop: stop.clone(), ..Limits::default() });
        }
    }

    fn follow(&mut self, features: &Features) -> bool {
        let is_timed = self.is_timed();
        features.used.helps(is_timed)
            && follow(&mut self.uct, &*self.game, features, is_timed).is_ok()
    }

    fn as_uct(&mut self) -> Option<(&mut Uct<G>, &Limits)> {
        (!self.is_timed() && self.uct.is_sociable()).then_some((&mut self.uct, &self.limits))
    }
}

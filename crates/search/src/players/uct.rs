//! UCT as a player.

use std::sync::Arc;

use ludex_game::{Playable, RoleId};

use super::guidance::{Threats, follow};
use super::parts::PartSearches;
use super::{PlayerMaker, PlayerOptions};
use crate::options::{Bytes, Carried, Flag, NonNegative, Options, Positive, Text, Word};
use crate::uct::{self, Joint, Uct};
use crate::{Clock, Context, Features, Limits, Player, Report, Stop, now, section};

/// The playouts of a search without any limit.
const N_PLAYOUTS: u64 = 10_000;

pub(super) struct UctOptions {
    limits: Limits,
    search: uct::Options,
    /// The file of features, with the data that the spec carries.
    features: Option<(String, Carried)>,
    threats: Threats,
    /// Whether independent parts of the game are searched apart.
    parts: bool,
}

impl PlayerOptions for UctOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let limits = limits(options)?;
        let features = options
            .declare("features", Text, "file of learned features that playouts follow")
            .or_none("none")?;
        let threats = options
            .declare(
                "threats",
                Threats::TYPE,
                "moves that win at once, and replies to them, that playouts follow",
            )
            .or(Threats::All)?;
        let parts = options
            .declare("parts", Flag, "search independent parts of the game apart")
            .or(true)?;
        let carried = options.carried().clone();
        let features = features.map(|file| (file, carried));
        Ok(Self { limits, search: search(options)?, features, threats, parts })
    }
}

impl<G: Playable> PlayerMaker<G> for UctOptions {
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String> {
        let Self { limits, search, features, threats, parts } = self;
        // Features are learned from the whole game.
        let parts = match parts && features.is_none() {
            true => PartSearches::new(game, &search, context.seed, context.n_threads, threats)?,
            false => PartSearches::none(game),
        };
        let mut uct = Uct::new(game, search, context.seed, context.n_threads);
        let is_timed = limits.playouts.is_none() && limits.nodes.is_none();
        match features {
            None => follow(&mut uct, &**game, threats, None, is_timed)?,
            Some((file, carried)) => read_features(&file, &carried)
                .and_then(|features| follow(&mut uct, &**game, threats, Some(&features), is_timed))
                .map_err(|error| format!("{file}: {error}"))?,
        }
        Ok(Box::new(UctPlayer { game: Arc::clone(game), uct, parts, limits, threats }))
    }
}

fn limits(options: &mut Options) -> Result<Limits, String> {
    let playouts = options.declare("playouts", Positive, "how many playouts a move may take");
    let playouts = playouts.or_when(N_PLAYOUTS, "neither nodes nor time is given")?;
    let nodes = options.declare("nodes", Positive, "how many nodes may be added to the tree");
    Ok(Limits { playouts, nodes: nodes.or_none("no limit")?, ..Limits::default() })
}

/// Maximum of the batch, the share and the number of repeats.
const COUNT_MAX: u64 = 1 << 14;

fn search(options: &mut Options) -> Result<uct::Options, String> {
    let usual = uct::Options::default();
    let proofs = options
        .declare("proofs", NonNegative, "share of the time for proofs of wins beside the tree")
        .or(usual.proofs as f32)?;
    let mut number = |name, help, default| options.declare(name, NonNegative, help).or(default);
    let exploration = number("c", "how much to explore", usual.exploration)?;
    let virtual_loss =
        number("vloss", "how many lost visits a pending visit counts as", usual.virtual_loss)?;
    let rave = number("rave", "visits at which RAVE counts half; 0 is without", 0.0)?;
    let mast = number("mast", "temperature of MAST in playouts; 0 is without", 0.0)?;
    let prior = number("prior", "weight of features in the tree; 0 is playouts only", usual.prior)?;
    let pace = number("pace", "deviation of playouts from a leaf, in that of leaves", usual.pace)?;
    let mut count =
        |name, help, default: u32| options.declare(name, Positive, help).or(default.into());
    let batch = count("batch", "the most playouts in flight; 1 is one at a time", usual.batch_max)?;
    let repeats = count("repeats", "the most playouts from one leaf at a time", usual.repeats_max)?;
    let length = count("length", "plies after which a playout is given up", usual.length_max)?;
    let share = options
        .declare("share", Positive, "a batch is at most one in this many visits")
        .or_none(uct::Options::describe_batch_share())?;
    let memory = options.declare("memory", Bytes, "memory of the tree").or(usual.memory_bytes)?;
    let joint = options
        .declare("joint", Word(&Joint::NAMES), "how two players choose who move at once")
        .or(usual.joint)?;
    let mut flag = |name, help, default| options.declare(name, Flag, help).or(default);
    let reuse = flag("reuse", "keep the tree from move to move", usual.reuse)?;
    let transpositions =
        flag("transpositions", "equal positions share a node", usual.transpositions)?;
    let bounded = |count: u64| count.min(COUNT_MAX) as u32;
    Ok(uct::Options {
        exploration,
        virtual_loss,
        batch_share: share.map(bounded),
        batch_max: bounded(batch),
        repeats_max: bounded(repeats),
        rave: Some(rave).filter(|&visits| visits > 0.0),
        prior,
        joint,
        pace,
        proofs: f64::from(proofs.min(1.0)),
        mast: Some(mast).filter(|&temperature| temperature > 0.0),
        memory_bytes: memory,
        length_max: u32::try_from(length).unwrap_or(u32::MAX),
        reuse,
        transpositions,
        ..usual
    })
}

/// The features that the spec carries for a file, or else those of the file.
fn read_features(path: &str, carried: &Carried) -> Result<Features, String> {
    if let Some(learned) = carried.get(path) {
        return learned.features.clone().ok_or_else(|| "it has no features".into());
    }
    let text = crate::read_text(path.as_ref()).map_err(|error| error.to_string())?;
    Features::parse(section(&text, "features").unwrap_or(&text))
}

struct UctPlayer<G: Playable> {
    game: Arc<G>,
    uct: Uct<G>,
    parts: PartSearches<G>,
    limits: Limits,
    threats: Threats,
}

impl<G: Playable> UctPlayer<G> {
    /// Whether the clock is the only limit.
    fn is_timed(&self) -> bool {
        self.limits.playouts.is_none() && self.limits.nodes.is_none()
    }
}

impl<G: Playable> Player<G> for UctPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        if let [mv] = moves[..] {
            // The role has only one move.
            return Report::of_move(mv);
        }
        let mut limits = Limits { stop: stop.clone(), ..self.limits.clone() };
        limits.clock = self.is_timed().then_some(now as Clock);
        if limits.playouts.is_none() && limits.nodes.is_none() && stop.is_never() {
            (limits.playouts, limits.clock) = (Some(N_PLAYOUTS), None);
        }
        let report = self.parts.search(state, role, &limits);
        report.unwrap_or_else(|| self.uct.search(state, role, &limits))
    }

    fn ponder(&mut self, state: &G::State, role: RoleId, stop: &Stop) {
        let clock = Some(now as Clock);
        let limits = Limits { stop: stop.clone(), clock, ..Limits::default() };
        match () {
            () if !self.is_timed() => {}
            () if self.parts.is_empty() => drop(self.uct.search(state, role, &limits)),
            () => self.parts.ponder(state, role, &limits),
        }
    }

    fn use_features(&mut self, features: &Features) -> bool {
        let is_timed = self.is_timed();
        features.used.helps(is_timed)
            && follow(&mut self.uct, &*self.game, self.threats, Some(features), is_timed).is_ok()
    }

    fn as_uct(&mut self) -> Option<(&mut Uct<G>, &Limits)> {
        let is_shared = !self.is_timed() && self.parts.is_empty() && self.uct.can_share_lanes();
        is_shared.then_some((&mut self.uct, &self.limits))
    }
}

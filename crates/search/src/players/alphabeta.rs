//! Alpha-beta as a player, also under the names `expectiminimax` and `paranoid`.

use std::sync::Arc;

use ludex_game::{Playable, Rng, RoleId, rng};
use rand::Rng as _;

use super::search_limits::{Eval, SearchLimits};
use super::{PlayerMaker, PlayerOptions};
use crate::options::{Bytes, Flag, Number, Options, Word};
use crate::{AlphaBeta, Context, Player, Report, Settings, Star, Stop};

/// From the first position, 25 of 28 bundled games take a second or less; amazons,
/// chinese checkers and hex take longer.
const DEPTH: u32 = 6;

const STARS: [(&str, Star); 3] = [("0", Star::Off), ("1", Star::One), ("2", Star::Two)];

pub(super) struct AlphaBetaOptions {
    limits: SearchLimits,
    eval: Eval,
    settings: Settings,
}

impl PlayerOptions for AlphaBetaOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let limits = SearchLimits::read(options, DEPTH)?;
        let eval = Eval::read(
            options,
            "evaluator: a weighted sum, or file:PATH; `A|B` draws one of them before each move",
        )?;
        Ok(Self { limits, eval, settings: settings(options)? })
    }
}

impl<G: Playable> PlayerMaker<G> for AlphaBetaOptions {
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String> {
        let Self { limits, eval, settings } = self;
        let searches =
            eval.evaluators(&**game, context)?.into_iter().map(|(evaluator, formula)| {
                let table_bytes = if formula.is_random() { 0 } else { settings.table_bytes };
                AlphaBeta::new(Arc::clone(game), evaluator, Settings { table_bytes, ..settings })
            });
        Ok(Box::new(AlphaBetaPlayer {
            searches: searches.collect(),
            limits,
            // A separate stream from that of random values.
            rng: rng(context.seed, 2),
        }))
    }
}

fn settings(options: &mut Options) -> Result<Settings, String> {
    let plain = options
        .declare("plain", Flag, "no table, no deepening, no move ordering, no pvs, star=0")
        .or(false)?;
    let usual = if plain { Settings::PLAIN } else { Settings::default() };
    let mut flag = |name, help, default| options.declare(name, Flag, help).or(default);
    let deepening = flag("deepening", "search to depth 1, then 2 and so on", usual.deepening)?;
    let killers = flag("killers", "try early the moves that refuted siblings", usual.killers)?;
    let history =
        flag("history", "try early the moves that refuted many positions", usual.history)?;
    let promise = flag("promise", "try early the moves that the game suggests", usual.promise)?;
    let foresight = flag("foresight", "enhanced transposition cutoffs", usual.foresight)?;
    let mtd = flag("mtd", "null windows only (MTD): good for solving", usual.mtd)?;
    let pvs = flag("pvs", "principal variation search", usual.pvs)?;
    let table = "memory of the transposition table; none with eval=random";
    let table_bytes = options.declare("table", Bytes, table).or(usual.table_bytes)?;
    let star =
        options.declare("star", Word(&STARS), "Star pruning at chance nodes").or(usual.star)?;
    let low = options.declare("low", Number, "the least value").or(usual.range.0)?;
    let high = options.declare("high", Number, "the greatest value").or(usual.range.1)?;
    if low >= high {
        return Err(format!("`low={low}` is not below `high={high}`"));
    }
    let range = (low, high);
    Ok(Settings {
        table_bytes,
        deepening,
        killers,
        history,
        promise,
        foresight,
        mtd,
        pvs,
        star,
        range,
    })
}

struct AlphaBetaPlayer<G: Playable> {
    /// One search for each evaluator; each move draws one of them.
    searches: Vec<AlphaBeta<G>>,
    limits: SearchLimits,
    rng: Rng,
}

impl<G: Playable> Player<G> for AlphaBetaPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let n = self.searches.len();
        let at = if n == 1 { 0 } else { self.rng.random_range(0..n) };
        self.searches[at].search(state, role, &self.limits.limits(stop))
    }
}

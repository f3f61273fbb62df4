//! Minimax without looking at what cannot matter.

use std::sync::Arc;

use game::{Playable, Rng, RoleId, rng};
use rand::Rng as _;

use super::reach::{Reach, evaluators};
use super::{Kind, Make};
use crate::spec::Options;
use crate::{AlphaBeta, Player, Report, Settings, Star, Stop};

/// From the first position, 25 of 28 bundled games take a second or less; amazons,
/// chinese checkers and hex take longer.
const DEPTH: u32 = 6;

/// What alpha-beta and its namesakes understand.
pub(super) const OPTIONS: &[(&str, &str, &str)] = &[
    ("depth", "how many plies to look ahead", "6 if neither nodes nor time is limited"),
    ("nodes", "how many positions to look at", "no limit"),
    (
        "eval",
        "how to judge positions: a sum of evaluators, or file:PATH; `A|B` draws lots before each move",
        "goal",
    ),
    ("plain", "no table, no deepening, no ordering of moves, no pvs, star=0", "no"),
    ("table", "memory for positions already searched; none with eval=random", "64MB"),
    ("deepening", "search to depth 1, then 2 and so on", "yes"),
    ("killers", "look early at moves that refuted a sibling position", "yes"),
    ("history", "look early at moves that refuted many positions", "yes"),
    ("promise", "look early at moves that the game finds promising", "yes"),
    ("foresight", "see first whether a move ends the game or leads to a known position", "yes"),
    ("mtd", "ask yes-or-no questions only: good for solving", "no"),
    ("pvs", "show first that later moves are no better than the first", "yes"),
    ("star", "pruning where chance decides: 0, 1 or 2", "1"),
    ("low", "the least value there is", "0"),
    ("high", "the greatest value there is", "100"),
];

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "alphabeta",
        about: "minimax by alpha-beta, with deepening and a table",
        options: OPTIONS,
        make: make(),
    }
}

/// Makes an alpha-beta player, whatever its name.
pub(super) fn make<G: Playable>() -> Make<G> {
    |game, context, options| {
        let evaluators = evaluators(&**game, context, options)?;
        let settings = settings(options)?;
        let searches = evaluators.into_iter().map(|(evaluator, formula)| {
            let table_bytes = if formula.is_random() { 0 } else { settings.table_bytes };
            AlphaBeta::new(Arc::clone(game), evaluator, Settings { table_bytes, ..settings })
        });
        Ok(Box::new(AlphaBetaPlayer {
            searches: searches.collect(),
            reach: Reach::read(options)?,
            // A stream of its own, apart from that of random values.
            rng: rng(context.seed, 2),
        }))
    }
}

fn settings(options: &mut Options) -> Result<Settings, String> {
    let usual = match options.flag("plain")? {
        Some(true) => Settings::PLAIN,
        _ => Settings::default(),
    };
    let stars = [("0", Star::Off), ("1", Star::One), ("2", Star::Two)];
    let (low, high) = usual.range;
    let range = (options.number("low")?.unwrap_or(low), options.number("high")?.unwrap_or(high));
    if range.0 >= range.1 {
        return Err(format!("`low={}` is not below `high={}`", range.0, range.1));
    }
    Ok(Settings {
        table_bytes: options.bytes("table")?.unwrap_or(usual.table_bytes),
        deepening: options.flag("deepening")?.unwrap_or(usual.deepening),
        killers: options.flag("killers")?.unwrap_or(usual.killers),
        history: options.flag("history")?.unwrap_or(usual.history),
        promise: options.flag("promise")?.unwrap_or(usual.promise),
        foresight: options.flag("foresight")?.unwrap_or(usual.foresight),
        mtd: options.flag("mtd")?.unwrap_or(usual.mtd),
        pvs: options.flag("pvs")?.unwrap_or(usual.pvs),
        star: options.word("star", &stars)?.unwrap_or(usual.star),
        range,
    })
}

struct AlphaBetaPlayer<G: Playable> {
    /// One for each way to judge positions; every move is found by one of them.
    searches: Vec<AlphaBeta<G>>,
    reach: Reach,
    rng: Rng,
}

impl<G: Playable> Player<G> for AlphaBetaPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let n = self.searches.len();
        let at = if n == 1 { 0 } else { self.rng.random_range(0..n) };
        self.searches[at].search(state, role, &self.reach.limits(DEPTH, stop))
    }
}

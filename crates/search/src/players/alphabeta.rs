//! Minimax without looking at what cannot matter.

use std::sync::Arc;

use game::{Playable, RoleId};

use super::reach::{Reach, evaluator};
use super::{Kind, Make};
use crate::spec::Options;
use crate::{AlphaBeta, Player, Report, Settings, Star, Stop};

/// A second or less in most of the bundled games.
const DEPTH: u32 = 6;

/// What alpha-beta and its namesakes understand.
pub(super) const OPTIONS: &[(&str, &str, &str)] = &[
    ("depth", "how many plies to look ahead", "6 if neither nodes nor time is limited"),
    ("nodes", "how many positions to look at", "no limit"),
    ("eval", "how to judge positions: a sum of evaluators, or file:PATH", "goal"),
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
        let (evaluator, formula) = evaluator(&**game, context, options)?;
        let mut settings = settings(options)?;
        if formula.is_random() {
            settings.table_bytes = 0;
        }
        let search = AlphaBeta::new(Arc::clone(game), evaluator, settings);
        Ok(Box::new(AlphaBetaPlayer { search, reach: Reach::read(options)? }))
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
    search: AlphaBeta<G>,
    reach: Reach,
}

impl<G: Playable> Player<G> for AlphaBetaPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        self.search.search(state, role, &self.reach.limits(DEPTH, stop))
    }
}

//! The gauntlet: our player against its former releases and other players, on thirty games.

mod learned_evaluator;

use std::time::Duration;

use ludex::Game;
use ludex_arena::schedule::Schedule;
use ludex_arena::stats::{EloDifference, Sample, Tally};
use ludex_arena::{CONFIDENCE, Progress, RunError, Setup, Standings};
use ludex_search::Spec;

use crate::matches::{self, trial, with_cost};
use crate::rules::{Rules, load};
use crate::{About, Cost, Experiment, ExperimentContext, Figure, Row, Size};

/// The games: the name of a bundled sheet, if there is one, and that of a public one.
const GAMES: [(Option<&str>, Option<&str>); 30] = [
    // Boards with pieces.
    (Some("breakthrough"), Some("breakthrough")),
    (Some("knightthrough"), Some("knightThrough")),
    (Some("pawn-whopping"), Some("pawnWhopping")),
    (Some("checkers"), Some("checkers")),
    (Some("lose-checkers"), None),
    (Some("nine-mens-morris"), Some("merrills")),
    (Some("chinese-checkers"), Some("chineseCheckers2")),
    (None, Some("skirmish")),
    (None, Some("speedChess")),
    (None, Some("sheepAndWolf")),
    (None, Some("catcha_mouse")),
    // Stones that stay.
    (Some("connect-four"), Some("connectFour")),
    (Some("reversi"), Some("reversi")),
    (Some("hex"), Some("hex")),
    (Some("pentago"), Some("pentago")),
    (Some("quarto"), Some("quarto")),
    (Some("dots-and-boxes"), Some("dotsAndBoxes")),
    (Some("amazons"), Some("amazons_8x8")),
    (None, Some("connect5")),
    (None, Some("nineBoardTicTacToe")),
    (None, Some("atariGo_7x7")),
    (None, Some("cubicup")),
    // Several parts.
    (None, Some("connectFourSimultaneous")),
    (None, Some("chinook")),
    (None, Some("dualConnect4")),
    (Some("nim"), Some("nim3")),
    // Moves at the same time.
    (Some("tron"), Some("tron_10x10")),
    (Some("bidding-tic-tac-toe"), Some("biddingTicTacToe")),
    (None, Some("blocker")),
    (None, Some("racetrackcorridor")),
];

/// An opponent: its name, and its options beside the time for a move.
struct Opponent {
    name: &'static str,
    spec: &'static str,
    /// Whether it has the learned evaluator of each game.
    is_learned: bool,
}

/// The opponents. The options of former releases are those that gave their behaviour.
const OPPONENTS: [Opponent; 5] = [
    Opponent {
        name: "release 0.1: small batches, no threats, proofs or parts",
        spec: "uct:share=256,pace=0,threats=no,proofs=0,parts=no,joint=ucb",
        is_learned: false,
    },
    Opponent {
        name: "plain UCT: one playout at a time",
        spec: "uct:batch=1,threats=no,proofs=0,parts=no,joint=ucb",
        is_learned: false,
    },
    Opponent { name: "alpha-beta with the learned evaluator", spec: "alphabeta", is_learned: true },
    Opponent {
        name: "alpha-beta with mobility",
        spec: "alphabeta:eval=mobility",
        is_learned: false,
    },
    Opponent { name: "random", spec: "random", is_learned: false },
];

/// Games of a match, and the time for a move in milliseconds, for each [`Size`].
const N_GAMES: [u32; 3] = [2, 10, 20];
const MILLISECONDS: [u32; 3] = [10, 50, 100];

/// The number of games that the quick size has.
const N_QUICK: usize = 6;

/// A game that has not ended by then is a draw.
const N_PLIES_MAX: u32 = 400;

/// The experiment.
pub(super) struct Gauntlet;

/// A match of ours against one opponent in one game.
struct Pairing<'a> {
    group: String,
    rules: &'a Rules,
    setup: Setup,
}

impl Gauntlet {
    /// The games that have rules here.
    fn games(size: Size, context: &ExperimentContext<'_>) -> Result<Vec<Rules>, RunError> {
        let mut games = Vec::new();
        for (bundled, public) in GAMES {
            games.extend(load(bundled, public, context)?);
        }
        if size == Size::Quick {
            let step = games.len().div_ceil(N_QUICK);
            games = games.into_iter().step_by(step.max(1)).collect();
        }
        Ok(games)
    }

    /// The opponents, and whether they have the learned evaluator: those of the list, or the
    /// guest.
    fn opponents(
        size: Size,
        context: &ExperimentContext<'_>,
    ) -> Result<Vec<(String, Spec, bool)>, RunError> {
        // A guest is measured alone: what the others do is known.
        if let Some(guest) = &context.guest {
            return Ok(vec![(guest.to_string(), guest.clone(), false)]);
        }
        let listed = OPPONENTS.iter();
        let timed = |one: &Opponent| Ok((one.name.into(), timed(one.spec, size)?, one.is_learned));
        listed.map(timed).collect()
    }

    /// All matches. `eval` finds the learned evaluator of a game.
    fn pairings<'a>(
        size: Size,
        games: &'a [Rules],
        context: &ExperimentContext<'_>,
        eval: impl Fn(&Rules) -> Result<String, RunError>,
    ) -> Result<Vec<Pairing<'a>>, RunError> {
        let ours = timed("uct", size)?;
        let mut pairings = Vec::new();
        for (group, opponent, is_learned) in Self::opponents(size, context)? {
            for rules in games {
                let opponent = match is_learned {
                    true => opponent.clone().with("eval", &eval(rules)?),
                    false => opponent.clone(),
                };
                pairings.push(Pairing {
                    group: group.clone(),
                    rules,
                    setup: Setup {
                        game: rules.name.clone(),
                        rules: None,
                        players: vec![ours.clone(), opponent],
                        schedule: Schedule::of_match(2, size.of(N_GAMES)),
                        seed: context.seed,
                        n_opening: 2,
                        n_plies_max: N_PLIES_MAX,
                    },
                });
            }
        }
        Ok(pairings)
    }
}

/// A spec with the time for a move.
fn timed(spec: &str, size: Size) -> Result<Spec, RunError> {
    let ms = size.of(MILLISECONDS);
    let text = match spec {
        "random" => spec.to_string(),
        _ if spec.contains(':') => format!("{spec},time={ms}ms"),
        _ => format!("{spec}:time={ms}ms"),
    };
    text.parse().map_err(|error| RunError::Other(Box::new(error)))
}

impl Experiment for Gauntlet {
    fn about(&self) -> About {
        ABOUT
    }

    fn cost(&self, size: Size, context: &ExperimentContext<'_>) -> Result<Cost, RunError> {
        let games = Self::games(size, context)?;
        let mut cost = Cost::default();
        let eval = |rules: &Rules| Ok(learned_evaluator::expected(rules, size, context));
        for Pairing { rules, setup, .. } in Self::pairings(size, &games, context, eval)? {
            let estimate = || match context.guest {
                // Other programs are not asked for an estimate.
                Some(_) => Ok(Duration::from_millis(size.of(MILLISECONDS).into()) * 50),
                None => trial(&rules.game, &setup),
            };
            with_cost(&mut cost, &kind(size), &setup, context, estimate)?;
        }
        Ok(cost)
    }

    fn run(&self, size: Size, context: &mut ExperimentContext<'_>) -> Result<Vec<Row>, RunError> {
        let games = Self::games(size, context)?;
        let eval = |rules: &Rules| learned_evaluator::eval(rules, size, context);
        let pairings = Self::pairings(size, &games, context, eval)?;
        let n_max = pairings.iter().map(|one| one.setup.schedule.n_games_max()).sum();
        let (mut rows, mut n_before) = (Vec::new(), 0);
        for group in pairings.chunk_by(|one, other| one.group == other.group) {
            let (mut of_group, mut all) = (Vec::new(), Sample::new());
            for Pairing { group, rules, setup } in group {
                let n_games = setup.schedule.n_games_max();
                let sample = play(&rules.game, size, setup.clone(), (n_before, n_max), context)?;
                n_before += n_games;
                all.merge(&sample);
                of_group.push(row(group, &rules.name, &sample));
            }
            // The rows of games come after that of all.
            rows.push(row(&group[0].group, "all games", &all));
            rows.extend(of_group);
        }
        Ok(rows)
    }
}

fn kind(size: Size) -> String {
    format!("{} {size}", ABOUT.id)
}

/// The results of our player in the games of a match.
fn play(
    game: &Game,
    size: Size,
    setup: Setup,
    (n_before, n_max): (u32, u32),
    context: &mut ExperimentContext<'_>,
) -> Result<Sample, RunError> {
    let mut run = context.begin(&kind(size), setup)?.connected(context.connect);
    let n_threads = context.n_threads;
    let notice = &mut *context.notice;
    matches::play(game, &mut run, n_threads, &mut |n_played| {
        notice(Progress { n_played: n_before + n_played, n_max });
    })?;
    Ok(Standings::new(run.setup(), run.records()).lines[0].sample.clone())
}

/// The row of a sample, as a difference of Elo ratings.
fn row(group: &str, label: &str, sample: &Sample) -> Row {
    let elo = sample.elo(CONFIDENCE);
    let Tally { wins, draws, losses } = tally(sample);
    Row {
        group: group.into(),
        label: label.into(),
        paper: None,
        ours: elo.map(|elo: EloDifference| Figure { value: elo.elo, interval: elo.interval() }),
        remark: format!("{wins}-{draws}-{losses}, {:.3}", sample.mean().unwrap_or(0.5)),
    }
}

fn tally(sample: &Sample) -> Tally {
    let mut tally = Tally::default();
    for &(score, n) in sample.counts() {
        (0..n).for_each(|_| tally.add_score(score));
    }
    tally
}

const ABOUT: About = About {
    id: "gauntlet",
    title: "Our player against its former releases and others, on thirty games",
    source: "none: a measure of our own",
    claim: "Each release is stronger than the one before.",
    figure: "difference of Elo ratings at equal time for a move",
    sizes: [
        "six games, 2 matches each, 10 ms a move",
        "all games, 10 matches each, 50 ms a move",
        "all games, 20 matches each, 100 ms a move",
    ],
    method: &[
        "Each player has one thread and the same time for each move. Two random plies open each \
         game. Players change roles from game to game. A game that has not ended after 400 plies \
         is a draw.",
        "Games without a bundled sheet are left out unless --sheets names a folder of public \
         ones.",
        "The evaluator of alpha-beta is learned before the matches, without features, from 20, \
         200 or 1,000 games of self-play, and kept in a file beside the store.",
        "With --guest, the player of that spec is the only opponent: one of another program on \
         the GGP protocol, such as remote:http://127.0.0.1:9147,time=1s, or an older release.",
    ],
};

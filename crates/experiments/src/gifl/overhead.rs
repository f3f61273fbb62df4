//! Table 3: what it costs to follow features.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::playouts::{FromState, Job, Playouts};
use ludex_game::{ALWAYS, Game, Guide, Playable};
use ludex_gdl::single::CircuitGame;

use super::learned_game::LearnedGame;
use crate::{About, Cost, Experiment, ExperimentContext, Figure, Row, Size};
use ludex_arena::CONFIDENCE;
use ludex_arena::stats::{Interval, Mean};
use ludex_arena::{Progress, RunError};

/// How long plain playouts and guided ones are made for each game.
const TIME: [Duration; 3] =
    [Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(10)];

/// Plain playouts and guided ones take turns, so that both meet the same machine.
const N_ROUNDS: u32 = 20;

/// The number of playouts for the mean length, and between two readings of the clock.
const N_PLAYOUTS: u32 = 16384;

/// Table 3 of the paper.
pub(super) struct Overhead;

impl Experiment for Overhead {
    fn about(&self) -> About {
        ABOUT
    }

    fn cost(&self, size: Size, context: &ExperimentContext<'_>) -> Result<Cost, RunError> {
        let games = LearnedGame::all(context)?;
        let learning: Duration = games.iter().map(|learned| learned.time_to_learn(context)).sum();
        Ok(Cost { time: learning + size.of(TIME) * 2 * games.len() as u32, ..Cost::default() })
    }

    fn run(&self, size: Size, context: &mut ExperimentContext<'_>) -> Result<Vec<Row>, RunError> {
        let games = LearnedGame::all(context)?;
        let n_max = games.len() as u32;
        let mut groups: [Vec<Row>; 3] = Default::default();
        for (at, learned) in (1..).zip(&games) {
            let features = learned.features(context)?;
            if let Ok(hints) = features.hints(&*learned.circuit)
                && !hints.list().is_empty()
            {
                let guide = Guide { hints: Arc::new(hints), uses: vec![ALWAYS; 2] };
                let measured = Measured::new(&learned.circuit, &guide, size.of(TIME), context.seed);
                for (group, row) in groups.iter_mut().zip(measured.rows(learned)) {
                    group.push(row);
                }
            }
            (context.notice)(Progress { n_played: at, n_max });
        }
        groups.iter_mut().for_each(|group| group.extend(geometric_mean(group)));
        Ok(groups.into_iter().flatten().collect())
    }
}

/// Guided playouts as a share of plain ones, round by round: the logarithms, since a
/// round in which one of the two was disturbed would else count for more in one
/// direction than in the other.
struct Measured {
    length: Mean,
    speed: Mean,
    step: Mean,
}

impl Measured {
    fn new(
        game: &Arc<CircuitGame>,
        guide: &Guide<ludex_gdl::single::MoveId>,
        time: Duration,
        seed: u64,
    ) -> Self {
        let mut plain = Bench::new(game, None, seed);
        let mut guided = Bench::new(game, Some(guide), seed);
        let mut measured = Self { length: Mean::new(), speed: Mean::new(), step: Mean::new() };
        // The first use is not measured.
        plain.count(1);
        guided.count(1);
        for round in 0..N_ROUNDS {
            let length = guided.count(round) / plain.count(round).max(1.0);
            let rate = |bench: &mut Bench| bench.rate(time / N_ROUNDS);
            let speed = rate(&mut guided) / rate(&mut plain).max(1e-9);
            measured.length.add(length.max(1e-9).ln());
            measured.speed.add(speed.max(1e-9).ln());
            measured.step.add(-(length * speed).max(1e-9).ln());
        }
        measured
    }

    fn rows(&self, learned: &LearnedGame) -> [Row; 3] {
        let paper = learned.subject.paper;
        let row = |group: &str, mean: &Mean, paper: Option<f64>| Row {
            group: group.into(),
            label: learned.subject.name.into(),
            paper,
            ours: mean.mean().zip(mean.interval(CONFIDENCE)).map(
                |(value, Interval { low, high })| Figure {
                    value: value.exp(),
                    interval: Interval { low: low.exp(), high: high.exp() },
                },
            ),
            remark: String::new(),
        };
        [
            row("length of a playout", &self.length, paper.map(|paper| paper.length)),
            row("playouts in equal time", &self.speed, paper.map(|paper| paper.speed)),
            row(
                "time of a step",
                &self.step,
                paper.map(|paper| 1.0 / (paper.length * paper.speed)),
            ),
        ]
    }
}

/// Playouts from the initial position.
struct Bench {
    playouts: Box<dyn Playouts<CircuitGame>>,
    game: Arc<CircuitGame>,
    seed: u64,
}

impl Bench {
    fn new(
        game: &Arc<CircuitGame>,
        guide: Option<&Guide<ludex_gdl::single::MoveId>>,
        seed: u64,
    ) -> Self {
        let mut playouts = game.playouts();
        playouts.guide(guide);
        Self { playouts, game: Arc::clone(game), seed }
    }

    /// The mean length of some playouts.
    fn count(&mut self, round: u32) -> f64 {
        let (n_done, n_moves) = self.make(round, true);
        n_moves as f64 / self.game.roles().len() as f64 / f64::from(n_done.max(1))
    }

    /// The number of playouts a second.
    fn rate(&mut self, time: Duration) -> f64 {
        let (started, mut n_done) = (Instant::now(), 0);
        for round in 0.. {
            n_done += self.make(round, false).0;
            if started.elapsed() >= time {
                break;
            }
        }
        f64::from(n_done) / started.elapsed().as_secs_f64()
    }

    /// Makes playouts; returns their number and that of their moves.
    fn make(&mut self, round: u32, log_moves: bool) -> (u32, usize) {
        let first = u64::from(round) * u64::from(N_PLAYOUTS);
        let mut source = FromState::new(self.game.initial(), first, N_PLAYOUTS);
        self.playouts.begin(Job { seed: self.seed, length_max: 2000, log_moves });
        while self.playouts.advance(&mut source) {}
        (source.n_done, source.n_moves)
    }
}

/// The geometric mean of all rows, and that of the paper over the same games.
fn geometric_mean(rows: &[Row]) -> Option<Row> {
    let mean = |values: Vec<f64>| {
        let sum: f64 = values.iter().map(|value| value.ln()).sum();
        (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
    };
    let ours: Vec<f64> = rows.iter().filter_map(|row| row.ours.map(|ours| ours.value)).collect();
    let value = mean(ours)?;
    Some(Row {
        group: rows.first()?.group.clone(),
        label: "geometric mean".into(),
        paper: mean(rows.iter().filter_map(|row| row.paper).collect()),
        ours: Some(Figure { value, interval: Interval { low: value, high: value } }),
        remark: String::new(),
    })
}

const ABOUT: About = About {
    id: "gifl-3",
    title: "What it costs to follow features",
    source: "Kirci, Sturtevant and Schaeffer, A GGP Feature Learning Algorithm (2011), Table 3",
    claim: "Playouts that follow features are shorter, but each step takes longer.",
    figure: "guided playouts as a share of plain ones",
    sizes: [
        "half a second of each kind for each game",
        "two seconds of each kind for each game",
        "ten seconds of each kind for each game",
    ],
    method: &[
        "Playouts from the initial position on one thread, as many side by side as the lanes \
         hold, plain ones and guided ones by turns in twenty rounds, of which the geometric mean is told. Both roles follow features \
         always, also where the guard switched them off. The time of a step is one divided by \
         the product of the other two, as in the source.",
    ],
};

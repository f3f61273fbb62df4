//! Table 3: what it costs to follow features.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::playouts::{FromState, Job, Playouts};
use game::{ALWAYS, Game, Guide, Playable};
use gdl::single::CircuitGame;

use super::super::{About, Cost, Desk, Experiment, Figure, Row, Size};
use super::pupil::Pupil;
use crate::standings::CONFIDENCE;
use crate::stats::{Interval, Mean};
use crate::{Progress, RunError};

/// How long plain playouts and guided ones are made for each game.
const TIME: [Duration; 3] =
    [Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(10)];

/// Plain playouts and guided ones take turns, so that both meet the same machine.
const N_ROUNDS: u32 = 20;

/// So many playouts tell their length, and are made between looks at the clock.
const N_PLAYOUTS: u32 = 16384;

/// Table 3 of the paper.
pub(super) struct Overhead;

impl Experiment for Overhead {
    fn about(&self) -> About {
        ABOUT
    }

    fn cost(&self, size: Size, desk: &Desk<'_>) -> Result<Cost, RunError> {
        let pupils = Pupil::all(desk)?;
        let learning: Duration = pupils.iter().map(|pupil| pupil.time_to_learn(desk)).sum();
        Ok(Cost { time: learning + size.of(TIME) * 2 * pupils.len() as u32, ..Cost::default() })
    }

    fn run(&self, size: Size, desk: &mut Desk<'_>) -> Result<Vec<Row>, RunError> {
        let pupils = Pupil::all(desk)?;
        let n_max = pupils.len() as u32;
        let mut groups: [Vec<Row>; 3] = Default::default();
        for (at, pupil) in (1..).zip(&pupils) {
            let features = pupil.features(desk)?;
            if let Ok(hints) = features.hints(&*pupil.game)
                && !hints.list().is_empty()
            {
                let guide = Guide { hints: Arc::new(hints), uses: vec![ALWAYS; 2] };
                let measured = Measured::new(&pupil.game, &guide, size.of(TIME), desk.seed);
                for (group, row) in groups.iter_mut().zip(measured.rows(pupil)) {
                    group.push(row);
                }
            }
            (desk.notice)(Progress { n_played: at, n_max });
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
        guide: &Guide<gdl::single::MoveId>,
        time: Duration,
        seed: u64,
    ) -> Self {
        let mut plain = Bench::new(game, None, seed);
        let mut guided = Bench::new(game, Some(guide), seed);
        let mut measured = Self { length: Mean::new(), speed: Mean::new(), step: Mean::new() };
        // What is made at the first use is not counted.
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

    fn rows(&self, pupil: &Pupil) -> [Row; 3] {
        let paper = pupil.subject.paper;
        let row = |group: &str, mean: &Mean, paper: Option<f64>| Row {
            group: group.into(),
            label: pupil.subject.name.into(),
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
    fn new(game: &Arc<CircuitGame>, guide: Option<&Guide<gdl::single::MoveId>>, seed: u64) -> Self {
        let mut playouts = game.playouts();
        playouts.guide(guide);
        Self { playouts, game: Arc::clone(game), seed }
    }

    /// The mean length of some playouts.
    fn count(&mut self, round: u32) -> f64 {
        let (n_done, n_moves) = self.make(round, true);
        n_moves as f64 / self.game.roles().len() as f64 / f64::from(n_done.max(1))
    }

    /// How many playouts are made in a second.
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

    /// Makes playouts; how many, and how many moves they had.
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

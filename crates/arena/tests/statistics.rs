//! Players of known strength play small matches; intervals and tests must have their
//! nominal coverage and error rates.
//!
//! Run with `--nocapture` to see the measured coverages and error rates.

use ludex_arena::stats::{Crosstable, Mean, Sample, Sprt, Tally, Verdict, elo_of, score_of};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rand = Xoshiro256PlusPlus;

/// Two players in a game that favours a role and is often drawn.
#[derive(Clone, Copy)]
struct Match {
    elo: f64,
    /// The advantage of the first role.
    advantage_elo: f64,
    /// The share of games that are draws, of those that could be without changing the
    /// expected score.
    draw_share: f64,
}

impl Match {
    fn draw(rng: &mut Rand, advantage_elo_max: f64, draw_share_max: f64) -> Match {
        Match {
            elo: rng.random_range(-300.0..=300.0),
            advantage_elo: rng.random_range(0.0..=advantage_elo_max),
            draw_share: rng.random_range(0.0..=draw_share_max),
        }
    }

    fn expected(&self, first: bool) -> f64 {
        score_of(if first { self.elo + self.advantage_elo } else { self.elo - self.advantage_elo })
    }

    /// The true value: the expected score over both roles.
    fn score(&self) -> f64 {
        0.5 * (self.expected(true) + self.expected(false))
    }

    fn game(&self, rng: &mut Rand, first: bool) -> f64 {
        let expected = self.expected(first);
        let half_drawn = self.draw_share * expected.min(1.0 - expected);
        match rng.random::<f64>() {
            luck if luck < expected - half_drawn => 1.0,
            luck if luck < expected + half_drawn => 0.5,
            _ => 0.0,
        }
    }

    fn round(&self, rng: &mut Rand) -> f64 {
        0.5 * (self.game(rng, true) + self.game(rng, false))
    }

    /// One unit: a round of two games, or a game in a random role.
    fn unit(&self, rng: &mut Rand, rounds: bool) -> f64 {
        if rounds {
            return self.round(rng);
        }
        let first = rng.random();
        self.game(rng, first)
    }

    fn sample(&self, rng: &mut Rand, n_games: usize, rounds: bool) -> Sample {
        let n_units = if rounds { n_games / 2 } else { n_games };
        (0..n_units).map(|_| self.unit(rng, rounds)).collect()
    }
}

/// A count and the total.
#[derive(Default)]
struct Share {
    hits: u32,
    of: u32,
}

impl Share {
    fn add(&mut self, hit: bool) {
        self.hits += u32::from(hit);
        self.of += 1;
    }

    fn percent(&self) -> f64 {
        100.0 * f64::from(self.hits) / f64::from(self.of)
    }

    #[track_caller]
    fn assert_within(&self, low: f64, high: f64, what: &str) {
        let percent = self.percent();
        println!("{what}: {percent:.2}%");
        assert!(
            low <= percent && percent <= high,
            "{what}: {percent:.2}% is not within {low}% to {high}%"
        );
    }
}

/// 95% intervals of scores and of Elo differences contain the true value in 94 to 96%
/// of small matches, and in no kind of match in less than 93 or more than 97%.
#[test]
fn intervals_hold_the_truth() {
    let mut rng = Rand::seed_from_u64(1);
    let mut overall = Share::default();
    // By size of the difference: below 100, 200 and 300 Elo.
    let mut by_elo: [Share; 3] = Default::default();
    for n_games in [20, 50, 100] {
        for (draws, draw_share_max) in [("no draws", 0.0), ("draws", 0.9)] {
            for advantage_elo_max in [0.0, 150.0] {
                for (unit, rounds) in [("games", false), ("rounds", true)] {
                    let mut share = Share::default();
                    for _ in 0..4_000 {
                        let players = Match::draw(&mut rng, advantage_elo_max, draw_share_max);
                        let sample = players.sample(&mut rng, n_games, rounds);
                        let hit = sample.interval(0.95).contains(players.score());
                        let elo = sample.elo(0.95).unwrap();
                        assert_eq!(elo.interval().contains(elo_of(players.score())), hit);
                        share.add(hit);
                        overall.add(hit);
                        by_elo[(players.elo.abs() / 100.0).min(2.0) as usize].add(hit);
                    }
                    let what = format!(
                        "{n_games} games as {unit}, {draws}, advantage to {advantage_elo_max}"
                    );
                    share.assert_within(93.0, 97.0, &what);
                }
            }
        }
    }
    for (band, share) in by_elo.iter().enumerate() {
        share.assert_within(94.0, 96.0, &format!("differences up to {} Elo", 100 * (band + 1)));
    }
    overall.assert_within(94.0, 96.0, "overall");
}

/// Intervals at other confidences are as good, so they were not tuned to one of them.
#[test]
fn other_confidences_hold_as_well() {
    let mut rng = Rand::seed_from_u64(2);
    for confidence in [0.8, 0.9, 0.99] {
        let mut share = Share::default();
        for trial in 0..10_000 {
            let players = Match::draw(&mut rng, 100.0, 0.8);
            let sample = players.sample(&mut rng, 60, trial % 2 == 0);
            share.add(sample.interval(confidence).contains(players.score()));
        }
        let percent = 100.0 * confidence;
        share.assert_within(percent - 1.0, percent + 1.0, &format!("confidence {percent}%"));
    }
}

/// Why rounds are units: games from one opening depend on each other, and intervals
/// that ignore it are far too wide. This also shows that the tests above can fail.
#[test]
fn games_of_one_opening_are_no_independent_units() {
    let mut rng = Rand::seed_from_u64(3);
    let (mut as_games, mut as_rounds) = (Share::default(), Share::default());
    for _ in 0..4_000 {
        let players = Match { elo: 30.0, advantage_elo: 0.0, draw_share: 0.3 };
        // The opening decides much: it gives one of the roles 300 Elo.
        let of_opening = |elo| Match { advantage_elo: elo, ..players };
        let (mut games, mut rounds) = (Sample::new(), Sample::new());
        for _ in 0..50 {
            let players = of_opening(if rng.random() { 300.0 } else { -300.0 });
            let scores = [true, false].map(|first| players.game(&mut rng, first));
            games.extend(scores);
            rounds.add(0.5 * (scores[0] + scores[1]));
        }
        let truth = of_opening(300.0).score();
        as_games.add(games.interval(0.95).contains(truth));
        as_rounds.add(rounds.interval(0.95).contains(truth));
    }
    as_games.assert_within(99.0, 100.0, "games of one opening as units");
    as_rounds.assert_within(94.0, 96.0, "rounds of one opening as units");
}

/// Sequential tests err in at most 5% where 5% is allowed, at both hypotheses, for
/// close and for distant ones.
#[test]
fn sequential_tests_keep_their_errors() {
    let mut rng = Rand::seed_from_u64(4);
    for (elo0, elo1) in
        [(0.0, 60.0), (-50.0, 50.0), (0.0, 200.0), (100.0, 250.0), (0.0, 400.0), (-300.0, 300.0)]
    {
        for (draw_share, rounds) in [(0.0, false), (0.5, false), (0.8, false), (0.3, true)] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            for (truth, error) in [(elo0, Verdict::Stronger), (elo1, Verdict::Weaker)] {
                let players = Match { elo: truth, advantage_elo: 0.0, draw_share };
                let (mut errors, mut lengths) = (Share::default(), Mean::new());
                for _ in 0..N_TESTS {
                    let (verdict, n) = run(&mut rng, &sprt, &players, rounds);
                    errors.add(verdict == error);
                    lengths.add(n as f64);
                }
                let unit = if rounds { "rounds" } else { "games" };
                let what = format!("{elo0} against {elo1} at {truth}, draws {draw_share}");
                let what = format!("{what}, {:.0} {unit}, errors", lengths.mean().unwrap());
                errors.assert_within(0.0, 5.0, &what);
            }
        }
    }
}

const N_TESTS: u32 = 10_000;

fn run(rng: &mut Rand, sprt: &Sprt, players: &Match, rounds: bool) -> (Verdict, u64) {
    let mut sample = Sample::new();
    loop {
        sample.add(players.unit(rng, rounds));
        let verdict = sprt.verdict(&sample);
        if verdict != Verdict::GoOn {
            return (verdict, sample.n());
        }
    }
}

/// Ratings of a tournament cover the true values too, each by itself and as
/// differences.
#[test]
fn ratings_hold_the_truth() {
    let mut rng = Rand::seed_from_u64(5);
    for (what, n_units, draw_share, rounds) in [
        ("games, no draws", 10, 0.0, false),
        ("games, draws", 20, 0.6, false),
        ("rounds", 10, 0.3, true),
    ] {
        let (mut ratings_share, mut differences_share) = (Share::default(), Share::default());
        for _ in 0..1_000 {
            let elos: Vec<f64> = (0..6).map(|_| rng.random_range(-200.0..=200.0)).collect();
            let mean = elos.iter().sum::<f64>() / elos.len() as f64;
            let mut table = Crosstable::new(elos.len());
            for b in 0..elos.len() {
                for a in 0..b {
                    let players = Match { elo: elos[a] - elos[b], advantage_elo: 0.0, draw_share };
                    table.add_sample(
                        a,
                        b,
                        &(0..n_units).map(|_| players.unit(&mut rng, rounds)).collect(),
                    );
                }
            }
            let ratings = table.ratings();
            for (player, elo) in elos.iter().enumerate() {
                ratings_share.add(ratings.rating(player, 0.95).interval().contains(elo - mean));
            }
            differences_share
                .add(ratings.difference(0, 1, 0.95).interval().contains(elos[0] - elos[1]));
        }
        ratings_share.assert_within(93.0, 97.0, &format!("ratings, {what}"));
        differences_share.assert_within(92.5, 97.5, &format!("differences, {what}"));
    }
}

/// Lengths of games are skewed; intervals still cover their mean.
#[test]
fn means_hold_the_truth() {
    let mut rng = Rand::seed_from_u64(6);
    for n in [10, 30, 100] {
        let mut share = Share::default();
        for _ in 0..10_000 {
            // Twenty plies, then an end with probability 1/20 per ply for each of four
            // phases: mean 20 + 4 · 20.
            let phase = |rng: &mut Rand| -20.0 * (1.0 - rng.random::<f64>()).ln();
            let plies: Mean =
                (0..n).map(|_| 20.0 + (0..4).map(|_| phase(&mut rng)).sum::<f64>()).collect();
            share.add(plies.interval(0.95).unwrap().contains(100.0));
        }
        share.assert_within(93.0, 96.0, &format!("mean of {n} lengths"));
    }
}

/// The same ratings as from `choix` 0.4.1 (PyPI), `ilsr_pairwise_dense` with tolerance
/// 1e-13, of a matrix of wins in which draws are half wins and each pair has the
/// prior's 1/(n − 1) units, half of them won by either.
#[test]
fn ratings_agree_with_choix() {
    let round_robin = [
        (0, 1, [12, 6, 2]),
        (0, 2, [15, 3, 2]),
        (0, 3, [20, 0, 0]),
        (1, 2, [9, 5, 6]),
        (1, 3, [14, 2, 4]),
        (2, 3, [8, 8, 4]),
    ];
    let ring = [
        (0, 1, [7, 1, 2]),
        (1, 2, [5, 5, 0]),
        (2, 3, [3, 3, 4]),
        (3, 4, [9, 0, 1]),
        (4, 0, [1, 2, 7]),
    ];
    let chain = [(0, 1, [60, 20, 20]), (1, 2, [50, 30, 20])];
    agree(&round_robin, &[237.969365, 10.676263, -65.229161, -183.416467]);
    agree(&ring, &[152.44029, 44.785112, -57.537082, 47.959478, -187.647798]);
    agree(&chain, &[131.999141, -13.101291, -118.89785]);
}

#[track_caller]
fn agree(results: &[(usize, usize, [u64; 3])], expected: &[f64]) {
    let mut table = Crosstable::new(expected.len());
    for &(a, b, [wins, draws, losses]) in results {
        table.add_sample(a, b, &Tally { wins, draws, losses }.into());
    }
    let ratings = table.ratings();
    for (player, expected) in expected.iter().enumerate() {
        let elo = ratings.rating(player, 0.95).elo;
        assert!((elo - expected).abs() < 1e-5, "player {player}: {elo} against {expected}");
    }
}

/// Elo differences and their errors by textbook formulas, written independently of the
/// library.
#[test]
fn elo_agrees_with_the_closed_form() {
    for (wins, draws, losses) in
        [(60, 20, 20), (31, 40, 29), (500, 1_000, 450), (9, 0, 4), (2, 3, 17)]
    {
        let tally = Tally { wins, draws, losses };
        let (w, d, l) = (wins as f64, draws as f64, losses as f64);
        let elo = Sample::from(tally).elo(0.95).unwrap();
        assert!((elo.elo - 400.0 * ((w + d / 2.0) / (l + d / 2.0)).log10()).abs() < 1e-9);

        // For many games the interval is that of the normal approximation.
        if tally.n() > 1_000 {
            let n = w + d + l;
            let score = (w + d / 2.0) / n;
            let variance =
                (w * (1.0 - score).powi(2) + d * (0.5 - score).powi(2) + l * score.powi(2)) / n;
            let elo_at = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
            let reach = 1.959964 * (variance / n).sqrt();
            assert!((elo.low - elo_at(score - reach)).abs() < 0.05, "{elo:?}");
            assert!((elo.high - elo_at(score + reach)).abs() < 0.05, "{elo:?}");
        }
    }
}

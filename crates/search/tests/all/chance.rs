//! Chance with weights: exact expectations, frequencies of playouts, UCT.

use std::sync::Arc;

use ludex_game::examples::{LoadedDice, LoadedDiceMove};
use ludex_game::playouts::{Feed, Finished, Job, Start};
use ludex_game::{Ending, Game, Playable, RoleId, conformance, playout, rng};
use ludex_search::evaluate::GoalValue;
use ludex_search::exhaustive::Graph;
use ludex_search::explain::{self, Algorithm, Recorder};
use ludex_search::play::{LiveGame, Match};
use ludex_search::{
    AlphaBeta, Context, Limits, MaxN, Minimax, Report, Settings, Spec, Star, equilibrium,
};

/// Two dice, of which the second is better by weight and worse by the count of its faces.
fn dice(n_rounds: u8) -> Arc<LoadedDice> {
    let fair: &[(u8, u32)] = &[(20, 1), (60, 1)];
    let loaded: &[(u8, u32)] = &[(0, 1), (10, 2), (90, 5)];
    Arc::new(LoadedDice::new(&[fair, loaded], n_rounds))
}

/// The value of the game: the second die in every round.
const VALUE: f64 = (0.0 + 2.0 * 10.0 + 5.0 * 90.0) / 8.0;

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[track_caller]
fn assert_found(report: &Report<LoadedDiceMove>, value: f64) {
    assert!(is_close(report.value.unwrap(), value), "{:?} is not {value}", report.value);
    assert_eq!(report.mv, LoadedDiceMove::Pick(1));
}

#[test]
fn the_example_keeps_the_promises_of_a_game() {
    conformance::check(&mut rng(1, 1), &*dice(3), 20, 20).unwrap();
    assert!(is_close(dice(1).mean(1), VALUE));
}

#[test]
fn searches_find_the_exact_expectation() {
    for n_rounds in [1, 2] {
        let game = dice(n_rounds);
        let (initial, limits) = (game.initial(), Limits::default());
        let evaluator = || Box::new(GoalValue);
        let mut minimax = Minimax::new(Arc::clone(&game), evaluator(), 4);
        let value = minimax.search(&initial, LoadedDice::PLAYER, &limits).value.unwrap();
        // Goals are whole numbers, so that the mean of two rolls is exact here.
        assert!(is_close(value, VALUE), "{value}");
        let report = minimax.search(&initial, LoadedDice::PLAYER, &limits);
        assert_found(&report, VALUE);
        for star in [Star::Off, Star::One, Star::Two] {
            let settings = Settings { star, ..Settings::default() };
            let mut search = AlphaBeta::new(Arc::clone(&game), evaluator(), settings);
            assert_found(&search.search(&initial, LoadedDice::PLAYER, &limits), VALUE);
        }
        let mut maxn = MaxN::new(Arc::clone(&game), evaluator());
        assert_found(&maxn.search(&initial, LoadedDice::PLAYER, &limits), VALUE);
    }
}

#[test]
fn solvers_find_the_exact_expectation() {
    let game = dice(2);
    let initial = game.initial();
    let solved = equilibrium::solve(&*game, &initial, &Limits::default(), 1 << 20).unwrap();
    assert!(is_close(solved.value, VALUE), "{}", solved.value);
    let mut rolling = initial.clone();
    game.apply(&mut rolling, &[LoadedDiceMove::Pick(1), LoadedDiceMove::Noop]);
    let probabilities = solved.states[&rolling].strategies[LoadedDice::CHANCE.index()].clone();
    let expected = [(0, 0.125), (10, 0.25), (90, 0.625)];
    for (&(mv, probability), (at, (face, share))) in probabilities.iter().zip((0..).zip(expected)) {
        assert_eq!((mv, probability), (LoadedDiceMove::Roll(at, face), share));
    }
    let graph = Graph::explore(&*game, &initial, 1000).unwrap();
    assert!(is_close(graph.guaranteed(LoadedDice::PLAYER).unwrap(), VALUE));
    let outcomes = graph.outcomes().unwrap();
    assert!(is_close(outcomes[0][LoadedDice::PLAYER.index()], VALUE));
}

#[test]
fn drawn_trees_show_the_weights() {
    let game = dice(1);
    let settings =
        explain::Settings { algorithm: Algorithm::Minimax, ..explain::Settings::default() };
    let mut evaluator = GoalValue;
    let tree = Recorder::new(&*game, &mut evaluator, LoadedDice::PLAYER, settings)
        .record(&game.initial())
        .unwrap();
    assert!(is_close(tree.root.value.unwrap(), VALUE));
    let loaded = &tree.root.children[1];
    let probabilities: Vec<_> = loaded.children.iter().map(|node| node.probability).collect();
    assert_eq!(probabilities, [Some((1, 8)), Some((2, 8)), Some((5, 8))]);
}

/// How often the one round of a game ends with each face of the second die.
fn frequencies(faces: impl Iterator<Item = u8>) -> [f64; 3] {
    let mut counts = [0.0; 3];
    for face in faces {
        counts[[0, 10, 90].iter().position(|&known| known == face).unwrap()] += 1.0;
    }
    let total: f64 = counts.iter().sum();
    counts.map(|count| count / total)
}

#[track_caller]
fn assert_weighted(frequencies: [f64; 3]) {
    for (found, expected) in frequencies.into_iter().zip([0.125, 0.25, 0.625]) {
        assert!((found - expected).abs() < 0.03, "{frequencies:?}");
    }
}

#[test]
fn random_games_draw_by_weights() {
    let game = Arc::new(LoadedDice::new(&[&[(0, 1), (10, 2), (90, 5)]], 1));
    let mut stream = rng(1, 2);
    let played = (0..4000).map(|_| playout(&mut stream, &*game, &mut game.initial(), 10));
    assert_weighted(frequencies(played.map(|played| played.goals[0].value())));
    let mut chance = rng(1, 3);
    let live = (0..4000).map(|_| {
        let mut live = LiveGame::new(&game);
        while live.ending().is_none() {
            live.draw_chance(&mut chance);
            live.advance().unwrap();
        }
        assert_eq!(live.ending(), Some(Ending::Terminal));
        game.goal(live.state(), LoadedDice::PLAYER).value()
    });
    assert_weighted(frequencies(live));
    let mut seat = Spec::parse("random").unwrap().seat(&game, &Context::default()).unwrap();
    let matches = (0..2000).map(|stream| {
        let played = Match::new(&game, [&mut seat]).with_chance(rng(2, stream)).play().unwrap();
        played.goals(&*game)[0]
    });
    assert_weighted(frequencies(matches.collect::<Vec<_>>().into_iter()));
}

/// Playouts from the initial position, and the goals of the player.
struct Goals<'a>(&'a LoadedDice, u64, Vec<u8>);

impl Feed<LoadedDice> for Goals<'_> {
    fn start(&mut self, start: &mut Start<LoadedDice>) -> bool {
        *start = Start { playout: self.1, count: 1, state: self.0.initial() };
        self.1 += 1;
        self.1 <= 4000
    }

    fn n_waiting(&self) -> usize {
        4000usize.saturating_sub(self.1 as usize)
    }

    fn end(&mut self, finished: &Finished<'_, LoadedDice>) {
        self.2.push(finished.goals[0].value());
    }
}

#[test]
fn playouts_of_searches_draw_by_weights() {
    let game = Arc::new(LoadedDice::new(&[&[(0, 1), (10, 2), (90, 5)]], 1));
    let (mut playouts, mut goals) = (game.playouts(), Goals(&game, 0, Vec::new()));
    playouts.begin(Job::default());
    while playouts.advance(&mut goals) {}
    assert_weighted(frequencies(goals.2.into_iter()));
}

#[test]
fn uct_comes_close_to_the_expectation() {
    for (n_rounds, tolerance) in [(1, 1e-6), (3, 2.0)] {
        let game = dice(n_rounds);
        let spec = Spec::parse("uct:playouts=4000").unwrap();
        let mut seat = spec.seat(&game, &Context::default()).unwrap();
        let report = seat.choose(&game.initial(), RoleId(0)).unwrap();
        let value = report.value.unwrap();
        assert!((value - VALUE).abs() < tolerance, "{value} is not {VALUE}");
        assert_eq!(report.mv, LoadedDiceMove::Pick(1));
    }
}

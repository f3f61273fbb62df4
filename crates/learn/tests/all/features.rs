//! Learned features compared with hand-written ones, and for consistency.

use std::sync::Arc;

use ludex_game::{Facts, Game, Hints, Manner, RoleId};
use ludex_gdl::circuit::Budget;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Limits, Sheet, Source, library};
use ludex_learn::features::{
    Chart, Extent, FeatureValidation, Options, compare, learn, take_census,
};
use ludex_search::{Features, Use};

fn load(name: &str) -> Arc<CircuitGame> {
    game_of(library::find(name).unwrap().source())
}

fn game_of(source: Source) -> Arc<CircuitGame> {
    let (sheet, _) = Sheet::parse(source);
    let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
    let Engine::Circuit(game) = loaded.engine else { panic!("there is a circuit") };
    game
}

fn chart(game: &Arc<CircuitGame>, n_runs: u32) -> Chart {
    learn(game, &Options::default(), Extent::Runs(n_runs), 1, 1).unwrap().0
}

/// The features as text, without comments.
fn words(chart: &Chart) -> Vec<String> {
    let bare = |feature| ludex_search::Feature { remark: String::new(), ..feature };
    chart.words().into_iter().map(|feature| bare(feature).to_string()).collect()
}

#[test]
fn two_in_a_row_win_and_are_averted() {
    // Figures 3 and 4 of the paper, with the names of the bundled sheet.
    let game = load("tic-tac-toe");
    let words = words(&chart(&game, 500));
    let win = "offensive x 100 (mark 2 2) if (cell 1 1 x) (cell 3 3 x) (control x)";
    let save = "defensive o 100 (mark 2 2) if (cell 1 1 x) (cell 3 3 x) (control o)";
    for wanted in [win, save] {
        assert!(
            words.iter().any(|word| word == wanted),
            "{wanted} is not in\n{}",
            words.join("\n")
        );
    }
    // Eight lines of three, the third mark anywhere, for two players.
    let n_wins =
        words.iter().filter(|word| word.starts_with("offensive") && word.contains(" 100 "));
    assert_eq!(n_wins.count(), 8 * 3 * 2);
}

#[test]
fn winning_moves_win_whenever_they_apply() {
    // In connect four a cell is empty if no fact says otherwise.
    for name in ["breakthrough", "connect-four"] {
        let game = load(name);
        let mut chart = chart(&game, 60);
        take_census(&game, &mut chart, 300, 2);
        let features = chart.features().iter();
        let wins = || features.clone().filter(|one| one.is_offensive && one.value == 100);
        assert!(wins().map(|feature| feature.n_made).sum::<u32>() > 20, "{name}");
        assert!(wins().all(|feature| feature.n_worked == feature.n_made), "{name}");
        // All moves are legal where features apply.
        for feature in chart.features() {
            let mut state = game.initial();
            let held: Vec<usize> = state.iter().collect();
            held.into_iter().for_each(|fact| game.flip(&mut state, fact));
            let present = feature.when.iter().filter(|one| !one.is_absent());
            present.for_each(|one| game.flip(&mut state, one.fact()));
            let mut moves = Vec::new();
            game.legal_moves(&state, RoleId::new(feature.role), &mut moves);
            assert!(moves.contains(&feature.mv), "{name}");
        }
    }
}

#[test]
fn threats_are_averted_where_cells_are_empty_by_absence() {
    let chart = chart(&load("connect-four"), 100);
    let words: Vec<String> = chart.words().iter().map(ToString::to_string).collect();
    let is_column = |word: &&String| {
        (1..=7).any(|column| {
            word.starts_with("defensive yellow 100")
                && word.contains(&format!("(drop {column})"))
                && (1..=3).all(|row| word.contains(&format!("(cell {column} {row} red)")))
                && word.contains(&format!("(not (cell {column} 4 yellow))"))
        })
    };
    assert!(words.iter().any(|word| is_column(&word)), "{}", words.join("\n"));
}

#[test]
fn learning_is_repeatable_and_its_text_is_read_back() {
    let game = load("connect-four");
    let (one, other) = (chart(&game, 30), chart(&game, 30));
    assert_eq!(one.features(), other.features());
    let features = Features { list: one.words(), ..Features::default() };
    let read = Features::parse(&features.to_string()).unwrap();
    let hints = read.hints(&*game).unwrap();
    assert_eq!(hints.list().len(), one.features().len());
    for hint in one.hints() {
        assert!(hints.list().contains(&hint));
    }
    assert!(game.fact_named("(cell 1 1 nobody)").is_none());
}

#[test]
fn games_without_turns_are_declined_in_a_line() {
    for name in ["eight-puzzle", "tron", "pig"] {
        let error = learn(&load(name), &Options::default(), Extent::default(), 1, 1).err().unwrap();
        assert!(error.starts_with("features need two roles"), "{name}: {error}");
    }
}

#[test]
fn a_guard_is_repeatable_on_any_number_of_threads() {
    let game = load("breakthrough");
    let chart = chart(&game, 60);
    let guard = FeatureValidation {
        n_playouts: 50,
        n_games: 16,
        n_rounds: 2,
        ..FeatureValidation::default()
    };
    let hints = Arc::new(Hints::new(chart.hints(), Manner::Greedy(0.75)));
    let verdict = guard.judge(&game, &hints, 1.25);
    assert!((16..=32).contains(&verdict.n_games), "{verdict:?}");
    let guard = FeatureValidation { n_threads: 2, ..guard };
    assert_eq!(verdict, guard.judge(&game, &hints, 1.25));
}

#[test]
fn features_are_compared_by_whom_they_help_and_by_a_match() {
    let game = load("breakthrough");
    let guard = FeatureValidation {
        n_playouts: 50,
        n_games: 16,
        n_rounds: 2,
        ..FeatureValidation::default()
    };
    let good = Features { list: chart(&game, 60).words(), ..Features::default() };
    let few = Features { list: good.list[good.list.len() - 1..].to_vec(), ..good.clone() };
    let worse = compare(&game, &guard, &few, &good);
    assert!(worse.is_worse && worse.figures.contains("points against them"), "{}", worse.figures);
    assert!(!compare(&game, &guard, &good, &few).is_worse);
    // No match is needed if only one of them helps.
    let useless = Features { used: Use::Never, ..good.clone() };
    let worse = compare(&game, &guard, &useless, &few);
    assert_eq!((worse.is_worse, &*worse.figures), (true, "they help, the new ones do not help"));
    assert!(!compare(&game, &guard, &few, &useless).is_worse);
    assert!(!compare(&game, &guard, &useless, &useless).is_worse);
}

/// Two players take turns to take things from a heap or to pass; after six steps, the
/// player with more wins.
const HEAP: &str = "
    (role a) (role b)
    (init (control a)) (init (step 0)) (init (score a 0)) (init (score b 0))
    (init (thing 1)) (init (thing 2)) (init (thing 3)) (init (thing 4))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
    (<= (less ?m ?n) (succ ?m ?n))
    (<= (less ?m ?n) (succ ?m ?l) (less ?l ?n))
    (<= (legal ?p (take ?x)) (true (control ?p)) (true (thing ?x)))
    (<= (legal ?p pass) (true (control ?p)))
    (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
    (<= (next (control a)) (true (control b)))
    (<= (next (control b)) (true (control a)))
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
    (<= (taken ?x) (does ?p (take ?x)))
    (<= (takes ?p) (does ?p (take ?x)))
    (<= (next (thing ?x)) (true (thing ?x)) (not (taken ?x)))
    (<= (next (score ?p ?n)) (takes ?p) (true (score ?p ?m)) (succ ?m ?n))
    (<= (next (score ?p ?n)) (true (score ?p ?n)) (not (takes ?p)))
    (<= terminal (true (step 6)))
    (<= (ahead ?p) (true (score ?p ?m)) (true (score ?q ?n)) (distinct ?p ?q) (less ?n ?m))
    (<= (goal ?p 100) (ahead ?p))
    (<= (goal ?p 0) (ahead ?q) (role ?p) (distinct ?p ?q))
    (<= (goal ?p 50) (role ?p) (not (ahead a)) (not (ahead b)))";

#[test]
fn what_rules_count_is_left_out_of_patterns() {
    let game = game_of(Source::new("heap", HEAP));
    let words = |uncounted| -> Vec<String> {
        let options = Options { uncounted, ..Options::default() };
        let (chart, _) = learn(&game, &options, Extent::Runs(200), 1, 1).unwrap();
        chart.words().iter().map(ToString::to_string).collect()
    };
    let is_general = |word: &&String| {
        word.starts_with("offensive a 90 (take 1) if (thing 1) (control a)")
            || word.starts_with("offensive a 90 (take 1) if (control a) (thing 1)")
    };
    let (with, without) = (words(true), words(false));
    assert!(with.iter().any(|word| is_general(&word)), "{}", with.join("\n"));
    assert!(!without.iter().any(|word| is_general(&word)), "{}", without.join("\n"));
    // A pass wins at some scores only, so its features name the score.
    let passes = with.iter().filter(|word| word.contains(" 90 pass if"));
    assert!(passes.clone().all(|word| word.contains("score")), "{passes:?}");
}

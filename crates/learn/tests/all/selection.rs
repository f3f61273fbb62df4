//! Selection of terms that help on their own.

use std::sync::Arc;

use ludex_gdl::{Engine, Limits, Sheet, library};
use ludex_learn::evaluators::{GameContext, Rivals, Selection, SelfPlay, Term, Trial, fit};
use ludex_learn::structure::{Budget, Structure};

fn load(name: &str) -> (Arc<ludex_gdl::single::CircuitGame>, Structure) {
    let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
    let engine = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap().engine;
    let budget = Budget { n_games_max: 50, ..Budget::default() };
    let structure = Structure::find(&sheet, &engine, &budget);
    let Engine::Circuit(game) = engine else { panic!("{name} has a circuit") };
    (game, structure)
}

#[test]
fn much_and_little_of_a_thing_do_not_both_help() {
    let (game, structure) = load("connect-four");
    let context = GameContext::new(&game, &structure);
    let selection = Selection { n_games: 2, n_finalists: 8, n_threads: 2, ..Selection::default() };
    let tried = selection.run(&context);
    let kept: Vec<_> = tried.iter().filter(|one| one.is_kept()).collect();
    for one in &kept {
        assert!(one.n_games >= 20 && one.gain.0 > 0.0 && one.score > one.score_without);
        let is_other = |other: &&&_| {
            let other: &&ludex_learn::evaluators::Selected = other;
            other.term == one.term && other.role == one.role
        };
        assert_eq!(kept.iter().filter(is_other).count(), 1, "{}", one.term.name);
    }
    assert!(tried.iter().filter(|one| one.is_finalist).count() == 8);
    // The same on any number of threads.
    let alone = Selection { n_threads: 1, ..selection }.run(&context);
    let figures = |all: &[ludex_learn::evaluators::Selected]| -> Vec<(String, f64, f64)> {
        all.iter().map(|one| (one.term.name.clone(), one.sign, one.score)).collect()
    };
    assert_eq!(figures(&alone), figures(&tried));
}

#[test]
fn a_term_that_says_nothing_does_not_help() {
    let (game, structure) = load("tic-tac-toe");
    let context = GameContext::new(&game, &structure);
    let nothing = |name: &str| Term::of_facts("nothing", name, []);
    let selection = Selection { n_games: 50, n_finalists: 4, ..Selection::default() };
    let tried = selection.try_terms(&context, &[nothing("one"), nothing("other")]);
    // One ply of lookahead alone wins most games against random play; that is in both.
    assert!(tried.iter().all(|one| !one.is_kept()), "{tried:?}");
    let centre = Term::of_facts("centre", "the centre", [(fact(&game, "(cell 2 2 x)"), 1.0)]);
    let tried = selection.try_terms(&context, &[centre]);
    assert!(tried[0].is_kept() && tried[0].sign > 0.0 && tried[0].role.index() == 0, "{tried:?}");
}

fn fact(game: &ludex_gdl::single::CircuitGame, text: &str) -> usize {
    ludex_game::Facts::fact_named(game, text).expect("a fact of the game")
}

#[test]
fn a_better_evaluator_is_told_from_a_worse_one() {
    let (game, structure) = load("tic-tac-toe");
    let context = GameContext::new(&game, &structure);
    let play = SelfPlay { n_games: 120, n_playouts: 20, ..SelfPlay::default() };
    let good = fit(&context, &play.play(&game, 2)).evaluator(&context);
    let text = "ludex evaluator 1\nrole x\n-2 (cell 2 2 x)\n2 (cell 2 2 o)\n";
    let bad = ludex_search::evaluate::LinearEvaluator::parse(text).unwrap();
    let rivals = Rivals::of(&play, &Trial::default(), 2);
    let worse = rivals.compare(&context, &bad, &good);
    assert!(worse.is_worse, "{}", worse.figures);
    assert!(worse.figures.contains("bits a position in"), "{}", worse.figures);
    assert!(!rivals.compare(&context, &good, &bad).is_worse);
    assert!(!rivals.compare(&context, &good, &good).is_worse);
    // Where games tell nothing, a match does.
    let none = Rivals { play: SelfPlay { n_games: 1, ..play }, ..rivals };
    let worse = none.compare(&context, &bad, &good);
    assert!(worse.is_worse && worse.figures.contains("points against it"), "{}", worse.figures);
}

//! What helps by itself, and what does not.

use std::sync::Arc;

use gdl::{Engine, Limits, Sheet, library};
use learn::evaluators::{Measure, Rivals, Scene, Selection, SelfPlay, Term, Trial, fit};
use learn::structure::{Budget, Structure};

fn load(name: &str) -> (Arc<gdl::single::CircuitGame>, Structure) {
    let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
    let engine = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap().engine;
    let budget = Budget { n_games_max: 50, ..Budget::default() };
    let structure = Structure::find(&sheet, &engine, &budget);
    let Engine::Circuit(game) = engine else { panic!("{name} has a circuit") };
    (Arc::new(*game), structure)
}

#[test]
fn much_and_little_of_a_thing_do_not_both_help() {
    let (game, structure) = load("connect-four");
    let scene = Scene::new(&game, &structure);
    let selection = Selection { n_games: 2, n_finalists: 8, n_threads: 2, ..Selection::default() };
    let tried = selection.run(&scene);
    let kept: Vec<_> = tried.iter().filter(|one| one.is_kept()).collect();
    for one in &kept {
        assert!(one.n_games >= 20 && one.gain.0 > 0.0 && one.score > one.score_without);
        let is_other = |other: &&&_| {
            let other: &&learn::evaluators::Selected = other;
            other.term == one.term && other.role == one.role
        };
        assert_eq!(kept.iter().filter(is_other).count(), 1, "{}", one.term.name);
    }
    assert!(tried.iter().filter(|one| one.is_finalist).count() == 8);
    // The same on any number of threads.
    let alone = Selection { n_threads: 1, ..selection }.run(&scene);
    let figures = |all: &[learn::evaluators::Selected]| -> Vec<(String, f64, f64)> {
        all.iter().map(|one| (one.term.name.clone(), one.sign, one.score)).collect()
    };
    assert_eq!(figures(&alone), figures(&tried));
}

#[test]
fn a_term_that_says_nothing_does_not_help() {
    let (game, structure) = load("tic-tac-toe");
    let scene = Scene::new(&game, &structure);
    let nothing = |name: &str| Term {
        kind: "nothing",
        name: name.into(),
        measure: Measure::Facts(Vec::new()),
    };
    let selection = Selection { n_games: 50, n_finalists: 4, ..Selection::default() };
    let tried = selection.try_terms(&scene, &[nothing("one"), nothing("other")]);
    // One ply of lookahead alone wins most games against random play; that is in both.
    assert!(tried.iter().all(|one| !one.is_kept()), "{tried:?}");
    let centre = Term {
        measure: Measure::Facts(vec![(fact(&game, "(cell 2 2 x)"), 1.0)]),
        ..nothing("the centre")
    };
    let tried = selection.try_terms(&scene, &[centre]);
    assert!(tried[0].is_kept() && tried[0].sign > 0.0 && tried[0].role.index() == 0, "{tried:?}");
}

fn fact(game: &gdl::single::CircuitGame, text: &str) -> usize {
    game::Playable::read_fact(game, text).expect("a fact of the game")
}

#[test]
fn a_better_evaluator_is_told_from_a_worse_one() {
    let (game, structure) = load("tic-tac-toe");
    let scene = Scene::new(&game, &structure);
    let play = SelfPlay { n_games: 120, n_playouts: 20, ..SelfPlay::default() };
    let good = fit(&scene, &play.play(&game, 2)).judgement(&scene);
    let text = "ludex evaluator 1\nrole x\n-2 (cell 2 2 x)\n2 (cell 2 2 o)\n";
    let bad = search::evaluate::Judgement::parse(text).unwrap();
    let rivals = Rivals::of(&play, &Trial::default(), 2);
    let worse = rivals.compare(&scene, &bad, &good);
    assert!(worse.is_worse, "{}", worse.figures);
    assert!(worse.figures.contains("bits a position in"), "{}", worse.figures);
    assert!(!rivals.compare(&scene, &good, &bad).is_worse);
    assert!(!rivals.compare(&scene, &good, &good).is_worse);
    // Where games tell nothing, a match does.
    let none = Rivals { play: SelfPlay { n_games: 1, ..play }, ..rivals };
    let worse = none.compare(&scene, &bad, &good);
    assert!(worse.is_worse && worse.figures.contains("points against it"), "{}", worse.figures);
}

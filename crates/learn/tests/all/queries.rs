//! Queries return the counts of a plain loop.

use std::sync::Arc;

use ludex_game::{Facts, Game, RoleId, random_joint, rng};
use ludex_gdl::circuit::Budget;
use ludex_gdl::single::{BitState, CircuitGame};
use ludex_gdl::{Engine, Limits, Sheet, library};
use ludex_learn::evaluators::{GameContext, Query, ask, kinds, questions};
use ludex_learn::structure::{self, Structure};
use ludex_search::evaluate::Question;

fn load(name: &str) -> (Sheet, Arc<CircuitGame>) {
    let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
    let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
    let Engine::Circuit(game) = loaded.engine else { panic!("{name} has a circuit") };
    (sheet, game)
}

fn query(sheet: &Sheet, text: &str, is_truth: bool) -> Question {
    let query = Query { name: "asked".into(), text: text.into(), is_truth };
    let mut list = ask(&[query], sheet, &Limits::default(), &Budget::default()).unwrap();
    list.pop().unwrap()
}

/// All positions of some random games.
fn positions(game: &CircuitGame) -> Vec<BitState> {
    let (mut states, mut joint) = (Vec::new(), Vec::new());
    for number in 0..10 {
        let (mut state, mut rng) = (game.initial(), rng(5, number));
        loop {
            states.push(state.clone());
            if game.is_terminal(&state)
                || random_joint(&mut rng, game, &state, &mut joint).is_none()
            {
                break;
            }
            game.apply(&mut state, &joint);
        }
    }
    states
}

#[test]
fn matches_are_counted_as_by_hand() {
    let (sheet, game) = load("breakthrough");
    let text = "(true (cell ?x ?y white)) (succ ?y ?z) (true (cell ?x ?z black))";
    let (counted, tested) = (query(&sheet, text, false), query(&sheet, text, true));
    let mut n_most = 0;
    for state in positions(&game) {
        let has = |x: usize, y: usize, who: &str| {
            let fact = game.fact_named(&format!("(cell {x} {y} {who})"));
            fact.is_some_and(|fact| game.holds(&state, fact))
        };
        let squares = (1..=8).flat_map(|x| (1..8).map(move |y| (x, y)));
        let n = squares.filter(|&(x, y)| has(x, y, "white") && has(x, y + 1, "black")).count();
        assert_eq!(counted.answer(0, &*game, &state), Ok(n as f64));
        assert_eq!(tested.answer(0, &*game, &state), Ok(f64::from(u8::from(n > 0))));
        n_most = n_most.max(n);
    }
    assert!(n_most > 1, "the query is put to the test");
}

#[test]
fn relations_that_rest_on_others_are_followed_and_absence_too() {
    let (sheet, game) = load("tic-tac-toe");
    let line = query(&sheet, "(and (wins x))", true);
    let lonely =
        query(&sheet, "(true (cell ?a ?b x)) (not (wins x)) (not (true (cell ?b ?a o)))", false);
    let mut n_lines = 0;
    for state in positions(&game) {
        let has = |x: usize, y: usize, who: &str| {
            let fact = game.fact_named(&format!("(cell {x} {y} {who})"));
            fact.is_some_and(|fact| game.holds(&state, fact))
        };
        let is_won = game.is_terminal(&state) && game.goal(&state, RoleId(0)).value() == 100;
        n_lines += u32::from(is_won);
        assert_eq!(line.answer(0, &*game, &state), Ok(f64::from(u8::from(is_won))));
        let squares = (1..=3).flat_map(|x| (1..=3).map(move |y| (x, y)));
        let n = squares.filter(|&(x, y)| has(x, y, "x") && !has(y, x, "o")).count();
        let n = if is_won { 0 } else { n };
        assert_eq!(lonely.answer(0, &*game, &state), Ok(n as f64));
    }
    assert!(n_lines > 0, "the query is put to the test");
}

#[test]
fn questions_are_answered_as_terms_are() {
    for name in ["tic-tac-toe", "breakthrough", "nim"] {
        let (sheet, game) = load(name);
        let engine = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap().engine;
        let structure = Structure::find(&sheet, &engine, &structure::Budget::default());
        let context = GameContext::new(&game, &structure);
        let list = questions(&context, 1);
        let terms = kinds::together(&context);
        let mut n_compared = 0;
        for state in positions(&game).iter().step_by(7) {
            for term in terms.iter().filter(|term| term.kind != "piece-square") {
                let slug = term.name.replace(' ', "_");
                let Some(question) = list.iter().find(|one| one.name == slug) else { continue };
                let answer = question.answer(0, &*game, state).unwrap();
                assert!((answer - term.value(&*game, state)).abs() < 1e-3, "{name}: {slug}");
                n_compared += 1;
            }
        }
        assert!(n_compared > 0, "{name}");
    }
}

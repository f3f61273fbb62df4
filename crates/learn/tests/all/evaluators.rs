//! Lines, plans and linear evaluators against the rules and against each other.

use std::sync::Arc;

use ludex_game::{Game, RoleId, random_joint, rng};
use ludex_gdl::single::{BitState, CircuitGame};
use ludex_gdl::{Engine, Limits, Sheet, library};
use ludex_learn::evaluators::{
    GameContext, WeightedTerms, goal_plan, hindered, kinds, linear_evaluator, lines,
};
use ludex_learn::structure::{Budget, Structure};
use ludex_search::evaluate::LinearEvaluator;

struct Loaded {
    game: Arc<CircuitGame>,
    structure: Structure,
}

fn load(name: &str) -> Loaded {
    let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
    let engine = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap().engine;
    let budget = Budget { n_games_max: 100, ..Budget::default() };
    let structure = Structure::find(&sheet, &engine, &budget);
    let Engine::Circuit(game) = engine else { panic!("{name} has a circuit") };
    Loaded { game, structure }
}

/// The positions of some random games, terminal ones included.
fn positions(game: &CircuitGame, n_games: u64) -> Vec<BitState> {
    let mut met = Vec::new();
    for number in 0..n_games {
        let (mut rng, mut joint) = (rng(5, number), Vec::new());
        let mut state = game.initial();
        while !game.is_terminal(&state) {
            met.push(state.clone());
            random_joint(&mut rng, game, &state, &mut joint);
            game.apply(&mut state, &joint);
        }
        met.push(state);
    }
    met
}

#[test]
fn lines_are_those_of_the_board() {
    for (name, n_lines, n_places) in [("tic-tac-toe", 8, 3), ("connect-four", 69, 4)] {
        let Loaded { game, structure } = load(name);
        let context = GameContext::new(&game, &structure);
        for role in context.players() {
            let lines = lines(&context, &goal_plan(&context, role).unwrap());
            assert_eq!(lines.len(), n_lines, "{name}");
            assert!(lines.iter().all(|line| line.places.len() == n_places), "{name}");
            assert!(lines.iter().all(|line| line.without.len() == n_places), "{name}");
        }
    }
}

#[test]
fn nothing_is_missing_where_the_goal_is_reached() {
    for (name, n_missing) in [("tic-tac-toe", 3), ("connect-four", 4)] {
        let Loaded { game, structure } = load(name);
        let context = GameContext::new(&game, &structure);
        for role in context.players() {
            let plan = goal_plan(&context, role).unwrap();
            let hindered = hindered(&context, &plan);
            let initial = game.initial();
            assert_eq!(plan.missing(|fact| initial.contains(fact)), Some(n_missing), "{name}");
            for state in positions(&game, 5) {
                let is_reached = game.goal(&state, role).value() == 100;
                let missing = plan.missing(|fact| state.contains(fact));
                assert_eq!(missing == Some(0), is_reached, "{name}");
                // Obstacles never shorten a path.
                let there = hindered.missing(|fact| state.contains(fact));
                assert!(there.is_none_or(|there| Some(there) >= missing), "{name}");
                assert_eq!(there == Some(0), is_reached, "{name}");
            }
        }
    }
}

#[test]
fn an_evaluator_is_the_sum_of_its_terms() {
    for name in ["tic-tac-toe", "connect-four", "hex", "quarto", "breakthrough"] {
        let Loaded { game, structure } = load(name);
        let context = GameContext::new(&game, &structure);
        let terms = kinds::together(&context);
        let weight = |at: usize| ((at * 37) % 19) as f64 / 100.0 - 0.09;
        let weighted: Vec<_> =
            terms.iter().enumerate().map(|(at, term)| (weight(at), term)).collect();
        let of_first =
            WeightedTerms { role: RoleId::new(0), terms: weighted.clone(), always: 0.25 };
        let written = linear_evaluator(&*game, &[of_first]);
        let read = LinearEvaluator::parse(&written.to_string()).unwrap();
        assert_eq!(read, written, "{name}");
        let mut evaluator = read.evaluator(&*game).unwrap();
        for state in positions(&game, 2) {
            let values = weighted.iter().map(|(weight, term)| weight * term.value(&*game, &state));
            let likelihood = 100.0 / (1.0 + (-(0.25 + values.sum::<f64>())).exp());
            let worth = evaluator.evaluate(&game, &state, RoleId::new(0));
            assert!((worth - likelihood).abs() < 0.5, "{name}: {worth} and {likelihood}");
            let other = evaluator.evaluate(&game, &state, RoleId::new(1));
            assert!((worth + other - 100.0).abs() < 1e-6, "{name}");
        }
    }
}

//! Helpers shared by the tests.

#![allow(dead_code, reason = "no test needs all of it")]

pub mod sheets;

use std::sync::Arc;

use ludex_game::{Game, Rng, RoleId, rng};
use ludex_gdl::circuit::Budget;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Limits, Sheet, Source, library};
use ludex_search::evaluate;
use ludex_search::{Context, Minimax};

/// A bundled game as a circuit.
pub fn bundled(name: &str) -> Arc<CircuitGame> {
    ruled(&rules_of(name))
}

/// The rule sheet of a bundled game.
pub fn rules_of(name: &str) -> String {
    library::find(name).expect("it is bundled").source().text().to_string()
}

/// The game of a rule sheet as a circuit.
pub fn ruled(rules: &str) -> Arc<CircuitGame> {
    let (sheet, _) = Sheet::parse(Source::new("test", rules));
    let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).expect("it loads");
    match loaded.engine {
        Engine::Circuit(game) => game,
        Engine::Reference(_) => panic!("it has no circuit"),
    }
}

/// A position that is not terminal, after up to `n_plies_max` random moves.
pub fn random_position<G: Game>(rng: &mut Rng, game: &G, n_plies_max: u32) -> G::State {
    use rand::Rng as _;
    let mut joint = Vec::new();
    loop {
        let mut state = game.initial();
        for _ in 0..rng.random_range(0..=n_plies_max) {
            if game.is_terminal(&state)
                || ludex_game::random_joint(rng, game, &state, &mut joint).is_none()
            {
                break;
            }
            game.apply(&mut state, &joint);
        }
        if !game.is_terminal(&state) {
            return state;
        }
    }
}

/// The value to a role of making a move, by minimax.
pub fn value_of_move<G: ludex_game::Playable>(
    game: &Arc<G>,
    state: &G::State,
    role: RoleId,
    mv: G::Move,
    depth: u32,
    eval: &str,
) -> (f64, f64) {
    let evaluator = evaluate::named(eval, &**game, &Context::default()).unwrap();
    let report = Minimax::new(game.clone(), evaluator, depth).search(
        state,
        role,
        &ludex_search::Limits::default(),
    );
    let candidate = report.candidates.iter().find(|one| one.mv == mv).expect("a legal move");
    (report.value.unwrap(), candidate.value)
}

/// A generator for a test.
pub fn test_rng(stream: u64) -> Rng {
    rng(20_25, stream)
}

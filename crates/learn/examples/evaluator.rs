//! Learns an evaluator: `cargo run --release -p ludex-learn --example evaluator GAME.kif OUT`.

use std::sync::Arc;
use std::time::Instant;

use gdl::{Engine, Sheet, Source, library};
use learn::evaluators::{Scene, SelfPlay, fit};
use learn::structure::{Budget, Structure};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let source = match library::find(&args[1]) {
        Some(game) => game.source(),
        None => Source::new(&args[1], std::fs::read_to_string(&args[1]).expect("a sheet")),
    };
    let (sheet, _) = Sheet::parse(source);
    let loaded = Engine::load(&sheet, &Default::default(), &Default::default()).expect("rules");
    let start = Instant::now();
    let structure = Structure::find(&sheet, &loaded.engine, &Budget::default());
    eprintln!("structure {:?}", start.elapsed());
    let Engine::Circuit(game) = loaded.engine else { panic!("it does not ground") };
    let game = Arc::new(*game);
    let scene = Scene::new(&game, &structure);
    let n_games = args.get(3).map_or(400, |n| n.parse().expect("a number"));
    let positions = SelfPlay { n_games, ..SelfPlay::default() }.play(&game);
    eprintln!("{} positions {:?}", positions.states.len(), start.elapsed());
    let fit = fit(&scene, &positions);
    eprintln!(
        "{} terms, {:?}; loss {:.4} against {:.4}",
        fit.terms.len(),
        start.elapsed(),
        fit.loss,
        fit.loss_of_mean
    );
    let judgement = fit.judgement(&scene);
    judgement.remarks.iter().for_each(|line| println!("{line}"));
    std::fs::write(&args[2], judgement.to_string()).expect("it can be written");
}

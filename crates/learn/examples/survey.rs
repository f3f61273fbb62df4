//! One line per board of each rule sheet, to look over many games at once.

use std::time::Instant;

use gdl::circuit::Budget as Build;
use gdl::{Engine, Limits, Sheet, Source};
use learn::structure::{Budget, Structure};

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let name = path.rsplit('/').next().unwrap_or(&path).trim_end_matches(".kif").to_string();
        let started = Instant::now();
        let (sheet, _) = Sheet::parse(Source::from_bytes(&name, &bytes));
        let build = Build { time_max: std::time::Duration::from_secs(3), ..Build::default() };
        let Ok(loaded) = Engine::load(&sheet, &Limits::default(), &build) else {
            println!("{name}: cannot be played");
            continue;
        };
        let built = started.elapsed().as_secs_f64();
        let structure = Structure::find(&sheet, &loaded.engine, &Budget::default());
        let seconds = started.elapsed().as_secs_f64() - built;
        let show = |term| structure.terms.show(term).to_string();
        let symbol = |id| structure.terms.symbols().name(id).to_string();
        let engine = if loaded.fallback.is_some() { "reference" } else { "circuit" };
        println!(
            "{name}: {engine} built {built:.2} s, found {seconds:.2} s, {} games, {} states",
            structure.n_games, structure.n_states
        );
        for (at, board) in structure.boards.iter().enumerate() {
            println!(
                "  BOARD {} {:?} content {:?} owner {:?} cells {} {}x{} {} full {} blank {:?} fixed {:?} links {}",
                symbol(board.relation),
                board.location_args(),
                board.content_arg(),
                board.owner,
                board.cells.len(),
                board.width().unwrap_or(0),
                board.height().unwrap_or(0),
                board.shape,
                board.is_full,
                board.blank.map(show),
                board.fixed.iter().map(|&term| show(term)).collect::<Vec<_>>(),
                board.links.len(),
            );
            let pieces: Vec<String> = structure
                .pieces
                .iter()
                .filter(|piece| piece.board == at)
                .map(|piece| {
                    let role =
                        piece.role.map_or("-".into(), |role| structure.roles[role].name.clone());
                    let owner = piece.owner.map_or(String::new(), |owner| show(owner) + "/");
                    format!("{owner}{}={role}", piece.symbol.map_or("*".into(), show))
                })
                .collect();
            println!("    {} pieces: {}", pieces.len(), pieces[..pieces.len().min(14)].join(" "));
        }
        let controls: Vec<String> =
            structure.controls.iter().map(|one| symbol(one.relation)).collect();
        let counters: Vec<String> =
            structure.counters.iter().map(|one| symbol(one.relation)).collect();
        let purses: Vec<String> =
            structure.accumulators.iter().map(|one| symbol(one.relation)).collect();
        let stores: Vec<String> = structure.stores.iter().map(|one| symbol(one.relation)).collect();
        println!(
            "  control {controls:?} counters {counters:?} purses {purses:?} stores {stores:?} ordinals {}",
            structure.ordinals.len()
        );
    }
}

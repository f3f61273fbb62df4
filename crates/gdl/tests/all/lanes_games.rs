//! Lanes on the bundled games: playouts are the same at every width, with and
//! without phases; also from the middle of games, in any mixture of phases.

use ludex_game::{Game, random_joint, rng};
use ludex_gdl::circuit::{Budget, Circuit, Grounded};
use ludex_gdl::lanes::{Job, LaneOptions, Lanes, NumberedPlayouts, Outcome, pack};
use ludex_gdl::{Limits, Reference, Sheet, library};

#[test]
fn playouts_do_not_depend_on_how_they_are_run() {
    for game in library::games() {
        let (sheet, _) = Sheet::parse(game.source());
        let reference = Reference::new(&sheet, Limits::default()).expect("it loads");
        let grounded = Grounded::new(&sheet, &reference, &Budget::default()).expect("it grounds");
        let starts = starts(&reference, &grounded);
        for starts in [&[][..], &starts] {
            let plain = play(&grounded.circuit, 64, true, starts);
            for n_lanes in [64, 512] {
                let phased = play(&grounded.circuit, n_lanes, false, starts);
                assert!(plain == phased, "{} at {n_lanes} lanes", game.name());
            }
        }
    }
}

fn play(circuit: &Circuit, n_lanes: usize, exact: bool, starts: &[Vec<u64>]) -> Vec<Outcome> {
    let options = LaneOptions { n_lanes: Some(n_lanes), exact, ..LaneOptions::default() };
    let mut feed = NumberedPlayouts::new(0..90, starts);
    Lanes::new(circuit, options).run(Job { seed: 3, length_max: 120, log_moves: true }, &mut feed);
    feed.outcomes.sort_unstable_by_key(|outcome| outcome.playout);
    feed.outcomes
}

/// The states of one random game in order, and one without facts.
fn starts(reference: &Reference, grounded: &Grounded) -> Vec<Vec<u64>> {
    let mut rng = rng(2, 0);
    let mut state = reference.initial();
    let mut joint = Vec::new();
    let mut starts = vec![pack(&vec![false; grounded.bases.len()])];
    for _ in 0..7 {
        let holds: Vec<bool> =
            grounded.bases.iter().map(|base| state.facts().contains(base)).collect();
        starts.push(pack(&holds));
        if reference.is_terminal(&state)
            || random_joint(&mut rng, reference, &state, &mut joint).is_none()
        {
            break;
        }
        reference.apply(&mut state, &joint);
    }
    starts
}

//! Factors against the rules: moves outside a factor leave its facts alone, and parts
//! are played as the whole game is.

use std::path::Path;

use ludex_game::{Game, Part, Playable, RoleId, random_joint, rng};
use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::single::{BitState, CircuitGame, MoveId};
use ludex_gdl::{Factors, Limits, Reference, Sheet, Source, library};

/// Tic-tac-toe on two boards, one of which each role moves on in each ply. The only
/// waiting move belongs to either board.
const TWO_BOARDS: &str = "
    (role x) (role o) (board left) (board right) (place 1) (place 2) (place 3)
    (init (turn left x)) (init (turn right o))
    (<= (legal ?r (mark ?b ?m ?n)) (true (turn ?b ?r)) (free ?b ?m ?n) (not (won ?b)))
    (<= (legal ?r wait) (true (turn ?b ?r)) (won ?b))
    (<= (legal ?r wait) (true (turn ?b ?r)) (full ?b))
    (<= (next (cell ?b ?m ?n ?r)) (does ?r (mark ?b ?m ?n)))
    (<= (next (cell ?b ?m ?n ?r)) (true (cell ?b ?m ?n ?r)))
    (<= (next (turn ?b x)) (true (turn ?b o)))
    (<= (next (turn ?b o)) (true (turn ?b x)))
    (<= (taken ?b ?m ?n) (true (cell ?b ?m ?n ?r)))
    (<= (free ?b ?m ?n) (board ?b) (place ?m) (place ?n) (not (taken ?b ?m ?n)))
    (<= (open ?b) (free ?b ?m ?n))
    (<= (full ?b) (board ?b) (not (open ?b)))
    (<= (row ?b ?r) (true (cell ?b ?m 1 ?r)) (true (cell ?b ?m 2 ?r)) (true (cell ?b ?m 3 ?r)))
    (<= (row ?b ?r) (true (cell ?b 1 ?m ?r)) (true (cell ?b 2 ?m ?r)) (true (cell ?b 3 ?m ?r)))
    (<= (won ?b) (row ?b ?r))
    (<= (over ?b) (won ?b)) (<= (over ?b) (full ?b))
    (<= terminal (over left) (over right))
    (<= (points ?r) (row ?b ?r))
    (<= (goal x 100) (points x) (not (points o)))
    (<= (goal o 100) (points o) (not (points x)))
    (<= (goal ?r 50) (role ?r) (points x) (points o))
    (<= (goal ?r 50) (role ?r) (not (points x)) (not (points o)))
    (<= (goal x 0) (points o) (not (points x)))
    (<= (goal o 0) (points x) (not (points o)))";

fn grounded(source: Source) -> Grounded {
    let (sheet, _) = Sheet::parse(source);
    let reference = Reference::new(&sheet, Limits::default()).expect("a valid sheet");
    Grounded::new(&sheet, &reference, &Budget::default()).expect("it grounds")
}

fn game(source: Source) -> CircuitGame {
    CircuitGame::new(std::sync::Arc::new(grounded(source)))
}

/// A public sheet, where there are any.
fn public(name: &str) -> Option<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/ggp/games");
    let text = std::fs::read_to_string(folder.join(format!("{name}.kif"))).ok()?;
    Some(Source::new(name, text))
}

/// Positions of random games.
fn positions(game: &CircuitGame, n: usize) -> Vec<BitState> {
    let (mut random, mut joint) = (rng(7, 0), Vec::new());
    let mut positions = vec![game.initial()];
    while positions.len() < n {
        let state = &positions[positions.len() - 1];
        let is_over =
            game.is_terminal(state) || random_joint(&mut random, game, state, &mut joint).is_none();
        let mut next = state.clone();
        match is_over {
            true => next = game.initial(),
            false => game.apply(&mut next, &joint),
        }
        positions.push(next);
    }
    positions.retain(|state| !game.is_terminal(state));
    positions
}

/// Two joint moves that agree in a factor lead to the same facts of it.
fn assert_independent(name: &str, game: &CircuitGame, factors: &Factors) {
    let mut random = rng(3, 0);
    for state in positions(game, 200) {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let mut draw = |joint: &mut Vec<MoveId>| random_joint(&mut random, game, &state, joint);
        if draw(&mut one).is_none() || draw(&mut other).is_none() {
            continue;
        }
        let follow = |joint: &[MoveId]| {
            let mut state = state.clone();
            game.apply(&mut state, joint);
            state
        };
        let (after_one, after_other) = (follow(&one), follow(&other));
        for factor in &factors.factors {
            let moves = factor.moves();
            let is_own = |mv: &MoveId| moves.binary_search(&mv.index()).is_ok();
            let differs =
                |(one, other): (&MoveId, &MoveId)| one != other && (is_own(one) || is_own(other));
            if !one.iter().zip(&other).any(differs) {
                let same = |&base: &usize| after_one.contains(base) == after_other.contains(base);
                assert!(factor.bases.iter().all(same), "{name}");
            }
        }
    }
}

/// Each part has the legal moves and successors of the whole game.
fn assert_parts(name: &str, game: &CircuitGame) {
    let (mut random, mut joint) = (rng(5, 0), Vec::new());
    for state in positions(game, 300) {
        if random_joint(&mut random, game, &state, &mut joint).is_none() {
            continue;
        }
        let mut after = state.clone();
        game.apply(&mut after, &joint);
        for part in game.parts() {
            let before = part.project(&state);
            if part.game().is_terminal(&before) {
                continue;
            }
            let own: Vec<MoveId> = (0..joint.len())
                .map(|role| {
                    let role = RoleId::new(role);
                    let mut moves = Vec::new();
                    part.game().legal_moves(&before, role, &mut moves);
                    let mv = joint[role.index()];
                    let same = moves.iter().find(|&&own| part.lift(own) == Some(mv));
                    let pass = moves.iter().find(|&&own| part.lift(own).is_none());
                    *same
                        .or(pass)
                        .unwrap_or_else(|| panic!("{name}: no move like {}", game.move_name(mv)))
                })
                .collect();
            let mut next = before.clone();
            part.game().apply(&mut next, &own);
            let right = part.project(&after);
            let names = |state: &BitState| part.game().fact_names(state).join(" ");
            assert!(next == right, "{name}: {} but {}", names(&next), names(&right));
        }
    }
}

#[test]
fn boards_played_at_once_are_parts() {
    let game = game(Source::new("two boards", TWO_BOARDS));
    let factors = Factors::find(&game.grounded().circuit).expect("two boards");
    assert_eq!((factors.factors.len(), factors.is_parallel), (2, true));
    assert_independent("two boards", &game, &factors);
    assert_eq!(game.parts().len(), 2);
    assert_parts("two boards", &game);
    // A won board is settled, though its owner may wait on it for ever, and has the goals
    // of the whole game.
    let part: &dyn Part<_> = &*game.parts()[0];
    let won = "(turn left x) (turn right o) (cell left 1 1 x) (cell left 1 2 x) (cell left 1 3 x)";
    let state = part.project(&game.state(&game.terms().read_all(won).unwrap()).unwrap());
    assert!(part.game().is_terminal(&state));
    let goals = [0, 1].map(|role| part.game().goal(&state, RoleId(role)).value());
    assert_eq!(goals, [100, 0]);
}

#[test]
fn heaps_of_nim_are_factors() {
    let game = game(library::find("nim").unwrap().source());
    let factors = Factors::find(&game.grounded().circuit).expect("several heaps");
    assert!(factors.factors.len() > 1 && !factors.is_parallel);
    assert_independent("nim", &game, &factors);
    // A role chooses a heap, so that heaps cannot be played apart.
    assert!(game.parts().is_empty());
}

#[test]
fn other_bundled_games_are_whole() {
    for name in ["breakthrough", "connect-four", "tic-tac-toe", "checkers", "eight-puzzle"] {
        let grounded = grounded(library::find(name).unwrap().source());
        assert!(Factors::find(&grounded.circuit).is_none(), "{name}");
    }
}

#[test]
fn factors_of_public_games_are_found() {
    for (name, n_factors, is_parallel) in [
        ("connectFourSimultaneous", 2, true),
        ("chinook", 2, true),
        ("doubletictactoe", 2, true),
        ("dualConnect4", 2, false),
        ("nim1", 4, false),
        ("nim3", 4, false),
    ] {
        let Some(source) = public(name) else { continue };
        let game = game(source);
        let factors = Factors::find(&game.grounded().circuit).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(
            (factors.factors.len(), factors.is_parallel),
            (n_factors, is_parallel),
            "{name}"
        );
        assert_independent(name, &game, &factors);
        assert_parts(name, &game);
    }
}

//! Checkers: chains of jumps, crowning and draws.

use ludex_game::{Game, Goal, PositionText, RoleId};
use ludex_games::checkers::{Aim, Checkers, DrawRule, Move, State};

const BLACK: RoleId = RoleId(0);
const WHITE: RoleId = RoleId(1);

/// The legal moves of the player to move with their names.
fn moves(game: &Checkers<8>, state: &State) -> Vec<(String, Move)> {
    let mut moves = Vec::new();
    game.legal_moves(state, state.turn(), &mut moves);
    moves.into_iter().map(|mv| (game.move_name(mv), mv)).collect()
}

fn play(game: &Checkers<8>, state: &State, mv: Move) -> State {
    let mut joint = [Move::NOOP; 2];
    joint[state.turn().index()] = mv;
    let mut next = *state;
    game.apply(&mut next, &joint);
    next
}

#[test]
fn a_king_may_jump_in_a_circle_either_way() {
    let game = Checkers::american();
    let text = "......../......../......../......../.m.m..../......../.m.m..../..K..... black";
    let state = game.read_position(text).unwrap();
    let moves = moves(&game, &state);
    let names: Vec<&str> = moves.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["c1xa3xc5xe3xc1", "c1xe3xc5xa3xc1"]);
    for (_, mv) in moves {
        let next = play(&game, &state, mv);
        assert_eq!((next.kings(BLACK), next.men(WHITE)), (state.kings(BLACK), 0));
        assert!(game.is_terminal(&next));
        assert_eq!([BLACK, WHITE].map(|role| game.goal(&next, role)), [Goal::MAX, Goal::MIN]);
    }
}

#[test]
fn a_man_that_is_crowned_stops() {
    let game = Checkers::american();
    let text = "......../....m.m./...M..../......../......../......../......../........ black";
    let state = game.read_position(text).unwrap();
    let moves = moves(&game, &state);
    assert_eq!(moves[0].0, "d6xf8");
    assert_eq!(moves.len(), 1);
    let next = play(&game, &state, moves[0].1);
    assert_eq!(game.material(&next, BLACK), 1.4);
    assert_eq!(game.material(&next, WHITE), 1.0);
    let crowned = Checkers::<8>::square(5, 7).and_then(|square| next.at(square)).unwrap();
    assert!(crowned.is_king && crowned.role == BLACK);
}

#[test]
fn men_do_not_capture_backward() {
    let game = Checkers::american();
    let text = "......../......../......../..M...../.m....../......../......../........ black";
    let names: Vec<String> = moves(&game, &game.read_position(text).unwrap())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["c5-b6", "c5-d6"]);
}

#[test]
fn quiet_plies_end_the_game() {
    let text = ".k....../......../......../......../......../......../......../..K..... black 79";
    let game = Checkers::american();
    let state = game.read_position(text).unwrap();
    let next = play(&game, &state, moves(&game, &state)[0].1);
    assert!(!game.is_terminal(&state) && game.is_terminal(&next));
    assert_eq!(Some(game.goal(&next, WHITE)), Goal::new(50));
    let endless = Checkers::<8>::new(3, Aim::Win, DrawRule::Never);
    let state = endless.read_position(text).unwrap();
    assert!(!endless.is_terminal(&play(&endless, &state, moves(&endless, &state)[0].1)));
}

/// A player without legal moves loses, or wins at lose checkers, even after many quiet
/// plies.
#[test]
fn the_stuck_lose_or_win() {
    let text = "......../......../......../......../......../..m...../.m....../M....... black 80";
    for (game, goals) in [
        (Checkers::american(), [Goal::MIN, Goal::MAX]),
        (Checkers::losing(), [Goal::MAX, Goal::MIN]),
    ] {
        let state = game.read_position(text).unwrap();
        assert!(game.is_terminal(&state));
        assert_eq!([BLACK, WHITE].map(|role| game.goal(&state, role)), goals);
    }
}

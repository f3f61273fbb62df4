//! The contracts of the game traits, for every native game.

use std::sync::Arc;

use ludex_game::{Playable, RoleId, Visitor, conformance, random_joint, read_position, rng};
use ludex_games::GAMES;

/// Runs the conformance suite.
struct Conforms;

impl Visitor for Conforms {
    type Output = Result<u64, conformance::Violation>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Self::Output {
        conformance::check(&mut rng(1, 0), &*game, 50, 500)?;
        conformance::check_capabilities(&mut rng(2, 0), &*game, 20, 300)
    }
}

#[test]
fn games_keep_the_promises_of_the_trait() {
    for listed in GAMES {
        let checked = ludex_games::visit(listed.name, Conforms).expect("it is in the list");
        assert!(checked.is_ok(), "{}: {}", listed.name, checked.unwrap_err());
    }
}

/// Along random games, the values of an evaluator for both roles add up to 100.
struct ZeroSum(&'static str);

impl Visitor for ZeroSum {
    type Output = ();

    fn visit<G: Playable>(self, game: Arc<G>) {
        let mut rng = rng(2, 0);
        let mut evaluators: Vec<_> =
            game.evaluators().iter().map(|named| (named.make)(1)).collect();
        for _ in 0..20 {
            let (mut state, mut joint) = (game.initial(), Vec::new());
            for _ in 0..300 {
                if game.is_terminal(&state) {
                    break;
                }
                for evaluator in &mut evaluators {
                    let value = evaluator.evaluate(&game, &state, RoleId(0));
                    let other = evaluator.evaluate(&game, &state, RoleId(1));
                    assert!((value + other - 100.0).abs() < 1e-9, "{}: {value} {other}", self.0);
                }
                random_joint(&mut rng, &*game, &state, &mut joint).expect("every role can move");
                game.apply(&mut state, &joint);
            }
        }
    }
}

#[test]
fn evaluators_are_zero_sum() {
    for listed in GAMES {
        ludex_games::visit(listed.name, ZeroSum(listed.name)).expect("it is in the list");
    }
}

/// The error for an invalid text.
struct Wrong(&'static str);

impl Visitor for Wrong {
    type Output = String;

    fn visit<G: Playable>(self, game: Arc<G>) -> String {
        read_position(&*game, self.0).err().map_or(String::new(), |error| error.to_string())
    }
}

#[test]
fn errors_say_what_is_wrong() {
    for (name, text, error) in [
        ("tic-tac-toe", "", "there is no position"),
        ("tic-tac-toe", "x.o/... x", "there are 2 rows instead of 3"),
        ("tic-tac-toe", "x.o/..../... x", "row 2 has 4 places instead of 3"),
        ("tic-tac-toe", "x.o/..z/... x", "row 2: `z` is neither `.` nor one of `xo`"),
        ("tic-tac-toe", "x.o/.../...", "who moves next, x or o?"),
        ("tic-tac-toe", "x.o/.../... z", "`z` cannot move next, only x or o can"),
        ("connect-four-4x4", "..../r.../..../.... yellow", "a disc hangs in the air"),
        (
            "connect-four-4x4",
            "..../..../..../r... red",
            "red has 1 discs and yellow 0, so red cannot be to move",
        ),
        (
            "checkers",
            "m......./......../......../......../......../......../......../........ black",
            "a8 is not dark",
        ),
        (
            "checkers",
            "......../......../......../......../......../......../......../m....... black",
            "the man on a1 should be a king",
        ),
        (
            "chess",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "`8/8/8/8/8/8/8/8 w - - 0 1`: The board is invalid.",
        ),
    ] {
        assert_eq!(ludex_games::visit(name, Wrong(text)).as_deref(), Some(error), "{name}: {text}");
    }
}

//! What games answer about positions: counts agree with squares, and both sides
//! see the same board from their own side.

use game::{Game, Playable, RoleId, rng};
use games::checkers::Checkers;
use games::reversi::Reversi;

/// Looks at all positions of some random games, with what the senses say.
fn look<G: Playable>(game: &G, n_games: u64, mut check: impl FnMut(&G::State, &Answers<'_, G>)) {
    for seed in 0..n_games {
        let (mut state, mut rng, mut joint) = (game.initial(), rng(seed, 0), Vec::new());
        while !game.is_terminal(&state)
            && game::random_joint(&mut rng, game, &state, &mut joint).is_some()
        {
            check(&state, &Answers { game, state: &state });
            game.apply(&mut state, &joint);
        }
    }
}

/// The answers about one position, by name.
struct Answers<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
}

impl<G: Playable> Answers<'_, G> {
    fn number(&self, name: &str) -> f64 {
        self.on(name, 0, 0)
    }

    fn on(&self, name: &str, row: u16, column: u16) -> f64 {
        let senses = self.game.senses();
        let at = senses.iter().position(|sense| sense.name == name).expect("a sense");
        self.game.sense(self.state, at, [row, column, 0])
    }

    /// On how many squares something holds.
    fn n(&self, names: &[&str], n_rows: u16, n_columns: u16) -> f64 {
        let squares = (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column)));
        let holds = |&(row, column): &(u16, u16)| {
            names.iter().all(|name| self.on(name, row, column) == 1.0)
        };
        squares.filter(holds).count() as f64
    }
}

fn checkers_agree<const SIZE: usize>(game: &Checkers<SIZE>) {
    let (n_rows, n_columns) = (SIZE as u16, SIZE as u16 / 2);
    look(game, 20, |state, told| {
        let n = |names: &[&str]| told.n(names, n_rows, n_columns);
        assert_eq!(told.number("friendly_men"), n(&["friendly", "man"]));
        assert_eq!(told.number("friendly_kings"), n(&["friendly", "king"]));
        assert_eq!(told.number("men"), 2.0 * n(&["friendly", "man"]) - n(&["man"]));
        let own = state.turn();
        assert_eq!(told.number("friendly_pieces"), game.pieces(state, own).expect("pieces"));
        let mut moves = Vec::new();
        game.legal_moves(state, own, &mut moves);
        assert_eq!(told.number("mobility"), moves.len() as f64);
        assert_eq!(n(&["empty"]) + n(&["man"]) + n(&["king"]), f64::from(n_rows * n_columns));
    });
    // Both sides begin with the same view.
    let state = game.initial();
    for sense in 0..game.senses().len() {
        for square in 0..n_rows * n_columns {
            let params = [square / n_columns, square % n_columns, 0];
            let views =
                [0, 1].map(|role| game.sense(&state.with_turn(RoleId(role)), sense, params));
            assert_eq!(views[0], views[1], "{sense} {params:?}");
        }
    }
}

#[test]
fn checkers_counts_what_stands_on_squares() {
    checkers_agree(&Checkers::losing());
    checkers_agree(&Checkers::large());
}

#[test]
fn reversi_counts_what_lies_on_squares() {
    let game = Reversi::new();
    look(&game, 20, |state, told| {
        let own = game.on_turn(state).expect("someone");
        let n_own = told.n(&["friendly"], 8, 8);
        assert_eq!(told.number("friendly_discs"), n_own);
        assert_eq!(told.number("enemy_discs"), 64.0 - n_own - told.n(&["empty"], 8, 8));
        assert_eq!(told.number("mobility"), f64::from(state.placements(own).count_ones()));
        let corners =
            [(0, 0), (0, 7), (7, 0), (7, 7)].map(|(row, column)| told.on("friendly", row, column));
        assert_eq!(told.number("friendly_corners"), corners.iter().sum::<f64>());
    });
}

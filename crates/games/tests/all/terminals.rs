//! Terminals of native games: counts agree with squares, and both sides see the
//! same board from their own side.

use ludex_game::{Game, Playable, RoleId, SearchSupport, rng};
use ludex_games::checkers::Checkers;
use ludex_games::reversi::Reversi;

/// Calls a check with all positions of some random games and their terminals.
fn look<G: Playable>(game: &G, n_games: u64, mut check: impl FnMut(&G::State, &Values<'_, G>)) {
    for seed in 0..n_games {
        let (mut state, mut rng, mut joint) = (game.initial(), rng(seed, 0), Vec::new());
        while !game.is_terminal(&state)
            && ludex_game::random_joint(&mut rng, game, &state, &mut joint).is_some()
        {
            check(&state, &Values { game, state: &state });
            game.apply(&mut state, &joint);
        }
    }
}

/// The values of one position, by name.
struct Values<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
}

impl<G: Playable> Values<'_, G> {
    fn number(&self, name: &str) -> f64 {
        self.on(name, 0, 0)
    }

    fn on(&self, name: &str, row: u16, column: u16) -> f64 {
        let found = self.game.terminals().iter().find(|terminal| terminal.name == name);
        found.expect("a terminal").value(self.game, self.state, [row, column, 0])
    }

    /// The number of squares on which all of these hold.
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
    look(game, 20, |state, values| {
        let n = |names: &[&str]| values.n(names, n_rows, n_columns);
        assert_eq!(values.number("friendly_men"), n(&["friendly", "man"]));
        assert_eq!(values.number("friendly_kings"), n(&["friendly", "king"]));
        assert_eq!(values.number("men"), 2.0 * n(&["friendly", "man"]) - n(&["man"]));
        let own = state.turn();
        assert_eq!(values.number("friendly_pieces"), game.material(state, own));
        let mut moves = Vec::new();
        game.legal_moves(state, own, &mut moves);
        assert_eq!(values.number("mobility"), moves.len() as f64);
        assert_eq!(n(&["empty"]) + n(&["man"]) + n(&["king"]), f64::from(n_rows * n_columns));
    });
    // Both sides begin with the same view.
    let state = game.initial();
    for terminal in game.terminals() {
        for square in 0..n_rows * n_columns {
            let params = [square / n_columns, square % n_columns, 0];
            let view = |role| terminal.value(game, &state.with_turn(RoleId(role)), params);
            assert_eq!(view(0), view(1), "{terminal:?} {params:?}");
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
    look(&game, 20, |state, values| {
        let own = game.on_turn(state).expect("the position tells");
        let n_own = values.n(&["friendly"], 8, 8);
        assert_eq!(values.number("friendly_discs"), n_own);
        assert_eq!(values.number("enemy_discs"), 64.0 - n_own - values.n(&["empty"], 8, 8));
        assert_eq!(values.number("mobility"), f64::from(state.placements(own).count_ones()));
        let corners = [(0, 0), (0, 7), (7, 0), (7, 7)]
            .map(|(row, column)| values.on("friendly", row, column));
        assert_eq!(values.number("friendly_corners"), corners.iter().sum::<f64>());
    });
}

//! Exactly known positions change no value and save work.

use std::sync::Arc;

use ludex_game::examples::Nim;
use ludex_game::{Game, Playable, RoleId};
use ludex_games::tic_tac_toe::TicTacToe;
use ludex_search::evaluate::GoalValue;
use ludex_search::exhaustive::Graph;
use ludex_search::uct::{self, Uct};
use ludex_search::{AlphaBeta, KnownValue, Limits, Probe, ProofSearch, Settings};

/// Values of all positions from which at most this many positions can be reached.
struct Endgames(usize);

impl<G: Game> Probe<G> for Endgames {
    fn probe(&self, game: &G, state: &G::State, role: RoleId) -> Option<KnownValue> {
        let graph = Graph::explore(game, state, self.0)?;
        graph.guaranteed(role).map(KnownValue::exact)
    }
}

/// Half of the endgames from below, half from above.
struct Halves(usize);

impl<G: Playable> Probe<G> for Halves {
    fn probe(&self, game: &G, state: &G::State, role: RoleId) -> Option<KnownValue> {
        let known = Endgames(self.0).probe(game, state, role)?;
        Some(match game.key(state) % 2 {
            0 => KnownValue { high: 100.0, ..known },
            _ => KnownValue { low: 0.0, ..known },
        })
    }
}

#[test]
fn alpha_beta_finds_the_same_value_in_fewer_nodes() {
    fn assert_saves<G: Playable>(game: &Arc<G>, role: RoleId) {
        for settings in
            [Settings::default(), Settings::PLAIN, Settings { mtd: true, ..Settings::default() }]
        {
            let search = || AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings);
            let limits = Limits { depth: Some(20), ..Limits::default() };
            let run = |mut search: AlphaBeta<G>| search.search(&game.initial(), role, &limits);
            let without = run(search());
            assert!(without.is_proven);
            for probe in [Arc::new(Endgames(30)) as Arc<dyn Probe<G>>, Arc::new(Halves(30))] {
                let with = run(search().with_probe(probe));
                assert_eq!((with.value, with.is_proven), (without.value, true));
                assert!(with.nodes < without.nodes, "{} {}", with.nodes, without.nodes);
            }
        }
    }
    assert_saves(&Arc::new(TicTacToe::new()), RoleId(0));
    assert_saves(&Arc::new(Nim::new(&[2, 3, 4])), RoleId(0));
    assert_saves(&Arc::new(Nim::new(&[1, 2, 3])), RoleId(1));
}

#[test]
fn proof_number_search_finds_the_same_value_in_fewer_nodes() {
    fn assert_saves<G: Playable>(game: &Arc<G>) {
        for role in [RoleId(0), RoleId(1)] {
            let run = |mut search: ProofSearch<G>| {
                search.solve(&game.initial(), role, &Limits::default())
            };
            let search = || ProofSearch::new(Arc::clone(game), 1 << 20);
            let without = run(search());
            assert!(without.value().is_some());
            for probe in [Arc::new(Endgames(30)) as Arc<dyn Probe<G>>, Arc::new(Halves(30))] {
                let with = run(search().with_probe(probe));
                assert_eq!(with.value(), without.value());
                assert!(with.nodes < without.nodes, "{} {}", with.nodes, without.nodes);
            }
        }
    }
    assert_saves(&Arc::new(TicTacToe::new()));
    assert_saves(&Arc::new(Nim::new(&[2, 3, 4])));
}

#[test]
fn uct_proves_the_same_value_in_fewer_playouts() {
    fn assert_saves<G: Playable>(game: &Arc<G>) {
        let limits = Limits { playouts: Some(100_000), ..Limits::default() };
        let search = || Uct::new(game, uct::Options::default(), 1, 1);
        let run = |mut search: Uct<G>| {
            let report = search.search(&game.initial(), RoleId(0), &limits);
            // The tree goes on below a position that the probe knows.
            let mut state = game.initial();
            while !game.is_terminal(&state) {
                let joint: Vec<G::Move> =
                    (0..2).map(|role| search.search(&state, RoleId(role), &limits).mv).collect();
                game.apply(&mut state, &joint);
            }
            (report, game.goal(&state, RoleId(0)))
        };
        let ((without, end), (with, end_with)) =
            (run(search()), run(search().with_probe(Arc::new(Endgames(30)))));
        assert!(without.is_proven && with.is_proven);
        assert_eq!((with.value, end_with), (without.value, end));
        assert!(with.nodes < without.nodes, "{} {}", with.nodes, without.nodes);
    }
    assert_saves(&Arc::new(Nim::new(&[2, 3, 4])));
    assert_saves(&Arc::new(Nim::new(&[1, 2, 3])));
}

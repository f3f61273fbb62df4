//! Results of runs do not depend on the number of threads or on interruptions.

use std::ops::ControlFlow;
use std::sync::Arc;

use ludex_arena::match_runner::MatchRunner;
use ludex_arena::replay::Replay;
use ludex_arena::schedule::{Kind, Schedule};
use ludex_arena::stats::Sprt;
use ludex_arena::{Record, Run, Setup, Standings, Store};
use ludex_games::connect_four::ConnectFour;

fn game() -> Arc<ConnectFour> {
    Arc::new(ConnectFour::new(5, 4, 3))
}

fn setup(players: &[&str], schedule: Schedule) -> Setup {
    Setup {
        game: "native:connect-four".into(),
        rules: None,
        players: players.iter().map(|spec| spec.parse().expect("a spec")).collect(),
        schedule,
        seed: 5,
        n_opening: 2,
        n_plies_max: 100,
    }
}

fn schedules() -> Vec<Setup> {
    let players = ["random", "uct:playouts=20", "uct:playouts=60,batch=1", "alphabeta:depth=2"];
    let of = |kind| Schedule { kind, n_seats: 2, ..Schedule::of_match(players.len(), 6) };
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, ..Sprt::default() };
    vec![
        setup(&players[..2], Schedule::of_match(2, 30)),
        setup(&players[..2], Schedule { sprt: Some(sprt), ..Schedule::of_match(2, 500) }),
        setup(&players, of(Kind::RoundRobin)),
        setup(&players, of(Kind::Gauntlet)),
        setup(&players, of(Kind::Swiss { rounds: 3 })),
    ]
}

/// Records without durations.
fn timeless(mut records: Vec<Record>) -> Vec<Record> {
    let efforts = records.iter_mut().flat_map(|record| &mut record.efforts);
    efforts.for_each(|effort| effort.time = Default::default());
    records
}

fn played(setup: &Setup, n_threads: usize) -> Vec<Record> {
    let mut run = Run::new(setup.clone());
    run.play(&game(), n_threads, &mut |_| {}).expect("the run goes through");
    timeless(run.records().to_vec())
}

#[test]
fn threads_make_no_difference() {
    for setup in schedules() {
        let one = played(&setup, 1);
        assert_eq!(one, played(&setup, 2));
        assert_eq!(one, played(&setup, 5));
        let numbers: Vec<u32> = one.iter().map(|record| record.pairing.number).collect();
        assert!(numbers.is_sorted_by(|one, other| one < other));
    }
}

#[test]
fn interruptions_make_no_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    for (at, setup) in schedules().into_iter().enumerate() {
        let path = folder.path().join(format!("{at}.sqlite"));
        let mut store = Store::open(&path).expect("a store");
        let id = store.begin("match", &setup).expect("a run");
        // Some of the games that are due first, out of order.
        let mut due = setup.schedule.due(&[]);
        due.reverse();
        due.truncate(5);
        let game = game();
        let runner = MatchRunner::new(&game, &setup).expect("a runner");
        runner
            .play(due, 2, |records| {
                store.add(id, &records).expect("room for games");
                // A record that is added twice is stored once.
                store.add(id, &records).expect("room for games");
                ControlFlow::Continue(())
            })
            .expect("games are played");
        assert_eq!(store.records(id).expect("games").len(), 5);
        let mut run = Run::resume(store, id).expect("the run");
        run.play(&game, 2, &mut |_| {}).expect("the rest");
        assert_eq!(timeless(run.records().to_vec()), played(&setup, 1));
        let store = Store::open(&path).expect("the store");
        assert_eq!(timeless(store.records(id).expect("games")), played(&setup, 1));
        assert_eq!(store.runs().expect("runs").len(), 1);
    }
}

#[test]
fn players_take_roles_in_balance_after_the_same_openings() {
    let setup = &schedules()[0];
    let records = played(setup, 2);
    for pair in records.chunks(2) {
        assert_eq!(pair[0].pairing.players, [0, 1]);
        assert_eq!(pair[1].pairing.players, [1, 0]);
        assert_eq!(pair[0].moves[..2], pair[1].moves[..2]);
        assert_eq!(pair[0].n_opening, 2);
    }
    let openings: std::collections::HashSet<_> =
        records.iter().map(|record| &record.moves[..2]).collect();
    assert!(openings.len() > 5);
}

#[test]
fn records_replay_and_wrong_ones_do_not() {
    let game = game();
    for record in played(&schedules()[2], 2) {
        let replay = Replay::new(&*game, &record).expect("it was played");
        assert_eq!(replay.states.len(), record.moves.len() + 1);
        let mut wrong = record.clone();
        wrong.goals.reverse();
        assert!(wrong.goals == record.goals || Replay::new(&*game, &wrong).is_err());
        let mut wrong = record.clone();
        wrong.moves.pop();
        assert!(Replay::new(&*game, &wrong).is_err());
        let mut wrong = record;
        wrong.moves[0][0] = "(drop 77)".into();
        assert!(Replay::new(&*game, &wrong).is_err());
    }
}

#[test]
fn a_test_stops_early_and_the_stronger_player_leads() {
    let setup = &schedules()[1];
    let records = played(setup, 2);
    assert!(records.len() < 500, "{}", records.len());
    let standings = Standings::new(setup, &records);
    let best = standings.ranking()[0];
    assert_eq!(best.spec, "uct:playouts=20");
    assert!(best.interval.low > 0.5);
    let sum: f64 = standings.lines.iter().filter_map(|line| line.sample.mean()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

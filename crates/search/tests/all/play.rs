//! The driver of games: clocks, faults, limits and observers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use ludex_game::examples::{Nim, NimMove};
use ludex_game::{Ending, Game, Goal, Playable, Role, RoleId, SearchSupport, rng};
use ludex_search::play::{LiveGame, Match, Observer, PlayFault, PlayerFault, RulesFault, Seat};
use ludex_search::{Context, Player, Report, Spec, Stop, TreeGame};

fn seat<G: Playable>(game: &Arc<G>, spec: &str) -> Seat<G> {
    Spec::parse(spec).unwrap().seat(game, &Context::default()).unwrap()
}

fn nim() -> Arc<Nim> {
    Arc::new(Nim::new(&[3, 4, 5]))
}

/// Takes the first legal move, once the stop is due.
struct Slow(Arc<Nim>);

impl Player<Nim> for Slow {
    fn choose(
        &mut self,
        state: &<Nim as Game>::State,
        role: RoleId,
        stop: &Stop,
    ) -> Report<NimMove> {
        while !stop.is_due() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let mut moves = Vec::new();
        self.0.legal_moves(state, role, &mut moves);
        Report::of_move(moves[0])
    }
}

#[test]
fn a_seat_keeps_its_clock() {
    let nim = nim();
    let mut slow = Seat::untimed(Slow(Arc::clone(&nim)), "slow");
    slow.time_max = Some(Duration::from_millis(5));
    let mut random = seat(&nim, "random");
    let started = Instant::now();
    let played = Match::new(&nim, [&mut slow, &mut random]).play().unwrap();
    assert_eq!(played.ending, Ending::Terminal);
    assert!(started.elapsed() >= Duration::from_millis(5));
    let report = slow.choose_until(&nim.initial(), RoleId(0), &Stop::when(|| true)).unwrap();
    assert_eq!(report.mv, NimMove::Take(0, 1));
}

/// Fails at its second move.
struct Mortal(Slow, u32);

impl Player<Nim> for Mortal {
    fn choose(&mut self, state: &<Nim as Game>::State, role: RoleId, _: &Stop) -> Report<NimMove> {
        self.1 += 1;
        self.0.choose(state, role, &Stop::when(|| true))
    }

    fn fault(&self) -> Option<String> {
        (self.1 > 1).then(|| "exit status: 3".into())
    }
}

#[test]
fn the_fault_of_a_player_ends_the_match() {
    let nim = nim();
    let mut mortal = Seat::untimed(Mortal(Slow(Arc::clone(&nim)), 0), "mortal");
    let mut random = seat(&nim, "random");
    let fault = Match::new(&nim, [&mut mortal, &mut random]).play().unwrap_err();
    let expected = PlayerFault { player: "mortal".into(), what: "exit status: 3".into() };
    assert_eq!(fault, PlayFault::Player(expected));
    assert_eq!(fault.to_string(), "player `mortal` failed: exit status: 3");
}

#[test]
#[cfg(unix)]
fn an_engine_that_dies_ends_the_match() {
    let chess = Arc::new(ludex_games::chess::Chess::new());
    let mut random = seat(&chess, "random");
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine");
    std::fs::write(&script, "read a; echo uciok; read b; echo readyok; read c; exit 3").unwrap();
    let spec = format!("uci:sh,args=({})", script.display());
    let mut engine = seat(&chess, &spec);
    let fault = Match::new(&chess, [&mut engine, &mut random]).play().err().unwrap();
    assert!(matches!(&fault, PlayFault::Player(fault) if fault.player == spec), "{fault}");
}

/// Nim whose rules fail after some joint moves.
#[derive(Debug)]
struct Failing {
    nim: Nim,
    n_left: AtomicU32,
}

impl SearchSupport for Failing {}

impl Playable for Failing {}

impl Game for Failing {
    type State = <Nim as Game>::State;
    type Move = NimMove;

    fn roles(&self) -> &[Role] {
        self.nim.roles()
    }

    fn initial(&self) -> Self::State {
        self.nim.initial()
    }

    fn is_terminal(&self, state: &Self::State) -> bool {
        self.fault().is_some() || self.nim.is_terminal(state)
    }

    fn legal_moves(&self, state: &Self::State, role: RoleId, moves: &mut Vec<NimMove>) {
        self.nim.legal_moves(state, role, moves);
    }

    fn apply(&self, state: &mut Self::State, joint: &[NimMove]) {
        self.n_left.fetch_sub(1, Relaxed);
        self.nim.apply(state, joint);
    }

    fn goal(&self, state: &Self::State, role: RoleId) -> Goal {
        self.nim.goal(state, role)
    }

    fn move_name(&self, mv: NimMove) -> String {
        self.nim.move_name(mv)
    }

    fn fault(&self) -> Option<String> {
        (self.n_left.load(Relaxed) == 0).then(|| "out of memory".into())
    }
}

#[test]
fn failing_rules_end_the_match() {
    for n_plies in [0, 2] {
        let failing = Failing { nim: Nim::new(&[9, 9, 9]), n_left: AtomicU32::new(n_plies) };
        let failing = Arc::new(failing);
        let (mut one, mut other) = (seat(&failing, "random"), seat(&failing, "random"));
        let fault = Match::new(&failing, [&mut one, &mut other]).play().unwrap_err();
        assert_eq!(fault, PlayFault::Rules(RulesFault("out of memory".into())));
        assert_eq!(fault.to_string(), "the rules failed: out of memory");
    }
}

#[test]
fn a_ply_limit_caps_games_that_go_on() {
    let nim = Arc::new(Nim::new(&[1, 1, 1, 1]));
    let play = |n_plies_max| {
        let (mut one, mut other) = (seat(&nim, "random"), seat(&nim, "random"));
        let game = Match::new(&nim, [&mut one, &mut other]).with_n_plies_max(n_plies_max);
        let played = game.play().unwrap();
        (played.ending, played.joints.len())
    };
    assert_eq!(play(0), (Ending::Capped, 0));
    assert_eq!(play(3), (Ending::Capped, 3));
    // The rules end the game at the last ply that is allowed.
    assert_eq!(play(4), (Ending::Terminal, 4));
    assert_eq!(play(5), (Ending::Terminal, 4));
}

/// One ply leads to a position in which the second role has no move.
struct Stuck([Role; 2]);

impl SearchSupport for Stuck {}

impl Playable for Stuck {}

impl Game for Stuck {
    type State = u8;
    type Move = u8;

    fn roles(&self) -> &[Role] {
        &self.0
    }

    fn initial(&self) -> u8 {
        0
    }

    fn is_terminal(&self, _: &u8) -> bool {
        false
    }

    fn legal_moves(&self, state: &u8, role: RoleId, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(0..if role == RoleId(0) { 2 } else { 1 - state });
    }

    fn apply(&self, state: &mut u8, _: &[u8]) {
        *state += 1;
    }

    fn goal(&self, _: &u8, _: RoleId) -> Goal {
        Goal::MIN
    }

    fn move_name(&self, mv: u8) -> String {
        mv.to_string()
    }
}

#[test]
fn a_position_without_a_move_for_a_role_ends_the_game() {
    let game = Arc::new(Stuck([Role::player("one"), Role::player("other")]));
    let (mut one, mut other) = (seat(&game, "random"), seat(&game, "random"));
    let played = Match::new(&game, [&mut one, &mut other]).play().unwrap();
    assert_eq!((played.ending, played.joints.len()), (Ending::Stuck, 1));
}

/// Counts positions and reports, and checks what can be seen of a live game.
#[derive(Default)]
struct Count {
    n_positions: u32,
    n_reports: u32,
}

impl<G: Playable> Observer<G> for Count {
    fn see_position(&mut self, live: &LiveGame<G>) {
        assert_eq!((live.n_plies(), live.ending()), (self.n_positions, None));
        self.n_positions += 1;
    }

    fn see_report(&mut self, live: &LiveGame<G>, role: RoleId, report: &Report<G::Move>) {
        assert!(live.legal(role).len() > 1 && live.legal(role).contains(&report.mv));
        self.n_reports += 1;
    }
}

/// Counts the joint moves that it observes.
struct Listener(Arc<AtomicU32>);

impl Player<TreeGame> for Listener {
    fn choose(
        &mut self,
        _: &<TreeGame as Game>::State,
        _: RoleId,
        _: &Stop,
    ) -> Report<<TreeGame as Game>::Move> {
        unreachable!("the role has no choice")
    }

    fn observe(&mut self, _: &<TreeGame as Game>::State, _: &[<TreeGame as Game>::Move]) {
        self.0.fetch_add(1, Relaxed);
    }
}

#[test]
fn observers_and_players_follow_the_game() {
    let tree: TreeGame = "(max (chance 0 100) (chance 50 50))".parse().unwrap();
    let tree = Arc::new(tree);
    let n_observed = Arc::new(AtomicU32::new(0));
    let mut max = seat(&tree, "random");
    let mut min = Seat::untimed(Listener(Arc::clone(&n_observed)), "listener");
    let mut count = Count::default();
    let game = Match::new(&tree, [&mut max, &mut min]).with_chance(rng(1, 1));
    let played = game.play_observed(&mut count).unwrap();
    assert_eq!((played.ending, played.joints.len()), (Ending::Terminal, 2));
    assert_eq!((count.n_positions, count.n_reports, n_observed.load(Relaxed)), (2, 1, 2));
}

#[test]
fn chance_decides_by_its_own_stream() {
    let tree: TreeGame = "(max (chance 0 100))".parse().unwrap();
    let tree = Arc::new(tree);
    let goal = |stream| {
        let (mut max, mut min) = (seat(&tree, "random"), seat(&tree, "random"));
        let game = Match::new(&tree, [&mut max, &mut min]).with_chance(rng(1, stream));
        game.play().unwrap().goals(&*tree)[0]
    };
    let goals: Vec<u8> = (0..64).map(goal).collect();
    assert!(goals.contains(&0) && goals.contains(&100));
    assert_eq!(goals, (0..64).map(goal).collect::<Vec<u8>>());
}

//! Players that are external programs: their moves, and every kind of failure.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Game, Playable, PositionText, RoleId};
use ludex_games::chess::Chess;
use ludex_games::reversi::Reversi;
use ludex_search::{Context, Report, Seat, Spec, Stop};

const FIRST: RoleId = RoleId(0);
const SECOND: RoleId = RoleId(1);

/// A program that answers some lines, in a temporary folder.
struct Fake {
    folder: tempfile::TempDir,
}

impl Fake {
    /// Each answer is a pattern of a line and the shell commands to run for it. All
    /// lines are logged.
    fn new(answers: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log").display().to_string();
        let mut script = format!("while read -r line; do\necho \"$line\" >> '{log}'\n");
        script += "case \"$line\" in\n";
        for (pattern, answer) in answers {
            script += &format!("{pattern}) {answer};;\n");
        }
        script += "quit) exit 0;;\nesac\ndone\n";
        let path = folder.path().join("fake");
        fs::write(&path, script).expect("writable");
        Self { folder }
    }

    fn path(&self) -> String {
        self.folder.path().join("fake").display().to_string()
    }

    /// The program and its arguments in a spec. The shell is started rather than the
    /// file, which may still be open when another test forks.
    fn spec(&self) -> String {
        format!("sh,args=({})", self.path())
    }

    fn log(&self) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        text.lines().map(String::from).collect()
    }
}

const UCI: (&str, &str) =
    ("uci", "echo 'option name Level type spin default 1 min 0 max 9'; echo uciok");
const READY: (&str, &str) = ("isready", "echo readyok");

const GTP: (&str, &str) = ("list_commands", "printf '= play\\nclear_board\\ngenmove\\n\\n'");
const PLAY: (&str, &str) = ("clear_board|play*", "printf '=\\n\\n'");

fn seat<G: Playable>(game: &Arc<G>, spec: &str) -> Result<Seat<G>, String> {
    let spec = Spec::parse(spec).map_err(|error| error.to_string())?;
    spec.seat(game, &Context::default()).map_err(|error| error.to_string())
}

/// The move of a seat, or its error.
fn choose<G: Playable>(
    seat: &mut Seat<G>,
    state: &G::State,
    role: RoleId,
) -> Result<Report<G::Move>, String> {
    let report = seat.player.choose(state, role, &Stop::never());
    seat.player.fault().map_or(Ok(report), Err)
}

fn chess_fault(answers: &[(&str, &str)], options: &str) -> String {
    let fake = Fake::new(answers);
    let chess = Arc::new(Chess::new());
    let started = Instant::now();
    let answer = seat(&chess, &format!("uci:{}{options}", fake.spec()))
        .and_then(|mut seat| choose(&mut seat, &chess.initial(), FIRST));
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    let fault = answer.expect_err("it must fail");
    assert!(fault.contains(&fake.path()), "{fault}");
    fault
}

#[test]
fn an_engine_is_asked_over_pipes() {
    let info = "info depth 7 score cp 400 nodes 123 pv e7e5 g1f3 a1a8";
    let fake =
        Fake::new(&[UCI, READY, ("go*", &format!("echo {info}; echo bestmove e7e5 ponder x"))]);
    let chess = Arc::new(Chess::new());
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let state = chess.read_position(fen).unwrap();
    {
        let spec = format!("uci:{},depth=7,nodes=1k,set=(level=3),time=2s", fake.spec());
        let mut seat = seat(&chess, &spec).unwrap();
        assert_eq!(seat.time_max, Some(Duration::from_secs(2)));
        let report = choose(&mut seat, &state, SECOND).unwrap();
        assert_eq!(chess.move_name(report.mv), "e7e5");
        assert_eq!((report.depth, report.nodes, report.line.len()), (7, 123, 2));
        assert!((90.0..92.0).contains(&report.value.unwrap()), "{report:?}");
    }
    let expected = [
        "uci",
        "setoption name Level value 3",
        "ucinewgame",
        "isready",
        &format!("position fen {fen}"),
        "go depth 7 nodes 1000 movetime 2000",
        "quit",
    ];
    assert_eq!(fake.log(), expected);
}

#[test]
fn what_only_the_asker_limits_is_stopped_by_it() {
    let fake = Fake::new(&[UCI, READY, ("stop", "echo bestmove e2e4")]);
    let chess = Arc::new(Chess::new());
    let mut seat = seat(&chess, &format!("uci:{}", fake.spec())).unwrap();
    let end = Instant::now() + Duration::from_millis(100);
    let stop = Stop::when(move || Instant::now() >= end);
    let report = seat.player.choose(&chess.initial(), FIRST, &stop);
    assert_eq!((chess.move_name(report.mv), seat.player.fault()), ("e2e4".into(), None));
    assert!(fake.log().contains(&"go infinite".into()));
}

#[test]
fn engines_that_fail_are_named_with_what_they_said() {
    let fault = chess_fault(&[UCI, READY, ("go*", "echo no more memory >&2; exit 3")], "");
    assert!(fault.contains("ended (exit status: 3) after `go movetime 1000`"), "{fault}");
    assert!(fault.contains("`no more memory`"), "{fault}");

    let fault = chess_fault(&[UCI, READY], ",depth=3,patience=100ms");
    assert!(fault.contains("did not answer `stop` in time"), "{fault}");
    let fault = chess_fault(
        &[UCI, READY, ("go*", "while :; do echo noise; done")],
        ",depth=3,patience=100ms",
    );
    assert!(fault.contains("its last output was `noise`"), "{fault}");
    let fault = chess_fault(&[UCI, READY, ("go*", "echo bestmove e2e5")], "");
    assert!(fault.contains("wants to play `e2e5` after `position fen rnbq"), "{fault}");
    let fault = chess_fault(&[UCI, READY, ("go*", "echo bestmove '(none)'")], "");
    assert!(fault.contains("`(none)`"), "{fault}");

    let fault = chess_fault(&[("uci", "echo what?")], ",patience=100ms");
    assert!(fault.contains("did not answer `uci` in time; its last output was `what?`"), "{fault}");
    assert!(fault.contains("does it speak UCI?"), "{fault}");
    let fault = chess_fault(&[("uci", "exit 0")], "");
    assert!(fault.contains("ended after `uci`; it printed nothing"), "{fault}");
    let fault = chess_fault(&[UCI, READY], ",set=(Levle=3)");
    assert!(fault.contains("did you mean `Level`?"), "{fault}");
    let fault = chess_fault(&[UCI, READY], ",set=(Level=12)");
    assert!(fault.contains("min 0 max 9"), "{fault}");
}

#[test]
fn after_a_fault_moves_are_legal_and_mean_nothing() {
    let fake = Fake::new(&[UCI, READY, ("go*", "exit 1")]);
    let chess = Arc::new(Chess::new());
    let mut seat = seat(&chess, &format!("uci:{}", fake.spec())).unwrap();
    for _ in 0..2 {
        let report = seat.player.choose(&chess.initial(), FIRST, &Stop::never());
        let mut moves = Vec::new();
        chess.legal_moves(&chess.initial(), FIRST, &mut moves);
        assert!(moves.contains(&report.mv) && seat.player.fault().is_some());
    }
}

#[test]
fn specs_of_engines_are_explained() {
    let complaint = |spec| seat(&Arc::new(Chess::new()), spec).err().unwrap_or_default();
    assert!(complaint("uci:no-such-engine").contains("there is no program `no-such-engine`"));
    assert!(complaint("uci").contains("the program comes first, as in `uci:stockfish`"));
    assert!(complaint("uci:depth=3").contains("the program comes first"));
    assert!(complaint("uci:cat,set=3").contains("`3` is no option; `name=value` is"));
    assert!(complaint("gtp:cat").contains("this game does not speak GTP; native:reversi does"));
    let reversi = Arc::new(Reversi::new());
    let complaint = seat(&reversi, "uci:cat").err().unwrap_or_default();
    assert!(complaint.contains("this game does not speak UCI; native:chess does"), "{complaint}");
}

/// The position after some moves.
fn after<G: Playable>(game: &G, moves: &[&str]) -> G::State {
    let mut state = game.initial();
    let notation = game.notation().expect("it has one");
    for (ply, text) in moves.iter().enumerate() {
        let mut joint = Vec::new();
        for role in [FIRST, SECOND] {
            let mut legal = Vec::new();
            game.legal_moves(&state, role, &mut legal);
            let is_on_turn = role.index() == ply % 2;
            let mv = is_on_turn.then(|| notation.find_move(&state, role, text).expect("legal"));
            joint.push(mv.unwrap_or(legal[0]));
        }
        game.apply(&mut state, &joint);
    }
    state
}

#[test]
fn an_engine_that_cannot_set_up_positions_is_led_there() {
    let answers = "case $(grep -c genmove \"$(dirname \"$0\")/log\") in
        1) printf '= C3\\n\\n';; 2) printf '= D6\\n\\n';; *) printf '= E3\\n\\n';; esac";
    let fake = Fake::new(&[GTP, PLAY, ("genmove*", answers)]);
    let game = Arc::new(Reversi::new());
    let mut seat = seat(&game, &format!("gtp:{},set=(play=x)", fake.spec())).unwrap();
    let mut ask = |moves: &[&str], role| {
        let report = choose(&mut seat, &after(&*game, moves), role).unwrap();
        game.move_name(report.mv)
    };
    assert_eq!(ask(&["d3"], SECOND), "c3");
    assert_eq!(ask(&["d3", "c3", "c4", "c5"], FIRST), "d6");
    // Three plies are taken back, and another is played.
    assert_eq!(ask(&["d3", "c3", "f5", "e3"][..3], SECOND), "e3");
    let expected = [
        "list_commands",
        "play x",
        "clear_board",
        "play black d3",
        "genmove white",
        "play black c4",
        "play white c5",
        "genmove black",
        "clear_board",
        "play black d3",
        "play white c3",
        "play black f5",
        "genmove white",
    ];
    assert_eq!(fake.log(), expected);
}

#[test]
fn gtp_engines_fail_in_one_sentence() {
    let fault = |answers: &[(&str, &str)], position: Option<&str>| {
        let fake = Fake::new(answers);
        let game = Arc::new(Reversi::new());
        let state = match position {
            Some(text) => game.read_position(text).unwrap(),
            None => game.initial(),
        };
        seat(&game, &format!("gtp:{},patience=200ms", fake.spec()))
            .and_then(|mut seat| choose(&mut seat, &state, FIRST))
            .expect_err("it must fail")
    };
    let genmove = |answer| [GTP, PLAY, ("genmove*", answer)];
    let illegal = fault(&genmove("printf '= A1\\n\\n'"), None);
    assert!(illegal.contains("wants to play `A1` in `......../"), "{illegal}");
    let refused = fault(&genmove("printf '? cannot think\\n\\n'"), None);
    assert!(refused.contains("does not accept `genmove black`"), "{refused}");
    assert!(refused.contains("`? cannot think`"), "{refused}");
    let silent = fault(&genmove("sleep 1"), None);
    assert!(silent.contains("did not answer `genmove black` in time"), "{silent}");
    let dead = fault(&genmove("exit 4"), None);
    assert!(dead.contains("ended (exit status: 4) after `genmove black`"), "{dead}");
    let far = "bbbbbbb./wwwwwwww/bbbbbbbb/...bw.../...wb.../......../......../w....... black";
    let far = fault(&genmove("printf '= A1\\n\\n'"), Some(far));
    assert!(far.contains("cannot set up positions, and no moves are known"), "{far}");
    let babble = fault(&[("list_commands", "echo hello")], None);
    assert!(babble.contains("does it speak GTP?"), "{babble}");
}

/// Plays a game of an engine against itself, if it is installed.
fn plays<G: Playable>(game: G, program: &str, options: &str) {
    let folders = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    let has = |folder: &str| Path::new(folder).join(program).exists();
    let kind = if program == "stockfish" { "uci" } else { "gtp" };
    if !folders.split(':').any(has) {
        eprintln!("{program} is not installed: this test looks at nothing");
        return;
    }
    let game = Arc::new(game);
    let mut seat = seat(&game, &format!("{kind}:{program}{options}")).unwrap();
    let mut state = game.initial();
    for _ in 0..200 {
        if game.is_terminal(&state) {
            break;
        }
        let joint = [FIRST, SECOND].map(|role| choose(&mut seat, &state, role).unwrap().mv);
        game.apply(&mut state, &joint);
    }
}

#[test]
fn stockfish_plays() {
    plays(Chess::new(), "stockfish", ",nodes=200,set=(Skill Level=3)");
}

#[test]
fn rhino_plays() {
    plays(Reversi::new(), "gtp-rhino", ",args=(-l 1)");
}

#[test]
fn nobody_is_left_behind() {
    let fake = Fake::new(&[
        UCI,
        ("isready", "echo readyok; echo $$ > \"$(dirname \"$0\")/pid\""),
        ("quit", ":"),
    ]);
    let chess = Arc::new(Chess::new());
    drop(seat(&chess, &format!("uci:{}", fake.spec())).unwrap());
    let pid = fs::read_to_string(fake.folder.path().join("pid")).unwrap();
    assert!(!PathBuf::from("/proc").join(pid.trim()).exists(), "{pid}");
}

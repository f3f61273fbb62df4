//! The player service without a network: every answer is legal, for any message.

use std::path::Path;
use std::time::{Duration, Instant};

use ludex_gdl::{Sheet, library};
use ludex_learn::structure::Scramble;
use ludex_learn::{Identity, Knowledge, KnowledgeStore, PlayerTrial};
use ludex_search::Features;
use ludex_search::evaluate::LinearEvaluator;
use ludex_server::Message;
use ludex_server::player::{PlayerService, Settings, Thought};

fn rules(game: &str) -> String {
    library::find(game).expect("a bundled game").source().text().to_string()
}

fn service() -> PlayerService {
    PlayerService::new(Settings { n_threads: 1, memory_bytes: 256 << 20, ..Settings::default() })
}

/// Extra time that managers grant beyond the clock. `ludex host --grace 0` is for
/// machines without other load.
const GRACE: Duration = Duration::from_secs(1);

fn say(service: &PlayerService, text: &str) -> String {
    service.answer(&text.parse().expect("a message"), Instant::now()).text
}

fn start(id: &str, role: &str, rules: &str, seconds: (u64, u64)) -> Message {
    Message::Start {
        id: id.into(),
        role: role.into(),
        rules: rules.into(),
        start_clock: Duration::from_secs(seconds.0),
        play_clock: Duration::from_secs(seconds.1),
    }
}

#[test]
fn a_match_from_first_to_last() {
    let service = service();
    let begun = Instant::now();
    let ready = service.answer(&start("m1", "X", &rules("tic-tac-toe"), (1, 1)), begun);
    assert_eq!(ready.text, "ready");
    assert!(begun.elapsed() < GRACE + Duration::from_secs(1));
    let first = say(&service, "(play m1 nil)");
    assert!(first.starts_with("(mark "), "{first}");
    assert_eq!(say(&service, "(PLAY m1 NIL)"), first, "the same question has the same answer");
    // Case and blanks do not matter.
    let joint = format!("(PLAY m1 ({} NOOP))", first.to_uppercase());
    assert_eq!(say(&service, &joint), "noop");
    assert_eq!(say(&service, &joint), "noop", "a message may come twice");
    assert_eq!(say(&service, "(PLAY m1 (noop noop))"), "nil", "it is not legal");
    assert_eq!(say(&service, "(PLAY m1 (noop))"), "nil", "a move is missing");
    let free = if first == "(mark 1 1)" { "(mark 3 3)" } else { "(mark 1 1)" };
    let third = say(&service, &format!("(PLAY m1 (noop ( mark{}))", &free[5..]));
    assert!(third.starts_with("(mark ") && third != first && third != free, "{third}");
    assert_eq!(say(&service, "(STOP m1 (noop noop))"), "done");
    assert_eq!(say(&service, "(STOP m1 (noop noop))"), "busy");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let service = service();
    for text in ["(PLAY m1 NIL)", "(STOP m1 (a b))", "(ABORT m1)"] {
        assert_eq!(say(&service, text), "busy");
    }
    assert_eq!(say(&service, "(PREVIEW ((role a)) 10)"), "ready");
    let soon = |message: &Message| {
        let begun = Instant::now();
        let text = service.answer(message, begun).text;
        assert!(begun.elapsed() < GRACE, "{:?}", begun.elapsed());
        text
    };
    assert_eq!(soon(&start("m1", "x", "", (5, 5))), "busy");
    assert_eq!(soon(&start("m1", "x", "(role x) (<= (legal x ?y))", (5, 5))), "busy");
    assert_eq!(soon(&start("m1", "nobody", &rules("tic-tac-toe"), (5, 5))), "busy");
    let deep = format!("(role x) {}a{}", "(f ".repeat(5000), ")".repeat(5000));
    assert_eq!(soon(&start("m1", "x", &deep, (5, 5))), "busy");
    assert_eq!(say(&service, "(INFO)"), "( ( name Ludex ) ( status available ) )");
}

#[test]
fn matches_have_their_share_and_give_it_back() {
    let settings = Settings {
        n_matches_max: 2,
        n_threads: 1,
        memory_bytes: 128 << 20,
        patience: Duration::ZERO,
        player: Some("uct:playouts=100".parse().expect("a spec")),
        ..Settings::default()
    };
    let service = PlayerService::new(settings);
    let rules = rules("tic-tac-toe");
    let begin = |id: &str| service.answer(&start(id, "x", &rules, (1, 0)), Instant::now()).text;
    assert_eq!((begin("m1").as_str(), begin("m2").as_str()), ("ready", "ready"));
    assert_eq!(begin("m1"), "ready", "a message may come twice");
    assert_eq!(begin("m3"), "busy");
    assert!(say(&service, "(INFO)").contains("busy"));
    assert_eq!(say(&service, "(ABORT m1)"), "aborted");
    wait_until(|| begin("m3") == "ready");
    // The other matches are dropped: their manager sends nothing.
    wait_until(|| say(&service, "(INFO)").contains("available"));
    wait_until(|| begin("m4") == "ready");
}

fn wait_until(is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < until, "it never comes to that");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_legal_move_is_at_hand_from_the_first_moment() {
    // No time to prepare: chess takes seconds to compile.
    let service = service();
    let begun = Instant::now();
    assert_eq!(service.answer(&start("m1", "white", &rules("chess"), (0, 1)), begun).text, "ready");
    let begun = Instant::now();
    let reply = service.answer(&"(PLAY m1 NIL)".parse().expect("a message"), begun);
    assert!(begun.elapsed() < GRACE + Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(reply.text.starts_with("(move "), "{}", reply.text);
    assert!(reply.thought.is_some());
}

#[test]
fn time_is_used_and_not_overrun() {
    let service = service();
    for number in 0..4 {
        let id = format!("m{number}");
        let ready =
            service.answer(&start(&id, "white", &rules("breakthrough"), (1, 1)), Instant::now());
        assert_eq!(ready.text, "ready");
        let begun = Instant::now();
        let message = format!("(PLAY {id} NIL)");
        let reply = service.answer(&message.parse().expect("a message"), begun);
        let spare = 1000 - begun.elapsed().as_millis() as i64;
        assert_eq!(reply.thought, Some(Thought::Searched));
        // A machine that runs tests may be busy, and pause for a while.
        let late_max = GRACE.as_millis() as i64;
        assert!((-late_max..=600).contains(&spare), "{spare} ms are left");
        assert_eq!(say(&service, &format!("(ABORT {id})")), "aborted");
    }
}

#[test]
fn a_game_that_is_solved_takes_no_time() {
    let service = service();
    let rules = rules("rock-paper-scissors");
    assert_eq!(service.answer(&start("m1", "left", &rules, (1, 60)), Instant::now()).text, "ready");
    let begun = Instant::now();
    let reply = service.answer(&"(PLAY m1 NIL)".parse().expect("a message"), begun);
    assert_eq!(reply.thought, Some(Thought::Solved));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

/// Knowledge of tic-tac-toe, with the names of its sheet.
fn knowledge() -> Knowledge {
    let features = "ludex features 1\nuse yes\n\
         offensive x 100 (mark 2 3) if (cell 1 3 x) (cell 3 3 x)\n";
    Knowledge {
        features: Some(Features::parse(features).expect("features")),
        ..Knowledge::new(identity("tic-tac-toe"))
    }
}

fn identity(game: &str) -> Identity {
    Identity::of(&Sheet::parse(library::find(game).expect("a game").source()).0)
}

fn desk_with(folder: &Path) -> PlayerService {
    PlayerService::new(Settings {
        knowledge: Some(folder.into()),
        n_threads: 1,
        memory_bytes: 256 << 20,
        ..Settings::default()
    })
}

#[test]
fn a_scrambled_copy_of_a_known_game_is_recognised() {
    let folder = tempfile::tempdir().expect("a folder");
    let knowledge = knowledge();
    let file = KnowledgeStore::new(folder.path()).file(&knowledge.identity);
    file.keep_all(&knowledge).expect("a file");
    let service = desk_with(folder.path());
    let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").expect("a game").source());
    let scramble = Scramble { seed: 5, symbols: true, ..Scramble::default() };
    let text = scramble.text(&sheet);
    let role = text.split("(role ").nth(1).and_then(|rest| rest.split(')').next()).expect("a role");
    assert_ne!(role, "x");
    assert_eq!(service.answer(&start("m1", role, &text, (1, 1)), Instant::now()).text, "ready");
    assert!(service.is_taught("m1"));
    assert_ne!(say(&service, "(PLAY m1 NIL)"), "nil");
    // Another game does not use it.
    let other = start("m2", "white", &rules("breakthrough"), (1, 1));
    assert_eq!(service.answer(&other, Instant::now()).text, "ready");
    assert!(!service.is_taught("m2"));
}

#[test]
fn the_evaluator_plays_where_it_has_won_its_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "ludex evaluator 1\nrole x\n1 (cell 1 2 x)\n-1 (cell 1 2 o)\n";
    let trial = PlayerTrial { milliseconds: 20, n_games: 20, points: 18.0, low: 0.7 };
    let knowledge = Knowledge {
        evaluator: Some(LinearEvaluator::parse(text).expect("an evaluator")),
        player: Some(trial),
        ..knowledge()
    };
    let file = KnowledgeStore::new(folder.path()).file(&knowledge.identity);
    let taught = |player: Option<PlayerTrial>, features: Option<Features>| {
        let _ = std::fs::remove_file(file.path());
        file.keep_all(&Knowledge { player, features, ..knowledge.clone() }).expect("a file");
        let service = desk_with(folder.path());
        let begin = start("m1", "x", &rules("tic-tac-toe"), (1, 1));
        assert_eq!(service.answer(&begin, Instant::now()).text, "ready");
        let reply = service.answer(&"(PLAY m1 NIL)".parse().expect("a message"), Instant::now());
        assert!(reply.text.starts_with("(mark "), "{}", reply.text);
        service.is_taught("m1")
    };
    assert!(taught(Some(trial), None), "alpha-beta with the evaluator plays");
    assert!(!taught(None, None), "nothing says that it should");
    assert!(!taught(Some(PlayerTrial { low: 0.4, ..trial }), None), "UCT was as good");
    assert!(taught(Some(PlayerTrial { low: 0.4, ..trial }), knowledge.features.clone()));
}

#[test]
fn what_is_learned_before_a_match_is_remembered_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = desk_with(folder.path());
    let rules = rules("knightthrough");
    let answer = |message: &Message| service.answer(message, Instant::now()).text;
    assert_eq!(answer(&start("m1", "white", &rules, (12, 1))), "ready");
    assert_eq!(answer(&Message::Abort { id: "m1".into() }), "aborted");
    // A short match decides whether it helps; here it does.
    assert_eq!(service.n_learned(), 1);
    // Another process finds it.
    let file = KnowledgeStore::new(folder.path()).file(&identity("knightthrough"));
    let known = file.read().expect("it is readable").expect("a file");
    assert!(known.features.is_some_and(|features| !features.list.is_empty()));
}

#[test]
fn what_is_learned_before_a_match_does_not_replace_what_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = KnowledgeStore::new(folder.path()).file(&identity("knightthrough"));
    std::fs::create_dir_all(folder.path()).expect("a folder");
    std::fs::write(file.path(), "ludex knowledge 99\n").expect("a file");
    let service = desk_with(folder.path());
    let begin = start("m1", "white", &rules("knightthrough"), (5, 1));
    assert_eq!(service.answer(&begin, Instant::now()).text, "ready");
    let text = std::fs::read_to_string(file.path()).expect("a file");
    assert_eq!(text, "ludex knowledge 99\n");
}

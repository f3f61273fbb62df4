//! Clocks that are kept, and players and rules that fail: no score is made up.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_evolve::{Config, Run, RunError};
use ludex_game::examples::Nim;
use ludex_game::{Game, Goal, Playable, Role, RoleId, SearchSupport};
use ludex_games::reversi::Reversi;
use ludex_problems::{BoardGame, GameError, ProblemConfig, play_game};
use ludex_search::play::{PlayFault, RulesFault};
use ludex_search::{Context, Spec};

/// A run of Reversi against a guide, and its benchmark.
fn config(guide: &str, benchmark: &str) -> Config {
    let text = format!(
        "population = 4\ngenerations = 2\n[retest]\nevery = 1\ntop = 1\ngames = 2\n\
         [problem]\ngame = 'native:reversi'\nbenchmark = '{benchmark}'\n\
         [[problem.guides]]\nplayer = '{guide}'\ngames = 1\n"
    );
    Config::parse(&text).expect("a config")
}

fn board_game(config: &Config) -> BoardGame<Reversi> {
    let problem = ProblemConfig::read(config).expect("a problem");
    BoardGame::new(&Arc::new(Reversi::new()), problem, config).expect("a problem")
}

/// How a run ends that is kept in a file.
fn failure(config: Config, board_game: &BoardGame<Reversi>, file: &Path) -> String {
    let mut run = Run::new(board_game, config).expect("a run");
    run.keep_in(file).expect("it is kept");
    match run.finish(&mut ()) {
        Err(RunError::Fault(what)) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_clock_of_a_guide_is_kept() {
    // Without the clock a move would take 300,000 playouts.
    let config = config("uct:time=1ms,playouts=300k", "uct:time=1ms,playouts=300k");
    let board_game = board_game(&config);
    let started = Instant::now();
    let mut run = Run::new(&board_game, Config { generations: 1, ..config }).expect("a run");
    run.finish(&mut ()).expect("it runs");
    assert_eq!(run.history()[0].games, 6);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

/// A program that speaks GTP and ends when it is asked for a move.
#[cfg(unix)]
fn mortal(folder: &Path) -> String {
    let script = "while read -r line; do case \"$line\" in\n\
        list_commands) printf '= play\\nclear_board\\ngenmove\\n\\n';;\n\
        clear_board|play*) printf '=\\n\\n';;\n\
        genmove*) echo out of luck >&2; exit 3;;\nesac; done\n";
    let path = folder.join("mortal");
    std::fs::write(&path, script).expect("written");
    format!("gtp:sh,args=({})", path.display())
}

#[test]
#[cfg(unix)]
fn an_engine_that_dies_ends_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = mortal(folder.path());
    for (nth, config) in
        [config(&engine, "random"), config("random", &engine)].into_iter().enumerate()
    {
        let file = folder.path().join(format!("{nth}.run"));
        let said = failure(config.clone(), &board_game(&config), &file);
        assert!(said.starts_with(&format!("player `{engine}` failed:")), "{said}");
        assert!(said.contains("exit status: 3") && said.contains("out of luck"), "{said}");
        assert!(!file.exists(), "the generation means nothing");
    }
    // Nor is a score made up in a test.
    let config = config("random", "random");
    let board_game = board_game(&config);
    let mut run = Run::new(&board_game, config).expect("a run");
    run.finish(&mut ()).expect("it runs");
    let best = &run.best().expect("there is one").genome;
    let engine: Spec = engine.parse().expect("a spec");
    assert!(matches!(
        board_game.measure(best, &engine, 1, 2, 1),
        Err(GameError::Play(PlayFault::Player(_)))
    ));
    let random = "random".parse().expect("a spec");
    let measured = board_game.measure_player(&random, &engine, 2, 1);
    assert!(matches!(measured, Err(GameError::Play(PlayFault::Player(_)))), "{measured:?}");
}

#[test]
fn a_player_that_cannot_be_made_any_more_ends_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let eval = folder.path().join("eval.txt");
    std::fs::write(&eval, "material\n").expect("written");
    let guide = format!("alphabeta:depth=1,eval=file:{}", eval.display());
    let config = config(&guide, "random");
    let board_game = board_game(&config);
    std::fs::remove_file(&eval).expect("removed");
    let said = failure(config, &board_game, &folder.path().join("run"));
    assert!(said.starts_with(&format!("player `{guide}`: ")), "{said}");
    assert!(said.contains("cannot be read"), "{said}");
}

/// Nim whose rules fail.
struct Broken(Nim);

impl Game for Broken {
    type State = <Nim as Game>::State;
    type Move = <Nim as Game>::Move;

    fn roles(&self) -> &[Role] {
        self.0.roles()
    }

    fn initial(&self) -> Self::State {
        self.0.initial()
    }

    fn is_terminal(&self, _: &Self::State) -> bool {
        true
    }

    fn legal_moves(&self, state: &Self::State, role: RoleId, moves: &mut Vec<Self::Move>) {
        self.0.legal_moves(state, role, moves);
    }

    fn apply(&self, state: &mut Self::State, joint: &[Self::Move]) {
        self.0.apply(state, joint);
    }

    fn goal(&self, _: &Self::State, _: RoleId) -> Goal {
        Goal::MIN
    }

    fn move_name(&self, mv: Self::Move) -> String {
        self.0.move_name(mv)
    }

    fn fault(&self) -> Option<String> {
        Some("out of memory".into())
    }
}

impl SearchSupport for Broken {}

impl Playable for Broken {}

#[test]
fn rules_that_fail_are_no_draw() {
    let game = Arc::new(Broken(Nim::new(&[3, 4])));
    let spec = Spec::parse("random").expect("a spec");
    let mut seats = [1, 2]
        .map(|seed| spec.seat(&game, &Context { seed, ..Context::default() }).expect("it plays"));
    let [one, other] = &mut seats;
    let outcome = play_game(&game, &mut game.initial(), [one, other], 10, 1);
    assert_eq!(outcome, Err(PlayFault::from(RulesFault("out of memory".into())).into()));
}

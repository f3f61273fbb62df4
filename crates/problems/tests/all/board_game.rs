//! Short runs of players: presets run, threads make no difference, and a saved individual plays
//! as it did.

use std::ops::ControlFlow;
use std::sync::Arc;

use ludex_evolve::{Config, Forest, GenerationStats, Genome, Problem, Run};
use ludex_game::{Game, RoleId, SearchSupport, rng};
use ludex_games::checkers::Checkers;
use ludex_problems::{
    BoardGame, Evolution, EvolutionOptions, EvolvedPlayer, GameLoader, Keep, PRESETS,
    PlayerBuilder, ProblemConfig, ProblemError, Story, kind_of,
};
use ludex_search::{Context, Player, Spec, Stop};

fn short(config: Config) -> Config {
    let retest = ludex_evolve::Retest { every: 1, top: 1, games: 2 };
    let mut config = Config { population: 6, generations: 2, retest, ..config };
    if let Some(toml::Value::Array(guides)) = config.problem.get_mut("guides") {
        for guide in guides.iter_mut().filter_map(toml::Value::as_table_mut) {
            guide.insert("rounds".into(), toml::Value::Integer(1));
            guide.insert("games".into(), toml::Value::Integer(1));
        }
    }
    if !config.problem.contains_key("halving") {
        let co_play = toml::Table::from_iter([("games".into(), toml::Value::Integer(1))]);
        config.problem.insert("co_play".into(), co_play.into());
    }
    // Depth is what takes time.
    for key in ["depth", "benchmark_depth"] {
        config.problem.insert(key.into(), toml::Value::Integer(1));
    }
    config
}

/// Loads native games.
struct Native;

impl GameLoader for Native {
    fn load(&self, builder: PlayerBuilder) -> Result<Box<dyn Evolution>, ProblemError> {
        let game = builder.config().game.clone();
        let native = game.strip_prefix("native:").expect("a native game");
        ludex_games::visit(native, builder).expect("the game exists")
    }
}

fn story(config: &Config, keep: Keep) -> Result<Story, ProblemError> {
    let kind = kind_of(config).expect("a kind");
    let options =
        EvolutionOptions { config: config.clone(), source: config.clone(), keep, n_tests: 2 };
    let evolution = kind.open(config, &Native)?;
    evolution.evolve(options, &mut |_: &GenerationStats| ControlFlow::Continue(()))
}

#[test]
fn every_preset_runs() {
    for preset in PRESETS.iter().filter(|preset| preset.is_runnable()) {
        assert!(!preset.about().is_empty());
        let is_player = kind_of(&preset.config()).expect("a kind").name() == "player";
        let config = if is_player { short(preset.config()) } else { preset.config() };
        // Games with rules are tested where rules are read.
        if is_player && !config.problem["game"].to_string().contains("native:") {
            continue;
        }
        let story = story(&config, Keep::Nowhere).expect("it runs");
        let n_games: u64 = story.history.iter().map(|stats| stats.games).sum();
        assert!(n_games >= 12, "{}: {n_games}", preset.name);
        assert!(!story.solution.formulas.is_empty() && !story.to_text().is_empty());
    }
}

#[test]
fn kinds_are_kept_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run");
    let mut config = ludex_problems::preset("regression").expect("a preset").config();
    config.population = 60;
    config.generations = 5;
    let whole = story(&config, Keep::Nowhere).expect("it runs");
    let first = Config { generations: 2, ..config.clone() };
    story(&first, Keep::New(file.clone())).expect("it runs");
    let resumed = story(&config, Keep::Resume(file.clone())).expect("it is resumed");
    assert_eq!(resumed, whole);
    // Another table is another problem.
    let text = "x z\n1 1\n2 4\n";
    config.problem.insert("table".into(), text.into());
    let error = story(&config, Keep::Resume(file)).expect_err("it is refused").to_string();
    assert!(error.contains("other contents of the table [problem]"), "{error}");
}

fn losing() -> (BoardGame<Checkers<8>>, Config) {
    let config = short(ludex_problems::preset("lose-checkers").expect("there").config());
    let config = Config { population: 12, generations: 4, ..config };
    let problem = ProblemConfig::read(&config).expect("a problem");
    (BoardGame::new(&Arc::new(Checkers::losing()), problem, &config).expect("a problem"), config)
}

#[test]
fn threads_make_no_difference() {
    let best = |n_threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        pool.install(|| {
            let (board_game, config) = losing();
            let mut run = Run::new(&board_game, config).expect("a run");
            run.finish(&mut ()).expect("it runs");
            (run.best().cloned(), run.history().to_vec())
        })
    };
    assert_eq!(best(1), best(2));
}

#[test]
fn guides_take_turns_in_successive_halving() {
    let text = "population = 8\ngenerations = 1\n[retest]\nevery = 0\n[problem]\n\
        game = 'native:lose-checkers'\nhalving = { rounds = 3, keep_share = 0.25 }\n\
        guides = [{ games = 2 }, { player = 'alphabeta:depth=1,eval=random', games = 1 }]\n";
    let config = Config::parse(text).expect("a config");
    let problem = ProblemConfig::read(&config).expect("a problem");
    let game = Arc::new(Checkers::losing());
    let board_game = BoardGame::new(&game, problem, &config).expect("a problem");
    let mut run = Run::new(&board_game, config).expect("a run");
    run.finish(&mut ()).expect("it runs");
    // All eight play three games, two of them three more, and one again three.
    assert_eq!(run.history()[0].games, 3 * (8 + 2 + 1));
    assert!(run.population(0).1.iter().all(|score| (0.0..=1.0).contains(score)));
}

#[test]
fn a_file_plays_as_the_individual_did() {
    let (board_game, _) = losing();
    let game = Arc::new(Checkers::losing());
    let folder = tempfile::tempdir().expect("a folder");
    let mut rng = rng(7, 7);
    for nth in 0..30 {
        let forest = Forest::random(&mut rng, board_game.plan(), nth);
        let path = folder.path().join("best.txt");
        let text = board_game.words().to_text(&forest, board_game.plan(), &["for a test".into()]);
        std::fs::write(&path, text).expect("written");
        let spec = format!("alphabeta:depth=2,plain=yes,eval=file:{}", path.display());
        let spec: Spec = spec.parse().expect("a spec");
        let mut read = spec.seat(&game, &Context::default()).expect("it plays").player;
        let mut evolved =
            EvolvedPlayer::new(&game, &forest, (board_game.plan(), board_game.words()), 2);
        let mut state = game.initial();
        while !game.is_terminal(&state) && state.n_quiet() < 20 {
            let role = game.on_turn(&state).expect("someone");
            let [one, other] = [&mut *read as &mut dyn Player<_>, &mut evolved]
                .map(|player| player.choose(&state, role, &Stop::never()).mv);
            assert_eq!(one, other);
            let mut joint = Vec::new();
            for role in [RoleId(0), RoleId(1)] {
                let mut moves = Vec::new();
                game.legal_moves(&state, role, &mut moves);
                joint.push(if Some(role) == game.on_turn(&state) { one } else { moves[0] });
            }
            game.apply(&mut state, &joint);
        }
    }
}

#[test]
fn adjudication_ends_and_its_scores_are_dropped() {
    let text = "generations = 2\npopulation = 20\n\
                [breeding]\naverage_scores = true\nelite = 5\nprior_games = 2.0\n[retest]\nevery = 0\n\
                [problem]\ngame = 'native:checkers-10x10'\nplies_max = 40\n\
                halving = { rounds = 2 }\n\
                adjudication = { plies_max = 40, until_generation = 1 }\n\
                [[problem.guides]]\nplayer = 'random'\ngames = 2\n";
    let config = Config::parse(text).expect("a config");
    let problem = ProblemConfig::read(&config).expect("a problem");
    let game = Arc::new(Checkers::large());
    let board_game = BoardGame::new(&game, problem, &config).expect("a problem");
    let mut run = Run::new(&board_game, config).expect("a run");
    run.finish(&mut ()).expect("it is finished");
    let [judged, strict] = run.history() else { panic!("there are two generations") };
    // No game is won within 40 plies, so without adjudication all are drawn.
    assert!(judged.best > 0.51, "{}", judged.best);
    assert_eq!((strict.best, strict.mean), (0.5, 0.5));
}

#[test]
fn errors_of_configs() {
    let fault = |text: &str| {
        let config = Config::parse(text).expect("a config");
        let game = Arc::new(Checkers::losing());
        let made = ProblemConfig::read(&config)
            .and_then(|problem| BoardGame::new(&game, problem, &config));
        made.err().expect("it is wrong").to_string()
    };
    let game = "[problem]\ngame = 'native:lose-checkers'\n";
    let play = "[problem.co_play]\ngames = 1\n";
    assert!(fault(game).contains("there are no games"));
    assert!(fault(play).contains("`game` is missing"));
    let unknown = format!("{game}exclude = ['mobilty']\n{play}");
    assert!(fault(&unknown).contains("did you mean `mobility`?"));
    let seeds = format!("{game}seeds = ['(add mobility)']\n{play}");
    assert!(fault(&seeds).contains("a seed: line 1"), "{}", fault(&seeds));
    let trees = format!("{game}trees = 3\n{play}");
    assert!(fault(&trees).contains("3 trees cannot be joined"));
    let halving = format!("{game}halving = {{ keep_share = 0.3 }}\n{play}");
    assert!(fault(&halving).contains("without `co_play`"), "{}", fault(&halving));
    let verdict = format!("{game}adjudication = {{ eval = 'materal' }}\n{play}");
    assert!(fault(&verdict).contains("materal"), "{}", fault(&verdict));
    let share = format!("{game}halving = {{ keep_share = 1.5 }}\n{play}");
    assert!(fault(&share).contains("more than 0, at most 1"), "{}", fault(&share));
    let old = format!("{game}verdict = {{ eval = 'material' }}\n{play}");
    assert!(fault(&old).contains("`verdict` is now `adjudication`"), "{}", fault(&old));
    let old = format!("{game}halving = {{ share = 0.5 }}\n");
    assert!(fault(&old).contains("`share` is now `keep_share`"), "{}", fault(&old));
    let functions = format!("{game}functions = ['addd']\n{play}");
    assert!(fault(&functions).contains("did you mean `add`?"), "{}", fault(&functions));
    let top = format!("{game}trees = 2\ntop = '(max t1 t3)'\n{play}");
    assert!(fault(&top).contains("`top`: line 1: `t3` is not known"), "{}", fault(&top));
    let starts = format!("{game}starts = ['nowhere']\n{play}");
    assert!(fault(&starts).contains("`starts`"), "{}", fault(&starts));
    let guide = format!("{game}{play}[[problem.guides]]\nplayer = 'alphabta'\n");
    assert!(fault(&guide).contains("alphabta"), "{}", fault(&guide));
}

#[test]
fn a_run_has_digests_of_its_config_and_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let eval = folder.path().join("eval.txt");
    std::fs::write(&eval, "material\n").expect("written");
    let text = format!(
        "population = 4\ngenerations = 3\n[retest]\nevery = 0\n[problem]\n\
         game = 'native:lose-checkers'\n[[problem.guides]]\n\
         player = 'alphabeta:depth=1,eval=file:{}'\ngames = 1\n",
        eval.display()
    );
    let config = Config::parse(&text).expect("a config");
    let game = Arc::new(Checkers::losing());
    let board_game_at = |rules: &str, depth: u32| {
        let problem = ProblemConfig::read(&config).expect("a problem");
        let problem = ProblemConfig { depth, ..problem };
        let board_game = BoardGame::new(&game, problem, &config).expect("a problem");
        board_game.based_on([("the rules".to_string(), rules.to_string())])
    };
    let board_game = |rules: &str| board_game_at(rules, 1);
    let (file, first) = (folder.path().join("run"), board_game("1"));
    let mut run = Run::new(&first, config.clone()).expect("a run");
    run.keep_in(&file).expect("it is kept");
    run.step().expect("a generation");
    assert!(Run::resume(&board_game("1"), &file).is_ok());
    let refusal = |board_game: BoardGame<_>| {
        Run::resume(&board_game, &file).err().expect("it is refused").to_string()
    };
    let said = refusal(board_game("2"));
    assert!(said.contains("other contents of the rules:"), "{said}");
    let said = refusal(board_game_at("1", 2));
    assert!(said.contains("other contents of the table [problem]:"), "{said}");
    std::fs::write(&eval, "mobility\n").expect("written");
    let said = refusal(board_game("1"));
    assert!(said.contains("other contents of the file ") && said.contains("eval.txt"), "{said}");
}

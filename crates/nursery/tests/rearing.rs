//! Players raised in short runs: presets work, threads make no difference, and what
//! is written to a file plays as it did.

use std::sync::Arc;

use evolve::{Config, Forest, Genome, Problem, Run};
use game::{Game, Playable, RoleId, Visitor, rng};
use games::checkers::Checkers;
use nursery::{Nursery, PRESETS, Reared, Wish};
use search::{Context, Player, Spec, Stop};

fn short(config: Config) -> Config {
    let retest = evolve::Retest { every: 1, top: 1, games: 2 };
    let mut config = Config { population: 6, generations: 2, retest, ..config };
    if let Some(toml::Value::Array(guides)) = config.problem.get_mut("guides") {
        for guide in guides.iter_mut().filter_map(toml::Value::as_table_mut) {
            guide.insert("rounds".into(), toml::Value::Integer(1));
            guide.insert("games".into(), toml::Value::Integer(1));
        }
    }
    if !config.problem.contains_key("race") {
        let co_play = toml::Table::from_iter([("games".into(), toml::Value::Integer(1))]);
        config.problem.insert("co_play".into(), co_play.into());
    }
    // Depth is what takes time.
    for key in ["depth", "benchmark_depth"] {
        config.problem.insert(key.into(), toml::Value::Integer(1));
    }
    config
}

/// Runs a preset, short.
struct Short(Config);

impl Visitor for Short {
    type Output = u64;

    fn visit<G: Playable>(self, game: Arc<G>) -> u64 {
        let wish = Wish::read(&self.0).expect("a wish");
        let nursery = Nursery::new(&game, wish, &self.0).expect("a nursery");
        let mut run = Run::new(&nursery, self.0).expect("a run");
        run.finish(&mut ()).expect("it runs");
        run.history().iter().map(|stats| stats.games).sum()
    }
}

#[test]
fn every_preset_runs() {
    for preset in PRESETS {
        assert!(!preset.about().is_empty());
        let config = short(preset.config());
        let game = Wish::read(&config).expect("a wish").game;
        // Games with rules are tested where rules are read.
        let Some(native) = game.strip_prefix("native:") else { continue };
        let n_games = games::visit(native, Short(config)).expect("it is there");
        assert!(n_games >= 12, "{}: {n_games}", preset.name);
    }
}

fn losing() -> (Nursery<Checkers<8>>, Config) {
    let config = short(nursery::preset("lose-checkers").expect("there").config());
    let config = Config { population: 12, generations: 4, ..config };
    let wish = Wish::read(&config).expect("a wish");
    (Nursery::new(&Arc::new(Checkers::losing()), wish, &config).expect("a nursery"), config)
}

#[test]
fn threads_make_no_difference() {
    let best = |n_threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        pool.install(|| {
            let (nursery, config) = losing();
            let mut run = Run::new(&nursery, config).expect("a run");
            run.finish(&mut ()).expect("it runs");
            (run.best().cloned(), run.history().to_vec())
        })
    };
    assert_eq!(best(1), best(2));
}

#[test]
fn in_a_race_guides_take_turns() {
    let text = "population = 8\ngenerations = 1\n[retest]\nevery = 0\n[problem]\n\
        game = 'native:lose-checkers'\nrace = { rounds = 3, share = 0.25 }\n\
        guides = [{ games = 2 }, { player = 'alphabeta:depth=1,eval=random', games = 1 }]\n";
    let config = Config::parse(text).expect("a config");
    let wish = Wish::read(&config).expect("a wish");
    let game = Arc::new(Checkers::losing());
    let nursery = Nursery::new(&game, wish, &config).expect("a nursery");
    let mut run = Run::new(&nursery, config).expect("a run");
    run.finish(&mut ()).expect("it runs");
    // All eight play three games, two of them three more, and one again three.
    assert_eq!(run.history()[0].games, 3 * (8 + 2 + 1));
    assert!(run.population(0).1.iter().all(|score| (0.0..=1.0).contains(score)));
}

#[test]
fn a_file_plays_as_the_individual_did() {
    let (nursery, _) = losing();
    let game = Arc::new(Checkers::losing());
    let folder = tempfile::tempdir().expect("a folder");
    let mut rng = rng(7, 7);
    for nth in 0..30 {
        let forest = Forest::random(&mut rng, nursery.plan(), nth);
        let path = folder.path().join("best.txt");
        let text = nursery.words().to_text(&forest, nursery.plan(), &["for a test".into()]);
        std::fs::write(&path, text).expect("written");
        let spec = format!("alphabeta:depth=2,plain=yes,eval=file:{}", path.display());
        let spec: Spec = spec.parse().expect("a spec");
        let mut read = spec.seat(&game, &Context::default()).expect("it plays").player;
        let mut reared = Reared::new(&game, &forest, (nursery.plan(), nursery.words()), 2);
        let mut state = game.initial();
        while !game.is_terminal(&state) && state.n_quiet() < 20 {
            let role = game.on_turn(&state).expect("someone");
            let [one, other] = [&mut *read as &mut dyn Player<_>, &mut reared]
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
fn verdicts_end_and_are_forgotten() {
    let text = "generations = 2\npopulation = 20\n\
                [breeding]\nmemory = true\nelite = 5\ndoubt = 2.0\n[retest]\nevery = 0\n\
                [problem]\ngame = 'native:checkers-10x10'\nplies = 40\n\
                race = { rounds = 2 }\nverdict = { plies = 40, until = 1 }\n\
                [[problem.guides]]\nplayer = 'random'\ngames = 2\n";
    let config = Config::parse(text).expect("a config");
    let wish = Wish::read(&config).expect("a wish");
    let game = Arc::new(Checkers::large());
    let nursery = Nursery::new(&game, wish, &config).expect("a nursery");
    let mut run = Run::new(&nursery, config).expect("a run");
    run.finish(&mut ()).expect("it is finished");
    let [judged, strict] = run.history() else { panic!("there are two generations") };
    // Nobody wins within 40 plies, so what is left without verdicts is draws.
    assert!(judged.best > 0.51, "{}", judged.best);
    assert_eq!((strict.best, strict.mean), (0.5, 0.5));
}

#[test]
fn what_is_wrong_is_said() {
    let fault = |text: &str| {
        let config = Config::parse(text).expect("a config");
        let game = Arc::new(Checkers::losing());
        let made = Wish::read(&config).and_then(|wish| Nursery::new(&game, wish, &config));
        made.err().expect("it is wrong").to_string()
    };
    let game = "[problem]\ngame = 'native:lose-checkers'\n";
    let play = "[problem.co_play]\ngames = 1\n";
    assert!(fault(game).contains("nobody plays"));
    assert!(fault(play).contains("`game` is missing"));
    let unknown = format!("{game}without = ['mobilty']\n{play}");
    assert!(fault(&unknown).contains("did you mean `mobility`?"));
    let seeds = format!("{game}seeds = ['(add mobility)']\n{play}");
    assert!(fault(&seeds).contains("a seed: line 1"), "{}", fault(&seeds));
    let trees = format!("{game}trees = 3\n{play}");
    assert!(fault(&trees).contains("3 trees cannot be joined"));
    let race = format!("{game}race = {{ share = 0.3 }}\n{play}");
    assert!(fault(&race).contains("without `co_play`"), "{}", fault(&race));
    let verdict = format!("{game}verdict = {{ eval = 'materal' }}\n{play}");
    assert!(fault(&verdict).contains("materal"), "{}", fault(&verdict));
    let share = format!("{game}race = {{ share = 1.5 }}\n{play}");
    assert!(fault(&share).contains("more than 0, at most 1"), "{}", fault(&share));
    let guide = format!("{game}{play}[[problem.guides]]\nplayer = 'alphabta'\n");
    assert!(fault(&guide).contains("alphabta"), "{}", fault(&guide));
}

#[test]
fn what_files_say_is_part_of_a_run() {
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
    let nursery = |rules: &str| {
        let wish = Wish::read(&config).expect("a wish");
        let nursery = Nursery::new(&game, wish, &config).expect("a nursery");
        nursery.based_on([("the rules".to_string(), rules.to_string())])
    };
    let (file, first) = (folder.path().join("run"), nursery("1"));
    let mut run = Run::new(&first, config.clone()).expect("a run");
    run.keep_in(&file).expect("it is kept");
    run.step().expect("a generation");
    assert!(Run::resume(&nursery("1"), &file).is_ok());
    let refusal = |nursery: Nursery<_>| {
        Run::resume(&nursery, &file).err().expect("it is refused").to_string()
    };
    let said = refusal(nursery("2"));
    assert!(said.contains("other contents of the rules:"), "{said}");
    std::fs::write(&eval, "mobility\n").expect("written");
    let said = refusal(nursery("1"));
    assert!(said.contains("other contents of the file ") && said.contains("eval.txt"), "{said}");
}

//! Games of one player, of several, and with chance; starts and tops from the config.

use std::sync::Arc;

use ludex_evolve::{Config, Run};
use ludex_game::{
    Game, Goal, Playable, PositionError, PositionText, PositionTextOf, Role, RoleId, SearchSupport,
};
use ludex_problems::{BoardGame, ProblemConfig, play_game};
use ludex_search::evaluate::{AnyMeasure, Case, Evolved, Question};
use ludex_search::{Context, Spec};

/// Each player steps 0, 1 or 2 places at a time, four times, all at once; chance adds 0 or 1 to
/// everyone. The goal is the place.
struct Climb {
    roles: Vec<Role>,
}

impl Climb {
    fn new(n_players: usize, has_chance: bool) -> Self {
        let mut roles: Vec<Role> =
            (0..n_players).map(|nth| Role::player(format!("p{nth}"))).collect();
        if has_chance {
            roles.insert(0, Role::chance("luck"));
        }
        Self { roles }
    }
}

impl SearchSupport for Climb {}

impl Playable for Climb {
    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

impl PositionText for Climb {
    fn show(&self, state: &Self::State) -> String {
        state.1.first().copied().unwrap_or_default().to_string()
    }

    fn read_position(&self, text: &str) -> Result<Self::State, PositionError> {
        let start = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
        Ok((0, vec![start; self.roles.len()]))
    }
}

impl Game for Climb {
    type State = (u8, Vec<u8>);
    type Move = u8;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> Self::State {
        (0, vec![0; self.roles.len()])
    }

    fn is_terminal(&self, state: &Self::State) -> bool {
        state.0 == 4
    }

    fn legal_moves(&self, _: &Self::State, role: RoleId, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(0..if self.roles[role.index()].is_chance() { 2 } else { 3 });
    }

    fn apply(&self, state: &mut Self::State, joint: &[u8]) {
        state.0 += 1;
        let luck: u8 =
            joint.iter().zip(&self.roles).filter(|(_, r)| r.is_chance()).map(|(m, _)| m).sum();
        for (place, step) in state.1.iter_mut().zip(joint) {
            *place += step + luck;
        }
    }

    fn goal(&self, state: &Self::State, role: RoleId) -> Goal {
        Goal::new(state.1[role.index()]).expect("at most 100")
    }

    fn move_name(&self, mv: u8) -> String {
        mv.to_string()
    }
}

fn questions(game: &Climb) -> Vec<Question> {
    let role = game.roles.iter().find(|role| !role.is_chance()).expect("a player");
    let case =
        Case { measures: vec![(1.0, AnyMeasure::Goal(role.name.clone()))], ..Case::default() };
    vec![Question { name: "place".into(), is_truth: false, cases: vec![case] }]
}

fn config(more: &str) -> Config {
    let text = format!(
        "population = 10\ngenerations = 3\n[retest]\nevery = 1\ntop = 2\ngames = 6\n[problem]\n\
         game = 'climb'\n{more}\nguides = [{{ player = 'random', games = 4 }}]\n"
    );
    Config::parse(&text).expect("a config")
}

fn board_game(game: Climb, config: &Config) -> Result<BoardGame<Climb>, String> {
    let problem = ProblemConfig::read(config).map_err(|error| error.to_string())?;
    let questions = questions(&game);
    BoardGame::with_questions(&Arc::new(game), questions, problem, config)
        .map_err(|error| error.to_string())
}

#[test]
fn any_number_of_players_with_and_without_chance() {
    for n_players in 1..=3 {
        for has_chance in [false, true] {
            let config = config("");
            let play = || {
                let problem = board_game(Climb::new(n_players, has_chance), &config).unwrap();
                let mut run = Run::new(&problem, config.clone()).unwrap();
                run.finish(&mut ()).unwrap();
                (run.best().cloned().unwrap(), run.history().to_vec())
            };
            let (best, history) = play();
            assert_eq!((best, history.clone()), play(), "same seed, same result");
            assert_eq!(history[0].games, 10 * 4 + 2 * 6, "{n_players} {has_chance}");
            assert!(history.iter().all(|stats| (0.0..=4.0).contains(&stats.best)));
        }
    }
}

#[test]
fn a_single_player_scores_its_goal() {
    let game = Arc::new(Climb::new(1, true));
    let spec = Spec::parse("random").unwrap();
    let mut seat = spec.seat(&game, &Context { seed: 3, ..Context::default() }).unwrap();
    let mut state = game.initial();
    let scores = play_game(&game, &mut state, [&mut seat], 10, 5).unwrap();
    assert_eq!(scores, [f64::from(state.1[1]) / 100.0]);
    let mut state = game.initial();
    assert_eq!(play_game(&game, &mut state, [&mut seat], 2, 5).unwrap(), [0.0]);
}

#[test]
fn chance_follows_from_the_seed() {
    let game = Arc::new(Climb::new(2, true));
    let spec = Spec::parse("random").unwrap();
    let last = |seed: u64| {
        let seat = |_| spec.seat(&game, &Context { seed: 1, ..Context::default() }).unwrap();
        let [mut one, mut other] = [0, 1].map(seat);
        let mut state = game.initial();
        play_game(&game, &mut state, [&mut one, &mut other], 10, seed).unwrap();
        state
    };
    assert!((0..20).all(|seed| last(seed) == last(seed)));
    assert!((0..20).any(|seed| last(seed) != last(0)));
}

#[test]
fn starts_are_read_by_the_game() {
    let config = config("starts = ['10', '20']");
    let problem = board_game(Climb::new(1, false), &config).unwrap();
    let mut run = Run::new(&problem, config.clone()).unwrap();
    run.finish(&mut ()).unwrap();
    // The mean of four games is at least that of the starts.
    assert!(run.history()[0].best / 4.0 >= 0.1, "{}", run.history()[0].best);
    let error = board_game(Climb::new(1, false), &self::config("starts = ['up']")).err().unwrap();
    assert!(error.contains("`starts`: `up` is not a number"), "{error}");
    let both = self::config("starts = ['1']\nopening_plies = 2");
    let error = board_game(Climb::new(1, false), &both).err().unwrap();
    assert!(error.contains("exclude each other"), "{error}");
}

#[test]
fn games_among_the_population_need_two() {
    let config = config("co_play = { games = 1 }");
    let error = |n_players| board_game(Climb::new(n_players, false), &config).err();
    assert!(error(1).unwrap().contains("`co_play` needs a game of two"));
    assert!(error(3).unwrap().contains("`co_play` needs a game of two"));
    assert_eq!(error(2), None);
}

#[test]
fn functions_constants_and_tops_are_parameters() {
    let config = config(
        "trees = 2\ntop = '(max t1 (neg t2))'\nfunctions = ['mul', 'min', 'if_less_equal']\n\
         constants = [0.0, 0.5]",
    );
    let game = Climb::new(1, false);
    let problem = board_game(Climb::new(1, false), &config).unwrap();
    let mut run = Run::new(&problem, config).unwrap();
    run.finish(&mut ()).unwrap();
    let best = &run.best().unwrap().genome;
    let text = problem.words().to_text(best, ludex_evolve::Problem::plan(&problem), &[]);
    assert!(text.contains("top (max t1 (neg t2))\n") && text.contains("t2:\n"), "{text}");
    // A file holds everything: it evaluates as the individual does.
    let plan = ludex_evolve::Problem::plan(&problem);
    let mut one = Evolved::<Climb>::new(best, plan, problem.words());
    let mut read = Evolved::parse(&text, &game).unwrap();
    for place in 0..20 {
        let state = (1, vec![place]);
        let of = |evolved: &mut Evolved<Climb>| {
            ludex_game::Evaluator::evaluate(evolved, &game, &state, RoleId(0))
        };
        assert_eq!(of(&mut one), of(&mut read));
    }
}

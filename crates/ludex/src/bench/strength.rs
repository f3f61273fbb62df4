//! One player against another in all roles of a game.

use ludex_arena::schedule::Schedule;
use ludex_arena::{Line, Run, Setup, Standings};
use ludex_game::{Choices, Game as _, RoleId, Turn, random_joint, rng};
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Reference};
use ludex_search::Spec;

use crate::error::bail;
use crate::{Game, Result, Settings, load, matches};

/// Who is measured against whom.
#[derive(Clone, Debug)]
pub struct StrengthOptions {
    /// The seed, and the limits of the rules.
    pub settings: Settings,
    /// Who is measured.
    pub player: Spec,
    /// Who fills all other roles.
    pub against: Spec,
    /// Games in each role.
    pub n_games: u32,
    /// Plies after which a game is stopped.
    pub n_plies_max: u32,
}

/// Plays one player against another in all roles of a game, on one thread. The rules must have
/// a circuit and two players or more.
///
/// ```
/// use ludex::bench::{StrengthOptions, strength};
/// use ludex::{Settings, search::Spec};
///
/// let options = StrengthOptions {
///     settings: Settings::default(),
///     player: Spec::parse("alphabeta:depth=9")?,
///     against: Spec::parse("random")?,
///     n_games: 5,
///     n_plies_max: 100,
/// };
/// let outcome = strength("tic-tac-toe", &options)?;
/// assert!(outcome.is_classic && outcome.line.tally.n() == 10);
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn strength(name: &str, options: &StrengthOptions) -> Result<StrengthOutcome> {
    let settings = &options.settings;
    let sheet = load::sheet(name)?;
    let reference = Reference::new(&sheet, settings.limits.clone())?;
    let n_players = reference.roles().iter().filter(|role| !role.is_chance()).count();
    if n_players < 2 {
        bail!("one player");
    }
    let game = Game::of_sheet(name, sheet, settings, None)?;
    let Some(Engine::Circuit(circuit)) = game.engine() else { bail!("it does not ground") };
    let is_classic = is_classic(circuit, settings.seed);
    let mut players = vec![options.player.clone()];
    players.resize(n_players, options.against.clone());
    let setup = Setup {
        game: name.into(),
        rules: None,
        schedule: Schedule::of_match(n_players, options.n_games * n_players as u32),
        players,
        seed: settings.seed,
        n_opening: 0,
        n_plies_max: options.n_plies_max,
    };
    let mut run = Run::new(setup).connected(settings.connect);
    // Games of different sheets are played at the same time already.
    matches::play(&game, &mut run, 1, &mut ())?;
    let standings = Standings::new(run.setup(), run.records());
    let Some(line) = standings.lines.into_iter().next() else { bail!("no game was played") };
    Ok(StrengthOutcome { is_classic, line })
}

/// The outcome of the games of one sheet.
#[derive(Clone, Debug)]
pub struct StrengthOutcome {
    /// Whether the game is one of two players who take turns and share a constant sum.
    pub is_classic: bool,
    /// The results of the player.
    pub line: Line,
}

/// Whether the game is, as far as random games tell, one of two players who take
/// turns and whose goals always have the same sum.
fn is_classic(game: &CircuitGame, seed: u64) -> bool {
    const N_GAMES: u64 = 30;
    if game.roles().len() != 2 || game.roles().iter().any(|role| role.is_chance()) {
        return false;
    }
    let mut choices = Choices::default();
    let mut sum = None;
    for stream in 0..N_GAMES {
        let mut rng = rng(seed, stream);
        let (mut state, mut joint) = (game.initial(), Vec::new());
        for _ in 0..1000 {
            if game.is_terminal(&state) {
                let goal = |role| u32::from(game.goal(&state, RoleId(role)).value());
                let both = goal(0) + goal(1);
                if *sum.get_or_insert(both) != both {
                    return false;
                }
                break;
            }
            let turn = choices.read(game, &state);
            if turn == Turn::Simultaneous
                || random_joint(&mut rng, game, &state, &mut joint).is_none()
            {
                return false;
            }
            game.apply(&mut state, &joint);
        }
    }
    sum.is_some_and(|sum| sum > 0)
}

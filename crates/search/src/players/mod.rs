//! The kinds of players: one file each, and one entry in [`kinds`].

mod alphabeta;
mod gtp;
mod guidance;
mod maxn;
mod minimax;
mod parts;
mod proof;
mod puzzle;
mod random;
mod remote;
mod search_limits;
mod uci;
mod uct;

pub use remote::{Connect, RemoteConnection};

use std::sync::Arc;

use ludex_game::Playable;

use crate::options::{Declared, Options};
use crate::{Context, Player};

/// A kind of player that specs can name.
///
/// ```
/// use ludex_game::examples::Nim;
///
/// let kinds = ludex_search::players::kinds::<Nim>();
/// let uct = kinds.iter().find(|kind| kind.name == "uct").unwrap();
/// let options = uct.options();
/// let memory = options.iter().find(|option| option.name == "memory").unwrap();
/// assert_eq!((&memory.of[..], &memory.default[..]), ("size", "1GB"));
/// ```
pub struct Kind<G: Playable> {
    /// The word before the colon of a spec.
    pub name: &'static str,
    /// The method, in one sentence.
    pub about: &'static str,
    read: fn(&mut Options) -> Result<(), String>,
    make: Make<G>,
}

type Make<G> = fn(&Arc<G>, &Context, &mut Options) -> Result<Box<dyn Player<G>>, String>;

/// The options of a kind of player, read from a spec, and the player they describe.
trait PlayerOptions<G: Playable>: Sized {
    /// Declares and reads the options. The error describes an invalid one.
    fn read(options: &mut Options) -> Result<Self, String>;

    /// Makes the player. Fails if the player cannot play this game.
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String>;
}

impl<G: Playable> Kind<G> {
    fn of<O: PlayerOptions<G>>(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            read: |options| {
                O::read(options)?;
                options.finish()
            },
            make: |game, context, options| {
                let own = O::read(options)?;
                options.finish()?;
                own.player(game, context)
            },
        }
    }

    /// All options, with their types and defaults.
    pub fn options(&self) -> Vec<Declared> {
        Options::list(self.read)
    }

    /// Reads options without making a player.
    pub(crate) fn check(&self, options: &mut Options) -> Result<(), String> {
        (self.read)(options)
    }

    /// Makes a player.
    pub(crate) fn make(
        &self,
        game: &Arc<G>,
        context: &Context,
        options: &mut Options,
    ) -> Result<Box<dyn Player<G>>, String> {
        (self.make)(game, context, options)
    }
}

/// All kinds of players.
///
/// ```
/// use ludex_game::examples::Nim;
///
/// assert!(ludex_search::players::kinds::<Nim>().iter().any(|kind| kind.name == "random"));
/// ```
pub fn kinds<G: Playable>() -> Vec<Kind<G>> {
    vec![
        Kind::of::<alphabeta::AlphaBetaOptions>(
            "alphabeta",
            "minimax by alpha-beta, with deepening and a table",
        ),
        Kind::of::<alphabeta::AlphaBetaOptions>(
            "expectiminimax",
            "alpha-beta in games of chance, pruned there as well: another name of alphabeta",
        ),
        Kind::of::<gtp::GtpOptions>(
            "gtp",
            "a Reversi engine that is installed, such as `gtp:gtp-rhino,args=(-l 3)`",
        ),
        Kind::of::<maxn::MaxNOptions>(
            "maxn",
            "max-n: each role maximises its own value, whatever the others get",
        ),
        Kind::of::<minimax::MinimaxOptions>(
            "minimax",
            "plain minimax: searches every position down to a depth",
        ),
        Kind::of::<alphabeta::AlphaBetaOptions>(
            "paranoid",
            "alpha-beta with all other roles as one opponent: another name of alphabeta",
        ),
        Kind::of::<proof::ProofOptions>(
            "proof",
            "proof-number search in games of two players: a proven move, or no value",
        ),
        Kind::of::<puzzle::PuzzleOptions>(
            "puzzle",
            "solves games with one role, and plays the solution",
        ),
        Kind::of::<random::RandomOptions>("random", "draws its moves at random"),
        Kind::of::<remote::RemoteOptions>(
            "remote",
            "a player on the GGP protocol, such as `remote:http://127.0.0.1:9147,time=5s`",
        ),
        Kind::of::<uci::UciOptions>(
            "uci",
            "a chess engine that is installed, such as `uci:stockfish,depth=5`",
        ),
        Kind::of::<uct::UctOptions>(
            "uct",
            "Monte Carlo tree search: playouts guided by the results of earlier ones",
        ),
    ]
}

//! The kinds of players: one file each, and one line in the list at the end.

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
/// let kinds = ludex_search::players::kinds();
/// let uct = kinds.iter().find(|kind| kind.name == "uct").unwrap();
/// let options = uct.options();
/// let memory = options.iter().find(|option| option.name == "memory").unwrap();
/// assert_eq!((&memory.of[..], &memory.default[..]), ("size", "1GB"));
/// ```
pub struct Kind {
    /// The word before the colon of a spec.
    pub name: &'static str,
    /// The method, in one sentence.
    pub about: &'static str,
    read: fn(&mut Options) -> Result<(), String>,
}

/// Makes a player of some kind.
pub(crate) type Make<G> = fn(&Arc<G>, &Context, &mut Options) -> Result<Box<dyn Player<G>>, String>;

/// The options of a kind of player, read from a spec. They are the same for every game.
trait PlayerOptions: Sized {
    /// Declares and reads the options. The error describes an invalid one.
    fn read(options: &mut Options) -> Result<Self, String>;
}

/// The player that options describe.
trait PlayerMaker<G: Playable>: PlayerOptions {
    /// Makes the player. Fails if the player cannot play this game.
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String>;
}

impl Kind {
    fn of<O: PlayerOptions>(name: &'static str, about: &'static str) -> Self {
        Self { name, about, read: |options| read::<O>(options).map(drop) }
    }

    /// All options, with their types and defaults.
    pub fn options(&self) -> Vec<Declared> {
        Options::list(self.read)
    }

    /// Reads options without making a player.
    pub(crate) fn check(&self, options: &mut Options) -> Result<(), String> {
        (self.read)(options)
    }
}

fn read<O: PlayerOptions>(options: &mut Options) -> Result<O, String> {
    let own = O::read(options)?;
    options.finish()?;
    Ok(own)
}

fn make<G: Playable, O: PlayerMaker<G>>(
    game: &Arc<G>,
    context: &Context,
    options: &mut Options,
) -> Result<Box<dyn Player<G>>, String> {
    read::<O>(options)?.player(game, context)
}

/// Declares the list of kinds: the type of the options, the name, the method.
macro_rules! kinds {
    ($($options:ty: $name:literal, $about:literal;)*) => {
        /// All kinds of players.
        ///
        /// ```
        /// assert!(ludex_search::players::kinds().iter().any(|kind| kind.name == "random"));
        /// ```
        pub fn kinds() -> Vec<Kind> {
            vec![$(Kind::of::<$options>($name, $about)),*]
        }

        /// The functions that make players, in the order of [`kinds`].
        pub(crate) fn makers<G: Playable>() -> Vec<Make<G>> {
            vec![$(make::<G, $options>),*]
        }
    };
}

kinds! {
    alphabeta::AlphaBetaOptions: "alphabeta", "minimax by alpha-beta, with deepening and a table";
    alphabeta::AlphaBetaOptions: "expectiminimax", "alpha-beta in games of chance, pruned there as well: another name of alphabeta";
    gtp::GtpOptions: "gtp", "a Reversi engine that is installed, such as `gtp:gtp-rhino,args=(-l 3)`";
    maxn::MaxNOptions: "maxn", "max-n: each role maximises its own value, whatever the others get";
    minimax::MinimaxOptions: "minimax", "plain minimax: searches every position down to a depth";
    alphabeta::AlphaBetaOptions: "paranoid", "alpha-beta with all other roles as one opponent: another name of alphabeta";
    proof::ProofOptions: "proof", "proof-number search in games of two players: a proven move, or no value";
    puzzle::PuzzleOptions: "puzzle", "solves games with one role, and plays the solution";
    random::RandomOptions: "random", "draws its moves at random";
    remote::RemoteOptions: "remote", "a player on the GGP protocol, such as `remote:http://127.0.0.1:9147,time=5s`";
    uci::UciOptions: "uci", "a chess engine that is installed, such as `uci:stockfish,depth=5`";
    uct::UctOptions: "uct", "Monte Carlo tree search: playouts guided by the results of earlier ones";
}

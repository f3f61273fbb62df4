//! The kinds of players: one file each, and one line in [`kinds`].

mod alphabeta;
mod expectiminimax;
mod gtp;
mod maxn;
mod minimax;
mod paranoid;
mod proof;
mod puzzle;
mod random;
mod reach;
mod remote;
mod uci;
mod uct;

pub use remote::{Connect, Correspondent, connect_with};

use std::sync::Arc;

use game::Playable;

use crate::spec::Options;
use crate::{Context, Player};

/// A kind of player that specs can name.
pub struct Kind<G: Playable> {
    /// The word for it.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Its options: name, what it means, what it is if not given.
    pub options: &'static [(&'static str, &'static str, &'static str)],
    /// Makes one.
    pub make: Make<G>,
}

/// Makes a player. The error says what is wrong with the options.
pub type Make<G> = fn(&Arc<G>, &Context, &mut Options) -> Result<Box<dyn Player<G>>, String>;

/// All kinds of players.
///
/// ```
/// use game::examples::Nim;
///
/// assert!(search::players::kinds::<Nim>().iter().any(|kind| kind.name == "random"));
/// ```
pub fn kinds<G: Playable>() -> Vec<Kind<G>> {
    vec![
        alphabeta::kind(),
        expectiminimax::kind(),
        gtp::kind(),
        maxn::kind(),
        minimax::kind(),
        paranoid::kind(),
        proof::kind(),
        puzzle::kind(),
        random::kind(),
        remote::kind(),
        uci::kind(),
        uct::kind(),
    ]
}

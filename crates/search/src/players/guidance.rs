//! Hints for the playouts of a search: threats derived from the rules, and features
//! learned from games.

use std::sync::Arc;

use ludex_game::{Hint, Hints, Manner, Playable};

use crate::Features;
use crate::options::Word;
use crate::uct::Uct;

/// Which threats a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threats {
    /// Winning moves and replies.
    All,
    /// Winning moves alone.
    Wins,
    /// None.
    No,
}

impl Threats {
    pub(super) const TYPE: Word<'static, Self> =
        Word(&[("yes", Self::All), ("wins", Self::Wins), ("no", Self::No)]);

    /// The threats of a game that are followed.
    pub(super) fn of<G: Playable>(self, game: &G) -> Vec<Hint<G::Move>> {
        if self == Self::No {
            return Vec::new();
        }
        let Some(hints) = game.threats() else { return Vec::new() };
        let is_wanted = |hint: &&Hint<G::Move>| self == Self::All || hint.is_offensive;
        hints.list().iter().filter(is_wanted).cloned().collect()
    }
}

/// Makes a search follow threats, and features unless they are of no help to it. Fails
/// if the features are not of this game, or its playouts cannot follow them.
pub(super) fn follow<G: Playable>(
    uct: &mut Uct<G>,
    game: &G,
    threats: Threats,
    features: Option<&Features>,
    is_timed: bool,
) -> Result<(), String> {
    let mut list = threats.of(game);
    let (mut manner, mut others) = (Manner::Greedy(1.0), 1.0);
    let mut has_features = false;
    if let Some(features) = features {
        let learned = features.hints(game)?;
        if features.used.helps(is_timed) {
            let is_new = |hint: &&Hint<G::Move>| !list.iter().any(|threat| covers(threat, hint));
            let learned: Vec<_> = learned.list().iter().filter(is_new).cloned().collect();
            list.extend(learned);
            (manner, others, has_features) = (features.manner, features.others, true);
        }
    }
    // Threats alone are left out where playouts cannot follow them.
    let is_followed = list.is_empty() || uct.follow(Arc::new(Hints::new(list, manner)), others);
    match is_followed || !has_features {
        true => Ok(()),
        false => Err("this game's playouts cannot follow features".into()),
    }
}

/// Whether a threat applies wherever a hint does, with the same effect.
fn covers<M: PartialEq>(threat: &Hint<M>, hint: &Hint<M>) -> bool {
    let key = |hint: &Hint<M>| (hint.role, hint.value, hint.is_offensive);
    key(threat) == key(hint)
        && threat.mv == hint.mv
        && threat.when.iter().all(|condition| hint.when.contains(condition))
}

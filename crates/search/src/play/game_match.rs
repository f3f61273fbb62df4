//! A game between seats, played to its end.

use std::sync::Arc;

use ludex_game::{Ending, Game, Playable, Rng, RoleId, rng};

use super::{LiveGame, PlayerFault, RulesFault, Seat};
use crate::Report;

/// A game between seats: the seats choose under their clocks, chance is drawn.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Ending, examples::Nim};
/// use ludex_search::{Context, Spec, play::Match};
///
/// let nim = Arc::new(Nim::new(&[3, 4, 5]));
/// let seat = |spec: &str| Spec::parse(spec).unwrap().seat(&nim, &Context::default()).unwrap();
/// let (mut one, mut other) = (seat("alphabeta"), seat("random"));
/// let played = Match::new(&nim, [&mut one, &mut other]).with_n_plies_max(50).play().unwrap();
/// assert_eq!(played.ending, Ending::Terminal);
/// assert_eq!(played.goals(&*nim), [100, 0]);
/// ```
pub struct Match<'a, G: Playable> {
    live: LiveGame<G>,
    seats: Vec<&'a mut Seat<G>>,
    chance: Rng,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<G: Game> {
    /// The last position.
    pub state: G::State,
    /// The joint moves that led to it.
    pub joints: Vec<Vec<G::Move>>,
    /// How the game ended.
    pub ending: Ending,
}

/// A game that cannot be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayFault {
    /// A player can no longer choose.
    #[error(transparent)]
    Player(#[from] PlayerFault),
    /// The rules can no longer answer.
    #[error(transparent)]
    Rules(#[from] RulesFault),
}

/// Follows a game from position to position.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, Playable, examples::Nim};
/// use ludex_search::{Context, Spec, play::{LiveGame, Match, Observer}};
///
/// /// Counts positions.
/// struct Positions(u32);
///
/// impl<G: Playable> Observer<G> for Positions {
///     fn see_position(&mut self, _: &LiveGame<G>) {
///         self.0 += 1;
///     }
/// }
///
/// let nim = Arc::new(Nim::new(&[1, 1]));
/// let mut random = || Spec::parse("random").unwrap().seat(&nim, &Context::default()).unwrap();
/// let mut positions = Positions(0);
/// let game = Match::new(&nim, [&mut random(), &mut random()]).play_observed(&mut positions);
/// assert_eq!((game.unwrap().joints.len(), positions.0), (2, 2));
/// ```
pub trait Observer<G: Playable> {
    /// A position in which the game goes on, before any role is asked.
    fn see_position(&mut self, live: &LiveGame<G>) {
        let _ = live;
    }

    /// The report of a player that was asked for the move of a role.
    fn see_report(&mut self, live: &LiveGame<G>, role: RoleId, report: &Report<G::Move>) {
        let _ = (live, role, report);
    }
}

/// No observer.
impl<G: Playable> Observer<G> for () {}

impl<'a, G: Playable> Match<'a, G> {
    /// A match from the initial position, without a ply limit. There is one seat for
    /// each role that is not chance, in the order of roles. Chance moves are drawn from a
    /// fixed seed unless [`with_chance`](Self::with_chance) gives another source.
    pub fn new(game: &Arc<G>, seats: impl IntoIterator<Item = &'a mut Seat<G>>) -> Self {
        let seats: Vec<_> = seats.into_iter().collect();
        assert_eq!(seats.len(), player_roles(&**game).len(), "there is a seat for each player");
        Self { live: LiveGame::new(game), seats, chance: rng(0, 0) }
    }

    /// The match from another position.
    pub fn at(mut self, state: G::State) -> Self {
        self.live = LiveGame::at(self.live.game(), state);
        self
    }

    /// The match with a ply limit.
    pub fn with_n_plies_max(mut self, n_plies_max: u32) -> Self {
        self.live = self.live.with_n_plies_max(n_plies_max);
        self
    }

    /// The match with another source of chance moves.
    pub fn with_chance(mut self, chance: Rng) -> Self {
        self.chance = chance;
        self
    }

    /// Plays the game to its end.
    pub fn play(self) -> Result<Played<G>, PlayFault> {
        self.play_observed(&mut ())
    }

    /// Plays the game to its end before an observer.
    pub fn play_observed(
        mut self,
        observer: &mut impl Observer<G>,
    ) -> Result<Played<G>, PlayFault> {
        self.live.check_rules()?;
        while self.live.ending().is_none() {
            self.play_ply(observer)?;
        }
        Ok(self.live.into_played())
    }

    /// Makes one joint move.
    fn play_ply(&mut self, observer: &mut impl Observer<G>) -> Result<(), PlayFault> {
        let Self { live, seats, chance } = self;
        observer.see_position(live);
        live.draw_chance(chance);
        let players = player_roles(&**live.game());
        for (seat, &role) in seats.iter_mut().zip(&players) {
            if live.next_move(role).is_none() {
                let report = seat.choose(live.state(), role)?;
                observer.see_report(live, role, &report);
                live.set(role, report.mv);
            }
        }
        if let Some(joint) = live.joint() {
            seats.iter_mut().for_each(|seat| seat.observe(live.state(), &joint));
        }
        Ok(live.advance()?)
    }
}

impl<G: Game> Played<G> {
    /// The goals of all players in the last position, in the order of roles; chance has
    /// none.
    pub fn goals(&self, game: &G) -> Vec<u8> {
        let goal = |&role: &RoleId| game.goal(&self.state, role).value();
        player_roles(game).iter().map(goal).collect()
    }
}

/// The roles that players have: all but chance.
///
/// ```
/// use ludex_game::{RoleId, examples::Nim};
///
/// let roles = ludex_search::play::player_roles(&Nim::new(&[1]));
/// assert_eq!(roles, [RoleId(0), RoleId(1)]);
/// ```
pub fn player_roles<G: Game>(game: &G) -> Vec<RoleId> {
    let roles = game.roles().iter().enumerate();
    roles.filter(|(_, role)| !role.is_chance()).map(|(at, _)| RoleId::new(at)).collect()
}

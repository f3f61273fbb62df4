//! A game under way, one joint move at a time.

use std::sync::Arc;

use ludex_game::{Choices, Ending, Game, Rng, RoleId, draw_move};
use rand::Rng as _;

use super::Played;

/// A game under way.
///
/// In each position the forced moves are known from the start. The caller draws the
/// moves of chance, asks the [waiting](Self::waiting) roles and [sets](Self::set) their
/// moves, then [advances](Self::advance), until the game has an [ending](Self::ending).
/// [`Match`](super::Match) does that for seats that are asked one after another; callers
/// that search in many games together step each of them.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Ending, examples::Nim};
/// use ludex_search::play::LiveGame;
///
/// let mut live = LiveGame::new(&Arc::new(Nim::new(&[3, 4, 5])));
/// while live.ending().is_none() {
///     for role in live.waiting() {
///         live.set(role, live.legal(role)[0]);
///     }
///     live.advance().unwrap();
/// }
/// assert_eq!((live.ending(), live.n_plies()), (Some(Ending::Terminal), 12));
/// ```
pub struct LiveGame<G: Game> {
    game: Arc<G>,
    state: G::State,
    choices: Choices<G::Move>,
    /// The next move of each role, once it is known.
    next: Vec<Option<G::Move>>,
    joints: Vec<Vec<G::Move>>,
    n_plies_max: u32,
    ending: Option<Ending>,
}

/// Rules that can no longer answer: see [`Game::fault`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules failed: {0}")]
pub struct RulesFault(pub String);

impl<G: Game> LiveGame<G> {
    /// A game from the initial position, without a ply limit.
    pub fn new(game: &Arc<G>) -> Self {
        Self::at(game, game.initial())
    }

    /// A game from any position, without a ply limit.
    pub fn at(game: &Arc<G>, state: G::State) -> Self {
        let mut live = Self {
            game: Arc::clone(game),
            state,
            choices: Choices::default(),
            next: Vec::new(),
            joints: Vec::new(),
            n_plies_max: u32::MAX,
            ending: None,
        };
        live.read();
        live
    }

    /// The game with a ply limit; plies that were made count.
    pub fn with_n_plies_max(mut self, n_plies_max: u32) -> Self {
        self.n_plies_max = n_plies_max;
        self.read();
        self
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The joint moves made so far.
    pub fn joints(&self) -> &[Vec<G::Move>] {
        &self.joints
    }

    /// The number of joint moves made so far.
    pub fn n_plies(&self) -> u32 {
        self.joints.len() as u32
    }

    /// How the game ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The legal moves of all roles. Meaningful while the game goes on.
    pub fn choices(&self) -> &Choices<G::Move> {
        &self.choices
    }

    /// The legal moves of a role. Meaningful while the game goes on.
    pub fn legal(&self, role: RoleId) -> &[G::Move] {
        self.choices.of(role)
    }

    /// The players that have a choice and no move yet.
    pub fn waiting(&self) -> Vec<RoleId> {
        let roles = self.game.roles().iter().zip(&self.next).enumerate();
        roles
            .filter(|(_, (role, mv))| mv.is_none() && !role.is_chance())
            .map(|(at, _)| RoleId::new(at))
            .collect()
    }

    /// The next move of a role: set, drawn or forced.
    pub fn next_move(&self, role: RoleId) -> Option<G::Move> {
        self.next[role.index()]
    }

    /// Sets the next move of a role, which must be legal.
    pub fn set(&mut self, role: RoleId, mv: G::Move) {
        debug_assert!(self.legal(role).contains(&mv), "a move must be legal");
        self.next[role.index()] = Some(mv);
    }

    /// Draws the moves of chance roles that have a choice, in the order of roles.
    pub fn draw_chance(&mut self, rng: &mut Rng) {
        for at in 0..self.next.len() {
            if self.next[at].is_none() && self.game.roles()[at].is_chance() {
                self.draw(rng, RoleId::new(at));
            }
        }
    }

    /// Draws a move for every role, in the order of roles, with one random number each:
    /// the draws of [`random_joint`](ludex_game::random_joint).
    pub fn draw_all(&mut self, rng: &mut Rng) {
        (0..self.next.len()).for_each(|at| self.draw(rng, RoleId::new(at)));
    }

    fn draw(&mut self, rng: &mut Rng, role: RoleId) {
        let moves = self.choices.of(role);
        let at = draw_move(&*self.game, &self.state, role, moves, |n| rng.random_range(0..n));
        self.next[role.index()] = at.map(|at| moves[at]);
    }

    /// The joint move, once every role has a move.
    pub fn joint(&self) -> Option<Vec<G::Move>> {
        self.next.iter().copied().collect()
    }

    /// Makes the joint move.
    ///
    /// # Panics
    ///
    /// If a role has no move yet, or the game has ended.
    pub fn advance(&mut self) -> Result<(), RulesFault> {
        assert!(self.ending.is_none(), "the game has ended");
        let joint = self.joint().expect("every role has a move");
        self.game.apply(&mut self.state, &joint);
        self.joints.push(joint);
        self.read();
        self.check_rules()
    }

    /// Fails if the rules can no longer answer. Such rules call every position
    /// terminal, so that an ending means nothing without this check.
    pub fn check_rules(&self) -> Result<(), RulesFault> {
        self.game.fault().map_or(Ok(()), |what| Err(RulesFault(what)))
    }

    /// The game as it was played so far; [`Ending::Capped`] if it could go on.
    pub fn into_played(self) -> Played<G> {
        let Self { state, joints, ending, .. } = self;
        Played { state, joints, ending: ending.unwrap_or(Ending::Capped) }
    }

    /// Finds the ending of the position, or its legal and forced moves.
    fn read(&mut self) {
        self.next.clear();
        self.ending = if self.game.is_terminal(&self.state) {
            Some(Ending::Terminal)
        } else if self.n_plies() >= self.n_plies_max {
            Some(Ending::Capped)
        } else {
            self.choices.read(&*self.game, &self.state);
            let is_stuck = self.choices.all().iter().any(Vec::is_empty);
            is_stuck.then_some(Ending::Stuck)
        };
        if self.ending.is_none() {
            let forced = |moves: &Vec<G::Move>| match moves[..] {
                [only] => Some(only),
                _ => None,
            };
            self.next.extend(self.choices.all().iter().map(forced));
        }
    }
}

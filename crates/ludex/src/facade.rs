//! A game that is chosen at run time.

use std::fmt;
use std::sync::Arc;

use ludex_game::{Playable, Role, Visitor};
use ludex_gdl::circuit::GroundError;
use ludex_gdl::{Engine, Sheet, Source};
use ludex_learn::PositionView;

use crate::erased::{ErasedGame, Handle};
use crate::error::Context;
use crate::{Error, Position, Result, Settings, load};

/// A game with its name, its digest and the engine that plays it.
///
/// It has no type parameters: positions are handled by [`Position`], and code that is
/// generic over games gets at the engine by [`visit`](Self::visit).
///
/// ```
/// use ludex::{Game, Kind};
///
/// let game = Game::load("tic-tac-toe")?;
/// assert_eq!((game.name(), game.kind()), ("tic-tac-toe", Kind::Circuit));
/// let names: Vec<&str> = game.roles().iter().map(|role| role.name.as_str()).collect();
/// assert_eq!(names, ["x", "o"]);
/// assert_eq!(Game::load("native:chess")?.kind(), Kind::Native);
///
/// let text = "(role you) (legal you go) (<= terminal (true done)) (next done) (goal you 100)";
/// let mut position = Game::load(text)?.initial();
/// position.play(&["go"])?;
/// assert_eq!(position.goals(), [100]);
/// # Ok::<(), ludex::Error>(())
/// ```
#[derive(Clone)]
pub struct Game {
    name: String,
    digest: String,
    engine: AnyEngine,
    erased: Arc<dyn ErasedGame>,
}

/// What plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Code that is written for the game.
    Native,
    /// The rules, as a circuit.
    Circuit,
    /// The rules, by the reference reasoner.
    Reference,
}

#[derive(Clone)]
enum AnyEngine {
    Native(&'static str),
    Rules { sheet: Arc<Sheet>, engine: Engine, fallback: Option<Arc<GroundError>> },
}

impl Game {
    /// The game that a text names: a bundled game (`breakthrough`), a native one
    /// (`native:chess`; without the prefix if no sheet has its name, as `freecell` or `rushhour`), the path of a rule sheet, or the text of one.
    pub fn load(game: &str) -> Result<Self> {
        Self::load_with(game, &Settings::default(), None)
    }

    /// The same with settings, and for play from a position, if one is given: its facts
    /// are part of the circuit even if play from the initial position never reaches them.
    pub fn load_with(game: &str, settings: &Settings, position: Option<&str>) -> Result<Self> {
        match load::native_name(game) {
            Some(native) => Self::native(native),
            None => Self::of_sheet(game, load::sheet(game)?, settings, position),
        }
    }

    /// The game of a rule sheet's text.
    ///
    /// ```
    /// let text = "(role you) (legal you go) (<= terminal (true done)) (next done) (goal you 1)";
    /// let game = ludex::Game::from_rules("go.kif", text, &ludex::Settings::default())?;
    /// assert_eq!(game.name(), "go.kif");
    /// # Ok::<(), ludex::Error>(())
    /// ```
    pub fn from_rules(name: &str, text: &str, settings: &Settings) -> Result<Self> {
        Self::of_sheet(name, load::sound(name, Source::new(name, text))?, settings, None)
    }

    /// The game of a sheet that is fit to be played.
    pub fn of_sheet(
        name: &str,
        sheet: Sheet,
        settings: &Settings,
        position: Option<&str>,
    ) -> Result<Self> {
        let position = position.unwrap_or_default();
        let loaded = Engine::load_for(&sheet, &settings.limits, &settings.budget, position)
            .with_context(|| sheet.source().name())?;
        let digest = load::digest(sheet.source().text());
        let (engine, fallback) = (loaded.engine, loaded.fallback.map(Arc::new));
        let erased = visit_engine(engine.clone(), Erase);
        let engine = AnyEngine::Rules { sheet: Arc::new(sheet), engine, fallback };
        Ok(Self { name: name.into(), digest, engine, erased })
    }

    fn native(name: &str) -> Result<Self> {
        let Some(listed) = ludex_games::GAMES.iter().find(|game| game.name == name) else {
            let names: Vec<&str> = ludex_games::GAMES.iter().map(|game| game.name).collect();
            let names = names.join(", ");
            return Err(Error::Invalid(format!(
                "there is no native game `{name}`; there are {names}"
            )));
        };
        let erased = ludex_games::visit(listed.name, Erase).context("a listed game exists")?;
        let digest = ludex_games::digest(listed.name).unwrap_or_default();
        let name = format!("{}{name}", load::NATIVE);
        Ok(Self { name, digest, engine: AnyEngine::Native(listed.name), erased })
    }

    /// The name by which it was loaded.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Tells rules apart: the SHA-1 of the sheet, or name, version and checksum of a
    /// native game.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// What plays it.
    pub fn kind(&self) -> Kind {
        match &self.engine {
            AnyEngine::Native(_) => Kind::Native,
            AnyEngine::Rules { engine: Engine::Circuit(_), .. } => Kind::Circuit,
            AnyEngine::Rules { engine: Engine::Reference(_), .. } => Kind::Reference,
        }
    }

    /// The roles, in the order of joint moves.
    pub fn roles(&self) -> &[Role] {
        self.erased.roles()
    }

    /// The number of roles that are not chance.
    pub fn n_players(&self) -> usize {
        self.roles().iter().filter(|role| !role.is_chance()).count()
    }

    /// The rule sheet, where the game is given by one.
    pub fn sheet(&self) -> Option<&Sheet> {
        match &self.engine {
            AnyEngine::Native(_) => None,
            AnyEngine::Rules { sheet, .. } => Some(sheet),
        }
    }

    /// The engine of the rule sheet, where the game is given by one.
    pub fn engine(&self) -> Option<&Engine> {
        match &self.engine {
            AnyEngine::Native(_) => None,
            AnyEngine::Rules { engine, .. } => Some(engine),
        }
    }

    /// Why the rules have no circuit, if they have none.
    pub fn fallback(&self) -> Option<&GroundError> {
        match &self.engine {
            AnyEngine::Rules { fallback, .. } => fallback.as_deref(),
            AnyEngine::Native(_) => None,
        }
    }

    /// A note for the user where the slower engine plays.
    pub fn fallback_note(&self) -> Option<String> {
        let reason = self.fallback()?;
        let name = self.sheet().map_or(self.name(), |sheet| sheet.source().name());
        Some(format!("note: {name} plays on the reference reasoner: {reason}"))
    }

    /// The position in which play begins.
    pub fn initial(&self) -> Position {
        Position::new(self.erased.initial())
    }

    /// The position that a text describes, such as the facts that hold in it.
    ///
    /// ```
    /// let game = ludex::Game::load("tic-tac-toe")?;
    /// let position = game.position("(cell 1 1 x) (control o)")?;
    /// assert!(!position.is_terminal());
    /// # Ok::<(), ludex::Error>(())
    /// ```
    pub fn position(&self, text: &str) -> Result<Position> {
        Ok(Position::new(self.erased.read(text).context("position")?))
    }

    /// Draws positions: by the code of a native game, or by the boards that random games show.
    ///
    /// ```
    /// let view = ludex::Game::load("tic-tac-toe")?.view(1);
    /// assert!(view.text("(cell 1 1 x) (control o)").contains("control: o"));
    /// # Ok::<(), ludex::Error>(())
    /// ```
    pub fn view(&self, seed: u64) -> PositionView {
        match &self.engine {
            AnyEngine::Rules { sheet, engine, .. } => PositionView::find(sheet, engine, seed),
            AnyEngine::Native(_) => PositionView::native(),
        }
    }

    /// Hands the engine to generic code.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex::game::{Playable, Visitor, perft};
    ///
    /// struct Openings;
    ///
    /// impl Visitor for Openings {
    ///     type Output = u64;
    ///     fn visit<G: Playable>(self, game: Arc<G>) -> u64 {
    ///         perft(&*game, &game.initial(), 1)
    ///     }
    /// }
    ///
    /// assert_eq!(ludex::Game::load("tic-tac-toe")?.visit(Openings), 9);
    /// # Ok::<(), ludex::Error>(())
    /// ```
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match &self.engine {
            AnyEngine::Rules { engine, .. } => visit_engine(engine.clone(), visitor),
            AnyEngine::Native(name) => {
                ludex_games::visit(name, visitor).expect("a native game is in the list")
            }
        }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("name", &self.name).field("kind", &self.kind()).finish()
    }
}

/// Hands the game of an engine to a visitor.
pub fn visit_engine<V: Visitor>(engine: Engine, visitor: V) -> V::Output {
    match engine {
        Engine::Circuit(game) => visitor.visit(game),
        Engine::Reference(game) => visitor.visit(game),
    }
}

/// Removes the type of a game.
struct Erase;

impl Visitor for Erase {
    type Output = Arc<dyn ErasedGame>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Self::Output {
        Arc::new(Handle(game))
    }
}

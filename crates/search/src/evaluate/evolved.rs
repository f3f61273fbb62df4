//! Evolved trees as a text, and as an evaluator.
//!
//! ```text
//! ; anything after a semicolon is for people
//! ludex evolved 1
//! (if (less_equal friendly_men enemy_men) mobility 3.4)
//! ```
//!
//! Trees ask what a game [answers](game::Playable::senses), as the role sees it whose
//! turn it is, and their value is what the position is worth to it.
//! Ten trees are joined by a fixed top: the first two pairs choose,
//! `if t1 <= t2 then (if t3 <= t4 then t5 else t6) else (if t7 <= t8 then t9 else t10)`.
//! They are written one after another, each behind its name and a colon.

use evolve::{
    Forest, ForestPlan, Function, Limits, Params, Primitives, PrimitivesBuilder, PrimitivesError,
    Program, Terminal, TerminalId, Terminals, TreePlan, Type,
};
use game::{Evaluator, Playable, RoleId, Sense};

use super::title;

/// What trees for a game are made of: the functions and constants of Tables 3.1
/// and 3.4 of "Evolved to Win", and what the game answers.
///
/// ```
/// use search::evaluate::Vocabulary;
///
/// let words = Vocabulary::of(&games::checkers::Checkers::losing()).unwrap();
/// let plan = words.plan(1, Default::default(), &["mobility".into()]).unwrap();
/// assert!(plan.trees()[0].primitives.find("friendly_men").is_some());
/// assert!(plan.trees()[0].primitives.find("mobility").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary {
    senses: Vec<Sense>,
}

/// The range of constants.
const CONSTANTS: std::ops::Range<f64> = -5.0..5.0;

/// Trees of individuals that have several.
const N_JOINED: usize = 10;

impl Vocabulary {
    /// The words for a game. The error says why there are none.
    pub fn of<G: Playable>(game: &G) -> Result<Self, String> {
        let senses = game.senses();
        match senses.is_empty() {
            true => Err("this game answers no questions that trees could ask".into()),
            false => Ok(Self { senses }),
        }
    }

    /// What an individual of one tree or ten is made of, without some words.
    pub fn plan(
        &self,
        n_trees: usize,
        limits: Limits,
        without: &[String],
    ) -> Result<ForestPlan, String> {
        let unknown = without.iter().find(|&word| !self.words().contains(word));
        if let Some(word) = unknown {
            return Err(format!("`{word}` is nothing that trees are made of"));
        }
        let names: Vec<String> = match n_trees {
            1 => vec!["main".into()],
            N_JOINED => (1..=N_JOINED).map(|nth| format!("t{nth}")).collect(),
            n => return Err(format!("{n} trees cannot be joined, but 1 or {N_JOINED}")),
        };
        let plan = |name: String| TreePlan::new(name, self.builder(without), limits);
        let plans: Result<Vec<TreePlan>, PrimitivesError> = names.into_iter().map(plan).collect();
        Ok(ForestPlan::new(plans.map_err(|error| error.to_string())?))
    }

    /// The names of all terminals and functions.
    fn words(&self) -> Vec<String> {
        // The set is built from constant words and cannot fail for want of types.
        let all = self.builder(&[]).build(Limits::default().depth);
        let list = all.as_ref().map(Primitives::list).unwrap_or_default();
        list.iter().map(|primitive| primitive.name().to_string()).collect()
    }

    fn builder(&self, without: &[String]) -> PrimitivesBuilder {
        let has = |word: &str| !without.iter().any(|other| other == word);
        let functions = [
            Function::And,
            Function::LessEqual,
            Function::Nand,
            Function::Nor,
            Function::NotG,
            Function::Or,
            Function::If,
            Function::Sub,
            Function::NullJ,
            Function::Add,
        ];
        let mut builder = Primitives::builder(Type::Float)
            .functions(functions.into_iter().filter(|function| has(function.name())));
        if has("scale") {
            builder = builder.scaled("scale", CONSTANTS);
        }
        if has("number") {
            builder = builder.ephemeral("number", CONSTANTS);
        }
        let constants = [
            ("false", Type::Bool, 0.0),
            ("true", Type::Bool, 1.0),
            ("zero", Type::Float, 0.0),
            ("one", Type::Float, 1.0),
        ];
        for (name, gives, value) in constants.into_iter().filter(|(name, ..)| has(name)) {
            builder = builder.constant(name, gives, value);
        }
        let terminals = self.senses.iter().enumerate().filter(|(_, sense)| has(sense.name));
        builder.terminals(terminals.map(|(at, sense)| terminal(at, sense)))
    }
}

fn terminal(at: usize, sense: &Sense) -> Terminal {
    let gives = if sense.is_truth { Type::Bool } else { Type::Float };
    let params = sense.params.iter();
    let terminal = params.fold(Terminal::new(at as u16, sense.name, gives), |terminal, param| {
        terminal.param(param.0, 0..param.1)
    });
    if sense.is_costly { terminal.costly() } else { terminal }
}

/// Trees that judge positions, compiled.
///
/// ```
/// use game::{Evaluator, Game, RoleId};
/// use search::evaluate::Evolved;
///
/// let game = games::checkers::Checkers::losing();
/// let text = "; by hand\nludex evolved 1\n(sub mobility 7)\n";
/// let mut evolved = Evolved::parse(text, &game).unwrap();
/// assert_eq!(evolved.evaluate(&game, &game.initial(), RoleId(0)), 50.0);
/// let error = Evolved::parse("ludex evolved 1\n(sub mobilty 7)\n", &game).unwrap_err();
/// assert!(error.contains("did you mean `mobility`?"), "{error}");
/// ```
#[derive(Clone, Debug)]
pub struct Evolved {
    programs: Vec<Program>,
}

/// The first line of a text, without remarks.
const TITLE: &str = "ludex evolved 1";

/// The value of a tree that makes a clear advantage.
const SCALE: f64 = 10.0;

/// How near a value comes to certainty.
const EDGE: f64 = 1e-6;

impl Evolved {
    /// An individual, compiled.
    pub fn new(forest: &Forest, plan: &ForestPlan) -> Self {
        let trees = forest.trees().iter().zip(plan.trees());
        let programs = trees.map(|(tree, plan)| Program::new(tree, &plan.primitives));
        Self { programs: programs.collect() }
    }

    /// Whether a text may be one, rather than another evaluator.
    pub fn is_meant(text: &str) -> bool {
        title(text).is_some_and(|line| line.starts_with("ludex evolved"))
    }

    /// Reads a text, for a game. The error says what is wrong where.
    pub fn parse<G: Playable>(text: &str, game: &G) -> Result<Self, String> {
        // Remarks and the title become blank, so that lines keep their numbers.
        let mut is_known = false;
        let mut trees = String::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split(';').next().unwrap_or_default().trim();
            if is_known {
                trees.push_str(line);
            } else if line == TITLE {
                is_known = true;
            } else if !line.is_empty() {
                return Err(format!("line {}: `{TITLE}` is needed, not `{line}`", at + 1));
            }
            trees.push('\n');
        }
        let n_trees = if trees.lines().any(|line| line == "t1:") { N_JOINED } else { 1 };
        let plan = Vocabulary::of(game)?.plan(n_trees, Limits::default(), &[])?;
        let forest = Forest::parse(&trees, &plan).map_err(|error| error.to_string())?;
        Ok(Self::new(&forest, &plan))
    }

    /// The text of an individual, with lines for people.
    pub fn to_text(forest: &Forest, plan: &ForestPlan, remarks: &[String]) -> String {
        let remarks: String = remarks.iter().map(|remark| format!("; {remark}\n")).collect();
        format!("{remarks}{TITLE}\n{}", forest.to_text(plan))
    }

    /// What trees say about a position.
    fn value(&mut self, terminals: &mut impl Terminals) -> f64 {
        if let [only] = &mut self.programs[..] {
            return only.evaluate(terminals);
        }
        // Values are asked for as they are needed.
        let mut of = |nth: usize| self.programs[nth - 1].evaluate(terminals);
        let pair = if of(1) <= of(2) { 3 } else { 7 };
        let chosen = if of(pair) <= of(pair + 1) { pair + 2 } else { pair + 3 };
        of(chosen)
    }
}

/// A position that is asked.
struct Asked<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
}

impl<G: Playable> Terminals for Asked<'_, G> {
    #[inline]
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64 {
        self.game.sense(self.state, usize::from(terminal.0), params)
    }
}

impl<G: Playable> Evaluator<G> for Evolved {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let value = self.value(&mut Asked { game, state });
        let is_own = game.on_turn(state).is_none_or(|turn| turn == role);
        // Trees may give any number; no promise is as good as a win.
        game::squash(if is_own { value } else { -value }, SCALE).clamp(EDGE, 100.0 - EDGE)
    }
}

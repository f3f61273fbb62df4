//! Evolved trees as a text, and as an evaluator.
//!
//! ```text
//! ; anything after a semicolon is for people
//! ludex evolved 1
//! (if (less_equal friendly_men enemy_men) mobility 3.4)
//! ```
//!
//! Trees ask what a game [answers](game::Playable::senses), as the role sees it whose
//! turn it is, and their value is what the position is worth to it. Of a game that is
//! given by rules they ask [questions] that the text brings along; their value is then
//! what the position is worth to the role that it names:
//!
//! ```text
//! ludex evolved 1
//! role white
//! question number_of_white
//! 1 (cell 1 1 white)
//! trees
//! (add number_of_white 3)
//! ```
//!
//! Ten trees are joined by a fixed top: the first two pairs choose,
//! `if t1 <= t2 then (if t3 <= t4 then t5 else t6) else (if t7 <= t8 then t9 else t10)`.
//! They are written one after another, each behind its name and a colon.
//!
//! [questions]: Question

use evolve::{
    Forest, ForestPlan, Function, Genome, Limits, Params, Primitives, PrimitivesBuilder,
    PrimitivesError, Program, Terminal, TerminalId, Terminals, TreePlan, Type,
};
use game::{Evaluator, Game, Playable, RoleId, Sense};

use super::judge::role_named;
use super::question::Answers;
use super::{Question, title};
use crate::spec::unknown;

/// What trees for a game are made of: the functions and constants of Tables 3.1
/// and 3.4 of "Evolved to Win", what the game answers, and other questions.
///
/// ```
/// use search::evaluate::Vocabulary;
///
/// let words = Vocabulary::of(&games::checkers::Checkers::losing(), Vec::new()).unwrap();
/// let plan = words.plan(1, Default::default(), &["mobility".into()]).unwrap();
/// assert!(plan.trees()[0].primitives.find("friendly_men").is_some());
/// assert!(plan.trees()[0].primitives.find("mobility").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary {
    senses: Vec<Sense>,
    questions: Vec<Question>,
    answers: Answers,
    /// The role as which trees see positions; none if as the one on turn does.
    role: Option<(RoleId, String)>,
}

/// The range of constants.
const CONSTANTS: std::ops::Range<f64> = -5.0..5.0;

/// Trees of individuals that have several.
const N_JOINED: usize = 10;

impl Vocabulary {
    /// The words for a game; its own answers, or questions about its facts, which
    /// see it as its first role does. The error says why there are none.
    pub fn of<G: Playable>(game: &G, questions: Vec<Question>) -> Result<Self, String> {
        let first = game.roles()[0].name.clone();
        let role = (!questions.is_empty()).then_some((RoleId(0), first));
        if questions.is_empty() && game.senses().is_empty() {
            return Err("this game answers no questions that trees could ask".into());
        }
        Self::seen_by(game, questions, role)
    }

    fn seen_by<G: Playable>(
        game: &G,
        questions: Vec<Question>,
        role: Option<(RoleId, String)>,
    ) -> Result<Self, String> {
        // Answers of the game are about whoever is on turn; both do not go together.
        let senses = if role.is_some() { Vec::new() } else { game.senses() };
        let answers = Answers::new(&questions, game)?;
        Ok(Self { senses, questions, answers, role })
    }

    /// What an individual of one tree or ten is made of, without some words.
    pub fn plan(
        &self,
        n_trees: usize,
        limits: Limits,
        without: &[String],
    ) -> Result<ForestPlan, String> {
        let words = self.words();
        if let Some(word) = without.iter().find(|&word| !words.contains(word)) {
            return Err(unknown("word of trees", word, words.iter().map(String::as_str)));
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
        let senses = self.senses.iter().enumerate().filter(|(_, sense)| has(sense.name));
        let builder = builder.terminals(senses.map(|(at, sense)| terminal(at, sense)));
        let questions = self.questions.iter().enumerate().filter(|(_, one)| has(&one.name));
        builder.terminals(questions.map(|(at, question)| self.question(at, question)))
    }

    /// Questions are numbered behind what the game answers.
    fn question(&self, at: usize, question: &Question) -> Terminal {
        let gives = if question.is_truth { Type::Bool } else { Type::Float };
        let id = (self.senses.len() + at) as u16;
        let mut terminal = Terminal::new(id, &question.name, gives);
        if question.n_cases() > 0 {
            terminal = terminal.param("number", 0..question.n_cases());
        }
        if self.answers.is_costly(at) { terminal.costly() } else { terminal }
    }

    /// The text of an individual, with lines for people. What its trees do not ask
    /// is left out.
    pub fn to_text(&self, forest: &Forest, plan: &ForestPlan, remarks: &[String]) -> String {
        let mut text: String = remarks.iter().map(|remark| format!("; {remark}\n")).collect();
        text += &format!("{TITLE}\n");
        if let Some((_, role)) = &self.role {
            text += &format!("role {role}\n");
            let mut is_asked = vec![false; self.questions.len()];
            forest.count_terminals(plan, &mut |name| {
                let at = self.questions.iter().position(|question| question.name == name);
                at.into_iter().for_each(|at| is_asked[at] = true);
            });
            let asked = self.questions.iter().zip(is_asked).filter(|(_, is_asked)| *is_asked);
            text.extend(asked.map(|(question, _)| question.to_string()));
            text += &format!("{TREES}\n");
        }
        text + &forest.to_text(plan)
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
/// let error = Evolved::parse("ludex evolved 1\n(sub mobilty 7)\n", &game).err().unwrap();
/// assert!(error.contains("did you mean `mobility`?"), "{error}");
/// ```
pub struct Evolved<G: Game> {
    programs: Vec<Program>,
    n_senses: usize,
    answers: Answers,
    role: Option<RoleId>,
    moves: Vec<G::Move>,
}

/// The first line of a text, without remarks.
const TITLE: &str = "ludex evolved 1";

/// What stands between questions and trees.
const TREES: &str = "trees";

/// The value of a tree that makes a clear advantage.
const SCALE: f64 = 10.0;

/// How near a value comes to certainty.
const EDGE: f64 = 1e-6;

/// Whether a text may be evolved trees, rather than another evaluator.
pub(super) fn is_meant(text: &str) -> bool {
    title(text).is_some_and(|line| line.starts_with("ludex evolved"))
}

impl<G: Playable> Evolved<G> {
    /// An individual, compiled.
    pub fn new(forest: &Forest, plan: &ForestPlan, words: &Vocabulary) -> Self {
        let trees = forest.trees().iter().zip(plan.trees());
        let programs = trees.map(|(tree, plan)| Program::new(tree, &plan.primitives));
        Self {
            programs: programs.collect(),
            n_senses: words.senses.len(),
            answers: words.answers.clone(),
            role: words.role.as_ref().map(|(role, _)| *role),
            moves: Vec::new(),
        }
    }

    /// Reads a text, for a game. The error says what is wrong where.
    pub fn parse(text: &str, game: &G) -> Result<Self, String> {
        let mut is_known = false;
        // Questions, if there are any, come before a line of their own.
        let has_questions = text.lines().any(|line| bare(line) == TREES);
        let (mut role, mut questions, mut is_tree) = (None, Vec::new(), !has_questions);
        // What is no tree becomes blank, so that lines keep their numbers.
        let mut trees = String::new();
        for (at, line) in text.lines().enumerate() {
            let line = bare(line);
            let wrong = |what: String| format!("line {}: {what}", at + 1);
            match line.split_once(' ') {
                _ if line.is_empty() => {}
                _ if !is_known && line == TITLE => is_known = true,
                _ if !is_known => return Err(wrong(format!("`{TITLE}` is needed, not `{line}`"))),
                _ if is_tree => trees.push_str(line),
                _ if line == TREES => is_tree = true,
                Some(("role", name)) => {
                    let name = name.trim();
                    role = Some((role_named(game, name).map_err(wrong)?, name.to_string()));
                }
                _ => Question::read_line(&mut questions, line).map_err(wrong)?,
            }
            trees.push('\n');
        }
        if has_questions && role.is_none() {
            return Err("`role` and its name are missing: whose view the trees have".into());
        }
        let n_trees = if trees.lines().any(|line| line == "t1:") { N_JOINED } else { 1 };
        let words = Vocabulary::seen_by(game, questions, role)?;
        let plan = words.plan(n_trees, Limits::default(), &[])?;
        let forest = Forest::parse(&trees, &plan).map_err(|error| error.to_string())?;
        Ok(Self::new(&forest, &plan, &words))
    }
}

/// A line without remarks.
fn bare(line: &str) -> &str {
    line.split(';').next().unwrap_or_default().trim()
}

/// What trees say about a position.
fn value(programs: &mut [Program], terminals: &mut impl Terminals) -> f64 {
    if let [only] = programs {
        return only.evaluate(terminals);
    }
    // Values are asked for as they are needed.
    let mut of = |nth: usize| programs[nth - 1].evaluate(terminals);
    let pair = if of(1) <= of(2) { 3 } else { 7 };
    let chosen = if of(pair) <= of(pair + 1) { pair + 2 } else { pair + 3 };
    of(chosen)
}

/// A position that is asked.
struct Asked<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
    n_senses: usize,
    answers: &'a Answers,
    moves: &'a mut Vec<G::Move>,
}

impl<G: Playable> Terminals for Asked<'_, G> {
    #[inline]
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64 {
        let at = usize::from(terminal.0);
        match at.checked_sub(self.n_senses) {
            None => self.game.sense(self.state, at, params),
            Some(at) => self.answers.value((at, params[0]), self.game, self.state, self.moves),
        }
    }
}

impl<G: Playable> Evaluator<G> for Evolved<G> {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let Self { programs, n_senses, answers, moves, .. } = self;
        let value =
            value(programs, &mut Asked { game, state, n_senses: *n_senses, answers, moves });
        let viewer = self.role.or_else(|| game.on_turn(state));
        let is_own = viewer.is_none_or(|viewer| viewer == role);
        // Trees may give any number; no promise is as good as a win.
        game::squash(if is_own { value } else { -value }, SCALE).clamp(EDGE, 100.0 - EDGE)
    }
}

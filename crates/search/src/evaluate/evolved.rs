//! Evolved trees as text and as an evaluator.
//!
//! ```text
//! ; a comment
//! ludex evolved 1
//! (if (less_equal friendly_men enemy_men) mobility 3.4)
//! ```
//!
//! Trees use the [terminals](ludex_game::Playable::terminals) of a game from the view of the
//! role on turn, and their value is that of the position for this role. For a game with a rule
//! sheet they use [questions], which the text defines; their value is then that of the position
//! for the role named in the text:
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
//! Several trees are joined by an expression, the top of a [`Grammar`]. They are written one
//! after another, each behind its name and a colon. A top other than that of ten trees has a
//! line before them, such as `top (max t1 t2)`.
//!
//! [questions]: Question

use ludex_game::{Evaluator, Game, Playable, RoleId};
use ludex_program::{
    Forest, ForestPlan, Function, LIMIT, Limits, Params, Primitives, PrimitivesBuilder,
    PrimitivesError, Program, Terminal, TerminalId, Terminals, TreePlan, Type,
};

use super::grammar::N_JOINED;
use super::measures::role_named;
use super::question::Answers;
use super::{Grammar, Question, title};
use ludex_support::unknown_word;

/// The primitives of trees for a game: the functions and constants of a [`Grammar`], the
/// terminals of the game, and questions about its facts.
///
/// ```
/// use ludex_search::evaluate::Vocabulary;
///
/// let words = Vocabulary::of(&ludex_games::checkers::Checkers::losing(), Vec::new()).unwrap();
/// let plan = words.plan(Default::default(), &["mobility".into()]).unwrap();
/// assert!(plan.trees()[0].primitives.find("friendly_men").is_some());
/// assert!(plan.trees()[0].primitives.find("mobility").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The terminals of the game; the id of each is its index in the game's table.
    terminals: Vec<Terminal>,
    questions: Vec<Question>,
    answers: Answers,
    /// The role from whose view trees see positions; `None` for the role on turn.
    role: Option<(RoleId, String)>,
    grammar: Grammar,
}

impl Vocabulary {
    /// The vocabulary of a game: its own terminals, or questions about its facts, from the view
    /// of its first role. The error is a message.
    pub fn of<G: Playable>(game: &G, questions: Vec<Question>) -> Result<Self, String> {
        let first = game.roles()[0].name.clone();
        let role = (!questions.is_empty()).then_some((RoleId(0), first));
        if questions.is_empty() && game.terminals().is_empty() {
            return Err("this game has no terminals for trees".into());
        }
        Self::seen_by(game, questions, role)
    }

    fn seen_by<G: Playable>(
        game: &G,
        questions: Vec<Question>,
        role: Option<(RoleId, String)>,
    ) -> Result<Self, String> {
        // Terminals of the game have the view of the role on turn, questions that of one role:
        // they cannot be mixed.
        let own = if role.is_some() { &[] } else { game.terminals() };
        let terminals = own.iter().enumerate().map(|(at, one)| terminal(at, one)).collect();
        let answers = Answers::new(&questions, game)?;
        Ok(Self { terminals, questions, answers, role, grammar: Grammar::default() })
    }

    /// The vocabulary with another grammar. Fails if the grammar has no individuals.
    pub fn with_grammar(mut self, grammar: Grammar) -> Result<Self, String> {
        grammar.top()?;
        self.grammar = grammar;
        Ok(self)
    }

    /// The plan of individuals, without some words.
    pub fn plan(&self, limits: Limits, without: &[String]) -> Result<ForestPlan, String> {
        let words = self.words();
        if let Some(word) = without.iter().find(|&word| !words.contains(word)) {
            return Err(unknown_word("word of trees", word, words.iter().map(String::as_str)));
        }
        let plan = |name: String| TreePlan::new(name, self.builder(without), limits);
        let plans: Result<Vec<TreePlan>, PrimitivesError> =
            self.grammar.names().into_iter().map(plan).collect();
        Ok(ForestPlan::new(plans.map_err(|error| error.to_string())?))
    }

    /// The names of all terminals and functions.
    fn words(&self) -> Vec<String> {
        // The set is built from constant primitives and has all types.
        let all = self.builder(&[]).build(Limits::default().depth);
        let list = all.as_ref().map(Primitives::list).unwrap_or_default();
        list.iter().map(|primitive| primitive.name().to_string()).collect()
    }

    /// The functions in a text that the grammar lacks. Terminals of the same name take
    /// precedence.
    fn other_functions(&self, text: &str) -> Vec<Function> {
        let words = self.words();
        let is_part = |c: char| c.is_whitespace() || "()*".contains(c);
        let is_used = |name: &str| text.split(is_part).any(|word| word == name);
        let is_other = |function: &Function| {
            !words.iter().any(|word| word == function.name()) && is_used(function.name())
        };
        Function::ALL.iter().copied().filter(is_other).collect()
    }

    fn builder(&self, without: &[String]) -> PrimitivesBuilder {
        let has = |word: &str| !without.iter().any(|other| other == word);
        let Grammar { functions, constants: range, .. } = &self.grammar;
        let functions = functions.iter().copied().filter(|function| has(function.name()));
        let mut builder = Primitives::builder(Type::Float).functions(functions);
        if has("scale") {
            builder = builder.scaled("scale", range.clone());
        }
        if has("number") {
            builder = builder.ephemeral("number", range.clone());
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
        let own = self.terminals.iter().filter(|terminal| has(terminal.name()));
        let builder = builder.terminals(own.cloned());
        let questions = self.questions.iter().enumerate().filter(|(_, one)| has(&one.name));
        builder.terminals(questions.map(|(at, question)| self.question(at, question)))
    }

    /// Questions are numbered behind the terminals of the game.
    fn question(&self, at: usize, question: &Question) -> Terminal {
        let gives = if question.is_truth { Type::Bool } else { Type::Float };
        let id = (self.terminals.len() + at) as u16;
        let mut terminal = Terminal::new(id, &question.name, gives);
        if question.n_cases() > 0 {
            terminal = terminal.param("number", 0..question.n_cases());
        }
        if self.answers.is_costly(at) { terminal.costly() } else { terminal }
    }

    /// The text of an individual, with remarks as comments, without questions that its trees do
    /// not use.
    pub fn to_text(&self, forest: &Forest, plan: &ForestPlan, remarks: &[String]) -> String {
        let mut text: String = remarks.iter().map(|remark| format!("; {remark}\n")).collect();
        text += &format!("{TITLE}\n");
        if let Some(top) = &self.grammar.top {
            text += &format!("{TOP} {}\n", one_line(top));
        }
        if let Some((_, role)) = &self.role {
            text += &format!("role {role}\n");
            let mut is_asked = vec![false; self.questions.len()];
            forest.count_uses(plan, |name: &str| {
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

/// A terminal of a game as a leaf of trees.
fn terminal<G: Game>(at: usize, one: &ludex_game::Terminal<G>) -> Terminal {
    let gives = if one.is_truth() { Type::Bool } else { Type::Float };
    let leaf = Terminal::new(at as u16, one.name, gives);
    let leaf = one.params.iter().fold(leaf, |leaf, &(name, n)| leaf.param(name, 0..n));
    if one.is_costly { leaf.costly() } else { leaf }
}

/// An evaluator of compiled trees.
///
/// ```
/// use ludex_game::{Evaluator, Game, RoleId};
/// use ludex_search::evaluate::Evolved;
///
/// let game = ludex_games::checkers::Checkers::losing();
/// let text = "; by hand\nludex evolved 1\n(sub mobility 7)\n";
/// let mut evolved = Evolved::parse(text, &game).unwrap();
/// assert_eq!(evolved.evaluate(&game, &game.initial(), RoleId(0)), 50.0);
/// let error = Evolved::parse("ludex evolved 1\n(sub mobilty 7)\n", &game).err().unwrap();
/// assert!(error.contains("did you mean `mobility`?"), "{error}");
/// ```
pub struct Evolved<G: Game> {
    programs: Vec<Program>,
    /// The expression that combines the values of several trees.
    top: Option<Program>,
    n_terminals: usize,
    answers: Answers,
    role: Option<RoleId>,
    moves: Vec<G::Move>,
}

/// The first line of a text, without remarks.
const TITLE: &str = "ludex evolved 1";

/// The line between questions and trees.
const TREES: &str = "trees";

/// Prefix of the line of a top expression.
const TOP: &str = "top";

/// The tree value that is a clear advantage.
const SCALE: f64 = 10.0;

/// Minimum distance of estimates from a certain win or loss.
const EDGE: f64 = 1e-6;

/// Whether a text may contain evolved trees rather than another evaluator.
pub(super) fn is_meant(text: &str) -> bool {
    title(text).is_some_and(|line| line.starts_with("ludex evolved"))
}

impl<G: Playable> Evolved<G> {
    /// Compiles an individual. Panics if the plan was not made by the vocabulary, since a
    /// terminal may then be out of range.
    pub fn new(forest: &Forest, plan: &ForestPlan, words: &Vocabulary) -> Self {
        let n_known = words.terminals.len() + words.questions.len();
        let mut leaves = plan.trees().iter().flat_map(|tree| tree.primitives.terminals());
        let is_known = leaves.all(|leaf| usize::from(leaf.id().0) < n_known);
        assert!(is_known, "the plan has terminals that the vocabulary does not have");
        let trees = forest.trees().iter().zip(plan.trees());
        let programs = trees.map(|(tree, plan)| Program::new(tree, &plan.primitives));
        // Every vocabulary has a valid top.
        let top = words.grammar.top().ok().flatten();
        Self {
            programs: programs.collect(),
            top: top.map(|(tree, set)| Program::new(&tree, &set)),
            n_terminals: words.terminals.len(),
            answers: words.answers.clone(),
            role: words.role.as_ref().map(|(role, _)| *role),
            moves: Vec::new(),
        }
    }

    /// Reads a text, for a game. The error has the line and a description.
    pub fn parse(text: &str, game: &G) -> Result<Self, String> {
        let mut is_known = false;
        // Questions, if there are any, come before a line of their own.
        let has_questions = text.lines().any(|line| bare(line) == TREES);
        let (mut role, mut questions, mut is_tree) = (None, Vec::new(), !has_questions);
        let mut grammar = Grammar::default();
        // Other lines become blank, so that lines keep their numbers.
        let mut trees = String::new();
        for (at, line) in text.lines().enumerate() {
            let line = bare(line);
            let wrong = |what: String| format!("line {}: {what}", at + 1);
            match line.split_once(' ') {
                _ if line.is_empty() => {}
                _ if !is_known && line == TITLE => is_known = true,
                _ if !is_known => return Err(wrong(format!("`{TITLE}` is needed, not `{line}`"))),
                Some((TOP, text)) if trees.trim().is_empty() => grammar.top = Some(text.into()),
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
            return Err("`role` and its name are missing: the view of the trees".into());
        }
        let words = Vocabulary::seen_by(game, questions, role)?;
        grammar.n_trees = n_trees(&trees, &grammar);
        grammar.functions.extend(words.other_functions(&trees));
        let words = words.with_grammar(grammar)?;
        let plan = words.plan(Limits::default(), &[])?;
        let forest = Forest::parse(&trees, &plan).map_err(|error| error.to_string())?;
        Ok(Self::new(&forest, &plan, &words))
    }
}

/// The number of trees in a text.
fn n_trees(text: &str, grammar: &Grammar) -> usize {
    let is_there = |nth: &usize| text.lines().any(|line| line == format!("t{nth}:"));
    match (&grammar.top, is_there(&1)) {
        (None, true) => N_JOINED,
        (None, false) => 1,
        (Some(_), _) => (1..).take_while(is_there).count().max(1),
    }
}

/// A text with its line breaks replaced by blanks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line without its comment.
fn bare(line: &str) -> &str {
    line.split(';').next().unwrap_or_default().trim()
}

/// The value of trees in a position.
fn value(
    programs: &mut [Program],
    top: &mut Option<Program>,
    terminals: &mut impl Terminals,
) -> f64 {
    match top {
        None => programs[0].evaluate(terminals),
        Some(top) => top.evaluate(&mut Joined { programs, terminals }),
    }
}

/// The values of trees, as terminals of the top expression.
struct Joined<'a, T> {
    programs: &'a mut [Program],
    terminals: &'a mut T,
}

impl<T: Terminals> Terminals for Joined<'_, T> {
    fn value(&mut self, tree: TerminalId, _: Params) -> f64 {
        let value = self.programs[usize::from(tree.0)].evaluate(self.terminals);
        value.clamp(-LIMIT, LIMIT)
    }
}

/// The terminals of one position.
struct Asked<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
    terminals: &'a [ludex_game::Terminal<G>],
    answers: &'a Answers,
    moves: &'a mut Vec<G::Move>,
}

impl<G: Playable> Terminals for Asked<'_, G> {
    #[inline]
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64 {
        let at = usize::from(terminal.0);
        match at.checked_sub(self.terminals.len()) {
            None => self.terminals[at].value(self.game, self.state, params),
            Some(at) => self.answers.value((at, params[0]), self.game, self.state, self.moves),
        }
    }
}

impl<G: Playable> Evaluator<G> for Evolved<G> {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let Self { programs, top, n_terminals, answers, moves, .. } = self;
        let terminals = &game.terminals()[..*n_terminals];
        let value = value(programs, top, &mut Asked { game, state, terminals, answers, moves });
        let viewer = self.role.or_else(|| game.on_turn(state));
        let is_own = viewer.is_none_or(|viewer| viewer == role);
        // Trees may return any number; estimates stay below a win.
        ludex_game::squash(if is_own { value } else { -value }, SCALE).clamp(EDGE, 100.0 - EDGE)
    }
}

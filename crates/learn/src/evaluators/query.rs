//! Queries: conjunctions in the language of the rules, compiled to questions.

use std::collections::HashSet;
use std::sync::Arc;

use ludex_gdl::circuit::Budget;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Limits, Sheet, Source, check};
use ludex_search::evaluate::{AnyMeasure, Case, Condition, Line, Numbers, Plan, Question};

use super::goal::plan_of;
use super::term::ToWords;

/// A conjunction over the facts of a position, as its author writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Its name in trees.
    pub name: String,
    /// The literals, one after another.
    pub text: String,
    /// Whether the answer is the existence of a match, rather than the number.
    pub is_truth: bool,
}

/// The questions of queries, read off the circuit of the rules with the queries added.
/// The error is that of the checker for words that the rules do not have.
///
/// ```
/// use ludex_gdl::{Limits, Sheet, circuit::Budget, library};
/// use ludex_learn::evaluators::{Query, ask};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let query = |text: &str| Query { name: "marks".into(), text: text.into(), is_truth: false };
/// let ask = |text| ask(&[query(text)], &sheet, &Limits::default(), &Budget::default());
/// let asked = ask("(true (cell ?x ?y x)) (true (cell ?y ?x o)) (distinct ?x ?y)").unwrap();
/// assert_eq!(asked[0].cases[0].measures.len(), 6);
/// let error = ask("(true (cel ?x ?y x))").unwrap_err();
/// assert!(error.contains("did you mean `cell`?"), "{error}");
/// ```
pub fn ask(
    queries: &[Query],
    sheet: &Sheet,
    limits: &Limits,
    budget: &Budget,
) -> Result<Vec<Question>, String> {
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    let rules = sheet.source().text();
    let Some(role) = first_role(sheet) else { return Err("the rules have no role".into()) };
    let mut added = String::new();
    for query in queries {
        let rule = query.rule(&role);
        let (with, problems) = Sheet::parse(Source::new(&query.name, format!("{rules}\n{rule}")));
        let problems = problems.into_iter().chain(check::check(&with));
        // Errors of the rules alone are reported elsewhere.
        let own = problems.filter(|one| one.is_error() || one.span.range().start > rules.len());
        if let Some(first) = own.min_by_key(|one| !one.is_error()) {
            let shown = first.render(with.source(), false);
            return Err(format!("the query `{}` cannot be asked\n\n{shown}", query.name));
        }
        added = added + &rule + "\n";
    }
    let (with, _) = Sheet::parse(Source::new(sheet.source().name(), format!("{rules}\n{added}")));
    let loaded = Engine::load(&with, limits, budget).map_err(|error| error.to_string())?;
    let Engine::Circuit(game) = loaded.engine else {
        return Err("queries need rules that have a circuit".into());
    };
    queries.iter().map(|query| query.question(&game)).collect()
}

/// The name of the move that stands for a query in the rules: the circuit of legality
/// depends on facts alone.
const ASKED: &str = "ludex_asked";

fn first_role(sheet: &Sheet) -> Option<String> {
    let is_role = |rule: &&ludex_gdl::Rule| sheet.symbols().name(rule.head.name) == "role";
    let rule = sheet.rules().iter().find(is_role)?;
    Some(sheet.source().slice(rule.head.args.first()?.span).to_string())
}

impl Query {
    /// The literals, without an `and` around them.
    fn literals(&self) -> &str {
        let text = self.text.trim();
        let inner = text.strip_prefix("(and").filter(|rest| rest.starts_with(char::is_whitespace));
        inner.and_then(|rest| rest.strip_suffix(')')).unwrap_or(text).trim()
    }

    /// The rule that derives a move for each match.
    fn rule(&self, role: &str) -> String {
        let literals = self.literals();
        let mut seen = HashSet::new();
        let words = literals.split(|c: char| c.is_whitespace() || "()".contains(c));
        let variables: Vec<&str> = match self.is_truth {
            true => Vec::new(),
            false => words.filter(|word| word.starts_with('?') && seen.insert(*word)).collect(),
        };
        let name = &self.name;
        format!("(<= (legal {role} ({ASKED} {name} {}))\n    {literals})", variables.join(" "))
    }

    /// The question, in the words of the rules.
    fn question(&self, game: &CircuitGame) -> Result<Question, String> {
        let grounded = game.grounded();
        let (circuit, terms) = (&grounded.circuit, &grounded.terms);
        let start = format!("({ASKED} {}", self.name);
        let mut case = Case::default();
        for (&term, &lit) in grounded.moves.iter().zip(&circuit.legal) {
            let text = terms.show(term).to_string();
            let is_match =
                text.strip_prefix(&start).is_some_and(|rest| rest.starts_with([' ', ')']));
            if !is_match {
                continue;
            }
            let Some(plan) = plan_of(circuit, lit) else {
                return Err(format!("the query `{}` rests on too much", self.name));
            };
            let mut to_words = ToWords { game, parts: &mut case.parts };
            case.measures.push((1.0, to_words.measure(&measure(plan))));
        }
        if case.measures.is_empty() {
            return Err(format!("the query `{}` can never match", self.name));
        }
        Ok(Question { name: self.name.clone(), is_truth: self.is_truth, cases: vec![case] })
    }
}

/// Whether a plan's goal holds, as a measure: a full line where that is enough.
fn measure(plan: Plan) -> AnyMeasure<Numbers> {
    match line(&plan) {
        Some(line) => AnyMeasure::Filled((line.places.len(), line)),
        None => AnyMeasure::Holds(Arc::new(plan)),
    }
}

/// The line of a plan that consists of facts and negated facts alone.
fn line(plan: &Plan) -> Option<Line> {
    // The goal may be a part with one other part as its condition.
    let mut part = plan.parts().last()?;
    while let [Condition::Part(other)] = part.conditions[..] {
        part = plan.parts().get(other)?;
    }
    let mut line = Line { places: Vec::new(), without: Vec::new() };
    for condition in &part.conditions {
        match *condition {
            Condition::Fact(fact) => line.places.push(vec![fact]),
            Condition::Not(fact) | Condition::Unless(fact) => line.without.push(fact),
            Condition::Part(_) => return None,
        }
    }
    let is_plain = part.is_all || part.conditions.len() == 1;
    (is_plain && !line.places.is_empty()).then_some(line)
}

//! What people ask: conjunctions in the language of the rules, as questions.

use std::collections::HashSet;

use gdl::circuit::Budget;
use gdl::single::CircuitGame;
use gdl::{Engine, Limits, Sheet, Source, check};
use search::evaluate::{Case, Condition, Count, Line, Part, Plan, Question};

use super::term::{append, said};
use super::wish::plan_of;

/// A conjunction over the facts of a position, as its author writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Its name in trees.
    pub name: String,
    /// The literals, one after another.
    pub text: String,
    /// Whether it is asked if there is any match, rather than how many.
    pub is_truth: bool,
}

/// What queries ask, read off the circuit of the rules with the queries added. The
/// error is that of the checker, if the rules do not know what a query speaks of.
///
/// ```
/// use gdl::{Limits, Sheet, circuit::Budget, library};
/// use learn::evaluators::{Query, ask};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let query = |text: &str| Query { name: "marks".into(), text: text.into(), is_truth: false };
/// let ask = |text| ask(&[query(text)], &sheet, &Limits::default(), &Budget::default());
/// let asked = ask("(true (cell ?x ?y x)) (true (cell ?y ?x o)) (distinct ?x ?y)").unwrap();
/// assert_eq!(asked[0].cases[0].counts.len(), 6);
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
        // What is wrong with the rules alone was told already.
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

/// What stands for a query among the rules: a move, since its circuit rests on facts
/// alone.
const ASKED: &str = "ludex_asked";

fn first_role(sheet: &Sheet) -> Option<String> {
    let is_role = |rule: &&gdl::Rule| sheet.symbols().name(rule.head.name) == "role";
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

    /// A rule that derives something for each match.
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

    /// What is counted, in the words of the rules.
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
            let fact = |fact: usize| terms.show(grounded.bases[fact]).to_string();
            let count = count(&mut case.parts, &plan, &fact);
            case.counts.push((1.0, count));
        }
        if case.counts.is_empty() {
            return Err(format!("the query `{}` can never match", self.name));
        }
        Ok(Question { name: self.name.clone(), is_truth: self.is_truth, cases: vec![case] })
    }
}

/// What a plan takes, as something that is counted.
fn count(parts: &mut Vec<Part<String>>, plan: &Plan, fact: &impl Fn(usize) -> String) -> Count {
    match line(plan) {
        Some(line) => Count::Just(line.places.len(), said(&line, fact)),
        None => Count::Holds(append(parts, plan, fact)),
    }
}

/// A plan that is nothing but facts which hold or do not.
fn line(plan: &Plan) -> Option<Line> {
    // The goal may be a part that asks for one other.
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

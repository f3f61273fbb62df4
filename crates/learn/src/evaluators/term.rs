//! Terms: weighted measures with a name, which evaluators are made of.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use ludex_game::{Facts, Playable, RoleId};
use ludex_search::evaluate::{
    AnyMeasure, Condition, LinearEvaluator, Numbers, Part, Plan, Position, Translate,
    WeightedMeasures, Words,
};

/// A quantity of positions that a kind of evaluator proposes.
///
/// ```
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_learn::evaluators::Term;
/// use ludex_search::evaluate::AnyMeasure;
///
/// let (nim, moves) = (Nim::new(&[3, 4, 5]), AnyMeasure::Moves(RoleId(0)));
/// let term = Term::new("count-moves", "moves of the first", vec![(1.0, moves)]);
/// assert_eq!(term.value(&nim, &nim.initial()), 12.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The kind of evaluator that proposed it.
    pub kind: &'static str,
    /// A description: `number of w`.
    pub name: String,
    measures: Vec<(f64, AnyMeasure<Numbers>)>,
    /// The same measures, ready for evaluation.
    sum: WeightedMeasures,
}

impl Term {
    /// The sum of these measures, each with its worth.
    pub fn new(
        kind: &'static str,
        name: impl Into<String>,
        measures: Vec<(f64, AnyMeasure<Numbers>)>,
    ) -> Self {
        let sum = measures.iter().cloned().collect();
        Self { kind, name: name.into(), measures, sum }
    }

    /// The sum of the worths of the facts that hold.
    pub fn of_facts(
        kind: &'static str,
        name: impl Into<String>,
        facts: impl IntoIterator<Item = (usize, f64)>,
    ) -> Self {
        let measure = |(fact, worth)| (worth, AnyMeasure::Facts(vec![fact]));
        Self::new(kind, name, facts.into_iter().map(measure).collect())
    }

    /// The measures, each with its worth.
    pub fn measures(&self) -> &[(f64, AnyMeasure<Numbers>)] {
        &self.measures
    }

    /// The value in a position.
    pub fn value<G: Playable>(&self, game: &G, state: &G::State) -> f64 {
        self.sum.sum(&mut Position::new(game, state, &mut Vec::new()))
    }
}

/// The weights that a role gives to terms.
pub struct WeightedTerms<'a> {
    /// The role.
    pub role: RoleId,
    /// The terms with their weights.
    pub terms: Vec<(f64, &'a Term)>,
    /// The constant that is added.
    pub always: f64,
}

/// The evaluator of weighted terms, in the words of the rules. Measures whose weights
/// round to 0 are left out.
pub fn linear_evaluator<G: Facts>(game: &G, of_roles: &[WeightedTerms<'_>]) -> LinearEvaluator {
    let mut evaluator = LinearEvaluator::default();
    for WeightedTerms { role, terms, always } in of_roles {
        // Many terms contain the same fact: it has one weight in the end.
        let mut of_fact: BTreeMap<usize, f64> = BTreeMap::new();
        let (mut measures, mut lines) = (Vec::new(), Vec::new());
        let mut to_words = ToWords { game, parts: &mut evaluator.parts };
        for (weight, term) in terms {
            for (worth, measure) in term.measures() {
                if let AnyMeasure::Facts(facts) = measure
                    && let [fact] = facts[..]
                {
                    *of_fact.entry(fact).or_default() += weight * worth;
                    continue;
                }
                let weight = round(weight * worth);
                if weight == 0.0 {
                    continue;
                }
                match to_words.measure(measure) {
                    line @ AnyMeasure::Filled(_) => lines.push((weight, line)),
                    other => measures.push((weight, other)),
                }
            }
        }
        // Equal lines follow each other: they are looked up once.
        lines.sort_by_cached_key(|(_, measure)| match measure {
            AnyMeasure::Filled((_, line)) => line.places.concat(),
            _ => Vec::new(),
        });
        measures.extend(lines);
        let facts = of_fact.into_iter().map(|(fact, weight)| (fact, round(weight)));
        let facts = facts.filter(|&(_, weight)| weight != 0.0);
        measures.extend(
            facts.map(|(fact, weight)| (weight, AnyMeasure::Facts(vec![game.fact_name(fact)]))),
        );
        measures.push((round(*always), AnyMeasure::Always(())));
        evaluator.roles.push((game.roles()[role.index()].name.clone(), measures));
    }
    evaluator
}

/// The translation from the numbers of a game to the words of its rules.
pub(super) struct ToWords<'a, G> {
    pub(super) game: &'a G,
    /// The parts that plans become.
    pub(super) parts: &'a mut Vec<Part<String>>,
}

impl<G: Facts> ToWords<'_, G> {
    /// A measure in words.
    pub(super) fn measure(&mut self, measure: &AnyMeasure<Numbers>) -> AnyMeasure {
        measure.translate(self).unwrap_or_else(|never| match never {})
    }
}

impl<G: Facts> Translate for ToWords<'_, G> {
    type From = Numbers;
    type To = Words;
    type Error = Infallible;

    fn fact(&mut self, &fact: &usize) -> Result<String, Infallible> {
        Ok(self.game.fact_name(fact))
    }

    fn role(&mut self, role: &RoleId) -> Result<String, Infallible> {
        Ok(self.game.roles()[role.index()].name.clone())
    }

    fn plan(&mut self, plan: &Arc<Plan>) -> Result<usize, Infallible> {
        let n_before = self.parts.len();
        for part in plan.parts() {
            let mut part = part.map(&mut |fact| self.fact(fact))?;
            for condition in &mut part.conditions {
                if let Condition::Part(other) = condition {
                    *other += n_before;
                }
            }
            self.parts.push(part);
        }
        Ok(self.parts.len() - 1)
    }
}

/// More digits would be noise.
fn round(weight: f64) -> f64 {
    (weight * 1e4).round() / 1e4
}

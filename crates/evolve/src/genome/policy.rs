//! Policies: individuals of ordered rules.

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use ludex_program::reading::sections;
use ludex_program::{TextError, TreePlan, ramped};

use super::{Genome, Vector, VectorPlan};
use crate::operators::{
    self, ConstantMutation, Crossover, EchoMutation, FactorMutation, GeneMutation, InsertMutation,
    Mutation, RuleCrossover, RuleMutation, SubtreeCrossover, SubtreeMutation, WeightCrossover,
};
use crate::{Program, RealVector, Rng, Terminals, Tree};

/// Ordered rules: the first whose condition holds gives the value, the default if
/// none does. After chapter 10 of Sipper (2011), *Evolved to Win*.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Policy {
    /// The rules, in order of precedence.
    pub rules: Vec<Rule>,
    /// The value if no rule applies.
    pub default: Worth,
}

/// A rule of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The condition.
    pub condition: Tree,
    /// The value if the condition holds.
    pub value: Worth,
}

/// The value of a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Worth {
    /// A tree's value.
    Tree(Tree),
    /// Weights, which the problem interprets.
    Weights(RealVector),
}

/// The plan of policies.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyPlan {
    /// The number of rules besides the default.
    pub n_rules: usize,
    /// The plan of conditions, which give a Bool.
    pub condition: TreePlan,
    /// The plan of values.
    pub value: WorthPlan,
}

/// The plan of values.
#[derive(Clone, Debug, PartialEq)]
pub enum WorthPlan {
    /// Trees.
    Tree(Box<TreePlan>),
    /// Weights within ranges.
    Weights(VectorPlan<f64>),
}

impl WorthPlan {
    fn parse(&self, text: &str) -> Result<Worth, TextError> {
        let plan = match self {
            Self::Tree(plan) => return Ok(Worth::Tree(Tree::parse(text, &plan.primitives)?)),
            Self::Weights(plan) => plan,
        };
        let weights: Option<Vec<f64>> = text
            .split_whitespace()
            .map(|word| word.parse().ok().filter(|w: &f64| w.is_finite()))
            .collect();
        let n_genes = plan.ranges.len();
        let weights = weights.filter(|weights| weights.len() == n_genes).ok_or_else(|| {
            let what = format!("{n_genes} weights are wanted");
            TextError { line: text.lines().count().max(1), what }
        })?;
        Ok(Worth::Weights(Vector(weights)))
    }

    fn text(&self, worth: &Worth) -> String {
        match (self, worth) {
            (Self::Tree(plan), Worth::Tree(tree)) => tree.to_text(&plan.primitives),
            (_, Worth::Weights(weights)) => {
                let words: Vec<String> = weights.iter().map(ToString::to_string).collect();
                words.join(" ")
            }
            (Self::Weights(_), Worth::Tree(_)) => String::new(),
        }
    }

    pub(crate) fn random(&self, rng: &mut Rng, nth: usize) -> Worth {
        match self {
            Self::Tree(plan) => Worth::Tree(ramped(rng, &plan.primitives, &plan.limits, nth)),
            Self::Weights(plan) => Worth::Weights(RealVector::random(rng, plan, nth)),
        }
    }
}

impl Policy {
    /// The value in a position: that of the first rule whose condition
    /// holds, or the default. Conditions are compiled once, in the order of the
    /// rules, by [`conditions`](Self::conditions).
    pub fn applicable(&self, conditions: &mut [Program], terminals: &mut impl Terminals) -> &Worth {
        let fires = |condition: &mut Program| condition.evaluate(terminals) != 0.0;
        match conditions.iter_mut().position(fires) {
            Some(nth) => &self.rules[nth].value,
            None => &self.default,
        }
    }

    /// The conditions of all rules, compiled.
    pub fn conditions(&self, plan: &PolicyPlan) -> Vec<Program> {
        let compile = |rule: &Rule| Program::new(&rule.condition, &plan.condition.primitives);
        self.rules.iter().map(compile).collect()
    }

    /// Parses rules in their order, each a condition behind `if:` and a value behind
    /// `then:`, and a value behind `default:`, all on lines of their own. Weights are
    /// numbers with blanks between them.
    ///
    /// ```
    /// use ludex_evolve::{Limits, Policy, PolicyPlan, Primitives, Terminal, TreePlan, Type};
    /// use ludex_evolve::{VectorPlan, WorthPlan};
    ///
    /// let set = Primitives::builder(Type::Bool).terminal(Terminal::new(0, "late", Type::Bool));
    /// let condition = TreePlan::new("condition", set, Limits::default())?;
    /// let value = WorthPlan::Weights(VectorPlan::new(2, 0.0..1.0));
    /// let plan = PolicyPlan { n_rules: 1, condition, value };
    /// let text = "if:\nlate\nthen:\n0.5 0.25\ndefault:\n1 0\n";
    /// let policy = Policy::parse(text, &plan).unwrap();
    /// assert_eq!(policy.to_text(&plan), text);
    /// let error = Policy::parse("if:\nlate\ndefault:\n1 0\n", &plan).unwrap_err();
    /// assert_eq!(error.to_string(), "line 3: `then:` is missing before `default:`");
    /// # Ok::<(), ludex_evolve::PrimitivesError>(())
    /// ```
    pub fn parse(text: &str, plan: &PolicyPlan) -> Result<Self, TextError> {
        let parts = sections(text, |title| ["if", "then", "default"].contains(&title));
        let last = text.lines().count().max(1);
        let mut parts = parts.into_iter();
        let mut next = |title: &str| match parts.next() {
            Some(part) if part.title == title => Ok(part.body),
            Some(part) => {
                let what = format!("`{title}:` is missing before `{}:`", part.title);
                Err(TextError { line: part.line, what })
            }
            None => Err(TextError { line: last, what: format!("`{title}:` is missing") }),
        };
        let mut rules = Vec::with_capacity(plan.n_rules);
        for _ in 0..plan.n_rules {
            let condition = Tree::parse(&next("if")?, &plan.condition.primitives)?;
            rules.push(Rule { condition, value: plan.value.parse(&next("then")?)? });
        }
        let default = plan.value.parse(&next("default")?)?;
        match parts.next() {
            None => Ok(Self { rules, default }),
            Some(part) => {
                let what = format!("there are more than {} rules", plan.n_rules);
                Err(TextError { line: part.line, what })
            }
        }
    }

    /// The rules as a text that [`parse`](Self::parse) reads.
    pub fn to_text(&self, plan: &PolicyPlan) -> String {
        let rules = self.rules.iter().map(|rule| {
            let condition = rule.condition.to_text(&plan.condition.primitives);
            format!("if:\n{condition}\nthen:\n{}\n", plan.value.text(&rule.value))
        });
        format!("{}default:\n{}\n", rules.collect::<String>(), plan.value.text(&self.default))
    }

    /// All values, the default last.
    pub fn values(&self) -> impl Iterator<Item = &Worth> {
        self.rules.iter().map(|rule| &rule.value).chain(Some(&self.default))
    }

    /// The value at a place; the default is behind all rules.
    pub(crate) fn value_mut(&mut self, nth: usize) -> &mut Worth {
        match self.rules.get_mut(nth) {
            Some(rule) => &mut rule.value,
            None => &mut self.default,
        }
    }

    fn trees<'a>(&'a self, plan: &'a PolicyPlan) -> impl Iterator<Item = (&'a Tree, &'a TreePlan)> {
        let conditions = self.rules.iter().map(move |rule| (&rule.condition, &plan.condition));
        conditions.chain(self.values().filter_map(move |value| match (value, &plan.value) {
            (Worth::Tree(tree), WorthPlan::Tree(plan)) => Some((tree, &**plan)),
            _ => None,
        }))
    }
}

impl Genome for Policy {
    type Plan = PolicyPlan;

    fn random(rng: &mut Rng, plan: &PolicyPlan, nth: usize) -> Self {
        // Each tree has its own depth, or all trees of a policy would be alike.
        let rules = (0..plan.n_rules).map(|_| {
            let (first, second) = (rng.random_range(0..64), rng.random_range(0..64));
            let set = &plan.condition.primitives;
            let condition = ramped(rng, set, &plan.condition.limits, first);
            Rule { condition, value: plan.value.random(rng, second) }
        });
        let rules = rules.collect();
        Self { rules, default: plan.value.random(rng, nth) }
    }

    fn crossovers() -> &'static [&'static dyn Crossover<Self>] {
        &[&SubtreeCrossover, &RuleCrossover, &WeightCrossover]
    }

    fn mutations() -> &'static [&'static dyn Mutation<Self>] {
        &[
            &SubtreeMutation,
            &ConstantMutation,
            &FactorMutation,
            &InsertMutation,
            &EchoMutation,
            &RuleMutation,
            &GeneMutation,
        ]
    }

    fn size(&self) -> usize {
        let conditions = self.rules.iter().map(|rule| rule.condition.size()).sum::<usize>();
        let values = self.values().map(|value| match value {
            Worth::Tree(tree) => tree.size(),
            Worth::Weights(weights) => weights.size(),
        });
        conditions + values.sum::<usize>()
    }

    fn depth(&self, plan: &PolicyPlan) -> usize {
        self.trees(plan).map(|(tree, plan)| tree.depth(&plan.primitives)).max().unwrap_or(1)
    }

    fn count_terminals(&self, plan: &PolicyPlan, count: &mut dyn FnMut(&str)) {
        for (tree, plan) in self.trees(plan) {
            tree.count_uses(&plan.primitives, &mut *count);
        }
    }

    fn terminals(plan: &PolicyPlan) -> Vec<String> {
        let values = match &plan.value {
            WorthPlan::Tree(plan) => Some(&plan.primitives),
            WorthPlan::Weights(_) => None,
        };
        operators::terminal_names([&plan.condition.primitives].into_iter().chain(values))
    }

    fn fingerprint(plan: &PolicyPlan) -> String {
        let values = match &plan.value {
            WorthPlan::Tree(plan) => plan.primitives.fingerprint(),
            WorthPlan::Weights(plan) => RealVector::fingerprint(plan),
        };
        format!("{} rules; {}; {values}", plan.n_rules, plan.condition.primitives.fingerprint())
    }
}

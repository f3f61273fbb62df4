//! Individuals that are ordered rules.

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use super::{Genome, TreePlan, VectorPlan};
use crate::grow::ramped;
use crate::operators::{
    self, ConstantMutation, Crossover, FactorMutation, GeneMutation, Mutation, RuleCrossover,
    RuleMutation, SubtreeCrossover, SubtreeMutation, WeightCrossover,
};
use crate::{Program, RealVector, Rng, Terminals, Tree};

/// Ordered rules: the first whose condition holds gives the value, the default if
/// none does. After chapter 10 of Sipper (2011), *Evolved to Win*.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Policy {
    /// The rules, in the order in which they are asked.
    pub rules: Vec<Rule>,
    /// The value if no rule applies.
    pub default: Worth,
}

/// A rule of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// When it applies.
    pub condition: Tree,
    /// What it then says.
    pub value: Worth,
}

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Worth {
    /// A tree's value.
    Tree(Tree),
    /// A weighted sum, of whatever the problem weighs.
    Weights(RealVector),
}

/// What the policies of a population are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyPlan {
    /// How many rules there are beside the default.
    pub n_rules: usize,
    /// What conditions are made of; they give a Bool.
    pub condition: TreePlan,
    /// What values are made of.
    pub value: WorthPlan,
}

/// What values are made of.
#[derive(Clone, Debug, PartialEq)]
pub enum WorthPlan {
    /// Trees.
    Tree(Box<TreePlan>),
    /// Weights within ranges.
    Weights(VectorPlan<f64>),
}

impl WorthPlan {
    pub(crate) fn random(&self, rng: &mut Rng, nth: usize) -> Worth {
        match self {
            Self::Tree(plan) => Worth::Tree(ramped(rng, &plan.primitives, &plan.limits, nth)),
            Self::Weights(plan) => Worth::Weights(RealVector::random(rng, plan, nth)),
        }
    }
}

impl Policy {
    /// What applies in a position: the value of the first rule whose condition
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
        // Each tree has its own depth, or all of a policy would be alike.
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
        &[&SubtreeMutation, &ConstantMutation, &FactorMutation, &RuleMutation, &GeneMutation]
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

//! Rule operators: whole rules exchanged between policies, and within one.

use rand::Rng as _;

use super::{Crossover, Mutation};
use crate::Rng;
use crate::genome::{Policy, PolicyPlan};

/// Two policies exchange a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleCrossover;

impl Crossover<Policy> for RuleCrossover {
    fn name(&self) -> &'static str {
        "rule"
    }

    fn exchange(&self, rng: &mut Rng, _: &PolicyPlan, a: &mut Policy, b: &mut Policy) {
        if !a.rules.is_empty() && !b.rules.is_empty() {
            let (p, q) = (rng.random_range(0..a.rules.len()), rng.random_range(0..b.rules.len()));
            std::mem::swap(&mut a.rules[p], &mut b.rules[q]);
        }
    }

    fn donate(&self, rng: &mut Rng, plan: &PolicyPlan, donor: &Policy, receiver: &mut Policy) {
        self.exchange(rng, plan, &mut donor.clone(), receiver);
    }
}

/// Swaps two rules of a policy, and so their precedence.
#[derive(Clone, Copy, Debug)]
pub struct RuleMutation;

impl Mutation<Policy> for RuleMutation {
    fn name(&self) -> &'static str {
        "rule"
    }

    fn mutate(&self, rng: &mut Rng, _: &PolicyPlan, one: &mut Policy) {
        let n_rules = one.rules.len();
        if n_rules >= 2 {
            let first = rng.random_range(0..n_rules);
            let second = (first + rng.random_range(1..n_rules)) % n_rules;
            one.rules.swap(first, second);
        }
    }
}

//! Evolved policies: rules with conditions.

use std::sync::LazyLock;

use ludex_evolve::{
    Function, Limits, Policy, PolicyPlan, Primitives, Terminal, TreePlan, Type, VectorPlan,
    WorthPlan,
};

use super::assert_same;
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "policy",
    seeds: || {
        texts(&[
            "if:\nlate\nthen:\n0.5 0.25\ndefault:\n1 0\n",
            "if:\n(and late (or late false))\nthen:\n0.5 0.25\ndefault:\n1 0\n",
        ])
    },
    words: &["if:\n", "then:\n", "default:\n", "late", "(and ", "(or ", "true", "0.5 "],
    n_short: 2_000,
    check: survives,
};

static PLAN: LazyLock<PolicyPlan> = LazyLock::new(|| {
    let set = Primitives::builder(Type::Bool)
        .functions([Function::And, Function::Or])
        .terminal(Terminal::new(0, "late", Type::Bool));
    let condition = TreePlan::new("condition", set, Limits::default()).expect("it has terminals");
    PolicyPlan { n_rules: 1, condition, value: WorthPlan::Weights(VectorPlan::new(2, 0.0..1.0)) }
});

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let Ok(policy) = Policy::parse(text, &PLAN) else { return false };
    let printed = policy.to_text(&PLAN);
    assert_same(&policy, &printed, Policy::parse(&printed, &PLAN));
    true
}

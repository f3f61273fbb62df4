//! Measures of the importance of terminals.

use crate::common::{Position, everything, limits};
use ludex_evolve::{Forest, ForestPlan, GenerationStats, Program, TreePlan, Type, measures};

fn plan() -> ForestPlan {
    ForestPlan::new([TreePlan::new("main", everything(Type::Float), limits()).unwrap()])
}

/// A score that rewards the use of `x`.
fn score(one: &Forest) -> f64 {
    let plan = plan();
    let mut program = Program::new(&one.trees()[0], &plan.trees()[0].primitives);
    let mut value = |x: f64| program.evaluate(&mut Position::new([x, 3.0, 0.0, 1.0, 0.0]));
    if value(2.0) > value(1.0) { 0.9 } else { 0.4 }
}

#[test]
fn terminals_are_told_apart() {
    let plan = plan();
    assert_eq!(measures::single("x", &plan, 0.1, score), 0.8);
    assert!((measures::single("y", &plan, 0.1, score) - 0.3).abs() < 1e-9);
    // A Boolean works on its own as well.
    assert!((measures::single("is_late", &plan, 0.1, score) - 0.3).abs() < 1e-9);
    // A tree without terminals is the baseline: a useless terminal is worth nothing
    // above it.
    let baseline = score(&measures::blank(&plan));
    assert_eq!(measures::single("y", &plan, baseline, score), 0.0);
    assert_eq!(measures::single("x", &plan, baseline, score), 0.5);
    let forest = |text: &str| Forest::parse(text, &plan).unwrap();
    let strong = [(forest("(add x (if is_late y 1))"), 0.9), (forest("(mul 2 x)"), 0.9)];
    let mut n_scored = 0;
    let mut counted = |one: &Forest| {
        n_scored += 1;
        score(one)
    };
    assert!((measures::disabled("x", &plan, &strong, &mut counted) - 0.5).abs() < 1e-9);
    assert_eq!(measures::disabled("y", &plan, &strong, &mut counted), 0.0);
    assert_eq!(n_scored, 3, "who does not use it is not played again");
    assert!((measures::without("x", 0.9, 2, |_, nth| 0.4 + 0.2 * nth as f64) - 0.4).abs() < 1e-9);
    let pairs = measures::pairs(&["x", "y", "is_late"], |a, b| (a.len() + b.len()) as f64);
    assert_eq!(pairs, [((0, 1), 2.0), ((0, 2), 8.0), ((1, 2), 8.0)]);
    let strength =
        measures::Strength { single: 0.3, disabled: 0.2, without: Some(0.1), ..Default::default() };
    assert!((strength.strength().unwrap() - 0.2).abs() < 1e-9);
    assert_eq!(measures::cost(10, 3, 10).evolutions, 100);
    let used = measures::used_by(&[strong[0].0.clone(), strong[1].0.clone()], &plan);
    assert_eq!(used[0], ("x".to_string(), 2));
    let stats = |usage: Vec<u64>| GenerationStats { usage, ..GenerationStats::default() };
    assert_eq!(
        measures::usage(&[stats(vec![1, 3]), stats(vec![0, 0])]),
        [[0.25, 0.0], [0.75, 0.0]]
    );
}

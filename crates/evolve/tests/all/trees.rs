//! Trees: all evaluators agree, texts are read back, and simplified trees have the same
//! values.

use crate::common::{DEPTH, Position, everything, plain, tree_plan};
use ludex_evolve::{
    BlockProgram, Columns, Function, Genome, Memo, Node, Primitives, PrimitivesError, Program,
    Scratch, Shape, Terminal, Tree, Type, grow, operators::Mutation,
};
use proptest::prelude::*;

/// A tree after some mutations, so that it has factors.
fn evolved(seed: u64, root: Type) -> (Tree, ludex_evolve::ForestPlan) {
    let plan = ludex_evolve::ForestPlan::new([tree_plan("main", root)]);
    let mut rng = ludex_evolve::rng(seed, 0);
    let mut one = ludex_evolve::Forest::random(&mut rng, &plan, seed as usize % 32);
    for _ in 0..6 {
        ludex_evolve::operators::FactorMutation.mutate(&mut rng, &plan, &mut one);
    }
    (one.trees()[0].clone(), plan)
}

fn root(nth: u64) -> Type {
    if nth.is_multiple_of(2) { Type::Float } else { Type::Bool }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn programs_agree_with_recursion(seed: u64, numbers in prop::array::uniform5(-9.0..9.0f64)) {
        let (tree, plan) = evolved(seed, root(seed));
        let set = &plan.trees()[0].primitives;
        let expected = plain(&tree, set, &mut Position::new(numbers));
        prop_assert!(expected.is_finite());
        let mut program = Program::new(&tree, set);
        let mut position = Position::new(numbers);
        prop_assert_eq!(program.evaluate(&mut position), expected);
        prop_assert!(position.n_asked <= tree.size());
        let mut memo = Memo::new(Position::new(numbers), [set]);
        prop_assert_eq!(program.evaluate(&mut memo), expected);
        let n_asked = memo.inner().n_asked;
        prop_assert_eq!(program.evaluate(&mut memo), expected);
        prop_assert_eq!(memo.inner().n_asked, n_asked, "all was remembered");
    }

    #[test]
    fn shorter_trees_have_the_same_values(seed: u64, numbers in prop::array::uniform5(-9.0..9.0f64)) {
        let (tree, plan) = evolved(seed, root(seed));
        let set = &plan.trees()[0].primitives;
        let shorter = tree.simplify(set);
        prop_assert!(shorter.is_sound(set));
        prop_assert!(shorter.size() <= tree.size());
        let expected = plain(&tree, set, &mut Position::new(numbers));
        prop_assert_eq!(plain(&shorter, set, &mut Position::new(numbers)), expected);
        prop_assert_eq!(shorter.simplify(set).size() <= shorter.size(), true);
    }

    #[test]
    fn texts_are_read_back(seed: u64) {
        let (tree, plan) = evolved(seed, root(seed));
        let set = &plan.trees()[0].primitives;
        let text = tree.to_text(set);
        prop_assert_eq!(Tree::parse(&text, set), Ok(tree.clone()), "{}", text);
        let shorter = tree.simplify(set);
        prop_assert_eq!(Tree::parse(&shorter.to_text(set), set), Ok(shorter));
        prop_assert!(!tree.to_infix(set).is_empty());
    }

    #[test]
    fn nonsense_is_refused(text in "[()a-z0-9* ;\n.-]{0,40}") {
        let plan = tree_plan("main", Type::Float);
        if let Ok(tree) = Tree::parse(&text, &plan.primitives) {
            prop_assert!(tree.is_sound(&plan.primitives));
        }
    }

    #[test]
    fn blocks_agree_with_single_rows(seed: u64, n_rows in 1..300usize) {
        let set = Primitives::builder(Type::Float)
            .functions(Function::ALL.iter().copied())
            .terminal(Terminal::new(0, "x", Type::Float))
            .terminal(Terminal::new(1, "y", Type::Query).costly())
            .ephemeral("number", -5.0..5.0)
            .scaled("times", -2.0..2.0)
            .build(8)
            .unwrap();
        let mut rng = ludex_evolve::rng(seed, 1);
        let mut nodes = grow(&mut rng, &set, Shape::Grow, 8, 300).nodes().to_vec();
        for (at, node) in nodes.iter_mut().enumerate() {
            if at % 3 == 0 && set.get(node.primitive).gives() != Type::Bool {
                node.number *= 1.5;
            }
        }
        let tree = Tree::new(nodes, &set).expect("still sound");
        let column = |shift: f64| (0..n_rows).map(|row| (row as f64 * 0.7 + shift).sin() * 5.0).collect();
        let columns = Columns::new(&[column(0.0), column(1.0)]);
        let values = BlockProgram::new(&tree, &set).expect("no action").evaluate(&columns, &mut Scratch::default());
        let mut program = Program::new(&tree, &set);
        struct Row<'a>(&'a Columns, usize);
        impl ludex_evolve::Terminals for Row<'_> {
            fn value(&mut self, terminal: ludex_evolve::TerminalId, _: ludex_evolve::Params) -> f64 {
                self.0.value(terminal, self.1)
            }
        }
        prop_assert_eq!(values.len(), n_rows);
        for (row, value) in values.into_iter().enumerate() {
            prop_assert_eq!(value, program.evaluate(&mut Row(&columns, row)));
        }
    }
}

#[test]
fn costly_terminals_are_asked_only_where_needed() {
    let set = everything(Type::Float).build(DEPTH).unwrap();
    let asked = |text: &str, is_late: f64| {
        let tree = Tree::parse(text, &set).unwrap();
        let mut position = Position::new([1.0, 2.0, 0.0, is_late, 0.0]);
        Program::new(&tree, &set).evaluate(&mut position);
        position.n_asked
    };
    // `is_late`, and `y` only if it is true.
    assert_eq!(asked("(if is_late y 0)", 0.0), 1);
    assert_eq!(asked("(if is_late y 0)", 1.0), 2);
    // A terminal is evaluated once, however often it is used.
    assert_eq!(asked("(add y (add y (if is_late y y)))", 1.0), 2);
    // A terminal in an intron is never evaluated.
    assert_eq!(asked("(nullj 1 y)", 1.0), 0);
    assert_eq!(asked("(if (notg true is_late) 1 2)", 1.0), 0);
    assert_eq!(asked("(if (and is_late (greater y 1)) 1 2)", 0.0), 1);
    assert_eq!(asked("(if (or is_late (greater y 1)) 1 2)", 1.0), 1);
}

#[test]
fn shorter() {
    let set = everything(Type::Float).build(DEPTH).unwrap();
    let shorter = |text: &str| Tree::parse(text, &set).unwrap().simplify(&set).to_text(&set);
    assert_eq!(shorter("(add (mul x 0) (sub y y))"), "0");
    assert_eq!(shorter("(if (not (not is_late)) x y)"), "(if is_late x y)");
    assert_eq!(shorter("(if (not is_late) x y)"), "(if is_late y x)");
    assert_eq!(shorter("(if (notg is_late (and true false)) x y)"), "(if is_late y x)");
    assert_eq!(shorter("(if (and true is_late) (neg (neg x)) (div x 0))"), "(if is_late x 0)");
    assert_eq!(shorter("(if (or (less x x) true) 2*(add 1 2) y)"), "6");
    assert_eq!(shorter("(times 2 (nullj 3 x))"), "6");
    assert_eq!(shorter("2*(nullj 3*x y)"), "2*(nullj 3*x 0)");
    assert_eq!(shorter("(if (is_empty 1 2) (max x x) x)"), "x");
    // A count is a number as well as a truth value: `and` of it is not the same.
    assert_eq!(
        shorter("(if (or (and (count 1) true) (less 2 1)) 1 0)"),
        "(if (and (count 1) true) 1 0)"
    );
}

#[test]
fn impossible_sets_are_told() {
    let error = |set: ludex_evolve::PrimitivesBuilder, depth: usize| {
        set.build(depth).unwrap_err().to_string()
    };
    let x = || Terminal::new(0, "x", Type::Float);
    let set = Primitives::builder(Type::Bool).terminal(x());
    assert_eq!(error(set, 5), "nothing gives a Bool, which is wanted at the root");
    let set =
        Primitives::builder(Type::Float).terminal(x()).functions([Function::If, Function::And]);
    assert_eq!(error(set, 5), "nothing gives a Bool, which `if` needs as its first argument");
    let set = Primitives::builder(Type::Float).functions([Function::Add, Function::Mul]);
    assert_eq!(error(set, 5), "nothing gives a Float, which is wanted at the root");
    let set =
        Primitives::builder(Type::Bool).terminal(x()).functions([Function::Less, Function::And]);
    assert_eq!(error(set.clone(), 1), "the smallest tree has depth 2, but 1 is allowed");
    assert_eq!(error(set, 2), "`and` needs a tree of depth 3, but 2 is allowed");
    let set = Primitives::builder(Type::Float).terminal(x()).terminal(x());
    assert_eq!(error(set, 5), "`x` is there twice");
    let set = Primitives::builder(Type::Float).terminal(Terminal::new(0, "my x", Type::Float));
    assert!(matches!(set.build(5), Err(PrimitivesError::BadName(_))));
    // A function that no tree can use may need any type.
    let set = Primitives::builder(Type::Float).terminal(x()).functions([Function::And]);
    assert!(set.build(5).is_ok());
    // A query fits both types of arguments.
    let set = Primitives::builder(Type::Float).functions([Function::If, Function::And]);
    assert!(set.terminal(Terminal::new(0, "q", Type::Query)).build(5).is_ok());
}

#[test]
fn mistakes_in_texts_are_told() {
    let set = everything(Type::Float).build(DEPTH).unwrap();
    let error = |text: &str| Tree::parse(text, &set).unwrap_err().to_string();
    assert_eq!(error(""), "line 1: an expression is missing");
    assert_eq!(error("(add x"), "line 1: an expression is missing");
    assert_eq!(error("(add x y"), "line 1: `)` is missing");
    assert_eq!(error("(add x y y)"), "line 1: `)` is missing before `y`");
    assert_eq!(error("x y"), "line 1: `y` is left over");
    assert_eq!(error("(add x\n(and true false))"), "line 2: `and` gives a Bool, not a Float");
    assert_eq!(error("(if (is_empty 1 9) x y)"), "line 1: `9` is no column, which is 0 to 2");
    assert_eq!(error("(if 2*(not true) x y)"), "line 1: `not` gives a Bool and has no factor");
    assert_eq!(error("(add 1e999 x)"), "line 1: `1e999` is no number");
    assert!(error(&"(neg ".repeat(500)).contains("too large"));
}

#[test]
fn nodes_are_small() {
    assert_eq!(size_of::<Node>(), 16);
}

#[test]
fn policies_are_read_back() {
    for has_weights in [false, true] {
        let plan = crate::common::policy_plan(has_weights);
        for seed in 0..20 {
            let policy =
                ludex_evolve::Policy::random(&mut ludex_evolve::rng(seed, 0), &plan, seed as usize);
            assert_eq!(ludex_evolve::Policy::parse(&policy.to_text(&plan), &plan), Ok(policy));
        }
    }
}

#[test]
fn seeds_must_fit_their_plan() {
    let plan = crate::common::forest_plan();
    let good = ludex_evolve::Forest::random(&mut ludex_evolve::rng(1, 0), &plan, 3);
    assert!(plan.clone().seeds([good.clone()]).is_ok());
    let wrong = ludex_evolve::Forest::new(vec![good.trees()[0].clone()]);
    assert!(matches!(plan.clone().seeds([wrong]), Err(PrimitivesError::BadSeed(_))));
    let deep = Tree::parse(
        &format!("{}x{}", "(neg ".repeat(30), ")".repeat(30)),
        &plan.trees()[0].primitives,
    );
    let deep = ludex_evolve::Forest::new(vec![deep.unwrap(), good.trees()[1].clone()]);
    assert!(matches!(plan.seeds([deep]), Err(PrimitivesError::BadSeed(_))));
}

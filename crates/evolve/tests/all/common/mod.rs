//! Helpers shared by the tests: sets with every primitive, and a plain evaluator of
//! trees.
#![allow(dead_code)]

use ludex_evolve::{
    Draw, ForestPlan, Function, Limits, Params, PolicyPlan, Primitives, Terminal, TerminalId,
    Terminals, Tree, TreePlan, Type, VectorPlan, View, What, WorthPlan,
};

pub const DEPTH: usize = 9;

/// Every function, every type, parameters, constants of all kinds.
pub fn everything(root: Type) -> ludex_evolve::PrimitivesBuilder {
    Primitives::builder(root)
        .functions(Function::ALL.iter().copied())
        .terminal(Terminal::new(0, "x", Type::Float))
        .terminal(Terminal::new(1, "y", Type::Float).costly())
        .terminal(Terminal::new(2, "is_empty", Type::Bool).param("row", 0..3).param("column", 0..3))
        .terminal(Terminal::new(3, "is_late", Type::Bool).costly())
        .terminal(Terminal::new(4, "count", Type::Query).param("square", 0..4).costly())
        .constant("one", Type::Float, 1.0)
        .constant("zero", Type::Float, 0.0)
        .constant("true", Type::Bool, 1.0)
        .constant("false", Type::Bool, 0.0)
        .ephemeral("number", -5.0..5.0)
        .ephemeral("huge", Draw::OneOf(vec![1e140, -1e149, 1e-140]))
        .scaled("times", -2.0..2.0)
}

pub fn limits() -> Limits {
    Limits { depth: DEPTH, size: 300, ..Limits::default() }
}

pub fn tree_plan(name: &str, root: Type) -> TreePlan {
    TreePlan::new(name, everything(root), limits()).unwrap()
}

/// Two trees of different sets.
pub fn forest_plan() -> ForestPlan {
    let small = Primitives::builder(Type::Bool)
        .functions([Function::And, Function::Less, Function::NotG])
        .terminal(Terminal::new(0, "x", Type::Float))
        .ephemeral("number", 0.0..1.0);
    let small = TreePlan::new("small", small, Limits { depth: 5, ..limits() }).unwrap();
    ForestPlan::new([tree_plan("large", Type::Float), small])
}

pub fn policy_plan(has_weights: bool) -> PolicyPlan {
    let value = match has_weights {
        true => WorthPlan::Weights(VectorPlan::new(6, 0.0..1.0)),
        false => WorthPlan::Tree(Box::new(tree_plan("value", Type::Float))),
    };
    PolicyPlan { n_rules: 4, condition: tree_plan("condition", Type::Bool), value }
}

/// A position: some numbers.
pub struct Position {
    pub numbers: [f64; 5],
    pub n_asked: usize,
}

impl Position {
    pub fn new(numbers: [f64; 5]) -> Self {
        Self { numbers, n_asked: 0 }
    }
}

impl Terminals for Position {
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64 {
        self.n_asked += 1;
        let at = usize::from(terminal.0);
        let shifted = self.numbers[at] + f64::from(params[0]) - 2.0 * f64::from(params[1]);
        match at {
            2 | 3 => f64::from(u8::from(shifted > 0.0)),
            4 => shifted.round(),
            _ => shifted,
        }
    }
}

/// The value of a tree by plain recursion, with all arguments evaluated.
pub fn plain(tree: &Tree, set: &Primitives, position: &mut Position) -> f64 {
    value(tree.view(set), set, position)
}

fn value(view: View<'_>, set: &Primitives, position: &mut Position) -> f64 {
    let node = view.node();
    let args: Vec<f64> = view.children().map(|child| value(child, set, position)).collect();
    let times = |value: f64| if node.number == 1.0 { value } else { product(value, node.number) };
    match set.get(node.primitive).what() {
        What::Literal | What::Ephemeral(_) => node.number,
        What::Fixed(number) => product(*number, node.number),
        What::Scaled(_) => product(args[0], node.number),
        What::Terminal(terminal) => times(position.value(terminal.id(), node.params)),
        What::Function(function) => times(function.value(&args)),
        What::Action(_) => unreachable!("no action in these sets"),
    }
}

fn product(a: f64, b: f64) -> f64 {
    Function::Mul.value(&[a, b])
}

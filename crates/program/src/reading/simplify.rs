//! Simplification: smaller trees with the same values and the same effects.
//!
//! Values are the same numbers for all values of the terminals, as long as these
//! are finite and Boolean ones 0 or 1; only the sign of a zero may differ, which
//! no function distinguishes. Sums are not reordered, because rounding would differ.
//!
//! Actions run as often and in the same order as before: a rule that would drop an action
//! that may run is not applied.

use super::text::number_node;
use crate::primitives::What;
use crate::tree::end;
use crate::{ARGS_MAX, Function, Node, Primitives, Tree, Type};

impl Tree {
    /// The same values and effects with fewer nodes: constants are computed, introns and dead
    /// branches dropped, terms that cancel out removed.
    ///
    /// ```
    /// use ludex_program::{Function, Primitives, Terminal, Tree, Type};
    ///
    /// let set = Primitives::builder(Type::Float)
    ///     .functions([Function::Add, Function::NullJ, Function::If, Function::Less])
    ///     .terminal(Terminal::new(0, "x", Type::Float))
    ///     .build(8)?;
    /// let tree = Tree::parse("(if (less 1 (add 1 1)) (nullj (add x 0) (add x x)) x)", &set).unwrap();
    /// assert_eq!(tree.simplify(&set).to_text(&set), "x");
    /// # Ok::<(), ludex_program::PrimitivesError>(())
    /// ```
    pub fn simplify(&self, set: &Primitives) -> Self {
        // From the last node to the first, all arguments of a function are ready
        // when it is reached, the first on top.
        let mut ready: Vec<Vec<Node>> = Vec::new();
        for node in self.nodes().iter().rev() {
            let args = ready.split_off(ready.len() - set.arity(node));
            ready.push(simpler(set, *node, args.into_iter().rev().collect()));
        }
        let mut tree = Self::of(ready.pop().expect("a tree has a root"));
        let places = tree.places(set);
        for (node, place) in tree.nodes_mut().iter_mut().zip(places) {
            if let What::Literal = set.of(node).what() {
                *node = named(set, place.slot, node.number);
            }
        }
        tree
    }
}

/// A node over simplified arguments: simplified, unless that would drop an action.
fn simpler(set: &Primitives, node: Node, args: Vec<Vec<Node>>) -> Vec<Node> {
    let n_running = n_running(set, &node, &args);
    if n_running == 0 {
        return simpler_value(set, node, args);
    }
    let simple = simpler_value(set, node, args.clone());
    match n_actions(set, &simple) == n_running {
        true => simple,
        false => assemble_used(set, node, args),
    }
}

/// The number of actions among some nodes.
fn n_actions(set: &Primitives, nodes: &[Node]) -> usize {
    nodes.iter().filter(|node| set.of(node).has_effect()).count()
}

/// The number of actions of a node and its arguments that may run: not those of introns, nor
/// those that a constant condition skips.
fn n_running(set: &Primitives, node: &Node, args: &[Vec<Node>]) -> usize {
    let n_own = usize::from(set.of(node).has_effect());
    let value = |at: usize| args.get(at).and_then(|arg| constant(set, arg));
    let mut runs = [true; ARGS_MAX];
    if let What::Function(function) = set.of(node).what() {
        runs[function.n_used()..].fill(false);
        match (function, value(0), value(1)) {
            (Function::If, Some(test), _) => runs[if test != 0.0 { 2 } else { 1 }] = false,
            (Function::IfLessEqual, Some(a), Some(b)) => runs[if a <= b { 3 } else { 2 }] = false,
            (Function::And, Some(0.0), _) => runs[1] = false,
            (Function::Or, Some(test), _) if test != 0.0 => runs[1] = false,
            _ => {}
        }
    }
    let running = args.iter().zip(runs).filter(|(_, runs)| *runs);
    n_own + running.map(|(arg, _)| n_actions(set, arg)).sum::<usize>()
}

/// A node over simplified arguments, simplified by its value alone.
fn simpler_value(set: &Primitives, node: Node, mut args: Vec<Vec<Node>>) -> Vec<Node> {
    match set.of(&node).what() {
        What::Literal | What::Ephemeral(_) => vec![node],
        What::Terminal(_) if node.number == 0.0 => vec![Node::literal(0.0)],
        What::Fixed(value) if node.number != 1.0 => vec![product(*value, node.number)],
        What::Fixed(_) | What::Terminal(_) => vec![node],
        What::Scaled(_) => match constant(set, &args[0]) {
            Some(value) => vec![product(value, node.number)],
            None if node.number == 0.0 => vec![Node::literal(0.0)],
            None if node.number == 1.0 && is_bounded(set, &args[0]) => args.swap_remove(0),
            None => assemble(node, &args),
        },
        What::Function(function) => {
            let found = reduced(set, *function, &args);
            let found = found.and_then(|nodes| scaled(set, nodes, node.number));
            found.unwrap_or_else(|| assemble_used(set, node, args))
        }
        What::Action(_) => assemble(node, &args),
    }
}

/// A node over its arguments, with 0 in the place of introns.
fn assemble_used(set: &Primitives, node: Node, mut args: Vec<Vec<Node>>) -> Vec<Node> {
    if let What::Function(function) = set.of(&node).what() {
        let introns = args.iter_mut().skip(function.n_used());
        introns.for_each(|arg| *arg = vec![Node::literal(0.0)]);
    }
    assemble(node, &args)
}

/// The node of a number as texts write it: an ephemeral constant, or a Boolean by its name.
fn named(set: &Primitives, place: Type, number: f64) -> Node {
    let is_it = |name: &&str| {
        let known = set.find(name).map(|id| set.get(id));
        known.is_some_and(|one| one.gives() == Type::Bool && *one.what() == What::Fixed(number))
    };
    let name = ["true", "false"].into_iter().find(is_it).filter(|_| place == Type::Bool);
    match name.and_then(|name| set.find(name)) {
        Some(id) => Node::new(id),
        None => number_node(set, place, number),
    }
}

fn assemble(node: Node, args: &[Vec<Node>]) -> Vec<Node> {
    let mut nodes = vec![node];
    nodes.extend(args.iter().flatten());
    nodes
}

fn product(a: f64, b: f64) -> Node {
    Node::literal(Function::Mul.value(&[a, b]))
}

/// Nodes with a factor, if their root can hold it. A root that has a factor cannot hold a
/// second one: the product of both would be rounded differently.
fn scaled(set: &Primitives, mut nodes: Vec<Node>, factor: f64) -> Option<Vec<Node>> {
    if factor == 1.0 {
        return Some(nodes);
    }
    if factor == 0.0 {
        return Some(vec![Node::literal(0.0)]);
    }
    if let Some(value) = constant(set, &nodes) {
        return Some(vec![product(value, factor)]);
    }
    let is_free = nodes[0].number == 1.0 && !matches!(set.of(&nodes[0]).what(), What::Scaled(_));
    if is_free {
        nodes[0].number = factor;
    }
    is_free.then_some(nodes)
}

/// The value of nodes that are a constant.
fn constant(set: &Primitives, nodes: &[Node]) -> Option<f64> {
    let [node] = nodes else { return None };
    match set.of(node).what() {
        What::Literal | What::Ephemeral(_) => Some(node.number),
        What::Fixed(value) => Some(Function::Mul.value(&[*value, node.number])),
        _ => None,
    }
}

/// Whether a value is certain to be 0 or 1.
fn is_truth(set: &Primitives, nodes: &[Node]) -> bool {
    set.of(&nodes[0]).gives() == Type::Bool
}

/// Whether a value is certain to be within the bounds of products: only sums leave them.
fn is_bounded(set: &Primitives, nodes: &[Node]) -> bool {
    let is_sum =
        |node: &Node| matches!(set.of(node).what(), What::Function(Function::Add | Function::Sub));
    let root = &nodes[0];
    let is_product = match set.of(root).what() {
        What::Scaled(_) | What::Function(Function::Mul | Function::Div) => true,
        _ => root.number != 1.0,
    };
    is_product || !nodes.iter().any(is_sum)
}

/// The arguments of nodes that are a function, without a factor.
fn arguments<'a>(
    set: &Primitives,
    nodes: &'a [Node],
    functions: &[Function],
) -> Option<Vec<&'a [Node]>> {
    let What::Function(function) = set.of(&nodes[0]).what() else { return None };
    if !functions.contains(function) || nodes[0].number != 1.0 {
        return None;
    }
    let mut at = 1;
    let args = function.takes().iter().map(|_| {
        let arg = &nodes[at..end(set, nodes, at)];
        at += arg.len();
        arg
    });
    Some(args.collect())
}

/// Simpler nodes with the value of a function of some arguments, if a rule applies.
fn reduced(set: &Primitives, function: Function, args: &[Vec<Node>]) -> Option<Vec<Node>> {
    let args = &args[..function.n_used()];
    let value = |at: usize| args.get(at).and_then(|arg| constant(set, arg));
    let known: Option<Vec<f64>> = (0..args.len()).map(value).collect();
    if let Some(known) = known {
        return Some(vec![Node::literal(function.value(&known))]);
    }
    let is = |at: usize, number: f64| value(at) == Some(number);
    let is_true = |at: usize| value(at).is_some_and(|value| value != 0.0);
    let any = |test: &dyn Fn(usize) -> bool| (0..args.len()).any(test);
    let are_same = args.len() >= 2 && args[args.len() - 2] == args[args.len() - 1];
    let keep = |at: usize| Some(args[at].clone());
    let keep_if = |holds: bool, at: usize| holds.then(|| args[at].clone());
    let number = |number: f64| Some(vec![Node::literal(number)]);
    let truth_of = |at: usize| is_truth(set, &args[at]);
    use Function::*;
    match function {
        Add if is(0, 0.0) => keep(1),
        Add | Sub if is(1, 0.0) => keep(0),
        Sub if are_same => number(0.0),
        Mul if any(&|at| is(at, 0.0)) => number(0.0),
        Mul if is(0, 1.0) => keep_if(is_bounded(set, &args[1]), 1),
        Mul | Div if is(1, 1.0) => keep_if(is_bounded(set, &args[0]), 0),
        Div if any(&|at| is(at, 0.0)) => number(0.0),
        Neg => arguments(set, &args[0], &[Neg]).map(|inner| inner[0].to_vec()),
        Abs => arguments(set, &args[0], &[Abs]).map(|_| args[0].clone()),
        Min | Max if are_same => keep(0),
        If if is_true(0) => keep(1),
        If if is(0, 0.0) => keep(2),
        If if are_same => keep(1),
        IfLessEqual if are_same => keep(2),
        IfLessEqual if args[0] == args[1] => keep(2),
        IfLessEqual => match (value(0)?, value(1)?) {
            (a, b) if a <= b => keep(2),
            _ => keep(3),
        },
        If => {
            let inner = arguments(set, &args[0], &[Not, NotG])?;
            let parts = [inner[0].to_vec(), args[2].clone(), args[1].clone()];
            Some(assemble(Node::new(set.find(If.name())?), &parts))
        }
        Greater | Less if are_same => number(0.0),
        GreaterEqual | LessEqual | Equal if are_same => number(1.0),
        And | And3 if any(&|at| is(at, 0.0)) => number(0.0),
        Or | Or3 if any(&is_true) => number(1.0),
        And if is_true(0) => keep_if(truth_of(1), 1),
        And if is_true(1) => keep_if(truth_of(0), 0),
        Or if is(0, 0.0) => keep_if(truth_of(1), 1),
        Or if is(1, 0.0) => keep_if(truth_of(0), 0),
        And | Or if are_same => keep_if(truth_of(0), 0),
        Nand if any(&|at| is(at, 0.0)) => number(1.0),
        Nor if any(&is_true) => number(0.0),
        Not | NotG => {
            let inner = arguments(set, &args[0], &[Not, NotG]).map(|inner| inner[0].to_vec());
            match inner.filter(|inner| is_truth(set, inner)) {
                None if function == NotG => {
                    Some(assemble(Node::new(set.find(Not.name())?), &[args[0].clone()]))
                }
                inner => inner,
            }
        }
        NullJ => keep(0),
        Seq => keep(1),
        _ => None,
    }
}

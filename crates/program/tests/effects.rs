//! Actions run in order, once per evaluation, in compiled and simplified trees alike.

use ludex_program::{
    Action, ActionId, BlockProgram, Function, Memo, Node, Params, Primitives, Program, Shape,
    Terminal, TerminalId, Terminals, Tree, Type, What, end, grow,
};

/// A world that actions change: a position on a line, and a log of what was done.
#[derive(Clone, Debug, Default, PartialEq)]
struct World {
    place: f64,
    log: Vec<(u16, Vec<u64>)>,
}

impl Terminals for World {
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64 {
        match terminal.0 {
            0 => self.place,
            1 => f64::from(u8::from(self.place > f64::from(params[0]))),
            _ => self.log.len() as f64,
        }
    }

    fn act(&mut self, action: ActionId, args: &[f64]) -> f64 {
        self.log.push((action.0, args.iter().map(|arg| arg.to_bits()).collect()));
        let sum: f64 = args.iter().sum();
        self.place = (self.place + sum + 1.0) % 17.0;
        if action.0 == 3 { f64::from(u8::from(sum > 0.0)) } else { self.place }
    }
}

fn primitives() -> Primitives {
    Primitives::builder(Type::Float)
        .functions(Function::ALL.iter().copied())
        .terminal(Terminal::new(0, "place", Type::Float))
        .terminal(Terminal::new(1, "is_beyond", Type::Bool).param("mark", 0..5))
        .terminal(Terminal::new(2, "n_done", Type::Query).costly())
        .action(Action::new(0, "step", Type::Float))
        .action(Action::new(1, "turn", Type::Float).arg(Type::Float))
        .action(
            Action::new(2, "aim", Type::Float)
                .arg(Type::Float)
                .arg(Type::Bool)
                .arg(Type::Float)
                .arg(Type::Float),
        )
        .action(Action::new(3, "fire", Type::Bool).arg(Type::Float))
        .constant("true", Type::Bool, 1.0)
        .constant("false", Type::Bool, 0.0)
        .ephemeral("number", -2.0..2.0)
        .scaled("scale", -2.0..2.0)
        .build(9)
        .expect("every place can be filled")
}

/// The plain recursive definition: arguments in order, control flow as documented.
fn interpret(set: &Primitives, nodes: &[Node], world: &mut World) -> f64 {
    let node = &nodes[0];
    let mut args = Vec::new();
    let mut at = 1;
    for _ in 0..set.arity(node) {
        let after = end(set, nodes, at);
        args.push(&nodes[at..after]);
        at = after;
    }
    let mut of = |nth: usize| interpret(set, args[nth], world);
    let times = |value: f64| match node.number {
        1.0 => value,
        factor => Function::Mul.value(&[value, factor]),
    };
    let is = |value: f64| value != 0.0;
    match set.of(node).what() {
        What::Literal | What::Ephemeral(_) => node.number,
        What::Fixed(value) => times(*value),
        What::Scaled(_) => Function::Mul.value(&[of(0), node.number]),
        What::Terminal(terminal) => times(world.value(terminal.id(), node.params)),
        What::Action(action) => {
            let values: Vec<f64> = (0..args.len()).map(of).collect();
            times(world.act(action.id(), &values))
        }
        What::Function(function) => times(match function {
            Function::If => {
                let test = of(0);
                of(if is(test) { 1 } else { 2 })
            }
            Function::IfLessEqual => {
                let (a, b) = (of(0), of(1));
                of(if a <= b { 2 } else { 3 })
            }
            Function::And => f64::from(u8::from(is(of(0)) && is(of(1)))),
            Function::Or => f64::from(u8::from(is(of(0)) || is(of(1)))),
            function => {
                let values: Vec<f64> = (0..function.n_used()).map(of).collect();
                function.value(&values)
            }
        }),
    }
}

#[test]
fn programs_and_simplified_trees_act_as_the_definition_says() {
    let set = primitives();
    let rng = &mut ludex_game::rng(5, 0);
    let (mut n_acted, mut n_shorter) = (0, 0);
    for nth in 0..3_000 {
        let shape = if nth % 2 == 0 { Shape::Full } else { Shape::Grow };
        let tree = grow(rng, &set, shape, 2 + nth % 5, 400);
        let start = World { place: (nth % 11) as f64, log: Vec::new() };
        let mut expected = start.clone();
        let value = interpret(&set, tree.nodes(), &mut expected);
        n_acted += expected.log.len();
        let simple = tree.simplify(&set);
        n_shorter += usize::from(simple.size() < tree.size());
        for tree in [&tree, &simple] {
            let mut program = Program::new(tree, &set);
            // Evaluated twice, to show that nothing is remembered.
            for _ in 0..2 {
                let mut world = start.clone();
                assert_eq!(program.evaluate(&mut world), value, "{}", tree.to_text(&set));
                assert_eq!(world, expected, "{}", tree.to_text(&set));
            }
            let mut memo = Memo::new(start.clone(), [&set]);
            assert_eq!(program.evaluate(&mut memo), value);
            assert_eq!(memo.inner(), &expected, "{}", tree.to_text(&set));
        }
        let text = tree.to_text(&set);
        assert_eq!(Tree::parse(&text, &set), Ok(tree), "{text}");
    }
    assert!(n_acted > 3_000 && n_shorter > 1_000, "{n_acted} {n_shorter}");
}

#[test]
fn simplification_keeps_actions_and_their_order() {
    let set = primitives();
    let cases = [
        ("(sub step step)", "(sub step step)"),
        ("(mul (turn 1) 0)", "(mul (turn 1) 0)"),
        ("0*step", "0*step"),
        ("(scale 0 step)", "(scale 0 step)"),
        ("(seq step (seq place step))", "(seq step step)"),
        ("(seq place 1)", "1"),
        ("(if true (turn 1) step)", "(turn 1)"),
        ("(if (fire 1) 2 2)", "(if (fire 1) 2 2)"),
        ("(if_less_equal 1 2 step (turn 1))", "step"),
        ("(if_less_equal step step 1 2)", "(if_less_equal step step 1 2)"),
        ("(if (and false (fire 1)) step (turn 2))", "(turn 2)"),
        ("(if (and (fire 1) false) step place)", "(if (and (fire 1) false) step place)"),
        ("(nullj step (turn 1))", "step"),
        ("(add step 0)", "step"),
    ];
    for (text, simple) in cases {
        let tree = Tree::parse(text, &set).unwrap();
        assert_eq!(tree.simplify(&set).to_text(&set), simple, "{text}");
    }
}

#[test]
fn formulas_and_views_have_actions() {
    let set = primitives();
    let tree = Tree::parse("(if_less_equal place (turn 1) (seq step 2) 0.5*place)", &set).unwrap();
    let formula = "if place <= turn(1) then seq(step(), 2) else 0.5 * place";
    assert_eq!(tree.to_infix(&set), formula);
    let labels: Vec<String> = tree.view(&set).children().map(|child| child.label()).collect();
    assert_eq!(labels, ["place", "turn", "seq", "0.5 * place"]);
    assert!(tree.view(&set).children().all(|child| !child.is_intron()));
}

#[test]
fn rows_have_no_actions() {
    let set = primitives();
    let tree = Tree::parse("(add place (turn 1))", &set).unwrap();
    let error = BlockProgram::new(&tree, &set).err().unwrap().to_string();
    assert_eq!(
        error,
        "`turn` has an effect, which cannot run for many rows at once: use `Program`"
    );
    let tree = Tree::parse("(seq 1 place)", &set).unwrap();
    assert!(BlockProgram::new(&tree, &set).is_ok());
}

#[test]
fn an_action_has_at_most_four_arguments() {
    let five = (0..5).fold(Action::new(0, "much", Type::Float), |one, _| one.arg(Type::Float));
    let set = Primitives::builder(Type::Float).action(five).ephemeral("number", 0.0..1.0);
    assert_eq!(set.build(5).unwrap_err().to_string(), "action `much` has more than four arguments");
}

//! The reference reasoner compared with a naive evaluator: every rule is tried
//! with every value of every variable until a fixpoint is reached. Random rule
//! sheets, with recursion, negation, `or`, `distinct` and functions.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ludex_game::{Game, RoleId};
use ludex_gdl::{
    Atom, Limits, Literal, LiteralKind, Reference, Rule, Sheet, Source, Term, TermKind,
};
use proptest::prelude::*;

const CONSTANTS: [&str; 3] = ["a", "b", "c"];
/// Relations come in pairs that may depend on each other, and negatively only
/// on earlier pairs.
const N_RELATIONS: usize = 6;

/// Ground atoms as text.
type Facts = BTreeSet<String>;

/// All consequences of some facts, pair of relations by pair.
fn naive(sheet: &Sheet, mut facts: Facts) -> Facts {
    let level = |rule: &Rule| match sheet.symbols().name(rule.head.name).strip_prefix('p') {
        Some(number) => number.parse::<usize>().expect("relations are numbered") / 2,
        None if rule.body.is_empty() => 0,
        None => N_RELATIONS / 2,
    };
    for now in 0..=N_RELATIONS / 2 {
        loop {
            let before = facts.len();
            for rule in sheet.rules().iter().filter(|rule| level(rule) == now) {
                derive(sheet, rule, &mut facts);
            }
            if facts.len() == before {
                break;
            }
        }
    }
    facts
}

fn derive(sheet: &Sheet, rule: &Rule, facts: &mut Facts) {
    let mut vars = Vec::new();
    let mut note = |name, _| {
        if !vars.contains(&name) {
            vars.push(name);
        }
    };
    rule.head.for_each_variable(&mut note);
    rule.body.iter().for_each(|literal| literal.for_each_variable(&mut note));
    for case in 0..CONSTANTS.len().pow(vars.len() as u32) {
        let value = |var| {
            let at = vars.iter().position(|&other| other == var).expect("all are listed");
            CONSTANTS[case / CONSTANTS.len().pow(at as u32) % CONSTANTS.len()]
        };
        let text = |term: &Term| show(sheet, term, &value);
        if rule.body.iter().all(|literal| holds(sheet, literal, facts, &text)) {
            facts.insert(show_atom(sheet, &rule.head, &text));
        }
    }
}

fn holds(sheet: &Sheet, literal: &Literal, facts: &Facts, text: &dyn Fn(&Term) -> String) -> bool {
    match &literal.kind {
        LiteralKind::Atom(atom) => facts.contains(&show_atom(sheet, atom, text)),
        LiteralKind::Not(inner) => !holds(sheet, inner, facts, text),
        LiteralKind::Or(options) => options.iter().any(|option| holds(sheet, option, facts, text)),
        LiteralKind::Distinct(left, right) => text(left) != text(right),
    }
}

fn show_atom(sheet: &Sheet, atom: &Atom, text: &dyn Fn(&Term) -> String) -> String {
    let args: Vec<String> = atom.args.iter().map(text).collect();
    format!("{} {}", sheet.symbols().name(atom.name), args.join(" "))
}

fn show(sheet: &Sheet, term: &Term, value: &dyn Fn(ludex_gdl::SymbolId) -> &'static str) -> String {
    match &term.kind {
        TermKind::Variable(name) => value(*name).to_string(),
        TermKind::Constant(name) => sheet.symbols().name(*name).to_string(),
        TermKind::Function(name, args) => {
            let args: Vec<String> = args.iter().map(|arg| show(sheet, arg, value)).collect();
            format!("({} {})", sheet.symbols().name(*name), args.join(" "))
        }
    }
}

/// Compares both along a game in which the first legal move is always made.
fn compare(text: &str) -> Result<(), TestCaseError> {
    let (sheet, problems) = Sheet::parse(Source::new("random.kif", text));
    prop_assert!(problems.is_empty(), "{problems:?}");
    let game = Reference::new(&sheet, Limits::default())
        .map_err(|error| TestCaseError::fail(error.to_string()))?;
    let mut state = game.initial();
    for ply in 0..5u64 {
        let names = game.fact_names(&state);
        let given: Facts = names.iter().map(|fact| format!("true {fact}")).collect();
        let all = naive(&sheet, given.clone());
        let of = |relation: &str, all: &Facts| -> Facts {
            all.iter().filter_map(|atom| atom.strip_prefix(relation)).map(String::from).collect()
        };
        let moves = game.try_legal_moves(&state, RoleId(0)).expect("no fault");
        let legal: Facts = moves.iter().map(|&mv| game.move_name(mv)).collect();
        prop_assert_eq!(&legal, &of("legal robot ", &all));
        prop_assert_eq!(game.try_is_terminal(&state).expect("no fault"), all.contains("terminal "));
        let goals = game.try_goals(&state, RoleId(0)).expect("no fault");
        let goals: Facts = goals.iter().map(i64::to_string).collect();
        prop_assert_eq!(goals, of("goal robot ", &all));

        let Some(&mv) = moves.get(ply as usize % moves.len().max(1)) else { break };
        let mut with_move = given;
        with_move.insert(format!("does robot {}", game.move_name(mv)));
        state = game.try_next(&state, &[mv]).expect("no fault");
        let next: Facts = game.fact_names(&state).into_iter().collect();
        prop_assert_eq!(next, of("next ", &naive(&sheet, with_move)));
    }
    Ok(())
}

/// Numbers to make choices with, followed by zeros.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, n: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % n
    }
}

/// A stratified, safe rule sheet made of choices.
fn random_sheet(choices: &[u8]) -> String {
    let mut choices = Choices(choices.iter());
    let mut text = "(role robot) (dom a) (dom b) (dom c) (goal robot 7)\n".to_string();
    for fact in ["(f a)", "(f b)", "(g a b)", "(g b c)", "(g c a)"] {
        if choices.below(2) == 0 {
            let _ = writeln!(text, "(init {fact})");
        }
    }
    for relation in 0..N_RELATIONS {
        for _ in 0..=choices.below(3) {
            let head = format!("(p{relation} {} {})", term(&mut choices), term(&mut choices));
            text.push_str(&rule(&mut choices, &head, relation / 2, false));
        }
    }
    for (head, moves) in [
        ("(legal robot (m ?x ?y))", false),
        ("(legal robot ?x)", false),
        ("(next (f ?x))", true),
        ("(next (g ?x ?y))", true),
        ("(next (g ?y ?x))", true),
        ("(goal robot 50)", false),
        ("terminal", false),
    ] {
        text.push_str(&rule(&mut choices, head, N_RELATIONS / 2, moves));
    }
    text
}

fn rule(choices: &mut Choices<'_>, head: &str, level: usize, moves: bool) -> String {
    let mut body = Vec::new();
    for _ in 0..=choices.below(4) {
        body.push(literal(choices, level, moves));
    }
    // Binds every variable.
    for var in ["?x", "?y", "?z"] {
        if head.contains(var) || body.iter().any(|literal| literal.contains(var)) {
            let at = choices.below(body.len() + 1);
            body.insert(at, format!("(dom {var})"));
        }
    }
    format!("(<= {head} {})\n", body.join(" "))
}

fn literal(choices: &mut Choices<'_>, level: usize, moves: bool) -> String {
    match choices.below(10) {
        0 => format!("(distinct {} {})", term(choices), term(choices)),
        1 if level > 0 => format!("(not {})", atom(choices, level - 1, moves)),
        2 => format!("(not (true (f {})))", term(choices)),
        3 => {
            format!("(or {} {})", literal(choices, level, moves), literal(choices, level, moves))
        }
        4 => format!("(not (distinct {} {}))", term(choices), term(choices)),
        _ => atom(choices, level, moves),
    }
}

/// A positive atom of a relation of the first `level` + 1 pairs, or of the state or the move.
fn atom(choices: &mut Choices<'_>, level: usize, moves: bool) -> String {
    let (left, right) = (term(choices), term(choices));
    match choices.below(6) {
        0 => format!("(true (f {left}))"),
        1 => format!("(true (g {left} {right}))"),
        2 if moves => format!("(does robot (m {left} {right}))"),
        _ => format!("(p{} {left} {right})", choices.below((2 * level + 2).min(N_RELATIONS))),
    }
}

fn term(choices: &mut Choices<'_>) -> &'static str {
    ["?x", "?y", "?z", "a", "b", "?x", "?y"][choices.below(7)]
}

proptest! {
    // PROPTEST_CASES=100000 for a long run.
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(1500), failure_persistence: None, ..Default::default() })]

    #[test]
    fn agrees_with_the_naive_evaluator(choices in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = random_sheet(&choices);
        compare(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    }
}

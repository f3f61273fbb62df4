//! Trees with values and counts known by hand or by theory.

use std::sync::Arc;

use crate::common::value_of_move;
use ludex_game::Game;
use ludex_search::{
    AlphaBeta, Context, LeafValue, Limits, Minimax, Report, Settings, Spec, Star, Stop, TreeGame,
    TreeMove,
};
use proptest::prelude::*;

const DEPTH: u32 = 6;

fn minimax(tree: &TreeGame) -> (Report<TreeMove>, u64) {
    let mut search = Minimax::new(Arc::new(tree.clone()), Box::new(LeafValue), DEPTH);
    let report = search.search(&tree.initial(), TreeGame::MAX, &Limits::default());
    (report, search.n_leaves())
}

fn alphabeta(tree: &TreeGame, settings: Settings) -> (Report<TreeMove>, u64) {
    let settings = Settings { range: tree.range(), ..settings };
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut search = AlphaBeta::new(Arc::new(tree.clone()), Box::new(LeafValue), settings);
    let report = search.search(&tree.initial(), TreeGame::MAX, &limits);
    (report, search.n_leaves())
}

/// The leaves of a uniform tree in which the first move is always the best.
fn best_first(branching: usize, depth: u32, is_max: bool, value: f64, step: f64) -> Vec<f64> {
    if depth == 0 {
        return vec![value];
    }
    let step = if is_max { -step.abs() } else { step.abs() };
    let child = |place| value + step * place as f64 / branching as f64;
    (0..branching)
        .flat_map(|place| best_first(branching, depth - 1, !is_max, child(place), step / 1.5))
        .collect()
}

#[test]
fn perfect_ordering_leaves_the_least_tree() {
    for (branching, depths) in [(2, 1..=9), (3, 1..=7), (4, 1..=5), (7, 1..=4)] {
        for depth in depths {
            let leaves = best_first(branching, depth, true, 50.5, 10.0);
            let tree = Arc::new(TreeGame::uniform(branching, depth, |leaf| leaves[leaf]));
            let mut search = AlphaBeta::new(tree.clone(), Box::new(LeafValue), Settings::PLAIN);
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let report = search.search(&tree.initial(), TreeGame::MAX, &limits);
            // Knuth and Moore (1975), corollary 2.
            let (half, rest) = (depth.div_ceil(2), depth / 2);
            let least = branching.pow(half) + branching.pow(rest) - 1;
            assert_eq!(search.n_leaves(), least as u64, "{branching} moves, {depth} plies");
            assert_eq!(report.value, Some(50.5));
        }
    }
}

#[test]
fn the_lecture_about_dice() {
    // With outcomes of probability .9 and .1, a change of the leaves that keeps their
    // order makes another move the best.
    let tree = |[a, b, c, d]: [i32; 4]| -> TreeGame {
        let text = format!(
            "(max A1:(chance 0.9:(min {a} {a}) 0.1:(min {b} {b}))
                  A2:(chance 0.9:(min {c} {c}) 0.1:(min {d} {d})))"
        );
        text.parse().unwrap()
    };
    for (leaves, best, values) in
        [([2, 3, 1, 4], "A1", [2.1, 1.3]), ([20, 30, 1, 400], "A2", [40.9, 21.0])]
    {
        let tree = Arc::new(tree(leaves));
        for spec in ["minimax:depth=3,eval=leaf", "maxn:depth=3,eval=leaf"] {
            let report = choose(spec, &tree);
            assert_eq!(tree.move_name(report.mv), best);
            let found: Vec<f64> = report.candidates.iter().map(|one| one.value).collect();
            assert!((found[0] - values[0]).abs() < 1e-9 && (found[1] - values[1]).abs() < 1e-9);
        }
        for star in 0..3 {
            let spec = format!("expectiminimax:depth=3,eval=leaf,low=-300,high=400,star={star}");
            let report = choose(&spec, &tree);
            assert_eq!(tree.move_name(report.mv), best);
            assert!((report.value.unwrap() - values[0]).abs() < 1e-9);
        }
    }
}

fn choose(spec: &str, tree: &Arc<TreeGame>) -> Report<TreeMove> {
    let mut seat = Spec::parse(spec).unwrap().seat(tree, &Context::default()).unwrap();
    seat.player.choose(&tree.initial(), TreeGame::MAX, &Stop::never())
}

#[test]
fn textbook_trees() {
    for (text, value, line) in [
        ("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))", 3.0, "1 1"),
        ("(max (min (max 10 11) (max 9 12)) (min (max 5 7) (max 8 6)))", 11.0, "1 1 2"),
        ("(max (min 1 -5) (min 2.5 7 (max 1 3)))", 2.5, "2 1"),
    ] {
        let tree: TreeGame = text.parse().unwrap();
        let table = Settings { table_bytes: 1 << 12, ..Settings::default() };
        for report in [
            minimax(&tree).0,
            alphabeta(&tree, Settings::PLAIN).0,
            alphabeta(&tree, table).0,
            choose("maxn:depth=4,eval=leaf", &Arc::new(tree.clone())),
        ] {
            assert_eq!(report.value, Some(value));
            let moves = report.line.iter().flatten().filter(|mv| **mv != TreeMove::Wait);
            let names: Vec<String> = moves.map(|&mv| tree.move_name(mv)).collect();
            assert_eq!(names.join(" "), line);
        }
    }
}

/// Trees of up to five levels with these kinds of nodes.
fn trees(kinds: &'static [&'static str]) -> impl Strategy<Value = Vec<Token>> {
    let leaf = (0..=1000i32).prop_map(|tenths| vec![Token::Leaf(f64::from(tenths) / 10.0)]);
    let node = move |child: BoxedStrategy<Vec<Token>>| {
        (proptest::sample::select(kinds), prop::collection::vec(child, 1..5)).prop_map(
            |(kind, children)| {
                let mut tokens = vec![Token::Open(kind)];
                tokens.extend(children.into_iter().flatten());
                tokens.push(Token::Close);
                tokens
            },
        )
    };
    let inner = leaf.prop_recursive(4, 200, 4, move |child| node(child.boxed()));
    // A choice at the root.
    prop::collection::vec(inner, 2..5).prop_map(|children| {
        let mut tokens = vec![Token::Open("max")];
        tokens.extend(children.into_iter().flatten());
        tokens.push(Token::Close);
        tokens
    })
}

/// A token of a tree's text.
#[derive(Clone, Debug)]
enum Token {
    Open(&'static str),
    Leaf(f64),
    Close,
}

/// The tree with `map` applied to each leaf.
fn tree(tokens: &[Token], map: impl Fn(f64) -> f64) -> TreeGame {
    let texts = tokens.iter().map(|token| match token {
        Token::Open(kind) => format!("({kind}"),
        Token::Leaf(number) => map(*number).to_string(),
        Token::Close => ")".into(),
    });
    texts.collect::<Vec<_>>().join(" ").parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn alphabeta_never_looks_at_more_leaves(tokens in trees(&["max", "min"])) {
        let tree = tree(&tokens, |number| number);
        let (exact, n_leaves) = minimax(&tree);
        let (found, n_leaves_found) = alphabeta(&tree, Settings::PLAIN);
        prop_assert_eq!(found.value, exact.value);
        prop_assert!(n_leaves_found <= n_leaves);
    }

    #[test]
    fn star_pruning_changes_nothing(tokens in trees(&["max", "min", "chance"])) {
        let tree = tree(&tokens, |number| number);
        let (exact, n_leaves) = minimax(&tree);
        for star in [Star::Off, Star::One, Star::Two] {
            for table_bytes in [0, 1 << 14] {
                let settings = Settings { star, table_bytes, ..Settings::PLAIN };
                let (found, n_leaves_found) = alphabeta(&tree, settings);
                let difference = found.value.unwrap() - exact.value.unwrap();
                prop_assert!(difference.abs() < 1e-9);
                prop_assert!(n_leaves_found <= n_leaves, "{:?}: {} > {}", star, n_leaves_found, n_leaves);
            }
        }
        let found = alphabeta(&tree, Settings { table_bytes: 1 << 14, ..Settings::default() }).0;
        prop_assert!((found.value.unwrap() - exact.value.unwrap()).abs() < 1e-9);
    }

    #[test]
    fn minimax_minds_only_the_order_of_leaves(tokens in trees(&["max", "min"])) {
        let before = minimax(&tree(&tokens, |number| number)).0;
        let after = minimax(&tree(&tokens, |number| (number / 20.0).exp())).0;
        prop_assert_eq!(before.mv, after.mv);
        prop_assert!((after.value.unwrap() - (before.value.unwrap() / 20.0).exp()).abs() < 1e-9);
    }

    #[test]
    fn expectiminimax_minds_no_scale_and_no_shift(
        tokens in trees(&["max", "min", "chance"]), scale in 0.01..50.0f64, shift in -200.0..200.0f64,
    ) {
        let before = Arc::new(tree(&tokens, |number| number));
        let after = tree(&tokens, |number| scale * number + shift);
        let settings = Settings { star: Star::Two, table_bytes: 1 << 14, ..Settings::default() };
        for report in [minimax(&after).0, alphabeta(&after, settings).0] {
            let (value, of_move) =
                value_of_move(&before, &before.initial(), TreeGame::MAX, report.mv, DEPTH, "leaf");
            prop_assert!((value - of_move).abs() < 1e-6);
            prop_assert!((scale * value + shift - report.value.unwrap()).abs() < 1e-6);
        }
    }
}

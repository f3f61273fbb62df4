//! Traced searches: the lecture's trees, and properties of all trees.

use std::sync::Arc;

use ludex_game::Game;
use ludex_search::explain::{Algorithm, Kind, Order, Recorder, Settings, Show, Tree, svg, text};
use ludex_search::{AlphaBeta, LeafValue, Limits, Minimax, TreeGame};
use proptest::prelude::*;

/// From the chapter on games of Russell and Norvig.
const LECTURE: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

fn record(game: &TreeGame, settings: Settings) -> Tree {
    let mut leaf = LeafValue;
    Recorder::new(game, &mut leaf, TreeGame::MAX, settings)
        .record(&game.initial())
        .expect("small enough")
}

fn drawn(tree: &str, settings: Settings, show: Show) -> String {
    text::draw(&record(&tree.parse().unwrap(), settings), &show)
}

#[test]
fn the_lecture_tree_as_text() {
    let show = Show { windows: true, caption: true, ..Show::default() };
    let found = drawn(LECTURE, Settings::default(), show);
    let expected = "\
▲ 3 (−∞, ∞)
├─ 1 ▼ 3 * (−∞, ∞)
│  ├─ 1 3 * (−∞, ∞)
│  ├─ 2 12 (−∞, 3)
│  └─ 3 8 (−∞, 3)
├─ 2 ▼ ≤2 (3, ∞)  cut: 2 ≤ α = 3
│  ├─ 1 2 (3, ∞)
│  ├─ 2 ✂
│  └─ 3 ✂
└─ 3 ▼ 2 (3, ∞)
   ├─ 1 14 (3, ∞)
   ├─ 2 5 (3, 14)
   └─ 3 2 (3, 5)
alpha-beta: value 3, 7 leaves valued, 1 cut
";
    assert_eq!(found, expected);
}

#[test]
fn order_matters() {
    let cut = |order| record(&LECTURE.parse().unwrap(), Settings { order, ..Settings::default() });
    assert_eq!(cut(Order::Natural).n_leaves(), 7);
    // 3 + 1 + 1, the minimum; and no leaf is saved when the worst moves come first.
    assert_eq!(cut(Order::Best).n_leaves(), 5);
    assert_eq!(cut(Order::Worst).n_leaves(), 9);
}

#[test]
fn dice_as_text() {
    let dice =
        "(max A1:(chance 0.9:(min 2 2) 0.1:(min 3 3)) A2:(chance 0.9:(min 1 1) 0.1:(min 4 4)))";
    let found = drawn(dice, Settings::default(), Show::default());
    let expected = "\
▲ 2.1
├─ A1 ● 2.1 *
│  ├─ 1 [0.9] ▼ 2 *
│  │  ├─ 1 2 *
│  │  └─ 2 2
│  └─ 2 [0.1] ▼ 3 *
│     ├─ 1 3 *
│     └─ 2 3
└─ A2 ● 1.3
   ├─ 1 [0.9] ▼ 1
   │  ├─ 1 1
   │  └─ 2 1
   └─ 2 [0.1] ▼ 4
      ├─ 1 4
      └─ 2 4
";
    assert_eq!(found, expected);
}

/// The pictures in the documents equal the program's output. `UPDATE_EXPECT=1` redraws
/// them.
#[test]
fn pictures_are_as_expected() {
    let pictures = [
        ("alpha-beta.svg", LECTURE),
        (
            "expectiminimax.svg",
            "(max A1:(chance 0.9:(min 2 2) 0.1:(min 3 3)) A2:(chance 0.9:(min 1 1) 0.1:(min 4 4)))",
        ),
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    for (name, tree) in pictures {
        let settings = Settings { keeps_pruned: true, ..Settings::default() };
        let mut tree = record(&tree.parse().unwrap(), settings);
        unnumber(&mut tree.root);
        let found = svg::draw(&tree, &Show { caption: true, ..Show::default() });
        let path = format!("{folder}/{name}");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(&path, &found).unwrap();
        }
        assert!(std::fs::read_to_string(&path).unwrap_or_default() == found, "{name} differs");
    }
}

/// Removes move numbers, which have no meaning in a picture without labels.
fn unnumber(node: &mut ludex_search::explain::Node) {
    if node.edge.bytes().all(|byte| byte.is_ascii_digit()) {
        node.edge.clear();
    }
    node.children.iter_mut().for_each(unnumber);
}

#[test]
fn large_trees_are_refused() {
    let game = TreeGame::uniform(10, 3, |leaf| leaf as f64 % 7.0);
    let settings = Settings { algorithm: Algorithm::Minimax, ..Settings::default() };
    let error = Recorder::new(&game, &mut LeafValue, TreeGame::MAX, settings)
        .record(&game.initial())
        .unwrap_err();
    assert!(error.to_string().contains("more than 300 nodes"));
    assert!(error.to_string().contains("smaller depth"));
}

#[test]
fn roles_that_move_at_once_are_drawn_one_after_another() {
    use ludex_gdl::{Limits as GdlLimits, Reference, Sheet, library};
    let (sheet, _) = Sheet::parse(library::find("rock-paper-scissors").unwrap().source());
    let game = Reference::new(&sheet, GdlLimits::default()).unwrap();
    let settings = Settings { depth: 1, algorithm: Algorithm::Minimax, ..Settings::default() };
    let mut evaluator = ludex_search::evaluate::GoalValue;
    let tree = Recorder::new(&game, &mut evaluator, ludex_game::RoleId(0), settings)
        .record(&game.initial())
        .unwrap();
    assert_eq!((tree.root.kind, tree.root.children.len()), (Kind::Max, 3));
    assert!(tree.root.children.iter().all(|child| child.kind == Kind::Min));
    assert_eq!(tree.n_leaves(), 9);
}

/// Trees of all shapes, with and without chance.
fn trees() -> impl Strategy<Value = TreeGame> {
    let leaf = (0..20i32).prop_map(|value| value.to_string());
    let tree = leaf.prop_recursive(4, 100, 4, |inner| {
        let kind = prop_oneof![4 => Just("max"), 4 => Just("min"), 1 => Just("chance")];
        (kind, prop::collection::vec(inner, 2..4)).prop_map(|(kind, mut children)| {
            // Halves are exact: thirds may be rounded either way, and so decide ties.
            if kind == "chance" {
                children.truncate(2);
            }
            format!("({kind} {})", children.join(" "))
        })
    });
    tree.prop_map(|text| text.parse().expect("well-formed"))
}

proptest! {
    #[test]
    fn values_and_leaves_are_those_of_the_searches_that_play(game in trees()) {
        prop_assume!(game.n_leaves() > 1);
        let settings = Settings { n_nodes_max: 10_000, ..Settings::default() };
        let shared = Arc::new(game.clone());
        let limits = Limits { depth: Some(10), ..Limits::default() };
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;

        let whole = record(&game, Settings { algorithm: Algorithm::Minimax, ..settings });
        let mut minimax = Minimax::new(shared.clone(), Box::new(LeafValue), 10);
        let value = minimax.search(&game.initial(), TreeGame::MAX, &limits).value.unwrap();
        prop_assert!(close(whole.root.value.unwrap(), value));
        prop_assert_eq!(whole.n_leaves() as u64, minimax.n_leaves());

        let cut = record(&game, settings);
        let plain = ludex_search::Settings { range: (f64::MIN, f64::MAX), ..ludex_search::Settings::PLAIN };
        let mut alphabeta = AlphaBeta::new(shared, Box::new(LeafValue), plain);
        alphabeta.search(&game.initial(), TreeGame::MAX, &limits);
        prop_assert!(close(cut.root.value.unwrap(), value));
        prop_assert_eq!(cut.n_leaves() as u64, alphabeta.n_leaves());
        prop_assert_eq!(cut.root.bounds.0, cut.root.bounds.1);

        // Values do not depend on the order of moves or on how pruned parts are kept.
        for order in [Order::Best, Order::Worst, Order::Promise] {
            let other = record(&game, Settings { order, keeps_pruned: true, ..settings });
            prop_assert!(close(other.root.value.unwrap(), value));
        }
        let kept = record(&game, Settings { keeps_pruned: true, ..settings });
        prop_assert_eq!(kept.n_leaves(), cut.n_leaves());
        prop_assert_eq!(kept.root.nodes().len(), whole.root.nodes().len());
    }

    #[test]
    fn bounds_hold(game in trees()) {
        let settings = Settings { n_nodes_max: 10_000, keeps_pruned: true, ..Settings::default() };
        let whole = record(&game, Settings { algorithm: Algorithm::Minimax, ..settings });
        let cut = record(&game, settings);
        for (true_node, node) in whole.root.nodes().into_iter().zip(cut.root.nodes()) {
            let value = true_node.value.unwrap();
            if !node.is_pruned() {
                prop_assert!(node.bounds.0 <= value + 1e-9 && value <= node.bounds.1 + 1e-9);
            }
        }
    }
}

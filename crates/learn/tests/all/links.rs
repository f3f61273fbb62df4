//! Neighbourhood of cells, and moves of pieces.

use ludex_gdl::{Source, library};
use ludex_learn::structure::{Scramble, Structure, describe, locations};

fn bundled(name: &str) -> Source {
    library::find(name).expect("a bundled game").source()
}

/// The least and the greatest number of neighbours of the first board's cells.
fn neighbours(structure: &Structure) -> (usize, usize) {
    let board = &structure.boards[0];
    let mut counts = vec![0; board.cells.len()];
    for &(one, other) in &board.links {
        counts[one] += 1;
        counts[other] += 1;
    }
    (counts.iter().copied().min().unwrap_or(0), counts.iter().copied().max().unwrap_or(0))
}

#[test]
fn hexagons_have_six_neighbours() {
    let (sheet, structure) = crate::common::structure(bundled("hex"), 20_000);
    // Rows and columns have 10 pairs in each of 11, the diagonals 100 in all.
    assert_eq!(structure.boards[0].links.len(), 2 * 110 + 100);
    // At two of the corners.
    assert_eq!(neighbours(&structure), (2, 6));
    let combine = locations(&structure);
    let scramble = Scramble { seed: 5, symbols: true, reorder: true, dummy: true, combine };
    let text = scramble.text(&sheet);
    let (_, scrambled) =
        crate::common::structure(Source::new("scrambled.kif", text.as_str()), 20_000);
    assert_eq!(neighbours(&scrambled), (2, 6));
}

#[test]
fn squares_keep_four_neighbours() {
    let (_, structure) = crate::common::structure(bundled("breakthrough"), 20_000);
    assert_eq!(neighbours(&structure), (2, 4));
}

#[test]
fn steps_are_all_told() {
    let (_, structure) = crate::common::structure(bundled("chess"), 100_000);
    let text = describe(&structure);
    let line = |name: &str| {
        let line = text.lines().find(|line| line.trim().starts_with(name));
        line.unwrap_or_else(|| panic!("{name}: {text}")).to_string()
    };
    let knight = line("wn, of white");
    assert_eq!(knight.matches('(').count(), 8, "{knight}");
    assert!(!knight.contains("more"), "{knight}");
    assert!(line("wq, of white").contains(" more"), "{text}");
}

/// Two pieces on the cells of a graph.
const GRAPH: &str = "(role w) (role b) (other w b) (other b w)
    (edge p q) (edge q r) (edge r s) (edge s t) (edge t u) (edge u p) (edge p r) (edge s u)
    (<= (adjacent ?x ?y) (edge ?x ?y)) (<= (adjacent ?x ?y) (edge ?y ?x))
    (init (at p w)) (init (at s b)) (init (at q none)) (init (at r none)) (init (at t none))
    (init (at u none)) (init (control w)) (init (step 0))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
    (<= (legal ?r (go ?x ?y)) (true (control ?r)) (true (at ?x ?r)) (adjacent ?x ?y)
        (true (at ?y none)))
    (<= (legal ?r noop) (true (control ?other)) (other ?other ?r))
    (<= (next (at ?x none)) (does ?r (go ?x ?y)))
    (<= (next (at ?y ?r)) (does ?r (go ?x ?y)))
    (<= (next (at ?z ?c)) (true (at ?z ?c)) (does ?r (go ?x ?y)) (distinct ?z ?x)
        (distinct ?z ?y))
    (<= (next (control ?other)) (true (control ?r)) (other ?r ?other))
    (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
    (<= terminal (true (step 8))) (<= (goal ?r 50) (role ?r))\n";

#[test]
fn pieces_of_a_graph_go_from_cell_to_cell() {
    let (_, structure) = crate::common::structure(Source::new("graph.kif", GRAPH), 20_000);
    let text = describe(&structure);
    assert!(text.contains("6 cells without coordinates"), "{text}");
    assert!(
        text.contains("w, of w: 1.0 on the board on average, goes from cell to cell\n"),
        "{text}"
    );
}

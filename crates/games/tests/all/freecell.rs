//! FreeCell: deals, text, and the solver against a plain search by the rules.

use std::collections::HashSet;

use ludex_game::draw::{below, draw};
use ludex_game::{Game, OwnSolver, PositionText, RoleId, SolverLimits, SolverVerdict};
use ludex_games::freecell::{Card, FreeCell, Place, STAGES, State, solve_in_stages};
use proptest::prelude::*;

const PLAYER: RoleId = RoleId(0);

fn limits() -> SolverLimits<'static> {
    SolverLimits { nodes_max: u64::MAX, memory_bytes_max: 1 << 30, is_due: &|| false }
}

/// Whether the verdict is a solution, which is replayed by the rules.
fn is_solution(
    game: &FreeCell,
    state: &State,
    verdict: &SolverVerdict<<FreeCell as Game>::Move>,
) -> bool {
    let SolverVerdict::Solved { moves, n_moves, n_steps, .. } = verdict else {
        assert_eq!(*verdict, SolverVerdict::Unsolvable, "{}", game.show(state));
        return false;
    };
    assert_eq!(moves.len(), *n_steps as usize);
    assert!(n_moves <= n_steps);
    let (mut now, mut legal) = (state.clone(), Vec::new());
    for &mv in moves {
        game.legal_moves(&now, PLAYER, &mut legal);
        assert!(legal.contains(&mv), "{} in\n{}", game.move_name(mv), game.show(&now));
        game.apply(&mut now, &[mv]);
    }
    assert_eq!((game.is_terminal(&now), game.goal(&now, PLAYER).value()), (true, 100));
    true
}

/// Whether all cards can go home, by a search of all positions.
fn can_be_solved(game: &FreeCell, root: &State) -> bool {
    let mut seen = HashSet::from([root.clone()]);
    let mut stack = vec![root.clone()];
    let mut moves = Vec::new();
    while let Some(state) = stack.pop() {
        if state.is_solved() {
            return true;
        }
        game.legal_moves(&state, PLAYER, &mut moves);
        for &mv in &moves {
            let mut next = state.clone();
            game.apply(&mut next, &[mv]);
            if seen.insert(next.clone()) {
                stack.push(next);
            }
        }
    }
    false
}

/// A position in which the lower ranks are home and the others lie anywhere.
fn late_position(seed: u64, n_columns: usize, n_cells: usize, n_home: u8) -> String {
    let mut cards: Vec<Card> = Card::all().filter(|card| card.rank() > n_home).collect();
    let n = cards.len();
    for at in 0..n {
        cards.swap(at, at + below(draw(seed, 0, at as u32, 0), n - at));
    }
    let rank = ["8", "9", "10", "J", "Q"][usize::from(n_home) - 8];
    let mut lines = vec![format!("Foundations: C-{rank} D-{rank} H-{rank} S-{rank}")];
    if n_cells > 0 {
        let card = cards.pop().expect("there are cards");
        lines.push(format!("Freecells: {card}"));
    }
    for cards in cards.chunks(cards.len().div_ceil(n_columns)) {
        let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
        lines.push(names.join(" "));
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_solver_agrees_with_a_plain_search(
        seed in any::<u64>(),
        n_columns in 2usize..4,
        n_cells in 0usize..3,
        n_home in 9u8..12,
    ) {
        let game = FreeCell::new(n_columns, n_cells);
        let state = game.read_position(&late_position(seed, n_columns, n_cells, n_home)).unwrap();
        let expected = can_be_solved(&game, &state);
        // The complete search alone, and all.
        for stages in [&STAGES[STAGES.len() - 1..], &STAGES[..]] {
            let verdict = solve_in_stages(&state, stages, &limits()).verdict;
            prop_assert_eq!(is_solution(&game, &state, &verdict), expected);
        }
    }

    #[test]
    fn positions_are_read_as_they_are_shown(number in 1u32..1_000_000, seed in any::<u64>()) {
        let game = FreeCell::default();
        let (mut state, mut moves) = (game.deal(number), Vec::new());
        for ply in 0..60 {
            prop_assert_eq!(&game.read_position(&game.show(&state)).unwrap(), &state);
            game.legal_moves(&state, PLAYER, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.apply(&mut state, &[moves[below(draw(seed, 0, ply, 0), moves.len())]]);
        }
    }
}

#[test]
fn deals_have_the_numbers_of_the_program() {
    let game = FreeCell::default();
    // The last column of the one deal of the first 32,000 that cannot be solved.
    assert_eq!(game.show(&game.deal(11_982)).lines().nth(7), Some("JS KS 3C 7C 7S 5H"));
    assert_eq!(game.show(&game.deal(1)).lines().nth(4), Some("5D AD JS 4H 8H 6C"));
}

#[test]
fn the_first_deals_are_solved() {
    let game = FreeCell::default();
    for number in 1..=200 {
        let state = game.deal(number);
        assert!(is_solution(&game, &state, &game.solve(&state, &limits()).verdict), "{number}");
    }
}

#[test]
fn limits_end_the_search() {
    let game = FreeCell::default();
    let outcome = game.solve(&game.deal(1), &SolverLimits { nodes_max: 5, ..limits() });
    assert_eq!((outcome.verdict, outcome.nodes), (SolverVerdict::Stopped, 5));
    let outcome = game.solve(&game.deal(1), &SolverLimits { is_due: &|| true, ..limits() });
    assert_eq!(outcome.verdict, SolverVerdict::Stopped);
}

#[test]
fn a_sequence_takes_as_many_single_moves_as_rules_need() {
    // Three cells move four cards; the fourth is the one that fits.
    let game = FreeCell::new(4, 3);
    let home = "Foundations: C-9 D-9 H-9 S-9\n";
    let state =
        game.read_position(&format!("{home}KC QD JC TD\nKD QC JD TC\nKH QS JH TS\nKS QH JS TH"));
    let state = state.unwrap();
    let outcome = game.solve(&state, &limits());
    assert!(is_solution(&game, &state, &outcome.verdict));
    // All cards go home at once.
    assert!(matches!(outcome.verdict, SolverVerdict::Solved { n_moves: 16, n_steps: 16, .. }));
    assert_eq!(
        game.move_name(ludex_games::freecell::Move { from: Place::Cell(0), to: Place::Column(6) }),
        "a7"
    );
}

#[test]
fn wrong_positions_get_one_message_that_points_at_the_place() {
    let game = FreeCell::default();
    let wrong = [
        ("0", "there are deals from 1 to 2147483647, not 0"),
        ("99999999999999999999", "there are deals from 1 to"),
        ("1C", "line 1: `1C` is not a card"),
        ("AC AD\nAH AC", "line 2: there is a second AC"),
        ("AC AD", "50 cards are missing, AH first"),
        ("1/2/3/4/5/6/7/8/9", "line 1: `1` is not a card"),
        ("AC\n\n\n\n\n\n\n\nAD", "line 9: there are only 8 columns"),
        ("Freecells: AC AD AH AS 2C", "line 1: there are only 4 cells"),
        ("Foundations: H-Z", "line 1: `H-Z` is not a foundation, such as"),
        ("Foundations: H-2\nAH", "line 2: there is a second AH"),
        ("Cells: AC", "line 1: `Cells:` is neither `Foundations:` nor `Freecells:`"),
    ];
    for (text, message) in wrong {
        let found = game.read_position(text).unwrap_err().to_string();
        assert!(found.starts_with(message), "{text}: {found}");
    }
}

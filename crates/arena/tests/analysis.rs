//! Analyses of games with known properties.

use std::sync::Arc;

use ludex_arena::analysis::{Analysis, Options, Proof, Section, analyse};
use ludex_game::Playable;
use ludex_game::examples::Nim;
use ludex_games::tic_tac_toe::TicTacToe;

fn quick<G: Playable>(name: &str, game: G, n_threads: usize) -> Analysis {
    let options = Options { seconds: 0.5, n_games: Some(24), n_threads, ..Options::default() };
    analyse(name, &Arc::new(game), &options, &mut |_| {}).unwrap()
}

#[test]
fn tic_tac_toe_is_a_draw_of_five_to_nine_plies() {
    let analysis = quick("tic-tac-toe", TicTacToe::new(), 2);
    assert_eq!(analysis.proof.value(), Some(50.0));
    let random = &analysis.levels[0];
    assert_eq!([0.0, 1.0].map(|share| random.lengths.quantile(share)), [Some(5.0), Some(9.0)]);
    // Of all random games, x wins 58.5% and 12.7% are drawn.
    assert!(random.roles[0].score.unwrap().interval.contains(0.648));
    assert!(random.draws.unwrap().interval.contains(0.127));
    // Nine squares at first, and one less at each ply.
    assert_eq!(analysis.branching[0].by_ply[..4], [9.0, 8.0, 7.0, 6.0]);
    let text = analysis.to_text(analysis.moves_section());
    assert!(text.contains("Proven: With best play the game is a draw"));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn more_playouts_win_and_draw_more() {
    let analysis = quick("tic-tac-toe", TicTacToe::new(), 2);
    let skill = analysis.skill.unwrap();
    assert!(skill.steps[0].score.interval.low > 0.5, "{skill:?}");
    assert!(skill.total.low > 100.0);
    let draws: Vec<f64> = analysis.levels.iter().map(|level| level.draws.unwrap().value).collect();
    assert!(draws.last() > draws.first(), "{draws:?}");
}

#[test]
fn nim_is_won_or_lost_from_the_start() {
    // The exclusive or of the heaps determines the winner.
    for (heaps, value) in [(vec![1, 2, 3], 0.0), (vec![3, 4, 5], 100.0), (vec![2, 2], 0.0)] {
        let analysis = quick("nim", Nim::new(&heaps), 1);
        assert_eq!(analysis.proof.value(), Some(value), "{heaps:?}");
        assert!(analysis.levels.iter().all(|level| level.draws.unwrap().value == 0.0));
    }
}

#[test]
fn threads_make_no_difference() {
    let alone = quick("tic-tac-toe", TicTacToe::new(), 1);
    let together = quick("tic-tac-toe", TicTacToe::new(), 3);
    assert_eq!(alone.to_data(), together.to_data());
    assert_eq!(alone.games, together.games);
}

#[test]
fn a_position_that_is_over_is_analysed_without_fuss() {
    let analysis = quick("nothing", Nim::new(&[]), 1);
    assert!(matches!(analysis.proof, Proof::Unsuitable(_)));
    let page = analysis.to_page(Section::new("Moves")).to_html();
    assert!(page.contains("Analysis of nothing"));
}

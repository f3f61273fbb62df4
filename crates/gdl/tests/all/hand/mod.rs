//! Hand-written move counters: an independent computation of the numbers in
//! `games/*.perft`.

macro_rules! hand_counts {
    ($($name:literal $module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// The counter for a bundled game, if there is one.
        pub fn find(game: &str) -> Option<fn(u32) -> u64> {
            match game {
                $($name => Some($module::perft),)*
                _ => None,
            }
        }

        /// The games with a counter.
        pub const GAMES: &[&str] = &[$($name),*];
    };
}

hand_counts! {
    "amazons" amazons,
    "bidding-tic-tac-toe" bidding_tic_tac_toe,
    "blocks-world" blocks_world,
    "breakthrough" breakthrough,
    "checkers" checkers,
    "chess" chess,
    "chinese-checkers" chinese_checkers,
    "connect-four" connect_four,
    "dice-race" dice_race,
    "dots-and-boxes" dots_and_boxes,
    "eight-puzzle" eight_puzzle,
    "eight-queens" eight_queens,
    "goofspiel" goofspiel,
    "hex" hex,
    "knights-tour" knights_tour,
    "knightthrough" knightthrough,
    "lights-out" lights_out,
    "lose-checkers" lose_checkers,
    "maze" maze,
    "nim" nim,
    "nine-mens-morris" nine_mens_morris,
    "pawn-whopping" pawn_whopping,
    "peg-solitaire" peg_solitaire,
    "pentago" pentago,
    "pig" pig,
    "quarto" quarto,
    "reversi" reversi,
    "rock-paper-scissors" rock_paper_scissors,
    "three-player-squava" three_player_squava,
    "tic-tac-toe" tic_tac_toe,
    "towers-of-hanoi" towers_of_hanoi,
    "tron" tron,
}

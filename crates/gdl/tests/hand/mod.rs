//! Hand-written move counters: the second way to the numbers in `games/*.perft`.

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

        /// The games that have one.
        pub const GAMES: &[&str] = &[$($name),*];
    };
}

hand_counts! {
    "bidding-tic-tac-toe" bidding_tic_tac_toe,
    "blocks-world" blocks_world,
    "dice-race" dice_race,
    "dots-and-boxes" dots_and_boxes,
    "eight-puzzle" eight_puzzle,
    "eight-queens" eight_queens,
    "knights-tour" knights_tour,
    "lights-out" lights_out,
    "maze" maze,
    "nim" nim,
    "peg-solitaire" peg_solitaire,
    "pig" pig,
    "rock-paper-scissors" rock_paper_scissors,
    "three-player-squava" three_player_squava,
    "towers-of-hanoi" towers_of_hanoi,
    "tron" tron,
}

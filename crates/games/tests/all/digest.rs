//! Digests of rules change only when the rules do.

#[test]
fn rules_have_the_digests_that_runs_were_kept_with() {
    // If a digest changes because the rules did, raise the version of the game, too.
    let known = [
        "tic-tac-toe 1 992317aa5f69c0d5",
        "connect-four 1 ed2c5c09826c6dde",
        "connect-four-4x4 1 4e4b624beb5f0084",
        "checkers 1 565b1724cdc50e31",
        "lose-checkers 1 95092105b605b5f9",
        "checkers-10x10 1 9b87b90fb09c5ff5",
        "reversi 1 613cc700f0b4d915",
        "chinese-checkers 1 dde954c82c7a498f",
        "chinese-checkers-star 1 3e00b020ebb41adf",
        "chess 1 cb3002546f627c8f",
        "freecell 1 9803d3007568dcd7",
        "rush-hour 1 6afa5144d8e79860",
        "rush-hour-steps 1 6afa5144d8e79860",
    ];
    let digests: Vec<String> =
        ludex_games::GAMES.iter().filter_map(|game| ludex_games::digest(game.name)).collect();
    assert_eq!(digests, known);
}

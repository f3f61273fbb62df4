//! The examples run to their end.

macro_rules! examples {
    ($($name:ident $path:literal)*) => {
        $(
            #[path = $path]
            mod $name;

            #[test]
            fn $name() {
                $name::main().expect("the example runs");
            }
        )*
    };
}

examples! {
    explain_search "../examples/explain_search.rs"
    learn_and_win "../examples/learn_and_win.rs"
    move_by_move "../examples/move_by_move.rs"
    own_problem "../examples/own_problem.rs"
    solve_puzzle "../examples/solve_puzzle.rs"
    tournament "../examples/tournament.rs"
}

//! Small rule sheets.

use std::fmt::Write;

use super::rules_of;

/// A matrix game: two players choose a row and a column simultaneously. The entries are
/// the goals of `row`; `column` gets the rest to 100.
pub fn matrix(entries: &[&[u8]]) -> String {
    let mut sheet = String::from(
        "(role row) (role column) (init start)
         (<= (next (chose ?role ?n)) (does ?role (choose ?n)))
         (<= terminal (not (true start)))\n",
    );
    for row in 1..=entries.len() {
        writeln!(sheet, "(<= (legal row (choose {row})) (true start))").unwrap();
    }
    for column in 1..=entries[0].len() {
        writeln!(sheet, "(<= (legal column (choose {column})) (true start))").unwrap();
    }
    for (row, goals) in (1..).zip(entries) {
        for (column, goal) in (1..).zip(*goals) {
            let ends = format!("(true (chose row {row})) (true (chose column {column}))");
            writeln!(sheet, "(<= (goal row {goal}) {ends})").unwrap();
            writeln!(sheet, "(<= (goal column {}) {ends})", 100 - goal).unwrap();
        }
    }
    sheet
}

/// The bundled tron on a board of 4x4 squares with these starts.
pub fn small_tron(red: &str, blue: &str) -> String {
    let rules = rules_of("tron");
    let is_larger = |line: &&str| line.starts_with("(index 6)") || line.starts_with("(succ 6 7)");
    let rules: Vec<&str> = rules.lines().filter(|line| !is_larger(line)).collect();
    replaced(
        &rules.join("\n"),
        &[
            ("(index 4) (index 5)", "(index 4)"),
            ("(succ 4 5) (succ 5 6)", ""),
            ("(start red 3 5)", &format!("(start red {red})")),
            ("(start blue 8 6)", &format!("(start blue {blue})")),
        ],
    )
}

/// The bundled bidding tic-tac-toe with a few coins for each player, and one mark of
/// each on the board.
pub fn small_bidding(coins: u32) -> String {
    let purse = |role: &str, coins: u32| format!("(init (purse {role} {coins}))");
    let marks = "(init (cell 2 2 x)) (init (cell 1 1 o))";
    replaced(
        &rules_of("bidding-tic-tac-toe"),
        &[
            (&purse("x", 8), &format!("{} {marks}", purse("x", coins))),
            (&purse("o", 8), &purse("o", coins)),
        ],
    )
}

fn replaced(rules: &str, parts: &[(&str, &str)]) -> String {
    parts.iter().fold(rules.to_string(), |rules, (old, new)| {
        assert!(rules.contains(old), "the bundled sheet has no {old}");
        rules.replace(old, new)
    })
}

/// Two players who take turns, with goals of no constant sum. If `a` goes right, `b`
/// chooses between 20 for itself and 0 for `a`, and 60 and 100.
pub const UNEQUAL: &str = "
(role a) (role b) (init first)
(<= (legal a left) (true first))
(<= (legal a right) (true first))
(<= (legal b wait) (true first))
(<= (legal b spite) (true second))
(<= (legal b share) (true second))
(<= (legal a wait) (true second))
(<= (next second) (does a right))
(<= (next lefty) (does a left))
(<= (next spiteful) (does b spite))
(<= (next shared) (does b share))
(<= terminal (true lefty))
(<= terminal (true spiteful))
(<= terminal (true shared))
(<= (goal a 30) (true lefty))
(<= (goal b 30) (true lefty))
(<= (goal a 0) (true spiteful))
(<= (goal b 20) (true spiteful))
(<= (goal a 100) (true shared))
(<= (goal b 60) (true shared))";

/// Not terminal at the start, and without legal moves.
pub const STUCK_AT_ONCE: &str = "
(role a) (role b) (init (s 0))
(<= (legal ?r go) (role ?r) (true (s 5)))
(<= (next (s 1)) (true (s 0)))
(<= terminal (true (s 9)))
(<= (goal ?r 50) (role ?r))";

/// As [`STUCK_AT_ONCE`], but `a` has legal moves.
pub const STUCK_FOR_ONE: &str = "
(role a) (role b) (init (s 0))
(legal a go) (legal a stay)
(<= (legal b go) (true (s 5)))
(<= (next (s 1)) (true (s 0)))
(<= terminal (true (s 9)))
(<= (goal ?r 50) (role ?r))";

/// `a` may end the game with 60, or enter a state without legal moves: the rules give
/// it 100 there, but the state is not terminal.
pub const STUCK_LATER: &str = "
(role a) (role b) (init start)
(<= (legal a end) (true start))
(<= (legal a stray) (true start))
(<= (legal b wait) (true start))
(<= (next ended) (does a end))
(<= (next strayed) (does a stray))
(<= terminal (true ended))
(<= (goal a 60) (true ended))
(<= (goal b 40) (true ended))
(<= (goal a 100) (true strayed))
(<= (goal b 0) (true strayed))";

/// Two players who move in a cycle of two positions until both leave.
pub const CYCLE: &str = "
(role a) (role b) (init (at 1))
(<= (legal ?r stay) (role ?r))
(<= (legal ?r leave) (role ?r))
(<= (next (at 2)) (true (at 1)) (not leaves))
(<= (next (at 1)) (true (at 2)) (not leaves))
(<= (next out) leaves)
(<= leaves (does a leave) (does b leave))
(<= terminal (true out))
(<= (goal ?r 50) (role ?r))";

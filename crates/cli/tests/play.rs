//! `ludex play` with input from a pipe.

use std::time::Duration;

use assert_cmd::Command;

/// Runs `ludex play` with some lines as input.
fn play(args: &[&str], input: &str) -> Command {
    let mut command = Command::cargo_bin("ludex").expect("it was built for this test");
    command.arg("play").args(args).env("NO_COLOR", "1").timeout(Duration::from_secs(120));
    command.write_stdin(input);
    command
}

/// The output; the command must succeed.
fn shows(args: &[&str], input: &str) -> String {
    let output = play(args, input).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("it prints text")
}

fn fails(args: &[&str]) -> String {
    let output = play(args, "").assert().code(1).get_output().clone();
    String::from_utf8([output.stdout, output.stderr].concat()).expect("it prints text")
}

#[test]
fn two_people_play_to_the_end() {
    let moves = "1\n(mark 2 1)\nmark 1 2\n2 2\nMARK 1 3\n";
    let text = shows(&["tic-tac-toe", "--as", "all"], moves);
    assert!(text.contains("You play x and o."), "{text}");
    assert!(text.contains("3 X · ·\n2 X o ·\n1 X o ·\n  1 2 3\n"), "{text}");
    assert!(text.ends_with("The game is over. x wins. Goals: x 100, o 0.\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn the_machine_answers_and_a_person_can_win() {
    // One move wins; commands that show the position come before it.
    let position = "(cell 1 1 x) (cell 1 2 x) (cell 2 1 o) (cell 2 2 o) (control x)";
    let args = ["tic-tac-toe", "--against", "random", "--position", position];
    let text = shows(&args, "help\nhint\nboard\nmoves\nundo\nmark 1 3\n");
    assert!(text.contains("Ctrl-D"), "{text}");
    assert!(text.contains("Hint: (mark 1 3), worth 100, proven."), "{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
    assert!(text.ends_with("You win. Goals: x 100, o 0.\n"), "{text}");
}

#[test]
fn choices_are_taken_back() {
    let args = ["native:tic-tac-toe", "--against", "random"];
    let text = shows(&args, "1\nundo\nundo\nquit\n");
    assert_eq!(text.matches("Taken back.").count(), 1, "{text}");
    assert_eq!(text.matches("There is nothing to take back.").count(), 1, "{text}");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn wrong_answers_get_one_line_and_another_chance() {
    let text = shows(&["breakthrough"], "99\nxyzzy\n\nmove 1\n\u{7f}\nresign\n");
    assert!(text.contains("`99` is no legal move; `moves` lists them.\n"), "{text}");
    // Escape sequences of arrow keys appear in no message.
    let text_of_arrows = shows(&["breakthrough"], "\u{1b}[A\u{1b}[Dy\nresign\n");
    assert!(text_of_arrows.contains("`[A[Dy` is no legal move"), "{text_of_arrows}");
    assert!(!text_of_arrows.contains('\u{1b}'), "{text_of_arrows}");
    assert!(text.contains("`xyzzy` is no legal move"), "{text}");
    assert!(text.contains("Type a move, its number, or `help`.\n"), "{text}");
    assert!(text.contains(" 1 (move 1 2 1 3)   2 (move 1 2 2 3)\n"), "{text}");
    assert!(text.ends_with("white resigns. Thank you for the game.\n"), "{text}");
}

#[test]
fn boards_are_drawn_whatever_the_rules_call_them() {
    let text = shows(&["checkers"], "");
    assert!(text.contains("8   m   m   m   m\n7 m   m   m   m\n"), "{text}");
    assert!(text.contains("M black-man, K black-king, m white-man, k white-king\n"), "{text}");
    // Discs and pegs are not a grid: they are listed.
    let text = shows(&["towers-of-hanoi"], "");
    assert!(text.contains("on: "), "{text}");
}

#[test]
fn the_end_of_input_is_no_failure() {
    for game in [
        "nine-mens-morris",
        "tron",
        "rock-paper-scissors",
        "eight-puzzle",
        "native:chess",
        "amazons",
    ] {
        let text = shows(&[game], "");
        assert!(text.ends_with("> \nGoodbye.\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

#[test]
fn moves_at_the_same_time_and_by_lot_are_told() {
    let text = shows(&["rock-paper-scissors", "--against", "random"], "paper\n");
    assert!(text.contains("\nleft: (show paper), right: (show "), "{text}");
    let text = shows(&["pig", "--against", "random"], "throw\n");
    assert!(text.contains("\nrandom: (roll "), "{text}");
    // Two users choose simultaneously: the second can undo the first's choice.
    let text = shows(&["rock-paper-scissors", "--as", "all"], "paper\nundo\nrock\nrock\n");
    assert!(text.contains("\nleft: (show rock), right: (show rock)\n"), "{text}");
}

#[test]
fn chess_is_played_in_its_own_notation() {
    let text = shows(&["native:chess", "--as", "all"], "f3\ne7e5\ng4\nQh4\n");
    assert!(text.contains("\nwhite: g4\n") && text.contains("\nblack: Qh4#\n"), "{text}");
    assert!(text.ends_with("black wins. Goals: white 0, black 100.\n"), "{text}");
}

#[test]
fn wrong_calls_are_explained() {
    assert!(fails(&["tic-tac-toe", "--as", "z"]).contains("the roles are x, o"));
    assert!(fails(&["pig", "--as", "random"]).contains("drawn by lot"));
    assert!(
        fails(&["tic-tac-toe", "--as", "all", "--against", "random"]).contains("0 other roles")
    );
    assert!(fails(&["tic-tac-toe", "--against", "uci:stockfish"]).contains("does not speak UCI"));
    let missing = fails(&["native:chess", "--against", "uci:no-such-engine"]);
    assert!(missing.contains("there is no program `no-such-engine`"), "{missing}");
    assert!(fails(&["nim", "--json"]).contains("talks to people"));
}

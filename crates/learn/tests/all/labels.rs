//! Boards and pieces compared with labels written by hand.

use ludex_gdl::{Source, library};
use ludex_learn::structure::Structure;

/// The board and pieces of a game, labelled by hand.
#[derive(Debug)]
struct Label {
    game: String,
    relation: String,
    location: Vec<usize>,
    content: Option<usize>,
    sides: Option<(usize, usize)>,
    /// Symbol and role, sorted.
    pieces: Vec<(String, String)>,
}

fn labels() -> Vec<Label> {
    let lines = include_str!("labels.txt").lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(label).collect()
}

fn label(line: &str) -> Label {
    let (game, rest) = line.split_once(": ").expect("a game and a colon");
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let piece = |text: &&str| {
        let (symbol, role) = text.split_once('=').expect("symbol=role");
        (symbol.to_string(), role.to_string())
    };
    let mut pieces: Vec<(String, String)> = words[4..].iter().map(piece).collect();
    pieces.sort();
    Label {
        game: game.into(),
        relation: words[0].into(),
        location: words[1].split(',').map(number).collect(),
        content: words[2].parse().ok(),
        sides: words[3].split_once('x').map(|(x, y)| (number(x), number(y))),
        pieces,
    }
}

fn source(game: &str) -> Option<Source> {
    match game.strip_prefix("ggp/") {
        Some(name) => crate::common::corpus(name),
        None => Some(library::find(game).expect("a bundled game").source()),
    }
}

/// The differences, for board and pieces each.
fn wrong(label: &Label, structure: &Structure) -> Option<String> {
    let is_it =
        |board: &&ludex_learn::structure::Board| structure.name(board.relation) == label.relation;
    let Some(board) = structure.boards.iter().find(is_it) else {
        return Some("no such board".into());
    };
    let sides = board.width().zip(board.height());
    let are_sides = label.sides.is_none() || sides == label.sides;
    if !are_sides
        || (board.location_args(), board.content_arg()) != (label.location.clone(), label.content)
    {
        let args = (board.location_args(), board.content_arg());
        return Some(format!("board {args:?} {sides:?}"));
    }
    let number = structure.boards.iter().position(|other| std::ptr::eq(other, board));
    let mut pieces: Vec<(String, String)> = structure
        .pieces
        .iter()
        .filter(|piece| Some(piece.board) == number)
        .map(|piece| {
            let symbol = piece
                .symbol
                .map_or_else(|| structure.name(board.relation), |symbol| structure.show(symbol));
            let role = piece.role.map_or("-".into(), |role| structure.roles[role].name.clone());
            (symbol, role)
        })
        .collect();
    pieces.sort();
    (pieces != label.pieces).then(|| format!("pieces {pieces:?}"))
}

#[test]
fn boards_and_pieces_are_right_in_nine_games_of_ten() {
    let labels = labels();
    assert!(labels.len() >= 40);
    let found = crate::common::each(&labels, |label| {
        let source = source(&label.game)?;
        let (_, structure) = crate::common::structure(source, 100_000);
        Some(wrong(label, &structure))
    });
    let judged: Vec<(&Label, &Option<String>)> = labels
        .iter()
        .zip(&found)
        .filter_map(|(label, found)| Some((label, found.as_ref()?)))
        .collect();
    let n_right = judged.iter().filter(|(_, wrong)| wrong.is_none()).count();
    println!("{n_right} of {} labelled games are right", judged.len());
    let mut report = String::new();
    for (label, wrong) in &judged {
        if let Some(wrong) = wrong {
            report += &format!("{}: {wrong}\n", label.game);
        }
    }
    println!("{report}");
    assert!(n_right * 10 >= judged.len() * 9, "{n_right} of {}\n{report}", judged.len());
}

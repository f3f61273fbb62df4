//! Descriptions of structures as text.

use std::fmt::Write;

use ludex_gdl::TermId;
use ludex_report::words::counted;

use super::{Board, Part, Parts, Piece, Shape, Structure};

/// The structure of a game as text, one line per element.
///
/// ```
/// use ludex_gdl::{Engine, Limits, Sheet, library};
/// use ludex_learn::structure::{Budget, Structure, describe};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap();
/// let budget = Budget { n_games_max: 100, ..Budget::default() };
/// let text = describe(&Structure::find(&sheet, &loaded.engine, &budget));
/// assert!(text.contains("A board: `cell` has 3x3 cells, named by arguments 1 and 2"), "{text}");
/// assert!(text.contains("x, of x:"), "{text}");
/// ```
pub fn describe(structure: &Structure) -> String {
    let games = counted(structure.n_games, "random game");
    let mut text = format!("Seen in {games} ({}):\n", counted(structure.n_states, "state"));
    for (number, board) in structure.boards.iter().enumerate() {
        line(&mut text, &about_board(structure, board));
        for piece in structure.pieces.iter().filter(|piece| piece.board == number) {
            let _ = writeln!(text, "    {}", about_piece(structure, piece));
        }
    }
    if structure.boards.is_empty() {
        line(&mut text, "No board.");
    }
    if let Some(control) = structure.controls.first() {
        let name = structure.name(control.relation);
        line(&mut text, &format!("`{name}` tells whose turn it is (argument {}).", control.arg));
    }
    for counter in &structure.counters {
        let name = structure.name(counter.relation);
        line(&mut text, &format!("`{name}` counts plies (argument {}).", counter.arg));
    }
    for one in &structure.accumulators {
        let of = match (&one.holder_args[..], one.of_roles) {
            ([], _) => String::new(),
            (args, true) => format!(" of each role (argument {})", list(args)),
            (args, false) => format!(" of each of argument {}", list(args)),
        };
        let ends = one.symbols.first().zip(one.symbols.last());
        let range = ends.map_or(String::new(), |(&low, &high)| {
            format!(", {} to {}", structure.show(low), structure.show(high))
        });
        let name = structure.name(one.relation);
        line(&mut text, &format!("`{name}` is a number{of}: argument {}{range}.", one.arg));
    }
    for one in &structure.stores {
        let name = structure.name(one.relation);
        let what = match &one.holder_args[..] {
            [] => "a set of things".to_string(),
            args => format!("what each role has (argument {})", list(args)),
        };
        line(&mut text, &format!("`{name}` is {what}, {:.1} on average.", one.size_mean));
    }
    let mut rows: Vec<String> = structure
        .ordinals
        .iter()
        .filter(|row| row.symbols.len() > 2)
        .map(|row| {
            let (first, last) = (row.symbols[0], row.symbols[row.symbols.len() - 1]);
            let name = structure.name(row.relation);
            format!("`{name}` ({} to {})", structure.show(first), structure.show(last))
        })
        .collect();
    let n_more = rows.len().saturating_sub(N_ROWS_MAX);
    rows.truncate(N_ROWS_MAX);
    if !rows.is_empty() {
        let more = if n_more == 0 { String::new() } else { format!(" and {n_more} more") };
        line(&mut text, &format!("In a row: {}{more}.", rows.join(", ")));
    }
    let n_patterns = structure.patterns.iter().filter(|one| one.facts.len() > 1).count();
    if n_patterns > 0 {
        let patterns = if n_patterns == 1 { "pattern" } else { "patterns" };
        line(&mut text, &format!("Goals and ends ask for {n_patterns} {patterns} of facts."));
    }
    if let Some(parts) = &structure.parts {
        line(&mut text, &about_parts(parts));
        for part in parts.list.iter().take(N_PARTS_MAX) {
            let _ = writeln!(text, "    {}", about_part(structure, part));
        }
    }
    text
}

/// Maximum number of independent parts described.
const N_PARTS_MAX: usize = 6;

fn about_parts(parts: &Parts) -> String {
    let n_parts = parts.list.len();
    let moves = match parts.is_parallel {
        true => "each role moves in one of them at a time, and they are searched apart",
        false => "roles choose in which to move",
    };
    format!("{n_parts} parts that are independent until the game ends; {moves}:")
}

/// The size of a part, with an example of its facts and moves.
fn about_part(structure: &Structure, part: &Part) -> String {
    let such_as = |terms: &[TermId]| {
        terms.first().map_or(String::new(), |&term| format!(" such as {}", structure.show(term)))
    };
    let facts = counted(part.facts.len(), "fact") + &such_as(&part.facts);
    format!("{facts}; {}{}", counted(part.moves.len(), "move"), such_as(&part.moves))
}

/// Maximum number of rows listed.
const N_ROWS_MAX: usize = 5;

fn line(text: &mut String, what: &str) {
    let _ = writeln!(text, "  {what}");
}

fn about_board(structure: &Structure, board: &Board) -> String {
    let name = structure.name(board.relation);
    let n = board.cells.len();
    let size = match (board.shape, board.width(), board.height()) {
        (Shape::Graph, ..) => format!("{n} cells without coordinates"),
        (Shape::Line | Shape::Ring, ..) => format!("{n} cells in a {}", board.shape),
        (Shape::Grid, Some(width), Some(height)) => format!("{width}x{height} cells"),
        (shape, Some(width), Some(height)) => format!("{n} cells of {width}x{height} ({shape})"),
        _ => format!("{n} cells"),
    };
    let mut text =
        format!("A board: `{name}` has {size}, named by {}", args(&board.location_args()));
    match board.content_arg() {
        Some(arg) => text += &format!("; argument {arg} tells what is there"),
        None => text += "; a fact means that something is there",
    }
    if let Some(owner) = &board.owner {
        text += &format!(", argument {} whose it is", owner[0]);
    }
    match board.blank {
        Some(blank) => text += &format!("; an empty cell holds {}", structure.show(blank)),
        None if !board.is_full => text += "; empty cells are no facts",
        None => {}
    }
    if !board.fixed.is_empty() {
        let fixed: Vec<String> = board.fixed.iter().map(|&symbol| structure.show(symbol)).collect();
        text += &format!("; never moving: {}", fixed.join(", "));
    }
    text + "."
}

fn about_piece(structure: &Structure, piece: &Piece) -> String {
    let name = match piece.symbol {
        Some(symbol) => structure.show(symbol),
        None => structure.name(structure.boards[piece.board].relation),
    };
    let whose = match (piece.role, &piece.movers[..]) {
        (Some(role), _) => format!("of {}", structure.roles[role].name),
        (None, []) => "of no role".into(),
        (None, movers) => {
            let names: Vec<&str> =
                movers.iter().map(|&role| structure.roles[role].name.as_str()).collect();
            format!("of no role, moved by {}", names.join(" and "))
        }
    };
    let goes = match structure.boards[piece.board].shape {
        _ if piece.steps.is_empty() => String::new(),
        // Indices of a list of cells have no geometric meaning.
        Shape::Graph => ", goes from cell to cell".into(),
        _ => format!(", goes {}", steps(piece)),
    };
    format!("{name}, {whose}: {:.1} on the board on average{goes}", piece.count_mean)
}

/// Maximum number of steps listed: those of a king and of a knight are eight.
const N_STEPS_MAX: usize = 8;

/// The steps of a piece, most frequent first: `(+1,+1) (-1,+1)`.
fn steps(piece: &Piece) -> String {
    let listed = piece.steps.iter().take(N_STEPS_MAX).map(|(step, _)| signed(step));
    let listed: Vec<String> = listed.collect();
    match piece.n_steps - listed.len() {
        0 => listed.join(" "),
        n_more => format!("{} and {n_more} more", listed.join(" ")),
    }
}

/// `(+1,-1)`.
fn signed(step: &[i64]) -> String {
    let parts: Vec<String> = step
        .iter()
        .map(|&along| if along == 0 { "0".into() } else { format!("{along:+}") })
        .collect();
    format!("({})", parts.join(","))
}

/// `argument 1`, `arguments 1 and 2`, `arguments 1, 2 and 3`.
fn args(args: &[usize]) -> String {
    let plural = if args.len() == 1 { "" } else { "s" };
    format!("argument{plural} {}", list(args))
}

fn list(args: &[usize]) -> String {
    let names: Vec<String> = args.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

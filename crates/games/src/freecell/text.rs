//! Positions of FreeCell as text, in the form that other programs read.

use super::card::{Card, N_CARDS, N_SUITS, rank_of, suit_letter, suit_of};
use super::state::{Column, State};

/// The text of a position: foundations and cells unless they are empty, then a line for each
/// column, deepest card first; `:` is an empty column. The last line has all of it, joined by `/`.
pub(super) fn show(state: &State) -> String {
    let mut lines = Vec::new();
    if state.home != [0; N_SUITS] {
        let home = (0..N_SUITS).map(|suit| {
            let top = match state.home[suit] {
                0 => "0".into(),
                rank => Card::of(rank, suit as u8).to_string()[..1].to_string(),
            };
            format!(" {}-{top}", suit_letter(suit))
        });
        lines.push(format!("Foundations:{}", home.collect::<String>()));
    }
    if state.cells.iter().any(Option::is_some) {
        let cell = |cell: &Option<Card>| cell.map_or(" -".into(), |card| format!(" {card}"));
        lines.push(format!("Freecells:{}", state.cells.iter().map(cell).collect::<String>()));
    }
    let column = |column: &Column| {
        let cards: Vec<String> = column.iter().map(ToString::to_string).collect();
        if cards.is_empty() { ":".into() } else { cards.join(" ") }
    };
    lines.extend(state.columns.iter().map(column));
    format!("{}\n{}", lines.join("\n"), lines.join("/"))
}

/// The position of a text: of its last line, if that is a whole position, joined by `/`.
pub(super) fn read(text: &str, n_columns: usize, n_cells: usize) -> Result<State, String> {
    let text = text.trim();
    let text = text.lines().next_back().filter(|line| line.contains('/')).unwrap_or(text);
    let mut state = State {
        columns: std::iter::repeat_n(Column::new(), n_columns).collect(),
        cells: std::iter::repeat_n(None, n_cells).collect(),
        home: [0; N_SUITS],
    };
    let mut seen = [false; N_CARDS];
    let mut n_read = 0;
    for (at, line) in text.split(['\n', '/']).enumerate() {
        let wrong = |what: String| format!("line {}: {what}", at + 1);
        let line = line.trim();
        let line = line.strip_prefix(':').unwrap_or(line);
        match line.split_once(':') {
            Some((word, rest)) if word.eq_ignore_ascii_case("foundations") => {
                foundations(rest, &mut state, &mut seen).map_err(wrong)?;
            }
            Some((word, rest)) if ["freecells", "fc"].contains(&&*word.to_ascii_lowercase()) => {
                cells(rest, &mut state, &mut seen).map_err(wrong)?;
            }
            Some((word, _)) => {
                return Err(wrong(format!("`{word}:` is neither `Foundations:` nor `Freecells:`")));
            }
            None => {
                let column = state.columns.get_mut(n_read);
                let column =
                    column.ok_or_else(|| wrong(format!("there are only {n_columns} columns")))?;
                n_read += 1;
                for word in line.split_whitespace() {
                    column.push(new_card(word, &mut seen).map_err(wrong)?);
                }
            }
        }
    }
    let missing: Vec<String> =
        Card::all().filter(|card| !seen[card.number()]).map(|card| card.to_string()).collect();
    match &missing[..] {
        [] => Ok(state),
        [one] => Err(format!("{one} is missing")),
        [first, ..] => Err(format!("{} cards are missing, {first} first", missing.len())),
    }
}

/// The card of a word, if no card before it is the same.
fn new_card(word: &str, seen: &mut [bool; N_CARDS]) -> Result<Card, String> {
    let card = Card::read(word)?;
    match std::mem::replace(&mut seen[card.number()], true) {
        true => Err(format!("there is a second {card}")),
        false => Ok(card),
    }
}

fn foundations(text: &str, state: &mut State, seen: &mut [bool; N_CARDS]) -> Result<(), String> {
    for word in text.split_whitespace() {
        let parts = word.split_once('-').and_then(|(suit, rank)| suit_of(suit).zip(rank_of(rank)));
        let (suit, rank) = parts
            .ok_or_else(|| format!("`{word}` is not a foundation, such as H-0, C-A or S-10"))?;
        for rank in state.home[suit] + 1..=rank {
            let card = Card::of(rank, suit as u8);
            new_card(&card.to_string(), seen)?;
            state.home[suit] = rank;
        }
    }
    Ok(())
}

fn cells(text: &str, state: &mut State, seen: &mut [bool; N_CARDS]) -> Result<(), String> {
    for (at, word) in text.split_whitespace().enumerate() {
        let n_cells = state.cells.len();
        let cell =
            state.cells.get_mut(at).ok_or_else(|| format!("there are only {n_cells} cells"))?;
        if word != "-" {
            *cell = Some(new_card(word, seen)?);
        }
    }
    Ok(())
}

//! Positions for people.
//!
//! Native games draw themselves. Of a game that is given by rules only the
//! facts are known: they are listed by relation. A relation of two numbers and
//! a content is drawn as a board, whose size and contents are learned from a
//! few random games, for empty places are often no facts at all.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use game::{Playable, Rng, random_joint};

use super::menu::WIDTH;

/// How positions of one game are shown.
pub struct Scene {
    /// The relations that are boards.
    boards: BTreeMap<String, Board>,
}

/// What is known of a relation that may be a board.
struct Board {
    n_columns: usize,
    n_rows: usize,
    /// Each content and the letters that stand for it.
    letters: BTreeMap<String, String>,
}

/// How much random play shows the size of boards.
const N_GAMES: usize = 20;
const N_PLIES_MAX: usize = 300;
const TIME_MAX: Duration = Duration::from_millis(300);

/// Beyond this, a board does not fit the page.
const SIDE_MAX: usize = 19;

impl Scene {
    /// Learns how to show a game.
    pub fn new<G: Playable>(rng: &mut Rng, game: &G) -> Self {
        let mut found: BTreeMap<String, Found> = BTreeMap::new();
        let started = Instant::now();
        let mut joint = Vec::new();
        for _ in 0..N_GAMES {
            let mut state = game.initial();
            for _ in 0..N_PLIES_MAX {
                let text = game.show(&state);
                let Some(facts) = facts(&text) else {
                    return Self { boards: BTreeMap::new() };
                };
                survey(&facts, &mut found);
                let is_over = game.is_terminal(&state) || started.elapsed() > TIME_MAX;
                if is_over || random_joint(rng, game, &state, &mut joint).is_none() {
                    break;
                }
                game.apply(&mut state, &joint);
            }
        }
        let boards = found.into_iter().filter_map(|(name, found)| Some((name, found.board()?)));
        Self { boards: boards.collect() }
    }

    /// A position, with a line end at its end.
    pub fn show<G: Playable>(&self, game: &G, state: &G::State) -> String {
        let text = game.show(state);
        match facts(&text) {
            Some(facts) => self.show_facts(&facts),
            None => text.trim_end().to_string() + "\n",
        }
    }

    fn show_facts(&self, facts: &[Vec<&str>]) -> String {
        let mut relations: BTreeMap<&str, Vec<&[&str]>> = BTreeMap::new();
        for fact in facts {
            relations.entry(fact[0]).or_default().push(&fact[1..]);
        }
        let mut text = String::new();
        for (name, board) in &self.boards {
            let facts = relations.remove(name.as_str()).unwrap_or_default();
            match board.draw(name, &facts) {
                Some(drawn) => text += &drawn,
                None => drop(relations.insert(name, facts)),
            }
        }
        for (name, facts) in relations {
            let items = facts.iter().map(|args| args.join(" "));
            text += &wrap(name, &items.filter(|item| !item.is_empty()).collect::<Vec<_>>());
        }
        text
    }
}

/// The facts of a position that is a list of facts: each its words, of which
/// the first is the relation. `None` if it is anything else.
fn facts(text: &str) -> Option<Vec<Vec<&str>>> {
    let is_list = !text.contains('\n')
        && !text.contains('/')
        && (text.is_empty()
            || text.starts_with(|first: char| first == '(' || first.is_alphabetic()));
    let terms = if is_list { terms(text)? } else { return None };
    terms
        .into_iter()
        .map(|term| match term.strip_prefix('(').and_then(|term| term.strip_suffix(')')) {
            Some(inner) => self::terms(inner).filter(|words| !words.is_empty()),
            None => Some(vec![term]),
        })
        .collect()
}

/// The terms that stand beside each other in a text.
fn terms(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut from, mut terms) = (0usize, None, Vec::new());
    for (at, symbol) in text.char_indices() {
        match symbol {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if symbol == ' ' && depth == 0 {
            terms.extend(from.take().map(|from| &text[from..at]));
        } else {
            from = from.or(Some(at));
        }
    }
    terms.extend(from.map(|from| &text[from..]));
    (depth == 0).then_some(terms)
}

/// What is known of a relation.
#[derive(Default)]
struct Found {
    is_no_board: bool,
    n_columns: usize,
    n_rows: usize,
    contents: BTreeSet<String>,
}

/// Looks at the facts of one position.
fn survey(facts: &[Vec<&str>], found: &mut BTreeMap<String, Found>) {
    let mut places = BTreeSet::new();
    for fact in facts {
        let known = found.entry(fact[0].to_string()).or_default();
        match place(&fact[1..]) {
            Some((column, row, content)) if places.insert((fact[0], column, row)) => {
                known.n_columns = known.n_columns.max(column);
                known.n_rows = known.n_rows.max(row);
                if !known.contents.contains(content) {
                    known.contents.insert(content.to_string());
                }
            }
            _ => known.is_no_board = true,
        }
    }
}

/// The column, row and content of a place, if the arguments are such.
fn place<'a>(args: &[&'a str]) -> Option<(usize, usize, &'a str)> {
    let &[column, row, content] = args else { return None };
    let side = |text: &str| text.parse().ok().filter(|side| (1..=SIDE_MAX).contains(side));
    Some((side(column)?, side(row)?, content))
}

impl Found {
    /// The board, if this is one and its contents have short names.
    fn board(self) -> Option<Board> {
        if self.is_no_board || self.n_columns < 2 || self.n_rows < 2 {
            return None;
        }
        let shorten: [fn(&str) -> String; 3] = [first_letter, initials, str::to_string];
        let letters = shorten.iter().find_map(|shorten| {
            let pairs =
                self.contents.iter().map(|content| (content.clone(), sign(content, *shorten)));
            let letters: BTreeMap<String, String> = pairs.collect();
            let signs: BTreeSet<&String> = letters.values().collect();
            let is_short = signs.iter().all(|sign| sign.chars().count() <= 4);
            (is_short && signs.len() == letters.len()).then_some(letters)
        })?;
        Some(Board { n_columns: self.n_columns, n_rows: self.n_rows, letters })
    }
}

fn first_letter(name: &str) -> String {
    name.chars().take(1).collect()
}

fn initials(name: &str) -> String {
    name.split(['-', '_']).filter_map(|word| word.chars().next()).collect()
}

/// What stands for a content; for emptiness, a dot.
fn sign(content: &str, shorten: fn(&str) -> String) -> String {
    match content {
        "blank" | "empty" => ".".into(),
        _ => shorten(content),
    }
}

impl Board {
    /// The board, with columns counted to the right and rows upwards.
    fn draw(&self, name: &str, facts: &[&[&str]]) -> Option<String> {
        let mut places = BTreeMap::new();
        for args in facts {
            let (column, row, content) = place(args)?;
            let is_inside = column <= self.n_columns && row <= self.n_rows;
            let sign = self.letters.get(content).filter(|_| is_inside)?;
            places.insert((column, row), sign.as_str());
        }
        let longest = self.letters.values().map(|sign| sign.chars().count()).max().unwrap_or(1);
        let width = longest.max(self.n_columns.to_string().len());
        let mut text = String::new();
        for row in (1..=self.n_rows).rev() {
            text += &format!("{row:>2} ");
            for column in 1..=self.n_columns {
                let sign = places.get(&(column, row)).unwrap_or(&".");
                text += &format!(" {sign:>width$}");
            }
            text.push('\n');
        }
        text += "   ";
        (1..=self.n_columns).for_each(|column| text += &format!(" {column:>width$}"));
        Some(text + "\n" + &self.legend(name))
    }

    /// What is what: the relation, and what the letters stand for.
    fn legend(&self, name: &str) -> String {
        let short = |(content, sign): (&String, &String)| {
            (content != sign && sign != ".").then(|| format!("{sign} {content}"))
        };
        let items: Vec<String> = self.letters.iter().filter_map(short).collect();
        wrap(&format!("{name} COLUMN ROW"), &items)
    }
}

/// A name and what belongs to it, in lines that fit the page.
fn wrap(name: &str, items: &[String]) -> String {
    let indent = 2;
    let mut text = String::new();
    let mut line = format!("{name}:");
    if items.is_empty() {
        line.pop();
    }
    for (at, item) in items.iter().enumerate() {
        let item = if at + 1 < items.len() { format!("{item},") } else { item.clone() };
        if line.chars().count() + 1 + item.chars().count() > WIDTH {
            text += &line;
            text.push('\n');
            line = " ".repeat(indent);
        }
        line.push(' ');
        line += &item;
    }
    text + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_grouped_and_boards_drawn() {
        let facts = |text| facts(text).unwrap();
        let start = facts("(cell 1 1 white) (cell 2 3 black) (control white) (score red 3) over");
        let mut found = BTreeMap::new();
        survey(&start, &mut found);
        let boards = found.into_iter().filter_map(|(name, found)| Some((name, found.board()?)));
        let scene = Scene { boards: boards.collect() };
        let expected = " 3  . b\n 2  . .\n 1  w .\n    1 2\n\
                        cell COLUMN ROW: b black, w white\ncontrol: white\nover\nscore: red 3\n";
        assert_eq!(scene.show_facts(&start), expected);
    }

    #[test]
    fn long_lists_are_wrapped() {
        let items: Vec<String> = (0..40).map(|n| format!("(f {n})")).collect();
        let text = wrap("has", &items);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.lines().count() > 3, "{text}");
    }

    #[test]
    fn drawings_are_no_facts() {
        assert_eq!(facts("x.o/.x./..o x"), None);
        assert_eq!(facts("(cell (a"), None);
        assert_eq!(facts("(f (g 1) 2) h"), Some(vec![vec!["f", "(g 1)", "2"], vec!["h"]]));
    }
}

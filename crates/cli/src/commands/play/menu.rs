//! The moves to choose from, and which of them a person means.

use ludex_learn::PositionView;
use ludex_report::number::thousands;

/// Longer lists are shown only when asked for.
const N_SHOWN_MAX: usize = 100;

/// The legal moves of one role.
pub struct Menu {
    entries: Vec<Entry>,
    /// Moves that are numbers themselves are not numbered.
    is_numbered: bool,
}

struct Entry {
    /// What is shown.
    name: String,
    /// All that a person may write for it, made plain.
    words: Vec<String>,
}

/// What a person means.
#[derive(Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The move at this place.
    Move(usize),
    /// Several: they are shown.
    Several(Vec<usize>),
    /// None at all.
    Nothing,
}

impl Menu {
    /// A menu of moves, each with the name that is shown and others that are
    /// understood.
    pub fn new(moves: impl IntoIterator<Item = (String, Vec<String>)>) -> Self {
        let entry = |(name, others): (String, Vec<String>)| {
            let words = [&name].into_iter().chain(&others).map(|name| plain(name)).collect();
            Entry { name, words }
        };
        let entries: Vec<Entry> = moves.into_iter().map(entry).collect();
        let is_numbered = !entries.iter().all(|entry| entry.name.parse::<u32>().is_ok());
        Self { entries, is_numbered }
    }

    /// The move that a text means: its number, its name, the beginning of one
    /// name only, or some whole words of one name only. A part of several names
    /// means them all. Case counts only where it tells names apart.
    pub fn find(&self, text: &str) -> Meaning {
        let text = plain(text);
        let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let is_meant = |entry: &Entry| entry.words.iter().any(|word| fits(word));
            (0..self.entries.len()).filter(|&at| is_meant(&self.entries[at])).collect()
        };
        if let [at, ..] = those(&|word| word == text)[..] {
            return Meaning::Move(at);
        }
        match &those(&|word| word.eq_ignore_ascii_case(&text))[..] {
            [] => {}
            [at] => return Meaning::Move(*at),
            several => return Meaning::Several(several.to_vec()),
        }
        let text = text.to_lowercase();
        let those = |fits: &dyn Fn(&str) -> bool| those(&|word| fits(&word.to_lowercase()));
        let number = text.parse::<usize>().ok().filter(|_| self.is_numbered);
        if let Some(number @ 1..) = number.filter(|&number| number <= self.entries.len()) {
            return Meaning::Move(number - 1);
        }
        let padded = format!(" {text} ");
        let as_words = those(&|word| format!(" {word} ").contains(&padded));
        let as_beginning = those(&|word| word.starts_with(&text));
        if let ([at], _) | (_, [at]) = (&as_beginning[..], &as_words[..]) {
            return Meaning::Move(*at);
        }
        let as_part = those(&|word| word.contains(&text));
        if as_part.is_empty() { Meaning::Nothing } else { Meaning::Several(as_part) }
    }

    /// The moves in columns, or how many there are if they are too many.
    pub fn summary(&self, colour: bool) -> String {
        match self.entries.len() {
            n if n > N_SHOWN_MAX => format!(
                "{} moves: type part of one to see those that fit, or `moves` for all.\n",
                thousands(n as u64)
            ),
            _ => self.list(colour),
        }
    }

    /// All moves in columns.
    pub fn list(&self, colour: bool) -> String {
        self.columns(&(0..self.entries.len()).collect::<Vec<_>>(), colour)
    }

    /// Some moves in columns, with their numbers, filled from top to bottom.
    pub fn columns(&self, places: &[usize], colour: bool) -> String {
        let mut places = places.to_vec();
        if !self.is_numbered {
            places.sort_by_key(|&at| self.entries[at].name.parse::<u32>().unwrap_or(u32::MAX));
        }
        let digits = self.entries.len().to_string().len();
        let width_name = |&at: &usize| self.entries[at].name.chars().count();
        let number_width = if self.is_numbered { digits + 1 } else { 0 };
        let width = places.iter().map(width_name).max().unwrap_or(0) + number_width + 2;
        let n_columns = (PositionView::WIDTH / width).max(1);
        let n_rows = places.len().div_ceil(n_columns).max(1);
        let mut text = String::new();
        for row in 0..n_rows {
            let mut line = String::new();
            for &at in places.iter().skip(row).step_by(n_rows) {
                let name = &self.entries[at].name;
                let pad = width - number_width - name.chars().count();
                if self.is_numbered {
                    let number = format!("{:>digits$}", at + 1);
                    line += &if colour { format!("\x1b[2m{number}\x1b[0m ") } else { number + " " };
                }
                line += name;
                line += &" ".repeat(pad);
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A text without what does not tell moves apart: brackets, spare blanks, the
/// marks of check and mate.
fn plain(text: &str) -> String {
    let text = text.replace(['(', ')'], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches(['+', '#']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu(names: &[&str]) -> Menu {
        Menu::new(names.iter().map(|name| (name.to_string(), Vec::new())))
    }

    #[test]
    fn moves_are_found_by_number_name_and_part() {
        let menu = menu(&["(mark 1 1)", "(mark 1 2)", "(mark 2 2)", "noop"]);
        assert_eq!(menu.find("3"), Meaning::Move(2));
        assert_eq!(menu.find(" Mark 1  2"), Meaning::Move(1));
        assert_eq!(menu.find("no"), Meaning::Move(3));
        assert_eq!(menu.find("2 2"), Meaning::Move(2));
        assert_eq!(menu.find("mark 1"), Meaning::Several(vec![0, 1]));
        assert_eq!(menu.find("k 2"), Meaning::Several(vec![2]));
        assert_eq!(menu.find("9"), Meaning::Nothing);
        assert_eq!(menu.find("swap"), Meaning::Nothing);
    }

    #[test]
    fn moves_that_are_numbers_mean_themselves() {
        let menu = menu(&["4", "2", "7"]);
        assert_eq!(menu.find("2"), Meaning::Move(1));
        assert_eq!(menu.find("1"), Meaning::Nothing);
        assert_eq!(menu.list(false), "2  4  7\n");
    }

    #[test]
    fn case_tells_names_apart_only_if_nothing_else_does() {
        let moves = [("Bxc3+", "d4c3"), ("bxc3", "b2c3"), ("Nf3", "g1f3")];
        let menu = Menu::new(moves.map(|(name, other)| (name.into(), vec![other.into()])));
        assert_eq!(
            ["Bxc3", "bxc3", "nf3", "b2c3"].map(|text| menu.find(text)),
            [0, 1, 2, 1].map(Meaning::Move)
        );
        assert_eq!(menu.find("BXC3"), Meaning::Several(vec![0, 1]));
    }

    #[test]
    fn columns_are_filled_from_the_top_and_fit_the_page() {
        let names: Vec<String> = (0..30).map(|n| format!("(move {n} to {n})")).collect();
        let menu = Menu::new(names.into_iter().map(|name| (name, Vec::new())));
        let list = menu.list(false);
        assert!(list.lines().all(|line| line.chars().count() <= PositionView::WIDTH), "{list}");
        assert!(list.lines().nth(1).unwrap().starts_with(" 2 (move 1 to 1)"), "{list}");
        assert_eq!(list.lines().count(), 8, "{list}");
    }
}

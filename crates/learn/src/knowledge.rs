//! What was learned of a game, as one file.
//!
//! ```text
//! ; what people may want to know
//! ludex knowledge 1
//! game 0a1b...
//! word cell 1 0 2
//! word white
//! ludex features 1
//! ...
//! ludex evaluator 1
//! ...
//! ```
//!
//! The game is named by its [`Identity`], so that a copy with other words finds
//! it; the words are in the order that all copies share, each with the order of
//! its arguments. Players read the parts that they need: `uct:features=FILE`,
//! `alphabeta:eval=file:FILE`.

use std::fmt;

use search::Features;
use search::evaluate::{Count, Judgement};

use crate::identity::{Identity, Word};

/// What was learned of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    /// What people may want to know: lines without a semicolon.
    pub remarks: Vec<String>,
    /// Which game it is about.
    pub identity: Identity,
    /// Where moves win or are needed.
    pub features: Option<Features>,
    /// What positions are worth.
    pub evaluator: Option<Judgement>,
}

const TITLE: &str = "ludex knowledge 1";

impl Knowledge {
    /// Reads a text. The error says what is wrong where.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut key, mut words, mut remarks) = (String::new(), Vec::new(), Vec::new());
        let mut is_known = false;
        for (at, line) in text.lines().enumerate() {
            let (line, remark) = line.split_once(';').unwrap_or((line, ""));
            let wrong = |what: String| format!("line {}: {what}", at + 1);
            let mut parts = line.split_whitespace();
            match parts.next() {
                None if remark.trim().is_empty() => {}
                None => remarks.push(remark.trim().to_string()),
                Some("ludex") if line.trim() == TITLE => is_known = true,
                Some("ludex") if is_known => break,
                _ if !is_known => return Err(wrong(format!("`{TITLE}` must come first"))),
                Some("game") => key = parts.next().unwrap_or_default().to_string(),
                Some("word") => {
                    let name = parts.next().ok_or_else(|| wrong("a word is missing".into()))?;
                    let orders = parts.map(order).collect::<Option<Vec<_>>>();
                    let orders =
                        orders.ok_or_else(|| wrong(format!("`{line}` has no such order")))?;
                    words.push(Word { name: name.to_string(), orders });
                }
                Some(word) => return Err(wrong(format!("`{word}` is not known"))),
            }
        }
        if key.is_empty() {
            return Err("it does not say which game it is about".into());
        }
        let features = search::section(text, "features").map(Features::parse).transpose()?;
        let evaluator = search::section(text, "evaluator").map(Judgement::parse).transpose()?;
        Ok(Self { remarks, identity: Identity::new(key, words), features, evaluator })
    }

    /// The same in the words of another sheet; `None` if that is another game.
    pub fn in_words_of(&self, other: &Identity) -> Option<Self> {
        let say = |term: &String| self.identity.say(term, other);
        let say_all = |terms: &[String]| terms.iter().map(say).collect::<Option<Vec<_>>>();
        let mut said = Self { identity: other.clone(), ..self.clone() };
        if self.identity.key() != other.key() {
            return None;
        }
        for feature in said.features.iter_mut().flat_map(|features| &mut features.list) {
            feature.role = say(&feature.role)?;
            feature.mv = say(&feature.mv)?;
            feature.facts = say_all(&feature.facts)?;
            feature.absent = say_all(&feature.absent)?;
        }
        for (role, counts) in said.evaluator.iter_mut().flat_map(|one| &mut one.roles) {
            *role = say(role)?;
            for (_, count) in counts {
                *count = match count {
                    Count::All(facts) => Count::All(say_all(facts)?),
                    Count::Squares(facts) => Count::Squares(say_all(facts)?),
                    Count::Just(n, line) => {
                        Count::Just(*n, line.map(|fact| say(fact).ok_or(())).ok()?)
                    }
                    Count::Near(part) => Count::Near(*part),
                    Count::Holds(part) => Count::Holds(*part),
                    Count::Moves(role) => Count::Moves(say(role)?),
                    Count::Goal(role) => Count::Goal(say(role)?),
                    Count::Always => Count::Always,
                };
            }
        }
        for part in said.evaluator.iter_mut().flat_map(|one| &mut one.parts) {
            *part = part.map(&mut |fact| say(fact).ok_or(())).ok()?;
        }
        Some(said)
    }
}

/// Places from a list such as `1,0,2`.
fn order(text: &str) -> Option<Vec<usize>> {
    text.split(',').map(|place| place.parse().ok()).collect()
}

impl fmt::Display for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.remarks.iter().try_for_each(|remark| writeln!(f, "; {remark}"))?;
        writeln!(f, "{TITLE}\ngame {}", self.identity.key())?;
        for word in self.identity.words() {
            write!(f, "word {}", word.name)?;
            for order in &word.orders {
                let order: Vec<String> = order.iter().map(ToString::to_string).collect();
                write!(f, " {}", order.join(","))?;
            }
            writeln!(f)?;
        }
        self.features.iter().try_for_each(|features| write!(f, "{features}"))?;
        self.evaluator.iter().try_for_each(|evaluator| write!(f, "{evaluator}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::Scramble;
    use gdl::{Sheet, Source, library};

    #[test]
    fn a_scrambled_copy_finds_what_was_learned() {
        let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").expect("a game").source());
        let features = "ludex features 1\nuse yes\ntemperature 0.5\nothers 0.5\n\
             offensive x 100 (mark 2 3) if (cell 1 3 x) (cell 3 3 x)\n";
        let evaluator = "ludex evaluator 1\nrole x\n0.5 (cell 2 2 x)\n0.1 moves o\n";
        let knowledge = Knowledge {
            remarks: vec!["of tic-tac-toe".into()],
            identity: Identity::of(&sheet),
            features: Some(Features::parse(features).expect("features")),
            evaluator: Some(Judgement::parse(evaluator).expect("a judgement")),
        };
        let read = Knowledge::parse(&knowledge.to_string()).expect("what was written is read");
        assert_eq!(read, knowledge);
        let text = Scramble { seed: 3, symbols: true, reorder: true, ..Scramble::default() };
        let (other, _) = Sheet::parse(Source::new("x.kif", text.text(&sheet)));
        let other = Identity::of(&other);
        let there = knowledge.in_words_of(&other).expect("it is the same game");
        assert_ne!(there.features, knowledge.features);
        assert_eq!(there.in_words_of(&knowledge.identity), Some(knowledge));
    }

    #[test]
    fn every_game_has_a_name_of_its_own() {
        let mut keys = Vec::new();
        for (at, game) in library::games().iter().enumerate() {
            let (sheet, _) = Sheet::parse(game.source());
            let one = Identity::of(&sheet);
            let scramble =
                Scramble { seed: at as u64, symbols: true, reorder: true, ..Scramble::default() };
            let (copy, _) = Sheet::parse(Source::new("x.kif", scramble.text(&sheet)));
            assert_eq!(Identity::of(&copy).key(), one.key(), "{}", game.name());
            keys.push(one.key().to_string());
        }
        let n_games = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), n_games);
    }
}

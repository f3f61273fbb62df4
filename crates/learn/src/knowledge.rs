//! Knowledge of a game: features, an evaluator and a player, as one file.
//!
//! ```text
//! ; a remark
//! ludex knowledge 1
//! game 0a1b...
//! word cell 1 0 2
//! word white
//! ludex features 1
//! ...
//! ludex evaluator 1
//! ...
//! ludex player 1
//! ...
//! ```
//!
//! The file has the [`Identity`] of the game, so that scrambled copies can use it; the words
//! are in the order that all copies share, each with the order of its arguments. Players read
//! the parts that they need: `uct:features=FILE`, `alphabeta:eval=file:FILE`.

use std::fmt;

use ludex_game::Manner;
use ludex_search::evaluate::{AnyMeasure, LinearEvaluator, Translate, Words};
use ludex_search::{Features, Learned};
use serde_json::{Value, json};

use crate::PlayerTrial;
use crate::identity::{Identity, Word};

/// All that was learned about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    /// Comments, one line each.
    pub remarks: Vec<String>,
    /// The game.
    pub identity: Identity,
    /// Features: moves that win or are needed.
    pub features: Option<Features>,
    /// The evaluator of positions.
    pub evaluator: Option<LinearEvaluator>,
    /// The match of a player with the evaluator against UCT.
    pub player: Option<PlayerTrial>,
}

const TITLE: &str = "ludex knowledge 1";

/// The other parts of a file.
const PARTS: [&str; 3] = ["features", "evaluator", "player"];

impl Knowledge {
    /// Knowledge without parts.
    pub fn new(identity: Identity) -> Self {
        let (features, evaluator, player) = (None, None, None);
        Self { remarks: Vec::new(), identity, features, evaluator, player }
    }

    /// The parts that players use, without a file.
    pub fn learned(&self) -> Learned {
        Learned { features: self.features.clone(), evaluator: self.evaluator.clone() }
    }

    /// Reads a text. The error has the line and a description.
    pub fn parse(text: &str) -> Result<Self, String> {
        check_titles(text)?;
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
        let part = |name| ludex_search::section(text, name);
        Ok(Self {
            remarks,
            identity: Identity::new(key, words),
            features: part("features").map(Features::parse).transpose()?,
            evaluator: part("evaluator").map(LinearEvaluator::parse).transpose()?,
            player: part("player").map(PlayerTrial::parse).transpose()?,
        })
    }

    /// The knowledge as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "key": self.identity.key(),
            "remarks": self.remarks,
            "features": self.features.as_ref().map(features_json),
            "evaluator": self.evaluator.as_ref().map(evaluator_json),
            "player": self.player.map(|trial| json!({
                "player": "alphabeta", "rival": "uct", "milliseconds": trial.milliseconds,
                "games": trial.n_games, "points": trial.points, "score_low": trial.low,
                "wins": trial.is_won(),
            })),
        })
    }

    /// The knowledge in the words of another sheet; `None` for another game.
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
        for (role, measures) in said.evaluator.iter_mut().flat_map(|one| &mut one.roles) {
            *role = say(role)?;
            for (_, measure) in measures {
                *measure =
                    measure.translate(&mut Rename { from: &self.identity, to: other }).ok()?;
            }
        }
        for part in said.evaluator.iter_mut().flat_map(|one| &mut one.parts) {
            *part = part.map(&mut |fact| say(fact).ok_or(())).ok()?;
        }
        Some(said)
    }
}

/// The translation from the words of one sheet to those of another of the same game.
struct Rename<'a> {
    from: &'a Identity,
    to: &'a Identity,
}

impl Translate for Rename<'_> {
    type From = Words;
    type To = Words;
    type Error = ();

    fn fact(&mut self, fact: &String) -> Result<String, ()> {
        self.from.say(fact, self.to).ok_or(())
    }

    fn role(&mut self, role: &String) -> Result<String, ()> {
        self.from.say(role, self.to).ok_or(())
    }

    fn plan(&mut self, part: &usize) -> Result<usize, ()> {
        Ok(*part)
    }
}

fn features_json(features: &Features) -> Value {
    let manner = match features.manner {
        Manner::Greedy(share) => json!({ "greed": share }),
        Manner::Boltzmann(temperature) => json!({ "temperature": temperature }),
    };
    let list = features.list.iter().map(|one| {
        json!({
            "offensive": one.is_offensive, "role": one.role, "value": one.value, "move": one.mv,
            "facts": one.facts, "absent": one.absent, "remark": one.remark,
        })
    });
    json!({
        "remarks": features.remarks,
        "used": features.used.helps(false),
        "used_in_time": features.used.helps(true),
        "manner": manner,
        "others": features.others,
        "list": list.collect::<Vec<_>>(),
    })
}

fn evaluator_json(evaluator: &LinearEvaluator) -> Value {
    let term = |(weight, measure): &(f64, AnyMeasure)| json!({ "weight": weight, "counts": measure.to_string() });
    let terms = |measures: &[(f64, AnyMeasure)]| measures.iter().map(term).collect::<Vec<_>>();
    let role = |(role, measures): &(String, Vec<(f64, AnyMeasure)>)| json!({ "role": role, "terms": terms(measures) });
    json!({
        "remarks": evaluator.remarks,
        "roles": evaluator.roles.iter().map(role).collect::<Vec<_>>(),
        "parts": evaluator.parts.len(),
    })
}

/// Rejects a text that would not be read completely: of a newer version, with an unknown
/// part, or with a part twice.
fn check_titles(text: &str) -> Result<(), String> {
    let mut met: Vec<&str> = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with("ludex ")) {
        let mut words = line.split_whitespace().skip(1);
        let name = words.next().unwrap_or_default();
        let what = match words.next() {
            _ if name != "knowledge" && !PARTS.contains(&name) => "is not known",
            version if version != Some("1") => "is of another version",
            _ if met.contains(&name) => "is there twice",
            _ => {
                met.push(name);
                continue;
            }
        };
        let title = line.trim();
        return Err(format!("line {}: `{title}` {what}; this Ludex reads `{TITLE}`", at + 1));
    }
    Ok(())
}

/// Places from a list such as `1,0,2`: each once.
fn order(text: &str) -> Option<Vec<usize>> {
    let order: Vec<usize> =
        text.split(',').map(|place| place.parse().ok()).collect::<Option<_>>()?;
    (0..order.len()).all(|place| order.contains(&place)).then_some(order)
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
        self.evaluator.iter().try_for_each(|evaluator| write!(f, "{evaluator}"))?;
        self.player.iter().try_for_each(|player| write!(f, "{player}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::Scramble;
    use ludex_gdl::{Sheet, Source, library};

    #[test]
    fn a_scrambled_copy_finds_what_was_learned() {
        let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").expect("a game").source());
        let features = "ludex features 1\n; from 500 games\nuse yes\ntemperature 0.5\nothers 0.5\n\
             offensive x 100 (mark 2 3) if (cell 1 3 x) (cell 3 3 x)\n";
        let evaluator = "ludex evaluator 1\nrole x\n0.5 (cell 2 2 x)\n0.1 moves o\n";
        let knowledge = Knowledge {
            remarks: vec!["of tic-tac-toe".into()],
            identity: Identity::of(&sheet),
            features: Some(Features::parse(features).expect("features")),
            evaluator: Some(LinearEvaluator::parse(evaluator).expect("an evaluator")),
            player: Some(PlayerTrial { milliseconds: 20, n_games: 25, points: 20.5, low: 0.61 }),
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
    fn what_is_not_all_read_is_rejected() {
        let text = "ludex knowledge 1\ngame x\nword cell 1,0\n";
        assert!(Knowledge::parse(text).is_ok());
        for (more, wanted) in [
            ("ludex knowledge 2\n", "line 4: `ludex knowledge 2` is of another version"),
            ("ludex dreams 1\n", "line 4: `ludex dreams 1` is not known"),
            ("ludex features 2\n", "`ludex features 2` is of another version"),
            ("ludex features 1\nludex features 1\n", "line 5: `ludex features 1` is there twice"),
            ("word mark 0,2\n", "line 4: `word mark 0,2` has no such order"),
            ("word mark 0,0\n", "has no such order"),
        ] {
            let error = Knowledge::parse(&format!("{text}{more}")).unwrap_err();
            assert!(error.contains(wanted), "{error}");
        }
        // Deeper than any stack.
        let deep = format!("{}a{}", "(f ".repeat(200_000), ")".repeat(200_000));
        let feature = format!("ludex features 1\noffensive x 100 {deep} if a\n");
        let known = Knowledge::parse(&format!("{text}{feature}")).expect("it is read");
        assert!(known.in_words_of(&known.identity.clone()).is_none());
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

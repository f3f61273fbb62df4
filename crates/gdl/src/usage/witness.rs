//! Instruments a sheet: every watched rule derives a witness fact when it
//! applies.

use rustc_hash::FxHashMap;

use crate::sheet::{Literal, Rule, Sheet};
use crate::source::Source;
use crate::symbol::{SymbolId, keyword};

/// The kind of a rule's head, which decides in which states it is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// Moves or the next state: observed in nonterminal states.
    Play,
    /// Goals: observed in terminal states.
    Goal,
    /// Anything else: observed everywhere.
    Other,
}

/// A watched rule.
#[derive(Clone, Debug)]
pub(super) struct WatchedRule {
    /// Index of the rule in the sheet.
    pub rule: usize,
    /// Name of its witness, the fact that is true after it applied.
    pub name: String,
    pub kind: RuleKind,
    /// Whether its conditions can be evaluated where no move is made.
    pub is_of_state: bool,
}

/// Whether a relation is static, depends on the state, or on the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    #[default]
    Nothing,
    State,
    Moves,
}

/// The sheet with a witness rule for each watched rule, and the watched rules.
pub(super) fn with_witnesses(sheet: &Sheet) -> (Sheet, Vec<WatchedRule>) {
    let source = sheet.source();
    let mut stem = String::from("applied");
    while source.text().contains(&stem) {
        stem.push('_');
    }
    let levels = levels(sheet);
    let mut text = source.text().to_string();
    text.push('\n');
    let mut witnesses = Vec::new();
    for (at, rule) in sheet.rules().iter().enumerate() {
        let level = level_of(rule, &levels);
        if !is_watched(rule, level) {
            continue;
        }
        let name = format!("{stem}{at}");
        let body: Vec<&str> = rule.body.iter().map(|literal| source.slice(literal.span)).collect();
        // A comment at the end of a condition would swallow the following text.
        text.push_str(&format!("(<= (next {name})\n{}\n)\n", body.join("\n")));
        let is_of_state = level < Level::Moves;
        witnesses.push(WatchedRule { rule: at, name, kind: kind_of(rule), is_of_state });
    }
    let (watched, _) = Sheet::parse(Source::new(source.name(), text));
    (watched, witnesses)
}

fn kind_of(rule: &Rule) -> RuleKind {
    match rule.head.name {
        keyword::LEGAL | keyword::NEXT => RuleKind::Play,
        keyword::GOAL => RuleKind::Goal,
        _ => RuleKind::Other,
    }
}

/// Static helpers are not watched: the full extension of some is infinite.
fn is_watched(rule: &Rule, level: Level) -> bool {
    let is_output =
        [keyword::LEGAL, keyword::NEXT, keyword::GOAL, keyword::TERMINAL].contains(&rule.head.name);
    !rule.body.is_empty() && (is_output || level > Level::Nothing)
}

type Levels = FxHashMap<(SymbolId, usize), Level>;

/// The level of each relation, by iteration to a fixpoint.
fn levels(sheet: &Sheet) -> Levels {
    let mut levels = Levels::default();
    levels.insert((keyword::TRUE, 1), Level::State);
    levels.insert((keyword::DOES, 2), Level::Moves);
    loop {
        let mut has_changed = false;
        for rule in sheet.rules() {
            let level = level_of(rule, &levels);
            let known = levels.entry((rule.head.name, rule.head.args.len())).or_default();
            has_changed |= level > *known;
            *known = level.max(*known);
        }
        if !has_changed {
            return levels;
        }
    }
}

fn level_of(rule: &Rule, levels: &Levels) -> Level {
    let mut level = Level::Nothing;
    let mut look = |literal: &Literal| {
        literal.for_each_atom(&mut |atom, _| {
            let known = levels.get(&(atom.name, atom.args.len())).copied();
            level = level.max(known.unwrap_or_default());
        });
    };
    rule.body.iter().for_each(&mut look);
    level
}

//! The evaluators for any game: one file each, and one line in [`general`].
//!
//! In a spec, `eval=` has a weighted sum of evaluators, of this module or of [the
//! game](ludex_game::Playable::evaluators). `eval=file:PATH` reads the [formula](Formula), the
//! [linear evaluator](LinearEvaluator) or the [evolved trees](Evolved) from a file.

mod evolved;
mod formula;
mod goal;
mod grammar;
mod line;
mod linear;
mod measures;
mod mobility;
mod plan;
mod question;
mod random;
mod sum;

use std::path::Path;

use ludex_game::{Evaluator, NamedEvaluator, Playable};

use crate::Context;
use crate::quote::{quoted, split, unquoted};
use ludex_support::unknown_word;

pub use evolved::{Evolved, Vocabulary};
pub use formula::Formula;
pub use goal::GoalValue;
pub use grammar::Grammar;
pub use line::Line;
pub use linear::LinearEvaluator;
pub use measures::{
    AnyMeasure, Measure, Names, Numbers, Position, Translate, WeightedMeasures, Words,
};
pub use mobility::Mobility;
pub use plan::{Condition, Part, Plan};
pub use question::{Case, Question};
pub use random::RandomValue;
pub use sum::WeightedSum;

/// The evaluators for any game.
pub fn general<G: Playable>() -> Vec<NamedEvaluator<G>> {
    vec![goal::named(), mobility::named(), random::named()]
}

/// The value of `eval` for the evaluator in a file. Quotes paths with characters that have
/// another meaning in formulas.
///
/// ```
/// use std::path::Path;
/// use ludex_search::{Spec, evaluate};
///
/// let spec = |path: &str| Spec::parse("alphabeta").unwrap().with("eval", &evaluate::file(Path::new(path)));
/// assert_eq!(spec("best.txt").to_string(), "alphabeta:eval=file:best.txt");
/// assert_eq!(spec("a,b.txt").to_string(), r#"alphabeta:eval="file:a,b.txt""#);
/// assert_eq!(spec("a|b.txt").to_string(), r#"alphabeta:eval=file:"a|b.txt""#);
/// ```
pub fn file(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = path.trim() == path && !path.contains(['"', '|']);
    format!("file:{}", if is_plain { path } else { quoted(&path) })
}

/// The evaluator that a text names, for a game.
///
/// ```
/// use ludex_game::{Evaluator, Game, RoleId, examples::Nim};
/// use ludex_search::{Context, evaluate};
///
/// let nim = Nim::new(&[3, 4, 5]);
/// let mut eval = evaluate::named("0.5*mobility+goal", &nim, &Context::default()).unwrap();
/// let value = eval.evaluate(&nim, &nim.initial(), RoleId(0));
/// assert!(value > 0.0 && value < 100.0);
/// ```
pub fn named<G: Playable>(
    text: &str,
    game: &G,
    context: &Context,
) -> Result<Box<dyn Evaluator<G>>, String> {
    Formula::parse(text)?.evaluator(game, context)
}

/// The files in an `eval` text, which may be a list of alternatives (`A|B`).
///
/// ```
/// assert_eq!(ludex_search::evaluate::files("file:a.txt|goal|file:\"b|c\""), ["a.txt", "b|c"]);
/// ```
pub fn files(text: &str) -> Vec<String> {
    let alternatives = split(text, '|', false).unwrap_or_default();
    let paths = alternatives.into_iter().filter_map(|one| one.trim().strip_prefix("file:"));
    paths.filter_map(|path| unquoted(path.trim()).ok()).collect()
}

fn single<G: Playable>(
    name: &str,
    game: &G,
    context: &Context,
) -> Result<Box<dyn Evaluator<G>>, String> {
    let known: Vec<_> = general().into_iter().chain(game.evaluators()).collect();
    match known.iter().find(|evaluator| evaluator.name == name) {
        Some(evaluator) => Ok((evaluator.make)(context.seed)),
        None => Err(unknown_word("evaluator", name, known.iter().map(|evaluator| evaluator.name))),
    }
}

/// The first line of a file that is not a comment.
fn title(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.find(|line| !line.starts_with(';'))
}

//! The evaluators that suit any game: one file each, and one line in [`general`].
//!
//! In a spec, `eval=` takes a weighted sum of evaluators, such as
//! `eval=mobility` or `eval=material+0.2*mobility`, of these and of those that
//! [belong to the game](game::Playable::evaluators). `eval=file:PATH` reads the
//! [formula](Formula), the [judgement](Judgement) or the [evolved trees](Evolved)
//! from a file.

mod evolved;
mod formula;
mod goal;
mod judge;
mod judgement;
mod line;
mod material;
mod mobility;
mod plan;
mod question;
mod random;
mod sum;

use std::path::Path;

use game::{Evaluator, NamedEvaluator, Playable};

use crate::Context;
use crate::quote::{quoted, split, unquoted};
use crate::spec::unknown;

pub use evolved::{Evolved, Vocabulary};
pub use formula::Formula;
pub use goal::GoalValue;
pub use judgement::{Count, Judgement};
pub use line::Line;
pub use material::Material;
pub use mobility::Mobility;
pub use plan::{Condition, Part, Plan};
pub use question::{Case, Question};
pub use random::RandomValue;
pub use sum::WeightedSum;

/// The evaluators that suit any game.
pub fn general<G: Playable>() -> Vec<NamedEvaluator<G>> {
    vec![goal::named(), material::named(), mobility::named(), random::named()]
}

/// The text that names the evaluator in a file, for `eval`. Paths are quoted where
/// formulas have another meaning for what is in them.
///
/// ```
/// use std::path::Path;
/// use search::{Spec, evaluate};
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
/// use game::{Evaluator, Game, RoleId, examples::Nim};
/// use search::{Context, evaluate};
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

/// The files that a text of evaluators names, of which lots may be drawn (`A|B`).
///
/// ```
/// assert_eq!(search::evaluate::files("file:a.txt|goal|file:\"b|c\""), ["a.txt", "b|c"]);
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
    if name == "material" && game.pieces(&game.initial(), game::RoleId(0)).is_none() {
        return Err("`material`: what the pieces of this game are is not known".into());
    }
    if name == "random" {
        return Ok(Box::new(RandomValue::new(context.seed)));
    }
    let known: Vec<_> = general().into_iter().chain(game.evaluators()).collect();
    match known.iter().find(|evaluator| evaluator.name == name) {
        Some(evaluator) => Ok((evaluator.make)()),
        None => Err(unknown("evaluator", name, known.iter().map(|evaluator| evaluator.name))),
    }
}

/// The first line of a file that is not for people alone.
fn title(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.find(|line| !line.starts_with(';'))
}

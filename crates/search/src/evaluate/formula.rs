//! Formulas: evaluators and their weights as text.

use std::sync::Arc;

use ludex_game::{Evaluator, Playable};

use super::{Evolved, LinearEvaluator, WeightedSum, evolved, single};
use crate::quote::unquoted;
use crate::{Context, Learned, section};

/// A weighted sum of named evaluators, such as `material+0.2*mobility`.
///
/// `file:PATH` stands for the formula in a file, where line ends and blanks do
/// not matter and `#` begins a comment. The path may be quoted.
///
/// ```
/// use ludex_search::evaluate::Formula;
///
/// let formula = Formula::parse("material + 0.2*mobility").unwrap();
/// assert_eq!(formula.terms(), [(1.0, "material".into()), (0.2, "mobility".into())]);
/// assert!(Formula::parse("2,5*mobility").unwrap_err().contains("the weight is no number"));
/// assert!(Formula::parse("file:no-such-file").unwrap_err().contains("cannot be read"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Formula {
    terms: Vec<(f64, String)>,
    /// The linear evaluator of a file, instead of terms.
    linear: Option<LinearEvaluator>,
    /// The path and the text of a file with evolved trees.
    evolved: Option<(String, String)>,
}

impl Formula {
    /// Reads a formula. The names of evaluators are resolved by [`Self::evaluator`]. The error
    /// is a message.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::parse_with(text, |_| None)
    }

    /// As [`Self::parse`], with learned data in place of the files that it carries.
    pub(crate) fn parse_with(
        text: &str,
        learned: impl FnOnce(&str) -> Option<Arc<Learned>>,
    ) -> Result<Self, String> {
        let Some(path) = text.trim().strip_prefix("file:") else { return Self::parse_terms(text) };
        let path = unquoted(path.trim())?;
        let Some(learned) = learned(&path) else { return Self::read(&path) };
        let linear = learned.evaluator.clone();
        let linear = linear.ok_or_else(|| format!("{path}: it has no evaluator"))?;
        Ok(Self { linear: Some(linear), ..Self::default() })
    }

    fn read(path: &str) -> Result<Self, String> {
        let text = crate::read_text(path.as_ref())
            .map_err(|error| format!("the formula `{path}` cannot be read: {error}"))?;
        if evolved::is_meant(&text) {
            return Ok(Self { evolved: Some((path.into(), text)), ..Self::default() });
        }
        if LinearEvaluator::is_meant(&text) {
            let part = section(&text, "evaluator").unwrap_or(&text);
            let linear = LinearEvaluator::parse(part).map_err(|what| format!("{path}: {what}"))?;
            return Ok(Self { linear: Some(linear), ..Self::default() });
        }
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        let formula = lines.collect::<Vec<_>>().join(" ");
        if formula.trim().is_empty() {
            return Err(format!(
                "`{path}` has no formula, which is a sum such as 0.5*mobility+goal"
            ));
        }
        Self::parse_terms(&formula).map_err(|what| format!("{path}: {what}"))
    }

    fn parse_terms(text: &str) -> Result<Self, String> {
        let terms = text.split('+').map(|term| {
            let term = term.trim();
            let (weight, name) = match term.split_once('*') {
                None => (Some(1.0), term),
                Some((weight, name)) => (weight.trim().parse().ok(), name.trim()),
            };
            match weight.filter(|weight: &f64| weight.is_finite()) {
                _ if name.is_empty() => Err(format!("`{text}`: an evaluator is missing")),
                None => Err(format!("`{term}`: the weight is no number")),
                Some(weight) => Ok((weight, name.to_string())),
            }
        });
        Ok(Self { terms: terms.collect::<Result<_, String>>()?, ..Self::default() })
    }

    /// The weights and the names of the evaluators.
    pub fn terms(&self) -> &[(f64, String)] {
        &self.terms
    }

    /// Whether it may return different values for the same position: then it must not be used
    /// with a transposition table.
    pub fn is_random(&self) -> bool {
        self.terms.iter().any(|(_, name)| name == "random")
    }

    /// The evaluator that it describes, for a game.
    pub fn evaluator<G: Playable>(
        &self,
        game: &G,
        context: &Context,
    ) -> Result<Box<dyn Evaluator<G>>, String> {
        if let Some((path, text)) = &self.evolved {
            let evolved = Evolved::parse(text, game).map_err(|what| format!("{path}: {what}"))?;
            return Ok(Box::new(evolved));
        }
        if let Some(linear) = &self.linear {
            return linear.evaluator(game);
        }
        // A single evaluator with weight 1 keeps its values unchanged.
        if let [(1.0, name)] = &self.terms[..] {
            return single(name, game, context);
        }
        let terms =
            self.terms.iter().map(|(weight, name)| Ok((*weight, single(name, game, context)?)));
        Ok(Box::new(WeightedSum::new(terms.collect::<Result<_, String>>()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_game::examples::Nim;

    fn from_file(text: &str) -> Result<Formula, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        Formula::parse(&format!("file:{}", file.path().display()))
    }

    #[test]
    fn files_hold_the_same_formulas() {
        let text = "# learned\n 0.5*mobility\n\n + goal # as it is\n";
        assert_eq!(from_file(text), Formula::parse("0.5*mobility+goal"));
        assert!(from_file("# nothing").unwrap_err().contains("has no formula"));
        assert!(from_file("goal + x*goal").unwrap_err().contains("`x*goal`: the weight"));
        assert!(from_file("goal +").unwrap_err().contains("an evaluator is missing"));
    }

    #[test]
    fn unknown_evaluators_are_named() {
        let formula = from_file("0.5*mobilty").unwrap();
        let error = formula.evaluator(&Nim::new(&[1]), &Context::default()).err().unwrap();
        assert!(error.contains("did you mean `mobility`?"), "{error}");
    }
}

//! Problems in rule text, told so that they teach.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;

use crate::source::{Position, Source, Span};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The rules have no settled meaning and are not played.
    Error,
    /// Odd, but players accept it.
    Warning,
}

/// One problem, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A short stable name for this kind of problem.
    pub code: &'static str,
    /// One sentence that says what is wrong.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// A few words to stand beside the place.
    pub label: String,
    /// Further places that matter, with a few words each.
    pub notes: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            span,
            label: String::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// With a few words beside the place.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With one more place.
    pub fn note(mut self, span: Span, words: impl Into<String>) -> Self {
        self.notes.push((span, words.into()));
        self
    }

    /// With advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With advice, if there is any.
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// For people: the message, the source lines and carets beneath them.
    pub fn render(&self, source: &Source, colour: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(&self.message).id(self.code));
        for places in self.excerpts(source) {
            group = match snippet(source, &places) {
                Some(snippet) => group.element(snippet),
                None => group.element(origin(source, self.span)),
            };
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// The places that matter, those that are far apart in excerpts of their own.
    fn excerpts(&self, source: &Source) -> Vec<Vec<Place<'_>>> {
        let line = |place: &Place<'_>| source.lines_of(place.0).0;
        let mut excerpts = vec![vec![(self.span, self.label.as_str(), AnnotationKind::Primary)]];
        for (span, words) in &self.notes {
            let place = (*span, words.as_str(), AnnotationKind::Context);
            let is_near = |excerpt: &&mut Vec<Place<'_>>| {
                excerpt.iter().any(|other| line(other).abs_diff(line(&place)) <= LINES_APART_MAX)
            };
            match excerpts.iter_mut().find(is_near) {
                Some(excerpt) => excerpt.push(place),
                None => excerpts.push(vec![place]),
            }
        }
        excerpts
    }

    /// For machines.
    pub fn to_json(&self, source: &Source) -> serde_json::Value {
        let at = |span: Span| -> (Position, Position) {
            (source.position(span.start as usize), source.position(span.end as usize))
        };
        let (start, end) = at(self.span);
        let notes: Vec<_> = self
            .notes
            .iter()
            .map(|(span, words)| {
                let (start, end) = at(*span);
                serde_json::json!({ "start": start, "end": end, "message": words })
            })
            .collect();
        serde_json::json!({
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "file": source.name(),
            "start": start,
            "end": end,
            "label": self.label,
            "notes": notes,
            "help": self.help,
        })
    }
}

/// A place in the text, the words beside it, and whether it is the one meant.
type Place<'a> = (Span, &'a str, AnnotationKind);

const LINES_APART_MAX: usize = 12;

/// Longer excerpts than this, mostly of one line, would take long to lay out.
const EXCERPT_BYTES_MAX: usize = 200_000;

fn origin(source: &Source, span: Span) -> Origin<'_> {
    let at = source.position(span.start as usize);
    Origin::path(source.name()).line(at.line).char_column(at.column)
}

/// The lines of some places, with carets beneath.
fn snippet<'a>(source: &'a Source, places: &[Place<'a>]) -> Option<Snippet<'a, Annotation<'a>>> {
    let whole = Span {
        start: places.iter().map(|place| place.0.start).min().unwrap_or(0),
        end: places.iter().map(|place| place.0.end).max().unwrap_or(0),
    };
    let (line_start, bytes) = source.lines_of(whole);
    if bytes.len() > EXCERPT_BYTES_MAX {
        return None;
    }
    let snippet = Snippet::source(&source.text()[bytes.clone()])
        .line_start(line_start)
        .path(source.name())
        .annotations(places.iter().map(|(span, words, kind)| {
            let range = span.range();
            let annotation = kind.span(range.start - bytes.start..range.end - bytes.start);
            annotation.label((!words.is_empty()).then_some(*words))
        }));
    Some(snippet)
}

/// `did you mean ...?` for a name that is close to one of `known`.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    closest(name, known).map(|close| format!("did you mean `{close}`?"))
}

/// The name among `known` that a typing error could have turned into `name`.
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // How many characters may be wrong. Long names would take long to compare.
    let n_wrong_max = name.chars().count().min(7) / 3;
    known
        .into_iter()
        .filter(|other| *other != name && name.len() < 100)
        .filter(|other| other.len().abs_diff(name.len()) <= 4 * n_wrong_max)
        .map(|other| {
            let distance = if other.eq_ignore_ascii_case(name) {
                0
            } else {
                strsim::damerau_levenshtein(name, other)
            };
            (distance, other)
        })
        .filter(|&(distance, _)| distance <= n_wrong_max)
        .min()
        .map(|(_, other)| other)
}

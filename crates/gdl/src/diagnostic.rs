//! Diagnostics: problems in rule text, rendered with source excerpts and
//! advice.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;

use crate::source::{LineColumn, Source, Span};

/// Severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The rules have no defined meaning and are not played.
    Error,
    /// Unusual, but playable.
    Warning,
}

/// One problem and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A short stable name for this kind of problem.
    pub code: &'static str,
    /// One sentence that states the problem.
    pub message: String,
    /// Position of the problem.
    pub span: Span,
    /// A short text beside the excerpt.
    pub label: String,
    /// Further spans that matter, with a short text each.
    pub notes: Vec<(Span, String)>,
    /// How to fix the problem.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a span.
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

    /// A warning at a span.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Sets the text beside the excerpt.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a further span.
    pub fn note(mut self, span: Span, words: impl Into<String>) -> Self {
        self.notes.push((span, words.into()));
        self
    }

    /// Sets the advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the advice, if there is any.
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Renders the message, the source lines and carets beneath them for a
    /// terminal.
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

    /// The annotated spans, those far apart in excerpts of their own.
    fn excerpts(&self, source: &Source) -> Vec<Vec<Annotated<'_>>> {
        let line = |place: &Annotated<'_>| source.lines_of(place.0).0;
        let mut excerpts = vec![vec![(self.span, self.label.as_str(), AnnotationKind::Primary)]];
        for (span, words) in &self.notes {
            let place = (*span, words.as_str(), AnnotationKind::Context);
            let is_near = |excerpt: &&mut Vec<Annotated<'_>>| {
                excerpt.iter().any(|other| line(other).abs_diff(line(&place)) <= LINES_APART_MAX)
            };
            match excerpts.iter_mut().find(is_near) {
                Some(excerpt) => excerpt.push(place),
                None => excerpts.push(vec![place]),
            }
        }
        excerpts
    }

    /// The diagnostic as JSON, for tools.
    pub fn to_json(&self, source: &Source) -> serde_json::Value {
        let at = |span: Span| -> (LineColumn, LineColumn) {
            (source.line_column(span.start as usize), source.line_column(span.end as usize))
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

/// A span, the text beside it, and whether it is the primary one.
type Annotated<'a> = (Span, &'a str, AnnotationKind);

const LINES_APART_MAX: usize = 12;

/// Longer excerpts, mostly of a single line, would take long to lay out.
const EXCERPT_BYTES_MAX: usize = 200_000;

fn origin(source: &Source, span: Span) -> Origin<'_> {
    let at = source.line_column(span.start as usize);
    Origin::path(source.name()).line(at.line).char_column(at.column)
}

/// The lines of some annotated spans, with carets beneath.
fn snippet<'a>(
    source: &'a Source,
    places: &[Annotated<'a>],
) -> Option<Snippet<'a, Annotation<'a>>> {
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

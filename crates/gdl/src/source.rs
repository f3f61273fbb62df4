//! Source text, spans, and lines and columns.

use std::ops::Range;

/// A range of bytes of source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        // The reader bounds sources far below 4 GiB.
        Self { start: start as u32, end: end as u32 }
    }

    /// As a range of byte offsets.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column, both counted from 1. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct LineColumn {
    /// Line number.
    pub line: usize,
    /// Character in the line.
    pub column: usize,
}

/// A text with a name.
///
/// ```
/// use ludex_gdl::{Source, Span};
///
/// let source = Source::new("nim.kif", "(role a)\n(role b)");
/// let at = source.line_column(source.text().find('b').unwrap());
/// assert_eq!((at.line, at.column), (2, 7));
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    /// Byte offset of the start of each line.
    line_starts: Vec<usize>,
}

impl Source {
    /// Maximum length of a text. The largest public rule sheet has 0.4 MB.
    pub const BYTES_MAX: usize = 16 << 20;

    /// A text with the name that messages use, usually its file name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = line_starts(&text);
        Self { name: name.into(), text, line_starts }
    }

    /// A text from bytes. Invalid UTF-8 becomes the replacement character,
    /// which is harmless in comments and which the parser reports in rules.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Self {
        Self::new(name, String::from_utf8_lossy(bytes))
    }

    /// The name that messages use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Line and column of a byte offset.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let column = self.text[self.line_starts[line - 1]..offset].chars().count() + 1;
        LineColumn { line, column }
    }

    /// The whole lines that a span touches: number of the first, and byte
    /// range.
    pub(crate) fn lines_of(&self, span: Span) -> (usize, Range<usize>) {
        let first = self.line_starts.partition_point(|&start| start <= span.start as usize);
        let last = self.line_starts.partition_point(|&start| start < span.end.max(1) as usize);
        let end = self.line_starts.get(last.max(first)).copied().unwrap_or(self.text.len());
        (first, self.line_starts[first - 1]..end)
    }

    /// Whether a byte is the first of its line.
    pub(crate) fn starts_line(&self, offset: usize) -> bool {
        self.line_starts.binary_search(&offset).is_ok()
    }
}

/// Lines end with LF, CR LF or a lone CR.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = (0..bytes.len())
        .filter(|&i| bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n')));
    std::iter::once(0).chain(ends.map(|i| i + 1)).collect()
}

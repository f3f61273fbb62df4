//! Parts of a report, for the terminal and for the browser.

use ludex_report::{Page, Plot, Table};

/// A part of a report.
#[derive(Clone, Debug)]
pub struct Section {
    /// The topic.
    pub heading: String,
    /// The contents.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A plot and its caption.
    Plot(Plot, String),
    /// A plot too large for a terminal, its caption, and a smaller plot for terminals.
    LargePlot(Plot, String, Plot),
}

impl Section {
    /// An empty section.
    ///
    /// ```
    /// use ludex_arena::analysis::{Section, text};
    ///
    /// let mut section = Section::new("Draws");
    /// section.text("None.");
    /// assert_eq!(text("Nim", &[section]), "Nim\n\nDRAWS\n\nNone.\n");
    /// ```
    pub fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), blocks: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) -> &mut Self {
        self.add(Block::Text(text.into()))
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) -> &mut Self {
        self.add(Block::Table(table))
    }

    /// Adds a picture.
    pub fn plot(&mut self, plot: Plot, caption: impl Into<String>) -> &mut Self {
        self.add(Block::Plot(plot, caption.into()))
    }

    fn add(&mut self, block: Block) -> &mut Self {
        self.blocks.push(block);
        self
    }

    /// Adds a histogram; a terminal shows it as one line.
    pub fn histogram(&mut self, plot: Plot, caption: impl Into<String>, small: Plot) -> &mut Self {
        self.add(Block::LargePlot(plot, caption.into(), small))
    }
}

/// Columns of a terminal.
const WIDTH: usize = 80;

/// The text for a terminal of 80 columns.
pub fn text(lead: &str, sections: &[Section]) -> String {
    let mut text = wrapped(lead);
    for section in sections {
        text.push_str(&format!("\n{}\n", section.heading.to_uppercase()));
        for block in &section.blocks {
            text.push('\n');
            text.push_str(&match block {
                Block::Text(text) => wrapped(text),
                Block::Table(table) => table.to_text_within(WIDTH),
                Block::Plot(plot, _) | Block::LargePlot(_, _, plot) => plot.to_text(),
            });
        }
    }
    text
}

/// The page for a browser.
///
/// ```
/// use ludex_arena::analysis::{Section, page};
///
/// let page = page("Nim", "Taking the last one wins.", &[Section::new("Draws")]);
/// assert!(page.to_html().contains("<h2>Draws</h2>"));
/// ```
pub fn page(title: &str, lead: &str, sections: &[Section]) -> Page {
    let mut page = Page::new(title);
    page.lead(lead);
    for section in sections {
        page.section(&section.heading);
        for block in &section.blocks {
            match block {
                Block::Text(text) => page.paragraph(text),
                Block::Table(table) => page.table(table),
                Block::Plot(plot, caption) | Block::LargePlot(plot, caption, _) => {
                    page.figure(&plot.to_svg(), caption)
                }
            };
        }
    }
    page
}

/// Wraps a text at 80 columns.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        let n_chars = line.chars().count() + 1 + word.chars().count();
        if line.is_empty() {
            line.push_str(word);
        } else if n_chars <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.into());
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_not_too_long() {
        let text = wrapped(&"word ".repeat(60));
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 60);
    }
}

//! Texts of several sections, each behind its title and a colon.

/// A section of a text.
pub struct Section<'a> {
    /// Its title.
    pub title: &'a str,
    /// The line of its title, counted from 1.
    pub line: usize,
    /// Its lines. Those before it are blank, so that lines keep their numbers.
    pub body: String,
}

/// The sections whose titles pass a test. Lines before the first title belong to no section.
pub fn sections(text: &str, is_title: impl Fn(&str) -> bool) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        match line.trim().strip_suffix(':').filter(|title| is_title(title)) {
            Some(title) => {
                sections.push(Section { title, line: at + 1, body: "\n".repeat(at + 1) });
            }
            None => {
                if let Some(section) = sections.last_mut() {
                    section.body.push_str(line);
                    section.body.push('\n');
                }
            }
        }
    }
    sections
}

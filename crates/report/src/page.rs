//! Reports as HTML pages.

use std::collections::BTreeMap;

use crate::markup::prose;
use crate::svg::Svg;
use crate::{Table, escape};

/// A self-contained HTML page: no network, no scripts.
///
/// It follows the reader's preference for light or dark, and suits phones and
/// paper. All texts are escaped; text between backticks becomes code.
///
/// ```
/// use ludex_report::{Page, Plot, Table};
///
/// let mut page = Page::new("Nim");
/// page.lead("Take the last one.").section("Rules").paragraph("Take 1 < n < 4.");
/// assert!(page.to_html().contains("<p>Take 1 &lt; n &lt; 4.</p>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    title: String,
    lead: String,
    body: String,
    /// CSS rules of the pictures, each kind once.
    styles: BTreeMap<&'static str, &'static str>,
    /// Refresh interval in seconds.
    refresh: Option<u32>,
    foot: String,
}

impl Page {
    /// An empty page.
    ///
    /// ```
    /// assert!(ludex_report::Page::new("A & B").to_html().contains("<title>A &amp; B</title>"));
    /// ```
    pub fn new(title: impl Into<String>) -> Self {
        let (lead, body, foot) = (String::new(), String::new(), String::new());
        Self { title: title.into(), lead, body, styles: BTreeMap::new(), refresh: None, foot }
    }

    /// Makes browsers reload the page at an interval.
    ///
    /// ```
    /// let html = ludex_report::Page::new("Nim").refresh(2).to_html();
    /// assert!(html.contains("<meta http-equiv=\"refresh\" content=\"2\">"));
    /// ```
    pub fn refresh(&mut self, seconds: u32) -> &mut Self {
        self.refresh = Some(seconds);
        self
    }

    /// Sets the introduction: a sentence or two on the contents of the page.
    ///
    /// ```
    /// let html = ludex_report::Page::new("Nim").lead("Who wins?").to_html();
    /// assert!(html.contains("<p class=\"lead\">Who wins?</p>"));
    /// ```
    pub fn lead(&mut self, text: impl Into<String>) -> &mut Self {
        self.lead = text.into();
        self
    }

    /// Sets the foot of the page: how the page was made.
    ///
    /// ```
    /// let html = ludex_report::Page::new("Nim").foot([("command", "ludex info nim"), ("seed", "1")]).to_html();
    /// assert!(html.contains("<dt>command</dt><dd>ludex info nim</dd>"));
    /// ```
    pub fn foot<N: AsRef<str>, M: AsRef<str>>(
        &mut self,
        entries: impl IntoIterator<Item = (N, M)>,
    ) -> &mut Self {
        self.foot = format!("<footer>\n{}\n</footer>\n", definitions(entries));
        self
    }

    /// Starts a section.
    ///
    /// ```
    /// assert!(ludex_report::Page::new("Nim").section("Rules").to_html().contains("<h2>Rules</h2>"));
    /// ```
    pub fn section(&mut self, heading: &str) -> &mut Self {
        self.add(&format!("<h2>{}</h2>", prose(heading)))
    }

    /// Starts a subsection.
    ///
    /// ```
    /// assert!(ludex_report::Page::new("Nim").subsection("Moves").to_html().contains("<h3>Moves</h3>"));
    /// ```
    pub fn subsection(&mut self, heading: &str) -> &mut Self {
        self.add(&format!("<h3>{}</h3>", prose(heading)))
    }

    /// Adds a paragraph.
    ///
    /// ```
    /// assert!(ludex_report::Page::new("Nim").paragraph("a < b").to_html().contains("<p>a &lt; b</p>"));
    /// ```
    pub fn paragraph(&mut self, text: &str) -> &mut Self {
        self.add(&format!("<p>{}</p>", prose(text)))
    }

    /// Adds a table. A table wider than the page can be scrolled.
    ///
    /// ```
    /// let mut page = ludex_report::Page::new("Nim");
    /// page.table(&ludex_report::Table::new(["heap", "winner"]));
    /// assert!(page.to_html().contains("<th>heap</th>"));
    /// ```
    pub fn table(&mut self, table: &Table) -> &mut Self {
        self.add(&format!("<div class=\"wide table\">\n{}</div>", table.to_html()))
    }

    /// Adds a picture; an empty caption is left out.
    ///
    /// ```
    /// let mut page = ludex_report::Page::new("Nim");
    /// page.figure(&ludex_report::Plot::new("Scores").to_svg(), "From 100 games.");
    /// assert!(page.to_html().contains("<figcaption>From 100 games.</figcaption>"));
    /// ```
    pub fn figure(&mut self, svg: &Svg, caption: &str) -> &mut Self {
        let style = svg.style();
        self.styles.insert(style.name, style.rules);
        let caption = match caption {
            "" => String::new(),
            caption => format!("<figcaption>{}</figcaption>\n", prose(caption)),
        };
        let picture = svg.to_inline();
        self.add(&format!("<figure>\n<div class=\"wide\">\n{picture}</div>\n{caption}</figure>"))
    }

    /// Adds a list of names and definitions.
    ///
    /// ```
    /// let mut page = ludex_report::Page::new("Nim");
    /// page.definitions([("seed", "7"), ("games", "100")]);
    /// assert!(page.to_html().contains("<dt>seed</dt><dd>7</dd>"));
    /// ```
    pub fn definitions<N: AsRef<str>, M: AsRef<str>>(
        &mut self,
        entries: impl IntoIterator<Item = (N, M)>,
    ) -> &mut Self {
        self.add(&definitions(entries))
    }

    /// Adds text that keeps its lines and blanks: a rule sheet, a board, a
    /// command.
    ///
    /// ```
    /// let html = ludex_report::Page::new("Nim").preformatted("ludex info nim\n").to_html();
    /// assert!(html.contains("<pre>ludex info nim\n</pre>"));
    /// ```
    pub fn preformatted(&mut self, text: &str) -> &mut Self {
        // Browsers drop a line feed right after the tag, so one is added.
        let start = if text.starts_with('\n') { "<pre>\n" } else { "<pre>" };
        self.add(&format!("{start}{}</pre>", escape(text)))
    }

    /// The whole page.
    ///
    /// ```
    /// let html = ludex_report::Page::new("Nim").to_html();
    /// assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"));
    /// ```
    pub fn to_html(&self) -> String {
        let title = escape(&self.title);
        let lead = match &self.lead[..] {
            "" => String::new(),
            lead => format!("<p class=\"lead\">{}</p>\n", prose(lead)),
        };
        // Rules of pictures are nested, so that they do not affect the page or
        // each other.
        let nested = |(name, rules): (&&str, &&str)| format!("svg.{name} {{\n{rules}}}\n");
        let styles: String = self.styles.iter().map(nested).collect();
        let meta = |n: u32| format!("<meta http-equiv=\"refresh\" content=\"{n}\">\n");
        let refresh = self.refresh.map(meta).unwrap_or_default();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{refresh}\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}{styles}</style>\n</head>\n\
             <body>\n<h1>{title}</h1>\n{lead}{}{}</body>\n</html>\n",
            self.body, self.foot
        )
    }

    fn add(&mut self, html: &str) -> &mut Self {
        self.body.push_str(html);
        self.body.push('\n');
        self
    }
}

fn definitions<N: AsRef<str>, M: AsRef<str>>(entries: impl IntoIterator<Item = (N, M)>) -> String {
    let entry = |(name, meaning): (N, M)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", prose(name.as_ref()), prose(meaning.as_ref()))
    };
    format!("<dl>\n{}</dl>", entries.into_iter().map(entry).collect::<String>())
}

/// The backgrounds equal those of pictures, so that these have no visible
/// edges.
const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1c1c28; --soft: #555566; --ground: #ffffff; --rule: #dcdce4; --shade: #f5f5f8; }
@media (prefers-color-scheme: dark) {
:root { --ink: #ececf4; --soft: #a9a9b8; --ground: #17171f; --rule: #363644; --shade: #20202a; }
}
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 1rem 0 .5rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.4rem 0 .6rem; padding-top: .6rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
p { margin: .6rem 0; } .lead { font-size: 1.12rem; color: var(--soft); }
.wide { overflow-x: auto; }
.wide.table { position: relative; left: 50%; transform: translateX(-50%); width: fit-content; min-width: 100%; max-width: calc(100vw - 2rem); }
code { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .92em; background: var(--shade); padding: .05em .3em; border-radius: .25em; }
footer { margin-top: 3rem; padding-top: .4rem; border-top: 1px solid var(--rule); color: var(--soft); font-size: .85rem; }
figure { margin: 1.2rem 0; } figure svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
figcaption, caption { font-size: .9rem; color: var(--soft); padding: .3rem 0; } figcaption { text-align: center; } caption { text-align: left; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .95rem; }
th, td { padding: .3rem .8rem; text-align: left; vertical-align: top; }
th:first-child, td:first-child { padding-left: .2rem; }
thead th { border-bottom: 2px solid var(--rule); white-space: nowrap; } td { border-bottom: 1px solid var(--rule); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; margin: 1rem 0; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; }
pre { background: var(--shade); padding: .8rem 1rem; border-radius: .4rem; overflow-x: auto; white-space: pre-wrap; line-height: 1.4;
  font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .85rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
@media print { body { max-width: none; padding: 0; } figure, pre, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
";

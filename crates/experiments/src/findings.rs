//! The results of an experiment as text, page, CSV and JSON.

use ludex_report::{Align, Estimate, Page, Plot, Table};
use serde_json::{Value, json};

use super::{About, Row, Size};
use ludex_arena::CONFIDENCE;

/// The results of an experiment.
///
/// ```
/// use ludex_experiments::{Figure, Findings, Row, Size, all};
/// use ludex_arena::stats::Interval;
///
/// let figure = Figure { value: 0.52, interval: Interval { low: 0.49, high: 0.55 } };
/// let (group, label) = ("as told".to_string(), "uct against uct".to_string());
/// let row = Row { group, label, paper: Some(0.5), ours: Some(figure), remark: String::new() };
/// let (about, size, seed) = (all()[0].about(), Size::Quick, 1);
/// let findings = Findings { about, size, seed, rows: vec![row] };
/// assert!(findings.to_text().contains("0.500  0.520  0.490-0.550      +0.020"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The experiment.
    pub about: About,
    /// Its size.
    pub size: Size,
    /// Its seed.
    pub seed: u64,
    /// The figures.
    pub rows: Vec<Row>,
}

impl Findings {
    /// Groups with their rows, in the order in which they came.
    fn groups(&self) -> Vec<(&str, Vec<&Row>)> {
        let mut groups: Vec<(&str, Vec<&Row>)> = Vec::new();
        for row in &self.rows {
            match groups.iter_mut().find(|(name, _)| *name == row.group) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((&row.group, vec![row])),
            }
        }
        groups
    }

    /// As text for a terminal of 80 columns.
    pub fn to_text(&self) -> String {
        let About { title, source, claim, figure, .. } = self.about;
        let mut text = format!("{title}\n{source}\n\n{claim}\n\nFigures: {figure}.\n");
        for (name, rows) in self.groups() {
            text.push_str(&format!("\n{name}\n\n{}", table(&rows).to_text()));
        }
        text
    }

    /// As CSV.
    pub fn to_csv(&self) -> String {
        let head = ["group", "label", "paper", "ours", "ours_low", "ours_high", "remark"];
        let mut table = Table::new(head);
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        for row in &self.rows {
            table.row([
                row.group.clone(),
                row.label.clone(),
                number(row.paper),
                number(row.ours.map(|ours| ours.value)),
                number(row.ours.map(|ours| ours.interval.low)),
                number(row.ours.map(|ours| ours.interval.high)),
                row.remark.clone(),
            ]);
        }
        table.to_csv()
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let row = |row: &Row| {
            let interval = row.ours.map(|ours| [ours.interval.low, ours.interval.high]);
            json!({
                "group": row.group, "label": row.label, "paper": row.paper,
                "ours": row.ours.map(|ours| ours.value), "interval": interval,
                "remark": row.remark,
            })
        };
        let rows: Vec<Value> = self.rows.iter().map(row).collect();
        json!({
            "id": self.about.id, "title": self.about.title, "source": self.about.source,
            "claim": self.about.claim, "figure": self.about.figure, "method": self.about.method,
            "size": self.size.to_string(), "seed": self.seed, "confidence": CONFIDENCE,
            "rows": rows,
        })
    }

    /// As a page.
    pub fn page(&self) -> Page {
        let mut page = Page::new(self.about.title);
        page.lead(self.about.claim);
        page.definitions([
            ("source", self.about.source),
            ("figures", self.about.figure),
            ("size", self.size.of(self.about.sizes)),
            ("seed", &self.seed.to_string()),
        ]);
        for (name, rows) in self.groups() {
            page.section(name).figure(&plot(&rows).to_svg(), "Bars are 95% intervals.");
            page.table(&table(&rows));
        }
        page.section("How");
        for paragraph in self.about.method {
            page.paragraph(paragraph);
        }
        page
    }
}

fn table(rows: &[&Row]) -> Table {
    let head = ["", "paper", "ours", "95%", "difference", ""];
    let numbers = [Align::Right; 4];
    let mut table = Table::new(head).align([Align::Left].into_iter().chain(numbers));
    for row in rows {
        let ours = row.ours;
        let text = |value: Option<f64>| value.map(number);
        // What was counted is certain.
        let unsure = ours.map(|ours| ours.interval).filter(|interval| interval.width() > 0.0);
        let interval =
            unsure.map(|interval| format!("{}-{}", number(interval.low), number(interval.high)));
        let difference = ours.zip(row.paper).map(|(ours, paper)| ours.value - paper);
        table.row([
            row.label.clone(),
            text(row.paper).unwrap_or_default(),
            text(ours.map(|ours| ours.value)).unwrap_or_default(),
            interval.unwrap_or_default(),
            difference.map(signed).unwrap_or_default(),
            row.remark.clone(),
        ]);
    }
    table
}

/// Shares with three decimals, counts with none.
fn number(value: f64) -> String {
    if value.abs() < 100.0 { format!("{value:.3}") } else { format!("{value:.0}") }
}

fn signed(difference: f64) -> String {
    let sign = if difference < 0.0 { "-" } else { "+" };
    format!("{sign}{}", number(difference.abs()))
}

/// The paper's figures, and ours beside them.
fn plot(rows: &[&Row]) -> Plot {
    const ASIDE: f64 = 0.12;
    let labels = rows.iter().map(|row| &row.label);
    let mut plot = Plot::new("The paper's figures and ours").categories(labels).size(760.0, 380.0);
    let numbered = || (0..).map(f64::from).zip(rows);
    plot.points(
        "paper",
        numbered().filter_map(|(at, row)| {
            let value = row.paper?;
            Some(Estimate { x: at - ASIDE, value, low: value, high: value })
        }),
    );
    plot.points(
        "ours",
        numbered().filter_map(|(at, row)| {
            let ours = row.ours?;
            let (low, high) = (ours.interval.low, ours.interval.high);
            Some(Estimate { x: at + ASIDE, value: ours.value, low, high })
        }),
    );
    plot
}

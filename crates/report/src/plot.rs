//! Plots of numbers.

mod draw;
mod text;

use crate::axis::Axis;
use crate::{Bins, Colour, Svg};

/// A plot: series of numbers over one horizontal axis.
///
/// Values that are not finite are left out, and lines have a gap there. A
/// series with the name of a colour, as roles have in many games, gets that
/// colour.
///
/// ```
/// use ludex_report::{Estimate, Plot};
///
/// let mut plot = Plot::new("Score against random").labels("playouts", "score in %");
/// plot.points("uct", [
///     Estimate { x: 100.0, value: 61.0, low: 54.0, high: 68.0 },
///     Estimate { x: 200.0, value: 72.0, low: 66.0, high: 78.0 },
/// ]);
/// plot.reference("even", 50.0);
/// let picture = plot.to_svg().to_string();
/// assert!(picture.contains("Score against random") && picture.contains("even"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    title: String,
    x_label: String,
    y_label: String,
    categories: Vec<String>,
    is_log_x: bool,
    size: (f64, f64),
    series: Vec<Series>,
    references: Vec<(String, f64)>,
}

/// A value with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Horizontal position.
    pub x: f64,
    /// The estimated value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

#[derive(Clone, Debug, PartialEq)]
struct Series {
    name: String,
    /// The colour that the series is named after.
    colour: Option<&'static str>,
    kind: Kind,
    /// Values without an interval have one of width zero.
    items: Vec<Estimate>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Line,
    Points,
    Bars,
}

impl Plot {
    /// An empty plot.
    ///
    /// ```
    /// assert!(ludex_report::Plot::new("Nothing yet").to_svg().to_string().contains("no data"));
    /// ```
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: String::new(),
            y_label: String::new(),
            categories: Vec::new(),
            is_log_x: false,
            size: (640.0, 360.0),
            series: Vec::new(),
            references: Vec::new(),
        }
    }

    /// Sets the labels of the axes.
    ///
    /// ```
    /// let plot = ludex_report::Plot::new("Growth").labels("depth", "nodes");
    /// assert!(plot.to_svg().to_string().contains(">depth</text>"));
    /// ```
    pub fn labels(mut self, x: impl Into<String>, y: impl Into<String>) -> Self {
        (self.x_label, self.y_label) = (x.into(), y.into());
        self
    }

    /// Sets the names of categories on the horizontal axis: the first is at 0,
    /// the next at 1, and so on; see [`numbered`].
    ///
    /// ```
    /// use ludex_report::{Plot, numbered};
    ///
    /// let mut plot = Plot::new("States").categories(["nim", "go"]);
    /// plot.bars("", numbered([31.0, 62.0]));
    /// assert_eq!(plot.to_text().lines().nth(1), Some("nim  ████████████████████ 31"));
    /// ```
    pub fn categories(mut self, names: impl IntoIterator<Item = impl ToString>) -> Self {
        self.categories = names.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// Makes the horizontal axis logarithmic, for effort that doubles. Values
    /// that are not positive are left out.
    ///
    /// ```
    /// let mut plot = ludex_report::Plot::new("Strength").log_x();
    /// plot.line("", [(100.0, 1.0), (1000.0, 2.0), (10_000.0, 3.0)]);
    /// assert!(plot.to_svg().to_string().contains("1,000"));
    /// ```
    pub fn log_x(mut self) -> Self {
        self.is_log_x = true;
        self
    }

    /// Sets the size; the default is 640 by 360.
    ///
    /// ```
    /// assert_eq!(ludex_report::Plot::new("Small").size(300.0, 200.0).to_svg().size(), (300.0, 200.0));
    /// ```
    pub fn size(mut self, width: f64, height: f64) -> Self {
        self.size = (width.clamp(160.0, 4000.0), height.clamp(120.0, 4000.0));
        self
    }

    /// Adds a line through points.
    ///
    /// ```
    /// let mut plot = ludex_report::Plot::new("Value by depth");
    /// plot.line("alpha-beta", [(1.0, 0.0), (2.0, 3.0), (3.0, 1.0)]);
    /// assert_eq!(plot.to_text(), "Value by depth\nalpha-beta  ▁█▃  0 to 3\n");
    /// ```
    pub fn line(
        &mut self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> &mut Self {
        self.add(name.into(), Kind::Line, points.into_iter().map(exact).collect())
    }

    /// Adds points with intervals.
    ///
    /// ```
    /// use ludex_report::{Estimate, Plot};
    ///
    /// let mut plot = Plot::new("Score").categories(["uct"]);
    /// plot.points("", [Estimate { x: 0.0, value: 71.5, low: 66.0, high: 76.5 }]);
    /// assert!(plot.to_text().contains("71.5 (66 to 76.5)"));
    /// ```
    pub fn points(
        &mut self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = Estimate>,
    ) -> &mut Self {
        self.add(name.into(), Kind::Points, points.into_iter().collect())
    }

    /// Adds bars. Several series of bars are drawn side by side.
    ///
    /// ```
    /// let mut plot = ludex_report::Plot::new("Lengths");
    /// plot.bars("games", [(7.0, 2.0), (8.0, 1.0)]);
    /// assert_eq!(plot.to_svg().to_string().matches("<rect class=\"bar s0\"").count(), 2);
    /// ```
    pub fn bars(
        &mut self,
        name: impl Into<String>,
        bars: impl IntoIterator<Item = (f64, f64)>,
    ) -> &mut Self {
        self.add(name.into(), Kind::Bars, bars.into_iter().map(exact).collect())
    }

    /// Adds a histogram. Whole numbers have a bar each, or [share
    /// bars](Bins::of_whole) evenly; other values are counted between round
    /// numbers.
    ///
    /// ```
    /// let mut plot = ludex_report::Plot::new("Lengths of games");
    /// plot.histogram("", [5.0, 6.0, 7.0, 7.0, 8.0, 9.0]);
    /// assert_eq!(plot.to_svg().to_string().matches("<rect class=\"bar s0\"").count(), 5);
    /// ```
    pub fn histogram(
        &mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = f64>,
    ) -> &mut Self {
        let bars = bins(&values.into_iter().collect::<Vec<_>>());
        self.bars(name, bars)
    }

    /// Adds a horizontal reference line.
    ///
    /// ```
    /// let mut plot = ludex_report::Plot::new("Score");
    /// plot.line("uct", [(1.0, 40.0), (2.0, 60.0)]).reference("even", 50.0);
    /// assert!(plot.to_text().contains("even: 50"));
    /// ```
    pub fn reference(&mut self, name: impl Into<String>, value: f64) -> &mut Self {
        self.references.push((name.into(), value));
        self
    }

    /// The plot as an SVG picture.
    ///
    /// ```
    /// let mut plot = ludex_report::Plot::new("Holes are fine");
    /// plot.line("", [(0.0, 1.0), (1.0, f64::NAN), (2.0, f64::INFINITY), (3.0, 1.0)]);
    /// assert!(!plot.to_svg().to_string().contains("NaN"));
    /// ```
    pub fn to_svg(&self) -> Svg {
        draw::draw(self)
    }

    /// The plot as text for a terminal: a row per line, point and bar, at most
    /// 80 columns wide where names are short.
    ///
    /// ```
    /// use ludex_report::{Plot, numbered};
    ///
    /// let mut plot = Plot::new("Nodes").categories(["minimax", "alpha-beta"]);
    /// plot.bars("", numbered([120.0, 30.0]));
    /// assert_eq!(plot.to_text(), "\
    /// Nodes
    /// minimax     ████████████████████████████████████████ 120
    /// alpha-beta  ██████████ 30
    /// ");
    /// ```
    pub fn to_text(&self) -> String {
        text::draw(self)
    }

    fn add(&mut self, name: String, kind: Kind, mut items: Vec<Estimate>) -> &mut Self {
        for item in &mut items {
            // An interval that is not finite is not drawn, and neither is that
            // of a value that is not finite.
            let Estimate { value, low, high, .. } = *item;
            (item.low, item.high) = match value.is_nan() {
                true => (value, value),
                false => (low.min(value), high.max(value)),
            };
        }
        let colour = Colour::named(&name).map(Colour::class);
        self.series.push(Series { name, colour, kind, items });
        self
    }

    /// The category or the number at a horizontal position.
    fn x_name(&self, x: f64) -> String {
        match self.categories.get(x.round().max(0.0) as usize) {
            Some(name) => name.clone(),
            None => crate::number::short(x),
        }
    }
}

/// Values at 0, 1, 2 and so on: the positions of
/// [categories](Plot::categories).
///
/// ```
/// assert_eq!(ludex_report::numbered([5.0, 7.0]).collect::<Vec<_>>(), [(0.0, 5.0), (1.0, 7.0)]);
/// ```
pub fn numbered(values: impl IntoIterator<Item = f64>) -> impl Iterator<Item = (f64, f64)> {
    values.into_iter().enumerate().map(|(at, value)| (at as f64, value))
}

fn exact((x, value): (f64, f64)) -> Estimate {
    Estimate { x, value, low: value, high: value }
}

/// The middle of each bin and the number of values in it.
fn bins(values: &[f64]) -> Vec<(f64, f64)> {
    let values: Vec<f64> =
        values.iter().copied().filter(|&value| crate::axis::is_drawable(value)).collect();
    if values.is_empty() {
        return Vec::new();
    }
    let ends = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| {
        (low.min(value), high.max(value))
    });
    // Beyond this, neighbouring whole numbers are equal as `f64`.
    let is_whole = |&value: &f64| value.fract() == 0.0 && value.abs() < 1e15;
    if values.iter().all(is_whole) {
        return Bins::of_whole(ends.0, ends.1).counts(values);
    }
    // Spreadsheets use the square root; more than 30 bins are hard to see.
    let n_bins = (values.len() as f64).sqrt().ceil().clamp(5.0, 30.0) as usize;
    let axis = Axis::covering(values.iter().copied(), n_bins + 1);
    let edges = axis.ticks();
    let mut counts = vec![0.0; edges.len() - 1];
    for value in values {
        let at = edges.partition_point(|&edge| edge <= value);
        counts[at.clamp(1, edges.len() - 1) - 1] += 1.0;
    }
    edges.windows(2).map(|edge| (edge[0] + edge[1]) / 2.0).zip(counts).collect()
}

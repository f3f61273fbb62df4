//! Plots as SVG.

use super::{Estimate, Kind, Plot, Series};
use crate::axis::{Axis, is_drawable};
use crate::number::short;
use crate::svg::{
    Element, Style, Svg, circle, line, path, polygon, polyline, rect, text, text_width,
};
use crate::words::shorten;

/// Font sizes of titles and of other text.
const TITLE: f64 = 15.0;
const FONT: f64 = 12.0;
/// Space around the plot.
const MARGIN: f64 = 14.0;
/// Line height of text.
const LEADING: f64 = 18.0;
/// Width of a sample in the legend, and space after a name.
const SAMPLE: f64 = 22.0;
const LEGEND_GAP: f64 = 18.0;
/// Number of colours.
const N_COLOURS: usize = 8;
/// Maximum number of points of a line with dots.
const N_DOTS_MAX: usize = 40;
/// Maximum number of letters of a category's name.
const N_LETTERS_MAX: usize = 24;
/// Names that do not fit side by side are tilted by 40 degrees.
const TILT: (f64, f64) = (0.643, 0.766);

/// Plain colours come first, for programs without media queries. In light and
/// dark mode each has a contrast of at least 3 to 1 with the background.
const STYLE: Style = Style {
    name: "plot",
    rules: "\
text { font: 12px Helvetica, Arial, sans-serif; fill: #555566; }
.title { font-size: 15px; font-weight: bold; fill: #1c1c28; }
.middle { text-anchor: middle; } .end { text-anchor: end; }
.ground { fill: #ffffff; }
.grid { stroke: #e4e4ea; } .axis { stroke: #8a8a99; }
.reference { stroke: #55555f; stroke-width: 1.5; stroke-dasharray: 6 4; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .whisker { fill: none; stroke-width: 1.5; } .again { stroke-dasharray: 5 2; }
.line.s0, .whisker.s0 { stroke: #1f6fd0; } .dot.s0, .bar.s0 { fill: #1f6fd0; }
.line.s1, .whisker.s1 { stroke: #d0521c; } .dot.s1, .bar.s1 { fill: #d0521c; }
.line.s2, .whisker.s2 { stroke: #1e8a57; } .dot.s2, .bar.s2 { fill: #1e8a57; }
.line.s3, .whisker.s3 { stroke: #8e44ad; } .dot.s3, .bar.s3 { fill: #8e44ad; }
.line.s4, .whisker.s4 { stroke: #a67c00; } .dot.s4, .bar.s4 { fill: #a67c00; }
.line.s5, .whisker.s5 { stroke: #c2255c; } .dot.s5, .bar.s5 { fill: #c2255c; }
.line.s6, .whisker.s6 { stroke: #0b8496; } .dot.s6, .bar.s6 { fill: #0b8496; }
.line.s7, .whisker.s7 { stroke: #6b6b7b; } .dot.s7, .bar.s7 { fill: #6b6b7b; }
.line.red, .whisker.red { stroke: #d4282e; } .dot.red, .bar.red { fill: #d4282e; }
.line.orange, .whisker.orange { stroke: #c96a00; } .dot.orange, .bar.orange { fill: #ec8a1c; stroke: #a85800; }
.line.yellow, .whisker.yellow { stroke: #a88600; } .dot.yellow, .bar.yellow { fill: #f5cf2e; stroke: #8a6d00; }
.line.green, .whisker.green { stroke: #1e8a3c; } .dot.green, .bar.green { fill: #1e8a3c; }
.line.blue, .whisker.blue { stroke: #1f5fd0; } .dot.blue, .bar.blue { fill: #1f5fd0; }
.line.cyan, .whisker.cyan { stroke: #0b8496; } .dot.cyan, .bar.cyan { fill: #0b8496; }
.line.purple, .whisker.purple { stroke: #8436b0; } .dot.purple, .bar.purple { fill: #8436b0; }
.line.pink, .whisker.pink { stroke: #d6408a; } .dot.pink, .bar.pink { fill: #d6408a; }
.line.brown, .whisker.brown { stroke: #85512a; } .dot.brown, .bar.brown { fill: #85512a; }
.line.grey, .whisker.grey { stroke: #6b6b7b; } .dot.grey, .bar.grey { fill: #6b6b7b; }
.line.black, .whisker.black { stroke: #1c1c28; } .dot.black, .bar.black { fill: #1c1c28; stroke: #1c1c28; }
.line.white, .whisker.white { stroke: #8c8c98; } .dot.white, .bar.white { fill: #ffffff; stroke: #5c5c68; }
@media (prefers-color-scheme: dark) {
text { fill: #a9a9b8; } .title { fill: #ececf4; } .ground { fill: #17171f; }
.grid { stroke: #2c2c38; } .axis { stroke: #77778a; } .reference { stroke: #b0b0be; }
.line.s0, .whisker.s0 { stroke: #5aa7ff; } .dot.s0, .bar.s0 { fill: #5aa7ff; }
.line.s1, .whisker.s1 { stroke: #ff8a5c; } .dot.s1, .bar.s1 { fill: #ff8a5c; }
.line.s2, .whisker.s2 { stroke: #5bd19a; } .dot.s2, .bar.s2 { fill: #5bd19a; }
.line.s3, .whisker.s3 { stroke: #c792ea; } .dot.s3, .bar.s3 { fill: #c792ea; }
.line.s4, .whisker.s4 { stroke: #e0b84c; } .dot.s4, .bar.s4 { fill: #e0b84c; }
.line.s5, .whisker.s5 { stroke: #ff7eb0; } .dot.s5, .bar.s5 { fill: #ff7eb0; }
.line.s6, .whisker.s6 { stroke: #4fd1e0; } .dot.s6, .bar.s6 { fill: #4fd1e0; }
.line.s7, .whisker.s7 { stroke: #a9a9b8; } .dot.s7, .bar.s7 { fill: #a9a9b8; }
.line.red, .whisker.red { stroke: #ff6b6b; } .dot.red, .bar.red { fill: #ff6b6b; }
.line.orange, .whisker.orange { stroke: #ffa040; } .dot.orange, .bar.orange { fill: #ffa040; stroke: #ffa040; }
.line.yellow, .whisker.yellow { stroke: #ffe066; } .dot.yellow, .bar.yellow { fill: #ffe066; stroke: #ffe066; }
.line.green, .whisker.green { stroke: #58d07c; } .dot.green, .bar.green { fill: #58d07c; }
.line.blue, .whisker.blue { stroke: #5c9dff; } .dot.blue, .bar.blue { fill: #5c9dff; }
.line.cyan, .whisker.cyan { stroke: #4fd1e0; } .dot.cyan, .bar.cyan { fill: #4fd1e0; }
.line.purple, .whisker.purple { stroke: #c48af0; } .dot.purple, .bar.purple { fill: #c48af0; }
.line.pink, .whisker.pink { stroke: #ff86bc; } .dot.pink, .bar.pink { fill: #ff86bc; }
.line.brown, .whisker.brown { stroke: #c8925f; } .dot.brown, .bar.brown { fill: #c8925f; }
.line.grey, .whisker.grey { stroke: #a9a9b8; } .dot.grey, .bar.grey { fill: #a9a9b8; }
.line.black, .whisker.black { stroke: #7c7c8c; } .dot.black, .bar.black { fill: #000000; stroke: #b0b0be; }
.line.white, .whisker.white { stroke: #ffffff; } .dot.white, .bar.white { fill: #ffffff; stroke: #ffffff; }
}
",
};

pub(super) fn draw(plot: &Plot) -> Svg {
    let mut svg = Svg::new(&STYLE, plot.size, &plot.title);
    // Step 1. Title and legend, which determine the top of the frame.
    let top = headings(plot, &mut svg);
    // Step 2. The axes, which depend on the available space and whose labels
    // take some of it.
    let frame = Frame::new(plot, top);
    frame.draw_axes(&mut svg);
    // Step 3. Bars first: they would hide lines.
    for kind in [Kind::Bars, Kind::Line, Kind::Points] {
        let of_kind = plot.series.iter().enumerate().filter(|(_, series)| series.kind == kind);
        of_kind.for_each(|(at, series)| frame.draw_series(at, series, &mut svg));
    }
    frame.draw_references(&mut svg);
    svg
}

/// Draws title and legend; returns their lower end.
fn headings(plot: &Plot, svg: &mut Svg) -> f64 {
    let mut y = MARGIN;
    if !plot.title.is_empty() {
        svg.add(text("title", MARGIN, y + TITLE - 3.0, &plot.title));
        y += TITLE + 9.0;
    }
    let entries = legend(plot);
    // A single series is described by the title.
    if entries.len() < 2 && plot.references.is_empty() {
        return y;
    }
    let mut x = MARGIN;
    for (name, draw_sample) in entries {
        let width = SAMPLE + 6.0 + text_width(name, FONT) + LEGEND_GAP;
        if x + width - LEGEND_GAP > plot.size.0 - MARGIN && x > MARGIN {
            (x, y) = (MARGIN, y + LEADING);
        }
        draw_sample(svg, x, y + 7.0);
        svg.add(text("", x + SAMPLE + 6.0, y + 11.0, name));
        x += width;
    }
    y + LEADING + 4.0
}

type Sample<'a> = Box<dyn Fn(&mut Svg, f64, f64) + 'a>;

/// The entries of the legend, with how to draw a sample of each.
fn legend(plot: &Plot) -> Vec<(&str, Sample<'_>)> {
    let series = plot.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty());
    let series = series.map(|(at, series)| {
        let sample: Sample<'_> = Box::new(move |svg, x, y| {
            let ends = [(x, y), (x + SAMPLE, y)];
            match series.kind {
                Kind::Line => svg.add(polyline(&class("line", at, series), &ends)),
                Kind::Bars => {
                    svg.add(rect(&class("bar", at, series), x + SAMPLE - 14.0, y - 6.0, 12.0, 12.0))
                }
                Kind::Points => svg
                    .add(polyline(&class("whisker", at, series), &ends))
                    .add(marker((at, series), x + SAMPLE / 2.0, y)),
            };
        });
        (&series.name[..], sample)
    });
    let references =
        plot.references.iter().filter(|(name, _)| !name.is_empty()).map(|(name, _)| {
            let sample: Sample<'_> = Box::new(|svg, x, y| {
                svg.add(line("reference", (x, y), (x + SAMPLE, y)));
            });
            (&name[..], sample)
        });
    series.chain(references).collect()
}

/// The rectangle in which series are drawn.
struct Frame<'a> {
    plot: &'a Plot,
    x_axis: Axis,
    y_axis: Axis,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Keeps points at the ends away from the labels.
    inset: f64,
    /// The width of one bar, or of one group of bars, in units of the axis.
    slot: f64,
    is_tilted: bool,
    is_empty: bool,
}

impl<'a> Frame<'a> {
    fn new(plot: &'a Plot, top: f64) -> Self {
        let (width, height) = plot.size;
        let slot = slot(plot);
        let values = y_values(plot);
        let top = top.min(height / 2.0) + 6.0;
        let x_title = if plot.x_label.is_empty() { 0.0 } else { LEADING };
        let y_title = if plot.y_label.is_empty() { 0.0 } else { LEADING };
        // The height is not known before names are found to need a tilt, but
        // the number of ticks hardly depends on it.
        let y_axis = Axis::covering(values.iter().copied(), ((height - top) / 45.0) as usize);
        let y_labels = y_axis.ticks().iter().map(|&tick| text_width(&y_axis.label(tick), FONT));
        let mut left = MARGIN + y_title + y_labels.fold(0.0, f64::max) + 8.0;
        let x_axis = x_axis(plot, slot, width - left);
        let names = names_width(plot);
        let room = (width - left - MARGIN) / plot.categories.len().max(1) as f64;
        let is_tilted = names > 0.0 && names + 6.0 > room;
        let x_labels = match is_tilted {
            true => TILT.0 * names + 10.0,
            false => FONT,
        };
        if is_tilted {
            let first = text_width(&shown(&plot.categories[0]), FONT);
            left = left.max(TILT.1 * first + 8.0 - room / 2.0);
        }
        // Half of the last tick's label extends to the right of it.
        let last = x_axis.ticks().last().map_or(0.0, |&tick| text_width(&x_axis.label(tick), FONT));
        let has_points = plot.series.iter().any(|series| series.kind == Kind::Points);
        // The labels never take the whole width.
        let left = left.min(width / 2.0);
        Self {
            left,
            right: (width - MARGIN.max(last / 2.0 + 4.0)).max(left + 20.0),
            top,
            bottom: (height - MARGIN - x_title - x_labels - 6.0).max(top + 20.0),
            inset: if has_points && plot.categories.is_empty() { 16.0 } else { 0.0 },
            slot,
            is_tilted,
            is_empty: values.is_empty(),
            plot,
            x_axis,
            y_axis,
        }
    }

    fn x(&self, x: f64) -> Option<f64> {
        // Positions beyond the names are not on the axis.
        let share = self.x_axis.share(x).filter(|share| (-0.001..1.001).contains(share))?;
        Some(self.left + self.inset + share * (self.right - self.left - 2.0 * self.inset))
    }

    fn y(&self, y: f64) -> Option<f64> {
        Some(self.bottom - self.y_axis.share(y)? * (self.bottom - self.top))
    }

    fn place(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        Some((self.x(x)?, self.y(y)?))
    }

    fn draw_axes(&self, svg: &mut Svg) {
        let Self { left, right, top, bottom, .. } = *self;
        for &tick in self.y_axis.ticks() {
            let y = self.y(tick).unwrap_or(bottom);
            svg.add(line("grid", (left, y), (right, y)));
            svg.add(text("end", left - 7.0, y + 4.0, &self.y_axis.label(tick)));
        }
        svg.add(line("axis", (left, bottom), (right, bottom)));
        for &tick in self.x_axis.ticks() {
            let x = self.x(tick).unwrap_or(left);
            svg.add(line("axis", (x, bottom), (x, bottom + 4.0)));
            svg.add(text("middle", x, bottom + 4.0 + FONT, &self.x_axis.label(tick)));
        }
        self.draw_names(svg);
        let (width, height) = self.plot.size;
        if !self.plot.x_label.is_empty() {
            let (x, y) = ((left + right) / 2.0, height - MARGIN + 2.0);
            svg.add(text("middle", x, y, &self.plot.x_label));
        }
        if !self.plot.y_label.is_empty() {
            let (x, y) = (MARGIN + 8.0, (top + bottom) / 2.0);
            let turn = format!("rotate(-90 {x:.1} {y:.1})");
            svg.add(text("middle", x, y, &self.plot.y_label).set("transform", turn));
        }
        if self.is_empty {
            svg.add(text("middle", (left + width) / 2.0, (top + bottom) / 2.0, "no data"));
        }
    }

    fn draw_names(&self, svg: &mut Svg) {
        let n_names = self.plot.categories.len();
        let room = (self.right - self.left) / n_names.max(1) as f64;
        // Tilted names need the height of a line each.
        let every = if self.is_tilted { (FONT / room).ceil().max(1.0) as usize } else { 1 };
        for (at, name) in self.plot.categories.iter().enumerate().step_by(every) {
            let x = self.x(at as f64).unwrap_or(self.left);
            let y = self.bottom + 4.0 + FONT;
            let name = shown(name);
            svg.add(match self.is_tilted {
                true => {
                    let (x, y) = (x + 4.0, y - 2.0);
                    text("end", x, y, &name).set("transform", format!("rotate(-40 {x:.1} {y:.1})"))
                }
                false => text("middle", x, y, &name),
            });
        }
    }

    fn draw_references(&self, svg: &mut Svg) {
        for y in self.plot.references.iter().filter_map(|(_, value)| self.y(*value)) {
            svg.add(line("reference", (self.left, y), (self.right, y)));
        }
    }

    fn draw_series(&self, at: usize, series: &Series, svg: &mut Svg) {
        match series.kind {
            Kind::Bars => self.bars(at, series, svg),
            Kind::Line => self.line(at, series, svg),
            Kind::Points => self.points(at, series, svg),
        }
    }

    fn bars(&self, at: usize, series: &Series, svg: &mut Svg) {
        let (place, n) = self.rank(at, Kind::Bars);
        // Bars of numbers nearly touch, as in a histogram.
        let share = if self.plot.categories.is_empty() { 0.94 } else { 0.76 };
        let width = share * self.slot / n as f64;
        let zero = self.y(0.0).unwrap_or(self.bottom);
        for item in &series.items {
            let from = item.x - share * self.slot / 2.0 + place as f64 * width;
            let ends = (self.x(from), self.x(from + width), self.y(item.value));
            let (Some(left), Some(right), Some(y)) = ends else { continue };
            let bar = rect(
                &class("bar", at, series),
                left,
                y.min(zero),
                (right - left).max(1.0),
                (y - zero).abs(),
            );
            svg.add(bar.hint(&self.hint(series, item)));
        }
    }

    fn line(&self, at: usize, series: &Series, svg: &mut Svg) {
        let places: Vec<_> =
            series.items.iter().map(|item| self.place(item.x, item.value)).collect();
        for piece in places.split(Option::is_none).filter(|piece| piece.len() > 1) {
            let points: Vec<(f64, f64)> = piece.iter().flatten().copied().collect();
            svg.add(polyline(&class("line", at, series), &points));
        }
        let is_alone = |at: usize| {
            let neighbours = [at.checked_sub(1), Some(at + 1)];
            neighbours.into_iter().flatten().all(|at| places.get(at).copied().flatten().is_none())
        };
        for (number, (item, place)) in series.items.iter().zip(&places).enumerate() {
            // A point without neighbours would not be visible in the line.
            if let Some((x, y)) = place.filter(|_| places.len() <= N_DOTS_MAX || is_alone(number)) {
                let dot = circle(&class("dot", at, series), x, y, 2.8);
                svg.add(dot.hint(&self.hint(series, item)));
            }
        }
    }

    fn points(&self, at: usize, series: &Series, svg: &mut Svg) {
        for item in &series.items {
            let Some((x, y)) = self.place(item.x, item.value) else { continue };
            // Series with points at the same positions would hide each other.
            let x = x + self.dodge(at);
            if let (Some(low), Some(high)) = (self.y(item.low), self.y(item.high))
                && item.low < item.high
            {
                let d = format!("M{:.1} {low:.1}h8m-4 0V{high:.1}m-4 0h8", x - 4.0);
                svg.add(path(&class("whisker", at, series), &d));
            }
            svg.add(marker((at, series), x, y).hint(&self.hint(series, item)));
        }
    }

    fn dodge(&self, at: usize) -> f64 {
        let (place, n) = self.rank(at, Kind::Points);
        let room = match self.plot.categories.len() {
            0 => 24.0,
            n_names => (self.right - self.left) / n_names as f64,
        };
        let step = (room * 0.6 / n as f64).min(12.0);
        (place as f64 - (n as f64 - 1.0) / 2.0) * step
    }

    /// Index of a series among those of its kind, and the number of these.
    fn rank(&self, at: usize, kind: Kind) -> (usize, usize) {
        let is_kind = |series: &&Series| series.kind == kind;
        let n = self.plot.series.iter().filter(is_kind).count();
        (self.plot.series[..at].iter().filter(is_kind).count(), n)
    }

    fn hint(&self, series: &Series, item: &Estimate) -> String {
        let name =
            if series.name.is_empty() { String::new() } else { format!("{}, ", series.name) };
        let value = format!("{name}{}: {}", self.plot.x_name(item.x), short(item.value));
        match item.low < item.high {
            true => format!("{value} ({} to {})", short(item.low), short(item.high)),
            false => value,
        }
    }
}

/// All values that the vertical axis has to cover.
fn y_values(plot: &Plot) -> Vec<f64> {
    let mut values = Vec::new();
    for series in &plot.series {
        let ends = series.items.iter().flat_map(|item| [item.value, item.low, item.high]);
        values.extend(ends.filter(|&value| is_drawable(value)));
        if series.kind == Kind::Bars && !values.is_empty() {
            values.push(0.0);
        }
    }
    if !values.is_empty() {
        values.extend(plot.references.iter().map(|(_, value)| *value));
    }
    values
}

fn x_axis(plot: &Plot, slot: f64, width: f64) -> Axis {
    if !plot.categories.is_empty() {
        return Axis::names(plot.categories.len());
    }
    let values = plot.series.iter().flat_map(|series| {
        let half = if series.kind == Kind::Bars { slot / 2.0 } else { 0.0 };
        series.items.iter().flat_map(move |item| [item.x - half, item.x + half])
    });
    let n_ticks_max = (width / 75.0) as usize;
    match plot.is_log_x {
        true => Axis::logarithmic(values, n_ticks_max),
        false => Axis::covering(values, n_ticks_max),
    }
}

/// The least distance of bars.
fn slot(plot: &Plot) -> f64 {
    if !plot.categories.is_empty() {
        return 1.0;
    }
    let bars = plot.series.iter().filter(|series| series.kind == Kind::Bars);
    let mut places: Vec<f64> =
        bars.flat_map(|series| series.items.iter().map(|item| item.x)).collect();
    places.retain(|&place| is_drawable(place));
    places.sort_by(f64::total_cmp);
    let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
    let least = gaps.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

fn names_width(plot: &Plot) -> f64 {
    plot.categories.iter().map(|name| text_width(&shown(name), FONT)).fold(0.0, f64::max)
}

fn shown(name: &str) -> String {
    shorten(name, N_LETTERS_MAX)
}

/// The CSS class of a series: the colour of its name, or the next colour; when
/// colours repeat, lines are dashed.
fn class(kind: &str, at: usize, series: &Series) -> String {
    let again = if at < N_COLOURS { "" } else { " again" };
    match series.colour {
        Some(colour) => format!("{kind} {colour}{again}"),
        None => format!("{kind} s{}{again}", at % N_COLOURS),
    }
}

/// A point, with a shape per series that is distinguishable without colour.
fn marker((at, series): (usize, &Series), x: f64, y: f64) -> Element {
    let class = class("dot", at, series);
    match at % 4 {
        0 => circle(&class, x, y, 4.2),
        1 => rect(&class, x - 3.8, y - 3.8, 7.6, 7.6),
        2 => polygon(&class, &[(x, y - 5.2), (x + 5.2, y), (x, y + 5.2), (x - 5.2, y)]),
        _ => polygon(&class, &[(x, y - 4.8), (x + 5.0, y + 4.0), (x - 5.0, y + 4.0)]),
    }
}

//! Plots for terminals.

use super::{Estimate, Kind, Plot, Series};
use crate::axis::{Axis, is_drawable};
use crate::number::short;
use crate::words::{one_line, shorten};

/// Width of bars and lines in columns.
const WIDTH: usize = 40;
/// Width of intervals, which have more numbers behind them.
const INTERVAL_WIDTH: usize = 28;
/// Maximum number of letters of a name.
const N_LETTERS_MAX: usize = 22;

pub(super) fn draw(plot: &Plot) -> String {
    let mut text = format!("{}\n", one_line(&plot.title));
    for series in &plot.series {
        match series.kind {
            Kind::Line => text.push_str(&line(series)),
            Kind::Bars => text.push_str(&rows(plot, series, &bars(plot, series))),
            Kind::Points => text.push_str(&rows(plot, series, &points(plot, series))),
        }
    }
    for (name, value) in &plot.references {
        text.push_str(&format!("{}: {}\n", one_line(name), short(*value)));
    }
    text
}

/// The whole line in one row, each column the mean of its share of the points.
fn line(series: &Series) -> String {
    let values: Vec<f64> =
        series.items.iter().map(|item| item.value).filter(|&value| is_drawable(value)).collect();
    if values.is_empty() {
        return format!("{}  no data\n", name(&series.name));
    }
    let n_columns = values.len().min(WIDTH);
    let column = |at: usize| {
        let share = &values[at * values.len() / n_columns..(at + 1) * values.len() / n_columns];
        share.iter().map(|value| value / share.len() as f64).sum::<f64>()
    };
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let level = |value: f64| match high > low {
        true => ((value - low) / (high - low) * 7.0).round() as usize,
        false => 3,
    };
    let spark: String = (0..n_columns).map(|at| LEVELS[level(column(at)).min(7)]).collect();
    format!("{}  {spark}  {} to {}\n", name(&series.name), short(low), short(high))
}

fn name(text: &str) -> String {
    shorten(&one_line(text), N_LETTERS_MAX)
}

const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A row per item, with its name, drawing and numbers.
fn rows(plot: &Plot, series: &Series, drawn: &[String]) -> String {
    let names: Vec<String> = series.items.iter().map(|item| name(&plot.x_name(item.x))).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    if !series.name.is_empty() {
        text.push_str(&format!("{}:\n", one_line(&series.name)));
    }
    for (name, drawn) in names.iter().zip(drawn) {
        text.push_str(&format!("{name:<width$}  {drawn}\n"));
    }
    text
}

/// Bars from zero to the right; the number shows the sign.
fn bars(plot: &Plot, series: &Series) -> Vec<String> {
    let values = items(plot, Kind::Bars).map(|item| item.value.abs());
    let largest = values.filter(|&value| is_drawable(value)).fold(0.0, f64::max);
    let bar = |value: f64| {
        let is_visible = largest > 0.0 && is_drawable(value);
        let length = if is_visible { value.abs() / largest * WIDTH as f64 } else { 0.0 };
        format!("{} {}", blocks(length), short(value)).trim_start().to_string()
    };
    series.items.iter().map(|item| bar(item.value)).collect()
}

/// A bar of `length` columns, to an eighth.
fn blocks(length: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (8.0 * length).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

/// Intervals on a common scale: `├──●──┤`.
fn points(plot: &Plot, series: &Series) -> Vec<String> {
    let ends = items(plot, Kind::Points).flat_map(|item| [item.value, item.low, item.high]);
    let axis = Axis::covering(ends, 6);
    let column = |value: f64| {
        axis.share(value).map(|share| (share * (INTERVAL_WIDTH - 1) as f64).round() as usize)
    };
    let point = |item: &Estimate| {
        let mut cells = [' '; INTERVAL_WIDTH];
        if let (Some(low), Some(high)) = (column(item.low), column(item.high)) {
            cells[low..=high].fill('─');
            (cells[low], cells[high]) = ('├', '┤');
        }
        if let Some(at) = column(item.value) {
            cells[at] = '●';
        }
        let interval = match item.low < item.high {
            true => format!(" ({} to {})", short(item.low), short(item.high)),
            false => String::new(),
        };
        format!("{} {}{interval}", cells.iter().collect::<String>(), short(item.value))
    };
    series.items.iter().map(point).collect()
}

/// All items that share a scale.
fn items(plot: &Plot, kind: Kind) -> impl Iterator<Item = &Estimate> {
    plot.series.iter().filter(move |series| series.kind == kind).flat_map(|series| &series.items)
}

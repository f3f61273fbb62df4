//! Pictures are well-formed XML and contain only finite numbers.

use ludex_report::tree::{Node, Shape, Stress};
use ludex_report::{Board, Colour, Estimate, Page, Piece, Plot, Svg, Table, Tree, numbered};
use proptest::prelude::*;

/// Parses markup as strict XML; returns the number of elements.
fn n_elements(markup: &str) -> usize {
    let (mut open, mut n, mut rest) = (Vec::new(), 0, markup);
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tags are balanced");
            continue;
        }
        n += 1;
        let name = tag.split([' ', '/']).next().expect("a tag has a name");
        assert_eq!(tag.matches('"').count() % 2, 0, "attributes are quoted: {tag}");
        check_text(tag);
        let is_void = name == "meta" || name == "!doctype" || tag.ends_with('/');
        if !is_void {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "all is closed: {open:?}");
    n
}

fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        assert!(text[at..].contains(';'), "{text}");
    }
}

fn check(svg: &Svg) {
    for markup in [svg.to_string(), svg.to_inline()] {
        assert!(n_elements(&markup) > 2);
        let numbers = markup.split('"').filter(|value| value.starts_with(['N', 'i', '-', 'M']));
        for value in numbers {
            assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
        }
    }
}

/// Ordinary numbers, and numbers that should not occur.
fn value() -> impl Strategy<Value = f64> {
    prop_oneof![-100.0..100.0, any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(0.0)]
}

prop_compose! {
    fn plot()(
        points in proptest::collection::vec((value(), value(), value(), value()), 0..6),
        names in proptest::collection::vec(any::<String>(), 0..4),
        kinds in proptest::collection::vec(0..4, 0..4),
        is_log in any::<bool>(),
        size in (value(), value()),
        title in any::<String>(),
    ) -> Plot {
        let mut plot = Plot::new(title.clone()).labels(title.clone(), "y").categories(names);
        if is_log {
            plot = plot.log_x();
        }
        if size.0.is_finite() && size.1.is_finite() {
            plot = plot.size(size.0, size.1);
        }
        for kind in kinds {
            let pairs = points.iter().map(|point| (point.0, point.1));
            match kind {
                0 => plot.line(title.clone(), pairs),
                1 => plot.bars("bars", pairs),
                2 => plot.histogram("", points.iter().map(|point| point.2)),
                _ => plot.points("points", points.iter().map(|&(x, value, low, high)| {
                    Estimate { x, value, low, high }
                })),
            };
        }
        plot.reference("reference", points.first().map_or(f64::NAN, |point| point.3));
        plot
    }
}

proptest! {
    #[test]
    fn plots_are_well_formed(plot in plot()) {
        check(&plot.to_svg());
        prop_assert!(!plot.to_text().contains("NaN"));
    }

    #[test]
    fn pages_are_well_formed(text in any::<String>(), plot in plot()) {
        let mut table = Table::new([&text]).caption(text.clone());
        table.row([&text, &text]);
        let mut page = Page::new(text.clone());
        page.lead(text.clone()).section(&text).subsection(&text).paragraph(&text).table(&table);
        page.figure(&plot.to_svg(), &text).definitions([(&text, &text)]).preformatted(&text);
        page.foot([(&text, &text)]);
        n_elements(&page.to_html());
    }
}

#[test]
fn plots_may_be_empty_or_have_one_point() {
    for n in 0..2 {
        let mut plot = Plot::new("");
        plot.line("line", (0..n).map(|_| (3.0, 3.0)));
        plot.bars("bars", (0..n).map(|_| (3.0, 3.0)));
        plot.histogram("histogram", (0..n).map(|_| 3.0));
        check(&plot.to_svg());
    }
    let mut plot = Plot::new("More values than names").categories(["one"]);
    check(&plot.bars("", numbered([1.0, 2.0, 3.0])).to_svg());
}

/// The contrast of two colours such as `ff8a5c`, by WCAG.
fn contrast(one: &str, other: &str) -> f64 {
    let light = |colour: &str| {
        let part = |at: usize| u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
        let linear = |part: u8| match f64::from(part) / 255.0 {
            share if share <= 0.03928 => share / 12.92,
            share => ((share + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(part(0)) + 0.7152 * linear(part(2)) + 0.0722 * linear(part(4))
    };
    let (one, other) = (light(one) + 0.05, light(other) + 0.05);
    one.max(other) / one.min(other)
}

#[test]
fn series_named_after_colours_have_these() {
    let mut plot = Plot::new("Score").categories(["random", "uct"]);
    for role in ["Red", "yellow", "white", "north"] {
        plot.bars(role, numbered([50.0, 60.0]));
    }
    let svg = plot.to_svg().to_string();
    for class in ["bar red", "bar yellow", "bar white", "bar s3"] {
        // Two bars and a sample in the legend.
        assert_eq!(svg.matches(&format!("class=\"{class}\"")).count(), 3, "{class}");
    }
    let (light, dark) = svg.split_once("@media (prefers-color-scheme: dark)").expect("both");
    for (rules, ground) in [(light, "ffffff"), (dark, "17171f")] {
        let lines: Vec<(&str, &str)> = rules
            .lines()
            .filter_map(|line| line.strip_prefix(".line.")?.split_once(','))
            .map(|(name, rest)| (name, &rest[rest.find('#').expect("a colour") + 1..][..6]))
            .collect();
        assert!(lines.len() >= 20 && lines.iter().any(|(name, _)| *name == "yellow"));
        for (name, colour) in lines {
            assert!(contrast(colour, ground) >= 3.0, "{name} is hard to see on {ground}");
        }
    }
}

#[test]
fn texts_of_plots_fit_a_terminal() {
    let mut plot = Plot::new("Scores").categories(["alpha-beta with a table", "uct"]);
    let estimate = |x| Estimate { x, value: 50.25, low: 40.123, high: 60.456 };
    plot.points("players", [estimate(0.0), estimate(1.0)]).bars("bars", numbered([-1e6, 2.5]));
    plot.line("line", (0..1000).map(|x| (f64::from(x), f64::from(x % 100))));
    assert!(plot.to_text().lines().all(|line| line.chars().count() <= 80), "{}", plot.to_text());
}

proptest! {
    #[test]
    fn boards_are_well_formed(
        size in (0..12usize, 0..12usize),
        kind in 0..3,
        cells in proptest::collection::vec((0..13usize, 0..13usize, 0..6, any::<char>()), 0..9),
    ) {
        let board = Board::new(size.0, size.1).chess_labels();
        let mut board = match kind {
            0 => board,
            1 => board.chequered(),
            _ => board.hexagons(),
        };
        for &(column, row, kind, letter) in &cells {
            board.put(column, row, match kind {
                0 => Piece::Disc(letter as u8),
                1 => Piece::Marked(letter as u8, letter),
                2 => Piece::Letter(letter),
                3 => Piece::Text(letter.to_string().repeat(column)),
                4 => Piece::Coloured(Colour::named("red").expect("a colour"), letter),
                _ => Piece::Gap,
            });
            board.mark(row, column).arrow((column, row), (row, column));
        }
        check(&board.to_svg());
        let n_lines = size.1 + usize::from(size.0 > 0);
        prop_assert_eq!(board.to_text().lines().count(), n_lines);
    }
}

#[test]
fn a_board_of_ten_by_ten_fits_a_terminal() {
    let mut board = Board::new(10, 10).chess_labels();
    board.put(9, 9, Piece::Text("a very long word".into())).mark(9, 9);
    assert!(board.to_text().lines().all(|line| line.chars().count() <= 80), "{}", board.to_text());
}

fn tree() -> impl Strategy<Value = Node> {
    let shape = prop_oneof![
        Just(Shape::Up),
        Just(Shape::Down),
        Just(Shape::Circle),
        Just(Shape::Box),
        Just(Shape::Dot)
    ];
    let stress = prop_oneof![Just(Stress::Plain), Just(Stress::Best), Just(Stress::Faint)];
    let node = (shape, stress, any::<[String; 5]>()).prop_map(|(shape, stress, words)| {
        let [label, edge, note, above, below] = words;
        Node { shape, stress, label, edge, note, above, below, children: Vec::new() }
    });
    node.clone().prop_recursive(3, 12, 3, move |inner| {
        (node.clone(), proptest::collection::vec(inner, 0..4))
            .prop_map(|(node, children)| Node { children, ..node })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn trees_are_well_formed(root in tree(), title in any::<String>()) {
        let tree = Tree::new(root, title.clone()).caption().rows([title]);
        check(&tree.to_svg());
        prop_assert!(!tree.to_text().is_empty());
    }
}

#[test]
fn whole_numbers_have_a_bar_each() {
    let games = [(5.0, 2), (6.0, 2), (7.0, 7), (8.0, 6), (9.0, 23)];
    let lengths = games.iter().flat_map(|&(length, n)| std::iter::repeat_n(length, n));
    let mut plot = Plot::new("Lengths of games");
    plot.histogram("", lengths);
    let text = plot.to_text();
    let bars: Vec<(&str, &str)> = text
        .lines()
        .skip(1)
        .filter_map(|line| Some((line.split(' ').next()?, line.rsplit(' ').next()?)))
        .collect();
    assert_eq!(bars, [("5", "2"), ("6", "2"), ("7", "7"), ("8", "6"), ("9", "23")]);
}

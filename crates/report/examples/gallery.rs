//! One of each type, as a page: `cargo run -p ludex-report --example gallery >
//! gallery.html`.

use ludex_report::tree::{Node, Shape, Stress};
use ludex_report::{Board, Estimate, Page, Piece, Plot, Table, Tree, numbered};

fn main() {
    let mut page = Page::new("A gallery of tables, plots and boards");
    page.lead("Tables, plots and boards, as they look in a report. The numbers are made up.");
    page.section("Table").table(&table()).preformatted(&table().to_text_within(60));
    page.section("Plots").figure(&strength().to_svg(), "Bars are intervals of 95%.");
    page.preformatted(&strength().to_text());
    page.figure(&speed().to_svg(), "Names that do not fit side by side are tilted.");
    page.figure(&convergence().to_svg(), "").preformatted(&convergence().to_text());
    page.figure(&lengths().to_svg(), "").figure(&players().to_svg(), "");
    page.preformatted(&players().to_text());
    page.figure(&Plot::new("Nothing to see").labels("depth", "value").to_svg(), "");
    page.section("Boards").figure(&chess().to_svg(), "With the last move.");
    page.preformatted(&chess().to_text());
    page.figure(&draughts().to_svg(), "").figure(&hex().to_svg(), "").figure(&slide().to_svg(), "");
    page.preformatted(&hex().to_text());
    page.section("Tree").figure(&tree().to_svg(), "").preformatted(&tree().to_text());
    page.section("Words")
        .definitions([("seed", "7"), ("what it is", "a list of names and meanings")]);
    page.subsection("Smaller").paragraph("A paragraph with <markup> & \"quotes\" in it.");
    print!("{}", page.to_html());
}

fn table() -> Table {
    let mut table = Table::new(["player", "wins", "losses", "score", "95% interval"]);
    table.row([
        "uct playouts=10000 rave=250 threads=2 seed=7",
        "1,042",
        "958",
        "52.1",
        "49.9 to 54.3",
    ]);
    table.row(["alpha-beta depth=6", "958", "1,042", "47.9", "45.7 to 50.1"]);
    table.numbers_from(1).caption("A match of 2,000 games")
}

fn strength() -> Plot {
    let mut plot = Plot::new("Strength by effort").labels("playouts a move", "score in %").log_x();
    for (name, start, gain) in [("uct", 41.0, 7.5), ("uct with rave", 52.0, 5.8)] {
        plot.points(
            name,
            (0..7).map(|at| {
                let (value, half) = (start + gain * f64::from(at), 5.0 - 0.4 * f64::from(at));
                let x = 100.0 * 2f64.powi(at);
                Estimate { x, value, low: value - half, high: value + half }
            }),
        );
    }
    plot.reference("alpha-beta", 50.0);
    plot
}

fn speed() -> Plot {
    let names = [
        "tic-tac-toe",
        "connect four",
        "checkers (English)",
        "reversi",
        "chinese checkers for six",
        "chess",
    ];
    let mut plot = Plot::new("Playouts a second").labels("", "thousands").categories(names);
    plot.bars("circuit", numbered([5210.0, 2140.0, 310.0, 270.0, 150.0, 21.0]));
    plot.bars("native", numbered([9120.0, 6210.0, 905.0, 1311.0, 420.0, 160.0]));
    plot
}

fn convergence() -> Plot {
    let mut plot = Plot::new("Value of the best move").labels("playouts", "value");
    for n in 1..=9 {
        let value = |x: f64| {
            50.0 + 3.0 * f64::from(n) + 30.0 * (x / 7.0 / f64::from(n)).sin() / (1.0 + x / 20.0)
        };
        let points = (0..100).map(|x| (f64::from(x) * 100.0, value(f64::from(x))));
        plot.line(format!("seed {n}"), points);
    }
    plot
}

fn lengths() -> Plot {
    let mut plot = Plot::new("Lengths of random games").labels("plies", "games");
    plot.histogram("", (0..900).map(|n| f64::from((n * 7919) % 31 + (n * 104_729) % 37 + n % 11)));
    plot
}

fn players() -> Plot {
    let mut plot =
        Plot::new("Rating").labels("", "Elo").categories(["random", "greedy", "minimax", "uct"]);
    let estimate =
        |(x, value): (f64, f64)| Estimate { x, value, low: value - 40.0, high: value + 35.0 };
    plot.points("", numbered([-310.0, -120.0, 95.0, 335.0]).map(estimate)).reference("mean", 0.0);
    plot
}

fn chess() -> Board {
    let mut board = Board::new(8, 8).chequered().chess_labels().title("After 1. e4");
    for (column, (black, white)) in "♜♞♝♛♚♝♞♜".chars().zip("♖♘♗♕♔♗♘♖".chars()).enumerate()
    {
        board.put(column, 0, Piece::Letter(black)).put(column, 1, Piece::Letter('♟'));
        board.put(column, 7, Piece::Letter(white));
        board.put(column, if column == 4 { 4 } else { 6 }, Piece::Letter('♙'));
    }
    board.mark(4, 6).mark(4, 4).arrow((4, 6), (4, 4));
    board
}

fn draughts() -> Board {
    let mut board = Board::new(10, 4).chequered().labels(1..=10, ["A", "B", "C", "D"]);
    for column in 0..8u8 {
        board.put(usize::from(column), usize::from(column % 2), Piece::Disc(column));
        board.put(usize::from(column), 2 + usize::from(column % 2), Piece::Marked(column, 'K'));
    }
    board.arrow((7, 3), (9, 1));
    board
}

fn hex() -> Board {
    let mut board = Board::new(5, 5).hexagons().chess_labels().title("Hex");
    board.put(1, 1, Piece::Disc(2)).put(2, 2, Piece::Disc(3)).put(3, 2, Piece::Disc(2)).mark(3, 2);
    board.put(0, 4, Piece::Gap);
    board
}

fn slide() -> Board {
    let mut board = Board::new(3, 3).title("Eight puzzle");
    for n in 1..9 {
        board.put(n % 3, n / 3, Piece::Text(n.to_string()));
    }
    board.put(0, 0, Piece::Text("blank".into())).put(1, 2, Piece::Text("12".into())).mark(0, 0);
    board
}

fn tree() -> Tree {
    let leaf = |label: &str, stress| Node { label: label.into(), stress, ..Node::default() };
    let faint = Node { shape: Shape::Dot, stress: Stress::Faint, ..Node::default() };
    let min = |edge: &str, label: &str, stress, children| {
        let (edge, label) = (edge.into(), label.into());
        Node { shape: Shape::Down, edge, label, stress, children, ..Node::default() }
    };
    let best = vec![leaf("3", Stress::Best), leaf("12", Stress::Plain)];
    let best = min("left", "3", Stress::Best, best);
    let cut = min("right", "≤2", Stress::Plain, vec![leaf("2", Stress::Plain), faint]);
    let cut = Node { note: "2 ≤ α = 3".into(), ..cut };
    let (shape, label, children) = (Shape::Up, "3".into(), vec![best, cut]);
    let root = Node { shape, label, stress: Stress::Best, children, ..Node::default() };
    Tree::new(root, "alpha-beta: value 3").caption().rows(["MAX", "MIN"])
}

//! The games, and the paper's figures for them.

/// A game and its figures in the paper.
pub(super) struct Subject {
    /// Its name here.
    pub(super) name: &'static str,
    /// The name of its public rule sheet, if there is one.
    pub(super) sheet: Option<&'static str>,
    /// The playouts of a move.
    pub(super) n_playouts: u32,
    /// Its row in the paper.
    pub(super) paper: Option<Published>,
}

/// A game's row in the paper's tables.
#[derive(Clone, Copy)]
pub(super) struct Published {
    /// Table 1: offensive and defensive features after two minutes.
    pub(super) n_features: (u32, u32),
    /// Table 2: the learner's score at equal playouts.
    pub(super) score: f64,
    /// Table 3: the length of a playout, and the number of playouts in equal
    /// time, of the learner as a share of the other's.
    pub(super) length: f64,
    pub(super) speed: f64,
    /// Table 4: the learner's score at 30 seconds a move.
    pub(super) timed: f64,
}

/// All games: those of the paper that have a name and rules here, then others.
pub(super) const SUBJECTS: [Subject; 17] = [
    of_paper("pawn-whopping", "pawnWhopping", 1000, (185, 143), 0.95, 0.82, 0.65, 0.95),
    of_paper("knightthrough", "knightThrough", 1000, (79, 55), 0.92, 0.45, 0.93, 0.75),
    of_paper("breakthrough", "breakthrough", 1000, (63, 57), 0.825, 0.61, 0.79, 0.85),
    of_paper("checkers", "checkers", 150, (458, 437), 0.78, 0.73, 0.36, 0.55),
    of_paper("connect-four", "connectFour", 1000, (1108, 1079), 0.575, 0.95, 0.20, 0.45),
    of_paper("chess", "speedChess", 25, (13, 12), 0.548, 0.99, 0.74, 0.35),
    of_paper("pentago", "pentago", 1000, (405, 274), 0.5, 0.68, 1.56, 0.5),
    of_paper("quarto", "quarto", 1000, (5254, 3273), 0.49, 1.0, 0.34, 0.5),
    of_paper(
        "checkers-barrel-no-kings",
        "checkersBarrelNoKings",
        1000,
        (2830, 2432),
        0.305,
        1.78,
        0.38,
        0.15,
    ),
    further("tic-tac-toe", Some("ticTacToe"), 1000),
    further("reversi", Some("reversi"), 1000),
    further("hex", None, 200),
    further("lose-checkers", None, 150),
    further("nine-mens-morris", None, 1000),
    further("chinese-checkers", Some("chineseCheckers2"), 150),
    further("nim", None, 1000),
    further("skirmish", Some("skirmish"), 150),
];

#[allow(clippy::too_many_arguments, reason = "a row of the paper's tables")]
const fn of_paper(
    name: &'static str,
    sheet: &'static str,
    n_playouts: u32,
    n_features: (u32, u32),
    score: f64,
    length: f64,
    speed: f64,
    timed: f64,
) -> Subject {
    let paper = Published { n_features, score, length, speed, timed };
    Subject { name, sheet: Some(sheet), n_playouts, paper: Some(paper) }
}

const fn further(name: &'static str, sheet: Option<&'static str>, n_playouts: u32) -> Subject {
    Subject { name, sheet, n_playouts, paper: None }
}

impl Subject {
    /// The group of its rows.
    pub(super) fn group(&self) -> String {
        match self.paper {
            Some(_) => "games of the paper".into(),
            None => "further games".into(),
        }
    }
}

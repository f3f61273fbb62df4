//! Standings as text, CSV, HTML and JSON.

use ludex_report::words::counted;
use ludex_report::{Estimate, Page, Plot, Table};
use schemars::JsonSchema;
use serde::Serialize;

use crate::schedule::Kind;
use crate::standings::CONFIDENCE;
use crate::standings::Pair;
use crate::stats::{EloDifference, Tally, Verdict};
use crate::{Line, Record, Setup, Standings};

/// Standings to be shown.
pub struct Shown<'a> {
    /// The setup of the run.
    pub setup: &'a Setup,
    /// The standings.
    pub standings: &'a Standings,
    /// The number of the run in its store, if it has one.
    pub run: Option<i64>,
}

/// Longer specs leave no room for the rest in 80 columns.
const N_CHARS_MAX: usize = 22;

/// The name of a player for people: its spec, or the address alone of a remote player.
///
/// ```
/// use ludex_arena::page::short_name;
///
/// assert_eq!(short_name("remote:http://127.0.0.1:9147"), "http://127.0.0.1:9147");
/// assert_eq!(short_name("uct:time=1s"), "uct:time=1s");
/// ```
pub fn short_name(spec: &str) -> &str {
    spec.strip_prefix("remote:").filter(|rest| rest.starts_with("http://")).unwrap_or(spec)
}

impl Shown<'_> {
    /// CSV: a line for each player, with raw numbers.
    pub fn to_csv(&self) -> String {
        let head = [
            "player",
            "games",
            "wins",
            "draws",
            "losses",
            "score",
            "score_low",
            "score_high",
            "elo",
            "elo_low",
            "elo_high",
            "mean_goal",
            "ms_per_move",
            "nodes_per_second",
        ];
        let mut table = Table::new(head);
        for line in self.lines() {
            let Tally { wins, draws, losses } = line.tally;
            let mut row = vec![line.spec.clone()];
            row.extend([line.tally.n(), wins, draws, losses].map(|n| n.to_string()));
            // A single player has no opponent to win against.
            let score = line.sample.mean().filter(|_| !self.is_puzzle());
            let interval = score.map(|_| line.interval);
            let elo = line.elo.filter(|_| !self.is_puzzle());
            row.extend(
                [
                    score,
                    interval.map(|interval| interval.low),
                    interval.map(|interval| interval.high),
                    elo.map(|elo| elo.elo),
                    elo.map(|elo| elo.low),
                    elo.map(|elo| elo.high),
                    line.goal.mean(),
                    line.ms_per_move(),
                    line.nodes_per_second(),
                ]
                .map(raw),
            );
            table.row(row);
        }
        table.to_csv()
    }

    /// The table of a page: a line for each player.
    fn table(&self) -> Table {
        if self.is_puzzle() {
            return self.goals();
        }
        let head = ["player", "won-drawn-lost", "score", "95%", "Elo", "95%", "ms/move", "nodes/s"];
        let mut table = Table::new(head).numbers_from(1);
        for line in self.lines() {
            let nodes = line.nodes_per_second().map(|n| ludex_report::number::thousands(n as u64));
            let mut row = vec![line.spec.clone()];
            row.extend(figures(line));
            row.push(line.ms_per_move().map(|ms| format!("{ms:.2}")).unwrap_or_default());
            row.push(nodes.unwrap_or_default());
            table.row(row);
        }
        table
    }

    /// Players from best to worst, but in a match in the order of the setup.
    fn lines(&self) -> Vec<&Line> {
        match self.is_match() {
            true => self.standings.lines.iter().collect(),
            false => self.standings.ranking(),
        }
    }

    fn is_match(&self) -> bool {
        let schedule = &self.setup.schedule;
        schedule.n_players == schedule.n_seats && !matches!(schedule.kind, Kind::Swiss { .. })
    }

    /// Whether the game has one player.
    fn is_puzzle(&self) -> bool {
        self.setup.schedule.n_seats == 1
    }

    /// The goals of each player in a puzzle.
    fn goals(&self) -> Table {
        let mut table = Table::new(["player", "games", "mean goal", "ms/move"]).numbers_from(1);
        for line in self.lines() {
            table.row([
                line.spec.clone(),
                line.tally.n().to_string(),
                line.goal.mean().map(|goal| format!("{goal:.1}")).unwrap_or_default(),
                line.ms_per_move().map(|ms| format!("{ms:.1}")).unwrap_or_default(),
            ]);
        }
        table
    }

    /// Text for a terminal of 80 columns.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n\n", self.lead());
        match self.is_puzzle() {
            true => text.push_str(&self.goals().to_text()),
            false => text.push_str(&self.scores()),
        }
        for note in self.notes() {
            text.push_str(&format!("\n{note}\n"));
        }
        text
    }

    /// The results of all players, as text.
    fn scores(&self) -> String {
        let head = ["player", "won-drawn-lost", "score", "95%", "Elo", "95%", "ms/move"];
        let mut table = Table::new(head).numbers_from(1);
        let lines = self.lines();
        // Specs that do not fit are printed below the table.
        let is_long = |line: &Line| short_name(&line.spec).chars().count() > N_CHARS_MAX;
        for (place, line) in lines.iter().enumerate() {
            let name = match is_long(line) {
                true => format!("player {}", place + 1),
                false => short_name(&line.spec).into(),
            };
            let ms = line.ms_per_move().map(|ms| format!("{ms:.1}")).unwrap_or_default();
            table.row([vec![name], figures(line).to_vec(), vec![ms]].concat());
        }
        let mut text = table.to_text();
        if lines.iter().any(|line| is_long(line)) {
            text.push('\n');
        }
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| is_long(line)) {
            text.push_str(&format!("player {}: {}\n", place + 1, line.spec));
        }
        text
    }

    /// A sentence about the run.
    fn lead(&self) -> String {
        let n_games = self.standings.n_games;
        let length = self.standings.length.mean().unwrap_or(0.0);
        let run = self.run.map(|run| format!("; run {run}")).unwrap_or_default();
        let games = counted(n_games, "game");
        format!("{}: {games} of {length:.1} plies in the mean{run}", self.setup.game)
    }

    /// Notes on the figures.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for pair in &self.standings.pairs {
            let spec = |player: usize| self.setup.players[player].to_string();
            let (one, other) = (spec(pair.one), spec(pair.other));
            let Some((sprt, verdict)) = self.setup.schedule.sprt.as_ref().zip(pair.verdict) else {
                continue;
            };
            notes.push(match verdict {
                Verdict::GoOn => format!("The test of {one} against {other} is undecided."),
                Verdict::Stronger => told(one, other, sprt.elo1, sprt.elo0),
                Verdict::Weaker => told(one, other, sprt.elo0, sprt.elo1),
            });
        }
        for line in self.lines().iter().filter(|line| line.effort.n_replaced > 0) {
            let n_replaced = line.effort.n_replaced;
            let were = if n_replaced == 1 { "was" } else { "were" };
            notes.push(format!(
                "{} {were} made for {}, which was late or wanted what is not legal.",
                counted(n_replaced, "move"),
                line.spec
            ));
        }
        let Standings { n_games, n_different, .. } = *self.standings;
        if n_games >= 10 && n_different * 2 < n_games {
            notes.push(format!(
                "Only {n_different} of {n_games} games differ, so the intervals promise too much; \
                 `--opening 4` begins with random plies."
            ));
        }
        notes
    }

    /// A page to read in a browser.
    pub fn page(&self, records: &[Record]) -> Page {
        let title = format!(
            "{}: {}",
            self.setup.game,
            if self.is_match() { "match" } else { "tournament" }
        );
        let mut page = Page::new(title);
        page.lead(self.lead());
        self.notes().iter().for_each(|note| {
            page.paragraph(note);
        });
        page.section("Standings").table(&self.table());
        let lines = self.lines();
        let names: Vec<&str> = lines.iter().map(|line| line.spec.as_str()).collect();
        let mut scores = Plot::new("Score with 95% interval").categories(&names);
        scores.points(
            "",
            (0..).zip(&lines).filter_map(|(at, line)| {
                let (low, high) = (line.interval.low, line.interval.high);
                Some(Estimate { x: f64::from(at), value: line.sample.mean()?, low, high })
            }),
        );
        scores.reference("even", 0.5);
        page.figure(&scores.to_svg(), "What each player scores per game; a draw is a half.");
        if lines.len() > 2 {
            page.section("Each against each").table(&self.cross_table());
        }
        page.section("Games");
        page.figure(&self.course(records).to_svg(), "Scores as the games went on.");
        let mut lengths = Plot::new("Lengths of games").labels("plies", "games");
        lengths.histogram("", records.iter().map(|record| record.moves.len() as f64));
        page.figure(&lengths.to_svg(), "How long the games were.");
        page.section("Setup").definitions(self.facts());
        page
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let Setup { seed, n_opening, n_plies_max, rules, .. } = self.setup;
        let mut facts = vec![
            ("game", self.setup.game.clone()),
            ("seed", seed.to_string()),
            ("random plies at the beginning", n_opening.to_string()),
            ("given up after", counted(*n_plies_max, "ply")),
        ];
        facts.extend(rules.clone().map(|rules| ("digest of the rules", rules)));
        facts
    }

    /// The table of scores of all pairs of players.
    fn cross_table(&self) -> Table {
        let lines = self.lines();
        let head = std::iter::once("player".to_string())
            .chain((1..=lines.len()).map(|place| place.to_string()));
        let mut table = Table::new(head).numbers_from(1);
        for (place, line) in lines.iter().enumerate() {
            let mut row = vec![format!("{} {}", place + 1, line.spec)];
            row.extend(lines.iter().map(|other| self.against(line.player, other.player)));
            table.row(row);
        }
        table
    }

    fn against(&self, one: usize, other: usize) -> String {
        let (first, second) = (one.min(other), one.max(other));
        let pair =
            self.standings.pairs.iter().find(|pair| (pair.one, pair.other) == (first, second));
        let tally = pair.map(|pair| if one == first { pair.tally } else { pair.tally.reversed() });
        tally.and_then(|tally| tally.score()).map(|score| format!("{score:.2}")).unwrap_or_default()
    }

    /// The mean score of each player after each game.
    fn course(&self, records: &[Record]) -> Plot {
        const N_POINTS: usize = 200;
        let mut plot = Plot::new("Mean score").labels("games", "score");
        let step = records.len().div_ceil(N_POINTS).max(1);
        for line in self.lines() {
            let (mut sum, mut n_games) = (0.0, 0u32);
            let mut points = Vec::new();
            for (at, record) in records.iter().enumerate() {
                let seat = record.pairing.players.iter().position(|&who| who == line.player);
                if let Some(seat) = seat {
                    sum += record.scores()[seat];
                    n_games += 1;
                }
                if n_games > 0 && (at + 1) % step == 0 {
                    points.push(((at + 1) as f64, sum / f64::from(n_games)));
                }
            }
            plot.line(line.spec.clone(), points);
        }
        plot.reference("even", 0.5);
        plot
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> MatchData {
        let pair = |pair: &Pair| PairData {
            players: [pair.one, pair.other],
            wins: pair.tally.wins,
            draws: pair.tally.draws,
            losses: pair.tally.losses,
            sprt: pair.verdict.map(|verdict| format!("{verdict:?}").to_lowercase()),
        };
        MatchData {
            game: self.setup.game.clone(),
            games: self.standings.n_games,
            players: self.standings.lines.iter().map(PlayerData::new).collect(),
            pairs: self.standings.pairs.iter().map(pair).collect(),
            different_games: self.standings.n_different,
            mean_length: self.standings.length.mean(),
            seed: self.setup.seed,
            confidence: CONFIDENCE,
            run: self.run,
        }
    }
}

/// The standings of a match or tournament, as data.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MatchData {
    /// The game, as the user named it.
    pub game: String,
    /// Games played.
    pub games: u32,
    /// The players, in the order in which they were given.
    pub players: Vec<PlayerData>,
    /// The pairs of players that met.
    pub pairs: Vec<PairData>,
    /// Games that differ from each other.
    pub different_games: u32,
    /// Mean length of the games in plies.
    pub mean_length: Option<f64>,
    /// The seed.
    pub seed: u64,
    /// The confidence of all intervals.
    pub confidence: f64,
    /// The number of the run in the store.
    pub run: Option<i64>,
}

/// The standing of one player, as data.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PlayerData {
    /// The player's spec.
    pub spec: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Mean score per game.
    pub score: Option<f64>,
    /// Its interval.
    pub score_interval: [f64; 2],
    /// Elo difference to the opponents; `null` where it is infinite.
    pub elo: Option<f64>,
    /// Its interval.
    pub elo_interval: [Option<f64>; 2],
    /// Mean goal value.
    pub mean_goal: Option<f64>,
    /// Milliseconds a move.
    pub ms_per_move: Option<f64>,
    /// Nodes a second.
    pub nodes_per_second: Option<f64>,
}

/// The games between two players, as data.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PairData {
    /// The two players, by their places in the list.
    pub players: [usize; 2],
    /// Games that the first won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that the first lost.
    pub losses: u64,
    /// The result of the sequential test.
    pub sprt: Option<String>,
}

impl PlayerData {
    fn new(line: &Line) -> Self {
        let elo = line.elo.map(|elo| [elo.elo, elo.low, elo.high].map(finite));
        let [elo, low, high] = elo.unwrap_or([None; 3]);
        Self {
            spec: line.spec.clone(),
            wins: line.tally.wins,
            draws: line.tally.draws,
            losses: line.tally.losses,
            score: line.sample.mean(),
            score_interval: [line.interval.low, line.interval.high],
            elo,
            elo_interval: [low, high],
            mean_goal: line.goal.mean(),
            ms_per_move: line.ms_per_move(),
            nodes_per_second: line.nodes_per_second(),
        }
    }
}

/// Wins, score and Elo of a player, with their intervals.
fn figures(line: &Line) -> [String; 5] {
    let (low, high) = (line.interval.low, line.interval.high);
    let Tally { wins, draws, losses } = line.tally;
    let elo = |of: fn(EloDifference) -> String| line.elo.map(of).unwrap_or_default();
    [
        format!("{wins}-{draws}-{losses}"),
        line.sample.mean().map(|score| format!("{score:.3}")).unwrap_or_default(),
        format!("{low:.3}-{high:.3}"),
        elo(|elo| elo_text(elo.elo)),
        elo(|elo| format!("{}..{}", elo_text(elo.low), elo_text(elo.high))),
    ]
}

/// A number for CSV, possibly `inf`; empty where there is none.
fn raw(number: Option<f64>) -> String {
    number.map(|number| (number + 0.0).to_string()).unwrap_or_default()
}

/// The verdict of a test as text.
fn told(one: String, other: String, likely: f64, unlikely: f64) -> String {
    format!("The test finds {likely:+} Elo likelier than {unlikely:+}: {one} against {other}.")
}

/// JSON has no infinity: an unbounded end of an interval is null.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn elo_text(elo: f64) -> String {
    match elo {
        elo if elo == f64::INFINITY => "∞".into(),
        elo if elo == f64::NEG_INFINITY => "-∞".into(),
        elo => format!("{:+.0}", elo + 0.0),
    }
}

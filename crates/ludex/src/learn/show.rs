//! The result of learning as text, page and data.

use ludex_learn::evaluators::Selected;
use ludex_learn::structure::{describe, draw};
use ludex_report::{Estimate, Page, Plot, Table};
use ludex_search::Feature;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::LearnResult;
use super::Proof;
use super::features::summary;

/// What the table of single terms is about.
const ALONE: &str = "What helps by itself: players that look one ply ahead and want one thing, \
     against such players that want nothing";

/// How many of them are shown.
const N_ALONE: usize = 8;

/// Features that are shown.
const N_FEATURES: usize = 10;

/// Of one role, aim and value.
const N_ALIKE: usize = 2;

impl LearnResult {
    /// The result for a terminal.
    pub fn to_text(&self) -> String {
        let mut text = describe(&self.structure);
        for board in draw(&self.structure, &self.structure.initial) {
            text += &format!("\n{}", board.to_text());
        }
        if !self.findings.alone.is_empty() {
            text += &format!("\n{ALONE}.\n{}\n", self.tried());
            if self.findings.alone.iter().any(Selected::is_kept) {
                text += &self.alone().to_text();
            }
        }
        if let Some(fit) = &self.findings.fit {
            text += &format!(
                "\nWhat positions are worth, from {} positions ({:.3} bits a position in games \
                 held out, {:.3} without):\n",
                fit.n_learned, fit.loss, fit.loss_of_mean
            );
            self.findings.formula.iter().for_each(|line| text += &format!("  {line}\n"));
        }
        if let Some((taught, time)) = &self.findings.features {
            text += &format!("\n{}\n", summary(taught, time.as_secs_f64()));
            for feature in self.strongest() {
                text += &format!("\n{}\n", heading(feature));
                text += &self.drawn(feature).map_or(String::new(), |board| board.to_text());
            }
        }
        if self.all_notes().next().is_some() {
            text += &format!("\n{}\n", self.all_notes().collect::<Vec<_>>().join("\n"));
        }
        if !self.proofs.is_empty() {
            text += &format!("\n{}", self.matches().to_text());
        }
        if self.is_kept {
            text += &format!("\nkept in {}\n", self.keeper.file().path().display());
        }
        text
    }

    /// A page with pictures.
    pub fn to_page(&self) -> Page {
        let mut page = Page::new(format!("What Ludex learned of {}", self.name));
        if let Some(proof) = self.proofs.first() {
            page.lead(format!(
                "{} it scores {:.1}% of the points against the same player without \
                 ({:.1}% to {:.1}%).",
                capital(&proof.title),
                100.0 * proof.score,
                100.0 * proof.interval.low,
                100.0 * proof.interval.high
            ));
        }
        page.section("What it is made of").preformatted(&describe(&self.structure));
        for board in draw(&self.structure, &self.structure.initial) {
            page.figure(&board.to_svg(), "the initial position");
        }
        if !self.findings.alone.is_empty() {
            page.section("What helps by itself").paragraph(&format!("{ALONE}. {}", self.tried()));
            page.table(&self.alone());
        }
        if let Some(fit) = &self.findings.fit {
            page.section("What positions are worth").paragraph(&format!(
                "Fitted to {} positions of games that a search played against itself; in {} \
                 positions of other games a forecast costs {:.3} bits, and {:.3} without it.",
                fit.n_learned, fit.n_held, fit.loss, fit.loss_of_mean
            ));
            page.preformatted(&self.findings.formula.join("\n"));
        }
        if let Some((taught, time)) = &self.findings.features {
            page.section("Moves that win, or are needed")
                .paragraph(&summary(taught, time.as_secs_f64()));
            for feature in self.strongest() {
                page.subsection(&heading(feature));
                match self.drawn(feature) {
                    Some(board) => page.figure(&board.to_svg(), &feature.conditions()),
                    None => page.paragraph(&feature.conditions()),
                };
            }
        }
        for note in self.all_notes() {
            page.paragraph(&capital(note));
        }
        if !self.proofs.is_empty() {
            page.section("The proof").table(&self.matches());
            let mut plot = Plot::new("Score with what was learned").labels("", "score");
            plot = plot.categories(self.proofs.iter().map(|proof| &proof.title));
            let points = self.proofs.iter().enumerate().map(|(at, proof)| {
                let (low, high) = (proof.interval.low, proof.interval.high);
                Estimate { x: at as f64, value: proof.score, low, high }
            });
            plot.points("learned", points);
            plot.reference("equal", 0.5);
            page.figure(&plot.to_svg(), "with intervals of 95%");
        }
        page
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> LearnData {
        let alone = |one: &Selected| TermData {
            kind: one.term.kind.to_string(),
            term: one.term.name.clone(),
            sign: one.sign,
            role: self.structure.roles[one.role.index()].name.clone(),
            score: one.score,
            score_without: one.score_without,
            games: one.n_games,
            gain_interval: [one.gain.0, one.gain.1],
            kept: one.is_kept(),
        };
        let evaluator = self.findings.fit.as_ref().map(|fit| EvaluatorData {
            terms: fit.terms.len(),
            positions: fit.n_learned,
            held_out: fit.n_held,
            loss: fit.loss,
            loss_of_mean: fit.loss_of_mean,
            formula: self.findings.formula.clone(),
        });
        let features = self.findings.features.as_ref().map(|(taught, time)| FeaturesData {
            learned: taught.n_learned,
            kept: taught.features.list.len(),
            used: taught.features.used.helps(false),
            used_in_time: taught.features.used.helps(true),
            seconds: time.as_secs_f64(),
            strongest: self.strongest().iter().map(ToString::to_string).collect(),
        });
        LearnData {
            game: self.name.clone(),
            key: self.keeper.known().identity.key().to_string(),
            structure: self.structure.to_json(),
            alone: self.findings.alone.iter().map(alone).collect(),
            evaluator,
            features,
            notes: self.all_notes().map(String::from).collect(),
            matches: self.proofs.iter().map(ProofData::new).collect(),
            file: self.is_kept.then(|| self.keeper.file().path().display().to_string()),
        }
    }

    /// The strongest features, a few of each sort: mirror images of one tell no
    /// more than the one.
    fn strongest(&self) -> Vec<&Feature> {
        let list =
            self.findings.features.as_ref().map_or(&[][..], |(taught, _)| &taught.features.list);
        let sort = |one: &Feature| (one.is_offensive, one.value, one.role.clone());
        let mut shown: Vec<&Feature> = Vec::new();
        for feature in list {
            let n_alike = shown.iter().filter(|other| sort(other) == sort(feature)).count();
            if n_alike < N_ALIKE && shown.len() < N_FEATURES {
                shown.push(feature);
            }
        }
        shown
    }

    /// The facts of a feature on the board.
    fn drawn(&self, feature: &Feature) -> Option<ludex_report::Board> {
        let read = |text: &String| self.structure.terms.read(text).ok();
        let facts: Vec<_> = feature.facts.iter().filter_map(read).collect();
        draw(&self.structure, &facts).into_iter().next()
    }

    /// What does not apply, and what became of what was known before.
    fn all_notes(&self) -> impl Iterator<Item = &str> {
        self.findings.notes.iter().chain(&self.keeper.notes).map(String::as_str)
    }

    /// How many terms were tried, and how many of them help.
    fn tried(&self) -> String {
        let n_tried = self.findings.alone.len();
        let finalists: Vec<_> = self.findings.alone.iter().filter(|one| one.is_finalist).collect();
        let n_games = finalists.first().map_or(0, |one| one.n_games);
        let n_kept = finalists.iter().filter(|one| one.is_kept()).count();
        format!(
            "Of {n_tried} wishes, the {} that did best played {n_games} new games each; {n_kept} of \
             them help, by the 95% interval of the gain.",
            finalists.len()
        )
    }

    fn alone(&self) -> Table {
        let head = ["wants", "of", "score", "without", "gain, 95%", "games"];
        let mut table = Table::new(head).numbers_from(2);
        for one in self.findings.alone.iter().filter(|one| one.is_kept()).take(N_ALONE) {
            let amount = if one.sign > 0.0 { "many" } else { "few" };
            table.row([
                self.structure.roles[one.role.index()].name.clone(),
                format!("{amount}: {}", one.term.name),
                format!("{:.2}", one.score),
                format!("{:.2}", one.score_without),
                format!("{:+.2} to {:+.2}", one.gain.0, one.gain.1),
                one.n_games.to_string(),
            ]);
        }
        table
    }

    fn matches(&self) -> Table {
        let head = ["match", "won-drawn-lost", "score", "95%"];
        let mut table = Table::new(head).numbers_from(1);
        for proof in &self.proofs {
            let tally = &proof.tally;
            table.row([
                proof.title.clone(),
                format!("{}-{}-{}", tally.wins, tally.draws, tally.losses),
                format!("{:.3}", proof.score),
                format!("{:.3}-{:.3}", proof.interval.low, proof.interval.high),
            ]);
        }
        table
    }
}

/// A feature in a line: what to do, and why.
fn heading(feature: &Feature) -> String {
    let aim = match (feature.is_offensive, feature.value) {
        (true, 100) => "wins with",
        (true, _) => "comes closer to winning with",
        (false, 100) => "is saved by",
        (false, _) => "is safer with",
    };
    format!("{} {aim} {} (value {})", feature.role, feature.mv, feature.value)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The result of learning, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LearnData {
    /// The game.
    pub game: String,
    /// The key of its knowledge, whatever its words.
    pub key: String,
    /// Its structure, as `ludex structure --json` prints it.
    pub structure: Value,
    alone: Vec<TermData>,
    evaluator: Option<EvaluatorData>,
    features: Option<FeaturesData>,
    /// Remarks.
    pub notes: Vec<String>,
    matches: Vec<ProofData>,
    /// The file of the knowledge, if it is kept.
    pub file: Option<String>,
}

/// A term that is tried alone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct TermData {
    kind: String,
    term: String,
    sign: f64,
    role: String,
    score: f64,
    score_without: f64,
    games: u32,
    gain_interval: [f64; 2],
    kept: bool,
}

/// The evaluator.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct EvaluatorData {
    terms: usize,
    positions: usize,
    held_out: usize,
    loss: f64,
    loss_of_mean: f64,
    formula: Vec<String>,
}

/// The features.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct FeaturesData {
    learned: usize,
    kept: usize,
    used: bool,
    used_in_time: bool,
    seconds: f64,
    strongest: Vec<String>,
}

/// A match.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ProofData {
    title: String,
    learned: String,
    plain: String,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    score_interval: [f64; 2],
}

impl ProofData {
    fn new(proof: &Proof) -> Self {
        Self {
            title: proof.title.clone(),
            learned: proof.learned.clone(),
            plain: proof.plain.clone(),
            wins: proof.tally.wins,
            draws: proof.tally.draws,
            losses: proof.tally.losses,
            score: proof.score,
            score_interval: [proof.interval.low, proof.interval.high],
        }
    }
}

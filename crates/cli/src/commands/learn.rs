//! `ludex learn`: analyses a game, learns what wins it, and proves it in matches.

use anyhow::Result;
use clap::ValueEnum;
use ludex::learn::{LearnData, LearnOptions, Part, learn, recall};
use ludex_learn::features::Weighing;
use ludex_learn::{Identity, KnowledgeFile};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::{real, whole};
use crate::file::OutFile;
use crate::load;
use crate::output::Output;
use crate::progress::StepBar;

/// Understand a game, learn what wins it, and prove it in matches
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  ludex learn breakthrough --html breakthrough.html\n  \
    ludex learn my-game.kif --games 4000 --matches 400\n  \
    ludex learn reversi --skip features,matches --save reversi.txt")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// Write a page with pictures to this file
    #[arg(long, value_name = "FILE")]
    html: Option<OutFile>,
    /// Keep what was learned in this file [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    save: Option<OutFile>,
    /// Replace what was learned before, even if that is better; a file that
    /// cannot be read is moved aside. What is skipped stays
    #[arg(long)]
    fresh: bool,
    /// Learn nothing, but print or save what was learned before of this game,
    /// in the words of this sheet, whatever they were then
    #[arg(long)]
    recall: bool,
    /// Leave parts out, such as `features,matches`
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PARTS")]
    skip: Vec<LearnPart>,
    /// Games against itself that evaluators are learned from [default: what
    /// takes some twenty seconds]
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_u32))]
    games: Option<u32>,
    /// Random games that features are learned from
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = whole(1..=1_000_000_u32))]
    runs: u32,
    /// Games of each match that proves what was learned
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole(1..=1_000_000_u32))]
    matches: u32,
    /// Playouts a move in the match at equal playouts
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole(1..=1_000_000_000_u64))]
    playouts: u64,
    /// Milliseconds a move in the match at equal time
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(1..=1_000_000_u64))]
    milliseconds: u64,
    /// How many moves above the last one features are learned from; the paper has 3
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1..=100u32))]
    levels: u32,
    /// Remove facts in pairs as well
    #[arg(long)]
    pairs: bool,
    /// What to make of how often features worked in random games
    #[arg(long, value_enum, default_value_t)]
    weigh: WeighChoice,
    /// How often playouts follow the best feature where none wins or saves
    /// [default: what does best in a short match]
    #[arg(long, value_name = "P", value_parser = real(0.0..=1.0))]
    greed: Option<f64>,
    /// Draw by Boltzmann's distribution instead; the paper has 0.5
    #[arg(long, conflicts_with = "greed", value_name = "T", value_parser = real(0.01..=100.0))]
    temperature: Option<f64>,
    /// How often opponents are taken to know the features
    #[arg(long, default_value_t = 1.0, value_name = "P", value_parser = real(0.0..=1.0))]
    others: f64,
    /// Use features without a match that tells whether they help
    #[arg(long)]
    unguarded: bool,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        if self.recall {
            return self.print_known(common, out);
        }
        let game = load::game(&self.game, common, None)?;
        let mut bar = StepBar::new("{bar:20} {pos}/{len} {msg}, {elapsed}");
        let learned = learn(&game, &self.options(common), &mut bar);
        bar.clear();
        let learned = learned?;
        if let Some(path) = &self.html {
            out.page(path, learned.to_page());
        }
        match common.json {
            true => out.json(&LearnOutput::Learned(Box::new(learned.to_data())))?,
            false => out.text(&learned.to_text())?,
        }
        learned.failure().map_or(Ok(true), |error| Err(error.into()))
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<LearnOutput>())
    }
}

impl Args {
    fn options(&self, common: &Common) -> LearnOptions {
        LearnOptions {
            settings: common.settings(),
            save: self.save.as_deref().map(Into::into),
            fresh: self.fresh,
            skip: self.skip.iter().map(|part| part.part()).collect(),
            n_games: self.games,
            n_runs: self.runs,
            n_match_games: self.matches,
            n_playouts: self.playouts,
            milliseconds: self.milliseconds,
            n_levels: self.levels,
            pairs: self.pairs,
            weighing: self.weigh.weighing(),
            greed: self.greed,
            temperature: self.temperature,
            unguarded: self.unguarded,
            others: self.others,
        }
    }

    /// Prints or saves what was learned before, in the words of the sheet.
    fn print_known(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let sheet = load::sheet(&self.game)?;
        let (file, known) = recall(&self.game, &sheet)?;
        if let Some(path) = &self.save {
            KnowledgeFile::new(&**path, Identity::of(&sheet)).keep_all(&known)?;
        }
        match (common.json, &self.save) {
            (true, _) => {
                let mut json = known.to_json();
                json["game"] = self.game.as_str().into();
                json["file"] = file.path().display().to_string().into();
                out.json(&LearnOutput::Known(json))?;
            }
            (false, None) => out.text(&known.to_string())?,
            (false, Some(_)) => {}
        }
        Ok(true)
    }
}

/// The parts of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LearnPart {
    /// Each term of the evaluator alone against the same player without it
    Terms,
    /// What positions are worth
    Evaluator,
    /// Moves that win or are needed
    Features,
    /// The matches that prove what was learned
    Matches,
}

impl LearnPart {
    fn part(self) -> Part {
        match self {
            Self::Terms => Part::Terms,
            Self::Evaluator => Part::Evaluator,
            Self::Features => Part::Features,
            Self::Matches => Part::Matches,
        }
    }
}

/// What the success rates of features are used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum WeighChoice {
    /// Nothing
    #[default]
    Keep,
    /// A winning move that does not always win loses its rank
    Demote,
    /// Values follow how much more often the move's maker won
    Gain,
    /// What did harm goes
    Prune,
}

impl WeighChoice {
    fn weighing(self) -> Weighing {
        match self {
            Self::Keep => Weighing::Keep,
            Self::Demote => Weighing::Demote,
            Self::Gain => Weighing::Gain,
            Self::Prune => Weighing::Prune,
        }
    }
}

/// What `ludex learn --json` prints.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum LearnOutput {
    /// The result of learning.
    Learned(Box<LearnData>),
    /// What was learned before, with `--recall`.
    Known(serde_json::Value),
}

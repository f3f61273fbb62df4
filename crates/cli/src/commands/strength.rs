//! `ludex bench strength`: one player against another in many games.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use ludex::bench::{StrengthOptions, StrengthOutcome, strength};
use ludex_arena::Line;
use ludex_arena::stats::Tally;
use ludex_report::Table;
use ludex_report::words::counted;
use ludex_search::Spec;
use rayon::prelude::*;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;

/// One player against another in every game of a folder, in all roles; the
/// mean is over games of two who take turns and share a constant sum
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of rule sheets
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Who is measured
    #[arg(long, value_name = "SPEC", default_value = "uct:playouts=1000,memory=32MB")]
    player: String,
    /// Who fills all other roles
    #[arg(long, value_name = "SPEC", default_value = "random")]
    against: String,
    /// Games in each role
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1..=u32::MAX))]
    games: u32,
    /// Where a game is given up
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole(1..=u32::MAX))]
    plies: u32,
}

impl super::Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<StrengthData>())
    }
}

fn run(common: &Common, out: &mut Output, args: &Args) -> Result<bool> {
    let options = StrengthOptions {
        settings: common.settings(),
        player: Spec::parse(&args.player)?,
        against: Spec::parse(&args.against)?,
        n_games: args.games,
        n_plies_max: args.plies,
    };
    let paths = sheets(&args.folder)?;
    let results: Vec<(String, Outcome)> = paths
        .par_iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let outcome = measure(path, &options);
            let kind = match outcome.kind() {
                Some(Kind::Other) => " (not constant-sum or not in turns)",
                _ => "",
            };
            eprintln!("{name}: {}{kind}", outcome.to_text());
            (name, outcome)
        })
        .collect();
    report(common, out, &results)
}

fn report(common: &Common, out: &mut Output, results: &[(String, Outcome)]) -> Result<bool> {
    let scores = |kind: Kind| {
        let of_kind = results.iter().filter(move |(_, outcome)| outcome.kind() == Some(kind));
        of_kind.filter_map(|(_, outcome)| outcome.score())
    };
    let n_classic = scores(Kind::Classic).count();
    let mean = scores(Kind::Classic).sum::<f64>() / n_classic.max(1) as f64;
    if common.json {
        let results = results.iter().map(|(name, outcome)| outcome.to_data(name)).collect();
        out.json(&StrengthData { mean, games: n_classic, results })?;
        return Ok(true);
    }
    for kind in [Kind::Classic, Kind::Other] {
        let mut rows: Vec<(&String, f64, String)> = results
            .iter()
            .filter(|(_, outcome)| outcome.kind() == Some(kind))
            .filter_map(|(name, outcome)| Some((name, outcome.score()?, outcome.to_text())))
            .collect();
        rows.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(other.0)));
        let mut table = Table::headless();
        table.rows(rows.into_iter().map(|(name, _, text)| [name.clone(), text]));
        out.line(match kind {
            Kind::Classic => "two who take turns and share a constant sum:",
            Kind::Other => "\nothers:",
        })?;
        out.text(&table.to_text())?;
    }
    let left_out = results.iter().filter(|(_, outcome)| outcome.kind().is_none()).count();
    let (games, sheets) = (counted(n_classic, "game"), counted(left_out, "sheet"));
    out.line(format!("\nmean over {games}: {mean:.4}; {sheets} left out"))?;
    Ok(true)
}

/// The rule sheets in a folder, by name.
fn sheets(folder: &Path) -> Result<Vec<PathBuf>> {
    load::folder(folder)?;
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kif"));
    paths.sort();
    if paths.is_empty() {
        bail!("there is no rule sheet (.kif) in {}", folder.display());
    }
    Ok(paths)
}

/// What became of a sheet.
enum Outcome {
    Played(Kind, Box<Line>),
    LeftOut(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Two players who take turns and share a constant sum.
    Classic,
    Other,
}

impl Outcome {
    fn kind(&self) -> Option<Kind> {
        match self {
            Self::Played(kind, _) => Some(*kind),
            Self::LeftOut(_) => None,
        }
    }

    fn score(&self) -> Option<f64> {
        match self {
            Self::Played(_, line) => line.sample.mean(),
            Self::LeftOut(_) => None,
        }
    }

    fn to_text(&self) -> String {
        match self {
            Self::Played(_, line) => {
                let Tally { wins, draws, losses } = line.tally;
                let score = line.sample.mean().unwrap_or(0.0);
                format!("{score:.3} ({wins} won, {draws} drawn, {losses} lost)")
            }
            Self::LeftOut(why) => format!("left out: {why}"),
        }
    }

    fn to_data(&self, name: &str) -> OutcomeData {
        let game = name.to_string();
        match self {
            Self::Played(kind, line) => OutcomeData::Played {
                game,
                classic: *kind == Kind::Classic,
                score: line.sample.mean(),
                wins: line.tally.wins,
                draws: line.tally.draws,
                losses: line.tally.losses,
            },
            Self::LeftOut(why) => OutcomeData::LeftOut { game, left_out: why.clone() },
        }
    }
}

/// Plays the games of a sheet.
fn measure(path: &Path, options: &StrengthOptions) -> Outcome {
    match strength(&path.display().to_string(), options) {
        Ok(StrengthOutcome { is_classic, line }) => {
            let kind = if is_classic { Kind::Classic } else { Kind::Other };
            Outcome::Played(kind, Box::new(line))
        }
        Err(error) => {
            let error = anyhow::Error::from(error);
            Outcome::LeftOut(format!("{error:#}").lines().next().unwrap_or("").into())
        }
    }
}

/// The scores of a player in many games, as data.
#[derive(Serialize, JsonSchema)]
pub struct StrengthData {
    mean: f64,
    games: usize,
    results: Vec<OutcomeData>,
}

/// The result of one game, as data.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum OutcomeData {
    /// It was played.
    Played { game: String, classic: bool, score: Option<f64>, wins: u64, draws: u64, losses: u64 },
    /// It was left out.
    LeftOut { game: String, left_out: String },
}

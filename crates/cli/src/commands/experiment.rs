//! `ludex experiment`: published tables made again.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use ludex::progress::length;
use ludex_arena::Progress;
use ludex_experiments::{self, Cost, Experiment, ExperimentContext, Findings, Size};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_report::words::counted;
use ludex_search::Spec;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::{Common, Keep, Show};
use crate::output::Output;
use crate::{interrupt, load, progress, store};

/// Make a published table again, and compare the figures
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An experiment that was interrupted goes on when it is run again with the same
size and seed.

Examples:
  ludex experiment list
  ludex experiment evolved-to-win-3.5 --quick
  ludex experiment evolved-to-win-3.5 --full --html table.html")]
pub struct Args {
    /// Which one; `list` tells what there is
    #[arg(value_name = "ID")]
    id: String,
    /// How much of it
    #[command(flatten)]
    extent: Extent,
    /// Where games are kept
    #[command(flatten)]
    keep: Keep,
    /// What is shown
    #[command(flatten)]
    show: Show,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        match self.id.as_str() {
            "list" => list(common, out),
            id => run(common, out, id, &self.extent, &self.keep, &self.show),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ExperimentData>())
    }
}

/// How much of an experiment is done.
#[derive(Debug, clap::Args)]
pub struct Extent {
    /// A glance that takes little time
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// As much as was published
    #[arg(long)]
    pub full: bool,
    /// Only go on with what was begun
    #[arg(long, conflicts_with_all = ["fresh", "no_store"])]
    pub resume: bool,
    /// Begin anew, whatever was played
    #[arg(long)]
    pub fresh: bool,
    /// Tell what it costs, and do no more
    #[arg(long)]
    pub estimate: bool,
    /// Read rule sheets from this folder where an experiment knows their names
    #[arg(long, value_name = "FOLDER")]
    pub sheets: Option<PathBuf>,
    /// Measure our player against this one alone, in an experiment with opponents
    #[arg(long, value_name = "SPEC")]
    pub guest: Option<String>,
}

/// Tells what there is.
pub fn list(common: &Common, out: &mut Output) -> Result<bool> {
    let abouts = ludex_experiments::all().into_iter().map(|one| one.about());
    if common.json {
        let data = |about: ludex_experiments::About| AboutData {
            id: about.id,
            title: about.title,
            source: about.source,
            claim: about.claim,
            sizes: about.sizes,
        };
        out.json(&ExperimentData::List(abouts.map(data).collect()))?;
        return Ok(true);
    }
    let mut table = Table::headless();
    for about in abouts {
        table.row([about.id, about.title]).row(["", about.source]).row(["", about.claim]);
    }
    out.text(&table.to_text())?;
    Ok(true)
}

/// Does one.
pub fn run(
    common: &Common,
    out: &mut Output,
    id: &str,
    extent: &Extent,
    keep: &Keep,
    show: &Show,
) -> Result<bool> {
    let experiment = find(id)?;
    extent.sheets.as_deref().map_or(Ok(()), load::folder).context("--sheets")?;
    let size = match (extent.quick, extent.full) {
        (true, _) => Size::Quick,
        (_, true) => Size::Full,
        _ => Size::Usual,
    };
    let mut bar = None;
    let mut notice = |Progress { n_played, n_max }: Progress| {
        let bar = bar.get_or_insert_with(|| progress::games(Progress { n_played, n_max }));
        bar.set_position(u64::from(n_played));
    };
    let mut context = ExperimentContext {
        store: store::place(keep)?,
        is_fresh: extent.fresh,
        seed: common.seed,
        n_threads: common.n_threads(),
        sheets: extent.sheets.clone(),
        guest: extent.guest.as_deref().map(Spec::parse).transpose()?,
        connect: common.settings().connect,
        notice: &mut notice,
    };
    let cost = experiment.cost(size, &context)?;
    if extent.resume && cost.n_played == 0 {
        bail!("nothing of {id} was played with this size and seed");
    }
    let told = told(&cost, context.n_threads);
    if extent.estimate {
        match common.json {
            true => {
                out.json(&ExperimentData::Cost(cost_data(id, size, &cost, context.n_threads)))?
            }
            false => out.line(told)?,
        }
        return Ok(true);
    }
    eprintln!("{told}");
    let _hint = interrupt::hint(match keep.no_store {
        true => "nothing is kept of an experiment with --no-store",
        false => "games that have ended are kept: the same command goes on with the others",
    });
    let rows = experiment.run(size, &mut context)?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let findings = Findings { about: experiment.about(), size, seed: common.seed, rows };
    if let Some(path) = &show.csv {
        out.file(path, findings.to_csv());
    }
    if let Some(path) = &show.html {
        out.page(path, findings.page());
    }
    match common.json {
        true => out.json(&ExperimentData::Findings(findings.to_json()))?,
        false => out.text(&findings.to_text())?,
    }
    Ok(true)
}

fn find(id: &str) -> Result<Box<dyn Experiment>> {
    let found = ludex_experiments::all().into_iter().find(|one| one.about().id == id);
    found.ok_or_else(|| {
        let ids: Vec<&str> = ludex_experiments::all().iter().map(|one| one.about().id).collect();
        let hint = match ludex_support::closest(id, ids) {
            Some(close) => format!("did you mean `{close}`?"),
            None => "`ludex experiment list` tells what there is".into(),
        };
        anyhow!("there is no experiment `{id}`; {hint}")
    })
}

/// The estimate, as data.
fn cost_data(id: &str, size: Size, cost: &Cost, n_threads: usize) -> CostData {
    CostData {
        id: id.into(),
        size: size.to_string(),
        games: cost.n_games,
        played: cost.n_played,
        seconds: cost.time.as_secs_f64(),
        threads: n_threads,
    }
}

fn told(cost: &Cost, n_threads: usize) -> String {
    let Cost { n_games, n_played, time } = *cost;
    let games = counted(n_games, "game");
    let threads = counted(n_threads, "thread");
    match n_games - n_played {
        0 if n_games == 0 => format!("about {} on {threads}", length(time)),
        0 => format!("{games}, all of them played"),
        n_left => {
            let left = match n_played {
                0 => String::new(),
                _ => format!(", {} of them left", thousands(n_left)),
            };
            format!("{games}{left}: about {} on {threads}", length(time))
        }
    }
}

/// Experiments, as data.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ExperimentData {
    /// The list of experiments.
    List(Vec<AboutData>),
    /// The cost of one.
    Cost(CostData),
    /// The findings of one.
    Findings(serde_json::Value),
}

/// An experiment, as data.
#[derive(Serialize, JsonSchema)]
pub struct AboutData {
    id: &'static str,
    title: &'static str,
    source: &'static str,
    claim: &'static str,
    sizes: [&'static str; 3],
}

/// The cost of an experiment, as data.
#[derive(Serialize, JsonSchema)]
pub struct CostData {
    id: String,
    size: String,
    games: u64,
    played: u64,
    seconds: f64,
    threads: usize,
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn costs_are_told() {
        let cost = Cost { n_games: 1800, n_played: 0, time: Duration::from_secs(150) };
        assert_eq!(told(&cost, 2), "1,800 games: about 3 min on 2 threads");
        let cost = Cost { n_played: 1000, time: Duration::from_secs(9000), ..cost };
        assert_eq!(told(&cost, 1), "1,800 games, 800 of them left: about 2.5 h on 1 thread");
        assert_eq!(told(&Cost { n_played: 1800, ..cost }, 1), "1,800 games, all of them played");
    }
}

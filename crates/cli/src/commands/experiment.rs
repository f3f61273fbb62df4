//! `ludex experiment`: published tables made again.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use arena::Progress;
use arena::experiment::{self, Cost, Desk, Experiment, Findings, Size};
use report::Table;
use report::number::thousands;
use report::words::counted;
use serde_json::{Value, json};

use crate::args::{Common, Extent, Keep, Show};
use crate::output::Output;
use crate::{interrupt, load, progress, store};

/// Tells what there is.
pub fn list(common: &Common, out: &mut Output) -> Result<bool> {
    let abouts = all().into_iter().map(|one| one.about());
    if common.json {
        let list: Vec<_> = abouts
            .map(|about| {
                json!({
                    "id": about.id, "title": about.title, "source": about.source,
                    "claim": about.claim, "sizes": about.sizes,
                })
            })
            .collect();
        out.json(&json!(list))?;
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
    let mut desk = Desk {
        store: store::place(keep)?,
        is_fresh: extent.fresh,
        seed: common.seed,
        n_threads: common.n_threads(),
        sheets: extent.sheets.clone(),
        notice: &mut notice,
    };
    let cost = experiment.cost(size, &desk)?;
    if extent.resume && cost.n_played == 0 {
        bail!("nothing of {id} was played with this size and seed");
    }
    let told = told(&cost, desk.n_threads);
    if extent.estimate {
        match common.json {
            true => out.json(&cost_json(id, size, &cost, desk.n_threads))?,
            false => out.line(told)?,
        }
        return Ok(true);
    }
    eprintln!("{told}");
    let _hint = interrupt::hint(match keep.no_store {
        true => "nothing is kept of an experiment with --no-store",
        false => "games that have ended are kept: the same command goes on with the others",
    });
    let rows = experiment.run(size, &mut desk)?;
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
        true => out.json(&findings.to_json())?,
        false => out.text(&findings.to_text())?,
    }
    Ok(true)
}

/// The experiments of all crates.
fn all() -> Vec<Box<dyn Experiment>> {
    experiment::all().into_iter().chain(nursery::experiments()).collect()
}

fn find(id: &str) -> Result<Box<dyn Experiment>> {
    let found = all().into_iter().find(|one| one.about().id == id);
    found.ok_or_else(|| {
        let ids: Vec<&str> = all().iter().map(|one| one.about().id).collect();
        let hint = match gdl::closest(id, ids) {
            Some(close) => format!("did you mean `{close}`?"),
            None => "`ludex experiment list` tells what there is".into(),
        };
        anyhow!("there is no experiment `{id}`; {hint}")
    })
}

/// The estimate, for programs.
fn cost_json(id: &str, size: Size, cost: &Cost, n_threads: usize) -> Value {
    json!({
        "id": id, "size": size.to_string(), "games": cost.n_games, "played": cost.n_played,
        "seconds": cost.time.as_secs_f64(), "threads": n_threads,
    })
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

/// A time as people tell it.
pub fn length(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=99 => format!("{} s", seconds + 1),
        seconds @ 100..=5999 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
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

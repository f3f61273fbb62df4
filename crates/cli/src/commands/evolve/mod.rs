//! `ludex evolve`: players by evolution.

mod display;
mod kept;

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ludex::evolve::{
    ANY_GAME, EvolveData, EvolveOptions, RunFile, evolve, is_about_players, parameters,
    solve_problem, story_page,
};
use ludex_problems::{PRESETS, Preset, Story};
use ludex_report::Table;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use self::display::Display;
use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::file::OutFile;
use crate::interrupt;
use crate::output::Output;
use kept::Request;

/// Evolve players: trees that judge positions, by genetic programming
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  ludex evolve list\n  \
    ludex evolve lose-checkers --save best.txt --html curves.html\n  \
    ludex evolve --game breakthrough --save best.txt\n  \
    ludex evolve my-run.toml --generations 20\n  \
    ludex evolve lose-checkers --resume\n  \
    ludex evolve --game breakthrough --resume")]
pub struct Args {
    /// A preset (`list` tells which there are) or the path of a file
    #[arg(value_name = "PRESET|FILE", required_unless_present = "game")]
    run: Option<String>,
    /// Go on with a run that was begun; `--game`, `--seed` and `--keep` tell which. Its
    /// parameters must be the same as then, but for generations
    #[arg(long)]
    resume: bool,
    /// The game, instead of the file's: bundled name, path of a rule sheet, or
    /// native:NAME
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// A file that `ludex learn --save` wrote: its evaluator and its winning moves can
    /// be asked too
    #[arg(long, value_name = "FILE")]
    learned: Option<PathBuf>,
    /// Generations in all [default: what the file says]
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    generations: Option<u32>,
    /// Individuals of a generation [default: what the file says]
    #[arg(long, value_name = "N", value_parser = whole(2..=u32::MAX))]
    population: Option<u32>,
    /// Keep the run in this file after each generation [default: in the user's
    /// data folder]
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Begin anew. A run that is there is replaced after the first generation
    #[arg(long, conflicts_with = "resume")]
    fresh: bool,
    /// Write the best player to this file, for `eval=file:FILE`
    #[arg(long, value_name = "FILE")]
    save: Option<OutFile>,
    /// Games of the last test of the best
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole(1..=u32::MAX))]
    test: u32,
    /// Write a page with curves to this file
    #[arg(long, value_name = "FILE")]
    html: Option<OutFile>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        match self.run.as_deref() {
            Some("list") => list(common, out),
            name => self.evolve(common, out, name.unwrap_or(ANY_GAME)),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<EvolveOutput>())
    }
}

impl Args {
    /// Evolves players by a preset or a file.
    fn evolve(&self, common: &Common, out: &mut Output, name: &str) -> Result<bool> {
        let request = Request { common, name, args: self };
        let source = parameters(name)?;
        let mut config = request.applied(source.clone());
        let path = request.path(config.seed)?;
        if self.resume {
            config = request.resumed(&path, &source)?;
        }
        let hint = request.hint(&path);
        let _hint = interrupt::hint(request.hint(&path));
        let options = EvolveOptions {
            settings: common.settings(),
            name: name.into(),
            config,
            source: Some(source),
            file: match (self.resume, self.fresh) {
                (true, _) => RunFile::Resume(path),
                (false, true) => RunFile::Replace(path),
                (false, false) => RunFile::New(path),
            },
            n_test_games: self.test,
        };
        let mut display = Display::default();
        if !is_about_players(&options)? {
            let story = solve_problem(&options, &mut display);
            display.clear();
            return self.show_story(common, out, &story?);
        }
        let result = evolve(&options, &mut display);
        display.clear();
        let result = result.map_err(|error| match error.is_evolution_fault() {
            true => anyhow!("{:#}; {}", anyhow::Error::from(error), hint()),
            false => error.into(),
        })?;
        if let Some(path) = &self.save {
            out.file(path, result.best());
        }
        if let Some(path) = &self.html {
            out.page(path, result.to_page());
        }
        match common.json {
            true => out.json(&EvolveOutput::Evolved(Box::new(result.to_data())))?,
            false => out.text(&result.to_text(self.save.as_deref()))?,
        }
        Ok(true)
    }
}

impl Args {
    /// Prints the result of a problem that is not about players.
    fn show_story(&self, common: &Common, out: &mut Output, story: &Story) -> Result<bool> {
        if let Some(path) = &self.save {
            out.file(path, &story.solution.text);
        }
        if let Some(path) = &self.html {
            out.page(path, story_page(story));
        }
        match common.json {
            true => out.json(&EvolveOutput::Story(Box::new(story.clone())))?,
            false => out.text(&story.to_text())?,
        }
        Ok(true)
    }
}

/// A preset, as data.
#[derive(Serialize, JsonSchema)]
pub struct PresetData {
    name: String,
    about: String,
}

/// Lists the presets.
fn list(common: &Common, out: &mut Output) -> Result<bool> {
    let (runnable, bare): (Vec<&Preset>, Vec<&Preset>) =
        PRESETS.iter().partition(|preset| preset.is_runnable());
    if common.json {
        let data = |preset: &&Preset| PresetData {
            name: preset.name.into(),
            about: preset.about().into(),
        };
        out.json(&EvolveOutput::List(runnable.iter().map(data).collect()))?;
        return Ok(true);
    }
    let mut table = Table::headless();
    for preset in runnable {
        table.row([preset.name, preset.about()]);
    }
    let bare: Vec<&str> = bare.iter().map(|preset| preset.name).collect();
    let note = format!("\nParameters alone, whose games are not here: {}\n", bare.join(", "));
    out.text(&(table.to_text() + &note))?;
    Ok(true)
}

/// What `ludex evolve --json` prints.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum EvolveOutput {
    /// The presets.
    List(Vec<PresetData>),
    /// The result of an evolution of players.
    Evolved(Box<EvolveData>),
    /// The result of another kind of problem.
    Story(Box<Story>),
}

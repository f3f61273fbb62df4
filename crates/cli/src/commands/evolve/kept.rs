//! The file of a run, and how the run is resumed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ludex_evolve::{Config, Difference, config_of, source_of};

use ludex::data;
use ludex::evolve::ANY_GAME;

use super::Args;
use crate::args::Common;
use crate::footer::quoted;

/// A preset or file, and the options of the command line.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub common: &'a Common,
    pub name: &'a str,
    pub args: &'a Args,
}

impl Request<'_> {
    /// The parameters of a file, changed by the options that are given.
    pub fn applied(&self, mut config: Config) -> Config {
        if self.common.given.seed {
            config.seed = self.common.seed;
        }
        if let Some(population) = self.args.population {
            config.population = population as usize;
        }
        if let Some(generations) = self.args.generations {
            config.generations = generations as usize;
        }
        let mut set = |key: &str, value: String| config.problem.insert(key.into(), value.into());
        if let Some(game) = &self.args.game {
            set("game", game.clone());
        }
        if let Some(path) = &self.args.learned {
            set("learned", path.display().to_string());
        }
        config
    }

    /// The parameters of the run that is kept in a file, if neither the preset or file nor
    /// the options say something else now. Only the number of generations may change.
    pub fn resumed(&self, place: &Path, source: &Config) -> Result<Config> {
        let (before, mut config) = (source_of(place)?, config_of(place)?);
        let mut differences = before.differences(source);
        differences.extend(config.differences(&self.applied(config.clone())));
        differences.retain(|one| one.parameter != GENERATIONS);
        if !differences.is_empty() {
            let (name, place) = (self.name, place.display());
            let told: Vec<String> = differences.iter().map(Difference::to_string).collect();
            bail!(
                "{place} was begun with other parameters: {}; go on with {name} as it was, or begin \
                 anew with `--fresh`",
                told.join("; ")
            );
        }
        if source.generations != before.generations {
            config.generations = source.generations;
        }
        Ok(self.applied(config))
    }

    /// The file of the run, which is not there yet or is to be gone on with.
    pub fn path(&self, seed: u64) -> Result<PathBuf> {
        let place = match &self.args.keep {
            Some(path) => path.clone(),
            None => self.usual_path(seed)?,
        };
        match (self.args.resume, self.args.fresh, place.exists()) {
            (true, _, false) => bail!("there is no run in {} to go on with", place.display()),
            (false, false, true) => bail!(
                "{} holds a run already: go on with `{}`, or begin anew with `--fresh`",
                place.display(),
                self.resume_command()
            ),
            _ => Ok(place),
        }
    }

    fn usual_path(&self, seed: u64) -> Result<PathBuf> {
        let stem = |path: &str| {
            Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
        };
        let game = self.args.game.as_ref().map(|game| format!("{}-", stem(game)));
        let folder = data::runs()?;
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let (name, game) = (stem(self.name), game.unwrap_or_default());
        Ok(folder.join(format!("{name}-{game}{seed}.run")))
    }

    /// The command that resumes the run.
    pub fn resume_command(&self) -> String {
        let mut words = vec!["ludex evolve".to_string()];
        // A game alone means the preset for any.
        if self.name != ANY_GAME || self.args.game.is_none() {
            words.push(quoted(self.name));
        }
        let mut option =
            |name: &str, value: String| words.push(format!("{name} {}", quoted(&value)));
        if let Some(game) = &self.args.game {
            option("--game", game.clone());
        }
        if self.common.given.seed {
            option("--seed", self.common.seed.to_string());
        }
        if let Some(path) = &self.args.keep {
            option("--keep", path.display().to_string());
        }
        words.push("--resume".into());
        words.join(" ")
    }

    /// The hint on how to resume the run, whenever it is interrupted.
    pub fn hint(&self, place: &Path) -> impl Fn() -> String + Send + 'static {
        let (command, place) = (self.resume_command(), place.to_path_buf());
        move || match place.exists() {
            true => format!("`{command}` goes on from the last generation that was kept"),
            false => "no generation is over yet, so nothing is kept".into(),
        }
    }
}

/// The parameter that a resumed run may change.
const GENERATIONS: &str = "generations";

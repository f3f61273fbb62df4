//! Runs of matches and tournaments: played, resumed and shown.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Result, anyhow, bail};
use indicatif::ProgressBar;
use ludex::matches::{self, MatchOptions, MatchResult, Pairings};
use ludex::{Game, Step};
use ludex_arena::stats::Sprt;
use ludex_arena::{Progress, Run, RunError};
use ludex_report::words::counted;

use crate::args::{Common, Conduct, Keep, Show};
use crate::footer::quoted;
use crate::output::Output;
use crate::{interrupt, load, progress, store};

/// The options of a match or tournament.
pub fn options(
    common: &Common,
    conduct: &Conduct,
    pairings: Pairings,
    n_games: u32,
) -> MatchOptions {
    let (alpha, beta) = (conduct.error, conduct.error);
    MatchOptions {
        settings: common.settings(),
        n_games,
        pairings,
        n_opening: conduct.opening,
        n_plies_max: conduct.plies,
        sprt: conduct.sprt.map(|sprt| Sprt { alpha, beta, ..sprt }),
    }
}

/// Plays a match or tournament, and shows its result.
pub fn begin(
    common: &Common,
    out: &mut Output,
    game: &Game,
    players: &[String],
    options: &MatchOptions,
    keep: &Keep,
    show: &Show,
) -> Result<bool> {
    // Wrong players are found before the store is created.
    matches::begin(game, players, options, None)?;
    let mut run = matches::begin(game, players, options, store::open(keep)?)?;
    play(common, &mut run, game, keep.store.as_deref())?;
    report(common, out, &run, show)
}

/// Continues a run, and shows its result.
pub fn resume(
    common: &Common,
    out: &mut Output,
    store: Option<&Path>,
    id: i64,
    show: &Show,
) -> Result<bool> {
    let mut run = Run::resume(store::existing(store)?, id)?.connected(Some(ludex_server::connect));
    let setup = run.setup();
    // Runs of native games had no digest once: whether their rules changed is not known.
    if setup.rules.is_some() && setup.rules != load::rules_digest(&setup.game)? {
        bail!("the rules of {} have changed since run {id} began", setup.game);
    }
    if !setup.schedule.due(run.records()).is_empty() {
        let game = load::game(&setup.game, common, None)?;
        play(common, &mut run, &game, store)?;
    }
    report(common, out, &run, show)
}

/// Plays the games of a run that are left. The store is named where it is not the usual one.
fn play(common: &Common, run: &mut Run, game: &Game, store: Option<&Path>) -> Result<()> {
    let id = run.id();
    let kept = Arc::new(Mutex::new(run.progress()));
    let mut bar = GamesBar { bar: progress::games(run.progress()), kept: Arc::clone(&kept) };
    let command = id.map(|id| resume_command(id, store));
    let _hint = interrupt::hint(move || hint(*lock(&kept), command.as_deref()));
    let played = matches::play(game, run, common.n_threads(), &mut bar);
    bar.bar.finish_and_clear();
    played.map_err(|error| match (&error, id) {
        (ludex::Error::Run(RunError::Store(_)), Some(id)) => {
            let command = resume_command(id, store);
            anyhow!("{error}; `{command}` goes on from the games that were kept")
        }
        _ => error.into(),
    })
}

/// A progress bar of games, which also counts them for the hint.
struct GamesBar {
    bar: ProgressBar,
    kept: Arc<Mutex<Progress>>,
}

impl ludex::Progress for GamesBar {
    fn step(&mut self, step: &Step) {
        let (n_played, n_max) = (step.n_done as u32, step.n_all as u32);
        *lock(&self.kept) = Progress { n_played, n_max };
        self.bar.set_position(step.n_done);
    }
}

fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The hint that an interrupted run prints.
fn hint(Progress { n_played, n_max }: Progress, command: Option<&str>) -> String {
    match command {
        Some(command) => {
            format!("{n_played} of {} kept: `{command}`", counted(n_max, "game"))
        }
        None => format!("no game is kept with --no-store, {n_played} were played"),
    }
}

/// The command that resumes a run.
fn resume_command(id: i64, store: Option<&Path>) -> String {
    match store {
        None => format!("ludex resume {id}"),
        Some(path) => format!("ludex resume {id} --store {}", quoted(&path.display().to_string())),
    }
}

/// Shows the result of a run.
fn report(common: &Common, out: &mut Output, run: &Run, show: &Show) -> Result<bool> {
    let result = MatchResult::new(run);
    if let Some(path) = &show.csv {
        out.file(path, result.to_csv());
    }
    if let Some(path) = &show.html {
        out.page(path, result.to_page());
    }
    match common.json {
        true => out.json(&result.to_data())?,
        false => out.text(&result.to_text())?,
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_to_resume_can_be_pasted() {
        assert_eq!(resume_command(3, None), "ludex resume 3");
        let with = |path: &str| resume_command(3, Some(Path::new(path)));
        assert_eq!(with("my/games.sqlite"), "ludex resume 3 --store my/games.sqlite");
        assert_eq!(with("it's mine"), r"ludex resume 3 --store 'it'\''s mine'");
    }
}

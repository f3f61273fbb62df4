//! A run played to its end, and what it shows.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Result, anyhow, bail};
use arena::schedule::Schedule;
use arena::stats::Sprt;
use arena::{Progress, Run, RunError, Setup, Standings};
use game::{Playable, Visitor};
use report::words::counted;
use search::Spec;

use crate::args::{Common, Conduct, Keep, Show};
use crate::foot::quoted;
use crate::output::Output;
use crate::{interrupt, load, progress, store};

/// What a user asks for.
pub struct Wish<'a> {
    /// What kind of run it is.
    pub kind: &'a str,
    /// The game.
    pub game: &'a str,
    /// The players' specs.
    pub players: &'a [String],
    /// Who meets whom, given how many seats the game has.
    pub schedule: &'a dyn Fn(usize) -> Result<Schedule>,
    /// How games are played.
    pub conduct: &'a Conduct,
    /// Where games are kept.
    pub keep: &'a Keep,
}

/// The test that may stop a run early.
pub fn sprt(conduct: &Conduct) -> Option<Sprt> {
    let (alpha, beta) = (conduct.error, conduct.error);
    conduct.sprt.map(|sprt| Sprt { alpha, beta, ..sprt })
}

/// Plays what a user asks for.
pub fn begin(common: &Common, out: &mut Output, wish: &Wish<'_>, show: &Show) -> Result<bool> {
    let specs = wish.players.iter().map(|player| Spec::parse(player)).collect::<Result<_, _>>()?;
    let begin = Begin { common, wish, specs };
    let run = load::visit(wish.game, common, begin)??;
    report(common, out, &run, show)
}

/// Goes on with a run.
pub fn resume(
    common: &Common,
    out: &mut Output,
    store: Option<&Path>,
    id: i64,
    show: &Show,
) -> Result<bool> {
    let mut run = Run::resume(store::existing(store)?, id)?;
    let setup = run.setup();
    // Runs of native games had no digest once: whether their rules changed is not known.
    if setup.rules.is_some() && setup.rules != digest(&setup.game)? {
        bail!("the rules of {} have changed since run {id} began", setup.game);
    }
    if !setup.schedule.due(run.records()).is_empty() {
        let game = setup.game.clone();
        load::visit(&game, common, Resume { common, run: &mut run, store })??;
    }
    report(common, out, &run, show)
}

struct Begin<'a> {
    common: &'a Common,
    wish: &'a Wish<'a>,
    specs: Vec<Spec>,
}

impl Visitor for Begin<'_> {
    type Output = Result<Run>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Run> {
        let n_seats = game.roles().iter().filter(|role| !role.is_chance()).count();
        let setup = Setup {
            game: self.wish.game.into(),
            rules: digest(self.wish.game)?,
            schedule: (self.wish.schedule)(n_seats)?,
            players: self.specs,
            seed: self.common.seed,
            n_opening: self.wish.conduct.opening,
            n_plies_max: self.wish.conduct.plies,
        };
        // Wrong players are found before anything is written.
        arena::hall::Hall::new(&game, &setup)?;
        let mut run = match store::open(self.wish.keep)? {
            Some(store) => Run::begin(store, self.wish.kind, setup)?,
            None => Run::new(setup),
        };
        play(self.common, &mut run, &game, self.wish.keep.store.as_deref())?;
        Ok(run)
    }
}

struct Resume<'a> {
    common: &'a Common,
    run: &'a mut Run,
    store: Option<&'a Path>,
}

impl Visitor for Resume<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<()> {
        play(self.common, self.run, &game, self.store)
    }
}

/// Plays what is left of a run, which is kept in the given store if not in the
/// usual one.
fn play<G: Playable>(
    common: &Common,
    run: &mut Run,
    game: &Arc<G>,
    store: Option<&Path>,
) -> Result<()> {
    let id = run.id();
    let bar = progress::games(run.progress());
    let kept = Arc::new(Mutex::new(run.progress()));
    let command = id.map(|id| resume_command(id, store));
    let _hint = interrupt::hint({
        let kept = Arc::clone(&kept);
        move || hint(*lock(&kept), command.as_deref())
    });
    let played = run.play(game, common.n_threads(), &mut |progress: Progress| {
        *lock(&kept) = progress;
        bar.set_position(u64::from(progress.n_played));
    });
    bar.finish_and_clear();
    played.map_err(|error| match (&error, id) {
        (RunError::Store(_), Some(id)) => {
            let command = resume_command(id, store);
            anyhow!("{error}; `{command}` goes on from the games that were kept")
        }
        _ => error.into(),
    })
}

fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is said of a run that is interrupted.
fn hint(Progress { n_played, n_max }: Progress, command: Option<&str>) -> String {
    match command {
        Some(command) => {
            format!("{n_played} of {} kept: `{command}`", counted(n_max, "game"))
        }
        None => format!("no game is kept with --no-store, {n_played} were played"),
    }
}

/// What a user types to go on with a run.
fn resume_command(id: i64, store: Option<&Path>) -> String {
    match store {
        None => format!("ludex resume {id}"),
        Some(path) => format!("ludex resume {id} --store {}", quoted(&path.display().to_string())),
    }
}

/// Shows how a run stands.
pub fn report(common: &Common, out: &mut Output, run: &Run, show: &Show) -> Result<bool> {
    let standings = Standings::new(run.setup(), run.records());
    let page = arena::page::Shown { setup: run.setup(), standings: &standings, run: run.id() };
    if let Some(path) = &show.csv {
        out.file(path, page.to_csv());
    }
    if let Some(path) = &show.html {
        out.page(path, page.page(run.records()));
    }
    if common.json {
        out.json(&page.to_json())?;
    } else {
        out.text(&page.to_text())?;
    }
    Ok(true)
}

/// Tells rules apart.
pub fn digest(game: &str) -> Result<Option<String>> {
    match game.strip_prefix(load::NATIVE) {
        Some(native) => Ok(games::digest(native)),
        None => Ok(Some(load::digest(load::source(game)?.text()))),
    }
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

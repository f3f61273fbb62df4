//! `ludex evolve`: players by evolution.

mod display;
mod kept;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use arena::CONFIDENCE;
use arena::stats::{Interval, Sample};
use evolve::{Champion, Config, Forest, GenerationStats, Problem, Run};
use game::{Playable, Visitor};
use nursery::{BoutError, Nursery, PRESETS, Wish, preset};
use report::number::thousands;
use report::words::counted;
use report::{Page, Plot, Table, numbered};
use search::Spec;
use search::evaluate;
use serde_json::json;

use self::display::Display;
use self::kept::Asked;
use crate::args::{Common, EvolveWish};
use crate::curiosity::{self, Basis};
use crate::interrupt;
use crate::output::Output;

/// Tells which presets there are.
pub fn list(common: &Common, out: &mut Output) -> Result<bool> {
    if common.json {
        let list =
            PRESETS.iter().map(|preset| json!({ "name": preset.name, "about": preset.about() }));
        out.json(&list.collect())?;
        return Ok(true);
    }
    let mut table = Table::headless();
    for preset in PRESETS {
        table.row([preset.name, preset.about()]);
    }
    let bare: Vec<&str> = evolve::PRESETS.iter().map(|(name, _)| *name).collect();
    let note = format!("\nParameters alone, whose games are not here: {}\n", bare.join(", "));
    out.text(&(table.to_text() + &note))?;
    Ok(true)
}

/// The preset that suits whatever game is given.
pub const ANY_GAME: &str = "any-game";

/// Evolves players by a preset or a file.
pub fn run(common: &Common, out: &mut Output, name: &str, wish: &EvolveWish) -> Result<bool> {
    let asked = Asked { common, name, wish };
    let source = read(name)?;
    let mut config = asked.applied(source.clone());
    let place = asked.place(config.seed)?;
    if wish.resume {
        config = asked.resumed(&place, &source)?;
    }
    let problem = Wish::read(&config).with_context(|| name.to_string())?;
    let seed = config.seed;
    let evolution =
        |basis| Evolution { asked, source, config, problem: problem.clone(), basis, place };
    let story = curiosity::visit(&problem, common, seed, evolution)??;
    if let Some(path) = &wish.save {
        out.file(path, &story.text);
    }
    if let Some(path) = &wish.html {
        out.page(path, story.page(name));
    }
    match common.json {
        true => out.json(&story.to_json(name))?,
        false => out.text(&story.to_text(wish))?,
    }
    Ok(true)
}

fn read(name: &str) -> Result<Config> {
    if let Some(preset) = preset(name) {
        return Ok(preset.config());
    }
    if !Path::new(name).exists() {
        if evolve::preset(name).is_some() {
            bail!("`{name}` has parameters alone: its game is not here");
        }
        let hint = gdl::closest(name, PRESETS.iter().map(|preset| preset.name))
            .map_or("`ludex evolve list` tells the presets".into(), |close| {
                format!("did you mean `{close}`?")
            });
        bail!("there is no preset or file `{name}`; {hint}");
    }
    let text = search::read_text(name.as_ref()).with_context(|| name.to_string())?;
    Config::parse(&text).with_context(|| name.to_string())
}

struct Evolution<'a> {
    asked: Asked<'a>,
    /// What the preset or file says.
    source: Config,
    /// The same with options.
    config: Config,
    problem: Wish,
    basis: Basis,
    place: PathBuf,
}

impl Visitor for Evolution<'_> {
    type Output = Result<Story>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Story> {
        let hint = self.asked.hint(&self.place);
        let _hint = interrupt::hint(self.asked.hint(&self.place));
        self.evolve(&game).map_err(|error| match is_fault(&error) {
            true => anyhow!("{error:#}; {}", hint()),
            false => error,
        })
    }
}

/// Whether players or rules failed, rather than what a user asks for.
fn is_fault(error: &anyhow::Error) -> bool {
    let run = error.downcast_ref::<evolve::RunError>();
    matches!(run, Some(evolve::RunError::Fault(_))) || error.is::<BoutError>()
}

impl Evolution<'_> {
    fn evolve<G: Playable>(self, game: &Arc<G>) -> Result<Story> {
        let started = Instant::now();
        let Self { asked, source, config, problem, basis, place } = self;
        let nursery = Nursery::asking(game, basis.questions, problem, &config)?;
        let nursery = nursery.based_on(basis.digests);
        let mut run = match asked.wish.resume {
            true => {
                let mut run = Run::resume(&nursery, &place)?;
                run.until(config.generations);
                run
            }
            false => {
                let mut run = Run::new(&nursery, config)?;
                match asked.wish.fresh {
                    true => run.keep_instead_of(&place),
                    false => run.keep_in(&place)?,
                }
                run
            }
        };
        run.written_as(source);
        let mut display = Display::new(&run);
        let finished = run.finish(&mut display);
        display.clear();
        finished?;
        let champion = run.best().ok_or_else(|| anyhow!("nobody was evaluated"))?;
        let spec: Spec = nursery.wish().benchmark.parse()?;
        // Other games than those by which the best was chosen.
        let seed = !run.config().seed;
        let depth = nursery.wish().test_depth();
        let n_games = asked.wish.test as usize;
        let scores = nursery.measure(&champion.genome, &spec, depth, n_games, seed)?;
        let sample = scores.into_iter().collect();
        Ok(Story::new(&nursery, &run, champion, &sample, started.elapsed().as_secs_f64()))
    }
}

/// What became of a run.
struct Story {
    wish: Wish,
    history: Vec<GenerationStats>,
    terminals: Vec<String>,
    generation: usize,
    retest: Option<f64>,
    score: f64,
    interval: Interval,
    n_games: u64,
    infix: Vec<(String, String)>,
    text: String,
    size: usize,
    seconds: f64,
    seed: u64,
    population: usize,
}

impl Story {
    fn new<G: Playable>(
        nursery: &Nursery<G>,
        run: &Run<'_, Nursery<G>>,
        champion: &Champion<Forest>,
        sample: &Sample,
        seconds: f64,
    ) -> Self {
        let (score, n_games) = (sample.mean().unwrap_or(0.0), sample.n());
        let wish = nursery.wish().clone();
        let plan = nursery.plan();
        let simple = champion.genome.simplify(plan);
        let trees = simple.trees().iter().zip(plan.trees());
        let infix = trees.map(|(tree, plan)| (plan.name.clone(), tree.to_infix(&plan.primitives)));
        let remarks = [
            format!("evolved for {}, seed {}", wish.game, run.config().seed),
            format!("{score:.3} in {n_games} games against {}", wish.benchmark),
            format!("alphabeta:depth={},plain=yes,eval=file:FILE plays by it", wish.test_depth()),
        ];
        Self {
            history: run.history().to_vec(),
            terminals: run.terminals().to_vec(),
            generation: champion.generation,
            retest: champion.retest(),
            score,
            interval: sample.interval(CONFIDENCE),
            n_games,
            infix: infix.collect(),
            text: nursery.words().to_text(&champion.genome, plan, &remarks),
            size: simple.trees().iter().map(|tree| tree.size()).sum(),
            seconds,
            seed: run.config().seed,
            population: run.config().population,
            wish,
        }
    }

    fn to_text(&self, wish: &EvolveWish) -> String {
        let mut text = format!(
            "{}: {}, {}, {:.0} s\n\n",
            self.wish.game,
            counted(self.history.len(), "generation"),
            counted(self.n_games_evolved(), "game"),
            self.seconds
        );
        text.push_str(&format!(
            "The best is of generation {}. In {} against\n  {}\nit scores {:.3} ({:.3}-{:.3}).\n\n",
            self.generation,
            counted(self.n_games as usize, "new game"),
            self.wish.benchmark,
            self.score,
            self.interval.low,
            self.interval.high
        ));
        for (name, infix) in &self.infix {
            text.push_str(&format!("{name} = {infix}\n"));
        }
        if let Some(path) = &wish.save {
            let depth = self.wish.test_depth().to_string();
            let options = [("depth", &*depth), ("plain", "yes"), ("eval", &evaluate::file(path))];
            text.push_str(&format!("\nIt plays as {}\n", Spec::new("alphabeta", &options)));
        }
        text
    }

    fn n_games_evolved(&self) -> usize {
        self.history.iter().map(|stats| stats.games as usize).sum()
    }

    fn to_json(&self, name: &str) -> serde_json::Value {
        json!({
            "run": name, "game": self.wish.game, "benchmark": self.wish.benchmark,
            "seed": self.seed,
            "generation": self.generation, "retest": self.retest,
            "games": self.n_games, "score": self.score,
            "score_interval": [self.interval.low, self.interval.high],
            "size": self.size, "trees": self.infix, "seconds": self.seconds,
            "history": self.history, "terminals": self.terminals,
        })
    }

    fn page(&self, name: &str) -> Page {
        let mut page = Page::new(format!("Ludex: evolution of players for {}", self.wish.game));
        page.lead(format!(
            "{}: after {} the best scores {:.1}% of the points in {} against {} ({:.1}% to {:.1}%).",
            self.wish.game,
            counted(self.history.len(), "generation"),
            100.0 * self.score,
            counted(self.n_games as usize, "new game"),
            self.wish.benchmark,
            100.0 * self.interval.low,
            100.0 * self.interval.high
        ));
        let curve = |of: &dyn Fn(&GenerationStats) -> f64| {
            numbered(self.history.iter().map(of)).collect::<Vec<_>>()
        };
        let mut fitness = Plot::new("Fitness").labels("generation", "points");
        fitness.line("best", curve(&|stats| stats.best)).line("mean", curve(&|stats| stats.mean));
        let mut size = Plot::new("Size").labels("generation", "nodes");
        // The best is the first series of every plot, the mean the second: colours follow.
        size.line("of the best", curve(&|stats| stats.best_size as f64));
        size.line("mean", curve(&|stats| stats.size));
        page.section("How it went").figure(&fitness.to_svg(), "").figure(&size.to_svg(), "");
        let tests: Vec<(f64, f64)> = self
            .history
            .iter()
            .filter_map(|stats| Some((stats.generation as f64, stats.retest?)))
            .collect();
        if !tests.is_empty() {
            let mut plot = Plot::new("Tests of the best").labels("generation", "score");
            plot.line("best of a generation", tests);
            page.figure(&plot.to_svg(), "");
        }
        page.section("The best");
        let trees = self.infix.iter().map(|(name, infix)| format!("{name} = {infix}\n"));
        page.preformatted(&trees.collect::<String>());
        page.section("What is asked");
        let mut table = Table::new(["terminal", "uses in the last generation"]).numbers_from(1);
        let usage = self.history.last().map(|stats| stats.usage.clone()).unwrap_or_default();
        let mut uses: Vec<(&String, u64)> = self.terminals.iter().zip(usage).collect();
        uses.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        for (name, n) in uses {
            table.row([name.clone(), thousands(n)]);
        }
        page.table(&table);
        page.section("Setup").definitions([
            ("game", self.wish.game.clone()),
            ("preset or file", name.to_string()),
            ("benchmark", self.wish.benchmark.clone()),
            ("population", thousands(self.population as u64)),
            ("seed", self.seed.to_string()),
        ]);
        page
    }
}

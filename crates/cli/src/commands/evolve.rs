//! `ludex evolve`: players by evolution.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use arena::CONFIDENCE;
use arena::stats::{Interval, Sample};
use evolve::{Champion, Config, Forest, GenerationStats, Observer, Problem, Run, config_of};
use game::{Playable, Visitor};
use indicatif::ProgressBar;
use nursery::{Nursery, PRESETS, Wish, preset};
use report::number::thousands;
use report::{Page, Plot, Table, numbered};
use search::Spec;
use search::evaluate::Question;
use serde_json::json;

use crate::args::{Common, EvolveWish};
use crate::output::Output;
use crate::{curiosity, file, progress, store};

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
    let place = place(common, name, wish)?;
    let mut config = match wish.resume {
        true => config_of(&place)?,
        false => read(name)?,
    };
    if !wish.resume {
        config.seed = common.seed;
        if let Some(population) = wish.population {
            config.population = population as usize;
        }
        let mut set = |key: &str, value: String| config.problem.insert(key.into(), value.into());
        if let Some(game) = &wish.game {
            set("game", game.clone());
        }
        if let Some(path) = &wish.learned {
            set("learned", path.display().to_string());
        }
    }
    let problem = Wish::read(&config).with_context(|| name.to_string())?;
    let seed = config.seed;
    let evolution =
        |questions| Evolution { common, wish, config, problem: problem.clone(), questions, place };
    let story = curiosity::visit(&problem, common, seed, evolution)??;
    if let Some(path) = &wish.save {
        file::write(path, &story.text)?;
    }
    if let Some(path) = &wish.html {
        file::write(path, &story.page(name).to_html())?;
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

/// The file of the run, which is not there yet or is to be gone on with.
fn place(common: &Common, name: &str, wish: &EvolveWish) -> Result<PathBuf> {
    let place = match &wish.keep {
        Some(path) => path.clone(),
        None => {
            let stem = |path: &str| {
                Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
            };
            let game = wish.game.as_ref().map(|game| format!("{}-", stem(game)));
            let folder = store::runs()?;
            std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
            let (name, game) = (stem(name), game.unwrap_or_default());
            folder.join(format!("{name}-{game}{}.run", common.seed))
        }
    };
    match (wish.resume, wish.fresh, place.exists()) {
        (true, _, false) => bail!("there is no run in {} to go on with", place.display()),
        (false, false, true) => bail!(
            "{} holds a run already: go on with `--resume`, or begin anew with `--fresh`",
            place.display()
        ),
        _ => Ok(place),
    }
}

struct Evolution<'a> {
    common: &'a Common,
    wish: &'a EvolveWish,
    config: Config,
    problem: Wish,
    questions: Vec<Question>,
    place: PathBuf,
}

impl Visitor for Evolution<'_> {
    type Output = Result<Story>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Story> {
        let started = Instant::now();
        let nursery = Nursery::asking(&game, self.questions, self.problem, &self.config)?;
        let mut run = match self.wish.resume {
            true => Run::resume(&nursery, &self.place)?,
            false => {
                if self.wish.fresh && self.place.exists() {
                    std::fs::remove_file(&self.place)
                        .with_context(|| self.place.display().to_string())?;
                }
                let mut run = Run::new(&nursery, self.config)?;
                run.keep_in(&self.place)?;
                run
            }
        };
        if let Some(generations) = self.wish.generations {
            run.until(generations as usize);
        }
        let mut display = Display::new(&run);
        run.finish(&mut display)?;
        display.bar.finish_and_clear();
        let champion = run.best().ok_or_else(|| anyhow!("nobody was evaluated"))?;
        let spec: Spec = nursery.wish().benchmark.parse()?;
        // Other games than those by which the best was chosen.
        let seed = !self.common.seed;
        let depth = nursery.wish().test_depth();
        let n_games = self.wish.test as usize;
        let scores = nursery.measure(&champion.genome, &spec, depth, n_games, seed);
        let sample = scores.into_iter().collect();
        Ok(Story::new(&nursery, &run, champion, &sample, started.elapsed().as_secs_f64()))
    }
}

/// What is seen while generations pass.
struct Display {
    bar: ProgressBar,
    started: Instant,
    n_games: u64,
    n_individuals: u64,
}

impl Display {
    fn new<P: Problem>(run: &Run<'_, P>) -> Self {
        let template = "{bar:20} {pos} of {len} generations, {elapsed}, {eta} left; {msg}";
        let bar = progress::bar(run.config().generations as u64, template);
        bar.set_position(run.history().len() as u64);
        bar.reset_eta();
        Self { bar, started: Instant::now(), n_games: 0, n_individuals: 0 }
    }
}

impl Observer<Forest> for Display {
    fn generation(&mut self, stats: &GenerationStats, _: &Forest) -> ControlFlow<()> {
        self.n_games += stats.games;
        self.n_individuals += stats.evaluations;
        let seconds = self.started.elapsed().as_secs_f64().max(1e-9);
        let [games, individuals] = [self.n_games, self.n_individuals].map(|n| n as f64 / seconds);
        let test = stats.retest.map(|score| format!(", test {score:.3}")).unwrap_or_default();
        self.bar.set_position(stats.generation as u64 + 1);
        self.bar.set_message(format!(
            "best {:.1}, mean {:.1}, size {:.0}{test}, {individuals:.1} individuals/s, {} games/s",
            stats.best,
            stats.mean,
            stats.size,
            thousands(games as u64)
        ));
        ControlFlow::Continue(())
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
            wish,
        }
    }

    fn to_text(&self, wish: &EvolveWish) -> String {
        let mut text = format!(
            "{}: {} generations, {} games, {:.0} s\n\n",
            self.wish.game,
            self.history.len(),
            thousands(self.history.iter().map(|stats| stats.games).sum()),
            self.seconds
        );
        text.push_str(&format!(
            "The best is of generation {}. In {} new games against\n  {}\nit scores {:.3} ({:.3}-{:.3}).\n\n",
            self.generation, self.n_games, self.wish.benchmark, self.score, self.interval.low, self.interval.high
        ));
        for (name, infix) in &self.infix {
            text.push_str(&format!("{name} = {infix}\n"));
        }
        if let Some(path) = &wish.save {
            let (depth, path) = (self.wish.test_depth(), path.display());
            text.push_str(&format!(
                "\nIt plays as alphabeta:depth={depth},plain=yes,eval=file:{path}\n"
            ));
        }
        text
    }

    fn to_json(&self, name: &str) -> serde_json::Value {
        json!({
            "run": name, "game": self.wish.game, "benchmark": self.wish.benchmark,
            "generation": self.generation, "retest": self.retest,
            "games": self.n_games, "score": self.score,
            "score_interval": [self.interval.low, self.interval.high],
            "size": self.size, "trees": self.infix, "seconds": self.seconds,
            "history": self.history, "terminals": self.terminals,
        })
    }

    fn page(&self, name: &str) -> Page {
        let mut page = Page::new(format!("Ludex: evolution of {name}"));
        page.lead(format!(
            "After {} generations the best scores {:.1}% of the points against {} ({:.1}% to {:.1}%).",
            self.history.len(),
            100.0 * self.score,
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
        size.line("mean", curve(&|stats| stats.size));
        size.line("of the best", curve(&|stats| stats.best_size as f64));
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
        page
    }
}

//! `ludex explain evolved`: what evolved, and which of its terminals matter.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use evolve::measures::{self, Strength};
use evolve::{Config, Forest, Problem, Run, View, config_of};
use game::{Playable, Visitor};
use nursery::{BoutError, Nursery, Wish};
use report::tree::{Node, Stress};
use report::{Page, Plot, Table, Tree, numbered};
use search::Spec;
use serde_json::{Value, json};

use super::experiment::length;
use crate::args::{Common, EvolvedWish};
use crate::curiosity::{self, Basis};
use crate::output::Output;
use crate::{progress, store};

pub fn run(common: &Common, out: &mut Output, name: &str, wish: &EvolvedWish) -> Result<bool> {
    let place = place(name)?;
    let config = config_of(&place)?;
    let problem = Wish::read(&config).with_context(|| place.display().to_string())?;
    let dissection = |basis| Dissection { wish, config: &config, problem: &problem, basis, place };
    let anatomy = curiosity::visit(&problem, common, config.seed, dissection)??;
    if let Some(path) = &wish.html {
        out.page(path, anatomy.page(name));
    }
    match common.json {
        true => out.json(&anatomy.to_json())?,
        false => out.text(&anatomy.to_text())?,
    }
    Ok(true)
}

/// The file of a run: a path, or its name in the folder of runs.
fn place(name: &str) -> Result<PathBuf> {
    let path = Path::new(name);
    if path.exists() {
        return Ok(path.to_path_buf());
    }
    let kept = store::runs()?.join(format!("{name}.run"));
    match kept.exists() {
        true => Ok(kept),
        false => bail!("there is no run `{name}`, neither as a file nor as {}", kept.display()),
    }
}

struct Dissection<'a> {
    wish: &'a EvolvedWish,
    config: &'a Config,
    problem: &'a Wish,
    basis: Basis,
    place: PathBuf,
}

/// What a run is made of.
struct Anatomy {
    game: String,
    benchmark: String,
    n_games: usize,
    generation: usize,
    score: f64,
    random: f64,
    /// What the same player scores whose trees ask nothing.
    baseline: f64,
    /// The trees of the best, by name: as a formula and to be drawn.
    trees: Vec<(String, String, Tree)>,
    strengths: Vec<Strength>,
    /// What evolutions with two terminals alone scored.
    pairs: Vec<(String, String, f64)>,
    /// For each terminal, its share among all in each generation.
    usage: Vec<(String, Vec<f64>)>,
}

impl Visitor for Dissection<'_> {
    type Output = Result<Anatomy>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Anatomy> {
        let Self { wish, config, problem, .. } = &self;
        let nursery = self.nursery(&game, (*problem).clone(), config)?;
        let run = Run::resume(&nursery, &self.place)?;
        let best = run.best().ok_or_else(|| anyhow!("nobody was evaluated yet"))?;
        let scale = Scale::new(&nursery, wish.games as usize, config.seed)?;
        let started = Instant::now();
        let score = scale.weigh(&best.genome);
        scale.check()?;
        let of_game = started.elapsed() / wish.games;
        let strong = strong(&run, &best.genome, wish.strong as usize);
        let n_bred: u64 = run.history().iter().map(|stats| stats.games).sum();
        self.tell_cost(run.terminals().len(), strong.len(), of_game, n_bred);
        let random =
            nursery.measure_player(&"random".parse()?, &scale.spec, scale.n_games, scale.seed)?;
        let random = random.iter().sum::<f64>() / random.len() as f64;
        let baseline = scale.weigh(&measures::blank(nursery.plan()));
        let weighed = |forest: Forest| {
            let score = scale.weigh(&forest);
            (forest, score)
        };
        let strong: Vec<(Forest, f64)> = strong.into_iter().map(weighed).collect();
        let bar = progress::bar(run.terminals().len() as u64, "{bar:20} {pos}/{len} {msg}");
        let mut strengths = Vec::new();
        for terminal in run.terminals() {
            bar.set_message(terminal.clone());
            let mut strength = Strength {
                terminal: terminal.clone(),
                single: measures::single(terminal, nursery.plan(), baseline, |one| {
                    scale.weigh(one)
                }),
                disabled: measures::disabled(terminal, nursery.plan(), &strong, |one| {
                    scale.weigh(one)
                }),
                without: None,
            };
            if wish.strength > 0 {
                let mut fault = Ok(());
                let without = |terminal: &str, nth: usize| {
                    self.breed(&game, &[terminal], nth).unwrap_or_else(|error| {
                        fault = Err(error);
                        0.0
                    })
                };
                let n = wish.strength as usize;
                strength.without = Some(measures::without(terminal, score, n, without));
                fault?;
            }
            scale.check()?;
            strengths.push(strength);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let worth = |one: &Strength| one.strength().unwrap_or((one.single + one.disabled) / 2.0);
        strengths.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let pairs = self.pairs(&game, run.terminals(), &strengths)?;
        let usage = run.terminals().iter().cloned().zip(measures::usage(run.history()));
        Ok(Anatomy {
            game: problem.game.clone(),
            benchmark: problem.benchmark.clone(),
            n_games: scale.n_games,
            generation: best.generation,
            score,
            random,
            baseline,
            trees: drawn(&best.genome, &nursery),
            strengths,
            pairs,
            usage: usage.collect(),
        })
    }
}

impl Dissection<'_> {
    /// The game of the run as a problem.
    fn nursery<G: Playable>(
        &self,
        game: &Arc<G>,
        wish: Wish,
        config: &Config,
    ) -> Result<Nursery<G>> {
        let nursery = Nursery::asking(game, self.basis.questions.clone(), wish, config)?;
        Ok(nursery.based_on(self.basis.digests.clone()))
    }

    /// Says what it takes, before it is taken.
    fn tell_cost(&self, n_terminals: usize, n_strong: usize, of_game: Duration, n_bred: u64) {
        let wish = self.wish;
        let measures::Cost { scores, evolutions } =
            measures::cost(n_terminals, n_strong, wish.strength as usize);
        let n_pairs = (wish.pairs * wish.pairs.saturating_sub(1) / 2) as usize;
        let n_evolutions = evolutions + n_pairs;
        let n_generations = wish.generations.unwrap_or(self.config.generations as u32);
        let share = f64::from(n_generations) / self.config.generations as f64;
        let n_games = (scores + n_evolutions) as f64 * f64::from(wish.games)
            + n_evolutions as f64 * n_bred as f64 * share;
        let time = of_game.mul_f64(n_games);
        let evolutions = match n_evolutions {
            0 => String::new(),
            n => format!(" and {n} evolutions"),
        };
        let games = wish.games;
        let time = length(time);
        eprintln!("{scores} players in {games} games each{evolutions}: about {time}");
    }

    /// What the best of an evolution without some terminals scores.
    fn breed<G: Playable>(&self, game: &Arc<G>, without: &[&str], nth: usize) -> Result<f64> {
        let mut config = self.config.clone();
        config.seed = config.seed.wrapping_add(1 + nth as u64) & i64::MAX as u64;
        if let Some(generations) = self.wish.generations {
            config.generations = generations as usize;
        }
        let mut wish = self.problem.clone();
        wish.without.extend(without.iter().map(ToString::to_string));
        // What people gave to begin with may need what is missing.
        (wish.seeds, wish.ideas) = (Vec::new(), Default::default());
        let nursery = self.nursery(game, wish, &config)?;
        let mut run = Run::new(&nursery, config)?;
        run.finish(&mut ())?;
        let best = run.best().ok_or_else(|| anyhow!("nobody was evaluated"))?;
        let scale = Scale::new(&nursery, self.wish.games as usize, self.config.seed)?;
        let score = scale.weigh(&best.genome);
        scale.check()?;
        Ok(score)
    }

    /// What the strongest terminals score two by two.
    fn pairs<G: Playable>(
        &self,
        game: &Arc<G>,
        all: &[String],
        strengths: &[Strength],
    ) -> Result<Vec<(String, String, f64)>> {
        let strongest: Vec<&str> = strengths
            .iter()
            .take(self.wish.pairs as usize)
            .map(|strength| strength.terminal.as_str())
            .collect();
        let mut fault = Ok(());
        let scores = measures::pairs(&strongest, |one, other| {
            let rest: Vec<&str> = all
                .iter()
                .map(String::as_str)
                .filter(|&name| name != one && name != other)
                .collect();
            self.breed(game, &rest, 0).unwrap_or_else(|error| {
                fault = Err(error);
                0.0
            })
        });
        fault?;
        let named = |((a, b), score): ((usize, usize), f64)| {
            (strongest[a].to_string(), strongest[b].to_string(), score)
        };
        let mut pairs: Vec<_> = scores.into_iter().map(named).collect();
        pairs.sort_by(|a, b| b.2.total_cmp(&a.2));
        Ok(pairs)
    }
}

/// Tells how strong an individual is.
struct Scale<'a, G: Playable> {
    nursery: &'a Nursery<G>,
    spec: Spec,
    n_games: usize,
    seed: u64,
    /// Why a game had no outcome, once one had none: scores then mean nothing.
    fault: RefCell<Option<BoutError>>,
}

impl<'a, G: Playable> Scale<'a, G> {
    fn new(nursery: &'a Nursery<G>, n_games: usize, seed: u64) -> Result<Self> {
        // Other games than those by which the best was chosen.
        let (spec, fault) = (nursery.wish().benchmark.parse()?, RefCell::new(None));
        Ok(Self { nursery, spec, n_games, seed: !seed, fault })
    }

    /// Whether all scores so far mean something.
    fn check(&self) -> Result<(), BoutError> {
        self.fault.borrow().clone().map_or(Ok(()), Err)
    }

    fn weigh(&self, one: &Forest) -> f64 {
        let depth = self.nursery.wish().test_depth();
        match self.nursery.measure(one, &self.spec, depth, self.n_games, self.seed) {
            Ok(scores) => scores.iter().sum::<f64>() / scores.len().max(1) as f64,
            Err(fault) => {
                self.fault.borrow_mut().get_or_insert(fault);
                0.0
            }
        }
    }
}

/// The best of the run, and the fittest of its last generation.
fn strong<G: Playable>(run: &Run<'_, Nursery<G>>, best: &Forest, n: usize) -> Vec<Forest> {
    let (population, scores) = run.population(0);
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let mut strong = vec![best.clone()];
    for at in order {
        if strong.len() < n && !strong.contains(&population[at]) {
            strong.push(population[at].clone());
        }
    }
    strong
}

fn drawn<G: Playable>(best: &Forest, nursery: &Nursery<G>) -> Vec<(String, String, Tree)> {
    let plan = nursery.plan();
    let simple = best.simplify(plan);
    let trees = simple.trees().iter().zip(plan.trees());
    let draw = |(tree, plan): (&evolve::Tree, &evolve::TreePlan)| {
        let set = &plan.primitives;
        let picture = Tree::new(node(tree.view(set)), format!("The tree {}", plan.name));
        (plan.name.clone(), tree.to_infix(set), picture)
    };
    trees.map(draw).collect()
}

fn node(view: View<'_>) -> Node {
    Node {
        label: view.label(),
        stress: if view.is_intron() { Stress::Faint } else { Stress::Plain },
        children: view.children().map(node).collect(),
        ..Node::default()
    }
}

impl Anatomy {
    fn table(&self) -> Table {
        let has_all = self.strengths.iter().any(|one| one.without.is_some());
        let mut head = vec!["terminal", "S_single", "S_dis"];
        head.extend(has_all.then_some(["S_no", "strength"]).into_iter().flatten());
        head.push("uses");
        let mut table = Table::new(head).numbers_from(1);
        for one in &self.strengths {
            let figure = |value: f64| format!("{value:+.3}");
            let mut row = vec![one.terminal.clone(), figure(one.single), figure(one.disabled)];
            if has_all {
                row.push(one.without.map_or(String::new(), figure));
                row.push(one.strength().map_or(String::new(), figure));
            }
            let usage = self.usage.iter().find(|(name, _)| *name == one.terminal);
            let share = usage.and_then(|(_, shares)| shares.last().copied()).unwrap_or(0.0);
            row.push(format!("{:.0}%", 100.0 * share));
            table.row(row);
        }
        table
    }

    /// What the columns say.
    fn legend(&self) -> impl Iterator<Item = &'static str> {
        let has_all = self.strengths.iter().any(|one| one.without.is_some());
        let lines = LEGEND.iter().copied();
        lines.filter(move |line| has_all || !line.starts_with("S_no"))
    }

    fn table_of_pairs(&self) -> Table {
        let mut table = Table::new(["terminal", "and", "score"]).numbers_from(2);
        for (one, other, score) in &self.pairs {
            table.row([one.clone(), other.clone(), format!("{score:.3}")]);
        }
        table
    }

    fn lead(&self) -> String {
        format!(
            "{}: the best, of generation {}, scores {:.3} in {} games against {}, where the same \
             player without an evaluation scores {:.3} (the baseline of S_single) and random moves \
             {:.3}.",
            self.game,
            self.generation,
            self.score,
            self.n_games,
            self.benchmark,
            self.baseline,
            self.random
        )
    }

    fn to_text(&self) -> String {
        let mut text = self.lead() + "\n\n";
        for (name, infix, tree) in &self.trees {
            text += &format!("{name} = {infix}\n\n{}\n", tree.to_text());
        }
        text += &self.table().to_text();
        text += "\n";
        text.extend(self.legend().map(|line| format!("{line}\n")));
        if !self.pairs.is_empty() {
            text += &format!(
                "\nEvolved with two terminals alone:\n\n{}",
                self.table_of_pairs().to_text()
            );
        }
        text
    }

    fn to_json(&self) -> Value {
        let strengths = self.strengths.iter().map(|one| {
            json!({
                "terminal": one.terminal, "single": one.single, "disabled": one.disabled,
                "without": one.without, "strength": one.strength(),
            })
        });
        let trees =
            self.trees.iter().map(|(name, infix, _)| json!({ "name": name, "infix": infix }));
        json!({
            "game": self.game, "benchmark": self.benchmark, "games": self.n_games,
            "generation": self.generation, "score": self.score, "random": self.random,
            "baseline": self.baseline,
            "trees": trees.collect::<Vec<_>>(), "terminals": strengths.collect::<Vec<_>>(),
            "pairs": self.pairs, "usage": self.usage,
        })
    }

    fn page(&self, name: &str) -> Page {
        let mut page = Page::new(format!("Ludex: what evolved in {name}"));
        page.lead(self.lead());
        page.section("The best");
        for (name, infix, tree) in &self.trees {
            page.preformatted(&format!("{name} = {infix}"));
            page.figure(&tree.to_svg(), "");
        }
        page.section("Which terminals matter").table(&self.table());
        self.legend().for_each(|line| {
            page.paragraph(line);
        });
        let mut plot = Plot::new("Terminals").labels("generation", "share of all uses");
        let mut often: Vec<&(String, Vec<f64>)> = self.usage.iter().collect();
        often.sort_by(|a, b| b.1.iter().sum::<f64>().total_cmp(&a.1.iter().sum()));
        for (name, shares) in often.into_iter().take(N_CURVES) {
            plot.line(name.clone(), numbered(shares.iter().copied()).collect::<Vec<_>>());
        }
        page.section("What was asked").figure(&plot.to_svg(), "The terminals that were used most.");
        if !self.pairs.is_empty() {
            page.section("Two alone").table(&self.table_of_pairs());
        }
        page
    }
}

/// How many terminals a plot can show.
const N_CURVES: usize = 6;

const LEGEND: &[&str] = &[
    "S_single: what the terminal scores alone, less the baseline: the same player with 0 for every \
     position. Search alone scores that much, so a terminal of no use has 0.",
    "S_dis: what the strongest players lose when it is 0.",
    "S_no: what the best loses if it evolves without it. Strength: the mean of the three.",
    "uses: its share among all terminals in the last generation.",
];

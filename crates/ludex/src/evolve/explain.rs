//! What evolved in a run, and which of its terminals matter.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_evolve::measures::{self, Strength};
use ludex_evolve::{Config, Forest, Problem, Run, View, config_of};
use ludex_game::{Playable, Visitor};
use ludex_problems::{BoardGame, GameError, ProblemConfig};
use ludex_report::tree::{Node, Stress};
use ludex_report::{Page, Plot, Table, Tree, numbered};
use ludex_search::Spec;
use ludex_support::descending;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{Context, invalid};
use crate::progress::length;
use crate::terminals::{self, Basis};
use crate::{Progress, Result, Settings, Step};

/// How closely a run is examined.
#[derive(Clone, Debug)]
pub struct EvolvedOptions {
    /// Threads and limits. The seed is that of the run.
    pub settings: Settings,
    /// Games by which players are compared.
    pub n_games: u32,
    /// The number of strongest players whose terminals are disabled.
    pub n_strong: u32,
    /// Evolutions without each terminal, which take long.
    pub n_without: u32,
    /// Evolve with each two of this number of the strongest terminals alone.
    pub n_pairs: u32,
    /// Generations of these evolutions; as in the run where it is not given.
    pub generations: Option<u32>,
}

impl Default for EvolvedOptions {
    fn default() -> Self {
        let settings = Settings::default();
        Self { settings, n_games: 200, n_strong: 5, n_without: 0, n_pairs: 0, generations: None }
    }
}

/// Explains the run of evolution that a file keeps.
pub fn explain(
    file: &Path,
    options: &EvolvedOptions,
    progress: &mut dyn Progress,
) -> Result<EvolvedResult> {
    let config = config_of(file)?;
    let problem = ProblemConfig::read(&config).with_context(|| file.display().to_string())?;
    let game = terminals::load(&problem, &options.settings, progress)?;
    let file = file.to_path_buf();
    let visitor = |basis| Explanation {
        options,
        config: &config,
        problem: &problem,
        basis,
        file,
        progress: RefCell::new(progress),
    };
    terminals::visit(&game, &problem, &options.settings, config.seed, visitor)?
}

struct Explanation<'a> {
    options: &'a EvolvedOptions,
    config: &'a Config,
    problem: &'a ProblemConfig,
    basis: Basis,
    file: PathBuf,
    progress: RefCell<&'a mut dyn Progress>,
}

/// The best player of a run, and how much its terminals matter.
pub struct EvolvedResult {
    game: String,
    benchmark: String,
    n_games: usize,
    generation: usize,
    score: f64,
    random: f64,
    /// The score of the same player with empty trees.
    baseline: f64,
    /// The trees of the best, by name: as a formula and to be drawn.
    trees: Vec<(String, String, Tree)>,
    strengths: Vec<Strength>,
    /// The scores of evolutions with two terminals alone.
    pairs: Vec<(String, String, f64)>,
    /// For each terminal, its share among all in each generation.
    usage: Vec<(String, Vec<f64>)>,
}

impl Visitor for Explanation<'_> {
    type Output = Result<EvolvedResult>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<EvolvedResult> {
        let Self { options, config, problem, .. } = &self;
        let board_game = self.board_game(&game, (*problem).clone(), config)?;
        let run = Run::resume(&board_game, &self.file)?;
        let best = run.best().ok_or_else(|| invalid!("no individual was evaluated yet"))?;
        let scale = Scale::new(&board_game, options.n_games as usize, config.seed)?;
        let started = Instant::now();
        let score = scale.weigh(&best.genome);
        scale.check()?;
        let of_game = started.elapsed() / options.n_games;
        let strong = strong(&run, &best.genome, options.n_strong as usize);
        let n_bred: u64 = run.history().iter().map(|stats| stats.games).sum();
        self.tell_cost(run.terminals().len(), strong.len(), of_game, n_bred);
        let random = board_game.measure_player(
            &"random".parse()?,
            &scale.spec,
            scale.n_games,
            scale.seed,
        )?;
        let random = random.iter().sum::<f64>() / random.len() as f64;
        let baseline = scale.weigh(&measures::blank(board_game.plan()));
        let weighed = |forest: Forest| {
            let score = scale.weigh(&forest);
            (forest, score)
        };
        let strong: Vec<(Forest, f64)> = strong.into_iter().map(weighed).collect();
        let n_all = run.terminals().len() as u64;
        let mut strengths = Vec::new();
        for (n_done, terminal) in (0..).zip(run.terminals()) {
            self.progress.borrow_mut().step(&Step { what: terminal.clone(), n_done, n_all });
            let mut strength = Strength {
                terminal: terminal.clone(),
                single: measures::single(terminal, board_game.plan(), baseline, |one| {
                    scale.weigh(one)
                }),
                disabled: measures::disabled(terminal, board_game.plan(), &strong, |one| {
                    scale.weigh(one)
                }),
                without: None,
            };
            if options.n_without > 0 {
                let mut fault = Ok(());
                let without = |terminal: &str, nth: usize| {
                    self.breed(&game, &[terminal], nth).unwrap_or_else(|error| {
                        fault = Err(error);
                        0.0
                    })
                };
                let n = options.n_without as usize;
                strength.without = Some(measures::without(terminal, score, n, without));
                fault?;
            }
            scale.check()?;
            strengths.push(strength);
        }
        strongest_first(&mut strengths);
        let pairs = self.pairs(&game, run.terminals(), &strengths)?;
        let usage = run.terminals().iter().cloned().zip(measures::usage(run.history()));
        Ok(EvolvedResult {
            game: problem.game.clone(),
            benchmark: problem.benchmark.clone(),
            n_games: scale.n_games,
            generation: best.generation,
            score,
            random,
            baseline,
            trees: drawn(&best.genome, &board_game),
            strengths,
            pairs,
            usage: usage.collect(),
        })
    }
}

impl Explanation<'_> {
    /// The game of the run as a problem.
    fn board_game<G: Playable>(
        &self,
        game: &Arc<G>,
        problem: ProblemConfig,
        config: &Config,
    ) -> Result<BoardGame<G>> {
        let board_game =
            BoardGame::with_questions(game, self.basis.questions.clone(), problem, config)?;
        Ok(board_game.based_on(self.basis.digests.clone()))
    }

    /// Reports the expected cost.
    fn tell_cost(&self, n_terminals: usize, n_strong: usize, of_game: Duration, n_bred: u64) {
        let options = self.options;
        let measures::Cost { scores, evolutions } =
            measures::cost(n_terminals, n_strong, options.n_without as usize);
        let n_pairs = (options.n_pairs * options.n_pairs.saturating_sub(1) / 2) as usize;
        let n_evolutions = evolutions + n_pairs;
        let n_generations = options.generations.unwrap_or(self.config.generations as u32);
        let share = f64::from(n_generations) / self.config.generations as f64;
        let n_games = (scores + n_evolutions) as f64 * f64::from(options.n_games)
            + n_evolutions as f64 * n_bred as f64 * share;
        let time = of_game.mul_f64(n_games);
        let evolutions = match n_evolutions {
            0 => String::new(),
            n => format!(" and {n} evolutions"),
        };
        let games = options.n_games;
        let time = length(time);
        let note = format!("{scores} players in {games} games each{evolutions}: about {time}");
        self.progress.borrow_mut().note(&note);
    }

    /// What the best of an evolution without some terminals scores.
    fn breed<G: Playable>(&self, game: &Arc<G>, without: &[&str], nth: usize) -> Result<f64> {
        let mut config = self.config.clone();
        config.seed = config.seed.wrapping_add(1 + nth as u64) & i64::MAX as u64;
        if let Some(generations) = self.options.generations {
            config.generations = generations as usize;
        }
        let mut problem = self.problem.clone();
        problem.exclude.extend(without.iter().map(ToString::to_string));
        // Seeds and ideas of the user may need the terminals that are missing.
        (problem.seeds, problem.building_blocks) = (Vec::new(), Default::default());
        let board_game = self.board_game(game, problem, &config)?;
        let mut run = Run::new(&board_game, config)?;
        run.finish(&mut ())?;
        let best = run.best().ok_or_else(|| invalid!("no individual was evaluated"))?;
        let scale = Scale::new(&board_game, self.options.n_games as usize, self.config.seed)?;
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
            .take(self.options.n_pairs as usize)
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
        let pairs: Vec<_> = scores.into_iter().map(named).collect();
        let order = descending(&pairs.iter().map(|pair| pair.2).collect::<Vec<_>>());
        Ok(order.into_iter().map(|at| pairs[at].clone()).collect())
    }
}

/// Measures the strength of individuals.
struct Scale<'a, G: Playable> {
    board_game: &'a BoardGame<G>,
    spec: Spec,
    n_games: usize,
    seed: u64,
    /// Why a game had no outcome, once one had none: scores then mean nothing.
    fault: RefCell<Option<GameError>>,
}

impl<'a, G: Playable> Scale<'a, G> {
    fn new(board_game: &'a BoardGame<G>, n_games: usize, seed: u64) -> Result<Self> {
        // Other games than those by which the best was chosen.
        let (spec, fault) = (board_game.problem().benchmark.parse()?, RefCell::new(None));
        Ok(Self { board_game, spec, n_games, seed: !seed, fault })
    }

    /// Whether all scores so far mean something.
    fn check(&self) -> Result<(), GameError> {
        self.fault.borrow().clone().map_or(Ok(()), Err)
    }

    fn weigh(&self, one: &Forest) -> f64 {
        let depth = self.board_game.problem().test_depth();
        match self.board_game.measure(one, &self.spec, depth, self.n_games, self.seed) {
            Ok(scores) => scores.iter().sum::<f64>() / scores.len().max(1) as f64,
            Err(fault) => {
                self.fault.borrow_mut().get_or_insert(fault);
                0.0
            }
        }
    }
}

/// Sorts terminals by their worth.
fn strongest_first(strengths: &mut [Strength]) {
    let worth = |one: &Strength| one.strength().unwrap_or((one.single + one.disabled) / 2.0);
    strengths.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
}

/// The best of the run, and the fittest of its last generation.
fn strong<G: Playable>(run: &Run<'_, BoardGame<G>>, best: &Forest, n: usize) -> Vec<Forest> {
    let (population, scores) = run.population(0);
    let mut strong = vec![best.clone()];
    for at in descending(scores) {
        if strong.len() < n && !strong.contains(&population[at]) {
            strong.push(population[at].clone());
        }
    }
    strong
}

fn drawn<G: Playable>(best: &Forest, board_game: &BoardGame<G>) -> Vec<(String, String, Tree)> {
    let plan = board_game.plan();
    let simple = best.simplify(plan);
    let trees = simple.trees().iter().zip(plan.trees());
    let draw = |(tree, plan): (&ludex_evolve::Tree, &ludex_evolve::TreePlan)| {
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

impl EvolvedResult {
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

    /// The explanation for a terminal.
    pub fn to_text(&self) -> String {
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

    /// The data that `--json` prints.
    pub fn to_data(&self) -> EvolvedData {
        let terminal = |one: &Strength| TerminalData {
            terminal: one.terminal.clone(),
            single: one.single,
            disabled: one.disabled,
            without: one.without,
            strength: one.strength(),
        };
        let tree = |(name, infix, _): &(String, String, Tree)| TreeData {
            name: name.clone(),
            infix: infix.clone(),
        };
        EvolvedData {
            game: self.game.clone(),
            benchmark: self.benchmark.clone(),
            games: self.n_games,
            generation: self.generation,
            score: self.score,
            random: self.random,
            baseline: self.baseline,
            trees: self.trees.iter().map(tree).collect(),
            terminals: self.strengths.iter().map(terminal).collect(),
            pairs: self.pairs.clone(),
            usage: self.usage.clone(),
        }
    }

    /// A page with pictures, for the run of a name.
    pub fn to_page(&self, name: &str) -> Page {
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

/// The explanation of a run, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EvolvedData {
    /// The game.
    pub game: String,
    /// The spec of the opponent.
    pub benchmark: String,
    /// Games of each comparison.
    pub games: usize,
    /// The generation of the best player.
    pub generation: usize,
    /// Its score.
    pub score: f64,
    /// The score of random moves.
    pub random: f64,
    /// The score of the same player with empty trees.
    pub baseline: f64,
    /// The trees of the best player.
    pub trees: Vec<TreeData>,
    /// The terminals, the strongest first.
    pub terminals: Vec<TerminalData>,
    /// The scores of evolutions with two terminals alone.
    pub pairs: Vec<(String, String, f64)>,
    /// For each terminal, its share among all in each generation.
    pub usage: Vec<(String, Vec<f64>)>,
}

/// A tree, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TreeData {
    /// Its name.
    pub name: String,
    /// Its formula.
    pub infix: String,
}

/// The strength of a terminal, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TerminalData {
    /// Its name.
    pub terminal: String,
    /// Its score alone, less the baseline.
    pub single: f64,
    /// What the strongest players lose without it.
    pub disabled: f64,
    /// What the best loses if it evolves without it.
    pub without: Option<f64>,
    /// The mean of the three.
    pub strength: Option<f64>,
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

//! Many positions of one puzzle, solved on all cores.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ludex_arena::Store;
use ludex_game::{Playable, SolverVerdict, StartSet, Visitor};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_report::words::counted;
use ludex_search::puzzle;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::own::solve_own;
use super::{SolveOptions, limits, solver_of};
use crate::error::{Context, bail};
use crate::{Error, Game, Progress, Result, Step};

/// The positions of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    /// Numbered positions, such as the deals of a card game.
    Numbers(RangeInclusive<u64>),
    /// A position in each line, as the game reads it. Empty lines and those that begin with `#`
    /// are left out.
    Lines {
        /// Where the lines are from.
        from: String,
        /// The lines.
        text: String,
    },
}

impl Positions {
    /// Positions from `A..B`, with both ends, or from a file.
    ///
    /// ```
    /// use ludex::solve::Positions;
    ///
    /// assert_eq!(Positions::read("1..32000")?, Positions::Numbers(1..=32000));
    /// assert!(Positions::read("no-such-file.txt").is_err());
    /// # Ok::<(), ludex::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self> {
        let numbers = text.split_once("..").and_then(|(first, last)| {
            Some((first.parse::<u64>().ok()?, last.parse::<u64>().ok()?))
        });
        if let Some((first, last)) = numbers {
            if first > last {
                bail!("{text}: {first} is more than {last}");
            }
            return Ok(Self::Numbers(first..=last));
        }
        let lines = std::fs::read_to_string(Path::new(text)).with_context(|| text.to_string())?;
        Ok(Self::Lines { from: text.into(), text: lines })
    }
}

/// The result of one position, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SolvedPosition {
    /// The name in its line, or its number.
    pub name: String,
    /// Whether there is a solution.
    pub solved: bool,
    /// Whether the solution is proven to be the shortest, or that there is none.
    pub proven: bool,
    /// The length of the solution as people count it.
    pub moves: Option<u32>,
    /// Its length in the smallest units.
    pub steps: Option<u32>,
    /// The positions expanded.
    pub nodes: u64,
    /// Milliseconds of CPU time.
    pub ms: f64,
    /// The moves.
    pub solution: Option<Vec<String>>,
}

/// The results of a batch, as data: under `deals` for card games, else under `boards`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BatchData {
    /// The game.
    pub game: String,
    /// The boards, in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<SolvedPosition>>,
    /// The deals, in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals: Option<Vec<SolvedPosition>>,
    /// How many are solved.
    pub solved: usize,
    /// Seconds in all.
    pub seconds: f64,
}

/// The results of a batch.
pub struct BatchResult {
    game: String,
    is_dealt: bool,
    positions: Vec<SolvedPosition>,
    seconds: f64,
}

/// Solves all positions. Results are kept in the store as they come; `is_resumed` takes those of an
/// earlier run from it.
///
/// ```
/// use ludex::Game;
/// use ludex::solve::{Positions, SolveOptions, solve_batch};
///
/// let game = Game::load("native:freecell")?;
/// let positions = Positions::Numbers(1..=3);
/// let result = solve_batch(&game, &positions, &SolveOptions::default(), None, false, &mut ())?;
/// assert_eq!(result.n_solved(), 3);
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn solve_batch(
    game: &Game,
    positions: &Positions,
    options: &SolveOptions,
    store: Option<Store>,
    is_resumed: bool,
    progress: &mut dyn Progress,
) -> Result<BatchResult> {
    let key = serde_json::json!([
        env!("CARGO_PKG_VERSION"),
        game.digest(),
        format!("{:?}", options.method),
        options.heuristic,
        options.any_length,
        options.nodes,
        options.seconds,
        options.settings.seed,
    ]);
    let key = key.to_string();
    let known = match &store {
        Some(store) if is_resumed => store.solved(&key)?,
        _ => BTreeMap::new(),
    };
    game.visit(Batch { name: game.name(), positions, options, store, key, known, progress })
}

struct Batch<'a> {
    name: &'a str,
    positions: &'a Positions,
    options: &'a SolveOptions,
    store: Option<Store>,
    key: String,
    known: BTreeMap<String, String>,
    progress: &'a mut dyn Progress,
}

/// A position of the batch: its key in the store, its name, and the position or its number.
struct Item<G: Playable> {
    key: String,
    name: String,
    position: Position<G>,
}

enum Position<G: Playable> {
    State(G::State),
    Number(u64),
}

/// Results are written this often.
const WRITING: Duration = Duration::from_millis(300);

impl Visitor for Batch<'_> {
    type Output = Result<BatchResult>;

    fn visit<G: Playable>(mut self, game: Arc<G>) -> Result<BatchResult> {
        let started = Instant::now();
        if !puzzle::is_puzzle(&*game) {
            bail!("`{}` is no puzzle: batches are for games with one role", self.name);
        }
        let items = items(&*game, self.name, self.positions)?;
        let set = numbered(&*game);
        let mut results: Vec<Option<SolvedPosition>> = items
            .iter()
            .map(|item| serde_json::from_str(self.known.get(&item.key)?).ok())
            .collect();
        let todo: Vec<usize> = (0..items.len()).filter(|&at| results[at].is_none()).collect();
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let n_threads = self.options.settings.n_threads.clamp(1, todo.len().max(1));
        let solved = std::thread::scope(|scope| {
            for _ in 0..n_threads {
                let (sender, game, items, todo, next) =
                    (sender.clone(), &game, &items, &todo, &next);
                let options = self.options;
                scope.spawn(move || {
                    while let Some(&at) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = solve_one(game, &items[at], set, options);
                        if sender.send((at, result)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let collected = self.collect(&receiver, &items, &mut results);
            // Threads end after their present position if something failed.
            next.store(usize::MAX / 2, Ordering::Relaxed);
            collected
        });
        solved?;
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        Ok(BatchResult {
            game: self.name.into(),
            is_dealt: set.is_some_and(|set| set.name == "deals"),
            positions: results.into_iter().flatten().collect(),
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

impl Batch<'_> {
    /// Takes results as they come, and writes them now and then.
    fn collect<G: Playable>(
        &mut self,
        receiver: &mpsc::Receiver<(usize, Result<SolvedPosition>)>,
        items: &[Item<G>],
        results: &mut [Option<SolvedPosition>],
    ) -> Result<()> {
        let mut unwritten = Vec::new();
        let mut written = Instant::now();
        let n_all = items.len() as u64;
        let mut n_done = results.iter().flatten().count() as u64;
        loop {
            let received = receiver.recv_timeout(WRITING);
            let is_over = matches!(received, Err(RecvTimeoutError::Disconnected));
            if let Ok((at, result)) = received {
                let result = result?;
                let line = serde_json::to_string(&result).map_err(std::io::Error::from)?;
                unwritten.push((items[at].key.clone(), line));
                results[at] = Some(result);
                n_done += 1;
            }
            if is_over || written.elapsed() >= WRITING {
                if let Some(store) = self.store.as_mut().filter(|_| !unwritten.is_empty()) {
                    store.add_solved(&self.key, &unwritten)?;
                }
                unwritten.clear();
                written = Instant::now();
                self.progress.step(&Step { what: "positions".into(), n_done, n_all });
            }
            if is_over {
                return Ok(());
            }
        }
    }
}

/// The set of start positions that numbers select from: the first with several.
fn numbered<G: Playable>(game: &G) -> Option<&StartSet<G>> {
    game.starts().iter().find(|set| set.count(game) > 1)
}

fn items<G: Playable>(game: &G, name: &str, positions: &Positions) -> Result<Vec<Item<G>>> {
    match positions {
        Positions::Numbers(numbers) => {
            let Some(set) = numbered(game) else {
                bail!("`{name}` has no numbered positions; name a file with one in each line");
            };
            let (first, last) = (1, set.count(game) - 1);
            if *numbers.start() < first || *numbers.end() > last {
                let (from, to) = (numbers.start(), numbers.end());
                bail!("{from}..{to}: `{name}` has {} from {first} to {last}", set.name);
            }
            let item = |number: u64| {
                let name = number.to_string();
                Item { key: name.clone(), name, position: Position::Number(number) }
            };
            Ok(numbers.clone().map(item).collect())
        }
        Positions::Lines { from, text } => {
            let mut items = Vec::new();
            for (at, line) in (1..).zip(text.lines()) {
                let line = line.trim();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let state = ludex_game::read_position(game, line)
                    .map_err(|error| Error::Invalid(error.to_string()))
                    .with_context(|| format!("{from}: line {at}"))?;
                let name = game.view().and_then(|view| view.name_of(line));
                let name = name.map_or_else(|| at.to_string(), str::to_string);
                items.push(Item { key: line.into(), name, position: Position::State(state) });
            }
            if items.is_empty() {
                bail!("{from} has no positions");
            }
            Ok(items)
        }
    }
}

fn solve_one<G: Playable>(
    game: &Arc<G>,
    item: &Item<G>,
    set: Option<&StartSet<G>>,
    options: &SolveOptions,
) -> Result<SolvedPosition> {
    let started = ThreadTime::now();
    let state = match &item.position {
        Position::State(state) => state.clone(),
        Position::Number(number) => set
            .and_then(|set| set.position(game, *number))
            .with_context(|| format!("{number} is no position"))?,
    };
    let limits = limits(options, 1.0);
    let memory = options.settings.limits.memory_bytes_max / 2;
    let mut solved = SolvedPosition {
        name: item.name.clone(),
        solved: false,
        proven: false,
        moves: None,
        steps: None,
        nodes: 0,
        ms: 0.0,
        solution: None,
    };
    let names = |moves: &[G::Move]| moves.iter().map(|&mv| game.move_name(mv)).collect();
    let own = options.is_plain().then(|| solve_own(&**game, &state, &limits, memory)).flatten();
    match own {
        Some(outcome) => {
            let outcome = outcome.with_context(|| item.name.clone())?;
            solved.nodes = outcome.nodes;
            match outcome.verdict {
                SolverVerdict::Solved { moves, n_moves, n_steps, is_shortest } => {
                    (solved.solved, solved.proven) = (true, is_shortest);
                    (solved.moves, solved.steps) = (Some(n_moves), Some(n_steps));
                    solved.solution = Some(names(&moves));
                }
                SolverVerdict::Unsolvable => solved.proven = true,
                SolverVerdict::Stopped => {}
            }
        }
        None => {
            let outcome = solver_of(game, &state, options)?.solve(&limits);
            solved.nodes = outcome.nodes;
            solved.proven = outcome.is_settled;
            if let Some(solution) = outcome.solution {
                solved.solved = solution.goal == ludex_game::Goal::MAX;
                solved.moves = Some(solution.moves.len() as u32);
                solved.steps = Some(solution.cost);
                solved.solution = Some(names(&solution.moves));
            }
        }
    }
    solved.ms = 1e3 * started.elapsed().as_secs_f64();
    Ok(solved)
}

/// Positions that have a line each in the text; of more, only the sums are shown.
const N_LINES_MAX: usize = 50;

impl BatchResult {
    /// How many positions are solved.
    pub fn n_solved(&self) -> usize {
        self.positions.iter().filter(|position| position.solved).count()
    }

    /// Whether every position is solved, or proven to have no solution.
    pub fn is_settled(&self) -> bool {
        self.positions.iter().all(|position| position.solved || position.proven)
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> BatchData {
        let positions = || Some(self.positions.clone());
        BatchData {
            game: self.game.clone(),
            boards: if self.is_dealt { None } else { positions() },
            deals: if self.is_dealt { positions() } else { None },
            solved: self.n_solved(),
            seconds: self.seconds,
        }
    }

    /// The results for a terminal.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        if self.positions.len() <= N_LINES_MAX {
            let mut table =
                Table::new(["name", "moves", "steps", "positions", "ms"]).numbers_from(1);
            for position in &self.positions {
                let length = |n: Option<u32>| n.map_or("-".into(), |n| n.to_string());
                table.row([
                    position.name.clone(),
                    length(position.moves),
                    length(position.steps),
                    thousands(position.nodes),
                    format!("{:.2}", position.ms),
                ]);
            }
            text += &table.to_text();
            text.push('\n');
        }
        for position in self.positions.iter().filter(|position| !position.solved) {
            let why = if position.proven { "there is no solution, proven" } else { "not solved" };
            text += &format!("{}: {why}\n", position.name);
        }
        let n = self.positions.len();
        let noun = if self.is_dealt { "deal" } else { "board" };
        let n_solved = self.n_solved();
        let n_shortest =
            self.positions.iter().filter(|position| position.solved && position.proven).count();
        let mean = |length: fn(&SolvedPosition) -> Option<u32>| {
            let sum: u64 = self.positions.iter().filter_map(length).map(u64::from).sum();
            sum as f64 / n_solved.max(1) as f64
        };
        let shortest = match n_shortest {
            0 => String::new(),
            n if n == n_solved => ", all in the shortest way".into(),
            n => format!(", {n} in the shortest way"),
        };
        let n_nodes: u64 = self.positions.iter().map(|position| position.nodes).sum();
        let ms: f64 = self.positions.iter().map(|position| position.ms).sum();
        text += &format!(
            "{}, {} solved{shortest}: {:.1} moves, {:.1} steps in the mean\n",
            counted(n as u64, noun),
            thousands(n_solved as u64),
            mean(|position| position.moves),
            mean(|position| position.steps),
        );
        text += &format!(
            "{} positions; {:.3} ms of CPU time a {noun}, {:.2} s in all\n",
            thousands(n_nodes),
            ms / n.max(1) as f64,
            self.seconds,
        );
        text
    }
}

//! Tables 3.6 to 3.12 of "Evolved to Win", made again.
//!
//! Runs are kept in files beside the store, so that an experiment which was
//! interrupted goes on, and tables about the same players share them.

use std::time::Duration;

use ludex::evolve::{Study, StudyResult, Trial};
use ludex_arena::stats::{Mean, Sample};
use ludex_arena::{CONFIDENCE, Progress, RunError};
use ludex_evolve::Config;
use ludex_problems::{ProblemConfig, preset};
use ludex_search::Spec;

use crate::rules::failure;
use crate::{About, Cost, Experiment, ExperimentContext, Figure, Row, Size};

/// All experiments of this crate.
///
/// ```
/// let ids: Vec<_> = ludex_experiments::all().iter().map(|one| one.about().id).collect();
/// assert!(ids.contains(&"evolved-to-win-3.7"));
/// ```
pub fn experiments() -> Vec<Box<dyn Experiment>> {
    let all = [TABLE_3_6, TABLE_3_7, TABLE_3_8, TABLE_3_9, TABLE_3_10, TABLE_3_11, TABLE_3_12];
    all.into_iter().map(|table| Box::new(table) as Box<dyn Experiment>).collect()
}

/// A table of evolved players and what they score.
struct Evolved {
    about: About,
    breeds: &'static [Breed],
    opponents: &'static [Opponent],
    /// How many plies the evolved players look ahead, if not as in their run.
    depth: Option<u32>,
}

/// How players are evolved.
struct Breed {
    name: &'static str,
    preset: &'static str,
    /// Words that are given back to trees which lack them in the preset.
    with: &'static [&'static str],
}

impl Breed {
    /// What files of its runs are called by.
    fn stem(&self) -> String {
        [&[self.preset], self.with].concat().join("-with-")
    }
}

/// Whom they meet at the end.
struct Opponent {
    name: &'static str,
    spec: &'static str,
    /// The highest score of the book's players, as a share of all games.
    paper: f64,
}

/// How many runs there are.
const N_RUNS: [u64; 3] = [1, 2, 5];

/// Games against each opponent.
const N_GAMES: [usize; 3] = [100, 1000, 1000];

/// The quick size has one generation in this number.
const GLANCE: usize = 10;

impl Experiment for Evolved {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn cost(&self, size: Size, context: &ExperimentContext<'_>) -> Result<Cost, RunError> {
        let mut time = Duration::ZERO;
        for task in self.tasks(size, context)? {
            time += task.study.time_left().map_err(failure)?;
        }
        Ok(Cost { time, ..Cost::default() })
    }

    fn run(&self, size: Size, context: &mut ExperimentContext<'_>) -> Result<Vec<Row>, RunError> {
        let tasks = self.tasks(size, context)?;
        let n_max = tasks.iter().map(EvolutionTask::n_generations).sum();
        let mut n_played = 0;
        let mut found = Vec::new();
        for task in &tasks {
            let mut notice = |n: u32| (context.notice)(Progress { n_played: n_played + n, n_max });
            found.push(self.evolve(task, size.of(N_GAMES), &mut notice)?);
            n_played += task.n_generations();
        }
        self.rows(&tasks, &found, size.of(N_GAMES))
    }
}

/// One run of a table.
struct EvolutionTask {
    breed: &'static Breed,
    study: Study,
}

impl EvolutionTask {
    fn is_of(&self, breed: &Breed) -> bool {
        self.breed.name == breed.name
    }

    fn seed(&self) -> u64 {
        self.study.config.seed
    }

    fn n_generations(&self) -> u32 {
        self.study.config.generations as u32
    }
}

impl Evolved {
    /// How many plies the evolved players look ahead.
    fn depth(&self, problem: &ProblemConfig) -> u32 {
        self.depth.unwrap_or_else(|| problem.test_depth())
    }

    /// Evolves, and has the best play all opponents.
    fn evolve(
        &self,
        task: &EvolutionTask,
        n_games: usize,
        notice: &mut dyn FnMut(u32),
    ) -> Result<StudyResult, RunError> {
        // Other games than those by which the best was chosen.
        let trials = self.opponents.iter().map(|one| self.trial(task, one, n_games, !task.seed()));
        let trials = trials.collect::<Result<Vec<_>, _>>()?;
        task.study.run(&trials, notice).map_err(failure)
    }

    fn trial(
        &self,
        task: &EvolutionTask,
        opponent: &Opponent,
        n_games: usize,
        seed: u64,
    ) -> Result<Trial, RunError> {
        let spec: Spec = opponent.spec.parse().map_err(other)?;
        Ok(Trial { opponent: spec, depth: self.depth(&task.study.problem), n_games, seed })
    }

    fn tasks(
        &self,
        size: Size,
        context: &ExperimentContext<'_>,
    ) -> Result<Vec<EvolutionTask>, RunError> {
        let mut tasks = Vec::new();
        for breed in self.breeds {
            for nth in 0..size.of(N_RUNS) {
                let mut config =
                    preset(breed.preset).map_or_else(Config::default, |one| one.config());
                config.seed = context.seed + nth;
                if size == Size::Quick {
                    config.generations = config.generations.div_ceil(GLANCE);
                    config.retest.games = config.retest.games.div_ceil(GLANCE);
                }
                let mut problem = ProblemConfig::read(&config).map_err(other)?;
                problem.exclude.retain(|word| !breed.with.contains(&word.as_str()));
                let file = context.store.as_ref().and_then(|store| {
                    let (n, seed) = (config.generations, config.seed);
                    Some(store.parent()?.join(format!("evolved-{}-{n}-{seed}.run", breed.stem())))
                });
                let study = Study { config, problem, file, is_fresh: context.is_fresh };
                tasks.push(EvolutionTask { breed, study });
            }
        }
        Ok(tasks)
    }

    fn rows(
        &self,
        tasks: &[EvolutionTask],
        found: &[StudyResult],
        n_games: usize,
    ) -> Result<Vec<Row>, RunError> {
        let mut rows = Vec::new();
        for breed in self.breeds {
            let of_breed = || tasks.iter().zip(found).filter(|(task, _)| task.is_of(breed));
            for (at, opponent) in self.opponents.iter().enumerate() {
                let row = |label: String, ours: Figure, paper, remark| Row {
                    group: format!("{} against {}", breed.name, opponent.name),
                    label,
                    paper,
                    ours: Some(ours),
                    remark,
                };
                for (task, found) in of_breed() {
                    let remark = format!(
                        "the best of generation {}; {} individuals, {} games, {:.0} s",
                        found.generation, found.n_individuals, found.n_games, found.seconds
                    );
                    let figure = figure(&found.samples[at]);
                    rows.push(row(format!("run {}", task.seed()), figure, None, remark));
                }
                if let Some(best) = self.best(of_breed().collect(), at, n_games)? {
                    rows.push(row(best.label, best.figure, Some(opponent.paper), best.remark));
                }
            }
        }
        Ok(rows)
    }

    /// The run that did best against an opponent. The highest of several scores is
    /// partly luck, so it plays new games, and the figure is of those.
    fn best(
        &self,
        runs: Vec<(&EvolutionTask, &StudyResult)>,
        at: usize,
        n_games: usize,
    ) -> Result<Option<Best>, RunError> {
        let score = |found: &StudyResult| figure(&found.samples[at]).value;
        let mean = runs.iter().map(|(_, found)| score(found)).collect::<Mean>();
        let Some(&(task, found)) = runs.iter().max_by(|a, b| score(a.1).total_cmp(&score(b.1)))
        else {
            return Ok(None);
        };
        let label = format!("best of {}", runs.len());
        if runs.len() == 1 {
            let remark = "one run: nothing was chosen".into();
            return Ok(Some(Best { label, figure: figure(&found.samples[at]), remark }));
        }
        // Neither the games of the run nor those by which it was chosen.
        let seed = ludex_game::draw::key(!task.seed(), NEW_GAMES);
        let trial = self.trial(task, &self.opponents[at], n_games, seed)?;
        let sample = task.study.measure(&found.best, &trial).map_err(failure)?;
        let remark = format!(
            "run {} in {n_games} new games, chosen for its {:.3}; the mean of all runs is {:.3}",
            task.seed(),
            score(found),
            mean.mean().unwrap_or(0.0)
        );
        Ok(Some(Best { label, figure: figure(&sample), remark }))
    }
}

/// The remark on the best of several runs.
struct Best {
    label: String,
    figure: Figure,
    remark: String,
}

fn figure(sample: &Sample) -> Figure {
    Figure { value: sample.mean().unwrap_or(0.0), interval: sample.interval(CONFIDENCE) }
}

fn other(error: impl std::error::Error + Send + Sync + 'static) -> RunError {
    RunError::Other(Box::new(error))
}

/// Tells the seed of new games from that of the games by which a run was chosen.
const NEW_GAMES: u64 = 0x6e65_7720_6761_6d65;

const SOURCE: &str =
    "Sipper, Evolved to Win (2011), chapter 3; after Benbassat and Sipper (CIG 2010)";

const FIGURE: &str = "games won by the evolved player, draws by half, as a share of all";

const SIZES: [&str; 3] = [
    "one run of a tenth of the generations, 100 games against each opponent",
    "two runs, 1,000 games against each opponent",
    "five runs, 1,000 games against each opponent",
];

const METHOD: &[&str] = &[
    "Trees are made of the functions and terminals of Tables 3.1 to 3.4; squares are named as the \
     side on turn sees the board, rows from its own side, dark squares of a row alone. All \
     parameters are in the preset (`ludex evolve list`). Every few generations the best play \
     the benchmark; the one with the highest mean there plays new games here. The best of \
     several runs plays once more, and its figure is of those games alone. The paper's figure \
     is the highest of all its players.",
    "Opponents are the guides of evolved-to-win-3.5; αβi* begins its search at the value of a \
     draw, which is what brings that table's figures about.",
];

/// What a table is; all have the rest in common.
const fn about(id: &'static str, title: &'static str, claim: &'static str) -> About {
    let (source, figure, sizes, method) = (SOURCE, FIGURE, SIZES, METHOD);
    About { id, title, source, claim, figure, sizes, method }
}

const NO_SEARCH: Breed = Breed { name: "no search", preset: "lose-checkers-no-search", with: &[] };
const MOBILE: Breed = Breed {
    name: "no search, with mobility",
    preset: "lose-checkers-no-search",
    with: &["mobility"],
};
const SHALLOW: Breed = Breed { name: "lose checkers", preset: "lose-checkers", with: &[] };
const DEEPER: Breed =
    Breed { name: "lose checkers (evolved at depth 4)", preset: "lose-checkers-deeper", with: &[] };
const EVEN: Breed =
    Breed { name: "lose checkers (chosen by αβ8*)", preset: "lose-checkers-even", with: &[] };
const FIVE: Breed =
    Breed { name: "lose checkers (evolved at depth 5)", preset: "lose-checkers-five", with: &[] };
const LARGE: Breed = Breed { name: "10x10", preset: "checkers-10x10", with: &[] };
const REVERSI: Breed = Breed { name: "reversi", preset: "reversi", with: &[] };

const fn opponent(name: &'static str, spec: &'static str, paper: f64) -> Opponent {
    Opponent { name, spec, paper }
}

const TABLE_3_6: Evolved = Evolved {
    about: about(
        "evolved-to-win-3.6",
        "Lose checkers: evolved players without search against random moves",
        "Evolved players without search beat random moves.",
    ),
    breeds: &[NO_SEARCH, MOBILE],
    opponents: &[opponent("random", "random", 0.721)],
    depth: None,
};

const TABLE_3_7: Evolved = Evolved {
    about: about(
        "evolved-to-win-3.7",
        "Lose checkers: evolved players three plies ahead against αβ3",
        "Evolved evaluation beats random values at the same depth.",
    ),
    breeds: &[SHALLOW],
    opponents: &[
        opponent("αβ3", "alphabeta:depth=3,eval=random,plain=yes", 0.7865),
        opponent("αβ3*", "alphabeta:depth=3,eval=random,plain=yes,low=50", 0.7865),
    ],
    depth: None,
};

const TABLE_3_8: Evolved = Evolved {
    about: about(
        "evolved-to-win-3.8",
        "Lose checkers: evolved players three plies ahead against deeper search",
        "Evolved evaluation makes up for five plies.",
    ),
    breeds: &[SHALLOW, EVEN],
    opponents: &[
        opponent("αβ4", "alphabeta:depth=4,eval=random,plain=yes", 0.947),
        opponent("αβ6", "alphabeta:depth=6,eval=random,plain=yes", 0.816),
        opponent("αβ8", "alphabeta:depth=8,eval=random,plain=yes", 0.758),
        opponent("αβ4*", "alphabeta:depth=4,eval=random,plain=yes,low=50", 0.947),
        opponent("αβ6*", "alphabeta:depth=6,eval=random,plain=yes,low=50", 0.816),
        opponent("αβ8*", "alphabeta:depth=8,eval=random,plain=yes,low=50", 0.758),
    ],
    depth: None,
};

const TABLE_3_9: Evolved = Evolved {
    about: about(
        "evolved-to-win-3.9",
        "Lose checkers: players five plies ahead",
        "What was evolved at depth 3 is of use at depth 5; what was evolved there, of more.",
    ),
    breeds: &[SHALLOW, FIVE],
    opponents: &[
        opponent("αβ5", "alphabeta:depth=5,eval=random,plain=yes", 0.4945),
        opponent("αβ6", "alphabeta:depth=6,eval=random,plain=yes", 0.967),
        opponent("αβ8", "alphabeta:depth=8,eval=random,plain=yes", 0.886),
        opponent("αβ5*", "alphabeta:depth=5,eval=random,plain=yes,low=50", 0.4945),
        opponent("αβ6*", "alphabeta:depth=6,eval=random,plain=yes,low=50", 0.967),
        opponent("αβ8*", "alphabeta:depth=8,eval=random,plain=yes,low=50", 0.886),
    ],
    depth: Some(5),
};

const TABLE_3_10: Evolved = Evolved {
    about: about(
        "evolved-to-win-3.10",
        "Lose checkers: players evolved four plies ahead",
        "Evolution against a guide beats it.",
    ),
    breeds: &[DEEPER],
    opponents: &[
        opponent("αβ5", "alphabeta:depth=5,eval=random,plain=yes", 0.5985),
        opponent("αβ6", "alphabeta:depth=6,eval=random,plain=yes", 0.787),
        opponent("αβ8", "alphabeta:depth=8,eval=random,plain=yes", 0.5615),
    ],
    depth: None,
};

const TABLE_3_11: Evolved = Evolved {
    about: about(
        "evolved-to-win-3.11",
        "10x10 checkers: evolved players three plies ahead against material",
        "Evolved evaluation beats the counting of pieces.",
    ),
    breeds: &[LARGE],
    opponents: &[opponent(
        "αβ3",
        "alphabeta:depth=3,eval=material+0.01*random|kings+0.01*random,plain=yes",
        0.927,
    )],
    depth: None,
};

const TABLE_3_12: Evolved = Evolved {
    about: about(
        "evolved-to-win-3.12",
        "Reversi: evolved players four plies ahead against material",
        "Evolved evaluation beats the counting of discs at greater depths.",
    ),
    breeds: &[REVERSI],
    opponents: &[
        opponent("αβ5", "alphabeta:depth=5,eval=corners|material,plain=yes", 0.961),
        opponent("αβ7", "alphabeta:depth=7,eval=corners|material,plain=yes", 0.826),
    ],
    depth: None,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// A small table, and tasks for it with seeds of their own.
    fn small(n_runs: u64) -> (Evolved, Vec<EvolutionTask>) {
        const BREED: Breed = Breed { name: "small", preset: "lose-checkers", with: &[] };
        let about = about("small", "A small table", "Nothing.");
        const RANDOM: Opponent = opponent("random", "random", 0.7);
        let table = Evolved { about, breeds: &[BREED], opponents: &[RANDOM], depth: None };
        let text = "population = 4\ngenerations = 1\n[retest]\nevery = 0\n[problem]\n\
                    game = 'native:lose-checkers'\nco_play = { games = 1 }\n";
        let task = |seed: u64| {
            let config = Config { seed, ..Config::parse(text).expect("a config") };
            EvolutionTask { breed: &BREED, study: Study::new(config).expect("a problem") }
        };
        (table, (1..=n_runs).map(task).collect())
    }

    fn rows(n_runs: u64) -> Vec<Row> {
        let (table, tasks) = small(n_runs);
        let run = |task: &EvolutionTask| table.evolve(task, 20, &mut |_| {}).expect("it runs");
        let found: Vec<StudyResult> = tasks.iter().map(run).collect();
        table.rows(&tasks, &found, 20).expect("rows")
    }

    #[test]
    fn the_best_of_several_runs_plays_new_games() {
        let rows = rows(3);
        let labels: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(labels, ["run 1", "run 2", "run 3", "best of 3"]);
        let value = |row: &Row| row.ours.expect("a figure").value;
        let (runs, best) = (&rows[..3], &rows[3]);
        let chosen = runs.iter().map(value).fold(0.0, f64::max);
        assert!(best.remark.contains("in 20 new games"), "{}", best.remark);
        assert!(best.remark.contains(&format!("chosen for its {chosen:.3}")), "{}", best.remark);
        assert_eq!((best.paper, runs[0].paper), (Some(0.7), None));
        // Seeds are such that luck shows: the figure is that of other games.
        assert_ne!(value(best), chosen);
    }

    #[test]
    fn of_one_run_nothing_was_chosen() {
        let rows = rows(1);
        assert_eq!(rows[1].label, "best of 1");
        assert_eq!(rows[1].ours, rows[0].ours);
    }
}

//! Who is better, and how surely.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::schedule::first_player;
use crate::stats::{Crosstable, EloDifference, Interval, Mean, Sample, Tally, Verdict};
use crate::{Effort, Ending, Record, Setup};

/// How a run stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// For each player, in the order of the setup.
    pub lines: Vec<Line>,
    /// Games played.
    pub n_games: u32,
    /// Different sequences of moves among them: players who draw nothing at
    /// random repeat themselves, and then many games prove no more than one.
    pub n_different: u32,
    /// Plies per game.
    pub length: Mean,
    /// What each pair of players scored against each other.
    pub pairs: Vec<Pair>,
}

/// How one player stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its place among the players.
    pub player: usize,
    /// Its spec.
    pub spec: String,
    /// Games won, drawn and lost.
    pub tally: Tally,
    /// What it scored in each round.
    pub sample: Sample,
    /// Where its true score lies, with 95% confidence.
    pub interval: Interval,
    /// By how much it is stronger than the others together.
    pub elo: Option<EloDifference>,
    /// Its goals, from 0 to 100.
    pub goal: Mean,
    /// What it spent.
    pub effort: Effort,
}

/// How two players did against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The first player.
    pub one: usize,
    /// The second player, who comes later in the list of players.
    pub other: usize,
    /// From the first player's side.
    pub tally: Tally,
    /// What the test says, if there is one.
    pub verdict: Option<Verdict>,
}

/// How sure intervals are.
pub const CONFIDENCE: f64 = 0.95;

impl Standings {
    /// The standings after some games.
    pub fn new(setup: &Setup, records: &[Record]) -> Self {
        let mut lines: Vec<Line> = Vec::new();
        for (player, spec) in setup.players.iter().enumerate() {
            lines.push(Line {
                player,
                spec: spec.to_string(),
                tally: Tally::default(),
                sample: Sample::new(),
                interval: Interval { low: 0.0, high: 1.0 },
                elo: None,
                goal: Mean::new(),
                effort: Effort::default(),
            });
        }
        let mut length = Mean::new();
        let mut different = FxHashSet::default();
        for record in records {
            length.add(record.moves.len() as f64);
            different.insert(&record.moves);
            for (seat, &player) in record.encounter.players.iter().enumerate() {
                lines[player].add(record, seat);
            }
        }
        for (player, score) in rounds(records.iter()) {
            lines[player].sample.add(score);
        }
        let mut standings = Self {
            lines,
            n_games: records.len() as u32,
            n_different: different.len() as u32,
            length,
            pairs: pairs(setup, records),
        };
        standings.rate(records);
        standings
    }

    fn rate(&mut self, records: &[Record]) {
        for line in &mut self.lines {
            line.interval = line.sample.interval(CONFIDENCE);
            line.elo = line.sample.elo(CONFIDENCE);
        }
        // Among many, what counts is also whom one has met.
        if self.lines.len() > 2 && self.n_games > 0 {
            let ratings = crosstable(self.lines.len(), records).ratings();
            for line in &mut self.lines {
                line.elo = Some(ratings.rating(line.player, CONFIDENCE));
            }
        }
    }

    /// The players from best to worst.
    pub fn ranking(&self) -> Vec<&Line> {
        let mut lines: Vec<&Line> = self.lines.iter().collect();
        let score = |line: &Line| line.sample.mean().unwrap_or(0.0);
        let elo = |line: &Line| line.elo.map_or(f64::NEG_INFINITY, |elo| elo.elo);
        lines.sort_by(|one, other| {
            let by_elo = elo(other).total_cmp(&elo(one));
            by_elo.then(score(other).total_cmp(&score(one))).then(one.player.cmp(&other.player))
        });
        lines
    }
}

impl Line {
    fn add(&mut self, record: &Record, seat: usize) {
        let goals = &record.goals;
        let (own, score) = (goals[seat], record.scores()[seat]);
        // Of many players, only one who is alone at the top has won.
        let best = goals.iter().max().copied().unwrap_or(own);
        if score == 1.0 {
            self.tally.wins += 1;
        } else if record.ending == Ending::Terminal && own < best {
            self.tally.losses += 1;
        } else {
            self.tally.draws += 1;
        }
        self.goal.add(f64::from(own));
        if let Some(effort) = record.efforts.get(seat) {
            self.effort.n_moves += effort.n_moves;
            self.effort.n_nodes += effort.n_nodes;
            self.effort.time += effort.time;
            self.effort.n_replaced += effort.n_replaced;
        }
    }

    /// Milliseconds for a move that it had to think about.
    pub fn ms_per_move(&self) -> Option<f64> {
        let n_moves = self.effort.n_moves;
        (n_moves > 0).then(|| self.effort.time.as_secs_f64() * 1000.0 / f64::from(n_moves))
    }

    /// Playouts or positions in a second of thinking.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.effort.time.as_secs_f64();
        (self.effort.n_nodes > 0 && seconds > 0.0).then(|| self.effort.n_nodes as f64 / seconds)
    }
}

/// What each player scored in each round: independent of other rounds, while
/// games of one round have their opening in common.
pub(crate) fn rounds<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<(usize, f64)> {
    let mut rounds: BTreeMap<(u32, u32, usize), (f64, u32)> = BTreeMap::new();
    for record in records {
        let encounter = &record.encounter;
        for (&player, score) in encounter.players.iter().zip(record.scores()) {
            let round = rounds.entry((encounter.group, encounter.round(), player)).or_default();
            round.0 += score;
            round.1 += 1;
        }
    }
    rounds.into_iter().map(|((_, _, player), (sum, n))| (player, sum / f64::from(n))).collect()
}

/// What each scored against each, round by round.
fn crosstable(n_players: usize, records: &[Record]) -> Crosstable {
    let mut rounds: BTreeMap<(u32, u32, usize, usize), (f64, u32)> = BTreeMap::new();
    for record in records {
        let (group, round) = (record.encounter.group, record.encounter.round());
        for (one, other, score) in duels(record) {
            let sum = rounds.entry((group, round, one, other)).or_default();
            sum.0 += score;
            sum.1 += 1;
        }
    }
    let mut table = Crosstable::new(n_players);
    for ((_, _, one, other), (sum, n)) in rounds {
        table.add(one, other, sum / f64::from(n));
    }
    table
}

/// Each two players of a game, the one of the lower number first, and what it
/// scored against the other.
fn duels(record: &Record) -> Vec<(usize, usize, f64)> {
    let seated = || record.encounter.players.iter().zip(&record.goals);
    let mut duels = Vec::new();
    for (&one, own) in seated() {
        for (&other, theirs) in seated().filter(|&(&other, _)| other > one) {
            let score = match own.cmp(theirs) {
                _ if record.ending != Ending::Terminal => 0.5,
                Ordering::Greater => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.0,
            };
            duels.push((one, other, score));
        }
    }
    duels
}

fn pairs(setup: &Setup, records: &[Record]) -> Vec<Pair> {
    let mut tallies: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
    for (one, other, score) in records.iter().flat_map(duels) {
        tallies.entry((one, other)).or_default().add_score(score);
    }
    let verdict = |one: usize, other: usize| {
        let sprt = setup.schedule.sprt.as_ref()?;
        let both = [one, other];
        let met = |record: &&Record| both.iter().all(|who| record.encounter.players.contains(who));
        Some(sprt.verdict(&first_player(records.iter().filter(met))))
    };
    let pair = |((one, other), tally)| Pair { one, other, tally, verdict: verdict(one, other) };
    tallies.into_iter().map(pair).collect()
}

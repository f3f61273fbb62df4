//! Standings: scores of players with confidence intervals.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use ludex_game::Ending;
use rustc_hash::FxHashSet;

use crate::schedule::first_player;
use crate::stats::{Crosstable, EloDifference, Interval, Mean, Sample, Tally, Verdict};
use crate::{Effort, Record, Setup};

/// The standings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// One line for each player, in the order of the setup.
    pub lines: Vec<Line>,
    /// Games played.
    pub n_games: u32,
    /// The number of different games among them: deterministic players repeat the same
    /// game, and repeated games are no further evidence.
    pub n_different: u32,
    /// Plies per game.
    pub length: Mean,
    /// The results of each pair of players.
    pub pairs: Vec<Pair>,
}

/// The standing of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its index among the players.
    pub player: usize,
    /// Its spec.
    pub spec: String,
    /// Games won, drawn and lost.
    pub tally: Tally,
    /// Its score in each round.
    pub sample: Sample,
    /// The 95% confidence interval of its score.
    pub interval: Interval,
    /// Its Elo difference to the other players together.
    pub elo: Option<EloDifference>,
    /// Its goals, from 0 to 100.
    pub goal: Mean,
    /// Its effort.
    pub effort: Effort,
}

/// The results of two players against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The first player.
    pub one: usize,
    /// The second player, which comes later in the list of players.
    pub other: usize,
    /// The results of the first player.
    pub tally: Tally,
    /// The verdict of the test, if there is one.
    pub verdict: Option<Verdict>,
}

/// The confidence of intervals.
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
            for (seat, &player) in record.pairing.players.iter().enumerate() {
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
        // With many players, the strength of opponents counts as well.
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
        // Of several players, only a single best one has won.
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

    /// Milliseconds for a move with a choice.
    pub fn ms_per_move(&self) -> Option<f64> {
        let n_moves = self.effort.n_moves;
        (n_moves > 0).then(|| self.effort.time.as_secs_f64() * 1000.0 / f64::from(n_moves))
    }

    /// Playouts or positions per second.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.effort.time.as_secs_f64();
        (self.effort.n_nodes > 0 && seconds > 0.0).then(|| self.effort.n_nodes as f64 / seconds)
    }
}

/// The score of each player in each round. Rounds are independent; the games of one
/// round share their opening.
pub(crate) fn rounds<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<(usize, f64)> {
    let mut rounds: BTreeMap<(u32, u32, usize), (f64, u32)> = BTreeMap::new();
    for record in records {
        let pairing = &record.pairing;
        for (&player, score) in pairing.players.iter().zip(record.scores()) {
            let round = rounds.entry((pairing.group, pairing.round(), player)).or_default();
            round.0 += score;
            round.1 += 1;
        }
    }
    rounds.into_iter().map(|((_, _, player), (sum, n))| (player, sum / f64::from(n))).collect()
}

/// The scores of all pairs of players, round by round.
fn crosstable(n_players: usize, records: &[Record]) -> Crosstable {
    let mut rounds: BTreeMap<(u32, u32, usize, usize), (f64, u32)> = BTreeMap::new();
    for record in records {
        let (group, round) = (record.pairing.group, record.pairing.round());
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

/// Each pair of players of a game, the one of the lower number first, and its score
/// against the other.
fn duels(record: &Record) -> Vec<(usize, usize, f64)> {
    let seated = || record.pairing.players.iter().zip(&record.goals);
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
        let met = |record: &&Record| both.iter().all(|who| record.pairing.players.contains(who));
        Some(sprt.verdict(&first_player(records.iter().filter(met))))
    };
    let pair = |((one, other), tally)| Pair { one, other, tally, verdict: verdict(one, other) };
    tallies.into_iter().map(pair).collect()
}

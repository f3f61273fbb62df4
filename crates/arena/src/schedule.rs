//! Schedules: the games of a run.
//!
//! A schedule computes the games that are due from the records of games played, and from
//! nothing else. So an interrupted run continues with the games it would have played
//! anyway, on any number of threads.

use serde::{Deserialize, Serialize};

use crate::stats::{Sample, Sprt, Verdict};
use crate::{Pairing, Record, swiss};

/// The pairings of a run, and the number of their games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The number of players.
    pub n_players: usize,
    /// The number of players in a game.
    pub n_seats: usize,
    /// The kind of schedule.
    pub kind: Kind,
    /// The number of games of each group; the largest number if there is a test.
    pub n_games: u32,
    /// A sequential test that ends the games of a group of two players early.
    pub sprt: Option<Sprt>,
}

/// Kinds of schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Every group of players meets.
    RoundRobin,
    /// The first player meets all other players.
    Gauntlet,
    /// A Swiss tournament: in each round, players with similar scores meet.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

/// The number of a group's games between two looks of its test.
const N_GAMES_PER_LOOK: u32 = 64;

impl Schedule {
    /// A match of all players, who change roles from game to game.
    pub fn of_match(n_players: usize, n_games: u32) -> Self {
        Self { n_players, n_seats: n_players, kind: Kind::RoundRobin, n_games, sprt: None }
    }

    /// The largest number of games.
    pub fn n_games_max(&self) -> u32 {
        let n_groups = match self.kind {
            Kind::Swiss { rounds } => rounds * (self.n_players / 2) as u32,
            _ => self.groups().len() as u32,
        };
        n_groups * self.n_games
    }

    /// The games that are due now; none when the run is complete.
    ///
    /// ```
    /// use ludex_arena::schedule::{Kind, Schedule};
    ///
    /// let schedule = Schedule { kind: Kind::RoundRobin, n_seats: 2, ..Schedule::of_match(3, 2) };
    /// let due = schedule.due(&[]);
    /// let players: Vec<_> = due.iter().map(|game| game.players.clone()).collect();
    /// assert_eq!(players, [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]]);
    /// ```
    pub fn due(&self, played: &[Record]) -> Vec<Pairing> {
        let mut pairings = match self.kind {
            Kind::Swiss { rounds } => swiss::due(self, rounds, played),
            _ => self.due_in_groups(played),
        };
        let mut numbers: Vec<u32> = played.iter().map(|record| record.pairing.number).collect();
        numbers.sort_unstable();
        pairings.retain(|pairing| numbers.binary_search(&pairing.number).is_err());
        pairings
    }

    fn due_in_groups(&self, played: &[Record]) -> Vec<Pairing> {
        let groups = self.groups();
        let n_due: Vec<u32> =
            (0..groups.len()).map(|group| self.n_due(group as u32, played)).collect();
        let mut pairings = Vec::new();
        // All groups keep step, so that early standings cover each group.
        for index in 0..self.n_games {
            for (group, players) in groups.iter().enumerate() {
                if index < n_due[group] {
                    let number = index * groups.len() as u32 + group as u32;
                    pairings.push(pairing(number, group as u32, index, players));
                }
            }
        }
        pairings
    }

    /// The number of games that a group needs, given those it has played.
    fn n_due(&self, group: u32, played: &[Record]) -> u32 {
        let Some(sprt) = &self.sprt else { return self.n_games };
        let of_group = || played.iter().filter(|record| record.pairing.group == group);
        let mut n_due = 0;
        while n_due < self.n_games {
            let seen: Vec<&Record> =
                of_group().filter(|record| record.pairing.index < n_due).collect();
            let is_complete = seen.len() as u32 >= n_due;
            if !is_complete || sprt.verdict(&first_player(seen.into_iter())) != Verdict::GoOn {
                return n_due;
            }
            n_due = (n_due + N_GAMES_PER_LOOK).min(self.n_games);
        }
        n_due
    }

    /// The groups of players that meet.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups = subsets(self.n_players, self.n_seats);
        if self.kind == Kind::Gauntlet {
            groups.retain(|group| group.first() == Some(&0));
        }
        groups
    }
}

/// The game of a group: its players move on by one role from game to game.
pub(crate) fn pairing(number: u32, group: u32, index: u32, players: &[usize]) -> Pairing {
    let n_seats = players.len();
    let player = |seat: usize| players[(seat + index as usize) % n_seats];
    Pairing { number, group, index, players: (0..n_seats).map(player).collect() }
}

/// The score of the first of two players in each round.
pub(crate) fn first_player<'a>(records: impl Iterator<Item = &'a Record>) -> Sample {
    let records: Vec<&Record> = records.collect();
    let first = records.iter().flat_map(|record| &record.pairing.players).min();
    let mut rounds = crate::standings::rounds(records.iter().copied());
    rounds.retain(|(player, _)| Some(player) == first);
    rounds.into_iter().map(|(_, score)| score).collect()
}

/// All sets of `size` of the numbers below `n`, in order.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new()];
    for _ in 0..size {
        sets = sets
            .into_iter()
            .flat_map(|set: Vec<usize>| {
                let from = set.last().map_or(0, |last| last + 1);
                (from..n).map(move |next| set.iter().copied().chain([next]).collect())
            })
            .collect();
    }
    sets
}

//! Which games a run consists of.
//!
//! A schedule says at any time which games are due, given those that were
//! played. It looks at the games alone, not at who played them or when: so a
//! run that was interrupted goes on as if nothing had happened, and threads do
//! not matter.

use serde::{Deserialize, Serialize};

use crate::stats::{Sample, Sprt, Verdict};
use crate::{Encounter, Record, swiss};

/// Who meets whom, and how often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// How many players there are.
    pub n_players: usize,
    /// How many of them a game takes.
    pub n_seats: usize,
    /// Who meets whom.
    pub kind: Kind,
    /// How many games each group plays, at most if there is a test.
    pub n_games: u32,
    /// Two who meet stop when this test is sure.
    pub sprt: Option<Sprt>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// In each of some rounds, two of similar success meet.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
}

/// How many games of a group are played before a test looks at them again.
const N_GAMES_PER_LOOK: u32 = 64;

impl Schedule {
    /// All players at one table, who change roles from game to game.
    pub fn of_match(n_players: usize, n_games: u32) -> Self {
        Self { n_players, n_seats: n_players, kind: Kind::RoundRobin, n_games, sprt: None }
    }

    /// How many games there are, at most.
    pub fn n_games_max(&self) -> u32 {
        let n_groups = match self.kind {
            Kind::Swiss { rounds } => rounds * (self.n_players / 2) as u32,
            _ => self.groups().len() as u32,
        };
        n_groups * self.n_games
    }

    /// The games that can be played now; none when all is over.
    ///
    /// ```
    /// use arena::schedule::{Kind, Schedule};
    ///
    /// let schedule = Schedule { kind: Kind::RoundRobin, n_seats: 2, ..Schedule::of_match(3, 2) };
    /// let due = schedule.due(&[]);
    /// let players: Vec<_> = due.iter().map(|game| game.players.clone()).collect();
    /// assert_eq!(players, [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]]);
    /// ```
    pub fn due(&self, played: &[Record]) -> Vec<Encounter> {
        let mut encounters = match self.kind {
            Kind::Swiss { rounds } => swiss::due(self, rounds, played),
            _ => self.due_in_groups(played),
        };
        let mut numbers: Vec<u32> = played.iter().map(|record| record.encounter.number).collect();
        numbers.sort_unstable();
        encounters.retain(|encounter| numbers.binary_search(&encounter.number).is_err());
        encounters
    }

    fn due_in_groups(&self, played: &[Record]) -> Vec<Encounter> {
        let groups = self.groups();
        let n_due: Vec<u32> =
            (0..groups.len()).map(|group| self.n_due(group as u32, played)).collect();
        let mut encounters = Vec::new();
        // All groups keep step, so that an early look shows something of each.
        for index in 0..self.n_games {
            for (group, players) in groups.iter().enumerate() {
                if index < n_due[group] {
                    let number = index * groups.len() as u32 + group as u32;
                    encounters.push(encounter(number, group as u32, index, players));
                }
            }
        }
        encounters
    }

    /// How many games of a group are to be played as far as one can tell.
    fn n_due(&self, group: u32, played: &[Record]) -> u32 {
        let Some(sprt) = &self.sprt else { return self.n_games };
        let of_group = || played.iter().filter(|record| record.encounter.group == group);
        let mut n_due = 0;
        while n_due < self.n_games {
            let seen: Vec<&Record> =
                of_group().filter(|record| record.encounter.index < n_due).collect();
            let is_complete = seen.len() as u32 >= n_due;
            if !is_complete || sprt.verdict(&first_player(seen.into_iter())) != Verdict::GoOn {
                return n_due;
            }
            n_due = (n_due + N_GAMES_PER_LOOK).min(self.n_games);
        }
        n_due
    }

    /// The groups of players who meet.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups = subsets(self.n_players, self.n_seats);
        if self.kind == Kind::Gauntlet {
            groups.retain(|group| group.first() == Some(&0));
        }
        groups
    }
}

/// The game of a group: its players move on by one role from game to game.
pub(crate) fn encounter(number: u32, group: u32, index: u32, players: &[usize]) -> Encounter {
    let n_seats = players.len();
    let player = |seat: usize| players[(seat + index as usize) % n_seats];
    Encounter { number, group, index, players: (0..n_seats).map(player).collect() }
}

/// What the first of two players scored in each round.
pub(crate) fn first_player<'a>(records: impl Iterator<Item = &'a Record>) -> Sample {
    let records: Vec<&Record> = records.collect();
    let first = records.iter().flat_map(|record| &record.encounter.players).min();
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

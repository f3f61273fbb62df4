//! Records of games.

use std::time::Duration;

use ludex_game::Ending;

use crate::Pairing;

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The players.
    pub pairing: Pairing,
    /// The number of plies of the random opening.
    pub n_opening: u32,
    /// The joint moves, one move for each role, chance included.
    pub moves: Vec<Vec<String>>,
    /// How it ended.
    pub ending: Ending,
    /// The goal of each player, in the order of [`Pairing::players`].
    pub goals: Vec<u8>,
    /// The effort of each player, in the same order.
    pub efforts: Vec<Effort>,
}

/// The effort of one player in one or more games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// The number of moves with a choice.
    pub n_moves: u32,
    /// The number of playouts, or of positions searched.
    pub n_nodes: u64,
    /// The time of these moves.
    pub time: Duration,
    /// The number of moves drawn at random in place of late or illegal answers.
    pub n_replaced: u32,
}

impl Record {
    /// Sorts games by their numbers.
    pub(crate) fn sort(records: &mut [Self]) {
        records.sort_by_key(|record| record.pairing.number);
    }

    /// The score of each player, from 0 to 1, in the order of [`Pairing::players`]: the
    /// share of the other players with a lower goal, plus half the share with the same
    /// goal. In a game that the rules did not end, all players score 0.5.
    ///
    /// ```
    /// use ludex_arena::{Pairing, Record};
    /// use ludex_game::Ending;
    ///
    /// let pairing = Pairing { number: 0, group: 0, index: 0, players: vec![0, 1, 2] };
    /// let record = Record {
    ///     pairing,
    ///     n_opening: 0,
    ///     moves: Vec::new(),
    ///     ending: Ending::Terminal,
    ///     goals: vec![100, 50, 50],
    ///     efforts: Vec::new(),
    /// };
    /// assert_eq!(record.scores(), [1.0, 0.25, 0.25]);
    /// ```
    pub fn scores(&self) -> Vec<f64> {
        scores(&self.goals, self.ending)
    }

    /// An error in a record that cannot be of a run with `n_players` players.
    pub(crate) fn fault(&self, n_players: usize) -> Option<String> {
        let number = self.pairing.number;
        let players = &self.pairing.players;
        if let Some(player) = players.iter().find(|&&player| player >= n_players) {
            return Some(format!("game {number} has player {player} of {n_players}"));
        }
        let n_seats = players.len();
        let is_whole = self.goals.len() == n_seats && self.efforts.len() == n_seats;
        (!is_whole).then(|| format!("game {number} lacks goals or efforts of some players"))
    }
}

/// The scores of players with these goals.
pub(crate) fn scores(goals: &[u8], ending: Ending) -> Vec<f64> {
    let n_others = goals.len().saturating_sub(1);
    if ending != Ending::Terminal || n_others == 0 {
        return vec![0.5; goals.len()];
    }
    let score = |own: &u8| {
        let n_below = goals.iter().filter(|&goal| goal < own).count();
        let n_equal = goals.iter().filter(|&goal| goal == own).count() - 1;
        (n_below as f64 + n_equal as f64 / 2.0) / n_others as f64
    };
    goals.iter().map(score).collect()
}

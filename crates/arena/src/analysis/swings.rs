//! Changes of expectations, and the time at which games are decided.

use super::watch::Watched;
use super::{Measured, Spread};

/// The changes of expectations from turn to turn.
///
/// Each search of a player returns the value that it expects, from 0 to 100. A *swing* is the
/// change from one of its decisions to the next, or to the result: by its own move and the
/// replies of the others. Each player is compared with itself only, since a search slightly
/// overestimates the value for its own role.
#[derive(Clone, Debug, PartialEq)]
pub struct Swings {
    /// Number of games observed.
    pub n_games: usize,
    /// All swings.
    pub swings: Spread,
    /// The mean swing of a game.
    pub mean: Measured,
    /// The share of decisions after which expectations moved by more than each of
    /// [`LARGE`](Self::LARGE).
    pub large: Vec<Measured>,
    /// Of each game with a winner, the share of its length after which the winner's
    /// expectation stayed at [`SURE`](Self::SURE) or more: 0 if it always was, 1 if only the
    /// end brought it about.
    pub decided: Spread,
    /// The share of games whose winner once expected less than [`BEHIND`](Self::BEHIND).
    pub comebacks: Option<Measured>,
}

impl Swings {
    /// Thresholds of large swings, in points of 100.
    pub const LARGE: [f64; 3] = [10.0, 25.0, 50.0];
    /// The expectation of a player that has nearly won.
    pub const SURE: f64 = 75.0;
    /// The expectation below which a player is behind.
    pub const BEHIND: f64 = 35.0;

    /// `None` where no player reported a value.
    pub(super) fn new<M>(watched: &[Watched<M>]) -> Option<Self> {
        let games: Vec<Vec<f64>> =
            watched.iter().map(swings_of).filter(|swings| !swings.is_empty()).collect();
        let mean = |swings: &Vec<f64>| swings.iter().sum::<f64>() / swings.len() as f64;
        let share = |swings: &Vec<f64>, least: f64| {
            swings.iter().filter(|&&swing| swing > least).count() as f64 / swings.len() as f64
        };
        let large = Self::LARGE.iter().filter_map(|&least| {
            Measured::of_shares(games.iter().map(|swings| share(swings, least)))
        });
        let won = || watched.iter().filter(|game| game.goals.len() > 1);
        Some(Self {
            n_games: games.len(),
            mean: Measured::of_mean(games.iter().map(mean))?,
            large: large.collect(),
            decided: won().filter_map(decided_at).collect(),
            comebacks: Measured::of_shares(won().filter_map(is_comeback)),
            swings: games.iter().flatten().copied().collect(),
        })
    }
}

/// The expected values of a player in order, without the result.
fn expected<M>(game: &Watched<M>, player: usize) -> impl Iterator<Item = (u32, f64)> + '_ {
    let own = game.views.iter().filter(move |view| view.player == player);
    own.map(|view| (view.ply, view.value))
}

fn swings_of<M>(game: &Watched<M>) -> Vec<f64> {
    let mut swings = Vec::new();
    for player in 0..game.goals.len() {
        let mut values: Vec<f64> = expected(game, player).map(|(_, value)| value).collect();
        values.push(f64::from(game.goals[player]));
        swings.extend(values.windows(2).map(|pair| (pair[1] - pair[0]).abs()));
    }
    swings
}

/// The share of its length after which a game was decided, if it was won.
fn decided_at<M>(game: &Watched<M>) -> Option<f64> {
    let winner = game.winner()?;
    let length = game.moves.len().max(1) as f64;
    let mut decided = length;
    for (ply, value) in expected(game, winner).collect::<Vec<_>>().into_iter().rev() {
        if value < Swings::SURE {
            break;
        }
        decided = f64::from(ply);
    }
    Some(decided / length)
}

/// 1 if the winner was once behind, else 0.
fn is_comeback<M>(game: &Watched<M>) -> Option<f64> {
    let winner = game.winner()?;
    let was_behind = expected(game, winner).any(|(_, value)| value < Swings::BEHIND);
    Some(f64::from(u8::from(was_behind)))
}

#[cfg(test)]
mod tests {
    use super::super::watch::View;
    use super::*;
    use ludex_game::Ending;

    /// A game of two whose first player wins after four plies.
    fn game(values: [f64; 4]) -> Watched<u8> {
        let view = |ply: u32| View { ply, player: ply as usize % 2, value: values[ply as usize] };
        Watched {
            number: 0,
            goals: vec![100, 0],
            ending: Ending::Terminal,
            moves: vec![vec![0, 0]; 4],
            choices: vec![2; 4],
            is_simultaneous: false,
            views: (0..4).map(view).collect(),
            legal: Default::default(),
        }
    }

    #[test]
    fn swings_are_from_decision_to_decision_and_to_the_end() {
        let swings = Swings::new(&[game([50.0, 50.0, 80.0, 20.0])]).unwrap();
        // First 50, 80, 100; second 50, 20, 0.
        assert_eq!(swings.swings.values(), [20.0, 20.0, 30.0, 30.0]);
        assert_eq!(
            swings.large.iter().map(|share| share.value).collect::<Vec<_>>(),
            [1.0, 0.5, 0.0]
        );
        assert_eq!(swings.decided.values(), [0.5]);
        assert_eq!(swings.comebacks.unwrap().value, 0.0);
    }

    #[test]
    fn only_a_lead_that_lasts_decides() {
        let swings = Swings::new(&[game([90.0, 50.0, 20.0, 80.0])]).unwrap();
        assert_eq!(swings.decided.values(), [1.0]);
        assert_eq!(swings.comebacks.unwrap().value, 1.0);
    }
}

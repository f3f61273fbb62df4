//! Swiss tournaments: rounds in which players with similar scores meet.

use crate::schedule::{Schedule, pairing};
use crate::{Pairing, Record};

/// The games of the first round that is not complete.
pub(crate) fn due(schedule: &Schedule, n_rounds: u32, played: &[Record]) -> Vec<Pairing> {
    let n_pairs = (schedule.n_players / 2) as u32;
    for round in 0..n_rounds {
        let groups = round * n_pairs..(round + 1) * n_pairs;
        let before: Vec<&Record> =
            played.iter().filter(|record| record.pairing.group < groups.start).collect();
        let pairings: Vec<Pairing> = groups
            .clone()
            .zip(pairs(schedule.n_players, &before, schedule.n_games))
            .flat_map(|(group, pair)| {
                let first = group * schedule.n_games;
                (0..schedule.n_games).map(move |index| pairing(first + index, group, index, &pair))
            })
            .collect();
        let n_played =
            played.iter().filter(|record| groups.contains(&record.pairing.group)).count();
        if n_played < pairings.len() {
            return pairings;
        }
    }
    Vec::new()
}

/// The pairs of the next round: from the top, each player meets the next one below that it has
/// not met, where such a pairing exists. With an odd number of players, the last one without a
/// bye so far has a bye and the full score.
fn pairs(n_players: usize, before: &[&Record], n_games: u32) -> Vec<[usize; 2]> {
    let mut scores = vec![0.0; n_players];
    let mut n_games_of = vec![0; n_players];
    let mut have_met = vec![vec![false; n_players]; n_players];
    for record in before {
        let players = &record.pairing.players;
        for (&player, score) in players.iter().zip(record.scores()) {
            scores[player] += score;
            n_games_of[player] += 1;
            players.iter().for_each(|&other| have_met[player][other] = true);
        }
    }
    let n_rounds = before.iter().map(|record| record.pairing.group).max();
    let n_rounds = n_rounds.map_or(0, |group| group / (n_players / 2) as u32 + 1);
    let had_bye = |player: usize| n_games_of[player] < n_rounds * n_games;
    for (player, score) in scores.iter_mut().enumerate() {
        // A bye is a round without games.
        if had_bye(player) {
            *score += f64::from(n_games);
        }
    }
    let mut order: Vec<usize> = (0..n_players).collect();
    order.sort_by(|&one, &other| scores[other].total_cmp(&scores[one]).then(one.cmp(&other)));
    if n_players % 2 == 1 {
        let idle = order.iter().rposition(|&player| !had_bye(player)).unwrap_or(n_players - 1);
        order.remove(idle);
    }
    let mut n_steps = 100_000;
    match_up(&order, &have_met, &mut n_steps)
        .unwrap_or_else(|| order.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

/// Pairs of players that have not met, if a bounded search finds a pairing.
fn match_up(order: &[usize], have_met: &[Vec<bool>], n_steps: &mut u32) -> Option<Vec<[usize; 2]>> {
    let Some((&first, others)) = order.split_first() else { return Some(Vec::new()) };
    for (at, &other) in others.iter().enumerate() {
        *n_steps = n_steps.checked_sub(1)?;
        if have_met[first][other] {
            continue;
        }
        let rest: Vec<usize> =
            others.iter().copied().filter(|&player| player != others[at]).collect();
        if let Some(mut pairs) = match_up(&rest, have_met, n_steps) {
            pairs.insert(0, [first, other]);
            return Some(pairs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_game::Ending;

    /// The stronger player, that of the lower number, always wins.
    fn play(pairing: Pairing) -> Record {
        let best = pairing.players.iter().min().copied();
        let goal = |player: &usize| if Some(*player) == best { 100 } else { 0 };
        let goals = pairing.players.iter().map(goal).collect();
        let (moves, efforts) = (Vec::new(), Vec::new());
        Record { pairing, n_opening: 0, moves, ending: Ending::Terminal, goals, efforts }
    }

    #[test]
    fn nobody_meets_twice_and_the_best_comes_out_first() {
        for n_players in [8, 9] {
            let kind = crate::schedule::Kind::Swiss { rounds: 4 };
            let schedule = Schedule { kind, n_seats: 2, ..Schedule::of_match(n_players, 2) };
            let mut played: Vec<Record> = Vec::new();
            for _ in 0..4 {
                let due = schedule.due(&played);
                assert_eq!(due.len(), 2 * (n_players / 2));
                played.extend(due.into_iter().map(play));
            }
            assert_eq!(schedule.due(&played), []);
            let mut pairs: Vec<Vec<usize>> = played
                .iter()
                .map(|record| {
                    let mut pair = record.pairing.players.clone();
                    pair.sort_unstable();
                    pair
                })
                .collect();
            pairs.sort();
            pairs.dedup();
            assert_eq!(pairs.len(), 4 * (n_players / 2));
            let n_games = |player| {
                played.iter().filter(|record| record.pairing.players.contains(&player)).count()
            };
            assert!((0..n_players).all(|player| n_games(player) >= 6));
        }
    }
}

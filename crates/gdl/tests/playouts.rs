//! Whatever makes a playout makes the same one: the general way, the engine for
//! single states, and lanes of any width.

use std::sync::Arc;

use game::playouts::{Feed, Finished, Job, OneByOne, Playouts, Start};
use game::{Ending, Game, Playable, random_joint, rng};
use gdl::circuit::{Budget, Grounded};
use gdl::single::CircuitGame;
use gdl::{Limits, Reference, Sheet, library};

type Result = (u64, Ending, Vec<u8>, Vec<u32>);

/// Some playouts from each of some states, handed out in small portions or all
/// at once.
struct Portions<'a> {
    states: &'a [<CircuitGame as Game>::State],
    next: usize,
    /// How many states may be under way.
    n_open_max: usize,
    n_open: usize,
    results: Vec<Result>,
}

const COUNT: u32 = 3;

impl Feed<CircuitGame> for Portions<'_> {
    fn start(&mut self, start: &mut Start<CircuitGame>) -> bool {
        if self.next == self.states.len() || self.n_open >= self.n_open_max {
            return false;
        }
        start.playout = self.next as u64 * u64::from(COUNT);
        start.count = COUNT;
        start.state = self.states[self.next].clone();
        self.next += 1;
        self.n_open += COUNT as usize;
        true
    }

    fn n_waiting(&self) -> usize {
        let left = (self.states.len() - self.next) * COUNT as usize;
        left.min(self.n_open_max.saturating_sub(self.n_open))
    }

    fn end(&mut self, finished: &Finished<'_, CircuitGame>) {
        self.n_open -= 1;
        let goals = finished.goals.iter().map(|goal| goal.value()).collect();
        let moves = finished.moves.iter().map(|mv| mv.0).collect();
        self.results.push((finished.playout, finished.ending, goals, moves));
    }
}

fn results(
    playouts: &mut dyn Playouts<CircuitGame>,
    states: &[<CircuitGame as Game>::State],
    n_open_max: usize,
) -> Vec<Result> {
    let mut feed = Portions { states, next: 0, n_open_max, n_open: 0, results: Vec::new() };
    playouts.begin(Job { seed: 5, length_max: 200, log_moves: true });
    while playouts.advance(&mut feed) {}
    feed.results.sort_by_key(|result| result.0);
    feed.results
}

#[test]
fn all_ways_make_the_same_playouts() {
    for name in ["tic-tac-toe", "breakthrough", "pig", "tron", "three-player-squava"] {
        let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
        let reference = Reference::new(&sheet, Limits::default()).unwrap();
        let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
        let game = Arc::new(CircuitGame::new(Arc::new(grounded)));
        let mut states = vec![game.initial()];
        let (mut rng, mut joint) = (rng(3, 0), Vec::new());
        while states.len() < 200 {
            let mut next = states.last().unwrap().clone();
            if game.is_terminal(&next)
                || random_joint(&mut rng, &*game, &next, &mut joint).is_none()
            {
                next = game.initial();
            } else {
                game.apply(&mut next, &joint);
            }
            states.push(next);
        }
        let plain = results(&mut OneByOne::new(Arc::clone(&game)), &states, usize::MAX);
        assert_eq!(plain.len(), states.len() * COUNT as usize);
        let mut playouts = game.playouts();
        for n_open_max in [3, 60, usize::MAX] {
            assert!(results(&mut *playouts, &states, n_open_max) == plain, "{name} {n_open_max}");
        }
    }
}

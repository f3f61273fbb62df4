//! Every engine makes the same playouts: the generic one, the single-state
//! engine, and lanes of any width.

use std::sync::Arc;

use ludex_game::playouts::{Feed, Finished, Job, OneByOne, Playouts, Start};
use ludex_game::{
    ALWAYS, Condition, Ending, Game, Guide, Hint, Hints, Manner, Playable, Rng, RoleId,
    random_joint, rng,
};
use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::single::{BitState, CircuitGame, MoveId};
use ludex_gdl::{Limits, Reference, Sheet, library};
use rand::Rng as _;

type Result = (u64, Ending, Vec<u8>, Vec<u32>);

/// Some playouts from each of some states, fed in small portions or all at
/// once.
struct Portions<'a> {
    states: &'a [<CircuitGame as Game>::State],
    next: usize,
    /// Maximum number of states under way.
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

fn load(name: &str) -> Arc<CircuitGame> {
    let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
    let reference = Reference::new(&sheet, Limits::default()).unwrap();
    let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
    Arc::new(CircuitGame::new(Arc::new(grounded)))
}

/// The states of random games.
fn states(game: &CircuitGame) -> Vec<BitState> {
    let mut states = vec![game.initial()];
    let (mut rng, mut joint) = (rng(3, 0), Vec::new());
    while states.len() < 200 {
        let mut next = states.last().unwrap().clone();
        if game.is_terminal(&next) || random_joint(&mut rng, game, &next, &mut joint).is_none() {
            next = game.initial();
        } else {
            game.apply(&mut next, &joint);
        }
        states.push(next);
    }
    states
}

/// Meaningless hints: facts that hold and facts that do not in some states, and
/// a move that is legal there.
fn hints(game: &CircuitGame, states: &[BitState], rng: &mut Rng) -> Vec<Hint<MoveId>> {
    let hint = |state: &BitState| {
        let role = rng.random_range(0..game.roles().len());
        let mut moves = Vec::new();
        game.legal_moves(state, RoleId::new(role), &mut moves);
        let facts = state.iter().filter(|_| rng.random_ratio(1, 20));
        let mut when: Vec<Condition> = facts.take(3).map(Condition::present).collect();
        let all = 0..game.grounded().bases.len();
        let absent = all.filter(|&fact| !state.contains(fact) && rng.random_ratio(1, 50));
        when.extend(absent.take(2).map(Condition::absent));
        let mv = *moves.get(rng.random_range(0..moves.len().max(1)))?;
        let value = [100, 90, 60, 30, 10][rng.random_range(0..5)];
        Some(Hint { role, mv, when, value, is_offensive: rng.random() })
    };
    states.iter().filter_map(hint).collect()
}

#[test]
fn all_ways_follow_hints_alike() {
    for name in ["tic-tac-toe", "breakthrough", "pig", "tron", "three-player-squava"] {
        let game = load(name);
        let states = states(&game);
        let mut rng = rng(4, 0);
        let mut playouts = game.playouts();
        let unguided = results(&mut *playouts, &states, usize::MAX);
        for (n_hints, manner) in [
            (3, Manner::Boltzmann(0.5)),
            (40, Manner::Boltzmann(0.5)),
            (200, Manner::Boltzmann(0.2)),
            (40, Manner::Greedy(1.0)),
            (200, Manner::Greedy(0.6)),
        ] {
            let mut hints = hints(&game, &states, &mut rng);
            hints.truncate(n_hints);
            let hints = Arc::new(Hints::new(hints, manner));
            let guide = Guide::new(hints, game.roles().len(), n_hints % 2, 128);
            let mut one_by_one = OneByOne::new(Arc::clone(&game));
            assert!(one_by_one.guide(Some(&guide)) && playouts.guide(Some(&guide)));
            let plain = results(&mut one_by_one, &states, usize::MAX);
            assert!(n_hints < 100 || plain != unguided, "{name}: hints make no difference");
            for n_open_max in [3, 60, usize::MAX] {
                let guided = results(&mut *playouts, &states, n_open_max);
                assert!(guided == plain, "{name} {n_hints} {n_open_max}");
            }
        }
        playouts.guide(None);
        assert!(results(&mut *playouts, &states, usize::MAX) == unguided, "{name}");
    }
}

#[test]
fn all_ways_follow_threats_alike() {
    for name in ["tic-tac-toe", "breakthrough", "knightthrough", "pawn-whopping"] {
        let game = load(name);
        let states = states(&game);
        let hints = game.threats().expect("the game has threats");
        let n_replies = hints.list().iter().filter(|hint| !hint.is_offensive).count();
        assert!(n_replies > 0, "{name}");
        for others in [ALWAYS, 128] {
            let guide = Guide::new(Arc::clone(&hints), 2, 0, others);
            let mut one_by_one = OneByOne::new(Arc::clone(&game));
            let mut playouts = game.playouts();
            assert!(one_by_one.guide(Some(&guide)) && playouts.guide(Some(&guide)));
            let plain = results(&mut one_by_one, &states, usize::MAX);
            for n_open_max in [3, 60, usize::MAX] {
                let guided = results(&mut *playouts, &states, n_open_max);
                assert!(guided == plain, "{name} {others} {n_open_max}");
            }
        }
    }
}

#[test]
fn all_ways_make_the_same_playouts() {
    for name in ["tic-tac-toe", "breakthrough", "pig", "tron", "three-player-squava"] {
        let game = load(name);
        let states = states(&game);
        let plain = results(&mut OneByOne::new(Arc::clone(&game)), &states, usize::MAX);
        assert_eq!(plain.len(), states.len() * COUNT as usize);
        let mut playouts = game.playouts();
        for n_open_max in [3, 60, usize::MAX] {
            assert!(results(&mut *playouts, &states, n_open_max) == plain, "{name} {n_open_max}");
        }
    }
}

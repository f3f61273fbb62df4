//! Backward induction: positions are valued from the ends of the game.

use std::hash::Hash;

use ludex_game::{Choices, Game, RoleId, Turn};
use ludex_report::number::thousands;
use rustc_hash::{FxHashMap, FxHashSet};

use super::matrix::Matrix;
use crate::{Limits, NodeBudget, Side, Sides};

/// The solution of a game from one position on: its value, and a pair of strategies from which
/// neither player gains by deviating.
#[derive(Clone, Debug)]
pub struct Equilibrium<S, M> {
    /// The one or two players, in the order of roles.
    pub players: Vec<RoleId>,
    /// The constant sum of the goals of two players; `None` with one player.
    pub sum: Option<u32>,
    /// The value of the position to the first player.
    pub value: f64,
    /// Upper bound of the rounding error of the value.
    pub error: f64,
    /// All reachable positions that are not terminal.
    pub states: FxHashMap<S, StageSolution<M>>,
    /// Number of joint moves made.
    pub n_nodes: u64,
}

/// One position of a solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSolution<M> {
    /// The value of the position to the first player.
    pub value: f64,
    /// Upper bound of the rounding error of the value.
    pub error: f64,
    /// For each role of the game, its moves with positive probability. For chance, all moves.
    pub strategies: Vec<Vec<(M, f64)>>,
}

impl<S, M> Equilibrium<S, M> {
    /// The value of the position to a player; `None` for chance.
    pub fn value_of(&self, role: RoleId) -> Option<f64> {
        match self.players.iter().position(|&player| player == role)? {
            0 => Some(self.value),
            _ => self.sum.map(|sum| f64::from(sum) - self.value),
        }
    }
}

/// The value of a position to a player, and its moves with their probabilities.
pub type PlayerStage<M> = (f64, Vec<(M, f64)>);

impl<S: Eq + Hash, M: Clone> Equilibrium<S, M> {
    /// The value of a position to each player, and its mixed strategy there. `None` if the
    /// position cannot be reached or is terminal.
    pub fn stages(&self, state: &S) -> Option<Vec<PlayerStage<M>>> {
        let stage = self.states.get(state)?;
        let of_player = |(at, role): (usize, &RoleId)| {
            let other = self.sum.filter(|_| at > 0).map(|sum| f64::from(sum) - stage.value);
            (other.unwrap_or(stage.value), stage.strategies[role.index()].clone())
        };
        Some(self.players.iter().enumerate().map(of_player).collect())
    }
}

/// Why the value of a game is unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The value is defined for one or two players only.
    #[error("the game has {0} players, and only with one or two there is a value")]
    Players(usize),
    /// The goals of the players do not have a constant sum.
    #[error("goals add up to {0} in one end of the game and to {1} in another")]
    NotConstantSum(u32, u32),
    /// Play can repeat a position, so backward induction has no start.
    #[error("play can come back to the same position, so that it need not end")]
    Cycle,
    /// A position is not terminal, and some role has no legal move in it.
    #[error("play can come to a position that is not terminal and in which a role has no move")]
    Stuck,
    /// The stop was due.
    #[error("the time was over")]
    Stopped,
    /// The limit of positions was reached.
    #[error("{} positions did not suffice", count(.0))]
    Nodes(u64),
    /// The memory limit was reached.
    #[error("memory was full after {} positions", count(.0))]
    Memory(u64),
    /// Play can be longer than the depth of the search.
    #[error("play can go on for more than {0} plies")]
    Depth(u32),
    /// Rounding errors add up to more than [`ERROR_MAX`].
    #[error("rounding errors add up to more than {}", ERROR_MAX)]
    Imprecise,
}

fn count(n: &u64) -> String {
    thousands(*n)
}

/// Maximum error of a value that counts as solved.
pub const ERROR_MAX: f64 = 1e-6;

/// Values a position and all positions that can be reached from it.
///
/// Where both players have a choice, the [matrix](Matrix) of the successors' values is solved;
/// where one has a choice, the best value counts; chance moves are weighted. Every position is
/// kept, so memory bounds the size of the game; `memory_bytes_max` includes the positions and
/// their strategies, roughly.
///
/// ```
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{Limits, equilibrium};
///
/// let nim = Nim::new(&[1, 2, 3]);
/// let solved = equilibrium::solve(&nim, &nim.initial(), &Limits::default(), 1 << 20).unwrap();
/// // One, two and three are lost for who has to move.
/// assert_eq!((solved.value, solved.value_of(RoleId(1))), (0.0, Some(100.0)));
/// assert_eq!(solved.states[&nim.initial()].strategies[0].len(), 1);
/// ```
pub fn solve<G: Game>(
    game: &G,
    state: &G::State,
    limits: &Limits,
    memory_bytes_max: usize,
) -> Result<Equilibrium<G::State, G::Move>, Unsolved> {
    let roles = (0..game.roles().len()).map(RoleId::new);
    let players: Vec<RoleId> =
        roles.filter(|role| !game.roles()[role.index()].is_chance()).collect();
    if players.is_empty() || players.len() > 2 {
        return Err(Unsolved::Players(players.len()));
    }
    let induction = Induction {
        game,
        sides: Sides::new(game, players[0]),
        players,
        sum: None,
        budget: NodeBudget::new(limits),
        memory_bytes_max,
        n_bytes: 0,
        states: FxHashMap::default(),
        open: FxHashSet::default(),
        path: Vec::new(),
    };
    induction.run(state)
}

/// The state of the induction.
struct Induction<'a, G: Game> {
    game: &'a G,
    players: Vec<RoleId>,
    sides: Sides,
    sum: Option<u32>,
    budget: NodeBudget,
    memory_bytes_max: usize,
    n_bytes: usize,
    states: FxHashMap<G::State, StageSolution<G::Move>>,
    /// The positions on the path.
    open: FxHashSet<G::State>,
    /// The positions from the root to the one being valued: an explicit stack, since games may
    /// be long.
    path: Vec<Stage<G>>,
}

/// A position on the path whose joint moves are made one after another.
struct Stage<G: Game> {
    state: G::State,
    legal: Vec<Vec<G::Move>>,
    /// Number of options of each side.
    n_options: [usize; 3],
    /// Index of the next joint move in the product of all options.
    next: usize,
    /// The weight of each option of chance.
    weights: Vec<f64>,
    /// For each pair of options of the players, the weighted sum over those of chance.
    sums: Vec<f64>,
    error: f64,
}

impl<G: Game> Induction<'_, G> {
    fn run(mut self, root: &G::State) -> Result<Equilibrium<G::State, G::Move>, Unsolved> {
        if self.game.is_terminal(root) {
            let value = self.goal(root)?;
            return Ok(self.solved(value, 0.0));
        }
        self.open_stage(root.clone())?;
        loop {
            let stage = self.path.last_mut().expect("the root is closed last");
            if !stage.is_complete() {
                self.try_next()?;
                continue;
            }
            let (value, error) = self.close_stage()?;
            match self.path.last_mut() {
                Some(above) => above.add(value, error),
                None => return Ok(self.solved(value, error)),
            }
        }
    }

    fn solved(self, value: f64, error: f64) -> Equilibrium<G::State, G::Move> {
        let n_nodes = self.budget.n_nodes();
        let Self { players, sum, states, .. } = self;
        Equilibrium { players, sum, value, error, states, n_nodes }
    }

    /// Pushes a position onto the path.
    fn open_stage(&mut self, state: G::State) -> Result<(), Unsolved> {
        let mut choices = Choices::default();
        if choices.read(self.game, &state) == Turn::Stuck {
            return Err(Unsolved::Stuck);
        }
        let legal = choices.all().to_vec();
        let n_options =
            [Side::Own, Side::Others, Side::Chance].map(|side| self.sides.n_options(side, &legal));
        self.n_bytes += size_of::<G::State>() + size_of_val(&n_options) + N_BYTES_STAGE;
        self.n_bytes +=
            legal.iter().map(|moves| moves.len() * size_of::<(G::Move, f64)>()).sum::<usize>();
        if self.n_bytes > self.memory_bytes_max {
            return Err(Unsolved::Memory(self.states.len() as u64));
        }
        let sums = vec![0.0; n_options[0] * n_options[1]];
        let weight = |event| self.sides.event_weight(self.game, &state, event, &legal);
        let weights = (0..n_options[2]).map(weight).collect();
        self.open.insert(state.clone());
        self.path.push(Stage { state, legal, n_options, next: 0, weights, sums, error: 0.0 });
        Ok(())
    }

    /// Makes the next joint move of the position at the end of the path.
    fn try_next(&mut self) -> Result<(), Unsolved> {
        if !self.budget.spend() {
            return Err(self.budget.unsolved());
        }
        let stage = self.path.last().expect("the path is not empty");
        let mut next = stage.state.clone();
        self.game.apply(&mut next, &stage.joint(&self.sides));
        if self.game.is_terminal(&next) {
            let value = self.goal(&next)?;
            self.path.last_mut().expect("as before").add(value, 0.0);
        } else if let Some(known) = self.states.get(&next) {
            self.path.last_mut().expect("as before").add(known.value, known.error);
        } else if self.open.contains(&next) {
            return Err(Unsolved::Cycle);
        } else {
            self.open_stage(next)?;
        }
        Ok(())
    }

    /// Solves the position at the end of the path, whose successors are all solved.
    fn close_stage(&mut self) -> Result<(f64, f64), Unsolved> {
        let stage = self.path.pop().expect("the path is not empty");
        let solution = stage.solve(self.game, &self.sides);
        let result = (solution.value, solution.error);
        if result.1 > ERROR_MAX {
            return Err(Unsolved::Imprecise);
        }
        self.open.remove(&stage.state);
        self.states.insert(stage.state, solution);
        Ok(result)
    }

    /// The goal of the first player in a terminal position.
    fn goal(&mut self, state: &G::State) -> Result<f64, Unsolved> {
        let goals = self.players.iter().map(|&role| self.game.goal(state, role).value());
        let goals: Vec<u32> = goals.map(u32::from).collect();
        if let [one, other] = goals[..] {
            let sum = *self.sum.get_or_insert(one + other);
            if sum != one + other {
                return Err(Unsolved::NotConstantSum(sum, one + other));
            }
        }
        Ok(f64::from(goals[0]))
    }
}

/// Estimated memory of a position in the tables besides its own size: buckets, lists, and facts
/// that it stores on the heap.
const N_BYTES_STAGE: usize = 400;

impl<G: Game> Stage<G> {
    fn is_complete(&self) -> bool {
        self.next == self.n_options.iter().product()
    }

    /// The next joint move.
    fn joint(&self, sides: &Sides) -> Vec<G::Move> {
        let [_, n_others, n_events] = self.n_options;
        let mut joint: Vec<G::Move> = self.legal.iter().map(|moves| moves[0]).collect();
        sides.set(Side::Own, self.next / n_events / n_others, &self.legal, &mut joint);
        sides.set(Side::Others, self.next / n_events % n_others, &self.legal, &mut joint);
        sides.set(Side::Chance, self.next % n_events, &self.legal, &mut joint);
        joint
    }

    /// Adds the value of a successor for the last joint move.
    fn add(&mut self, value: f64, error: f64) {
        let n_events = self.n_options[2];
        self.sums[self.next / n_events] += self.weights[self.next % n_events] * value;
        self.error = self.error.max(error);
        self.next += 1;
    }

    fn solve(&self, game: &G, sides: &Sides) -> StageSolution<G::Move> {
        let [n_own, n_others, _] = self.n_options;
        let total: f64 = self.weights.iter().sum();
        let means = self.sums.iter().map(|sum| sum / total).collect();
        let solution = Matrix::new(n_own, n_others, means).solve();
        let mut strategies = vec![Vec::new(); self.legal.len()];
        let of_sides = [(Side::Own, &solution.rows), (Side::Others, &solution.columns)];
        for (side, probabilities) in of_sides {
            if let [role] = sides.roles(side) {
                let moves = self.legal[role.index()].iter().copied();
                let made = moves.zip(probabilities.iter().copied()).filter(|(_, p)| *p > 0.0);
                strategies[role.index()] = made.collect();
            }
        }
        for &role in sides.roles(Side::Chance) {
            let moves = &self.legal[role.index()];
            let weight = |&mv: &G::Move| f64::from(game.chance_weight(&self.state, role, mv));
            let total: f64 = moves.iter().map(weight).sum();
            strategies[role.index()] = moves.iter().map(|mv| (*mv, weight(mv) / total)).collect();
        }
        let (low, high) = solution.bounds;
        StageSolution {
            value: solution.value,
            error: self.error + (high - low).max(0.0),
            strategies,
        }
    }
}

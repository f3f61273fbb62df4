//! All reachable positions of a game.

use std::collections::HashMap;

use ludex_game::{Game, RoleId};

/// All positions that can be reached from the root, which has number 0.
///
/// ```
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::exhaustive::Graph;
///
/// let nim = Nim::new(&[1, 2]);
/// let graph = Graph::explore(&nim, &nim.initial(), 100).unwrap();
/// assert!(!graph.is_cyclic() && !graph.has_simultaneous());
/// assert_eq!(graph.guaranteed(RoleId(0)), Some(100.0));
/// ```
pub struct Graph {
    /// The positions, by number.
    pub nodes: Vec<Node>,
    /// For each role, whether it is chance.
    pub is_chance: Vec<bool>,
}

/// A position.
pub enum Node {
    /// The game is over: the goal of each role.
    End(Vec<u8>),
    /// Some role has no legal move, and the game is not over.
    Stuck,
    /// The game continues: the number of moves of each role, and the successor of each joint
    /// move, the last role's move changing fastest.
    Open {
        /// The number of legal moves of each role.
        n_moves: Vec<usize>,
        /// The number of the successor of each joint move.
        next: Vec<usize>,
        /// The weight of the chance moves in each joint move.
        weights: Vec<f64>,
    },
}

impl Graph {
    /// Lists all positions; `None` if there are more than `n_max`.
    pub fn explore<G: Game>(game: &G, root: &G::State, n_max: usize) -> Option<Self> {
        let is_chance = game.roles().iter().map(|role| role.is_chance()).collect();
        let (mut numbers, mut states) = (HashMap::from([(root.clone(), 0)]), vec![root.clone()]);
        let mut nodes = Vec::new();
        while let Some(state) = states.get(nodes.len()).cloned() {
            let node = Node::read(game, &state, |next| {
                *numbers.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                })
            });
            nodes.push(node);
            if states.len() > n_max {
                return None;
            }
        }
        Some(Self { nodes, is_chance })
    }

    /// The successors of a position.
    pub fn next(&self, at: usize) -> &[usize] {
        match &self.nodes[at] {
            Node::Open { next, .. } => next,
            _ => &[],
        }
    }

    /// All positions, successors first; `None` if play can repeat a position.
    pub fn order(&self) -> Option<Vec<usize>> {
        let n = self.nodes.len();
        let mut n_open: Vec<usize> = (0..n).map(|at| self.next(at).len()).collect();
        let mut before = vec![Vec::new(); n];
        (0..n).for_each(|at| self.next(at).iter().for_each(|&next| before[next].push(at)));
        let mut order: Vec<usize> = (0..n).filter(|&at| n_open[at] == 0).collect();
        let mut n_done = 0;
        while let Some(&at) = order.get(n_done) {
            n_done += 1;
            for &parent in &before[at] {
                n_open[parent] -= 1;
                if n_open[parent] == 0 {
                    order.push(parent);
                }
            }
        }
        (order.len() == n).then_some(order)
    }

    /// Whether play can repeat a position.
    pub fn is_cyclic(&self) -> bool {
        self.order().is_none()
    }

    /// Whether some position is stuck.
    pub fn is_stuck(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node, Node::Stuck))
    }

    /// Whether several players have a choice in some position.
    pub fn has_simultaneous(&self) -> bool {
        let players = self.players();
        let has_choice = |n_moves: &[usize], player: &&usize| n_moves[**player] > 1;
        self.nodes.iter().any(|node| match node {
            Node::Open { n_moves, .. } => {
                players.iter().filter(|player| has_choice(n_moves, player)).count() > 1
            }
            _ => false,
        })
    }

    /// Whether chance has a choice in some position.
    pub fn has_chance(&self) -> bool {
        let is_by_chance = |node: &Node| match node {
            Node::Open { n_moves, .. } => {
                n_moves.iter().zip(&self.is_chance).any(|(&n, &is_chance)| is_chance && n > 1)
            }
            _ => false,
        };
        self.nodes.iter().any(is_by_chance)
    }

    /// Whether the goals of the players have the same sum in all terminal positions.
    pub fn is_constant_sum(&self) -> bool {
        let sum = |goals: &Vec<u8>| -> u32 {
            let players = goals.iter().zip(&self.is_chance).filter(|(_, is_chance)| !**is_chance);
            players.map(|(&goal, _)| u32::from(goal)).sum()
        };
        let sums: Vec<u32> = self.ends().map(sum).collect();
        sums.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// The goals in all terminal positions.
    pub fn ends(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.nodes.iter().filter_map(|node| match node {
            Node::End(goals) => Some(goals),
            _ => None,
        })
    }

    /// All roles but chance.
    pub fn players(&self) -> Vec<usize> {
        (0..self.is_chance.len()).filter(|&role| !self.is_chance[role]).collect()
    }
}

impl Node {
    fn read<G: Game>(
        game: &G,
        state: &G::State,
        mut number: impl FnMut(G::State) -> usize,
    ) -> Self {
        let roles: Vec<RoleId> = (0..game.roles().len()).map(RoleId::new).collect();
        if game.is_terminal(state) {
            return Node::End(roles.iter().map(|&role| game.goal(state, role).value()).collect());
        }
        let mut legal = vec![Vec::new(); roles.len()];
        roles
            .iter()
            .zip(&mut legal)
            .for_each(|(&role, moves)| game.legal_moves(state, role, moves));
        let n_moves: Vec<usize> = legal.iter().map(Vec::len).collect();
        if n_moves.contains(&0) {
            return Node::Stuck;
        }
        let joint = |at: usize| -> Vec<G::Move> {
            let choices = choices(&n_moves, at);
            legal.iter().zip(choices).map(|(moves, choice)| moves[choice]).collect()
        };
        let next = (0..n_moves.iter().product()).map(|at| {
            let mut next = state.clone();
            game.apply(&mut next, &joint(at));
            number(next)
        });
        let next = next.collect();
        let weight = |at: usize| -> f64 {
            let choices = roles.iter().zip(&legal).zip(choices(&n_moves, at));
            let drawn = choices.filter(|((role, moves), _)| {
                moves.len() > 1 && game.roles()[role.index()].is_chance()
            });
            drawn
                .map(|((&r, moves), at)| f64::from(game.chance_weight(state, r, moves[at])))
                .product()
        };
        let weights = (0..n_moves.iter().product()).map(weight).collect();
        Node::Open { n_moves, next, weights }
    }

    /// Number of roles with a choice.
    pub fn n_choosing(&self) -> usize {
        match self {
            Node::Open { n_moves, .. } => n_moves.iter().filter(|&&n| n > 1).count(),
            _ => 0,
        }
    }
}

/// The choice of each role in a joint move, by its number.
pub(super) fn choices(n_moves: &[usize], joint: usize) -> Vec<usize> {
    let mut rest = joint;
    let mut choices: Vec<usize> = n_moves
        .iter()
        .rev()
        .map(|&n| {
            let choice = rest % n;
            rest /= n;
            choice
        })
        .collect();
    choices.reverse();
    choices
}

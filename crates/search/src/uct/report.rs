//! The report of a search: the move to make, and what the tree knows of the others.

use ludex_game::{Playable, RoleId};

use super::node::{Edge, Kind};
use super::options::Joint;
use super::prove::best_edge;
use super::search::{Made, Uct};
use crate::shortest::shortest;
use crate::{Assumption, Candidate, Report, Seen, Stop};

/// Positions looked at to make a win short or a loss long, for each node of the tree,
/// and at least.
const N_SHORTEST_PER_NODE: u64 = 4;
const N_SHORTEST_MIN: u64 = 2_000;
const N_SHORTEST_MAX: u64 = 200_000;

impl<G: Playable> Uct<G> {
    pub(super) fn report(&self, role: RoleId, made: Made, stop: &Stop) -> Report<G::Move> {
        let root = self.tree.root.at;
        let node = self.tree.node(root);
        let edges = self.ranked(role);
        // A move by which a role has all is proven before the others are looked at.
        let is_proof = self.grower.seen.is_all_or_nothing()
            && (!edges.iter().any(|edge| edge.is_proven()) || self.ends().is_all_or_nothing());
        let mut candidates: Vec<Candidate<G::Move>> = edges
            .iter()
            .map(|edge| Candidate {
                mv: edge.mv,
                value: 100.0 * f64::from(edge.value),
                visits: u64::from(edge.visits),
                is_proven: edge.is_proven() && is_proof,
            })
            .collect();
        let Some(best) = candidates.first().cloned() else {
            // Another role cannot move, so that play ends here.
            let mut moves = Vec::new();
            self.game.legal_moves(&node.state, role, &mut moves);
            let mv = moves.first().expect("the role has a legal move: see `check_root`");
            return Report::of_move(*mv);
        };
        let is_certain = node.is_proven;
        let mut mv = best.mv;
        let strategy = self.root_policy(role).unwrap_or_default();
        if let Some(drawn) = self.drawn(role, &strategy) {
            mv = drawn;
        } else if is_certain
            && node.kind == Kind::Choice(role)
            && let Some(shortest) = self.shortest(role, &edges, stop)
        {
            mv = shortest;
        }
        // The move that is made comes first.
        let place = candidates.iter().position(|candidate| candidate.mv == mv).unwrap_or(0);
        candidates[..=place].rotate_right(1);
        let line = self.line(mv, role);
        let value = candidates[0].value;
        Report {
            mv,
            value: Some(match is_certain || !strategy.is_empty() {
                true => 100.0 * self.tree.value(root, role.index()),
                false => value,
            }),
            is_proven: is_certain && is_proof,
            assumption: (is_certain && !is_proof).then_some(Assumption::EachForItself),
            depth: line.len() as u32,
            line,
            nodes: self.tree.n_nodes() as u64,
            playouts: made.n_played,
            candidates,
            strategy,
        }
    }

    /// The moves of a role at the root, the best first.
    ///
    /// A move whose value is certain is better than the most visited one of the others if
    /// that is not estimated to be worth more.
    fn ranked(&self, role: RoleId) -> Vec<&Edge<G::Move>> {
        let root = self.tree.root.at;
        let node = self.tree.node(root);
        let mut edges: Vec<&Edge<G::Move>> =
            self.tree.edges_of(root).iter().filter(|edge| edge.role == role.0).collect();
        let proven = edges.iter().filter(|edge| edge.is_proven()).map(|edge| edge.value);
        let surest = proven.fold(f32::NEG_INFINITY, f32::max);
        let open = edges.iter().filter(|edge| edge.is_open()).max_by_key(|edge| edge.visits);
        let is_open_better = open.is_some_and(|edge| edge.visits > 0 && edge.value > surest);
        let range = node.first_choice..node.first_choice + node.n_choices;
        let best = match node.kind {
            Kind::Choice(chooser) if chooser == role => {
                best_edge(&self.tree, range, role.index(), f64::from(surest))
            }
            _ => None,
        };
        let best = best.map(|at| self.tree.edges.list[at as usize].mv);
        let rank = |edge: &Edge<G::Move>| match () {
            () if edge.is_proven() && Some(edge.mv) == best => 3,
            () if edge.is_proven() && edge.value >= surest => 2,
            () if edge.is_open() => {
                if is_open_better {
                    4
                } else {
                    1
                }
            }
            () => 0,
        };
        edges.sort_by(|one, other| {
            let by_rank = rank(other).cmp(&rank(one));
            let by_worth = match one.is_open() && other.is_open() {
                true => other.visits.cmp(&one.visits).then(other.value.total_cmp(&one.value)),
                false => other.value.total_cmp(&one.value).then(other.visits.cmp(&one.visits)),
            };
            by_rank.then(by_worth)
        });
        edges
    }

    /// A proven win made short, or a proven loss made long, as far as a small search
    /// finds out.
    fn shortest(&self, role: RoleId, edges: &[&Edge<G::Move>], stop: &Stop) -> Option<G::Move> {
        let root = self.tree.node(self.tree.root.at);
        let roles = &self.grower.roles;
        if roles.n_players != 2 {
            return None;
        }
        let value = self.tree.value(self.tree.root.at, role.index());
        let opponent =
            (0..self.game.roles().len()).find(|&at| at != role.index() && roles.is_player(at));
        let (winner, low) = match (value, opponent) {
            (1.0.., _) => (role, 1.0),
            // The opponent has what the sum leaves.
            (..=0.0, Some(opponent)) => (RoleId::new(opponent), roles.sum.unwrap_or(1.0)),
            _ => return None,
        };
        let goal = (100.0 * low).round() as u8;
        let moves: Vec<G::Move> = edges.iter().map(|edge| edge.mv).collect();
        let n_nodes = N_SHORTEST_PER_NODE * self.tree.n_nodes() as u64;
        let n_nodes = n_nodes.clamp(N_SHORTEST_MIN, N_SHORTEST_MAX);
        shortest(&*self.game, &root.state, role, &moves, (winner, goal), n_nodes, stop)
    }

    /// Whether the players of a node mix their moves: in a stage, by regret matching, or
    /// as its solution has it.
    fn mixes(&self, at: u32) -> bool {
        let node = self.tree.node(at);
        let is_mixed = || match self.options.joint {
            Joint::Mixed => self.tree.stages.get(node.first_choice).is_mixed,
            Joint::Regret => true,
            Joint::Ucb => false,
        };
        node.kind == Kind::Stage && (node.is_proven || is_mixed())
    }

    /// A move drawn from a mixed strategy of the root; `None` if there is none.
    fn drawn(&self, role: RoleId, policy: &[(G::Move, f64)]) -> Option<G::Move> {
        let key = self.tree.node(self.tree.root.at).key ^ self.seed;
        let bits = ludex_game::draw::mix(key.wrapping_add(u64::from(role.0))) >> 32;
        let mut rest = bits as f64 / f64::from(u32::MAX);
        for &(mv, share) in policy {
            rest -= share;
            if rest <= 0.0 {
                return Some(mv);
            }
        }
        policy.last().map(|&(mv, _)| mv)
    }

    /// The mixed strategy of a role at the root of the last search: its moves with their
    /// probabilities. `None` if it is not one of two players who choose there at once, or
    /// if they chose by UCB1 and the root is not solved.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex_game::{Game, RoleId, examples::Nim};
    /// use ludex_search::{Limits, uct::{Options, Uct}};
    ///
    /// let nim = Arc::new(Nim::new(&[1, 2]));
    /// let mut uct = Uct::new(&nim, Options::default(), 1, 1);
    /// uct.search(&nim.initial(), RoleId(0), &Limits { playouts: Some(9), ..Limits::default() });
    /// // Players take turns.
    /// assert_eq!(uct.root_policy(RoleId(0)), None);
    /// ```
    pub fn root_policy(&self, role: RoleId) -> Option<Vec<(G::Move, f64)>> {
        let root = self.tree.root.at;
        let node = self.tree.nodes.get(root as usize)?;
        if !self.mixes(root) {
            return None;
        }
        let stage = self.tree.stages.get(node.first_choice);
        let at = stage.sides.iter().position(|side| side.role == role.0)?;
        let side = &stage.sides[at];
        let edges = &self.tree.edges.list[side.first_edge as usize..];
        let estimates = match self.options.joint {
            Joint::Mixed if !node.is_proven => self.estimated_matrix(root),
            _ => None,
        };
        let shares = match estimates.map(|matrix| matrix.solve()) {
            Some(solution) if at == 0 => solution.rows,
            Some(solution) => solution.columns,
            None => side.average(),
        };
        Some(edges.iter().map(|edge| edge.mv).zip(shares).collect())
    }

    /// Ends of random games.
    pub(super) fn ends(&self) -> &Seen {
        let game = &*self.game;
        self.ends.get_or_init(|| Seen::new(game).with_random_ends(game, &game.initial()))
    }

    /// The principal variation from a move of a role on, until chance or several roles
    /// decide.
    fn line(&self, mv: G::Move, role: RoleId) -> Vec<Vec<G::Move>> {
        let mut line = Vec::new();
        let mut at = self.tree.root.at;
        while let Kind::Choice(chooser) = self.tree.node(at).kind {
            let node = self.tree.node(at);
            let choices = self.tree.choices_of(at);
            let is_made = |edge: &Edge<G::Move>| chooser == role && edge.mv == mv;
            let made = choices.iter().position(is_made).filter(|_| at == self.tree.root.at);
            let Some(best) = made.or_else(|| self.expected(at)) else { break };
            if choices[best].visits == 0 && !choices[best].is_proven() || line.len() >= 200 {
                break;
            }
            let mut joint = Vec::new();
            self.tree.joint(at, node.first_choice + best as u32, &mut joint);
            line.push(joint);
            let child = choices[best].child;
            if !self.tree.is_alive(child) {
                break;
            }
            at = child.at;
        }
        line
    }

    /// The move expected in a node: the best one if its value is certain, else the most
    /// visited.
    fn expected(&self, at: u32) -> Option<usize> {
        let node = self.tree.node(at);
        let Kind::Choice(role) = node.kind else { return None };
        let range = node.first_choice..node.first_choice + node.n_choices;
        let value = self.tree.value(at, role.index());
        let proven = best_edge(&self.tree, range, role.index(), value);
        if let Some(edge) = proven.filter(|_| node.is_proven) {
            return Some((edge - node.first_choice) as usize);
        }
        let choices = self.tree.choices_of(at).iter().enumerate();
        choices.max_by_key(|(_, edge)| edge.visits).map(|(place, _)| place)
    }
}

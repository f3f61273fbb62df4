//! A search that records every node.

use ludex_game::{Choices, Evaluator, Playable, RoleId, Turn, show_position};
use ludex_support::descending;

use super::tree::{Cut, Kind, Node, Tree, Window};
use crate::{Seen, Side, Sides};

/// The algorithm to record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Minimax: no pruning.
    Minimax,
    /// Fail-soft alpha-beta. Outcomes of chance are valued with a full window.
    #[default]
    AlphaBeta,
}

/// The order in which moves are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The order of the game.
    #[default]
    Natural,
    /// By the game's own [ranking](ludex_game::SearchSupport::move_order).
    Promise,
    /// Best first, by minimax values: the optimal order.
    Best,
    /// Worst first.
    Worst,
}

/// Settings of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The order in which moves are searched.
    pub order: Order,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Whether to record the nodes that a cut leaves out.
    pub keeps_pruned: bool,
    /// Maximum number of nodes.
    pub n_nodes_max: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            order: Order::default(),
            depth: u32::MAX,
            keeps_pruned: false,
            n_nodes_max: 300,
        }
    }
}

/// The tree has more nodes than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tree has more than {0} nodes, more than a picture can show; try a smaller depth")]
pub struct TooLarge(pub usize);

/// Records searches in one game, from the view of one role.
///
/// As in [other searches](Sides), where several sides choose at once, the searching role comes
/// first, then the others, then chance; each has a node of its own.
pub struct Recorder<'a, G: Playable> {
    game: &'a G,
    evaluator: &'a mut dyn Evaluator<G>,
    sides: Sides,
    settings: Settings,
    n_nodes: usize,
    seen: Seen,
}

/// A position in which sides choose, one after another.
struct Decision<'a, G: Playable> {
    state: &'a G::State,
    legal: &'a [Vec<G::Move>],
    /// The sides that have a choice.
    sides: Vec<Side>,
    depth: u32,
}

/// Node limit for the best and worst order, which search the tree below every node once more.
/// It is reached in about a second.
const ORDER_NODES_MAX: usize = 200_000;

impl<'a, G: Playable> Recorder<'a, G> {
    /// A recorder for a role of a game.
    pub fn new(
        game: &'a G,
        evaluator: &'a mut dyn Evaluator<G>,
        role: RoleId,
        settings: Settings,
    ) -> Self {
        let (sides, seen) = (Sides::new(game, role), Seen::new(game));
        Self { game, evaluator, sides, settings, n_nodes: 0, seen }
    }

    /// Searches from a position.
    pub fn record(&mut self, state: &G::State) -> Result<Tree, TooLarge> {
        self.n_nodes = 0;
        self.seen = Seen::new(self.game);
        let mut root = self.node(state, self.settings.depth, Window::FULL, Kind::Min)?;
        mark_line(&mut root);
        let algorithm = match self.settings.algorithm {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alpha-beta",
        };
        let assumption =
            root.value.and_then(|value| self.seen.assumption_below(self.game, state, value));
        Ok(Tree { root, algorithm, assumption })
    }

    /// Searches a position. `above` is the side whose decision led to it.
    fn node(
        &mut self,
        state: &G::State,
        depth: u32,
        window: Window,
        above: Kind,
    ) -> Result<Node, TooLarge> {
        self.count()?;
        let mut node =
            Node { board: show_position(self.game, state), ..Node::new(Kind::Leaf, window) };
        if self.game.is_terminal(state) {
            self.seen.see_end(self.game, state);
            node.settle(f64::from(self.game.goal(state, self.sides.own()).value()));
            return Ok(node);
        }
        let mut choices = Choices::default();
        let turn = choices.read(self.game, state);
        if depth == 0 || turn == Turn::Stuck || self.is_at_rest(state, turn, &choices) {
            node.settle(self.evaluator.evaluate(self.game, state, self.sides.own()));
            return Ok(node);
        }
        let legal = choices.all();
        self.seen.see_choices(&self.sides, legal);
        let has_choice = |side: &Side| self.sides.n_options(*side, legal) > 1;
        let mut sides: Vec<Side> =
            [Side::Own, Side::Others, Side::Chance].into_iter().filter(has_choice).collect();
        if sides.is_empty() {
            // A forced move is drawn as a move of the role that did not make the previous one.
            let has_others = !self.sides.roles(Side::Others).is_empty();
            sides.push(if above == Kind::Max && has_others { Side::Others } else { Side::Own });
        }
        let mut joint: Vec<G::Move> = legal.iter().map(|moves| moves[0]).collect();
        let decision = Decision { state, legal, sides, depth };
        self.decide(&decision, 0, &mut joint, node)
    }

    /// Whether all roles have one move here and the position never changes.
    fn is_at_rest(&self, state: &G::State, turn: Turn, choices: &Choices<G::Move>) -> bool {
        if turn != Turn::Forced {
            return false;
        }
        let mut next = state.clone();
        let joint: Vec<G::Move> = choices.all().iter().map(|moves| moves[0]).collect();
        self.game.apply(&mut next, &joint);
        next == *state
    }

    /// A side's choice, given those of the sides before it.
    fn decide(
        &mut self,
        decision: &Decision<'_, G>,
        at: usize,
        joint: &mut [G::Move],
        mut node: Node,
    ) -> Result<Node, TooLarge> {
        let side = decision.sides[at];
        if side == Side::Chance {
            return self.expect(decision, joint, node);
        }
        let is_max = side == Side::Own;
        node.kind = if is_max { Kind::Max } else { Kind::Min };
        let worst = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        let (mut value, mut bounds, mut window) = (worst, (worst, worst), node.window);
        for option in self.ordered(decision, at, joint)? {
            self.sides.set(side, option, decision.legal, joint);
            let edge = self.edge(decision, side, joint);
            if node.cut.is_some() {
                node.children.push(Node { edge, ..self.pruned(decision, at, joint)? });
                continue;
            }
            let child = self.child(decision, at, joint, window, node.kind)?;
            let found = child.value.expect("it was searched");
            let (low, high) = child.bounds;
            node.children.push(Node { edge, ..child });
            if is_max {
                value = value.max(found);
                bounds = (bounds.0.max(low), bounds.1.max(high));
                window.alpha = window.alpha.max(value);
            } else {
                value = value.min(found);
                bounds = (bounds.0.min(low), bounds.1.min(high));
                window.beta = window.beta.min(value);
            }
            let is_last = node.children.len() == self.sides.n_options(side, decision.legal);
            if self.settings.algorithm == Algorithm::AlphaBeta && !is_last {
                node.cut = Cut::if_due(value, node.window, is_max);
            }
        }
        // The moves left out may have a higher value for the role on move.
        if node.cut.is_some() {
            if is_max { bounds.1 = f64::INFINITY } else { bounds.0 = f64::NEG_INFINITY }
        }
        Ok(Node { value: Some(value), bounds, ..node })
    }

    /// A move of chance. Outcomes that lead to the same position are one.
    fn expect(
        &mut self,
        decision: &Decision<'_, G>,
        joint: &mut [G::Move],
        mut node: Node,
    ) -> Result<Node, TooLarge> {
        node.kind = Kind::Chance;
        let n_options = self.sides.n_options(Side::Chance, decision.legal);
        let of = self.sides.total_weight(self.game, decision.state, decision.legal) as usize;
        let mut outcomes: Vec<(G::State, String, usize)> = Vec::new();
        for option in 0..n_options {
            let weight =
                self.sides.event_weight(self.game, decision.state, option, decision.legal) as usize;
            self.sides.set(Side::Chance, option, decision.legal, joint);
            let mut next = decision.state.clone();
            self.game.apply(&mut next, joint);
            match outcomes.iter_mut().find(|(known, ..)| *known == next) {
                Some((.., n)) => *n += weight,
                None => outcomes.push((next, self.edge(decision, Side::Chance, joint), weight)),
            }
        }
        let (mut value, mut bounds) = (0.0, (0.0, 0.0));
        for (next, edge, n) in outcomes {
            let child = self.node(&next, decision.depth - 1, Window::FULL, Kind::Chance)?;
            let share = n as f64 / of as f64;
            value += share * child.value.expect("it was searched");
            bounds = (bounds.0 + share * child.bounds.0, bounds.1 + share * child.bounds.1);
            node.children.push(Node { edge, probability: Some((n, of)), ..child });
        }
        Ok(Node { value: Some(value), bounds, ..node })
    }

    /// The child of a choice: the choice of another side, or the next position.
    fn child(
        &mut self,
        decision: &Decision<'_, G>,
        at: usize,
        joint: &mut [G::Move],
        window: Window,
        above: Kind,
    ) -> Result<Node, TooLarge> {
        let window = match self.settings.algorithm {
            Algorithm::Minimax => Window::FULL,
            Algorithm::AlphaBeta => window,
        };
        if at + 1 < decision.sides.len() {
            self.count()?;
            return self.decide(decision, at + 1, joint, Node::new(Kind::Leaf, window));
        }
        let mut next = decision.state.clone();
        self.game.apply(&mut next, joint);
        self.node(&next, decision.depth - 1, window, above)
    }

    /// A choice that is not searched.
    fn pruned(
        &mut self,
        decision: &Decision<'_, G>,
        at: usize,
        joint: &mut [G::Move],
    ) -> Result<Node, TooLarge> {
        if !self.settings.keeps_pruned {
            self.count()?;
            return Ok(Node::new(Kind::Pruned, Window::FULL));
        }
        // It is drawn as minimax would have searched it, without values.
        let settings = self.settings;
        self.settings.algorithm = Algorithm::Minimax;
        self.settings.order = Order::Natural;
        let child = self.child(decision, at, joint, Window::FULL, Kind::Max);
        self.settings = settings;
        let mut child = child?;
        child.forget();
        Ok(child)
    }

    /// The options of a side in the order of search.
    fn ordered(
        &mut self,
        decision: &Decision<'_, G>,
        at: usize,
        joint: &mut [G::Move],
    ) -> Result<Vec<usize>, TooLarge> {
        let side = decision.sides[at];
        let options: Vec<usize> = (0..self.sides.n_options(side, decision.legal)).collect();
        let key: Vec<f64> = match self.settings.order {
            Order::Natural => return Ok(options),
            Order::Promise => options
                .iter()
                .map(|&option| {
                    self.sides.set(side, option, decision.legal, joint);
                    let roles = self.sides.roles(side).iter();
                    roles.map(|&role| self.promise(decision.state, role, joint)).sum()
                })
                .collect(),
            Order::Best | Order::Worst => {
                let is_best = self.settings.order == Order::Best;
                let sign = if (side == Side::Own) == is_best { 1.0 } else { -1.0 };
                let values = self.values(decision, at, joint, &options)?;
                values.into_iter().map(|value| sign * value).collect()
            }
        };
        Ok(descending(&key))
    }

    fn promise(&self, state: &G::State, role: RoleId, joint: &[G::Move]) -> f64 {
        f64::from(self.game.move_order(state, role, joint[role.index()]))
    }

    /// The minimax values of options.
    fn values(
        &mut self,
        decision: &Decision<'_, G>,
        at: usize,
        joint: &mut [G::Move],
        options: &[usize],
    ) -> Result<Vec<f64>, TooLarge> {
        let saved = (self.settings, self.n_nodes);
        self.settings.algorithm = Algorithm::Minimax;
        self.settings.order = Order::Natural;
        self.settings.n_nodes_max = ORDER_NODES_MAX;
        self.n_nodes = 0;
        let values = options.iter().map(|&option| {
            self.sides.set(decision.sides[at], option, decision.legal, joint);
            let child = self.child(decision, at, joint, Window::FULL, Kind::Max)?;
            Ok(child.value.expect("it was searched"))
        });
        let values = values.collect::<Result<Vec<f64>, TooLarge>>();
        (self.settings, self.n_nodes) = saved;
        values.map_err(|_| TooLarge(self.settings.n_nodes_max))
    }

    /// The moves that make up a side's choice.
    fn edge(&self, decision: &Decision<'_, G>, side: Side, joint: &[G::Move]) -> String {
        let name = |role: &RoleId| self.game.move_name(joint[role.index()]);
        let roles = self.sides.roles(side);
        let choosing = roles.iter().filter(|role| decision.legal[role.index()].len() > 1);
        let names: Vec<String> = choosing.map(name).collect();
        if names.is_empty() { roles.iter().map(name).collect::<Vec<_>>() } else { names }.join(" ")
    }

    fn count(&mut self) -> Result<(), TooLarge> {
        self.n_nodes += 1;
        match self.n_nodes > self.settings.n_nodes_max {
            true => Err(TooLarge(self.settings.n_nodes_max)),
            false => Ok(()),
        }
    }
}

impl Node {
    fn new(kind: Kind, window: Window) -> Self {
        Self {
            kind,
            edge: String::new(),
            probability: None,
            window,
            value: None,
            bounds: (f64::NEG_INFINITY, f64::INFINITY),
            cut: None,
            is_on_line: false,
            board: String::new(),
            children: Vec::new(),
        }
    }

    fn settle(&mut self, value: f64) {
        self.value = Some(value);
        self.bounds = (value, value);
    }

    /// Removes the values of a subtree that was not searched. The bounds of its leaves keep
    /// their values.
    fn forget(&mut self) {
        self.value = None;
        self.children.iter_mut().for_each(Node::forget);
    }
}

impl Cut {
    fn if_due(value: f64, window: Window, is_beta: bool) -> Option<Self> {
        let bound = if is_beta { window.beta } else { window.alpha };
        let is_due = if is_beta { value >= bound } else { value <= bound };
        is_due.then_some(Self { value, bound, is_beta })
    }
}

/// Marks the line of best play: the first child with the value of its parent, and all outcomes
/// of chance.
fn mark_line(node: &mut Node) {
    node.is_on_line = true;
    let value = node.value;
    match node.kind {
        Kind::Chance => node.children.iter_mut().for_each(mark_line),
        _ => {
            let best = node.children.iter_mut().find(|child| child.value == value);
            if let Some(best) = best {
                mark_line(best);
            }
        }
    }
}

//! Game trees in the notation of textbooks.
//!
//! ```text
//! tree   = number | "(" kind child { child } ")"
//! kind   = "max" | "min" | "chance"
//! child  = [ weight ":" ] [ label ":" ] tree
//! ```
//!
//! The numbers at the leaves are their values to `max`. If all of them are whole numbers from 0
//! to 100, they are goals: the leaves are terminal, and `min` gets the rest to 100. Textbooks
//! also have leaves such as 2.1, 400 or -3. A tree with such a number has *open* leaves: the
//! game is not over there, every role waits for ever, and only the evaluator `leaf` returns the
//! numbers. In both cases a search of the whole tree with `eval=leaf` finds the value in the
//! textbook. Numbers outside 0 to 100 exceed the default range of searches, which must be set
//! to the tree's [range](TreeGame::range).
//!
//! Chance draws each of its moves with equal probability. So an outcome with any weight (`0.9`
//! or `1/36`) is represented by several equal moves: `(chance 0.9:3 0.1:7)` has ten moves, of
//! which nine lead to the 3.

mod read;

use std::fmt;
use std::ops::Range;

use ludex_game::{
    Evaluator, Game, Goal, NamedEvaluator, Playable, PositionText, PositionTextOf, Role, RoleId,
    SearchSupport,
};

pub use read::TreeError;

/// A game tree as a game of `max`, `min` and, if there are chance nodes,
/// `random`.
///
/// ```
/// use ludex_game::{Game, RoleId};
/// use ludex_search::TreeGame;
///
/// let tree: TreeGame = "(max left:(min 3 12 8) right:(min 2 4 6))".parse().unwrap();
/// let (mut state, mut moves) = (tree.initial(), Vec::new());
/// tree.legal_moves(&state, TreeGame::MAX, &mut moves);
/// assert_eq!(tree.move_name(moves[1]), "right");
///
/// tree.apply(&mut state, &[moves[1], ludex_search::TreeMove::Wait]);
/// assert_eq!(tree.text(&state), "(min 2 4 6)");
///
/// let error = "(max (min 3 12)".parse::<TreeGame>().unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: `(` is never closed");
/// ```
#[derive(Clone, Debug)]
pub struct TreeGame {
    roles: Vec<Role>,
    /// The nodes, parents before children.
    nodes: Vec<Node>,
    /// The moves of all nodes, concatenated.
    moves: Vec<TreeMove>,
    has_open_leaves: bool,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeState(u32);

/// A move to a child, or to wait while another role moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TreeMove {
    /// Not this role's turn.
    Wait,
    /// To a node. An outcome of greater probability has several copies.
    Go {
        /// The number of the node.
        to: u32,
        /// Number of the copy among several moves to the same node.
        copy: u16,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Max,
    Min,
    Chance,
    Leaf(f64),
}

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    /// The name of the move to this node.
    name: String,
    has_label: bool,
    moves: Range<usize>,
}

impl TreeGame {
    /// The role that maximises.
    pub const MAX: RoleId = RoleId(0);
    /// The role that minimises.
    pub const MIN: RoleId = RoleId(1);

    /// A tree in which `max` and `min` take turns, every inner node has `branching` children,
    /// and all leaves are `depth` moves from the root. Leaves are numbered from left to right.
    ///
    /// ```
    /// use ludex_game::Game;
    /// use ludex_search::TreeGame;
    ///
    /// let tree = TreeGame::uniform(2, 2, |leaf| leaf as f64);
    /// assert_eq!(tree.text(&tree.initial()), "(max (min 0 1) (min 2 3))");
    /// ```
    pub fn uniform(branching: usize, depth: u32, mut leaf: impl FnMut(usize) -> f64) -> Self {
        fn grow(
            branching: usize,
            depth: u32,
            is_max: bool,
            n_leaves: &mut usize,
            leaf: &mut dyn FnMut(usize) -> f64,
        ) -> Plan {
            if depth == 0 {
                *n_leaves += 1;
                return Plan::leaf(leaf(*n_leaves - 1));
            }
            let children = (0..branching)
                .map(|_| Child::of(grow(branching, depth - 1, !is_max, n_leaves, leaf)))
                .collect();
            Plan { kind: if is_max { Kind::Max } else { Kind::Min }, children }
        }
        assert!(branching > 0, "a node that is no leaf has children");
        Self::planted(grow(branching, depth, true, &mut 0, &mut leaf))
    }

    /// The least and the greatest number at the leaves, or 0 to 100 if that is wider: the range
    /// of values of all positions to any role.
    ///
    /// ```
    /// use ludex_search::TreeGame;
    ///
    /// assert_eq!("(max 1 400)".parse::<TreeGame>().unwrap().range(), (-300.0, 400.0));
    /// ```
    pub fn range(&self) -> (f64, f64) {
        let (mut low, mut high) = (0.0f64, 100.0f64);
        for node in &self.nodes {
            if let Kind::Leaf(number) = node.kind {
                low = low.min(number).min(100.0 - number);
                high = high.max(number).max(100.0 - number);
            }
        }
        (low, high)
    }

    /// Number of leaves.
    pub fn n_leaves(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.kind, Kind::Leaf(_))).count()
    }

    /// The number at a leaf; `None` for other nodes.
    pub fn number(&self, state: &TreeState) -> Option<f64> {
        match self.node(state).kind {
            Kind::Leaf(number) => Some(number),
            _ => None,
        }
    }

    /// The tree below a node, in the notation of the module.
    pub fn text(&self, state: &TreeState) -> String {
        let mut text = String::new();
        self.write(state.0 as usize, &mut text);
        text
    }

    /// The game of a tree.
    fn planted(plan: Plan) -> Self {
        let roles = vec![Role::player("max"), Role::player("min")];
        let mut tree = Self { roles, nodes: Vec::new(), moves: Vec::new(), has_open_leaves: false };
        tree.plant(plan, "root".into(), false);
        if tree.nodes.iter().any(|node| node.kind == Kind::Chance) {
            tree.roles.push(Role::chance("random"));
        }
        let is_goal = |number: f64| number.fract() == 0.0 && (0.0..=100.0).contains(&number);
        tree.has_open_leaves = tree
            .nodes
            .iter()
            .any(|node| matches!(node.kind, Kind::Leaf(number) if !is_goal(number)));
        tree
    }

    /// Adds a node and its subtree, and returns its number.
    fn plant(&mut self, plan: Plan, name: String, has_label: bool) -> u32 {
        let at = self.nodes.len();
        self.nodes.push(Node { kind: plan.kind, name, has_label, moves: 0..0 });
        let mut moves = Vec::new();
        for (child, place) in plan.children.into_iter().zip(1..) {
            let has_label = child.label.is_some();
            let name = child.label.unwrap_or_else(|| format!("{place}"));
            let to = self.plant(child.tree, name, has_label);
            moves.extend((0..child.n_copies).map(|copy| TreeMove::Go { to, copy }));
        }
        let first = self.moves.len();
        self.moves.extend(moves);
        self.nodes[at].moves = first..self.moves.len();
        u32::try_from(at).expect("a tree has fewer than four billion nodes")
    }

    fn node(&self, state: &TreeState) -> &Node {
        &self.nodes[state.0 as usize]
    }

    /// The role on turn at a node, if any.
    fn turn(&self, node: &Node) -> Option<usize> {
        match node.kind {
            Kind::Max => Some(0),
            Kind::Min => Some(1),
            Kind::Chance => Some(2),
            Kind::Leaf(_) => None,
        }
    }

    fn write(&self, at: usize, text: &mut String) {
        let node = &self.nodes[at];
        let kind = match node.kind {
            Kind::Leaf(number) => return text.push_str(&number.to_string()),
            Kind::Max => "max",
            Kind::Min => "min",
            Kind::Chance => "chance",
        };
        text.push('(');
        text.push_str(kind);
        let moves = &self.moves[node.moves.clone()];
        for copies in moves.chunk_by(|one, next| target(*one) == target(*next)) {
            let Some(to) = target(copies[0]) else { continue };
            text.push(' ');
            if copies.len() < moves.len() && node.kind == Kind::Chance {
                text.push_str(&format!("{}/{}:", copies.len(), moves.len()));
            }
            if self.nodes[to].has_label {
                text.push_str(&format!("{}:", self.nodes[to].name));
            }
            self.write(to, text);
        }
        text.push(')');
    }
}

fn target(mv: TreeMove) -> Option<usize> {
    match mv {
        TreeMove::Wait => None,
        TreeMove::Go { to, .. } => Some(to as usize),
    }
}

/// A parsed tree.
#[derive(Clone, Debug)]
struct Plan {
    kind: Kind,
    children: Vec<Child>,
}

/// A subtree and the move to it.
#[derive(Clone, Debug)]
struct Child {
    label: Option<String>,
    n_copies: u16,
    tree: Plan,
}

impl Plan {
    fn leaf(number: f64) -> Self {
        Self { kind: Kind::Leaf(number), children: Vec::new() }
    }
}

impl Child {
    fn of(tree: Plan) -> Self {
        Self { label: None, n_copies: 1, tree }
    }
}

impl fmt::Display for TreeGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&self.initial()))
    }
}

impl Game for TreeGame {
    type State = TreeState;
    type Move = TreeMove;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> TreeState {
        TreeState(0)
    }

    fn is_terminal(&self, state: &TreeState) -> bool {
        !self.has_open_leaves && matches!(self.node(state).kind, Kind::Leaf(_))
    }

    fn legal_moves(&self, state: &TreeState, role: RoleId, moves: &mut Vec<TreeMove>) {
        moves.clear();
        let node = self.node(state);
        if self.turn(node) == Some(role.index()) {
            moves.extend_from_slice(&self.moves[node.moves.clone()]);
        } else {
            moves.push(TreeMove::Wait);
        }
    }

    fn apply(&self, state: &mut TreeState, joint: &[TreeMove]) {
        for &mv in joint {
            if let TreeMove::Go { to, .. } = mv {
                *state = TreeState(to);
            }
        }
    }

    fn goal(&self, state: &TreeState, role: RoleId) -> Goal {
        match self.node(state).kind {
            Kind::Leaf(number) if !self.has_open_leaves && role.index() < 2 => {
                Goal::new(for_role(number, role) as u8).unwrap_or(Goal::MIN)
            }
            _ => Goal::MIN,
        }
    }

    fn move_name(&self, mv: TreeMove) -> String {
        match mv {
            TreeMove::Wait => "wait".into(),
            TreeMove::Go { to, copy: 0 } => self.nodes[to as usize].name.clone(),
            TreeMove::Go { to, copy } => format!("{}#{}", self.nodes[to as usize].name, copy + 1),
        }
    }
}

impl SearchSupport for TreeGame {}

impl Playable for TreeGame {
    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        vec![NamedEvaluator {
            name: "leaf",
            about: "the number at the leaf, less than 100 by it for min; 50 above the leaves",
            make: |_| Box::new(LeafValue),
        }]
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

impl PositionText for TreeGame {
    fn show(&self, state: &TreeState) -> String {
        self.text(state)
    }
}

/// The number at a leaf, unscaled.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeafValue;

impl Evaluator<TreeGame> for LeafValue {
    fn evaluate(&mut self, game: &TreeGame, state: &TreeState, role: RoleId) -> f64 {
        game.number(state).map_or(50.0, |number| for_role(number, role))
    }
}

/// The value of a number to a role: `min` has the rest to 100, as with goals.
fn for_role(number: f64, role: RoleId) -> f64 {
    if role == TreeGame::MAX { number } else { 100.0 - number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_game::{conformance, rng};

    #[test]
    fn trees_keep_to_the_rules_of_games() {
        for text in ["(max (min 3 12 8) 5 (min 2 4))", "(max 0.5 (chance 0.9:400 0.1:-3))", "7"] {
            let tree: TreeGame = text.parse().unwrap();
            conformance::check(&mut rng(1, 0), &tree, 20, 20).unwrap();
        }
    }

    #[test]
    fn trees_print_as_they_are_read() {
        for text in ["(max (min 3 12 8) a:(min 2 b:4))", "(chance 9/10:x:3 1/10:(max 2.5 -4))"] {
            assert_eq!(text.parse::<TreeGame>().unwrap().to_string(), text);
        }
        let uniform: TreeGame = "(chance 1 2 (min 3))".parse().unwrap();
        assert_eq!(uniform.to_string(), "(chance 1/3:1 1/3:2 1/3:(min 3))");
    }

    #[test]
    fn goals_are_for_whole_numbers_up_to_a_hundred() {
        let tree: TreeGame = "(max 30 100)".parse().unwrap();
        let leaf = TreeState(1);
        assert!(tree.is_terminal(&leaf));
        assert_eq!(tree.goal(&leaf, TreeGame::MAX).value(), 30);
        assert_eq!(tree.goal(&leaf, TreeGame::MIN).value(), 70);
        let open: TreeGame = "(max 30 101)".parse().unwrap();
        assert!(!open.is_terminal(&leaf));
        assert_eq!(LeafValue.evaluate(&open, &TreeState(2), TreeGame::MIN), -1.0);
    }
}

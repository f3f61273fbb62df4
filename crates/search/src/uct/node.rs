//! Nodes and edges of the tree.

use ludex_game::{Game, RoleId};

/// A link to a node: its place in the pool and the generation of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId {
    pub(super) at: u32,
    pub(super) generation: u32,
}

/// The link of an edge that was not followed yet.
pub(super) const NOWHERE: NodeId = NodeId { at: u32::MAX, generation: 0 };

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    pub(super) state: S,
    pub(super) key: u64,
    /// The number of nodes that have been in this place. A link with another
    /// number is stale.
    pub(super) generation: u32,
    /// Playouts made through this node.
    pub(super) visits: u32,
    /// Those of them that went through edges which have left the selection: the
    /// sums of the node do not have their values.
    pub(super) retired: u32,
    /// Visits under way.
    pub(super) pending: u32,
    /// All edges, those of each role together, in the order of roles.
    pub(super) first_edge: u32,
    pub(super) n_edges: u32,
    /// The edges of the one role that has a choice; in a [`Kind::Stage`], the first
    /// number is the place of the stage.
    pub(super) first_choice: u32,
    pub(super) n_choices: u32,
    /// The number of these that have a hint. They are the first.
    pub(super) n_hinted: u16,
    /// Plies to the end of the game under best play, if the value is certain.
    pub(super) distance: u16,
    /// The last descent that visited the node.
    pub(super) descent: u32,
    pub(super) kind: Kind,
    /// Whether the values of all players are certain.
    pub(super) is_proven: bool,
    /// Whether some edge has left the selection.
    pub(super) has_retired: bool,
    /// The number of times that the clock hand spares the node.
    pub(super) recency: u8,
}

/// The kind of a node: which roles have a choice there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The place is free.
    Free,
    /// The moves are not known yet.
    Unexpanded,
    /// One role, or none: then it is the first role, with a single edge.
    Choice(RoleId),
    /// One chance role.
    Chance,
    /// Two players, with few enough pairs of moves for a table.
    Stage,
    /// Several roles, each of which chooses on its own.
    Simultaneous,
    /// The game is over.
    End,
    /// The game is not over, and some role has no move.
    Stuck,
}

/// Whether an edge takes part in the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It does.
    Open,
    /// Its value is not certain, but cannot exceed that of another edge.
    Beaten,
    /// Its value is certain.
    Proven,
}

/// One role's move in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    pub(super) role: u8,
    pub(super) standing: Standing,
    pub(super) pending: u16,
    pub(super) visits: u32,
    /// The value to its role, from 0 to 1.
    pub(super) value: f32,
    /// The node that follows, where no other role has a choice.
    pub(super) child: NodeId,
}

impl<M> Edge<M> {
    pub(super) fn new(role: RoleId, mv: M) -> Self {
        let (standing, pending, visits, value) = (Standing::Open, 0, 0, 0.0);
        Self { mv, role: role.0, standing, pending, visits, value, child: NOWHERE }
    }

    pub(super) fn is_open(&self) -> bool {
        self.standing == Standing::Open
    }

    pub(super) fn is_proven(&self) -> bool {
        self.standing == Standing::Proven
    }

    /// The weight of the move of a chance role in the position of its node.
    pub(super) fn chance_weight<G: Game<Move = M>>(&self, game: &G, state: &G::State) -> f64
    where
        M: Copy,
    {
        f64::from(game.chance_weight(state, RoleId(self.role), self.mv))
    }

    /// Counts visits as under way.
    pub(super) fn begin(&mut self, count: u32) {
        self.pending = self.pending.saturating_add(count as u16);
    }

    /// Counts visits as no longer under way.
    pub(super) fn end(&mut self, count: u32) {
        self.pending = self.pending.saturating_sub(count as u16);
    }
}

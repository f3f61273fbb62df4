//! Nodes and edges.

use ludex_game::{Game, RoleId};

/// A node's place in the tree, and which of the nodes that were there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId {
    pub(super) at: u32,
    pub(super) generation: u32,
}

/// No node has this place.
pub(super) const NOWHERE: NodeId = NodeId { at: u32::MAX, generation: 0 };

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    pub(super) state: S,
    pub(super) key: u64,
    /// How many nodes have been in this place: a link with another
    /// number remembers a node that was forgotten.
    pub(super) generation: u32,
    pub(super) visits: u32,
    /// Visits under way.
    pub(super) pending: u32,
    /// Its edges: those of each role, in the order of roles.
    pub(super) first_edge: u32,
    pub(super) n_edges: u32,
    /// The edges of the one role that has a choice.
    pub(super) first_choice: u32,
    pub(super) n_choices: u32,
    /// How many of these have a hint. They are the first.
    pub(super) n_hinted: u16,
    /// The last descent that came by.
    pub(super) descent: u32,
    pub(super) kind: Kind,
    /// Whether the value is certain.
    pub(super) is_proven: bool,
    /// How many times the hand of the clock spares it.
    pub(super) recency: u8,
}

/// Who decides what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The place is free.
    Free,
    /// Its moves are not known yet.
    Unexpanded,
    /// One role, or none: then it is the first role, with a single edge.
    Choice(RoleId),
    /// Nature alone.
    Chance,
    /// Several roles.
    Simultaneous,
    /// The game is over.
    End,
    /// The game is not over, and some role cannot move.
    Stuck,
}

/// One role's move in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    pub(super) role: u8,
    /// Whether the value is certain.
    pub(super) is_proven: bool,
    pub(super) pending: u16,
    pub(super) visits: u32,
    /// What it is worth to its role, from 0 to 1.
    pub(super) value: f32,
    /// The node it leads to, where no other role has a choice.
    pub(super) child: NodeId,
}

impl<M> Edge<M> {
    pub(super) fn new(role: RoleId, mv: M) -> Self {
        let (pending, visits, value) = (0, 0, 0.0);
        Self { mv, role: role.0, is_proven: false, pending, visits, value, child: NOWHERE }
    }

    /// The weight of the move of a chance role in the position of its node.
    pub(super) fn chance_weight<G: Game<Move = M>>(&self, game: &G, state: &G::State) -> f64
    where
        M: Copy,
    {
        f64::from(game.chance_weight(state, RoleId(self.role), self.mv))
    }

    /// Takes visits under way into account.
    pub(super) fn begin(&mut self, count: u32) {
        self.pending = self.pending.saturating_add(count as u16);
    }

    pub(super) fn end(&mut self, count: u32) {
        self.pending = self.pending.saturating_sub(count as u16);
    }
}

//! Patterns of facts in which a move wins, or keeps from losing.

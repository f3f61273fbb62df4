//! The players of one game.

/// A game to be played, and its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the game in its run; the source of its randomness, with the seed.
    pub number: u32,
    /// The number of the group: players that meet repeatedly.
    pub group: u32,
    /// The number of the group's games before this one.
    pub index: u32,
    /// The player in each role, in the order of roles; chance has none.
    pub players: Vec<usize>,
}

impl Pairing {
    /// The round of the game. In a round, each player of a group takes each role once, after
    /// the same opening.
    ///
    /// ```
    /// let pairing = ludex_arena::Pairing { number: 9, group: 0, index: 5, players: vec![1, 0] };
    /// assert_eq!(pairing.round(), 2);
    /// ```
    pub fn round(&self) -> u32 {
        self.index / self.players.len().max(1) as u32
    }
}

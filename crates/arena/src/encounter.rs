//! Who meets whom in one game.

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// Its number among all games of a run. All its randomness comes from it.
    pub number: u32,
    /// Players who meet again and again are a group.
    pub group: u32,
    /// How many games of the group come before.
    pub index: u32,
    /// The player in each role, in the order of roles; nature has none.
    pub players: Vec<usize>,
}

impl Encounter {
    /// In a round, a group's players take each role once, after the same opening.
    ///
    /// ```
    /// let encounter = arena::Encounter { number: 9, group: 0, index: 5, players: vec![1, 0] };
    /// assert_eq!(encounter.round(), 2);
    /// ```
    pub fn round(&self) -> u32 {
        self.index / self.players.len().max(1) as u32
    }
}

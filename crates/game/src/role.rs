//! The participants of a game.

use std::fmt;

/// The place of a role in [`Game::roles`](crate::Game::roles).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(pub u8);

impl RoleId {
    /// The role at a place in the list of roles.
    ///
    /// ```
    /// assert_eq!(ludex_game::RoleId::new(2).index(), 2);
    /// ```
    pub fn new(index: usize) -> Self {
        Self(u8::try_from(index).expect("a game has at most 255 roles"))
    }

    /// This role's place in joint moves and in lists of goals.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The kind of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoleKind {
    /// Chooses its moves in order to reach a high goal.
    Player,
    /// Chance: moves are drawn by their weights.
    Chance,
}

/// One participant of a game.
///
/// ```
/// use ludex_game::Role;
///
/// assert!(Role::chance("random").is_chance());
/// assert_eq!(Role::player("white").to_string(), "white");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    /// The name that the rules give it.
    pub name: String,
    /// Player or chance.
    pub kind: RoleKind,
}

impl Role {
    /// A role that plays to win.
    pub fn player(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: RoleKind::Player }
    }

    /// A role whose moves are drawn by lot.
    pub fn chance(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: RoleKind::Chance }
    }

    /// Whether the moves of this role are drawn by lot.
    #[inline]
    pub fn is_chance(&self) -> bool {
        self.kind == RoleKind::Chance
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

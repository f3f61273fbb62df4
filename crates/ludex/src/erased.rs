//! Games and positions without type parameters.

use std::sync::Arc;

use ludex_game::{Playable, Role, RoleId};

use crate::{Error, Result};

/// The object-safe part of a game.
pub(crate) trait ErasedGame: Send + Sync {
    fn roles(&self) -> &[Role];
    fn initial(&self) -> Box<dyn ErasedPosition>;
    fn read(&self, text: &str) -> Result<Box<dyn ErasedPosition>>;
}

/// The object-safe part of a position.
pub(crate) trait ErasedPosition: Send + Sync {
    fn roles(&self) -> &[Role];
    fn show(&self) -> String;
    fn is_terminal(&self) -> bool;
    fn legal_moves(&self, role: RoleId) -> Vec<String>;
    fn play(&mut self, joint: &[usize]);
    fn goal(&self, role: RoleId) -> u8;
    fn fault(&self) -> Option<String>;
    fn clone_box(&self) -> Box<dyn ErasedPosition>;
}

/// A game whose type is forgotten.
pub(crate) struct Handle<G: Playable>(pub Arc<G>);

struct PositionOf<G: Playable> {
    game: Arc<G>,
    state: G::State,
}

impl<G: Playable> ErasedGame for Handle<G> {
    fn roles(&self) -> &[Role] {
        self.0.roles()
    }

    fn initial(&self) -> Box<dyn ErasedPosition> {
        Box::new(PositionOf { game: Arc::clone(&self.0), state: self.0.initial() })
    }

    fn read(&self, text: &str) -> Result<Box<dyn ErasedPosition>> {
        let state = ludex_game::read_position(&*self.0, text)
            .map_err(|error| Error::Invalid(error.to_string()))?;
        Ok(Box::new(PositionOf { game: Arc::clone(&self.0), state }))
    }
}

impl<G: Playable> PositionOf<G> {
    fn moves(&self, role: RoleId) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(&self.state, role, &mut moves);
        moves
    }
}

impl<G: Playable> ErasedPosition for PositionOf<G> {
    fn roles(&self) -> &[Role] {
        self.game.roles()
    }

    fn show(&self) -> String {
        ludex_game::show_position(&*self.game, &self.state)
    }

    fn is_terminal(&self) -> bool {
        self.game.is_terminal(&self.state)
    }

    fn legal_moves(&self, role: RoleId) -> Vec<String> {
        self.moves(role).into_iter().map(|mv| self.game.move_name(mv)).collect()
    }

    fn play(&mut self, joint: &[usize]) {
        let roles = (0..joint.len()).map(RoleId::new);
        let joint: Vec<G::Move> =
            roles.zip(joint).map(|(role, &at)| self.moves(role)[at]).collect();
        self.game.apply(&mut self.state, &joint);
    }

    fn goal(&self, role: RoleId) -> u8 {
        self.game.goal(&self.state, role).value()
    }

    fn fault(&self) -> Option<String> {
        self.game.fault()
    }

    fn clone_box(&self) -> Box<dyn ErasedPosition> {
        Box::new(Self { game: Arc::clone(&self.game), state: self.state.clone() })
    }
}

//! Positions in which a player has a choice.

use ludex_game::{Choices, Game, Rng, RoleId, random_position};
use rand::Rng as _;

/// A position of a random game in which a player has a choice.
pub(super) fn random_choice<G: Game>(rng: &mut Rng, game: &G) -> Option<(G::State, RoleId)> {
    let mut choices = Choices::default();
    for _ in 0..1000 {
        let n_plies = rng.random_range(0..40);
        let state = random_position(rng, game, n_plies);
        choices.read(game, &state);
        let has_choice =
            |&role: &usize| choices.all()[role].len() > 1 && !game.roles()[role].is_chance();
        if let Some(role) = (0..game.roles().len()).find(has_choice) {
            return Some((state, RoleId::new(role)));
        }
    }
    None
}

//! A digest of the rules of a game over a fixed sample of positions.

use ludex_game::draw::{below, draw};
use ludex_game::{Game, RoleId};

/// A hash of 64 bits of the rules along a fixed sample of random games: roles, ends,
/// goals, and the names of all legal moves in their order.
///
/// Games with different digests have different rules. The converse does not hold: a
/// rule that none of the sampled positions needs may differ.
pub(crate) fn digest<G: Game>(game: &G) -> u64 {
    let mut sum = Sum(FNV_OFFSET);
    for role in game.roles() {
        sum.text(&role.name);
        sum.byte(u8::from(role.is_chance()));
    }
    (0..N_GAMES).for_each(|number| sample(game, number, &mut sum));
    sum.0
}

/// The number of games of the sample.
const N_GAMES: u64 = 8;

/// The number of plies after which a game of the sample is left.
const N_PLIES_MAX: u32 = 200;

/// The seed of the sample. Another seed gives other digests.
const SEED: u64 = 1;

/// Adds the positions of one random game.
fn sample<G: Game>(game: &G, number: u64, sum: &mut Sum) {
    let (mut state, mut moves) = (game.initial(), Vec::new());
    let roles = || (0..game.roles().len()).map(RoleId::new);
    for ply in 0..N_PLIES_MAX {
        sum.byte(u8::from(game.is_terminal(&state)));
        if game.is_terminal(&state) {
            roles().for_each(|role| sum.byte(game.goal(&state, role).value()));
            return;
        }
        let mut joint = Vec::new();
        for role in roles() {
            game.legal_moves(&state, role, &mut moves);
            moves.iter().for_each(|&mv| sum.text(&game.move_name(mv)));
            sum.byte(0);
            let at = below(draw(SEED, number, ply, role.index()), moves.len());
            joint.extend(moves.get(at));
        }
        if joint.len() < game.roles().len() {
            return;
        }
        game.apply(&mut state, &joint);
    }
}

/// An FNV-1a hash, which is the same on every machine.
struct Sum(u64);

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

impl Sum {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
    }

    /// Adds a text and its end.
    fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.byte(byte));
        self.byte(0xff);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_game::examples::Nim;

    #[test]
    fn other_rules_have_another_digest() {
        assert_eq!(digest(&Nim::new(&[3, 4])), digest(&Nim::new(&[3, 4])));
        assert_ne!(digest(&Nim::new(&[3, 4])), digest(&Nim::new(&[4, 3])));
    }
}

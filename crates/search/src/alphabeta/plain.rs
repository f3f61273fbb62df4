//! The search of a position where one role chooses, without move ordering.
//!
//! Faster than the general search, which supports joint moves of several roles and sorted
//! options.

use ludex_game::{Playable, RoleId};

use super::AlphaBeta;
use super::node::{seen, seen_outcome};
use super::outcome::{Outcome, Window};
use crate::Side;

impl<G: Playable> AlphaBeta<G> {
    /// The value of the position in a ply's frame, where it is a role's turn.
    pub(super) fn choose_in_order(
        &mut self,
        role: RoleId,
        ply: usize,
        depth: u32,
        window: Window,
    ) -> Outcome {
        let side = if role == self.sides.own() { Side::Own } else { Side::Others };
        // From here on, values are from the view of this side, which maximises.
        let Window { mut alpha, beta } = seen(side, window);
        let (mut best, mut best_option) = (Outcome::LEAST, 0);
        for option in 0..self.frames[ply].choices.of(role).len() {
            let frame = &mut self.frames[ply];
            frame.joint[role.index()] = frame.choices.of(role)[option];
            frame.option = option as u32;
            self.make(ply);
            let window = Window::new(alpha, beta);
            let outcome = seen_outcome(side, self.node(ply + 1, depth - 1, seen(side, window)));
            if self.budget.is_over() {
                return Outcome::UNKNOWN;
            }
            if outcome.value > best.value {
                best_option = option as u32;
                if ply == 0 && side == Side::Own {
                    self.root.best = Some((best_option, outcome.value));
                }
                if outcome.value > alpha || ply == 0 {
                    let (upper, lower) = self.frames.split_at_mut(ply + 1);
                    upper[ply].expect(if window.is_open() { lower[0].line() } else { &[] });
                }
            }
            best = best.max(outcome);
            alpha = alpha.max(best.value);
            if alpha >= beta {
                // The options after a cut may have a higher value.
                best.is_ceiling = false;
                break;
            }
        }
        self.frames[ply].best = Some(best_option);
        seen_outcome(side, best)
    }
}

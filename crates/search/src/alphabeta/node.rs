//! The search of one position.

use ludex_game::{Game, Playable, Turn};

use super::foresight;
use super::frame::Frame;
use super::order::{self, rank};
use super::outcome::{Outcome, Window};
use super::transposition::{Bound, Entry};
use super::{AlphaBeta, Settings};
use crate::{Seen, Side, Sides};

impl<G: Playable> AlphaBeta<G> {
    /// The value of the position in a ply's frame, from the view of the searching role.
    pub(super) fn node(&mut self, ply: usize, depth: u32, window: Window) -> Outcome {
        // Step 1. Limits.
        if !self.budget.spend() {
            return Outcome::UNKNOWN;
        }
        let frame = &mut self.frames[ply];
        frame.clear_line(Side::Own);

        // Step 2. The game is over, or the search is.
        if self.game.is_terminal(&frame.state) {
            self.budget.add_leaf();
            return self.result(ply);
        }
        // The root is searched in any case: the caller needs a move.
        if self.probe.is_some()
            && ply > 0
            && let Some(outcome) = self.probed(ply, window)
        {
            return outcome;
        }
        if depth == 0 {
            return self.estimate(ply);
        }

        // Step 3. The table.
        let frame = &mut self.frames[ply];
        let key = match &self.table {
            None => 0,
            Some(_) => frame.key.unwrap_or_else(|| {
                ludex_game::draw::mix(self.game.key(&frame.state) ^ self.role_key)
            }),
        };
        let known = self.table.as_ref().and_then(|table| table.probe(key));
        let mut first = known.and_then(|entry| entry.best);
        if let Some((option, _)) = frame.known {
            first = Some(option);
        } else if ply == 0 {
            // The root is searched in any case: the caller needs a move.
            first = self.root.first.or(first);
        } else if let Some(outcome) = known.and_then(|entry| entry.answer(depth, window)) {
            return outcome;
        }

        // Step 4. Legal moves.
        let turn = frame.open(&self.game);
        match turn {
            Turn::Stuck => {
                self.seen.see_stuck();
                return self.estimate(ply);
            }
            Turn::Simultaneous => self.seen.see_choices(&self.sides, frame.choices.all()),
            _ => {}
        }

        // Step 5. Enhanced transposition cutoffs.
        if let Turn::Player(role) = turn
            && depth >= foresight::DEPTH_MIN
            && self.settings.foresight
            && self.table.is_some()
            && ply > 0
            && let Some(outcome) = self.foresee(role, ply, depth, window)
        {
            // A new lookup is as fast as a table entry of its own.
            return outcome;
        }

        // Step 6. The searching role, its opponents and chance choose.
        let outcome = match turn {
            Turn::Player(role) if self.settings.is_plain() && first.is_none() => {
                self.choose_in_order(role, ply, depth, window)
            }
            _ => self.choose(Side::Own, ply, depth, window, first),
        };
        if self.budget.is_over() {
            return outcome;
        }
        let outcome = outcome.within(self.settings.range);

        // Step 7. Store in the table.
        if let Some(table) = &mut self.table {
            let bound = match outcome.value {
                value if value <= window.alpha => Bound::Upper,
                value if value >= window.beta => Bound::Lower,
                _ => Bound::Exact,
            };
            table.store(key, Entry { outcome, bound, depth, best: self.frames[ply].best });
        }
        outcome
    }

    /// The result of the terminal position in a ply's frame.
    pub(super) fn result(&mut self, ply: usize) -> Outcome {
        let Self { game, seen, sides, settings, .. } = self;
        result(&**game, seen, sides, settings, &self.frames[ply].state)
    }

    /// The outcome of the probe, if it is exact or outside the window.
    fn probed(&mut self, ply: usize, window: Window) -> Option<Outcome> {
        let probe = self.probe.as_ref()?;
        let known = probe.probe(&self.game, &self.frames[ply].state, self.sides.own())?;
        let outcome = match known {
            known if known.low == known.high => Outcome::certain(known.low),
            known if known.low >= window.beta => {
                Outcome { value: known.low, is_floor: true, is_ceiling: false }
            }
            known if known.high <= window.alpha => {
                Outcome { value: known.high, is_floor: false, is_ceiling: true }
            }
            _ => return None,
        };
        self.budget.add_leaf();
        let (low, high) = self.settings.range;
        if outcome.value < low || outcome.value > high {
            self.seen.see_clamped();
        }
        Some(Outcome { value: outcome.value.clamp(low, high), ..outcome })
    }

    /// The value by the evaluator.
    pub(super) fn estimate(&mut self, ply: usize) -> Outcome {
        self.budget.add_leaf();
        let state = &self.frames[ply].state;
        let value = self.evaluator.evaluate(&self.game, state, self.sides.own());
        let (low, high) = self.settings.range;
        Outcome::estimate(value.clamp(low, high))
    }

    /// The value where the searching role or its opponents choose. `first` is the option to
    /// search first.
    fn choose(
        &mut self,
        side: Side,
        ply: usize,
        depth: u32,
        window: Window,
        first: Option<u32>,
    ) -> Outcome {
        let frame = &mut self.frames[ply];
        let n_options = self.sides.n_options(side, frame.choices.all());
        if n_options == 1 {
            let outcome = self.leave(side, ply, depth, window, first);
            self.frames[ply].take_line(side);
            return outcome;
        }
        frame.clear_line(side);
        self.order(side, ply, n_options, first);

        // From here on, values are from the view of this side, which maximises.
        let Window { mut alpha, beta } = seen(side, window);
        let (mut best, mut best_option) = (Outcome::LEAST, 0);
        for at in 0..n_options {
            let frame = &mut self.frames[ply];
            let option = frame.orders[side as usize][at].1;
            self.sides.set(side, option as usize, frame.choices.all(), &mut frame.joint);
            frame.option = option;
            let outcome = match frame.known.take() {
                Some((_, outcome)) => seen_outcome(side, outcome),
                None => self.try_option(side, ply, depth, Window::new(alpha, beta), at),
            };
            if self.budget.is_over() {
                return Outcome::UNKNOWN;
            }
            if outcome.value > best.value {
                best_option = option;
                if ply == 0 && side == Side::Own {
                    self.root.best = Some((option, outcome.value));
                }
                if outcome.value > alpha || ply == 0 {
                    self.frames[ply].choose_line(side);
                }
            }
            best = best.max(outcome);
            alpha = alpha.max(best.value);
            if alpha >= beta {
                // The options after a cut may have a higher value.
                best.is_ceiling = false;
                self.reward(side, ply, depth, option);
                break;
            }
        }
        self.frames[ply].best = Some(best_option);
        seen_outcome(side, best)
    }

    /// The value of the option in the joint move, from the view of the side.
    fn try_option(
        &mut self,
        side: Side,
        ply: usize,
        depth: u32,
        window: Window,
        at: usize,
    ) -> Outcome {
        let Settings { pvs, .. } = self.settings;
        let mut search = |window| {
            let outcome = self.leave(side, ply, depth, seen(side, window), None);
            seen_outcome(side, outcome)
        };
        if at == 0 || !pvs || !window.is_open() {
            return search(window);
        }
        // Principal variation search: most likely the option is no better than the best one so
        // far, and a null window shows that at less cost than the exact value.
        let outcome = search(Window::above(window.alpha));
        if outcome.value > window.alpha && outcome.value < window.beta {
            return search(window);
        }
        outcome
    }

    /// The value after a side's choice.
    #[inline]
    fn leave(
        &mut self,
        side: Side,
        ply: usize,
        depth: u32,
        window: Window,
        first: Option<u32>,
    ) -> Outcome {
        match side {
            Side::Own => self.choose(Side::Others, ply, depth, window, first),
            _ => self.chance(ply, depth, window),
        }
    }

    /// The value after the joint move of a ply's frame.
    pub(super) fn child(&mut self, ply: usize, depth: u32, window: Window) -> Outcome {
        self.make(ply);
        let outcome = self.node(ply + 1, depth - 1, window);
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        if window.is_open() {
            upper[ply].set_line(lower[0].line());
        } else {
            upper[ply].clear_line(Side::Chance);
        }
        outcome
    }

    /// Makes the joint move of a ply's frame and writes the successor to the next frame.
    pub(super) fn make(&mut self, ply: usize) {
        if self.frames.len() == ply + 1 {
            self.frames.push(Frame::new(self.frames[ply].state.clone()));
        }
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let (frame, next) = (&upper[ply], &mut lower[0]);
        if frame.is_prepared {
            let child = &frame.children[frame.option as usize];
            next.state.clone_from(&child.state);
            next.key = child.key;
        } else {
            next.state.clone_from(&frame.state);
            self.game.apply(&mut next.state, &frame.joint);
            next.key = None;
        }
    }

    /// Lists the options of a side in search order.
    pub(super) fn order(&mut self, side: Side, ply: usize, n_options: usize, first: Option<u32>) {
        let frame = &mut self.frames[ply];
        let options = &mut frame.orders[side as usize];
        options.clear();
        options.extend((0..n_options as u32).map(|option| (0, option)));
        let settings = &self.settings;
        // Options that are moves of several roles have no rank.
        let mover = match self.sides.roles(side) {
            [role] => Some(*role),
            _ => None,
        };
        if let (Some(role), true) = (mover, settings.orders_moves()) {
            let moves = frame.choices.of(role);
            for (rank_of, &mv) in options.iter_mut().zip(moves) {
                let promise = match settings.promise {
                    true => self.game.move_order(&frame.state, role, mv),
                    false => 0,
                };
                let killer = match settings.killers {
                    true => frame.killers[side as usize].rank(mv),
                    false => 0,
                };
                let history = if settings.history { self.history.count(role, mv) } else { 0 };
                rank_of.0 = rank(promise, killer, history);
            }
        } else if first.is_none() {
            return;
        }
        // A mirror image may have the same key but fewer options.
        if let Some(option) = first.and_then(|first| options.get_mut(first as usize)) {
            option.0 = order::FIRST;
        }
        order::sort(options);
    }

    /// Counts an option that caused a cutoff in the killers and the history.
    fn reward(&mut self, side: Side, ply: usize, depth: u32, option: u32) {
        let [role] = *self.sides.roles(side) else { return };
        let frame = &mut self.frames[ply];
        let mv = frame.choices.of(role)[option as usize];
        if self.settings.killers {
            frame.killers[side as usize].add(mv);
        }
        if self.settings.history {
            self.history.add(role, mv, depth);
        }
    }
}

/// The result of a terminal position.
pub(super) fn result<G: Game>(
    game: &G,
    seen: &mut Seen,
    sides: &Sides,
    settings: &Settings,
    state: &G::State,
) -> Outcome {
    seen.see_end(game, state);
    let goal = f64::from(game.goal(state, sides.own()).value());
    let (low, high) = settings.range;
    if goal < low || goal > high {
        seen.see_clamped();
    }
    Outcome::certain(goal.clamp(low, high))
}

/// A window from the view of a side.
#[inline]
pub(super) fn seen(side: Side, window: Window) -> Window {
    if side == Side::Own { window } else { window.flipped() }
}

/// Converts an outcome between the views of the searching role and of a side.
#[inline]
pub(super) fn seen_outcome(side: Side, outcome: Outcome) -> Outcome {
    if side == Side::Own { outcome } else { outcome.flipped() }
}

//! Pruning where chance decides, after Ballard (1983).
//!
//! The value of a chance node is the mean of its outcomes by weight. Once some outcomes are
//! valued, the others can move the mean only within bounds, since all values are inside the
//! range. *Star1* derives a window for each outcome from these bounds. *Star2* first searches a
//! single move after each outcome: a move of the searching role bounds the outcome from below,
//! a move of the opponents from above.

use ludex_game::{Playable, Turn};

use super::outcome::{Outcome, Window};
use super::{AlphaBeta, Star};
use crate::Side;

/// The mean of weighted outcomes, some of which are not valued yet.
struct Mean {
    /// The weight of all outcomes.
    total: f64,
    window: Window,
    /// The weighted sum of the valued outcomes.
    sum: f64,
    is_floor: bool,
    is_ceiling: bool,
    /// The weight of the next outcome.
    weight: f64,
    /// The least and greatest weighted sum of the outcomes after the next.
    rest: (f64, f64),
}

impl Mean {
    /// The window for the next outcome, whose bounds are no longer part of `rest`.
    fn window(&self) -> Window {
        let alpha = (self.window.alpha * self.total - self.sum - self.rest.1) / self.weight;
        let beta = (self.window.beta * self.total - self.sum - self.rest.0) / self.weight;
        // Rounding must not close the window.
        Window::new(alpha, beta.max(alpha.next_up()))
    }

    /// Adds an outcome. Returns the mean if it is outside the window for any values of the
    /// rest.
    fn add(&mut self, outcome: Outcome) -> Option<Outcome> {
        let Window { alpha, beta } = self.window();
        self.sum += self.weight * outcome.value;
        self.is_floor &= outcome.is_floor;
        self.is_ceiling &= outcome.is_ceiling;
        if outcome.value <= alpha {
            return Some(self.at_most(self.rest.1));
        }
        (outcome.value >= beta).then(|| self.at_least(self.rest.0))
    }

    fn at_most(&self, rest: f64) -> Outcome {
        let value = ((self.sum + rest) / self.total).min(self.window.alpha);
        Outcome { value, is_floor: false, is_ceiling: self.is_ceiling }
    }

    fn at_least(&self, rest: f64) -> Outcome {
        let value = ((self.sum + rest) / self.total).max(self.window.beta);
        Outcome { value, is_floor: self.is_floor, is_ceiling: false }
    }

    fn outcome(&self) -> Outcome {
        let Self { is_floor, is_ceiling, .. } = *self;
        Outcome { value: self.sum / self.total, is_floor, is_ceiling }
    }
}

impl<G: Playable> AlphaBeta<G> {
    /// The value of a chance node.
    pub(super) fn chance(&mut self, ply: usize, depth: u32, window: Window) -> Outcome {
        let n_options = self.sides.n_options(Side::Chance, self.frames[ply].choices.all());
        if n_options == 1 {
            return self.child(ply, depth, window);
        }
        let outcome = match self.settings.star {
            Star::Off => self.mean(ply, depth, n_options),
            Star::One => self.star1(ply, depth, window, n_options),
            Star::Two => self.star2(ply, depth, window, n_options),
        };
        // The move of chance is unknown, and so is the line after it.
        self.set_event(ply, 0);
        self.frames[ply].set_line(&[]);
        outcome
    }

    fn mean(&mut self, ply: usize, depth: u32, n_options: usize) -> Outcome {
        let (low, high) = self.settings.range;
        let window = Window::new(f64::NEG_INFINITY, f64::INFINITY);
        let mut mean = Mean::of(self.total_weight(ply), window);
        for event in 0..n_options {
            mean.weight = self.event_weight(ply, event);
            self.set_event(ply, event);
            let outcome = self.child(ply, depth, Window::new(low, high));
            if self.budget.is_over() {
                return Outcome::UNKNOWN;
            }
            mean.add(outcome);
        }
        mean.outcome()
    }

    fn star1(&mut self, ply: usize, depth: u32, window: Window, n_options: usize) -> Outcome {
        let (low, high) = self.settings.range;
        let mut mean = Mean::of(self.total_weight(ply), window);
        let mut left = mean.total;
        for event in 0..n_options {
            mean.weight = self.event_weight(ply, event);
            left -= mean.weight;
            mean.rest = (low * left, high * left);
            if let Some(outcome) = self.event(ply, depth, event, &mut mean) {
                return outcome;
            }
        }
        mean.outcome()
    }

    fn star2(&mut self, ply: usize, depth: u32, window: Window, n_options: usize) -> Outcome {
        // The search of a move after an outcome needs at least two plies.
        if depth < 2 {
            return self.star1(ply, depth, window, n_options);
        }
        let mut events = std::mem::take(&mut self.frames[ply].events);
        let bounds = self.settings.range;
        events.clear();
        let event = |at| Event { weight: self.event_weight(ply, at), bounds, known: None };
        events.extend((0..n_options).map(event));
        let outcome = self.star2_events(ply, depth, window, &mut events);
        self.frames[ply].events = events;
        outcome
    }

    fn star2_events(
        &mut self,
        ply: usize,
        depth: u32,
        window: Window,
        events: &mut [Event],
    ) -> Outcome {
        // Step 1. Bound the outcomes, and stop if the bounds are sufficient. A value derived
        // from bounds is not certain, since the bounds may be estimates.
        let mut mean = Mean::of(self.total_weight(ply), window);
        for at in 0..events.len() {
            mean.weight = events[at].weight;
            mean.rest = rest(events, at);
            self.set_event(ply, at);
            self.make(ply);
            events[at] = self.probe(ply + 1, depth - 1, &mean);
            if self.budget.is_over() {
                return Outcome::UNKNOWN;
            }
            let (least, most) = rest(events, usize::MAX);
            if most <= window.alpha * mean.total {
                return Outcome::estimate((most / mean.total).min(window.alpha));
            }
            if least >= window.beta * mean.total {
                return Outcome::estimate((least / mean.total).max(window.beta));
            }
        }
        // Step 2. Value the outcomes. Their windows are now inside those of step 1, so a value
        // found in step 1 need not be searched again.
        for at in 0..events.len() {
            let known = events[at].known;
            events[at].bounds = (0.0, 0.0);
            mean.weight = events[at].weight;
            mean.rest = rest(events, usize::MAX);
            self.set_event(ply, at);
            self.make(ply);
            self.frames[ply + 1].known = known;
            let outcome = self.event(ply, depth, at, &mut mean);
            self.frames[ply + 1].known = None;
            if let Some(outcome) = outcome {
                return Outcome::estimate(outcome.value);
            }
        }
        mean.outcome()
    }

    /// Values an outcome and adds it to the mean.
    fn event(&mut self, ply: usize, depth: u32, event: usize, mean: &mut Mean) -> Option<Outcome> {
        let (low, high) = self.settings.range;
        let Window { alpha, beta } = mean.window();
        self.set_event(ply, event);
        let alpha = alpha.max(low);
        let window = Window::new(alpha, beta.min(high).max(alpha.next_up()));
        let outcome = self.child(ply, depth, window);
        if self.budget.is_over() {
            return Some(Outcome::UNKNOWN);
        }
        mean.add(outcome)
    }

    fn set_event(&mut self, ply: usize, event: usize) {
        let frame = &mut self.frames[ply];
        self.sides.set(Side::Chance, event, frame.choices.all(), &mut frame.joint);
    }

    fn event_weight(&self, ply: usize, event: usize) -> f64 {
        let frame = &self.frames[ply];
        self.sides.event_weight(&*self.game, &frame.state, event, frame.choices.all())
    }

    fn total_weight(&self, ply: usize) -> f64 {
        let frame = &self.frames[ply];
        self.sides.total_weight(&*self.game, &frame.state, frame.choices.all())
    }

    /// Bounds the position in a ply's frame, the next outcome of a mean, by the search of one
    /// of its moves.
    fn probe(&mut self, ply: usize, depth: u32, mean: &Mean) -> Event {
        let (low, high) = self.settings.range;
        let (window, weight) = (mean.window(), mean.weight);
        let nothing = Event { weight, bounds: (low, high), known: None };
        let frame = &mut self.frames[ply];
        if self.game.is_terminal(&frame.state) {
            let value = self.result(ply).value;
            return Event { weight, bounds: (value, value), known: None };
        }
        let Turn::Player(role) = frame.open(&self.game) else { return nothing };
        if !self.budget.spend() {
            return nothing;
        }
        let side = if role == self.sides.own() { Side::Own } else { Side::Others };
        let n_options = self.sides.n_options(side, frame.choices.all());
        self.order(side, ply, n_options, None);
        let frame = &mut self.frames[ply];
        let option = frame.orders[side as usize][0].1;
        self.sides.set(side, option as usize, frame.choices.all(), &mut frame.joint);
        // The window is open at the end where the value would not be a bound.
        let window = match side {
            Side::Own => Window::new(low, window.beta.clamp(low.next_up(), high)),
            _ => Window::new(window.alpha.clamp(low, high.next_down()), high),
        };
        let outcome = self.child(ply, depth, window);
        let bounds = match side {
            Side::Own => (outcome.value, high),
            _ => (low, outcome.value),
        };
        Event { weight, bounds, known: Some((option, outcome)) }
    }
}

/// An outcome of chance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    weight: f64,
    /// Its least and greatest value.
    bounds: (f64, f64),
    /// The option searched in step 1, and its value.
    known: Option<(u32, Outcome)>,
}

impl Mean {
    fn of(total: f64, window: Window) -> Self {
        let (sum, weight, rest) = (0.0, 1.0, (0.0, 0.0));
        Self { total, window, sum, is_floor: true, is_ceiling: true, weight, rest }
    }
}

/// The least and greatest weighted sum of all outcomes except `but`, within their bounds.
fn rest(events: &[Event], but: usize) -> (f64, f64) {
    let others = events.iter().enumerate().filter(|&(at, _)| at != but);
    others.fold((0.0, 0.0), |sum, (_, event)| {
        let (low, high) = event.bounds;
        (sum.0 + event.weight * low, sum.1 + event.weight * high)
    })
}

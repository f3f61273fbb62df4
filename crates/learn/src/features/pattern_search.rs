//! The search for the patterns of one game: which facts a move needed to win or save.

use std::sync::Arc;

use ludex_game::Condition;
use ludex_gdl::single::{BitState, CircuitGame, MoveId};

use super::probe::Probe;
use super::tally::Tallies;
use super::trace::Trace;
use super::{Feature, Options};

/// Finds features in games, one after another.
pub(super) struct PatternSearch {
    probe: Probe,
    options: Options,
    tallies: Arc<Tallies>,
}

/// The effect that a move must have.
enum Test {
    /// The game is over, with at least this goal for the role.
    Wins(usize, u8),
    /// After any move of the other role, the game is over with this goal.
    Traps(usize, u8),
    /// These conditions are met.
    Provides(Vec<Condition>),
}

impl PatternSearch {
    pub(super) fn new(game: &Arc<CircuitGame>, options: &Options, tallies: &Arc<Tallies>) -> Self {
        let (options, tallies) = (options.clone(), Arc::clone(tallies));
        Self { probe: Probe::new(game), options, tallies }
    }

    /// The features of a game, from its end upwards.
    pub(super) fn find(&mut self, trace: &Trace) -> Vec<Feature> {
        let mut learned = Vec::new();
        let Some((mut at, mut test)) = self.end(trace) else { return learned };
        let winner = trace.movers[at];
        for level in 0..=self.options.level_max {
            // Step 1. The conditions of the move's effect.
            let (state, joint) = (&trace.states[at], &trace.joints[at]);
            let when = self.offence(state, joint, winner, &test);
            // Step 2. The moves that would have averted it.
            if level > 0 || self.decides(state, joint, winner, &test) {
                let counts = self.counts(state, joint, winner);
                for (when, value) in self.lessons(&when, level, counts) {
                    let offensive = feature(true, winner, joint[winner], when, value);
                    learned.push(offensive.clone());
                    if at > 0 && trace.movers[at - 1] != winner {
                        let before = (&trace.states[at - 1], &trace.joints[at - 1][..]);
                        self.defence(before, trace.movers[at - 1], &offensive, &test, &mut learned);
                    }
                }
            }
            if level == 0 {
                self.count_up(trace, at, winner, &when, &mut learned);
            }
            // Step 3. The move before that contributed to it.
            let Some(earlier) = self.contribution(trace, at, winner, &when) else { break };
            at = earlier;
            let provided = when.into_iter().filter(|one| is_met(one, &trace.states[at + 1]));
            test = Test::Provides(provided.collect());
        }
        learned
    }

    /// Patterns and their values. Without facts that merely count, a move that won is no
    /// longer certain to win, but helps at any time if it changes a count.
    fn lessons(&self, when: &[Condition], level: u32, counts: bool) -> Vec<(Vec<Condition>, u8)> {
        let (tallied, uncounted) = self.tallies.split(when);
        let value = |level| self.options.value(level);
        match level {
            _ if tallied.is_empty() || !counts => vec![(when.to_vec(), value(level))],
            0 => vec![(when.to_vec(), value(0)), (uncounted, value(1))],
            _ => vec![(uncounted, value(level))],
        }
    }

    /// Adds the moves, however early, that brought a count to where it decided the game.
    fn count_up(
        &mut self,
        trace: &Trace,
        mut at: usize,
        winner: usize,
        when: &[Condition],
        learned: &mut Vec<Feature>,
    ) {
        let (mut wanted, _) = self.tallies.split(when);
        while let Some(earlier) = self.contribution(trace, at, winner, &wanted) {
            at = earlier;
            let (state, joint) = (&trace.states[at], &trace.joints[at]);
            wanted.retain(|one| is_met(one, &trace.states[at + 1]));
            let when = self.offence(state, joint, winner, &Test::Provides(wanted));
            let (tallied, uncounted) = self.tallies.split(&when);
            let value = self.options.value(1);
            learned.push(feature(true, winner, joint[winner], uncounted, value));
            wanted = tallied;
        }
    }

    /// Whether a move changes a count as some other move would not.
    fn counts(&mut self, state: &BitState, joint: &[MoveId], role: usize) -> bool {
        let after = self.probe.after(state, joint);
        let is_new = |&fact: &usize| self.tallies.contains(fact) && !state.contains(fact);
        let new: Vec<usize> = after.iter().filter(is_new).collect();
        !new.is_empty()
            && self.some_move(state, joint, role, |_, other| {
                new.iter().any(|&fact| !other.contains(fact))
            })
    }

    /// Whether some other move would not have had the effect.
    fn decides(&mut self, state: &BitState, joint: &[MoveId], role: usize, test: &Test) -> bool {
        self.some_move(state, joint, role, |search, after| !search.passes(after, test))
    }

    /// Whether some move of a role leads to a state with a property.
    fn some_move(
        &mut self,
        state: &BitState,
        joint: &[MoveId],
        role: usize,
        mut has: impl FnMut(&mut Self, &BitState) -> bool,
    ) -> bool {
        self.probe.legal(state, role).into_iter().any(|mv| {
            let after = self.probe.after(state, &with(joint, role, mv));
            has(self, &after)
        })
    }

    /// The move that decided a game, if there is one, and its effect.
    fn end(&mut self, trace: &Trace) -> Option<(usize, Test)> {
        let best = *trace.goals.iter().max()?;
        let winner = trace.goals.iter().position(|&goal| goal == best)?;
        if trace.goals.iter().filter(|&&goal| goal == best).count() > 1 {
            return None;
        }
        let last = trace.joints.len().checked_sub(1)?;
        if trace.movers[last] == winner {
            return Some((last, Test::Wins(winner, best)));
        }
        // The loser made the last move: a trap if every move lost.
        let before = last.checked_sub(1)?;
        let test = Test::Traps(winner, best);
        let is_trap = self.options.traps
            && trace.movers[before] == winner
            && self.passes(&trace.states[last], &test);
        is_trap.then_some((before, test))
    }

    fn passes(&mut self, state: &BitState, test: &Test) -> bool {
        match *test {
            Test::Wins(role, goal) => {
                self.probe.is_terminal(state) && self.probe.goal(state, role) >= goal
            }
            Test::Traps(role, goal) => {
                if self.probe.is_terminal(state) {
                    return self.probe.goal(state, role) >= goal;
                }
                let (mine, theirs) =
                    (self.probe.legal(state, role), self.probe.legal(state, 1 - role));
                let &[wait] = &mine[..] else { return false };
                !theirs.is_empty()
                    && theirs.iter().all(|&mv| {
                        let joint = if role == 0 { [wait, mv] } else { [mv, wait] };
                        let after = self.probe.after(state, &joint);
                        self.passes(&after, &Test::Wins(role, goal))
                    })
            }
            Test::Provides(ref when) => when.iter().all(|one| is_met(one, state)),
        }
    }

    /// The facts without which a move is illegal or fails a test, and those with
    /// which it is legal but fails.
    fn offence(
        &mut self,
        state: &BitState,
        joint: &[MoveId],
        role: usize,
        test: &Test,
    ) -> Vec<Condition> {
        let mut needed = Vec::new();
        let mut others = Vec::new();
        for fact in state.iter() {
            let changed = self.probe.flipped(state, &[fact]);
            let is_needed = match self.probe.is_legal(&changed, role, joint[role]) {
                false => true,
                true => {
                    let after = self.probe.after(&changed, joint);
                    // A fact that is restored by the move itself hides whether it matters.
                    !self.passes(&after, test) || after.contains(fact)
                }
            };
            if is_needed { needed.push(fact) } else { others.push(fact) }
        }
        if self.options.pairs {
            self.add_pairs(state, joint, role, test, &others, &mut needed);
        }
        if self.options.sufficient {
            self.suffice(state, joint, role, test, &mut needed);
        }
        self.with_absent(state, needed, |search, changed| {
            search.probe.is_legal(changed, role, joint[role]) && {
                let after = search.probe.after(changed, joint);
                !search.passes(&after, test)
            }
        })
    }

    /// Needed facts as conditions, with the absence of facts that would spoil the effect.
    /// In rules where an empty cell is a missing fact, these are half of the pattern. Facts
    /// that make the move illegal are left out.
    fn with_absent(
        &mut self,
        state: &BitState,
        needed: Vec<usize>,
        mut spoils: impl FnMut(&mut Self, &BitState) -> bool,
    ) -> Vec<Condition> {
        let mut when: Vec<Condition> = needed.iter().copied().map(Condition::present).collect();
        if self.options.absent {
            // In the bare state, one fact cannot stand in for another; in the full state,
            // facts that were left out cannot hide an effect.
            let others = state.iter().filter(|fact| needed.binary_search(fact).is_err());
            let bare = self.probe.flipped(state, &others.collect::<Vec<_>>());
            let hindrances = self.probe.hindrances().iter().copied();
            let absent: Vec<usize> = hindrances.filter(|&fact| !state.contains(fact)).collect();
            for fact in absent {
                let is_spoiled = [&bare, state].into_iter().any(|state| {
                    let changed = self.probe.flipped(state, &[fact]);
                    !self.probe.is_terminal(&changed) && spoils(self, &changed)
                });
                if is_spoiled {
                    when.push(Condition::absent(fact));
                }
            }
            when.sort_unstable();
        }
        when
    }

    /// Adds facts until those needed suffice by themselves: a move that wins in
    /// two ways at once needs neither of them, but it needs one.
    fn suffice(
        &mut self,
        state: &BitState,
        joint: &[MoveId],
        role: usize,
        test: &Test,
        needed: &mut Vec<usize>,
    ) {
        let mut left = state.clone();
        for fact in state.iter().filter(|fact| needed.binary_search(fact).is_err()) {
            let fewer = self.probe.flipped(&left, &[fact]);
            let is_fine = self.probe.is_legal(&fewer, role, joint[role]) && {
                let after = self.probe.after(&fewer, joint);
                self.passes(&after, test) && !after.contains(fact)
            };
            if is_fine {
                left = fewer;
            }
        }
        *needed = left.iter().collect();
    }

    /// Adds facts that are needed in pairs: one of the two must hold.
    fn add_pairs(
        &mut self,
        state: &BitState,
        joint: &[MoveId],
        role: usize,
        test: &Test,
        others: &[usize],
        needed: &mut Vec<usize>,
    ) {
        for (at, &one) in others.iter().enumerate() {
            for &other in &others[at + 1..] {
                let changed = self.probe.flipped(state, &[one, other]);
                let is_fine = self.probe.is_legal(&changed, role, joint[role]) && {
                    let after = self.probe.after(&changed, joint);
                    self.passes(&after, test)
                };
                if !is_fine {
                    needed.extend([one, other]);
                }
            }
        }
        needed.sort_unstable();
        needed.dedup();
    }

    /// Adds the moves after which an offensive feature no longer applies.
    fn defence(
        &mut self,
        (state, joint): (&BitState, &[MoveId]),
        role: usize,
        threat: &Feature,
        test: &Test,
        learned: &mut Vec<Feature>,
    ) {
        let mut averting = Vec::new();
        for mv in self.probe.legal(state, role) {
            let joint = with(joint, role, mv);
            let after = self.probe.after(state, &joint);
            // Conditions that are not met yet must come about by themselves, such as the
            // turn: else there was no threat before the move.
            let mut new = threat.when.iter().filter(|one| !is_met(one, state));
            if new.any(|one| !is_met(one, &after)) {
                return;
            }
            if !self.applies(threat, &after)
                && !self.probe.is_terminal(&after)
                && !self.is_lost(&after, threat.role, test)
            {
                averting.push(mv);
            }
        }
        let is_asked = |fact: usize| threat.when.binary_search(&Condition::present(fact)).is_ok();
        for mv in averting {
            let joint = with(joint, role, mv);
            let mut needed = Vec::new();
            for fact in state.iter() {
                let is_needed = is_asked(fact) || {
                    let changed = self.probe.flipped(state, &[fact]);
                    !self.probe.is_legal(&changed, role, mv) || {
                        let after = self.probe.after(&changed, &joint);
                        self.applies(threat, &after)
                    }
                };
                if is_needed {
                    needed.push(fact);
                }
            }
            let mut when = self.with_absent(state, needed, |search, changed| {
                search.probe.is_legal(changed, role, mv) && {
                    let after = search.probe.after(changed, &joint);
                    search.applies(threat, &after)
                }
            });
            // Where there is no threat, there is nothing to avert.
            when.extend(threat.when.iter().filter(|one| one.is_absent() && is_met(one, state)));
            when.sort_unstable();
            when.dedup();
            learned.push(feature(false, role, mv, when, threat.value));
        }
    }

    fn applies(&mut self, feature: &Feature, state: &BitState) -> bool {
        feature.is_met(state) && self.probe.is_legal(state, feature.role, feature.mv)
    }

    /// Whether a role can win at once in another way than the one averted.
    fn is_lost(&mut self, state: &BitState, role: usize, test: &Test) -> bool {
        let Test::Wins(_, goal) = *test else { return false };
        let &[wait] = &self.probe.legal(state, 1 - role)[..] else { return false };
        self.probe.legal(state, role).into_iter().any(|mv| {
            let joint = if role == 0 { [mv, wait] } else { [wait, mv] };
            let after = self.probe.after(state, &joint);
            self.passes(&after, &Test::Wins(role, goal))
        })
    }

    /// The last move of a role before a ply that brought about conditions of a pattern as
    /// some other move would not have.
    fn contribution(
        &mut self,
        trace: &Trace,
        until: usize,
        role: usize,
        when: &[Condition],
    ) -> Option<usize> {
        (0..until).rev().filter(|&at| trace.movers[at] == role).find(|&at| {
            let (before, after) = (&trace.states[at], &trace.states[at + 1]);
            let is_new = |one: &&Condition| !is_met(one, before) && is_met(one, after);
            let new: Vec<&Condition> = when.iter().filter(is_new).collect();
            if new.is_empty() {
                return false;
            }
            self.some_move(before, &trace.joints[at], role, |_, other| {
                new.iter().any(|one| !is_met(one, other))
            })
        })
    }
}

fn with(joint: &[MoveId], role: usize, mv: MoveId) -> Vec<MoveId> {
    let mut joint = joint.to_vec();
    joint[role] = mv;
    joint
}

fn is_met(one: &Condition, state: &BitState) -> bool {
    one.is_met(|fact| state.contains(fact))
}

fn feature(
    is_offensive: bool,
    role: usize,
    mv: MoveId,
    when: Vec<Condition>,
    value: u8,
) -> Feature {
    let (n_learned, n_met, n_met_won, n_made, n_worked) = (1, 0, 0, 0, 0);
    Feature { is_offensive, role, mv, when, value, n_learned, n_met, n_met_won, n_made, n_worked }
}

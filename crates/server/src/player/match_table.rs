//! The matches of a service by their names, and the messages that cannot be told apart.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tracing::warn;

use super::match_seat::MatchSeat;
use crate::http::Channel;
use crate::lock;

/// The matches of a service.
///
/// PLAY, STOP and ABORT name their match and no role. So a seat is found by the name of
/// its match and its [`Channel`]. Two roles of one match on one channel cannot be told
/// apart: neither is played, since each would get moves of the other. A manager may
/// ignore that START was refused and go on with PLAY; refusals are remembered so that
/// the other seats do not answer in that role.
#[derive(Default)]
pub(super) struct MatchTable(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    seats: Vec<Entry>,
    refusals: VecDeque<Refusal>,
}

struct Entry {
    id: String,
    channel: Channel,
    seat: Arc<MatchSeat>,
}

/// A START that was refused, as long as messages arrive for it.
struct Refusal {
    id: String,
    channel: Channel,
    /// The role that may start again; `None` if several roles had the same channel.
    role: Option<String>,
    patience: Duration,
    until: Instant,
}

/// More refusals are not remembered.
const N_REFUSALS_MAX: usize = 256;

/// The parts of a START by which it is recognised.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub(super) id: &'a str,
    pub(super) channel: &'a Channel,
    pub(super) role: &'a str,
    pub(super) rules: &'a str,
    /// The time without messages after which the match is over.
    pub(super) patience: Duration,
}

/// What a START finds in the table.
pub(super) enum Found {
    /// No match: one may begin.
    Nothing,
    /// The match of the same message.
    Same(Arc<MatchSeat>),
    /// Another role of the same match, or another game, on the same channel.
    Conflict,
}

impl MatchTable {
    /// Looks for the match of a START. A match with moves is not at its START any more:
    /// its manager has begun another one by the same name.
    pub(super) fn look(&self, start: &Start<'_>) -> Found {
        lock(&self.0).look(start)
    }

    /// The same, and adds a match if nothing is found and one can begin.
    pub(super) fn enter(
        &self,
        start: &Start<'_>,
        begin: impl FnOnce() -> Option<MatchSeat>,
    ) -> Found {
        let mut entries = lock(&self.0);
        let found = entries.look(start);
        if !matches!(found, Found::Nothing) {
            return found;
        }
        let Some(seat) = begin().map(Arc::new) else { return Found::Nothing };
        let (id, channel) = (start.id.into(), start.channel.clone());
        entries.seats.push(Entry { id, channel, seat: Arc::clone(&seat) });
        Found::Same(seat)
    }

    /// Remembers that a START was refused.
    pub(super) fn refuse(&self, start: &Start<'_>) {
        lock(&self.0).refuse(start, Some(start.role.into()));
    }

    /// The match of a message: the one on its channel, or else the only one by its name.
    pub(super) fn find(&self, id: &str, channel: &Channel) -> Option<Arc<MatchSeat>> {
        let mut entries = lock(&self.0);
        let at = entries.find(id, channel)?;
        Some(Arc::clone(&entries.seats[at].seat))
    }

    /// Removes the match of a message that ends it.
    pub(super) fn take(&self, id: &str, channel: &Channel) -> Option<Arc<MatchSeat>> {
        let mut entries = lock(&self.0);
        let Some(at) = entries.find(id, channel) else {
            let is_over = |refusal: &Refusal| refusal.is_of(id, channel) && refusal.role.is_none();
            entries.refusals.retain(|refusal| !is_over(refusal));
            return None;
        };
        Some(entries.seats.remove(at).seat)
    }

    /// Whether a match is still in the table.
    pub(super) fn has(&self, seat: &Arc<MatchSeat>) -> bool {
        lock(&self.0).seats.iter().any(|entry| Arc::ptr_eq(&entry.seat, seat))
    }

    /// Removes a match.
    pub(super) fn remove(&self, seat: &Arc<MatchSeat>) {
        lock(&self.0).seats.retain(|entry| !Arc::ptr_eq(&entry.seat, seat));
    }

    /// Drops matches without messages.
    pub(super) fn tidy_up(&self) {
        let mut entries = lock(&self.0);
        entries.seats.retain(|Entry { id, seat, .. }| {
            let is_over = seat.blackboard.is_over();
            if is_over {
                warn!(id, "no message for too long: the match is dropped");
            }
            !is_over
        });
        let now = Instant::now();
        entries.refusals.retain(|refusal| refusal.until > now);
    }
}

impl Entries {
    fn look(&mut self, start: &Start<'_>) -> Found {
        let Start { id, channel, role, rules, .. } = *start;
        let refused = self.refusals.iter().position(|refusal| refusal.is_of(id, channel));
        if let Some(at) = refused {
            if self.refusals[at].role.as_deref() != Some(role) {
                self.refuse(start, None);
                return Found::Conflict;
            }
            // The same START once more, now that others may have ended.
            self.refusals.remove(at);
        }
        let is_same = |entry: &Entry| entry.id == id && entry.channel == *channel;
        let Some(at) = self.seats.iter().position(is_same) else { return Found::Nothing };
        let seat = Arc::clone(&self.seats[at].seat);
        let has_moves = seat.blackboard.ply() > 0;
        if !has_moves && seat.role == role && seat.rules == rules {
            return Found::Same(seat);
        }
        self.seats.remove(at).seat.blackboard.close();
        if has_moves {
            warn!(id, "another match by this name begins; the one before is over");
            return Found::Nothing;
        }
        warn!(
            id,
            role,
            other = seat.role,
            "two matches by this name, or two roles of it, cannot be told apart: neither is \
             played; let the manager use two names of the player, or start `ludex serve` twice"
        );
        self.refuse(start, None);
        Found::Conflict
    }

    fn refuse(&mut self, start: &Start<'_>, role: Option<String>) {
        let Start { id, channel, patience, .. } = *start;
        self.refusals.retain(|refusal| !refusal.is_of(id, channel));
        if self.refusals.len() >= N_REFUSALS_MAX {
            self.refusals.pop_front();
        }
        let until = Instant::now() + patience;
        let (id, channel) = (id.into(), channel.clone());
        self.refusals.push_back(Refusal { id, channel, role, patience, until });
    }

    /// The place of a message's match. The name may be in another case, and the channel
    /// another one, if only one match can be meant.
    fn find(&mut self, id: &str, channel: &Channel) -> Option<usize> {
        if let Some(refusal) = self.refusals.iter_mut().find(|refusal| refusal.is_of(id, channel)) {
            refusal.until = Instant::now() + refusal.patience;
            return None;
        }
        let all = || self.seats.iter().enumerate();
        let mut named: Vec<_> = all().filter(|(_, entry)| entry.id == id).collect();
        if named.is_empty() {
            named = all().filter(|(_, entry)| entry.id.eq_ignore_ascii_case(id)).collect();
        }
        if let [(at, entry)] = named[..] {
            let is_refused = |refusal: &Refusal| refusal.id.eq_ignore_ascii_case(id);
            let is_only = !self.refusals.iter().any(is_refused);
            return (is_only || entry.channel == *channel).then_some(at);
        }
        let mut on_channel = named.iter().filter(|(_, entry)| entry.channel == *channel);
        let found = on_channel.next().map(|&(at, _)| at);
        found.filter(|_| on_channel.next().is_none())
    }
}

impl Refusal {
    /// Whether a message is of the match that was refused.
    fn is_of(&self, id: &str, channel: &Channel) -> bool {
        self.id.eq_ignore_ascii_case(id) && self.channel == *channel
    }
}

//! The loop of a keeper or thinker: follow the match, hold a legal move, search and
//! ponder.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Choices, Playable, Rng, RoleId, Turn, rng};
use ludex_search::{Context, Seat, Stop};
use rand::Rng as _;
use tracing::{info, warn};

use super::blackboard::{Blackboard, Held, NO_MOVE, Rank, Thought, UNSEEN, View};
use super::finding::Finding;
use super::lesson::Lesson;

/// A keeper or thinker of a match, on any engine.
pub(super) struct Thinker<G: Playable> {
    game: Arc<G>,
    role: RoleId,
    blackboard: Arc<Blackboard>,
    rank: Rank,
    /// The player that searches; the keeper has none.
    seat: Option<Seat<G>>,
    /// The engine of the game and the player, for the log.
    engine: &'static str,
    player: String,
    /// The context in which players are made.
    context: Context,
    state: G::State,
    ply: usize,
    choices: Choices<G::Move>,
    rng: Rng,
}

/// One in this many parts of the time is for a first search, whose move is held even if the
/// second one is interrupted.
const GLANCE: u32 = 20;

/// The names of engines in the log.
pub(super) const CIRCUIT: &str = "circuit";
pub(super) const REASONER: &str = "reasoner";

impl<G: Playable> Thinker<G> {
    pub(super) fn new(game: Arc<G>, role: RoleId, blackboard: Arc<Blackboard>, seed: u64) -> Self {
        Self {
            state: game.initial(),
            game,
            role,
            blackboard,
            rank: Rank::Keeper,
            seat: None,
            engine: REASONER,
            player: String::new(),
            context: Context { seed, ..Context::default() },
            ply: 0,
            choices: Choices::default(),
            rng: rng(seed, 5),
        }
    }

    /// As [`Self::new`], with a player that searches, its context and the name of its engine.
    pub(super) fn with_seat(self, seat: Seat<G>, context: Context, engine: &'static str) -> Self {
        let player = seat.name.clone();
        Self { seat: Some(seat), context, engine, player, rank: Rank::Thinker, ..self }
    }

    /// Runs until the match is over. A thinker that `leads` relieves the keeper.
    pub(super) fn run(mut self, leads: bool) {
        let mut seen = UNSEEN;
        let mut has_led = false;
        while let Some(view) = self.blackboard.look(self.rank, seen, self.ply) {
            seen = view.change;
            let is_abreast = self.catch_up(&view);
            if self.game.fault().is_some() {
                self.blackboard.lead(Rank::Keeper);
                return;
            }
            if is_abreast && leads && !has_led {
                has_led = true;
                self.blackboard.lead(self.rank);
            }
            if is_abreast && !self.attend(view) {
                self.blackboard.lead(Rank::Keeper);
                return;
            }
        }
        // A remote player observes the last moves, too.
        for names in self.blackboard.rest(self.ply) {
            let Ok(joint) = self.read(&names) else { return };
            self.make(&joint);
        }
    }

    /// Plays the joint moves that were made meanwhile; `false` if there is one
    /// that the rules do not allow.
    fn catch_up(&mut self, view: &View) -> bool {
        for names in &view.joints {
            match self.read(names) {
                Ok(joint) => self.make(&joint),
                Err(why) => {
                    // After a fault of the rules, no move is legal.
                    if self.game.fault().is_none() {
                        self.blackboard.reject(view.change, why);
                    }
                    return false;
                }
            }
        }
        true
    }

    /// Makes a joint move, which the player observes.
    fn make(&mut self, joint: &[G::Move]) {
        if let Some(seat) = &mut self.seat {
            seat.player.observe(&self.state, joint);
        }
        self.game.apply(&mut self.state, joint);
        self.ply += 1;
    }

    /// The joint move with these names.
    fn read(&mut self, names: &[String]) -> Result<Vec<G::Move>, String> {
        let n_roles = self.game.roles().len();
        if names.len() != n_roles {
            return Err(format!("{} moves for {n_roles} roles", names.len()));
        }
        if self.game.is_terminal(&self.state) {
            return Err("the game is over by our rules".into());
        }
        self.choices.read(&*self.game, &self.state);
        let find = |(moves, name): (&Vec<G::Move>, &String)| {
            find(&*self.game, moves, name)
                .ok_or_else(|| format!("{name} is not legal by our rules"))
        };
        self.choices.all().iter().zip(names).map(find).collect()
    }

    /// Holds, searches and ponders in a turn until the board changes; `false` if the
    /// player has failed.
    fn attend(&mut self, view: View) -> bool {
        if let Some(lesson) = &view.lesson {
            self.take(lesson);
        }
        let is_over = self.game.is_terminal(&self.state);
        let turn = match is_over {
            true => Turn::Stuck,
            false => self.choices.read(&*self.game, &self.state),
        };
        let moves = if is_over { Vec::new() } else { self.choices.of(self.role).to_vec() };
        if let Some(why) = self.game.fault() {
            warn!(why, "the rules failed");
            return false;
        }
        self.hold_any(&moves);
        if turn == Turn::Stuck {
            return true;
        }
        let forced = if let [only] = moves[..] { Some(only) } else { None };
        let mut chosen = forced;
        if let (Some(due), None) = (view.due, forced) {
            match self.choose(due, view.change, &moves) {
                Ok(mv) => chosen = mv,
                Err(why) => {
                    warn!(why, "the search failed");
                    return false;
                }
            }
        }
        self.ponder(chosen, view.change);
        true
    }

    /// Uses knowledge: the player that is better with it, or else the present player with
    /// features.
    fn take(&mut self, lesson: &Lesson) {
        let Some(seat) = &mut self.seat else { return };
        match lesson.player.as_ref().map(|spec| (spec, spec.seat(&self.game, &self.context))) {
            Some((spec, Ok(better))) => {
                info!(player = %spec, "the learned evaluator is used");
                *seat = better;
                self.player = format!("{spec} with the learned evaluator");
                return self.blackboard.note_taught(true);
            }
            Some((_, Err(error))) => warn!(%error, "the learned evaluator cannot be used"),
            None => {}
        }
        if let Some(features) = &lesson.features {
            let used = seat.player.use_features(features);
            let n_features = features.list.len();
            info!(n_features, used, "learned features");
            if used {
                self.player = format!("{} with {n_features} features", seat.name);
            }
            self.blackboard.note_taught(used);
        }
    }

    /// Holds any legal move. A search replaces it soon.
    fn hold_any(&mut self, moves: &[G::Move]) {
        let (mv, thought, is_final) = match moves {
            [] => (NO_MOVE.into(), Thought::Forced, true),
            [only] => (self.game.move_name(*only), Thought::Forced, true),
            moves => {
                let any = moves[self.rng.random_range(0..moves.len())];
                (self.game.move_name(any), Thought::Held, false)
            }
        };
        let (rank, finding) = (Rank::Keeper, Arc::new(Finding::unsearched(self.engine)));
        self.blackboard.hold(self.ply, Held { mv, thought, rank, finding, is_final });
    }

    /// Searches for a move until it is due, and holds it unless the board has changed.
    fn choose(
        &mut self,
        due: Instant,
        change: u64,
        moves: &[G::Move],
    ) -> Result<Option<G::Move>, String> {
        let Some(seat) = &mut self.seat else { return Ok(None) };
        let now = Instant::now();
        let due = seat.time_max.map_or(due, |time_max| due.min(now + time_max));
        let glance = now + due.saturating_duration_since(now) / GLANCE;
        let mut finding: Option<Arc<Finding>> = None;
        for until in [glance, due] {
            let stop = stop(&self.blackboard, Some(until), change);
            let report = seat.choose_until(&self.state, self.role, &stop);
            if let Some(fault) = self.game.fault() {
                return Err(fault);
            }
            let report = report.map_err(|fault| fault.what)?;
            if !self.blackboard.is_still(change) {
                return Ok(None);
            }
            if !moves.contains(&report.mv) {
                return Err("the player chose a move that is not legal".into());
            }
            let is_final = until == due || report.is_proven || !stop.is_due();
            let thought = if report.is_proven { Thought::Solved } else { Thought::Searched };
            let mv = self.game.move_name(report.mv);
            let (engine, player) = (self.engine, &self.player);
            let found = Finding::of(&*self.game, engine, player, &report, finding.as_deref());
            let found = Arc::new(found);
            finding = Some(Arc::clone(&found));
            let held = Held { mv, thought, rank: self.rank, finding: found, is_final };
            self.blackboard.hold(self.ply, held);
            if is_final {
                return Ok(Some(report.mv));
            }
        }
        Ok(None)
    }

    /// Ponders until the board changes: on the position after our move if no other role
    /// has a choice, else on this one.
    fn ponder(&mut self, chosen: Option<G::Move>, change: u64) {
        let Some(Seat { player, .. }) = &mut self.seat else { return };
        let is_lonely =
            |(role, moves): (usize, &Vec<G::Move>)| role == self.role.index() || moves.len() == 1;
        let is_known = self.choices.all().iter().enumerate().all(is_lonely);
        let mut next = None;
        if let Some(mv) = chosen.filter(|_| is_known) {
            let mut joint: Vec<G::Move> = self.choices.all().iter().map(|moves| moves[0]).collect();
            joint[self.role.index()] = mv;
            let mut state = self.state.clone();
            self.game.apply(&mut state, &joint);
            if self.game.is_terminal(&state)
                || self.choices.read(&*self.game, &state) == Turn::Stuck
            {
                return;
            }
            next = Some(state);
        }
        let stop = stop(&self.blackboard, None, change);
        player.ponder(next.as_ref().unwrap_or(&self.state), self.role, &stop);
        if !stop.is_due() {
            // The search is complete.
            self.blackboard.be_ready();
        }
    }
}

/// The time between checks whether the manager still sends messages.
const ROUND: Duration = Duration::from_secs(5);

/// Stops at a time, and when the board has changed. Without a time, also when the
/// manager sends no more messages.
fn stop(blackboard: &Arc<Blackboard>, until: Option<Instant>, change: u64) -> Stop {
    let blackboard = Arc::clone(blackboard);
    let round = Instant::now() + ROUND;
    let is_abandoned = move |blackboard: &Blackboard, now| now >= round && blackboard.is_over();
    let stop = Stop::when(move || {
        let now = Instant::now();
        match until {
            Some(until) => now >= until || !blackboard.is_still(change),
            None => !blackboard.is_still(change) || is_abandoned(&blackboard, now),
        }
    });
    match until {
        Some(until) => stop.within(until.saturating_duration_since(Instant::now())),
        None => stop,
    }
}

/// The legal move of a name, in upper or lower case.
fn find<G: Playable>(game: &G, moves: &[G::Move], name: &str) -> Option<G::Move> {
    if let [only] = moves
        && game.move_name(*only).eq_ignore_ascii_case(name)
    {
        return Some(*only);
    }
    let names: Vec<String> = moves.iter().map(|&mv| game.move_name(mv)).collect();
    let exact = names.iter().position(|known| known == name);
    let at = exact.or_else(|| names.iter().position(|known| known.eq_ignore_ascii_case(name)));
    at.map(|at| moves[at])
}

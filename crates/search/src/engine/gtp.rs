//! Engines that speak the Go Text Protocol.
//!
//! The protocol has no command that sets up a position. Some engines have a private one, which
//! the game defines. All other engines replay the moves from the initial position: the player
//! keeps the list of moves sent so far, sends the missing ones, and restarts where a move was
//! taken back.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Game, Playable, RoleId, show_position};

use super::{Program, any_move, joint_of, legal_moves};
use crate::{Report, Stop};
use ludex_bridge::{Command, Process};

/// A running GTP engine.
pub(crate) struct Gtp<G: Playable> {
    game: Arc<G>,
    process: Process,
    /// The commands that the engine supports.
    known: HashSet<String>,
    /// The positions that the engine has replayed, each with the move that led to it. The last
    /// is its present position.
    told: Vec<Step<G>>,
    /// Time limit of one answer.
    patience: Duration,
}

/// A position and the move that led to it from the previous one.
struct Step<G: Game> {
    state: G::State,
    made: Option<(RoleId, G::Move)>,
}

impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), made: self.made }
    }
}

/// Maximum number of positions in the search for the moves between two positions. In Reversi
/// this covers four plies.
const N_STATES_MAX: usize = 20_000;

impl<G: Playable> Gtp<G> {
    /// Starts an engine. Each setting is a command and its arguments. `time` is the time of a
    /// move, which the engine may exceed by `patience`.
    pub fn start(
        game: &Arc<G>,
        command: &Command,
        time: Option<Duration>,
        patience: Duration,
        settings: &[(String, String)],
    ) -> Result<Self, String> {
        let mut gtp = Self {
            game: Arc::clone(game),
            process: Process::start(command)?,
            known: HashSet::new(),
            told: Vec::new(),
            patience: patience + time.unwrap_or_default(),
        };
        let known =
            gtp.ask("list_commands").map_err(|what| format!("{what}; does it speak GTP?"))?;
        gtp.known = known.split_whitespace().map(String::from).collect();
        for (name, value) in settings {
            gtp.ask(&format!("{name} {value}"))?;
        }
        if let (Some(time), true) = (time, gtp.known.contains("time_settings")) {
            // No main time; N seconds for each move.
            gtp.ask(&format!("time_settings 0 {} 1", time.as_secs_f64().ceil()))?;
        }
        gtp.restart()?;
        Ok(gtp)
    }

    /// Sends a command. Returns the answer without its mark, up to a blank line.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        self.process.drain();
        self.process.send(command)?;
        let until = Instant::now() + self.patience;
        let mut answer: Option<String> = None;
        loop {
            let line = self.process.line(until)?;
            match (&mut answer, line.as_str()) {
                (Some(answer), "") => return Ok(answer.trim().to_string()),
                (Some(answer), more) => *answer += &format!("\n{more}"),
                (None, line) if line.starts_with('?') => {
                    return Err(self.process.complaint(&format!("does not accept `{command}`")));
                }
                (None, line) => answer = line.strip_prefix('=').map(String::from),
            }
            if Instant::now() >= until {
                return Err(self.process.silent());
            }
        }
    }

    /// Resets the engine to the initial position.
    fn restart(&mut self) -> Result<(), String> {
        self.told.clear();
        self.ask("clear_board")?;
        self.told.push(Step { state: self.game.initial(), made: None });
        Ok(())
    }

    fn color(&self, role: RoleId) -> &str {
        &self.game.roles()[role.index()].name
    }

    /// Records a move that the engine has made itself.
    fn note(&mut self, state: &G::State, role: RoleId, mv: G::Move) {
        if let Some(joint) = joint_of(&*self.game, state, role, mv) {
            let mut state = state.clone();
            self.game.apply(&mut state, &joint);
            self.told.push(Step { state, made: Some((role, mv)) });
        }
    }

    /// Replays moves until the engine is at a position.
    fn lead(&mut self, state: &G::State) -> Result<(), String> {
        // Step 1. The moves since a replayed position, with the last such position tried first.
        let starts = self.told.iter().rposition(|step| step.state == *state).into_iter();
        let starts = starts.chain((0..self.told.len()).rev());
        let found = starts
            .take(2 + N_TAKEN_BACK)
            .find_map(|at| Some((at, path(&*self.game, &self.told[at].state, state)?)));
        let found = found.or_else(|| Some((0, path(&*self.game, &self.game.initial(), state)?)));
        let Some((at, steps)) = found else {
            return Err(format!(
                "`{}` cannot set up positions, and no moves are known that lead to this one",
                self.process.command()
            ));
        };
        // Step 2. If the engine is past that position, restart and replay all moves.
        let mut missing = steps;
        if at + 1 != self.told.len() {
            let again = self.told.get(1..=at).map(<[_]>::to_vec).unwrap_or_default();
            missing = again.into_iter().chain(missing).collect();
            self.restart()?;
        }
        // Step 3. Send the missing moves.
        for step in missing {
            if let Some((role, mv)) = step.made {
                let game = Arc::clone(&self.game);
                let before =
                    self.told.last().map_or_else(|| game.initial(), |last| last.state.clone());
                let text = game.notation().map(|notation| notation.engine_move(&before, mv));
                let text = text.unwrap_or_default();
                self.ask(&format!("play {} {text}", self.color(role)))?;
            }
            self.told.push(step);
        }
        Ok(())
    }
}

impl<G: Playable> Program<G> for Gtp<G> {
    fn ask_move(
        &mut self,
        state: &G::State,
        role: RoleId,
        _: &Stop,
    ) -> Result<Report<G::Move>, String> {
        let game = Arc::clone(&self.game);
        let notation = game.notation().ok_or("this game has no notation")?;
        let is_known = |setup: &String| {
            let name = setup.split_whitespace().next().unwrap_or_default();
            self.known.contains(name)
        };
        match notation.setups(state).into_iter().find(is_known) {
            Some(setup) => drop(self.ask(&setup)?),
            None => self.lead(state)?,
        }
        let answer = self.ask(&format!("genmove {}", self.color(role)))?;
        if answer.eq_ignore_ascii_case("resign") {
            // Games have no resignation, so play continues in the lost position.
            self.told.clear();
            return Ok(Report { value: Some(0.0), ..any_move(&*game, state, role) });
        }
        let Some(mv) = notation.find_move(state, role, &answer) else {
            let position = show_position(&*game, state);
            let position = position.lines().next_back().unwrap_or_default();
            let what = format!("wants to play `{answer}` in `{position}`, which is not legal");
            return Err(self.process.complaint(&what));
        };
        self.note(state, role, mv);
        Ok(Report::of_move(mv))
    }
}

/// Number of last positions that are tried as the start of the moves to a new position.
const N_TAKEN_BACK: usize = 6;

/// The fewest steps from one position to another, found breadth first.
fn path<G: Game>(game: &G, from: &G::State, to: &G::State) -> Option<Vec<Step<G>>> {
    let mut seen = HashSet::from([from.clone()]);
    // Each position with the index of its predecessor.
    let mut queue: Vec<(Step<G>, usize)> = vec![(Step { state: from.clone(), made: None }, 0)];
    let mut at = 0;
    while at < queue.len() && queue.len() < N_STATES_MAX {
        if queue[at].0.state == *to {
            let mut steps = Vec::new();
            while at > 0 {
                steps.push(queue[at].0.clone());
                at = queue[at].1;
            }
            steps.reverse();
            return Some(steps);
        }
        let state = queue[at].0.state.clone();
        for (role, mv, joint) in turns(game, &state) {
            let mut next = state.clone();
            game.apply(&mut next, &joint);
            if seen.insert(next.clone()) {
                queue.push((Step { state: next, made: Some((role, mv)) }, at));
            }
        }
        at += 1;
    }
    None
}

/// The moves of the role on turn, with all others waiting.
fn turns<G: Game>(game: &G, state: &G::State) -> Vec<(RoleId, G::Move, Vec<G::Move>)> {
    if game.is_terminal(state) {
        return Vec::new();
    }
    let roles = || (0..game.roles().len()).map(RoleId::new);
    let chooser = roles().find(|&role| legal_moves(game, state, role).len() > 1);
    // A role that can only pass is on turn as well: its only move is not the no-op of waiting
    // roles.
    let forced = || {
        let is_waiting = |&role: &RoleId| {
            let only = legal_moves(game, state, role);
            only.first().is_none_or(|&mv| game.move_name(mv) == "noop")
        };
        roles().find(|role| !is_waiting(role))
    };
    let Some(role) = chooser.or_else(forced) else { return Vec::new() };
    let all = |mv| Some((role, mv, joint_of(game, state, role, mv)?));
    legal_moves(game, state, role).into_iter().filter_map(all).collect()
}

//! One hosted match, from START to STOP.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ludex_arena::{Effort, Pairing, Record};
use ludex_game::{Ending, Playable, RoleId, rng, show_position};
use ludex_search::play::{self, LiveGame, RulesFault};
use rand::Rng as _;
use tracing::{debug, info, warn};

use super::Terms;
use super::contestant::{Answered, Contestant};
use super::scrambler::Scrambler;
use super::spectators::{MatchView, SpectatorPages};
use crate::message::{Message, tidy};

/// A hosted match that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The record for the store.
    pub record: Record,
    /// All answers of all players.
    pub turns: Vec<Turn>,
}

/// One answer.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The player, by its index in the tournament.
    pub player: usize,
    /// Whether there was only one legal move.
    pub is_forced: bool,
    /// How the move was found, if the player reports it.
    pub thought: Option<String>,
    /// The time of the answer.
    pub time: Duration,
    /// The fault of the answer, if it has one.
    pub fault: Option<Fault>,
}

/// Why an answer is replaced by a random move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The answer was late or missing.
    Late,
    /// The move is not legal.
    Illegal(String),
    /// The player could not be reached.
    Lost(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late => f.write_str("no answer in time"),
            Self::Illegal(text) => write!(f, "`{text}` is not legal"),
            Self::Lost(why) => write!(f, "not reached: {why}"),
        }
    }
}

/// A match to be hosted.
pub(super) struct HostedMatch<'a, G: Playable> {
    pub(super) game: &'a Arc<G>,
    pub(super) name: &'a str,
    pub(super) rules: &'a str,
    pub(super) terms: &'a Terms,
    /// All players of the tournament, and their names.
    pub(super) contestants: &'a [Contestant],
    pub(super) players: &'a [String],
    pub(super) pairing: &'a Pairing,
    /// The id of the match.
    pub(super) id: String,
    pub(super) pages: Option<&'a SpectatorPages>,
}

/// A role and its player.
struct Seat {
    role: RoleId,
    player: usize,
    /// The match id of this seat: a player may have several roles.
    id: String,
}

/// The wait for answers to STOP, which have no effect.
const FAREWELL: Duration = Duration::from_secs(1);

impl<G: Playable> HostedMatch<'_, G> {
    /// Plays the match.
    pub(super) fn play(&self) -> Result<Played, RulesFault> {
        let Terms { seed, scrambles, n_plies_max, .. } = *self.terms;
        let number = u64::from(self.pairing.number);
        let mut rng = rng(seed ^ number << 16, 3);
        let words = scrambles.then(|| Scrambler::new(self.rules, rng.random()));
        let words = words.as_ref();
        let seats = self.seats();
        self.start(&seats, words);
        let mut live = LiveGame::new(self.game).with_n_plies_max(n_plies_max);
        let mut turns = Vec::new();
        let mut efforts = vec![Effort::default(); seats.len()];
        let mut rules = live.check_rules();
        while rules.is_ok() && live.ending().is_none() {
            self.show(&live);
            let answers = self.ask(&seats, live.joints().last(), words);
            // Chance moves, and moves for players without a legal answer.
            live.draw_all(&mut rng);
            for ((seat, answered), effort) in seats.iter().zip(answers).zip(&mut efforts) {
                let moves = live.legal(seat.role);
                let (n_moves, time) = (moves.len(), answered.time);
                let (mv, turn) = self.judge(seat, moves, answered, words);
                if let Some(mv) = mv {
                    live.set(seat.role, mv);
                }
                effort.n_moves += u32::from(n_moves > 1);
                effort.time += if n_moves > 1 { time } else { Duration::ZERO };
                effort.n_replaced += u32::from(turn.fault.is_some());
                turns.push(turn);
            }
            rules = live.advance();
        }
        self.show(&live);
        let is_over = rules.is_ok() && live.ending() == Some(Ending::Terminal);
        self.stop(&seats, live.joints().last().filter(|_| is_over), words);
        rules?;
        Ok(Played { record: self.record(live.into_played(), efforts), turns })
    }

    fn record(&self, played: play::Played<G>, efforts: Vec<Effort>) -> Record {
        let (goals, ending) = (played.goals(self.game), played.ending);
        let (id, players) = (&self.id, self.names_of_players());
        let plies = played.joints.len();
        info!(id, game = self.name, ?players, ?goals, plies, %ending, "a match has ended");
        if let Some(pages) = self.pages {
            pages.end(&self.id, &goals, ending);
        }
        Record {
            pairing: self.pairing.clone(),
            n_opening: 0,
            moves: played.joints.iter().map(|joint| self.names(joint)).collect(),
            ending,
            goals,
            efforts,
        }
    }

    fn seats(&self) -> Vec<Seat> {
        let roles = self.game.roles().iter().enumerate().filter(|(_, role)| !role.is_chance());
        let seat = |((role, _), &player): ((usize, _), &usize)| Seat {
            role: RoleId::new(role),
            player,
            id: format!("{}.{role}", self.id),
        };
        roles.zip(&self.pairing.players).map(seat).collect()
    }

    fn start(&self, seats: &[Seat], words: Option<&Scrambler>) {
        info!(id = self.id, game = self.name, players = ?self.names_of_players(), "a match begins");
        let Terms { start_clock, play_clock, grace, .. } = *self.terms;
        let say = |text: &str| words.map_or_else(|| text.into(), |words| words.there(text));
        let rules = say(self.rules);
        let message = |seat: &Seat| Message::Start {
            id: seat.id.clone(),
            role: say(&self.game.roles()[seat.role.index()].name),
            rules: rules.clone(),
            start_clock,
            play_clock,
        };
        let answers = self.tell(seats, message, start_clock + grace);
        for (seat, answered) in seats.iter().zip(answers) {
            let who = &*self.players[seat.player];
            match answered.text {
                Ok(text) if text.eq_ignore_ascii_case("ready") => {}
                Ok(text) => warn!(id = seat.id, player = who, text, "a player is not ready"),
                Err(fault) => warn!(id = seat.id, player = who, %fault, "a player is not ready"),
            }
        }
    }

    fn ask(
        &self,
        seats: &[Seat],
        last: Option<&Vec<G::Move>>,
        words: Option<&Scrambler>,
    ) -> Vec<Answered> {
        let Terms { play_clock, grace, .. } = *self.terms;
        let moves = last.map(|joint| self.said(joint, words));
        let message = |seat: &Seat| Message::Play { id: seat.id.clone(), moves: moves.clone() };
        self.tell(seats, message, play_clock + grace)
    }

    fn stop(&self, seats: &[Seat], last: Option<&Vec<G::Move>>, words: Option<&Scrambler>) {
        let moves = last.map(|joint| self.said(joint, words));
        let message = |seat: &Seat| match &moves {
            Some(_) => Message::Stop { id: seat.id.clone(), moves: moves.clone() },
            None => Message::Abort { id: seat.id.clone() },
        };
        self.tell(seats, message, self.terms.play_clock.max(FAREWELL));
    }

    /// Sends a message to all players at the same time.
    fn tell(
        &self,
        seats: &[Seat],
        message: impl Fn(&Seat) -> Message + Sync,
        time_max: Duration,
    ) -> Vec<Answered> {
        let tell = |seat: &Seat| self.contestants[seat.player].tell(&message(seat), time_max);
        if let [seat] = seats {
            return vec![tell(seat)];
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> = seats.iter().map(|seat| scope.spawn(|| tell(seat))).collect();
            let lost = || Answered {
                text: Err(Fault::Lost("our thread failed".into())),
                thought: None,
                time: time_max,
            };
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| lost())).collect()
        })
    }

    /// The legal move in an answer.
    fn judge(
        &self,
        seat: &Seat,
        moves: &[G::Move],
        answered: Answered,
        words: Option<&Scrambler>,
    ) -> (Option<G::Move>, Turn) {
        let Answered { text, thought, time } = answered;
        let found = text.and_then(|text| {
            let name = words.map_or_else(|| tidy(&text), |words| words.back(&text));
            let names = || moves.iter().map(|&mv| (mv, self.game.move_name(mv)));
            let exact = names().find(|(_, known)| *known == name);
            let loose = || names().find(|(_, known)| known.eq_ignore_ascii_case(&name));
            exact.or_else(loose).map(|(mv, _)| mv).ok_or(Fault::Illegal(text))
        });
        let (id, player, is_forced) = (&seat.id, seat.player, moves.len() == 1);
        let who = &*self.players[player];
        match &found {
            Ok(_) => debug!(id, player = who, ms = time.as_millis() as u64, thought, "a move"),
            Err(fault) => warn!(id, player = who, %fault, "a move is drawn instead"),
        }
        (
            found.as_ref().ok().copied(),
            Turn { player, is_forced, thought, time, fault: found.err() },
        )
    }

    /// The players in the order of their roles.
    fn names_of_players(&self) -> Vec<&str> {
        self.pairing.players.iter().map(|&at| &*self.players[at]).collect()
    }

    fn names(&self, joint: &[G::Move]) -> Vec<String> {
        joint.iter().map(|&mv| self.game.move_name(mv)).collect()
    }

    /// A joint move in the scrambled words of the match.
    fn said(&self, joint: &[G::Move], words: Option<&Scrambler>) -> Vec<String> {
        let say = |name: String| words.map_or(name.clone(), |words| words.there(&name));
        self.names(joint).into_iter().map(say).collect()
    }

    /// Shows the position on the pages for spectators.
    fn show(&self, live: &LiveGame<G>) {
        let Some(pages) = self.pages else { return };
        let last = live.joints().last();
        pages.show(MatchView {
            id: self.id.clone(),
            game: self.name.into(),
            players: self.pairing.players.iter().map(|&at| self.players[at].clone()).collect(),
            roles: self.game.roles().iter().map(|role| role.name.clone()).collect(),
            position: show_position(&**self.game, live.state()),
            last: last.map(|joint| self.names(joint)).unwrap_or_default(),
            n_plies: 0,
            result: None,
        });
    }
}

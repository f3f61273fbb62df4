//! One hosted match, from START to STOP.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use arena::{Effort, Encounter, Ending, Record};
use game::{Choices, Playable, Rng, RoleId, rng};
use rand::Rng as _;
use tracing::{debug, info, warn};

use super::Terms;
use super::contestant::{Answered, Contestant};
use super::gallery::{Gallery, Sight};
use super::words::Words;
use crate::message::{Message, tidy};

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// What is kept of it.
    pub record: Record,
    /// Every answer of every player.
    pub turns: Vec<Turn>,
}

/// One answer.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Who was asked, by its place among the players of the event.
    pub player: usize,
    /// Whether there was only one legal move.
    pub is_forced: bool,
    /// How the move was found, where the player tells.
    pub thought: Option<String>,
    /// How long the answer took.
    pub time: Duration,
    /// What was wrong with it.
    pub fault: Option<Fault>,
}

/// Why a move is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It came too late or not at all.
    Late,
    /// It is not legal.
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

/// What is needed for a match.
pub(super) struct Table<'a, G: Playable> {
    pub(super) game: &'a Arc<G>,
    pub(super) name: &'a str,
    pub(super) rules: &'a str,
    pub(super) terms: &'a Terms,
    /// All players of the event, and what they are called.
    pub(super) contestants: &'a [Contestant],
    pub(super) players: &'a [String],
    pub(super) encounter: &'a Encounter,
    /// What the match is called.
    pub(super) id: String,
    pub(super) gallery: Option<&'a Gallery>,
}

/// A role that someone plays.
struct Seat {
    role: RoleId,
    player: usize,
    /// Each has its own name for the match, since one may play several roles.
    id: String,
}

/// How long to wait for answers that nobody needs.
const FAREWELL: Duration = Duration::from_secs(1);

impl<G: Playable> Table<'_, G> {
    /// Plays the match.
    pub(super) fn play(&self) -> Played {
        let Terms { seed, scrambles, n_plies_max, .. } = *self.terms;
        let number = u64::from(self.encounter.number);
        let mut rng = rng(seed ^ number << 16, 3);
        let words = scrambles.then(|| Words::new(self.rules, rng.random()));
        let seats = self.seats();
        self.start(&seats, words.as_ref());
        let mut state = self.game.initial();
        let (mut joints, mut turns) = (Vec::<Vec<G::Move>>::new(), Vec::new());
        let mut efforts = vec![Effort::default(); seats.len()];
        let mut choices = Choices::default();
        let ending = loop {
            self.show(&state, joints.last());
            if self.game.is_terminal(&state) {
                break Ending::Terminal;
            }
            if joints.len() >= n_plies_max as usize {
                break Ending::Capped;
            }
            choices.read(&**self.game, &state);
            if choices.all().iter().any(Vec::is_empty) {
                break Ending::Stuck;
            }
            let answers = self.ask(&seats, joints.last(), words.as_ref());
            let mut joint = self.draw(&mut rng, &choices);
            for ((seat, answered), effort) in seats.iter().zip(answers).zip(&mut efforts) {
                let moves = choices.of(seat.role);
                let time = answered.time;
                let (mv, turn) = self.judge(seat, moves, answered, words.as_ref());
                // A move that is missing stays the one that was drawn.
                joint[seat.role.index()] = mv.unwrap_or(joint[seat.role.index()]);
                effort.n_moves += u32::from(moves.len() > 1);
                effort.time += if moves.len() > 1 { time } else { Duration::ZERO };
                effort.n_replaced += u32::from(turn.fault.is_some());
                turns.push(turn);
            }
            self.game.apply(&mut state, &joint);
            joints.push(joint);
        };
        self.stop(&seats, joints.last().filter(|_| ending == Ending::Terminal), words.as_ref());
        let goals: Vec<u8> =
            seats.iter().map(|seat| self.game.goal(&state, seat.role).value()).collect();
        info!(id = self.id, ?goals, plies = joints.len(), %ending, "a match has ended");
        if let Some(gallery) = self.gallery {
            gallery.end(&self.id, &goals, ending);
        }
        let record = Record {
            encounter: self.encounter.clone(),
            n_opening: 0,
            moves: joints.iter().map(|joint| self.names(joint)).collect(),
            ending,
            goals,
            efforts,
        };
        Played { record, turns }
    }

    fn seats(&self) -> Vec<Seat> {
        let roles = self.game.roles().iter().enumerate().filter(|(_, role)| !role.is_chance());
        let seat = |((role, _), &player): ((usize, _), &usize)| Seat {
            role: RoleId::new(role),
            player,
            id: format!("{}.{role}", self.id),
        };
        roles.zip(&self.encounter.players).map(seat).collect()
    }

    fn start(&self, seats: &[Seat], words: Option<&Words>) {
        info!(id = self.id, game = self.name, players = ?self.encounter.players, "a match begins");
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
            match answered.text {
                Ok(text) if text.eq_ignore_ascii_case("ready") => {}
                Ok(text) => warn!(id = seat.id, text, "a player is not ready"),
                Err(fault) => warn!(id = seat.id, %fault, "a player is not ready"),
            }
        }
    }

    fn ask(
        &self,
        seats: &[Seat],
        last: Option<&Vec<G::Move>>,
        words: Option<&Words>,
    ) -> Vec<Answered> {
        let Terms { play_clock, grace, .. } = *self.terms;
        let moves = last.map(|joint| self.said(joint, words));
        let message = |seat: &Seat| Message::Play { id: seat.id.clone(), moves: moves.clone() };
        self.tell(seats, message, play_clock + grace)
    }

    fn stop(&self, seats: &[Seat], last: Option<&Vec<G::Move>>, words: Option<&Words>) {
        let moves = last.map(|joint| self.said(joint, words));
        let message = |seat: &Seat| match &moves {
            Some(_) => Message::Stop { id: seat.id.clone(), moves: moves.clone() },
            None => Message::Abort { id: seat.id.clone() },
        };
        self.tell(seats, message, self.terms.play_clock.max(FAREWELL));
    }

    /// Tells all players something at the same time.
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

    /// A move for each role, drawn by lot: nature's, and for those who have none.
    fn draw(&self, rng: &mut Rng, choices: &Choices<G::Move>) -> Vec<G::Move> {
        let mut any = |moves: &Vec<G::Move>| moves[rng.random_range(0..moves.len())];
        choices.all().iter().map(&mut any).collect()
    }

    /// The move that an answer names, if it is legal.
    fn judge(
        &self,
        seat: &Seat,
        moves: &[G::Move],
        answered: Answered,
        words: Option<&Words>,
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
        match &found {
            Ok(_) => debug!(id, ms = time.as_millis() as u64, thought, "a move"),
            Err(fault) => warn!(id, %fault, "a move is drawn instead"),
        }
        (
            found.as_ref().ok().copied(),
            Turn { player, is_forced, thought, time, fault: found.err() },
        )
    }

    fn names(&self, joint: &[G::Move]) -> Vec<String> {
        joint.iter().map(|&mv| self.game.move_name(mv)).collect()
    }

    /// A joint move in the words of the match.
    fn said(&self, joint: &[G::Move], words: Option<&Words>) -> Vec<String> {
        let say = |name: String| words.map_or(name.clone(), |words| words.there(&name));
        self.names(joint).into_iter().map(say).collect()
    }

    /// Shows a position to whoever looks on.
    fn show(&self, state: &G::State, last: Option<&Vec<G::Move>>) {
        let Some(gallery) = self.gallery else { return };
        gallery.show(Sight {
            id: self.id.clone(),
            game: self.name.into(),
            players: self.encounter.players.iter().map(|&at| self.players[at].clone()).collect(),
            roles: self.game.roles().iter().map(|role| role.name.clone()).collect(),
            position: self.game.show(state),
            last: last.map(|joint| self.names(joint)).unwrap_or_default(),
            n_plies: 0,
            result: None,
        });
    }
}

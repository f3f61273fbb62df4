//! What those who hear messages and those who think share about a match.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::lesson::Lesson;
use crate::lock;

/// A match as far as it has come, and the move at hand.
pub(super) struct Mind {
    board: Mutex<Board>,
    /// Signals every change.
    news: Condvar,
    /// Counts what thinkers must hear of at once.
    n_changes: AtomicU64,
    /// Without a message for so long, the match is over.
    patience: Duration,
}

struct Board {
    /// The joint moves that were heard.
    joints: Vec<Vec<String>>,
    /// When the present turn should be answered, if an answer is wanted.
    due: Option<Instant>,
    /// The move at hand for the present turn.
    held: Option<Held>,
    /// Whether a move was asked for in the present turn.
    is_asked: bool,
    /// The answers that were given in the present turn and in the one before.
    answer: Option<Held>,
    previous: Option<Held>,
    /// The place of our role among all.
    role: Option<usize>,
    /// Why the last joint move is none, if so.
    rejected: Option<String>,
    /// Who keeps track of the game.
    lead: Rank,
    preparation: Preparation,
    /// What was learned, until the thinker takes it.
    lesson: Option<Lesson>,
    is_taught: bool,
    heard: Instant,
    is_closed: bool,
}

impl Board {
    /// Whether a message is the one before once more. A joint move may be made
    /// twice in a row; but then our part of it is what we answered.
    fn is_repeated(&self, moves: Option<&[String]>) -> bool {
        let Some(moves) = moves else { return self.is_asked };
        if self.joints.last().map(Vec::as_slice) != Some(moves) {
            return false;
        }
        let own = self.role.and_then(|role| moves.get(role));
        match (&self.answer, own) {
            (Some(answer), Some(own)) => {
                answer.mv != NO_MOVE && !answer.mv.eq_ignore_ascii_case(own)
            }
            (answer, _) => answer.is_none(),
        }
    }
}

/// How far preparations have come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Preparation {
    UnderWay,
    /// There is nothing left to be done before play begins.
    Done,
    /// The match cannot be played.
    Failed(String),
}

/// Who thinks; the higher the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Plays by the reference reasoner, and does not look ahead.
    Keeper,
    /// Searches.
    Thinker,
}

/// How a move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thought {
    /// There was no other.
    Forced,
    /// It is known to be best.
    Solved,
    /// It was searched for, for as long as there was time.
    Searched,
    /// It was at hand when the time was over.
    Held,
}

impl Thought {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Solved => "solved",
            Self::Searched => "searched",
            Self::Held => "held",
        }
    }
}

/// A move at hand.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) mv: String,
    pub(super) thought: Thought,
    pub(super) rank: Rank,
    /// Whether there is no point in waiting for a better one.
    pub(super) is_final: bool,
}

/// What a thread sees when it looks up.
pub(super) struct View {
    /// Counts changes: thinking goes on until it is another.
    pub(super) change: u64,
    /// Joint moves that the thread does not know yet.
    pub(super) joints: Vec<Vec<String>>,
    /// When an answer is due, if one is wanted.
    pub(super) due: Option<Instant>,
    /// What was learned meanwhile.
    pub(super) lesson: Option<Lesson>,
}

/// What becomes of a question for a move.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// A move.
    Move(Held),
    /// The joint move is not legal by our rules.
    Rejected(String),
    /// There is no move at hand.
    Nothing,
}

/// What is answered where there is no move.
pub(super) const NO_MOVE: &str = "nil";

/// Sees nothing yet.
pub(super) const UNSEEN: u64 = u64::MAX;

/// However late it is, a move is worth waiting for until so long before the end.
const LAST_MOMENT: Duration = Duration::from_millis(10);

impl Mind {
    pub(super) fn new(patience: Duration) -> Self {
        let board = Board {
            joints: Vec::new(),
            due: None,
            held: None,
            is_asked: false,
            answer: None,
            previous: None,
            role: None,
            rejected: None,
            lead: Rank::Keeper,
            preparation: Preparation::UnderWay,
            lesson: None,
            is_taught: false,
            heard: Instant::now(),
            is_closed: false,
        };
        let (board, news) = (Mutex::new(board), Condvar::new());
        Self { board, news, n_changes: AtomicU64::new(0), patience }
    }

    /// Says that preparations are done.
    pub(super) fn be_ready(&self) {
        let mut board = lock(&self.board);
        if board.preparation == Preparation::UnderWay {
            board.preparation = Preparation::Done;
        }
        self.news.notify_all();
    }

    /// Says why the match cannot be played.
    pub(super) fn fail(&self, why: impl Into<String>) {
        lock(&self.board).preparation = Preparation::Failed(why.into());
        self.news.notify_all();
    }

    /// Waits until all is ready for play, or time is over. The error says why
    /// the match cannot be played.
    pub(super) fn prepare(&self, until: Instant) -> Result<(), String> {
        let mut board = lock(&self.board);
        loop {
            match &board.preparation {
                Preparation::Failed(why) => return Err(why.clone()),
                Preparation::Done => return Ok(()),
                Preparation::UnderWay if Instant::now() >= until || board.is_closed => {
                    return Ok(());
                }
                Preparation::UnderWay => board = self.wait(board, until),
            }
        }
    }

    /// Asks for a move after a joint move; without one at the beginning. The
    /// answer should come when it is `due`, and must come before `end`.
    pub(super) fn ask(&self, moves: Option<&[String]>, due: Instant, end: Instant) -> Answer {
        let mut board = lock(&self.board);
        board.heard = Instant::now();
        if moves.is_none() && !board.joints.is_empty() {
            return Answer::Rejected("the match has begun already".into());
        }
        if !board.is_repeated(moves) {
            if let Some(moves) = moves {
                board.joints.push(moves.to_vec());
                (board.held, board.previous) = (None, board.answer.take());
            }
            (board.due, board.is_asked, board.rejected) = (Some(due), true, None);
            self.change(&mut board);
        } else if let Some(answer) = board.answer.clone() {
            return Answer::Move(answer);
        }
        let ply = board.joints.len();
        // A third of what is left after the time to answer is for those who are late.
        let patience = due + end.saturating_duration_since(due) / 3;
        let last_moment = end.checked_sub(LAST_MOMENT).unwrap_or(end);
        loop {
            if board.joints.len() != ply || board.is_closed {
                // Play went on without us.
                return Answer::Nothing;
            }
            if let Some(why) = board.rejected.take() {
                return self.take_back(board, moves, why);
            }
            let now = Instant::now();
            let patience = if board.held.is_some() { patience } else { last_moment };
            match &board.held {
                Some(held) if held.is_final || now >= patience => {
                    let held = held.clone();
                    (board.answer, board.due) = (Some(held.clone()), None);
                    return Answer::Move(held);
                }
                None if now >= patience => {
                    board.answer = Some(Held {
                        mv: NO_MOVE.into(),
                        thought: Thought::Held,
                        rank: Rank::Keeper,
                        is_final: true,
                    });
                    return Answer::Nothing;
                }
                _ => board = self.wait(board, patience),
            }
        }
    }

    /// Forgets the last joint move. If it was the one before once more, the
    /// message was repeated, and is answered as then.
    fn take_back(
        &self,
        mut board: MutexGuard<'_, Board>,
        moves: Option<&[String]>,
        why: String,
    ) -> Answer {
        board.joints.pop();
        (board.due, board.held, board.answer) = (None, None, board.previous.take());
        self.change(&mut board);
        match &board.answer {
            Some(answer) if board.joints.last().map(Vec::as_slice) == moves => {
                Answer::Move(answer.clone())
            }
            _ => Answer::Rejected(why),
        }
    }

    /// Ends the match.
    pub(super) fn close(&self) {
        let mut board = lock(&self.board);
        board.is_closed = true;
        self.change(&mut board);
    }

    /// Ends the match with its last joint move.
    pub(super) fn finish(&self, moves: &[String]) {
        lock(&self.board).joints.push(moves.to_vec());
        self.close();
    }

    /// The joint moves that a thread has not made when the match is over.
    pub(super) fn rest(&self, ply: usize) -> Vec<Vec<String>> {
        lock(&self.board).joints.get(ply..).unwrap_or_default().to_vec()
    }

    /// Whether the match has ended, or its manager is no more.
    pub(super) fn is_over(&self) -> bool {
        let board = lock(&self.board);
        board.is_closed || board.heard.elapsed() > self.patience
    }

    /// How many joint moves were made.
    pub(super) fn ply(&self) -> usize {
        lock(&self.board).joints.len()
    }

    /// Waits for something that a thread has not seen, and tells it; `None` when
    /// the match is over. The keeper has nothing to do while another leads.
    pub(super) fn look(&self, rank: Rank, seen: u64, ply: usize) -> Option<View> {
        let mut board = lock(&self.board);
        loop {
            let until = board.heard + self.patience;
            if board.is_closed || Instant::now() >= until {
                return None;
            }
            let change = self.n_changes.load(Relaxed);
            if change != seen && rank >= board.lead {
                return Some(View {
                    change,
                    joints: board.joints.get(ply..).unwrap_or_default().to_vec(),
                    due: board.due,
                    lesson: if rank == Rank::Thinker { board.lesson.take() } else { None },
                });
            }
            board = self.wait(board, until);
        }
    }

    /// Puts a move at hand for a turn, unless there is a better one.
    pub(super) fn hold(&self, ply: usize, held: Held) {
        let mut board = lock(&self.board);
        let is_better =
            board.held.as_ref().is_none_or(|old| !old.is_final && old.rank <= held.rank);
        if board.joints.len() == ply && is_better {
            board.held = Some(held);
            self.news.notify_all();
        }
    }

    /// Says that a joint move is not legal, unless all has changed since it was
    /// seen.
    pub(super) fn reject(&self, change: u64, why: String) {
        let mut board = lock(&self.board);
        if self.is_still(change) {
            board.rejected = Some(why);
            self.news.notify_all();
        }
    }

    /// Says who keeps track from now on.
    pub(super) fn lead(&self, rank: Rank) {
        let mut board = lock(&self.board);
        board.lead = rank;
        self.change(&mut board);
    }

    /// Says which place our role has among all.
    pub(super) fn play_role(&self, place: usize) {
        lock(&self.board).role = Some(place);
    }

    /// Has the thinker use what was learned.
    pub(super) fn learn(&self, lesson: Lesson) {
        let mut board = lock(&self.board);
        board.lesson = Some(lesson);
        self.change(&mut board);
    }

    /// Says whether what was learned is followed.
    pub(super) fn note_taught(&self, is_taught: bool) {
        lock(&self.board).is_taught |= is_taught;
    }

    /// Whether what was learned is followed.
    pub(super) fn is_taught(&self) -> bool {
        lock(&self.board).is_taught
    }

    /// Whether nothing has changed.
    pub(super) fn is_still(&self, change: u64) -> bool {
        self.n_changes.load(Relaxed) == change
    }

    /// Nobody begins to wait between a change and its signal: the board is locked.
    fn change(&self, _board: &mut Board) {
        self.n_changes.fetch_add(1, Relaxed);
        self.news.notify_all();
    }

    fn wait<'a>(&self, board: MutexGuard<'a, Board>, until: Instant) -> MutexGuard<'a, Board> {
        let left = until.saturating_duration_since(Instant::now());
        let waited = self.news.wait_timeout(board, left);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

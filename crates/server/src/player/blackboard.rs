//! The state of a match that the threads of messages and of search share.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::finding::Finding;
use super::lesson::Lesson;
use crate::lock;

/// The joint moves of a match, and the held move of the present turn.
pub(super) struct Blackboard {
    board: Mutex<BlackboardState>,
    /// Signals every change.
    news: Condvar,
    /// Counts changes that interrupt a search.
    n_changes: AtomicU64,
    /// The time without messages after which the match is over.
    patience: Duration,
}

struct BlackboardState {
    /// The joint moves of the messages.
    joints: Vec<Vec<String>>,
    /// The time at which the present turn should be answered, if it is asked for.
    due: Option<Instant>,
    /// The held move of the present turn.
    held: Option<Held>,
    /// Whether a move was asked for in the present turn.
    is_asked: bool,
    /// The answers that were given in the present turn and in the one before.
    answer: Option<Held>,
    previous: Option<Held>,
    /// The place of our role among all.
    role: Option<usize>,
    /// The reason why the last joint move is not legal, if so.
    rejected: Option<String>,
    /// The lowest rank that follows the game.
    lead: Rank,
    preparation: Preparation,
    /// The knowledge for the thinker, until it takes it.
    lesson: Option<Lesson>,
    is_taught: bool,
    heard: Instant,
    is_closed: bool,
}

impl BlackboardState {
    /// Whether a message repeats the one before. A joint move may be made twice in a
    /// row; but then our part of it is our last answer.
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

/// The state of preparations.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Preparation {
    UnderWay,
    /// Complete.
    Done,
    /// The match cannot be played.
    Failed(String),
}

/// The kinds of threads that propose moves; the higher the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Plays by the reference reasoner without search.
    Keeper,
    /// Searches.
    Thinker,
}

/// The origin of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thought {
    /// The only legal move.
    Forced,
    /// Proven to be best.
    Solved,
    /// The result of a search that had its time.
    Searched,
    /// Held when the time was over.
    Held,
}

impl Thought {
    /// The origin as one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Solved => "solved",
            Self::Searched => "searched",
            Self::Held => "held",
        }
    }
}

/// A move that is held for the present turn.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) mv: String,
    pub(super) thought: Thought,
    pub(super) rank: Rank,
    /// What the thinker found out.
    pub(super) finding: Arc<Finding>,
    /// Whether no better one will come.
    pub(super) is_final: bool,
}

/// The changes that a thread has not read.
pub(super) struct View {
    /// The number of changes: a search runs until it differs.
    pub(super) change: u64,
    /// Joint moves that are new to the thread.
    pub(super) joints: Vec<Vec<String>>,
    /// The time at which an answer is due, if it is asked for.
    pub(super) due: Option<Instant>,
    /// New knowledge.
    pub(super) lesson: Option<Lesson>,
}

/// The answer to a request for a move.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// A move.
    Move(Held),
    /// The move that was the answer to the same request before.
    Repeated(Held),
    /// The joint move is not legal by our rules.
    Rejected(String),
    /// No move is held.
    Nothing,
}

/// The reply where no move is held.
pub(super) const NO_MOVE: &str = "nil";

/// The change number of a thread that has read nothing yet.
pub(super) const UNSEEN: u64 = u64::MAX;

/// The time before the end of the clock until which a move is waited for.
const LAST_MOMENT: Duration = Duration::from_millis(10);

/// The time that a first legal move may take, however short the clock is: no answer is
/// not better than a late one, and managers grant a second for the network.
const FIRST_MOVE_MAX: Duration = Duration::from_millis(300);

impl Blackboard {
    pub(super) fn new(patience: Duration) -> Self {
        let board = BlackboardState {
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

    /// Marks preparations as complete.
    pub(super) fn be_ready(&self) {
        let mut board = lock(&self.board);
        if board.preparation == Preparation::UnderWay {
            board.preparation = Preparation::Done;
        }
        self.news.notify_all();
    }

    /// Marks the match as impossible to play, with the reason.
    pub(super) fn fail(&self, why: impl Into<String>) {
        lock(&self.board).preparation = Preparation::Failed(why.into());
        self.news.notify_all();
    }

    /// Waits until preparations are complete, or time is over. The error is the reason
    /// why the match cannot be played.
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

    /// Returns a move after a joint move, or the first move. The answer should come when
    /// it is `due`, and must come before `end`.
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
            return Answer::Repeated(answer);
        }
        let ply = board.joints.len();
        // A third of the time between `due` and `end` is for searches that end late.
        let patience = due + end.saturating_duration_since(due) / 3;
        let last_moment = end.checked_sub(LAST_MOMENT).unwrap_or(end);
        let last_moment = last_moment.max(Instant::now() + FIRST_MOVE_MAX);
        loop {
            if board.joints.len() != ply || board.is_closed {
                // The manager sent the next message before the answer.
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
                        finding: Arc::default(),
                        is_final: true,
                    });
                    return Answer::Nothing;
                }
                _ => board = self.wait(board, patience),
            }
        }
    }

    /// Removes the last joint move. If it equals the one before, the message was
    /// repeated, and gets the same answer.
    fn take_back(
        &self,
        mut board: MutexGuard<'_, BlackboardState>,
        moves: Option<&[String]>,
        why: String,
    ) -> Answer {
        board.joints.pop();
        (board.due, board.held, board.answer) = (None, None, board.previous.take());
        self.change(&mut board);
        match &board.answer {
            Some(answer) if board.joints.last().map(Vec::as_slice) == moves => {
                Answer::Repeated(answer.clone())
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

    /// Whether the match has ended, or its manager sends no more messages.
    pub(super) fn is_over(&self) -> bool {
        let board = lock(&self.board);
        board.is_closed || board.heard.elapsed() > self.patience
    }

    /// The number of joint moves.
    pub(super) fn ply(&self) -> usize {
        lock(&self.board).joints.len()
    }

    /// Waits for news that a thread has not seen; `None` when the match is over. The
    /// keeper waits while the thinker leads.
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

    /// Holds a move for a turn, unless a better one is held.
    pub(super) fn hold(&self, ply: usize, held: Held) {
        let mut board = lock(&self.board);
        let is_better =
            board.held.as_ref().is_none_or(|old| !old.is_final && old.rank <= held.rank);
        if board.joints.len() == ply && is_better {
            board.held = Some(held);
            self.news.notify_all();
        }
    }

    /// Rejects a joint move that is not legal, unless the board has changed since it was
    /// read.
    pub(super) fn reject(&self, change: u64, why: String) {
        let mut board = lock(&self.board);
        if self.is_still(change) {
            board.rejected = Some(why);
            self.news.notify_all();
        }
    }

    /// Sets the lowest rank that follows the game.
    pub(super) fn lead(&self, rank: Rank) {
        let mut board = lock(&self.board);
        board.lead = rank;
        self.change(&mut board);
    }

    /// Sets the place of our role among all.
    pub(super) fn play_role(&self, place: usize) {
        lock(&self.board).role = Some(place);
    }

    /// Gives knowledge to the thinker.
    pub(super) fn learn(&self, lesson: Lesson) {
        let mut board = lock(&self.board);
        board.lesson = Some(lesson);
        self.change(&mut board);
    }

    /// Records whether the player uses knowledge.
    pub(super) fn note_taught(&self, is_taught: bool) {
        lock(&self.board).is_taught |= is_taught;
    }

    /// Whether the player uses knowledge.
    pub(super) fn is_taught(&self) -> bool {
        lock(&self.board).is_taught
    }

    /// Whether the board has not changed.
    pub(super) fn is_still(&self, change: u64) -> bool {
        self.n_changes.load(Relaxed) == change
    }

    /// Counts a change. The lock is held, so that no thread begins to wait between the
    /// change and its signal.
    fn change(&self, _board: &mut BlackboardState) {
        self.n_changes.fetch_add(1, Relaxed);
        self.news.notify_all();
    }

    fn wait<'a>(
        &self,
        board: MutexGuard<'a, BlackboardState>,
        until: Instant,
    ) -> MutexGuard<'a, BlackboardState> {
        let left = until.saturating_duration_since(Instant::now());
        let waited = self.news.wait_timeout(board, left);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

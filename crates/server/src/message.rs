//! Messages of the protocol.
//!
//! A message is one list in brackets. Managers differ: any case, any blanks, first moves
//! as `nil`, `NIL` or nothing at all, arguments of later versions, surplus brackets at the
//! end. The reader accepts all of these; the writer has one form.

use std::fmt;
use std::time::Duration;

/// A message of a manager to a player.
///
/// ```
/// use ludex_server::Message;
///
/// let message: Message = "( play m.1  ((mark 2 2) NOOP) ) )".parse().unwrap();
/// let moves = Some(vec!["(mark 2 2)".to_string(), "NOOP".to_string()]);
/// assert_eq!(message, Message::Play { id: "m.1".into(), moves });
/// assert_eq!(message.to_string(), "( PLAY m.1 ((mark 2 2) NOOP) )");
/// assert!("( PLAY m.1 ((mark 2 2)".parse::<Message>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Asks for the name and the status.
    Info,
    /// A match begins.
    Start {
        /// The name of the match.
        id: String,
        /// The role to be played.
        role: String,
        /// The rule sheet, without its outer brackets.
        rules: String,
        /// The time until play begins.
        start_clock: Duration,
        /// The time for each move.
        play_clock: Duration,
    },
    /// Asks for a move, after a joint move or at the beginning.
    Play {
        /// The match.
        id: String,
        /// One move for each role, in their order.
        moves: Option<Vec<String>>,
    },
    /// The match is over; the joint move that ended it.
    Stop {
        /// The match.
        id: String,
        /// One move for each role, in their order.
        moves: Option<Vec<String>>,
    },
    /// The match is aborted.
    Abort {
        /// The match.
        id: String,
    },
    /// Rules of a future match.
    Preview {
        /// The rule sheet, without its outer brackets.
        rules: String,
        /// The time to study them.
        clock: Duration,
    },
}

/// The error of a text that is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It does not begin with a bracket.
    #[error("a message is a list in brackets")]
    NoList,
    /// It ends too early.
    #[error("a bracket is never closed")]
    Unclosed,
    /// Brackets are nested too deep.
    #[error("brackets are nested more than {DEPTH_MAX} deep")]
    TooDeep,
    /// The first word is not one of the protocol.
    #[error("the message is none of INFO, START, PLAY, STOP, ABORT and PREVIEW")]
    Unknown,
    /// An argument is missing.
    #[error("{0} is missing or malformed")]
    Missing(&'static str),
}

/// The deepest nesting: rules have a few levels, one level down in a message.
const DEPTH_MAX: usize = 210;

/// The longest clock: a week. A longer one has the same effect.
const CLOCK_SECONDS_MAX: f64 = 7.0 * 86_400.0;

impl Message {
    /// The name of its match, if it has one.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Start { id, .. }
            | Self::Play { id, .. }
            | Self::Stop { id, .. }
            | Self::Abort { id } => Some(id),
            Self::Info | Self::Preview { .. } => None,
        }
    }
}

impl std::str::FromStr for Message {
    type Err = MessageError;

    fn from_str(text: &str) -> Result<Self, MessageError> {
        let mut parts = parts(text)?.into_iter();
        let word = parts.next().ok_or(MessageError::Unknown)?.to_ascii_lowercase();
        let mut next = |what| parts.next().ok_or(MessageError::Missing(what));
        Ok(match word.as_str() {
            "info" => Self::Info,
            "start" => Self::Start {
                id: tidy(next("the match")?),
                role: next("the role")?.into(),
                rules: inner(next("the rule sheet")?)?.into(),
                start_clock: clock(next("the start clock")?)?,
                play_clock: clock(next("the play clock")?)?,
            },
            "play" => Self::Play { id: tidy(next("the match")?), moves: moves(next("").ok())? },
            "stop" => Self::Stop { id: tidy(next("the match")?), moves: moves(next("").ok())? },
            "abort" => Self::Abort { id: tidy(next("the match")?) },
            "preview" => Self::Preview {
                rules: inner(next("the rule sheet")?)?.into(),
                clock: next("").ok().map_or(Ok(Duration::ZERO), clock)?,
            },
            _ => return Err(MessageError::Unknown),
        })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &Option<Vec<String>>| match moves {
            Some(moves) => format!("({})", moves.join(" ")),
            None => "NIL".into(),
        };
        match self {
            Self::Info => write!(f, "( INFO )"),
            Self::Start { id, role, rules, start_clock, play_clock } => {
                let (start, play) = (start_clock.as_secs_f64(), play_clock.as_secs_f64());
                write!(f, "( START {id} {role} ({rules}) {start} {play} )")
            }
            Self::Play { id, moves } => write!(f, "( PLAY {id} {} )", list(moves)),
            Self::Stop { id, moves } => write!(f, "( STOP {id} {} )", list(moves)),
            Self::Abort { id } => write!(f, "( ABORT {id} )"),
            Self::Preview { rules, clock } => {
                write!(f, "( PREVIEW ({rules}) {} )", clock.as_secs_f64())
            }
        }
    }
}

/// A term with normalised blanks.
///
/// ```
/// assert_eq!(ludex_server::message::tidy(" ( mark  1\t1 )"), "(mark 1 1)");
/// ```
pub fn tidy(term: &str) -> String {
    let mut tidied = String::with_capacity(term.len());
    for piece in pieces(term) {
        if !tidied.is_empty() && !tidied.ends_with('(') && piece != ")" {
            tidied.push(' ');
        }
        tidied.push_str(piece);
    }
    tidied
}

/// The brackets and words of a text, without comments.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            match rest.chars().next()? {
                ';' => rest = &rest[rest.find(['\n', '\r']).unwrap_or(rest.len())..],
                '(' | ')' => {
                    let (piece, after) = rest.split_at(1);
                    rest = after;
                    return Some(piece);
                }
                _ => {
                    let (piece, after) = rest.split_at(word_length(rest));
                    rest = after;
                    return Some(piece);
                }
            }
        }
    })
}

fn word_length(text: &str) -> usize {
    let is_end = |letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | ';');
    text.find(is_end).unwrap_or(text.len())
}

/// The words and inner lists of a list. Text after its last bracket is ignored.
fn parts(text: &str) -> Result<Vec<&str>, MessageError> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0, 0);
    let start = text.as_ptr() as usize;
    for piece in pieces(text) {
        let at = piece.as_ptr() as usize - start;
        match (piece, depth) {
            ("(", DEPTH_MAX..) => return Err(MessageError::TooDeep),
            ("(", _) => {
                from = if depth == 1 { at } else { from };
                depth += 1;
            }
            (")", 0) | (_, 0) => return Err(MessageError::NoList),
            (")", 1) => return Ok(parts),
            (")", _) => {
                depth -= 1;
                if depth == 1 {
                    parts.push(&text[from..=at]);
                }
            }
            (word, 1) => parts.push(word),
            _ => {}
        }
    }
    Err(if depth == 0 { MessageError::NoList } else { MessageError::Unclosed })
}

/// A list without its brackets.
fn inner(list: &str) -> Result<&str, MessageError> {
    let inner = list.strip_prefix('(').and_then(|list| list.strip_suffix(')'));
    inner.ok_or(MessageError::Missing("the rule sheet"))
}

fn clock(text: &str) -> Result<Duration, MessageError> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite());
    let seconds = seconds.filter(|&seconds| seconds >= 0.0).map(|s| s.min(CLOCK_SECONDS_MAX));
    seconds.map(Duration::from_secs_f64).ok_or(MessageError::Missing("a clock in seconds"))
}

fn moves(list: Option<&str>) -> Result<Option<Vec<String>>, MessageError> {
    let Some(list) = list.filter(|list| !list.eq_ignore_ascii_case("nil")) else {
        return Ok(None);
    };
    if !list.starts_with('(') {
        return Err(MessageError::Missing("the list of moves"));
    }
    let moves: Vec<String> = parts(list)?.into_iter().map(tidy).collect();
    Ok((!moves.is_empty()).then_some(moves))
}

/// Finds the end of a message as its bytes arrive.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MessageScanner {
    depth: usize,
    is_comment: bool,
}

/// The state of a message after some more bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Incomplete.
    Part,
    /// Complete.
    All,
    /// Not the beginning of any message.
    Nonsense(MessageError),
}

impl MessageScanner {
    /// Reads some more bytes.
    pub(crate) fn hear(&mut self, bytes: &[u8]) -> Heard {
        for &byte in bytes {
            match byte {
                b'\n' | b'\r' => self.is_comment = false,
                _ if self.is_comment => {}
                b';' => self.is_comment = true,
                b'(' if self.depth >= DEPTH_MAX => return Heard::Nonsense(MessageError::TooDeep),
                b'(' => self.depth += 1,
                b')' if self.depth == 1 => return Heard::All,
                b')' if self.depth > 0 => self.depth -= 1,
                _ if self.depth == 0 && !byte.is_ascii_whitespace() => {
                    return Heard::Nonsense(MessageError::NoList);
                }
                _ => {}
            }
        }
        Heard::Part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Message, MessageError> {
        text.parse()
    }

    #[test]
    fn messages_come_in_many_ways() {
        assert_eq!(parse("(info)"), Ok(Message::Info));
        assert_eq!(parse("\t( INFO )\r\n"), Ok(Message::Info));
        let first = Message::Play { id: "m1".into(), moves: None };
        for text in
            ["(PLAY m1 NIL)", "(play m1 nil)", "(Play m1)", "(PLAY m1 ())", "(PLAY m1 nil))"]
        {
            assert_eq!(parse(text).as_ref(), Ok(&first), "{text}");
        }
        let start = parse("(START m1 white ((role white) ; so (so\n (role black)) 10 5 extra (x))");
        let Ok(Message::Start { id, role, rules, start_clock, play_clock }) = start else {
            panic!("{start:?}");
        };
        assert_eq!((id.as_str(), role.as_str()), ("m1", "white"));
        assert!(rules.starts_with("(role white)") && rules.ends_with("(role black)"), "{rules}");
        assert_eq!((start_clock.as_secs(), play_clock.as_secs()), (10, 5));
        assert_eq!(
            parse("(PREVIEW ((role a)) 3)").map(|message| message.id().is_some()),
            Ok(false)
        );
        let stop = Message::Stop { id: "m1".into(), moves: Some(vec!["a".into(), "(b c)".into()]) };
        assert_eq!(parse("(STOP m1 (a ( b  c )))"), Ok(stop));
    }

    #[test]
    fn clocks_and_names_are_as_other_managers_have_them() {
        let start = |id: &str, clocks: &str| {
            let message = parse(&format!("(START {id} white ((role white)) {clocks})"));
            let Ok(Message::Start { id, start_clock, play_clock, .. }) = message else {
                panic!("{message:?}");
            };
            (id, start_clock, play_clock)
        };
        let seconds = Duration::from_secs_f64;
        let (_, start_clock, play_clock) = start("m1", "0 0");
        assert_eq!((start_clock, play_clock), (Duration::ZERO, Duration::ZERO));
        let (_, start_clock, play_clock) = start("m1", "10.0 0.25");
        assert_eq!((start_clock, play_clock), (seconds(10.0), seconds(0.25)));
        // A manager without clocks sends numbers of any size: no end is needed beyond a week.
        let (_, start_clock, play_clock) = start("m1", "1000000000000 1e300");
        assert_eq!((start_clock, play_clock), (seconds(CLOCK_SECONDS_MAX), start_clock));
        for id in ["Match.1396", "kiosk.ticTacToe-1400000000000", "7", "a_b/c:d#e+f", "( a  b )"] {
            assert_eq!(start(id, "1 1").0, tidy(id));
            let play = parse(&format!("(PLAY {id} NIL)"));
            assert_eq!(play, Ok(Message::Play { id: tidy(id), moves: None }));
        }
        let long = "x".repeat(5000);
        assert_eq!(start(&long, "1 1").0, long);
    }

    #[test]
    fn what_is_no_message_is_explained() {
        assert_eq!(parse(""), Err(MessageError::NoList));
        assert_eq!(parse("hello"), Err(MessageError::NoList));
        assert_eq!(parse("()"), Err(MessageError::Unknown));
        assert_eq!(parse("(HELLO)"), Err(MessageError::Unknown));
        assert_eq!(parse("(PLAY m1 ((a"), Err(MessageError::Unclosed));
        assert_eq!(parse(&"(".repeat(1 << 20)), Err(MessageError::TooDeep));
        assert_eq!(parse("(START m1 white)"), Err(MessageError::Missing("the rule sheet")));
        assert_eq!(
            parse("(START m1 white () -1 5)"),
            Err(MessageError::Missing("a clock in seconds"))
        );
        assert_eq!(parse("(PLAY m1 move)"), Err(MessageError::Missing("the list of moves")));
    }

    fn term() -> impl Strategy<Value = String> {
        let word = "[a-z0-9?<=]{1,6}";
        let leaf = word.prop_map(|word| word);
        leaf.prop_recursive(3, 12, 3, |inner| {
            proptest::collection::vec(inner, 1..4)
                .prop_map(|terms| format!("({})", terms.join(" ")))
        })
    }

    fn message() -> impl Strategy<Value = Message> {
        let id =
            || "[A-Za-z0-9.]{1,12}".prop_filter("not nil", |id| !id.eq_ignore_ascii_case("nil"));
        let list = || {
            let term = term().prop_filter("not nil", |term| !term.eq_ignore_ascii_case("nil"));
            proptest::option::of(proptest::collection::vec(term, 1..5))
        };
        let clock = || (0u64..10_000).prop_map(Duration::from_secs);
        let rules = || proptest::collection::vec(term(), 0..5).prop_map(|rules| rules.join(" "));
        prop_oneof![
            Just(Message::Info),
            (id(), id(), rules(), clock(), clock()).prop_map(
                |(id, role, rules, start_clock, play_clock)| Message::Start {
                    id,
                    role,
                    rules,
                    start_clock,
                    play_clock
                }
            ),
            (id(), list()).prop_map(|(id, moves)| Message::Play { id, moves }),
            (id(), list()).prop_map(|(id, moves)| Message::Stop { id, moves }),
            id().prop_map(|id| Message::Abort { id }),
            (rules(), clock()).prop_map(|(rules, clock)| Message::Preview { rules, clock }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read(message in message()) {
            prop_assert_eq!(parse(&message.to_string()), Ok(message));
        }

        #[test]
        fn no_text_is_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let text = String::from_utf8_lossy(&bytes);
            let _ = parse(&text);
            let _ = tidy(&text);
            MessageScanner::default().hear(&bytes);
        }

        #[test]
        fn the_end_is_where_the_reader_sees_it(text in "[() ;a\n]{0,40}") {
            let heard = MessageScanner::default().hear(text.as_bytes());
            match parse(&text) {
                Err(error @ (MessageError::NoList | MessageError::TooDeep)) => {
                    let is_blank = pieces(&text).next().is_none();
                    prop_assert!(heard == Heard::Nonsense(error) || is_blank);
                }
                Err(MessageError::Unclosed) => prop_assert_eq!(heard, Heard::Part),
                _ => prop_assert_eq!(heard, Heard::All),
            }
        }
    }
}

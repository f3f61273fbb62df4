//! Engines that speak the Universal Chess Interface.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Game, Notation, Playable, RoleId};

use super::{PATIENCE, Program, joint_of};
use crate::{Report, Stop};
use ludex_bridge::{Command, Process};
use ludex_support::unknown_word;

/// The limits of an engine for one move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UciLimits {
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    /// Time limit beyond the engine's own time, or in total where it has none.
    pub patience: Option<Duration>,
}

/// The time of a move without any other limit.
pub(crate) const TIME: Duration = Duration::from_secs(1);

/// A running UCI engine.
pub(crate) struct Uci<G: Playable> {
    game: Arc<G>,
    process: Process,
    limits: UciLimits,
}

/// The search information that the engine has sent so far.
#[derive(Debug, Default)]
struct Info {
    value: Option<f64>,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

impl<G: Playable> Uci<G> {
    /// Starts an engine and sets its options, each a name and a value.
    pub fn start(
        game: &Arc<G>,
        command: &Command,
        limits: UciLimits,
        options: &[(String, String)],
    ) -> Result<Self, String> {
        let process = Process::start(command)?;
        let mut uci = Self { game: Arc::clone(game), process, limits };
        let known = uci.greet()?;
        for (name, value) in options {
            let name = check_option(command, &known, name, value)?;
            uci.process.send(&format!("setoption name {name} value {value}"))?;
        }
        uci.process.send("ucinewgame")?;
        uci.process.send("isready")?;
        uci.wait_for("readyok")?;
        Ok(uci)
    }

    /// Sends the greeting and reads the options of the engine.
    fn greet(&mut self) -> Result<Vec<String>, String> {
        self.process.send("uci")?;
        let lines = self.wait_for("uciok").map_err(|what| format!("{what}; does it speak UCI?"))?;
        let options = lines.iter().filter_map(|line| line.strip_prefix("option name "));
        Ok(options.map(String::from).collect())
    }

    /// Reads lines up to the one that equals `last`.
    fn wait_for(&mut self, last: &str) -> Result<Vec<String>, String> {
        let until = Instant::now() + self.patience();
        let mut lines = Vec::new();
        loop {
            match self.process.line(until)? {
                line if line == last => return Ok(lines),
                line => lines.push(line),
            }
            if Instant::now() >= until {
                return Err(self.process.silent());
            }
        }
    }

    fn patience(&self) -> Duration {
        self.limits.patience.unwrap_or(PATIENCE)
    }

    /// The command that starts the search: infinite if only `stop` can end it.
    fn go(&self, stop: &Stop) -> String {
        let UciLimits { depth, nodes, time, .. } = self.limits;
        let is_limited = depth.is_some() || nodes.is_some() || time.is_some();
        let time = if is_limited || !stop.is_never() { time } else { Some(TIME) };
        let mut text = "go".to_string();
        let millis = time.map(|time| time.as_millis().max(1).to_string());
        let limits = [
            ("depth", depth.map(|depth| depth.to_string())),
            ("nodes", nodes.map(|nodes| nodes.to_string())),
            ("movetime", millis),
        ];
        for (name, value) in limits {
            value.iter().for_each(|value| text += &format!(" {name} {value}"));
        }
        if text == "go" { "go infinite".into() } else { text }
    }

    /// Reads search information until the engine sends its move. Once `stop` is due or the
    /// patience has passed, sends `stop`, once.
    fn hear_search(&mut self, stop: &Stop) -> Result<(String, Info), String> {
        let mut info = Info::default();
        let mut until = Instant::now() + self.limits.time.unwrap_or_default() + self.patience();
        let mut is_stopped = false;
        loop {
            if let Some(line) = self.process.line_soon()? {
                if let Some(rest) = line.strip_prefix("bestmove") {
                    let mv = rest.split_whitespace().next().unwrap_or_default();
                    return Ok((mv.to_string(), info));
                }
                info.read(&line);
            }
            let is_late = Instant::now() >= until;
            if is_late && is_stopped {
                return Err(self.process.silent());
            }
            if !is_stopped && (is_late || stop.is_due()) {
                is_stopped = true;
                until = Instant::now() + self.patience().min(PATIENCE_STOPPED);
                self.process.send("stop")?;
            }
        }
    }
}

impl<G: Playable> Program<G> for Uci<G> {
    fn ask_move(
        &mut self,
        state: &G::State,
        role: RoleId,
        stop: &Stop,
    ) -> Result<Report<G::Move>, String> {
        let game = Arc::clone(&self.game);
        let notation = game.notation().ok_or("this game has no notation")?;
        let setup = notation.setups(state).remove(0);
        self.process.drain();
        self.process.send(&setup)?;
        self.process.send(&self.go(stop))?;
        let (text, info) = self.hear_search(stop)?;
        let Some(mv) = notation.find_move(state, role, &text) else {
            let what = format!("wants to play `{text}` after `{setup}`, which is not legal");
            return Err(self.process.complaint(&what));
        };
        Ok(Report {
            value: info.value,
            nodes: info.nodes,
            depth: info.depth,
            line: expected(&*game, notation, state, role, &info.line),
            ..Report::of_move(mv)
        })
    }
}

/// Time limit of an engine for its answer to `stop`.
const PATIENCE_STOPPED: Duration = Duration::from_secs(5);

/// The name of an option as the engine spells it, if the engine accepts the value. Engines
/// ignore invalid values silently.
fn check_option<'a>(
    command: &Command,
    known: &'a [String],
    name: &str,
    value: &str,
) -> Result<&'a str, String> {
    let known: Vec<(&str, &str)> =
        known.iter().filter_map(|line| line.split_once(" type ")).collect();
    let Some((name, kind)) = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
    else {
        let names = known.iter().map(|&(known, _)| known);
        return Err(unknown_word(&format!("option of `{command}`"), name, names));
    };
    let words: Vec<&str> = kind.split_whitespace().collect();
    let after = |word| words.iter().position(|&other| other == word).map(|at| words.get(at + 1));
    let bound = |word| after(word).flatten().and_then(|text| text.parse::<i64>().ok());
    let is_fine = match words.first() {
        Some(&"spin") => value.parse::<i64>().is_ok_and(|value| {
            bound("min").is_none_or(|min| min <= value)
                && bound("max").is_none_or(|max| value <= max)
        }),
        Some(&"check") => matches!(value, "true" | "false"),
        _ => true,
    };
    match is_fine {
        true => Ok(name),
        false => Err(format!("`{name}={value}`: `{command}` takes {kind}")),
    }
}

/// The information read from an engine's answers to one search.
#[derive(Clone, Debug, PartialEq)]
pub struct UciAnswers {
    /// The value of the position, from 0 to 100, if the engine sent one.
    pub value: Option<f64>,
    /// Number of legal moves at the start of the expected line.
    pub n_expected: usize,
    /// Whether the best move is legal.
    pub is_legal: bool,
}

/// Reads an engine's answers, line by line, to a search in the initial position of a game. For
/// tests with arbitrary text.
///
/// ```
/// let text = "info depth 3 score cp 0 nodes 120 pv e2e4 e7e5\nbestmove e2e4\n";
/// let answers = ludex_search::read_uci(&ludex_games::chess::Chess::new(), text);
/// assert_eq!((answers.value, answers.n_expected, answers.is_legal), (Some(50.0), 2, true));
/// ```
pub fn read_uci<G: Playable>(game: &G, text: &str) -> UciAnswers {
    let command = Command { program: "engine".into(), args: Vec::new() };
    let (mut info, mut best, mut options) = (Info::default(), "", Vec::new());
    for line in text.lines() {
        options.extend(line.strip_prefix("option name ").map(String::from));
        best = line.strip_prefix("bestmove").map_or(best, str::trim);
        info.read(line);
    }
    for name in ["Skill Level", "Ponder"] {
        let _ = check_option(&command, &options, name, "3");
    }
    let (state, role) = (game.initial(), RoleId(0));
    let notation = game.notation();
    let mv = best.split_whitespace().next().unwrap_or_default();
    UciAnswers {
        value: info.value,
        n_expected: notation
            .map_or(0, |notation| expected(game, notation, &state, role, &info.line).len()),
        is_legal: notation.is_some_and(|notation| notation.find_move(&state, role, mv).is_some()),
    }
}

impl Info {
    /// Reads a line such as `info depth 3 score cp 51 nodes 120 pv e2e4`.
    fn read(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_info = words.first() == Some(&"info") && words.get(1) != Some(&"string");
        let after = |word: &str| {
            let at = words.iter().position(|&other| other == word)?;
            words.get(at + 1).copied()
        };
        if !is_info || after("multipv").is_some_and(|number| number != "1") {
            return;
        }
        let number = |word: &str| after(word).and_then(|text| text.parse::<u64>().ok());
        self.nodes = number("nodes").unwrap_or(self.nodes);
        self.depth = number("depth").map_or(self.depth, |depth| depth as u32);
        let points = |word: &str| after(word).and_then(|text| text.parse::<f64>().ok());
        let is_bound = words.iter().any(|word| matches!(*word, "lowerbound" | "upperbound"));
        match (points("cp"), points("mate")) {
            (Some(centipawns), _) if !is_bound => self.value = Some(expectation(centipawns)),
            (_, Some(plies)) => self.value = Some(if plies > 0.0 { 100.0 } else { 0.0 }),
            _ => {}
        }
        // A line with a bound has only the beginning of the expected line.
        if let (Some(at), false) = (words.iter().position(|&word| word == "pv"), is_bound) {
            self.line = words[at + 1..].iter().map(|word| word.to_string()).collect();
        }
    }
}

/// Converts hundredths of a pawn to the scale of goals: an advantage of four pawns is ten wins
/// to one loss, as usual with Elo's formula.
fn expectation(centipawns: f64) -> f64 {
    100.0 / (1.0 + 10f64.powf(-centipawns / 400.0))
}

/// The joint moves at the start of the engine's expected line that are legal.
fn expected<G: Game>(
    game: &G,
    notation: &dyn Notation<State = G::State, Move = G::Move>,
    state: &G::State,
    role: RoleId,
    line: &[String],
) -> Vec<Vec<G::Move>> {
    let (mut state, mut role, mut joints) = (state.clone(), role, Vec::new());
    for text in line {
        let joint =
            notation.find_move(&state, role, text).and_then(|mv| joint_of(game, &state, role, mv));
        let Some(joint) = joint else { break };
        game.apply(&mut state, &joint);
        joints.push(joint);
        if game.is_terminal(&state) {
            break;
        }
        role = RoleId::new((role.index() + 1) % game.roles().len());
    }
    joints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infos_are_read() {
        let mut info = Info::default();
        info.read("info string NNUE evaluation using nn-ad9b42354671.nnue enabled");
        info.read("info depth 3 seldepth 2 multipv 1 score cp 0 nodes 120 time 2 pv e2e4 e7e5");
        assert_eq!((info.value, info.depth, info.nodes), (Some(50.0), 3, 120));
        assert_eq!(info.line, ["e2e4", "e7e5"]);
        info.read("info depth 4 multipv 2 score cp 900 nodes 999");
        info.read("info depth 4 score cp 900 lowerbound nodes 130");
        assert_eq!((info.value, info.nodes), (Some(50.0), 130));
        info.read("info depth 5 score mate -2 nodes 140");
        assert_eq!(info.value, Some(0.0));
    }

    #[test]
    fn options_are_checked() {
        let command = Command { program: "engine".into(), args: Vec::new() };
        let known = ["Skill Level type spin default 20 min 0 max 20".to_string()];
        let check = |name: &str, value: &str| check_option(&command, &known, name, value);
        assert_eq!(check("skill level", "3"), Ok("Skill Level"));
        assert!(check("Skill", "3").unwrap_err().contains("possible: Skill Level"));
        assert!(check("Skill Level", "30").unwrap_err().contains("min 0 max 20"));
    }
}

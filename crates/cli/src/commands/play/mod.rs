//! `ludex play`: a game against players or between people, line by line.

mod keyboard;
mod menu;

use std::collections::HashSet;
use std::io::IsTerminal;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use ludex_game::{Ending, Playable, Rng, RoleId, Visitor, read_position, rng};
use ludex_learn::PositionView;
use ludex_report::words::counted;
use ludex_search::play::LiveGame;
use ludex_search::{Context, Report, Seat, Spec, puzzle};

use crate::args::Common;
use crate::commands::search::find_role;
use crate::load;
use crate::output::Output;

use super::Run;
use keyboard::Keyboard;
use menu::{Meaning, Menu};

/// Play a game yourself, in this terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludex play tic-tac-toe
  ludex play breakthrough --as black --against uct:time=5s
  ludex play native:chess --against uci:stockfish,depth=5
  ludex play connect-four --as all           two people at one keyboard")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// The role you play, or `all`; may be repeated [default: the first]
    #[arg(long = "as", value_name = "ROLE")]
    people: Vec<String>,
    /// Who plays the others: one for all, or one each in the order of roles
    /// [default: `uct:time=1s`]
    #[arg(long, value_name = "SPEC")]
    against: Vec<String>,
    /// The position to begin with
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self)
    }
}

/// The player of roles without `--against`.
const OPPONENT: &str = "uct:time=1s";

fn run(common: &Common, out: &mut Output, args: &Args) -> Result<bool> {
    if common.json {
        bail!("`play` talks to people; `ludex match --json` plays without them");
    }
    let (name, position) = (&args.game, args.position.as_deref());
    load::visit_shown(name, common, position, |view| Play { common, out, args, view })??;
    Ok(true)
}

struct Play<'a> {
    common: &'a Common,
    out: &'a mut Output,
    args: &'a Args,
    view: PositionView,
}

impl Visitor for Play<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<()> {
        let Self { common, out, args, view } = self;
        let context = common.context();
        let state = match &args.position {
            None => game.initial(),
            Some(text) => {
                read_position(&*game, text).map_err(|what| anyhow!("--position: {what}"))?
            }
        };
        let people = people(&*game, &args.people)?;
        let seats = seats(&game, &people, &args.against, &context)?;
        let chance = rng(common.seed, 5);
        let session = Session {
            out,
            keyboard: Keyboard::new()?,
            live: LiveGame::at(&game, state),
            game,
            context,
            view,
            people,
            seats,
            chance,
            past: Vec::new(),
            waits: HashSet::new(),
        };
        session.play()
    }
}

/// Which roles people play: those named, else the first that is no chance.
fn people<G: Playable>(game: &G, names: &[String]) -> Result<Vec<bool>> {
    let roles = game.roles();
    let mut people = vec![false; roles.len()];
    for name in names {
        if name == "all" {
            people = roles.iter().map(|role| !role.is_chance()).collect();
            continue;
        }
        let role = find_role(roles, name)?;
        if roles[role.index()].is_chance() {
            bail!("`{name}` is chance: its moves are drawn by lot");
        }
        people[role.index()] = true;
    }
    if names.is_empty() {
        let first = roles.iter().position(|role| !role.is_chance());
        people[first.ok_or_else(|| anyhow!("the game has no player"))?] = true;
    }
    Ok(people)
}

/// The players of all roles but those of people and chance.
fn seats<G: Playable>(
    game: &Arc<G>,
    people: &[bool],
    specs: &[String],
    context: &Context,
) -> Result<Vec<Option<Seat<G>>>> {
    let is_free = |&role: &usize| !people[role] && !game.roles()[role].is_chance();
    let free: Vec<usize> = (0..people.len()).filter(is_free).collect();
    if specs.len() > 1.max(free.len()) || (free.is_empty() && !specs.is_empty()) {
        let (given, free) = (counted(specs.len(), "opponent"), counted(free.len(), "other role"));
        let are = if specs.len() == 1 { "is" } else { "are" };
        bail!("{given} {are} given, but the game has {free}");
    }
    let mut seats: Vec<Option<Seat<G>>> = people.iter().map(|_| None).collect();
    for (at, &role) in free.iter().enumerate() {
        let spec = specs.get(at).or(specs.last()).map_or(OPPONENT, String::as_str);
        let context = Context { seed: context.seed.wrapping_add(at as u64), ..*context };
        seats[role] = Some(Spec::parse(spec)?.seat(game, &context)?);
    }
    Ok(seats)
}

/// A game between people and players.
struct Session<'a, G: Playable> {
    out: &'a mut Output,
    keyboard: Keyboard,
    game: Arc<G>,
    context: Context,
    view: PositionView,
    /// For each role, whether a person plays it.
    people: Vec<bool>,
    /// The players of the other roles.
    seats: Vec<Option<Seat<G>>>,
    chance: Rng,
    live: LiveGame<G>,
    /// The positions in which people have chosen.
    past: Vec<G::State>,
    /// Moves that were a role's only one while another role had a choice: the role
    /// waits with them.
    waits: HashSet<(usize, G::Move)>,
}

/// The command of a person.
enum Request<M> {
    Move(M),
    Undo,
    Resign,
    Quit,
}

/// Whether play goes on after a ply was made or taken back.
enum Ply {
    GoesOn,
    Ends,
}

impl<G: Playable> Session<'_, G> {
    fn play(mut self) -> Result<()> {
        self.introduce()?;
        loop {
            self.check_fault()?;
            match self.live.ending() {
                Some(Ending::Stuck) => {
                    return self.out.line("Some role has no legal move: play cannot go on.");
                }
                Some(_) => return self.conclude(),
                None => {}
            }
            if let Ply::Ends = self.ply()? {
                return Ok(());
            }
        }
    }

    /// One joint move: people choose first, then all others.
    fn ply(&mut self) -> Result<Ply> {
        let is_person = |role: &RoleId| self.people[role.index()];
        let asked: Vec<RoleId> = self.live.waiting().into_iter().filter(is_person).collect();
        // Positions without a choice for people are passed over: the moves tell enough.
        if !asked.is_empty() {
            self.show()?;
        }
        let mut chosen = Vec::new();
        for &role in &asked {
            match self.ask(role)? {
                Request::Move(mv) => chosen.push((role, mv)),
                // Another person has just chosen at the same time: only that is undone.
                Request::Undo if !chosen.is_empty() => return Ok(Ply::GoesOn),
                Request::Undo => return self.undo(),
                Request::Resign => {
                    let name = &self.game.roles()[role.index()].name;
                    self.out.line(format!("{name} resigns. Thank you for the game."))?;
                    return Ok(Ply::Ends);
                }
                Request::Quit => {
                    self.out.line("Goodbye.")?;
                    return Ok(Ply::Ends);
                }
            }
        }
        chosen.into_iter().for_each(|(role, mv)| self.live.set(role, mv));
        self.live.draw_chance(&mut self.chance);
        for role in self.live.waiting() {
            let mv = self.choose(role)?;
            self.live.set(role, mv);
        }
        self.advance(!asked.is_empty())
    }

    /// Announces and makes the joint move.
    fn advance(&mut self, has_decided: bool) -> Result<Ply> {
        let joint = self.live.joint().expect("every role has a move");
        self.note_waits();
        self.announce(&joint)?;
        if has_decided {
            self.past.push(self.live.state().clone());
        }
        for seat in self.seats.iter_mut().flatten() {
            seat.observe(self.live.state(), &joint);
        }
        self.live.advance()?;
        Ok(Ply::GoesOn)
    }

    /// The move of a role that a player has.
    fn choose(&mut self, role: RoleId) -> Result<G::Move> {
        let name = &self.game.roles()[role.index()].name;
        let Some(seat) = &mut self.seats[role.index()] else { bail!("{name} has no player") };
        if self.out.colour() {
            self.out.text(&format!("{name} is thinking ...\r"))?;
        }
        let report = seat.choose(self.live.state(), role);
        if self.out.colour() {
            self.out.text("\x1b[K")?;
        }
        Ok(report.map_err(|fault| anyhow!("{name}: {fault}"))?.mv)
    }

    /// Goes back to the last position in which a person chose.
    fn undo(&mut self) -> Result<Ply> {
        match self.past.pop() {
            Some(state) => {
                self.live = LiveGame::at(&self.game, state);
                self.out.line("Taken back.")?;
            }
            None => self.out.line("There is nothing to take back.")?,
        }
        Ok(Ply::GoesOn)
    }

    /// Asks a person until the answer is a move or a command that ends the question.
    fn ask(&mut self, role: RoleId) -> Result<Request<G::Move>> {
        let moves = self.live.legal(role).to_vec();
        let menu = Menu::new(moves.iter().map(|&mv| self.names(mv)));
        let colour = self.out.colour();
        self.out.text(&format!("\n{}", menu.summary(colour)))?;
        loop {
            let Some(line) = self.read(role)? else {
                self.out.line("")?;
                return Ok(Request::Quit);
            };
            let found = if line.starts_with('/') { Meaning::Nothing } else { menu.find(&line) };
            let word = line.trim_start_matches('/').to_lowercase();
            match (word.as_str(), found) {
                ("", _) => self.out.line("Type a move, its number, or `help`.")?,
                (_, Meaning::Move(at)) => return Ok(Request::Move(moves[at])),
                ("help" | "?", _) => self.out.text(HELP)?,
                ("hint", _) => self.hint(role)?,
                ("moves", _) => self.out.text(&menu.list(colour))?,
                ("board", _) => self.show()?,
                ("undo", _) => return Ok(Request::Undo),
                ("resign", _) => return Ok(Request::Resign),
                ("quit" | "exit", _) => return Ok(Request::Quit),
                (_, Meaning::Several(places)) => {
                    self.out.text(&menu.columns(&places, colour))?;
                }
                (_, Meaning::Nothing) => {
                    let line: String = line.chars().take(60).collect();
                    self.out.line(format!("`{line}` is no legal move; `moves` lists them."))?;
                }
            }
        }
    }

    /// The printed name of a move, and other names that are accepted.
    fn names(&self, mv: G::Move) -> (String, Vec<String>) {
        let name = self.game.move_name(mv);
        match self.game.notation() {
            Some(notation) => (notation.record_move(self.live.state(), mv), vec![name]),
            None => (name, Vec::new()),
        }
    }

    /// The next line, without blanks around it; `None` at the end of input.
    fn read(&mut self, role: RoleId) -> Result<Option<String>> {
        let name = &self.game.roles()[role.index()].name;
        let prompt = match self.out.colour() {
            true => format!("\x1b[1m{name}>\x1b[0m "),
            false => format!("{name}> "),
        };
        let line = self.keyboard.read(&prompt, self.out)?;
        if let Some(line) = &line
            && !std::io::stdin().is_terminal()
        {
            // A terminal echoes the line while it is typed.
            self.out.line(line)?;
        }
        Ok(line)
    }

    fn hint(&mut self, role: RoleId) -> Result<()> {
        let spec = if puzzle::is_puzzle(&*self.game) { "puzzle:time=5s" } else { OPPONENT };
        let mut seat = Spec::parse(spec)?.seat(&self.game, &self.context)?;
        let report = seat.choose(self.live.state(), role);
        self.check_fault()?;
        let text = self.hint_text(&report?);
        self.out.line(text)
    }

    fn hint_text(&self, report: &Report<G::Move>) -> String {
        let (name, _) = self.names(report.mv);
        match report.value {
            None => format!("Hint: {name}."),
            Some(value) if report.is_proven => format!("Hint: {name}, worth {value:.0}, proven."),
            Some(value) => format!("Hint: {name}, worth about {value:.0} of 100."),
        }
    }

    fn introduce(&mut self) -> Result<()> {
        let roles = self.game.roles().iter().zip(&self.people);
        let own: Vec<&str> =
            roles.filter(|(_, own)| **own).map(|(role, _)| role.name.as_str()).collect();
        let text = format!("You play {}. `help` tells what you can type.", own.join(" and "));
        self.out.line(text)
    }

    fn show(&mut self) -> Result<()> {
        let text = self.view.show(&*self.game, self.live.state());
        self.out.text(&format!("\n{text}"))
    }

    /// Notes the moves of roles that wait for the choice of others.
    fn note_waits(&mut self) {
        let all = self.live.choices().all();
        if all.iter().any(|moves| moves.len() > 1) {
            let only = |(role, moves): (usize, &Vec<G::Move>)| match moves[..] {
                [only] => Some((role, only)),
                _ => None,
            };
            self.waits.extend(all.iter().enumerate().filter_map(only));
        }
    }

    /// Prints the moves of all roles but those that wait.
    fn announce(&mut self, joint: &[G::Move]) -> Result<()> {
        let n_moves: Vec<usize> = self.live.choices().all().iter().map(Vec::len).collect();
        let is_forced = n_moves.iter().all(|&n| n == 1);
        let mut parts = Vec::new();
        for (role, &mv) in joint.iter().enumerate() {
            let (name, _) = self.names(mv);
            let waits = self.waits.contains(&(role, mv));
            if n_moves[role] > 1 || (is_forced && !waits) {
                parts.push(format!("{}: {name}", self.game.roles()[role].name));
            }
        }
        if parts.is_empty() {
            return Ok(());
        }
        let text = parts.join(", ") + if is_forced { " (the only move)" } else { "" };
        let text = if self.out.colour() { format!("\x1b[1m{text}\x1b[0m") } else { text };
        self.out.line(text)
    }

    /// Prints the result of the game.
    fn conclude(&mut self) -> Result<()> {
        self.show()?;
        let roles = self.game.roles();
        let players: Vec<usize> =
            (0..roles.len()).filter(|&role| !roles[role].is_chance()).collect();
        let goal =
            |role: usize| u32::from(self.game.goal(self.live.state(), RoleId::new(role)).value());
        let goals: Vec<u32> = players.iter().map(|&role| goal(role)).collect();
        let best = goals.iter().max().copied().unwrap_or_default();
        let winners: Vec<usize> =
            players.iter().copied().filter(|&role| goal(role) == best).collect();
        let is_person_alone = self.people.iter().filter(|person| **person).count() == 1;
        let verdict = match winners[..] {
            _ if players.len() == 1 => format!("You get {best} of 100."),
            [winner] if is_person_alone && self.people[winner] => "You win.".into(),
            [winner] => format!("{} wins.", roles[winner].name),
            _ if winners.len() == players.len() => "A draw.".into(),
            _ => {
                let names: Vec<&str> =
                    winners.iter().map(|&role| roles[role].name.as_str()).collect();
                format!("{} share the win.", names.join(" and "))
            }
        };
        let each =
            players.iter().zip(&goals).map(|(&role, goal)| format!("{} {goal}", roles[role].name));
        let goals = each.collect::<Vec<_>>().join(", ");
        let text = match players.len() {
            1 => format!("\nThe game is over. {verdict}"),
            _ => format!("\nThe game is over. {verdict} Goals: {goals}."),
        };
        self.out.line(text)
    }

    fn check_fault(&self) -> Result<()> {
        match self.game.fault() {
            Some(fault) => bail!("{fault}"),
            None => Ok(()),
        }
    }
}

const HELP: &str = "\
Type a move, its number, or enough of it to tell it from the others; part of
several shows those. Besides moves you can type:
  moves    all legal moves        board   the position again
  hint     what a search plays    undo    back to your last choice
  resign   give the game up       quit    leave (Ctrl-D as well)
If a move has such a name, put a slash before the command: /undo.
";

//! `ludex play`: a game against the machine, or between people, line by line.

mod keyboard;
mod menu;

use std::io::IsTerminal;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use game::{Choices, Playable, Rng, RoleId, Turn, Visitor, rng};
use rand::Rng as _;
use report::words::counted;
use search::{Context, Report, Seat, Spec, puzzle};

use crate::args::Common;
use crate::commands::search::find_role;
use crate::load;
use crate::output::Output;
use crate::scene::Scene;
use arena::stop_after;

use keyboard::Keyboard;
use menu::{Meaning, Menu};

/// What the command line says.
pub struct Options<'a> {
    pub people: &'a [String],
    pub against: &'a [String],
    pub position: Option<&'a str>,
}

/// Who plays where no other is named.
const OPPONENT: &str = "uct:time=1s";

pub fn run(common: &Common, out: &mut Output, name: &str, options: &Options<'_>) -> Result<bool> {
    if common.json {
        bail!("`play` talks to people; `ludex match --json` plays without them");
    }
    let position = options.position;
    load::visit_shown(name, common, position, |scene| Play { common, out, options, scene })??;
    Ok(true)
}

struct Play<'a> {
    common: &'a Common,
    out: &'a mut Output,
    options: &'a Options<'a>,
    scene: Scene,
}

impl Visitor for Play<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<()> {
        let Self { common, out, options, scene } = self;
        let context = Context { seed: common.seed, n_threads: common.n_threads() };
        let state = match options.position {
            None => game.initial(),
            Some(text) => game.read_position(text).map_err(|what| anyhow!("--position: {what}"))?,
        };
        let people = people(&*game, options.people)?;
        let seats = seats(&game, &people, options.against, &context)?;
        let chance = rng(common.seed, 5);
        let (keyboard, past) = (Keyboard::new()?, Vec::new());
        let table =
            Table { out, keyboard, game, context, scene, people, seats, chance, state, past };
        table.play()
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

/// The players of all roles that neither people nor chance have.
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

/// A game under way.
struct Table<'a, G: Playable> {
    out: &'a mut Output,
    keyboard: Keyboard,
    game: Arc<G>,
    context: Context,
    scene: Scene,
    /// Which roles people play.
    people: Vec<bool>,
    /// Who plays the others.
    seats: Vec<Option<Seat<G>>>,
    chance: Rng,
    state: G::State,
    /// The positions in which people have chosen.
    past: Vec<G::State>,
}

/// What a person wants.
enum Wish<M> {
    Move(M),
    Undo,
    Resign,
    Quit,
}

/// Whether play goes on after a ply, be it made or taken back.
enum Ply {
    GoesOn,
    Ends,
}

impl<G: Playable> Table<'_, G> {
    fn play(mut self) -> Result<()> {
        self.introduce()?;
        let mut choices = Choices::default();
        loop {
            self.check_fault()?;
            if self.game.is_terminal(&self.state) {
                return self.conclude();
            }
            if choices.read(&*self.game, &self.state) == Turn::Stuck {
                return self.out.line("Some role has no legal move: play cannot go on.");
            }
            if let Ply::Ends = self.ply(&choices)? {
                return Ok(());
            }
        }
    }

    /// One joint move: people choose first, then all others.
    fn ply(&mut self, choices: &Choices<G::Move>) -> Result<Ply> {
        let n_roles = choices.all().len();
        let mut joint: Vec<Option<G::Move>> = vec![None; n_roles];
        let has_choice = |role: usize| choices.all()[role].len() > 1;
        let mut has_decided = false;
        let asked: Vec<usize> =
            (0..n_roles).filter(|&role| self.people[role] && has_choice(role)).collect();
        // Positions in which nobody is asked are passed over: the moves tell enough.
        if !asked.is_empty() {
            self.show()?;
        }
        for role in asked {
            match self.ask(RoleId::new(role), choices.of(RoleId::new(role)))? {
                Wish::Move(mv) => joint[role] = Some(mv),
                // Another person has just chosen at the same time: only that is undone.
                Wish::Undo if has_decided => return Ok(Ply::GoesOn),
                Wish::Undo => return self.undo(),
                Wish::Resign => {
                    let name = &self.game.roles()[role].name;
                    self.out.line(format!("{name} resigns. Thank you for the game."))?;
                    return Ok(Ply::Ends);
                }
                Wish::Quit => {
                    self.out.line("Goodbye.")?;
                    return Ok(Ply::Ends);
                }
            }
            has_decided = true;
        }
        for (role, mv) in joint.iter_mut().enumerate().filter(|(_, mv)| mv.is_none()) {
            *mv = Some(self.choose(RoleId::new(role), choices)?);
        }
        let joint: Vec<G::Move> = joint.into_iter().flatten().collect();
        self.announce(choices, &joint)?;
        if has_decided {
            self.past.push(self.state.clone());
        }
        for seat in self.seats.iter_mut().flatten() {
            seat.player.hear(&self.state, &joint);
        }
        self.game.apply(&mut self.state, &joint);
        Ok(Ply::GoesOn)
    }

    /// The move of a role that no person chooses for.
    fn choose(&mut self, role: RoleId, choices: &Choices<G::Move>) -> Result<G::Move> {
        let moves = choices.of(role);
        if let [only] = moves {
            return Ok(*only);
        }
        let Some(seat) = &mut self.seats[role.index()] else {
            return Ok(moves[self.chance.random_range(0..moves.len())]);
        };
        let name = &self.game.roles()[role.index()].name;
        if self.out.colour() {
            self.out.text(&format!("{name} is thinking ...\r"))?;
        }
        let report = seat.player.choose(&self.state, role, &stop_after(seat.time_max));
        if self.out.colour() {
            self.out.text("\x1b[K")?;
        }
        if let Some(fault) = seat.player.fault() {
            bail!("{name}: {fault}");
        }
        Ok(report.mv)
    }

    /// Back to where a person last chose.
    fn undo(&mut self) -> Result<Ply> {
        match self.past.pop() {
            Some(state) => {
                self.state = state;
                self.out.line("Taken back.")?;
            }
            None => self.out.line("There is nothing to take back.")?,
        }
        Ok(Ply::GoesOn)
    }

    /// Asks a person until the answer is a wish.
    fn ask(&mut self, role: RoleId, moves: &[G::Move]) -> Result<Wish<G::Move>> {
        let menu = Menu::new(moves.iter().map(|&mv| self.names(mv)));
        let colour = self.out.colour();
        self.out.text(&format!("\n{}", menu.summary(colour)))?;
        loop {
            let Some(line) = self.read(role)? else {
                self.out.line("")?;
                return Ok(Wish::Quit);
            };
            let found = if line.starts_with('/') { Meaning::Nothing } else { menu.find(&line) };
            let word = line.trim_start_matches('/').to_lowercase();
            match (word.as_str(), found) {
                ("", _) => self.out.line("Type a move, its number, or `help`.")?,
                (_, Meaning::Move(at)) => return Ok(Wish::Move(moves[at])),
                ("help" | "?", _) => self.out.text(HELP)?,
                ("hint", _) => self.hint(role)?,
                ("moves", _) => self.out.text(&menu.list(colour))?,
                ("board", _) => self.show()?,
                ("undo", _) => return Ok(Wish::Undo),
                ("resign", _) => return Ok(Wish::Resign),
                ("quit" | "exit", _) => return Ok(Wish::Quit),
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

    /// What is shown of a move, and what else is understood.
    fn names(&self, mv: G::Move) -> (String, Vec<String>) {
        let name = self.game.move_name(mv);
        match self.game.notation() {
            Some(notation) => (notation.record_move(&self.state, mv), vec![name]),
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
            // What a terminal shows while it is typed.
            self.out.line(line)?;
        }
        Ok(line)
    }

    fn hint(&mut self, role: RoleId) -> Result<()> {
        let spec = if puzzle::is_puzzle(&*self.game) { "puzzle:time=5s" } else { OPPONENT };
        let mut seat = Spec::parse(spec)?.seat(&self.game, &self.context)?;
        let report = seat.player.choose(&self.state, role, &stop_after(seat.time_max));
        self.check_fault()?;
        let text = self.hint_text(&report);
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
        let text = self.scene.show(&*self.game, &self.state);
        self.out.text(&format!("\n{text}"))
    }

    /// Says what was played by whom. Who only waits is not mentioned.
    fn announce(&mut self, choices: &Choices<G::Move>, joint: &[G::Move]) -> Result<()> {
        let is_forced = choices.all().iter().all(|moves| moves.len() == 1);
        let mut parts = Vec::new();
        for (role, &mv) in joint.iter().enumerate() {
            let (name, _) = self.names(mv);
            let waits = matches!(name.as_str(), "noop" | "wait" | "-");
            if choices.all()[role].len() > 1 || (is_forced && !waits) {
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

    /// Says how the game ended.
    fn conclude(&mut self) -> Result<()> {
        self.show()?;
        let roles = self.game.roles();
        let players: Vec<usize> =
            (0..roles.len()).filter(|&role| !roles[role].is_chance()).collect();
        let goal = |role: usize| u32::from(self.game.goal(&self.state, RoleId::new(role)).value());
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

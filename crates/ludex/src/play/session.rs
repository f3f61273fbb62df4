//! A game between people and players.

use std::collections::HashSet;
use std::sync::Arc;

use ludex_game::{Ending, Playable, Rng, RoleId, Visitor, read_position, rng};
use ludex_learn::PositionView;
use ludex_report::words::counted;
use ludex_search::play::{LiveGame, PlayFault};
use ludex_search::{Context, Report, Seat, Spec, puzzle};

use super::table::{Answer, MoveNames, Table};
use crate::choose::find_role;
use crate::error::{bail, invalid};
use crate::{Game, Result, Settings};

/// Who plays, and from where.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// Seed and threads.
    pub settings: Settings,
    /// The roles that people play, or `all`; the first where none is given.
    pub people: Vec<String>,
    /// The specs of the players of the other roles: one for all, or one each in the order of
    /// roles; UCT with a second for a move where none is given.
    pub against: Vec<String>,
    /// The position to begin with; the initial one where it is not given.
    pub position: Option<String>,
}

/// The player of roles without a spec.
const OPPONENT: &str = "uct:time=1s";

/// Plays a game with people at a table, to its end or until they leave.
///
/// ```
/// use std::io;
/// use ludex::Game;
/// use ludex::play::{Answer, MoveNames, PlayOptions, Table, play};
///
/// /// A person who always makes the first move.
/// struct First(String);
///
/// impl Table for First {
///     fn tell(&mut self, text: &str) -> io::Result<()> {
///         self.0.push_str(text);
///         Ok(())
///     }
///
///     fn offer(&mut self, _: &str, _: Vec<MoveNames>) -> io::Result<()> {
///         Ok(())
///     }
///
///     fn ask(&mut self) -> io::Result<Answer> {
///         Ok(Answer::Move(0))
///     }
/// }
///
/// let mut table = First(String::new());
/// let options = PlayOptions { against: vec!["random".into()], ..PlayOptions::default() };
/// play(&Game::load("tic-tac-toe")?, &options, &mut table)?;
/// assert!(table.0.contains("The game is over."), "{}", table.0);
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn play(game: &Game, options: &PlayOptions, table: &mut dyn Table) -> Result<()> {
    game.visit(Play { view: game.view(options.settings.seed), options, table })
}

struct Play<'a> {
    options: &'a PlayOptions,
    table: &'a mut dyn Table,
    view: PositionView,
}

impl Visitor for Play<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<()> {
        let Self { options, table, view } = self;
        let context = options.settings.context();
        let state = match &options.position {
            None => game.initial(),
            Some(text) => {
                read_position(&*game, text).map_err(|what| invalid!("--position: {what}"))?
            }
        };
        let people = people(&*game, &options.people)?;
        let seats = seats(&game, &people, &options.against, &context)?;
        let session = Session {
            table,
            live: LiveGame::at(&game, state),
            game,
            context,
            view,
            people,
            seats,
            chance: rng(options.settings.seed, 5),
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
        people[first.ok_or_else(|| invalid!("the game has no player"))?] = true;
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
    table: &'a mut dyn Table,
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

/// What a person decides.
enum Decision<M> {
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
                    return self.line("Some role has no legal move: play cannot go on.");
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
                Decision::Move(mv) => chosen.push((role, mv)),
                // Another person has just chosen at the same time: only that is undone.
                Decision::Undo if !chosen.is_empty() => return Ok(Ply::GoesOn),
                Decision::Undo => return self.undo(),
                Decision::Resign => {
                    let name = &self.game.roles()[role.index()].name;
                    self.table.tell(&format!("{name} resigns. Thank you for the game.\n"))?;
                    return Ok(Ply::Ends);
                }
                Decision::Quit => {
                    self.line("Goodbye.")?;
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
        self.live.advance().map_err(PlayFault::from)?;
        Ok(Ply::GoesOn)
    }

    /// The move of a role that a player has.
    fn choose(&mut self, role: RoleId) -> Result<G::Move> {
        let name = &self.game.roles()[role.index()].name;
        let Some(seat) = &mut self.seats[role.index()] else { bail!("{name} has no player") };
        self.table.begin_thinking(name)?;
        let report = seat.choose(self.live.state(), role);
        self.table.end_thinking()?;
        Ok(report.map_err(|fault| invalid!("{name}: {fault}"))?.mv)
    }

    /// Goes back to the last position in which a person chose.
    fn undo(&mut self) -> Result<Ply> {
        match self.past.pop() {
            Some(state) => {
                self.live = LiveGame::at(&self.game, state);
                self.line("Taken back.")?;
            }
            None => self.line("There is nothing to take back.")?,
        }
        Ok(Ply::GoesOn)
    }

    /// Asks a person until the answer is a move or a request that ends the question.
    fn ask(&mut self, role: RoleId) -> Result<Decision<G::Move>> {
        let moves = self.live.legal(role).to_vec();
        let offered = moves.iter().map(|&mv| self.names(mv)).collect();
        let name = self.game.roles()[role.index()].name.clone();
        self.table.offer(&name, offered)?;
        loop {
            match self.table.ask()? {
                Answer::Move(at) if at < moves.len() => return Ok(Decision::Move(moves[at])),
                Answer::Move(at) => bail!("there is no move with the number {at}"),
                Answer::Hint => self.hint(role)?,
                Answer::Board => self.show()?,
                Answer::Undo => return Ok(Decision::Undo),
                Answer::Resign => return Ok(Decision::Resign),
                Answer::Quit => return Ok(Decision::Quit),
            }
        }
    }

    /// The printed name of a move, and other names that are accepted.
    fn names(&self, mv: G::Move) -> MoveNames {
        let name = self.game.move_name(mv);
        match self.game.notation() {
            Some(notation) => {
                let shown = notation.record_move(self.live.state(), mv);
                MoveNames { shown, others: vec![name] }
            }
            None => MoveNames { shown: name, others: Vec::new() },
        }
    }

    fn hint(&mut self, role: RoleId) -> Result<()> {
        let spec = if puzzle::is_puzzle(&*self.game) { "puzzle:time=5s" } else { OPPONENT };
        let mut seat = Spec::parse(spec)?.seat(&self.game, &self.context)?;
        let report = seat.choose(self.live.state(), role);
        self.check_fault()?;
        let text = self.hint_text(&report?);
        self.line(&text)
    }

    fn hint_text(&self, report: &Report<G::Move>) -> String {
        let name = self.names(report.mv).shown;
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
        self.line(&text)
    }

    fn show(&mut self) -> Result<()> {
        let text = self.view.show(&*self.game, self.live.state());
        Ok(self.table.tell(&format!("\n{text}"))?)
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
            let name = self.names(mv).shown;
            let waits = self.waits.contains(&(role, mv));
            if n_moves[role] > 1 || (is_forced && !waits) {
                parts.push(format!("{}: {name}", self.game.roles()[role].name));
            }
        }
        if parts.is_empty() {
            return Ok(());
        }
        let text = parts.join(", ") + if is_forced { " (the only move)" } else { "" };
        Ok(self.table.announce(&text)?)
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
        self.line(&text)
    }

    fn line(&mut self, text: &str) -> Result<()> {
        Ok(self.table.tell(&format!("{text}\n"))?)
    }

    fn check_fault(&self) -> Result<()> {
        match self.game.fault() {
            Some(fault) => bail!("{fault}"),
            None => Ok(()),
        }
    }
}

//! Threats against the rules: moves that are said to win do, and nearly all that win in
//! random games are found; replies are safe.

use std::path::Path;
use std::sync::Arc;

use ludex_game::{Game, Hints, Manner, Playable, Rng, RoleId, random_joint, rng};
use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::single::{BitState, CircuitGame, MoveId};
use ludex_gdl::{Limits, Reference, Sheet, Source, Threats, library};

/// Moves in the states of random games.
#[derive(Debug, Default)]
struct Tally {
    /// Moves that win at once, and those found among them.
    n_winning: u32,
    n_found: u32,
    /// Where no move wins and most lose at once: the others, those found among them,
    /// and all that were proposed.
    n_safe: u32,
    n_replies: u32,
    n_proposed: u32,
}

/// Number of joint moves that are tried with each move.
const N_JOINT: usize = 2;

/// Maximum number of moves that are tried where none is said to win, roughly.
const N_MOVES_MAX: usize = 16;

const N_PLIES_MAX: usize = 120;

#[test]
fn threats_of_bundled_games_win_at_once() {
    let mut with_wins = Vec::new();
    for game in library::games() {
        let loaded = load(game.source()).expect("it grounds");
        if Examiner::new(&loaded).is_some_and(|examiner| examiner.examine(8).n_found > 0) {
            with_wins.push(game.name().to_string());
        }
    }
    for name in ["breakthrough", "connect-four", "knightthrough", "pawn-whopping", "tic-tac-toe"] {
        assert!(with_wins.iter().any(|one| one == name), "{name} has wins: {with_wins:?}");
    }
}

#[test]
fn threats_of_public_games_win_at_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/ggp/games");
    for name in [
        "3pConnectFour",
        "breakthrough",
        "chinook",
        "connect5",
        "connectFour",
        "dualConnect4",
        "knightThrough",
        "nim1",
        "nineBoardTicTacToe",
        "pacman3p",
        "pawnWhopping",
        "ticTacToe",
    ] {
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{name}.kif"))) else {
            continue;
        };
        let game = load(Source::new(name, text)).expect("it grounds");
        let tally = Examiner::new(&game).expect("it has threats").examine(5);
        assert!(tally.n_found > 0, "{name}: {tally:?}");
    }
}

#[test]
fn winning_moves_and_replies_are_found() {
    // Breakthrough is also won by taking the last man: too long a condition.
    for (name, wins, replies) in [
        ("breakthrough", 0.99, 0.6),
        ("knightthrough", 0.99, 0.5),
        ("connect-four", 1.0, 1.0),
        ("tic-tac-toe", 1.0, 1.0),
    ] {
        let game = load(library::find(name).unwrap().source()).expect("it grounds");
        let tally = Examiner::new(&game).expect("it has threats").examine(40);
        assert!(tally.n_winning > 50 && tally.n_safe > 50, "{name}: {tally:?}");
        assert!(f64::from(tally.n_found) >= wins * f64::from(tally.n_winning), "{name}: {tally:?}");
        assert!(
            f64::from(tally.n_replies) >= replies * f64::from(tally.n_safe),
            "{name}: {tally:?}"
        );
        assert!(tally.n_replies >= tally.n_proposed * 9 / 10, "{name}: {tally:?}");
    }
}

#[test]
fn moves_that_others_can_foil_are_no_wins() {
    // `left` marks a square; it is won unless `right` names the same one at the same time.
    let rules = "(role left) (role right) (square 1) (square 2)
        (<= (legal ?role (mark ?x)) (role ?role) (square ?x) (not (true done)))
        (<= (next (marked ?x)) (does left (mark ?x)) CONDITION)
        (<= (next done) (does left (mark ?x)))
        (<= terminal (true done))
        (<= (goal left 100) (true (marked ?x)))
        (<= (goal left 0) (not (true (marked 1))) (not (true (marked 2))))
        (goal right 0)";
    let n_wins = |condition: &str| {
        let text = rules.replace("CONDITION", condition);
        let game = load(Source::new("rules", text)).expect("it grounds");
        Threats::new(&game.grounded().circuit, game.roles()).wins.len()
    };
    assert_eq!(n_wins("(not (does right (mark ?x)))"), 0);
    assert_eq!(n_wins(""), 2);
}

fn load(source: Source) -> Option<Arc<CircuitGame>> {
    let (sheet, _) = Sheet::parse(source);
    let reference = Reference::new(&sheet, Limits::default()).ok()?;
    let grounded = Grounded::new(&sheet, &reference, &Budget::default()).ok()?;
    Some(Arc::new(CircuitGame::new(Arc::new(grounded))))
}

/// A game with threats.
struct Examiner<'a> {
    game: &'a CircuitGame,
    wins: Hints<MoveId>,
    replies: Hints<MoveId>,
}

impl<'a> Examiner<'a> {
    fn new(game: &'a CircuitGame) -> Option<Self> {
        let Threats { wins, replies } = Threats::new(&game.grounded().circuit, game.roles());
        let hints = |list| Hints::new(list, Manner::Greedy(1.0));
        (!wins.is_empty()).then(|| Self { game, wins: hints(wins), replies: hints(replies) })
    }

    /// Examines all states of some random games.
    fn examine(&self, n_games: u32) -> Tally {
        let (mut tally, mut rng) = (Tally::default(), rng(7, 0));
        for _ in 0..n_games {
            let (mut state, mut joint) = (self.game.initial(), Vec::new());
            for _ in 0..N_PLIES_MAX {
                if self.game.is_terminal(&state) {
                    break;
                }
                let roles = 0..self.game.roles().len();
                for role in roles.filter(|&role| !self.game.roles()[role].is_chance()) {
                    self.examine_moves(&state, role, &mut rng, &mut tally);
                }
                if random_joint(&mut rng, self.game, &state, &mut joint).is_none() {
                    break;
                }
                self.game.apply(&mut state, &joint);
            }
        }
        tally
    }

    fn examine_moves(&self, state: &BitState, role: usize, rng: &mut Rng, tally: &mut Tally) {
        let holds = |fact: usize| state.contains(fact);
        let is_said = |mv: MoveId| self.wins.band_of(role, mv, &holds).is_some();
        let mut outcomes = Vec::new();
        for mv in self.some_moves(state, role, is_said) {
            let (mut is_winning, mut is_safe) = (true, true);
            for _ in 0..N_JOINT {
                let mut joint = Vec::new();
                if random_joint(rng, self.game, state, &mut joint).is_none() {
                    return;
                }
                joint[role] = mv;
                let next = self.after(state, &joint);
                let wins = self.has_won(&next, role);
                let at = || (self.game.move_name(mv), self.game.fact_names(state));
                assert!(wins || !is_said(mv), "{:?}", at());
                is_winning &= wins;
                is_safe &= wins || !self.can_another_win(&next, role, rng);
            }
            tally.n_winning += u32::from(is_winning);
            tally.n_found += u32::from(is_winning && is_said(mv));
            let is_reply = self.replies.band_of(role, mv, &holds).is_some();
            outcomes.push((is_winning, is_safe, is_reply));
        }
        let n_safe = outcomes.iter().filter(|one| one.1).count();
        if n_safe > 0 && 2 * n_safe < outcomes.len() && !outcomes.iter().any(|one| one.0) {
            tally.n_safe += n_safe as u32;
            tally.n_replies += outcomes.iter().filter(|one| one.1 && one.2).count() as u32;
            tally.n_proposed += outcomes.iter().filter(|one| one.2).count() as u32;
        }
    }

    /// The legal moves of a role; of many, some, and those that are said to win.
    fn some_moves(
        &self,
        state: &BitState,
        role: usize,
        is_said: impl Fn(MoveId) -> bool,
    ) -> Vec<MoveId> {
        let mut legal = Vec::new();
        self.game.legal_moves(state, RoleId::new(role), &mut legal);
        let every = legal.len().div_ceil(N_MOVES_MAX);
        let legal = legal.into_iter().enumerate();
        legal.filter(|&(at, mv)| at % every == 0 || is_said(mv)).map(|(_, mv)| mv).collect()
    }

    fn after(&self, state: &BitState, joint: &[MoveId]) -> BitState {
        let mut next = state.clone();
        self.game.apply(&mut next, joint);
        next
    }

    fn has_won(&self, state: &BitState, role: usize) -> bool {
        self.game.is_terminal(state) && self.game.goal(state, RoleId::new(role)).value() == 100
    }

    fn can_another_win(&self, state: &BitState, role: usize, rng: &mut Rng) -> bool {
        let mut joint = Vec::new();
        if self.game.is_terminal(state) || random_joint(rng, self.game, state, &mut joint).is_none()
        {
            return false;
        }
        (0..joint.len()).filter(|&other| other != role).any(|other| {
            self.some_moves(state, other, |_| true).into_iter().any(|mv| {
                let mut joint = joint.clone();
                joint[other] = mv;
                self.has_won(&self.after(state, &joint), other)
            })
        })
    }
}

#[test]
fn costly_threats_are_not_offered() {
    for name in ["breakthrough", "knightthrough", "tic-tac-toe"] {
        let game = load(library::find(name).unwrap().source()).expect("it grounds");
        let hints = game.threats().expect("it has threats");
        assert!(game.work_of_hints(&hints) <= 2.0, "{name}");
        assert!(Arc::ptr_eq(&hints, &game.threats().unwrap()), "{name}: derived once");
    }
    // No short condition tells who wins.
    for name in ["amazons", "hex", "reversi"] {
        let game = load(library::find(name).unwrap().source()).expect("it grounds");
        assert!(game.threats().is_none(), "{name}");
    }
}

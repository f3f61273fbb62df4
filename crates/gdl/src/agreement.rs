//! Comparison of the engines on the states of random games.
//!
//! The reference reasoner is the standard. Some states lose a few facts before
//! they are compared: a circuit must be exact on them too, since feature
//! learning and abstraction evaluate rules on states with facts removed.

use std::sync::Arc;

use ludex_game::{Ending, Game, RoleId, random_joint, rng};
use rand::Rng as _;

use crate::answers::{Answering, Answers};
use crate::circuit::Grounded;
use crate::lanes::{Job, LaneOptions, Lanes, NumberedPlayouts, pack};
use crate::reference::Reference;
use crate::single::{CircuitGame, UnknownTerm};
use crate::state::State;
use crate::term::TermId;

/// A difference between two engines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The engines give different answers.
    #[error("{engine}: {what} differ in state {at} ({n_removed} facts removed)")]
    Answers {
        /// Name of the engine that is compared with the reference.
        engine: &'static str,
        /// The kind of answer that differs.
        what: &'static str,
        /// Index of the state, counted from the first one compared.
        at: usize,
        /// Number of facts removed from the state.
        n_removed: usize,
    },
    /// An engine returned an error.
    #[error("{0}")]
    NoAnswer(String),
}

/// One state to compare, with the answers of the reference.
struct Case {
    facts: Vec<TermId>,
    joint: Option<Vec<TermId>>,
    n_removed: usize,
    answers: Answers,
}

/// Compares circuit and lanes with the reference on about `n_states` states of
/// random games. Returns the number of states compared.
///
/// ```
/// use std::sync::Arc;
///
/// use ludex_gdl::circuit::{Budget, Grounded};
/// use ludex_gdl::{Limits, Reference, Sheet, agreement, library};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let reference = Reference::new(&sheet, Limits::default()).unwrap();
/// let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
/// assert!(agreement::compare(&reference, Arc::new(grounded), 1, 50).unwrap() >= 50);
/// ```
pub fn compare(
    reference: &Reference,
    grounded: Arc<Grounded>,
    seed: u64,
    n_states: usize,
) -> Result<usize, Disagreement> {
    let cases = cases(reference, seed, n_states)?;
    let game = CircuitGame::new(grounded.clone());
    for (at, case) in cases.iter().enumerate() {
        let answers = game.answers(&case.facts, case.joint.as_deref());
        check("circuit", at, case, &answers.map_err(Disagreement::NoAnswer)?)?;
    }
    let mut lanes =
        Lanes::new(&grounded.circuit, LaneOptions { n_lanes: Some(64), ..LaneOptions::default() });
    let n_replayed = replay(reference, &game, &mut lanes, seed, n_states)?;
    let n_lanes = lanes.n_lanes();
    for (batch, cases) in cases.chunks(n_lanes).enumerate() {
        let answers = lane_answers(&mut lanes, &game, cases)?;
        for (at, (case, answers)) in cases.iter().zip(&answers).enumerate() {
            check("lanes", batch * n_lanes + at, case, answers)?;
        }
    }
    Ok(cases.len() + n_replayed)
}

/// Makes playouts with the lanes and replays their moves with the reference.
fn replay(
    reference: &Reference,
    game: &CircuitGame,
    lanes: &mut Lanes,
    seed: u64,
    n_states: usize,
) -> Result<usize, Disagreement> {
    let mut feed = NumberedPlayouts::new(0..4, &[]);
    let length_max = (n_states / 4).max(1) as u32;
    lanes.run(Job { seed, length_max, log_moves: true }, &mut feed);
    let n_roles = reference.roles().len();
    let mut at = 0;
    for outcome in &feed.outcomes {
        let fail = |what, at| {
            Err(Disagreement::Answers { engine: "lanes in play", what, at, n_removed: 0 })
        };
        let mut state = reference.initial();
        for joint in outcome.moves.chunks_exact(n_roles) {
            let joint: Vec<TermId> =
                joint.iter().map(|&mv| game.grounded().moves[mv as usize]).collect();
            for (role, mv) in joint.iter().enumerate() {
                let mut legal = Vec::new();
                reference.legal_moves(&state, RoleId::new(role), &mut legal);
                if reference.is_terminal(&state) || !legal.contains(mv) {
                    return fail("legal moves", at);
                }
            }
            reference.apply(&mut state, &joint);
            at += 1;
        }
        let goals = (0..n_roles).map(|role| reference.goal(&state, RoleId::new(role)).value());
        if outcome.length as usize * n_roles != outcome.moves.len()
            || !goals.eq(outcome.goals.iter().copied())
        {
            return fail("goals", at);
        }
        if reference.is_terminal(&state) != (outcome.ending == Ending::Terminal) {
            return fail("ends of the game", at);
        }
    }
    match reference.fault() {
        Some(fault) => Err(Disagreement::NoAnswer(fault)),
        None => Ok(at),
    }
}

/// States of random games, each followed by a copy with some facts removed.
fn cases(reference: &Reference, seed: u64, n_states: usize) -> Result<Vec<Case>, Disagreement> {
    let mut rng = rng(seed, 0);
    let mut cases = Vec::new();
    let mut state = reference.initial();
    let mut joint = Vec::new();
    while cases.len() < n_states {
        let can_move = !reference.is_terminal(&state)
            && random_joint(&mut rng, reference, &state, &mut joint).is_some();
        let made = can_move.then(|| joint.clone());
        cases.push(case(reference, state.facts().to_vec(), made, 0)?);
        cases.extend(with_facts_removed(&mut rng, reference, &state)?);
        match can_move {
            true => reference.apply(&mut state, &joint),
            false => state = reference.initial(),
        }
        if !can_move && cases.len() < 3 {
            // A game whose initial state is terminal has no further states.
            break;
        }
    }
    Ok(cases)
}

/// The state without one to three of its facts, and a joint move if it has one.
fn with_facts_removed(
    rng: &mut ludex_game::Rng,
    reference: &Reference,
    state: &State,
) -> Result<Option<Case>, Disagreement> {
    let mut facts = state.facts().to_vec();
    let n_removed = rng.random_range(1..=3).min(facts.len());
    if n_removed == 0 {
        return Ok(None);
    }
    for _ in 0..n_removed {
        facts.swap_remove(rng.random_range(0..facts.len()));
    }
    let state = reference.state(facts);
    let mut joint = Vec::new();
    let can_move = random_joint(rng, reference, &state, &mut joint).is_some();
    Ok(Some(case(reference, state.facts().to_vec(), can_move.then_some(joint), n_removed)?))
}

fn case(
    reference: &Reference,
    facts: Vec<TermId>,
    joint: Option<Vec<TermId>>,
    n_removed: usize,
) -> Result<Case, Disagreement> {
    let answers = reference.answers(&facts, joint.as_deref()).map_err(Disagreement::NoAnswer)?;
    Ok(Case { facts, joint, n_removed, answers })
}

fn lane_answers(
    lanes: &mut Lanes,
    game: &CircuitGame,
    cases: &[Case],
) -> Result<Vec<Answers>, Disagreement> {
    let unknown = |error: UnknownTerm| Disagreement::NoAnswer(error.to_string());
    let grounded = game.grounded();
    let (mut states, mut moves) = (Vec::new(), Vec::new());
    for case in cases {
        let state = game.state(&case.facts).map_err(unknown)?;
        states.push(pack(
            &(0..grounded.bases.len()).map(|at| state.contains(at)).collect::<Vec<_>>(),
        ));
        let joint =
            case.joint.as_ref().map(|joint| game.joint(joint)).transpose().map_err(unknown)?;
        moves.push(joint.into_iter().flatten().map(|mv| mv.index()).collect());
    }
    let inspections = lanes.inspect(&states, &moves).into_iter().zip(cases);
    Ok(inspections
        .map(|(seen, case)| {
            let of_role = |role: usize| {
                let range = grounded.circuit.moves_of(role);
                let own = seen.legal.iter().filter(move |mv| range.contains(mv));
                let mut own: Vec<usize> = own.copied().collect();
                own.sort_unstable();
                own.into_iter().map(|mv| grounded.moves[mv]).collect()
            };
            let mut next: Vec<TermId> = match case.joint {
                Some(_) => seen.next.iter().map(|&base| grounded.bases[base]).collect(),
                None => Vec::new(),
            };
            next.sort_unstable();
            let rising = |values: &Vec<u8>| {
                let mut values: Vec<i64> = values.iter().map(|&value| value.into()).collect();
                values.sort_unstable();
                values
            };
            Answers {
                terminal: seen.terminal,
                legal: (0..grounded.roles.len()).map(of_role).collect(),
                goals: seen.goals.iter().map(rising).collect(),
                next,
            }
        })
        .collect())
}

fn check(
    engine: &'static str,
    at: usize,
    case: &Case,
    answers: &Answers,
) -> Result<(), Disagreement> {
    let expected = &case.answers;
    let what = if answers.terminal != expected.terminal {
        "ends of the game"
    } else if answers.legal != expected.legal {
        "legal moves"
    } else if answers.goals != expected.goals {
        "goals"
    } else if answers.next != expected.next {
        "next facts"
    } else {
        return Ok(());
    };
    Err(Disagreement::Answers { engine, what, at, n_removed: case.n_removed })
}

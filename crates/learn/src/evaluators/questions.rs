//! What trees may ask about a game: terms as questions.

use std::sync::Arc;

use game::{Game, Role, RoleId, random_joint, rng};
use gdl::single::{BitState, CircuitGame};
use search::evaluate::{Case, Count, Judgement, Question};

use super::{Measure, Scene, Term, Weighed, judgement, kinds};

/// What can be asked about a game: counts of pieces, moves, distances, lines, goals,
/// what stands where, and whose turn it is. What is the same in all positions of some
/// random games is left out.
///
/// ```
/// use std::sync::Arc;
/// use gdl::{Engine, Limits, Sheet, circuit, library};
/// use learn::evaluators::{Scene, questions};
/// use learn::structure::{Budget, Structure};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let engine = Engine::load(&sheet, &Limits::default(), &circuit::Budget::default()).unwrap().engine;
/// let structure = Structure::find(&sheet, &engine, &Budget::default());
/// let Engine::Circuit(game) = engine else { panic!() };
/// let game = Arc::new(*game);
/// let asked = questions(&Scene::new(&game, &structure), 1);
/// let names: Vec<&str> = asked.iter().map(|question| question.name.as_str()).collect();
/// assert!(names.contains(&"number_of_x") && names.contains(&"x_at"), "{names:?}");
/// ```
pub fn questions(scene: &Scene<'_>, seed: u64) -> Vec<Question> {
    let sample = sample(scene.game, seed);
    let mut asked = Vec::new();
    for term in kinds::together(scene).into_iter().filter(|term| term.kind != PIECE_SQUARE) {
        let (name, is_truth) = (slug(&term.name), term.kind == TURN);
        asked.push(Asked { name, is_truth, terms: vec![(None, term)] });
    }
    asked.extend(places(scene));
    asked.retain(|one| one.terms.iter().any(|(_, term)| differs(term, scene.game, &sample)));
    let mut list: Vec<Question> = Vec::new();
    for Asked { name, is_truth, terms } in asked {
        let n_same = list.iter().filter(|other| other.name.starts_with(&name)).count();
        let is_new = !list.iter().any(|other| other.name == name);
        let name = if is_new { name } else { format!("{name}_{}", n_same + 1) };
        let cases = terms.iter().map(|(number, term)| case(scene.game, *number, term));
        list.push(Question { name, is_truth, cases: cases.collect() });
    }
    list
}

/// What can be asked where only roles and moves are known.
pub fn bare_questions(roles: &[Role]) -> Vec<Question> {
    let players = || roles.iter().filter(|role| !role.is_chance());
    let question = |what: &str, role: &Role, count: fn(String) -> Count| Question {
        name: slug(&format!("{what} of {}", role.name)),
        is_truth: false,
        cases: vec![Case { counts: vec![(1.0, count(role.name.clone()))], ..Case::default() }],
    };
    let moves = players().map(|role| question("moves", role, Count::Moves));
    moves.chain(players().map(|role| question("goal", role, Count::Goal))).collect()
}

/// What an evaluator says, as a question; none if it does not judge for the role as
/// which trees see positions.
pub fn learned_value(judgement: &Judgement, role: &str) -> Option<Question> {
    let (_, counts) = judgement.roles.iter().find(|(name, _)| name == role)?;
    let case = Case { number: None, counts: counts.clone(), parts: judgement.parts.clone() };
    Some(Question { name: "learned_value".into(), is_truth: false, cases: vec![case] })
}

/// A question to be: its name, and the term of each number, if there are several.
struct Asked {
    name: String,
    is_truth: bool,
    terms: Vec<(Option<u16>, Term)>,
}

const PIECE_SQUARE: &str = "piece-square";
const TURN: &str = "turn";

/// A board of more cells is asked about by rows and columns alone.
const N_CELLS_MAX: usize = 1000;

/// Where pieces stand: of each piece, whether it is on a cell, and how many are on a
/// row or column, by number.
fn places(scene: &Scene<'_>) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (at, piece) in scene.structure.pieces.iter().enumerate() {
        let board = &scene.structure.boards[piece.board];
        let name = scene.piece_name(at);
        let term = |facts: Vec<usize>| Term {
            kind: PIECE_SQUARE,
            name: String::new(),
            measure: Measure::Facts(facts.into_iter().map(|fact| (fact, 1.0)).collect()),
        };
        for (number, groups) in scene.along_axes(at) {
            let axis = &board.axes[number];
            let terms = groups.into_iter().map(|(place, facts)| (Some(place as u16), term(facts)));
            let name = slug(&format!("{name} by argument {}", axis.path[0]));
            asked.push(Asked { name, is_truth: false, terms: terms.collect() });
        }
        if board.cells.len() <= N_CELLS_MAX {
            let cell = |placed: &super::Placed| (Some(placed.cell as u16), term(vec![placed.fact]));
            let (name, terms) = (slug(&format!("{name} at")), scene.of_piece(at).map(cell));
            asked.push(Asked { name, is_truth: true, terms: terms.collect() });
        }
    }
    asked
}

fn case(game: &CircuitGame, number: Option<u16>, term: &Term) -> Case {
    let weighed = Weighed { role: RoleId(0), terms: vec![(1.0, term)], always: 0.0 };
    let Judgement { mut roles, parts, .. } = judgement(game, &[weighed]);
    let mut counts = roles.pop().map(|(_, counts)| counts).unwrap_or_default();
    counts.retain(|(_, count)| *count != Count::Always);
    Case { number, counts, parts }
}

/// A name as one word.
fn slug(name: &str) -> String {
    let word: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let mut parts: Vec<&str> = word.split('_').filter(|part| !part.is_empty()).collect();
    // What begins like a number would be read as one.
    if parts.first().is_some_and(|first| first.starts_with(|c: char| c.is_ascii_digit())) {
        parts.insert(0, "piece");
    }
    parts.join("_")
}

/// How many random games are looked at, and where they are left.
const N_GAMES: u64 = 20;
const N_PLIES_MAX: usize = 200;

/// Positions of random games.
fn sample(game: &Arc<CircuitGame>, seed: u64) -> Vec<BitState> {
    let (mut states, mut joint) = (Vec::new(), Vec::new());
    for number in 0..N_GAMES {
        let mut rng = rng(seed, number);
        let mut state = game.initial();
        for _ in 0..N_PLIES_MAX {
            states.push(state.clone());
            if game.is_terminal(&state)
                || random_joint(&mut rng, &**game, &state, &mut joint).is_none()
            {
                break;
            }
            game.apply(&mut state, &joint);
        }
    }
    states
}

/// Whether it is not the same everywhere.
fn differs(term: &Term, game: &CircuitGame, sample: &[BitState]) -> bool {
    let mut values = sample.iter().map(|state| term.value(game, state));
    let first = values.next();
    values.any(|value| Some(value) != first)
}

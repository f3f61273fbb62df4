//! Questions of evolved trees about a game, made from the terms of evaluators.

use std::sync::Arc;

use ludex_game::{Game, Role, RoleId, random_joint, rng};
use ludex_gdl::single::{BitState, CircuitGame};
use ludex_search::evaluate::{AnyMeasure, Case, LinearEvaluator, Question};

use super::{GameContext, Term, WeightedTerms, kinds, linear_evaluator};

/// The questions about a game: numbers of pieces and moves, distances, lines, goals,
/// pieces on cells, and the role on turn. Questions with the same answer in all
/// positions of some random games are left out.
///
/// ```
/// use ludex_gdl::{Engine, Limits, Sheet, circuit, library};
/// use ludex_learn::evaluators::{GameContext, questions};
/// use ludex_learn::structure::{Budget, Structure};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let engine = Engine::load(&sheet, &Limits::default(), &circuit::Budget::default()).unwrap().engine;
/// let structure = Structure::find(&sheet, &engine, &Budget::default());
/// let Engine::Circuit(game) = engine else { panic!() };
/// let asked = questions(&GameContext::new(&game, &structure), 1);
/// let names: Vec<&str> = asked.iter().map(|question| question.name.as_str()).collect();
/// assert!(names.contains(&"number_of_x") && names.contains(&"x_at"), "{names:?}");
/// ```
pub fn questions(context: &GameContext<'_>, seed: u64) -> Vec<Question> {
    let sample = sample(context.game, seed);
    let mut asked = Vec::new();
    for term in kinds::together(context).into_iter().filter(|term| term.kind != PIECE_SQUARE) {
        let (name, is_truth) = (slug(&term.name), term.kind == TURN);
        asked.push(Asked { name, is_truth, terms: vec![(None, term)] });
    }
    asked.extend(places(context));
    asked.retain(|one| one.terms.iter().any(|(_, term)| differs(term, context.game, &sample)));
    let mut list: Vec<Question> = Vec::new();
    for Asked { name, is_truth, terms } in asked {
        let n_same = list.iter().filter(|other| other.name.starts_with(&name)).count();
        let is_new = !list.iter().any(|other| other.name == name);
        let name = if is_new { name } else { format!("{name}_{}", n_same + 1) };
        let cases = terms.iter().map(|(number, term)| case(context.game, *number, term));
        list.push(Question { name, is_truth, cases: cases.collect() });
    }
    list
}

/// The questions about a game whose structure is unknown: roles and moves.
pub fn bare_questions(roles: &[Role]) -> Vec<Question> {
    let players = || roles.iter().filter(|role| !role.is_chance());
    let question = |what: &str, role: &Role, measure: fn(String) -> AnyMeasure| Question {
        name: slug(&format!("{what} of {}", role.name)),
        is_truth: false,
        cases: vec![Case { measures: vec![(1.0, measure(role.name.clone()))], ..Case::default() }],
    };
    let moves = players().map(|role| question("moves", role, AnyMeasure::Moves));
    moves.chain(players().map(|role| question("goal", role, AnyMeasure::Goal))).collect()
}

/// The sum of an evaluator as a question; none if it has no weights for the role as
/// which trees see positions.
pub fn learned_value(evaluator: &LinearEvaluator, role: &str) -> Option<Question> {
    let (_, measures) = evaluator.roles.iter().find(|(name, _)| name == role)?;
    let (measures, parts) = (measures.clone(), evaluator.parts.clone());
    let case = Case { number: None, measures, parts };
    Some(Question { name: "learned_value".into(), is_truth: false, cases: vec![case] })
}

/// The draft of a question: its name, and the term of each number if there are several.
struct Asked {
    name: String,
    is_truth: bool,
    terms: Vec<(Option<u16>, Term)>,
}

const PIECE_SQUARE: &str = "piece-square";
const TURN: &str = "turn";

/// A larger board has questions about rows and columns alone.
const N_CELLS_MAX: usize = 1000;

/// The questions about places: for each piece, whether it is on a cell, and the number
/// on a row or column.
fn places(context: &GameContext<'_>) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (at, piece) in context.structure.pieces.iter().enumerate() {
        let board = &context.structure.boards[piece.board];
        let name = context.piece_name(at);
        let term = |facts: Vec<usize>| {
            Term::of_facts(PIECE_SQUARE, "", facts.into_iter().map(|fact| (fact, 1.0)))
        };
        for (number, groups) in context.along_axes(at) {
            let axis = &board.axes[number];
            let terms = groups.into_iter().map(|(place, facts)| (Some(place as u16), term(facts)));
            let name = slug(&format!("{name} by argument {}", axis.path[0]));
            asked.push(Asked { name, is_truth: false, terms: terms.collect() });
        }
        if board.cells.len() <= N_CELLS_MAX {
            let cell = |placed: &super::Placed| (Some(placed.cell as u16), term(vec![placed.fact]));
            let (name, terms) = (slug(&format!("{name} at")), context.of_piece(at).map(cell));
            asked.push(Asked { name, is_truth: true, terms: terms.collect() });
        }
    }
    asked
}

fn case(game: &CircuitGame, number: Option<u16>, term: &Term) -> Case {
    let weighted = WeightedTerms { role: RoleId(0), terms: vec![(1.0, term)], always: 0.0 };
    let LinearEvaluator { mut roles, parts, .. } = linear_evaluator(game, &[weighted]);
    let mut measures = roles.pop().map(|(_, measures)| measures).unwrap_or_default();
    measures.retain(|(_, measure)| *measure != AnyMeasure::Always(()));
    Case { number, measures, parts }
}

/// A name as one word.
fn slug(name: &str) -> String {
    let word: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let mut parts: Vec<&str> = word.split('_').filter(|part| !part.is_empty()).collect();
    // A name that begins with a digit would be read as a number.
    if parts.first().is_some_and(|first| first.starts_with(|c: char| c.is_ascii_digit())) {
        parts.insert(0, "piece");
    }
    parts.join("_")
}

/// The number of random games in the sample, and the ply at which they stop.
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

/// Whether a term has more than one value in a sample.
fn differs(term: &Term, game: &CircuitGame, sample: &[BitState]) -> bool {
    let mut values = sample.iter().map(|state| term.value(game, state));
    let first = values.next();
    values.any(|value| Some(value) != first)
}

//! Playthroughs: a game written out state by state, for readers and for `diff`.

use std::fmt::Write as _;

use ludex_game::{Game, RoleId, random_joint, rng};

use crate::reference::Reference;
use crate::state::State;
use crate::term::TermId;

/// Plays one random game and writes it as text: the initial state in full, then
/// for every state the changed facts, the legal moves of each role, and the
/// joint move.
///
/// ```
/// use ludex_gdl::{Limits, Reference, Sheet, Source, playthrough};
///
/// let (sheet, _) = Sheet::parse(Source::new("lamp.kif", "
///     (role robot) (init off) (legal robot switch) (<= (next on) (true off))
///     (<= terminal (true on)) (<= (goal robot 100) (true on))"));
/// let text = playthrough(&Reference::new(&sheet, Limits::default()).unwrap(), 1, 10);
/// assert!(text.ends_with("  + on\n  - off\n  terminal\n  goal robot 100\n"));
/// ```
pub fn playthrough(game: &Reference, seed: u64, n_plies_max: u32) -> String {
    let mut text = format!("seed {seed}\n");
    let mut rng = rng(seed, 0);
    let mut before = game.state(Vec::new());
    let mut state = game.initial();
    for ply in 0..=n_plies_max {
        let _ = writeln!(text, "\nply {ply}");
        write_changes(&mut text, game, &before, &state);
        let terminal = game.is_terminal(&state);
        if terminal {
            text.push_str("  terminal\n");
        }
        write_goals(&mut text, game, &state);
        let mut joint = Vec::new();
        if terminal {
            break;
        }
        write_legal(&mut text, game, &state);
        if ply == n_plies_max || random_joint(&mut rng, game, &state, &mut joint).is_none() {
            break;
        }
        let _ = writeln!(text, "  move {}", names(game, &joint));
        before = state.clone();
        game.apply(&mut state, &joint);
    }
    text
}

fn write_changes(text: &mut String, game: &Reference, before: &State, after: &State) {
    let (old, new) = (game.fact_names(before), game.fact_names(after));
    for fact in new.iter().filter(|fact| !old.contains(fact)) {
        let _ = writeln!(text, "  + {fact}");
    }
    for fact in old.iter().filter(|fact| !new.contains(fact)) {
        let _ = writeln!(text, "  - {fact}");
    }
}

fn write_goals(text: &mut String, game: &Reference, state: &State) {
    for (at, role) in game.roles().iter().enumerate() {
        let goals = game.try_goals(state, RoleId::new(at)).unwrap_or_default();
        for value in goals {
            let _ = writeln!(text, "  goal {role} {value}");
        }
    }
}

fn write_legal(text: &mut String, game: &Reference, state: &State) {
    let mut moves = Vec::new();
    for (at, role) in game.roles().iter().enumerate() {
        game.legal_moves(state, RoleId::new(at), &mut moves);
        let _ = writeln!(text, "  legal {role} {}: {}", moves.len(), names(game, &moves));
    }
}

fn names(game: &Reference, moves: &[TermId]) -> String {
    moves.iter().map(|&mv| game.move_name(mv)).collect::<Vec<_>>().join(" ")
}

//! Positions for people.
//!
//! Native games draw themselves. Of a game that is given by rules, what random
//! games show to be a board is drawn; all other facts are listed by relation.

use std::collections::BTreeMap;
use std::time::Duration;

use game::Playable;
use gdl::{Engine, Sheet, TermId};
use learn::structure::{self, Board, Budget, Structure};

/// How wide a page is.
pub const WIDTH: usize = 80;

/// How positions of one game are shown.
pub struct Scene {
    structure: Option<Structure>,
}

impl Scene {
    /// That of a game that draws itself.
    pub fn native() -> Self {
        Self { structure: None }
    }

    /// That of a game that is given by rules. Counts bound the random games that
    /// are looked at; only on the slow engine does the clock.
    pub fn find(sheet: &Sheet, engine: &Engine, seed: u64) -> Self {
        let budget = Budget {
            seed,
            n_games_max: 1_000,
            n_facts_max: 300_000,
            n_facts_max_slow: 50_000,
            time_max: Duration::from_millis(500),
            ..Budget::default()
        };
        Self { structure: Some(Structure::find(sheet, engine, &budget)) }
    }

    /// A position, with a line end at its end.
    pub fn show<G: Playable>(&self, game: &G, state: &G::State) -> String {
        let text = game.show(state);
        let facts = self.structure.as_ref().and_then(|structure| {
            let facts = structure.terms.read_all(&text).ok()?;
            Some(drawn(structure, &facts) + &listed(structure, &facts))
        });
        facts.unwrap_or_else(|| text.trim_end().to_string() + "\n")
    }
}

/// Whether a board has columns and rows. One of a single row is clearer as a list.
fn is_drawn(board: &Board) -> bool {
    board.coordinates.is_some() || !board.plane.up.is_empty()
}

/// The boards, and what the letters on them stand for.
fn drawn(structure: &Structure, facts: &[TermId]) -> String {
    let pictures = structure::draw(structure, facts);
    let pairs = structure.boards.iter().zip(pictures).filter(|(board, _)| is_drawn(board));
    let pairs: Vec<(&Board, report::Board)> = pairs.collect();
    let mut text = String::new();
    for (board, picture) in &pairs {
        if pairs.len() > 1 {
            text += &format!("{}:\n", structure.name(board.relation));
        }
        text += &picture.to_text();
        text += &layers(structure, board);
    }
    let signs = structure::legend(structure);
    let signs: Vec<String> = signs.iter().map(|(sign, name)| format!("{sign} {name}")).collect();
    match pairs.is_empty() || signs.is_empty() {
        true => text,
        false => text + &wrap("", &signs),
    }
}

/// Which of several layers is which.
fn layers(structure: &Structure, board: &Board) -> String {
    let [axis] = board.plane.layers[..] else { return String::new() };
    let names = board.axes[axis].symbols.iter().map(|&symbol| structure.show(symbol));
    wrap("from the left", &names.collect::<Vec<_>>())
}

/// The facts that no board shows, by relation.
fn listed(structure: &Structure, facts: &[TermId]) -> String {
    let terms = &structure.terms;
    let boards: Vec<&Board> = structure.boards.iter().filter(|board| is_drawn(board)).collect();
    let is_shown = |fact: TermId| boards.iter().any(|board| board.read(terms, fact).is_some());
    let mut relations: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for &fact in facts.iter().filter(|&&fact| !is_shown(fact)) {
        let args: Vec<String> = terms.args(fact).iter().map(|&arg| structure.show(arg)).collect();
        let items = relations.entry(structure.name(terms.name(fact))).or_default();
        items.extend((!args.is_empty()).then(|| args.join(" ")));
    }
    relations.iter().map(|(name, items)| wrap(name, items)).collect()
}

/// A name and what belongs to it, in lines that fit the page.
fn wrap(name: &str, items: &[String]) -> String {
    let mut text = String::new();
    let mut line = name.to_string() + if name.is_empty() || items.is_empty() { "" } else { ":" };
    for (at, item) in items.iter().enumerate() {
        let item = if at + 1 < items.len() { format!("{item},") } else { item.clone() };
        let blank = if line.is_empty() { "" } else { " " };
        if !line.trim().is_empty() && line.chars().count() + 1 + item.chars().count() > WIDTH {
            text += line.trim_end();
            text.push('\n');
            line = "  ".to_string() + &item;
        } else {
            line = line + blank + &item;
        }
    }
    text + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::Game;
    use gdl::{Limits, library};

    use super::*;

    fn first_screen(name: &str) -> String {
        let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
        let engine = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap().engine;
        let scene = Scene::find(&sheet, &engine, 1);
        let Engine::Circuit(game) = engine else { panic!("{name} has a circuit") };
        let game = Arc::new(*game);
        scene.show(&*game, &game.initial())
    }

    #[test]
    fn boards_are_drawn_and_the_rest_is_listed() {
        let expected = "3 · · ·\n2 · · ·\n1 · · ·\n  1 2 3\ncontrol: x\n";
        assert_eq!(first_screen("tic-tac-toe"), expected);
        assert!(first_screen("breakthrough").contains("W white, b black\ncontrol: white\n"));
    }

    #[test]
    fn a_game_without_a_board_is_listed() {
        assert!(first_screen("rock-paper-scissors").lines().count() > 0);
    }

    #[test]
    fn long_lists_are_wrapped() {
        let items: Vec<String> = (0..40).map(|n| format!("(f {n})")).collect();
        let text = wrap("has", &items);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.lines().count() > 3, "{text}");
        assert_eq!(wrap("over", &[]), "over\n");
    }
}

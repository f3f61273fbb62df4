//! Drawings of positions: boards as text or pictures, other facts as a list.
//!
//! Native games have their own drawings. For a game with a rule sheet, boards are found in
//! random games; facts that no board shows are listed by relation.

use std::collections::BTreeMap;
use std::time::Duration;

use ludex_game::{Playable, show_position};
use ludex_gdl::{Engine, Sheet, TermId};

use crate::structure::{self, Board, Budget, Structure};

/// Draws the positions of one game.
///
/// ```
/// use ludex_gdl::{Engine, Limits, Sheet, library};
/// use ludex_learn::PositionView;
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap();
/// let view = PositionView::find(&sheet, &loaded.engine, 1);
/// let position = "(cell 1 1 x) (cell 2 2 o) (control x)";
/// assert!(view.text(position).ends_with("control: x\n"));
/// let drawn = view.drawn(position);
/// assert!(drawn.boards[0].to_svg().to_inline().starts_with("<svg"));
/// assert_eq!(drawn.rest, "(control x)");
/// ```
pub struct PositionView {
    /// `None` for a game with its own drawings.
    structure: Option<Structure>,
}

/// A position as pictures.
#[derive(Clone, Debug, Default)]
pub struct DrawnPosition {
    /// The boards, as text or SVG.
    pub boards: Vec<ludex_report::Board>,
    /// The facts that no board shows.
    pub rest: String,
}

impl PositionView {
    /// The width of text in characters.
    pub const WIDTH: usize = 80;

    /// The view of a game with its own drawings.
    pub fn native() -> Self {
        Self { structure: None }
    }

    /// The view of a game with a rule sheet. Counts bound the random games in which boards are
    /// found; on the reasoner, the clock does as well.
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

    /// A state as text that ends with a line end.
    pub fn show<G: Playable>(&self, game: &G, state: &G::State) -> String {
        self.text(&show_position(game, state))
    }

    /// As [`Self::show`], for the text of a state as returned by [`show_position`].
    pub fn text(&self, position: &str) -> String {
        match self.read(position) {
            Some((structure, facts)) => drawn(structure, &facts) + &listed(structure, &facts),
            None => position.trim_end().to_string() + "\n",
        }
    }

    /// As pictures. A position that cannot be parsed as facts is all `rest`.
    pub fn drawn(&self, position: &str) -> DrawnPosition {
        let Some((structure, facts)) = self.read(position) else {
            return DrawnPosition { boards: Vec::new(), rest: position.into() };
        };
        let boards = boards(structure, &facts).into_iter().map(|(_, picture)| picture);
        let is_listed = |fact: &&TermId| !is_shown(structure, **fact);
        let rest = facts.iter().filter(is_listed);
        let rest = rest.map(|&fact| structure.terms.show(fact).to_string()).collect::<Vec<_>>();
        DrawnPosition { boards: boards.collect(), rest: rest.join(" ") }
    }

    fn read(&self, position: &str) -> Option<(&Structure, Vec<TermId>)> {
        let structure = self.structure.as_ref()?;
        Some((structure, structure.terms.read_all(position).ok()?))
    }
}

/// Whether a board has columns and rows. One of a single row is clearer as a list.
fn is_drawn(board: &Board) -> bool {
    board.coordinates.is_some() || !board.plane.up.is_empty()
}

/// Whether a board shows a fact.
fn is_shown(structure: &Structure, fact: TermId) -> bool {
    let mut boards = structure.boards.iter().filter(|board| is_drawn(board));
    boards.any(|board| board.read(&structure.terms, fact).is_some())
}

/// The boards that are drawn, with their pictures.
fn boards<'a>(structure: &'a Structure, facts: &[TermId]) -> Vec<(&'a Board, ludex_report::Board)> {
    let pictures = structure::draw(structure, facts);
    structure.boards.iter().zip(pictures).filter(|(board, _)| is_drawn(board)).collect()
}

/// The boards as text, and a legend of the letters on them.
fn drawn(structure: &Structure, facts: &[TermId]) -> String {
    let pairs = boards(structure, facts);
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

/// The names of the layers of a board with three axes.
fn layers(structure: &Structure, board: &Board) -> String {
    let [axis] = board.plane.layers[..] else { return String::new() };
    let names = board.axes[axis].symbols.iter().map(|&symbol| structure.show(symbol));
    wrap("from the left", &names.collect::<Vec<_>>())
}

/// The facts that no board shows, by relation.
fn listed(structure: &Structure, facts: &[TermId]) -> String {
    let terms = &structure.terms;
    let mut relations: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for &fact in facts.iter().filter(|&&fact| !is_shown(structure, fact)) {
        let args: Vec<String> = terms.args(fact).iter().map(|&arg| structure.show(arg)).collect();
        let items = relations.entry(structure.name(terms.name(fact))).or_default();
        items.extend((!args.is_empty()).then(|| args.join(" ")));
    }
    relations.iter().map(|(name, items)| wrap(name, items)).collect()
}

/// A name and its items, in lines of at most [`PositionView::WIDTH`].
fn wrap(name: &str, items: &[String]) -> String {
    let mut text = String::new();
    let mut line = name.to_string() + if name.is_empty() || items.is_empty() { "" } else { ":" };
    for (at, item) in items.iter().enumerate() {
        let item = if at + 1 < items.len() { format!("{item},") } else { item.clone() };
        let blank = if line.is_empty() { "" } else { " " };
        if !line.trim().is_empty()
            && line.chars().count() + 1 + item.chars().count() > PositionView::WIDTH
        {
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
    use ludex_game::Game;
    use ludex_gdl::{Limits, library};

    use super::*;

    fn first_screen(name: &str) -> String {
        let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
        let engine = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap().engine;
        let view = PositionView::find(&sheet, &engine, 1);
        let Engine::Circuit(game) = engine else { panic!("{name} has a circuit") };
        view.show(&*game, &game.initial())
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
        assert!(text.lines().all(|line| line.chars().count() <= PositionView::WIDTH), "{text}");
        assert!(text.lines().count() > 3, "{text}");
        assert_eq!(wrap("over", &[]), "over\n");
    }
}

//! The context of evaluators: a game, its structure, and the places of its facts.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use ludex_game::{Game, RoleId};
use ludex_gdl::TermId;
use ludex_gdl::single::CircuitGame;
use ludex_search::Feature;

use crate::identity::pieces;
use crate::structure::Structure;

/// A game with the data that terms are proposed from.
pub struct GameContext<'a> {
    /// The game.
    pub game: &'a Arc<CircuitGame>,
    /// The structure of the game.
    pub structure: &'a Structure,
    /// Each fact that puts a piece on a cell.
    pub placed: Vec<Placed>,
    /// Learned features.
    pub features: &'a [Feature],
}

/// A fact that puts a piece on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The number of the fact.
    pub fact: usize,
    /// The piece, by its place in the structure.
    pub piece: usize,
    /// The cell, by its place on the board.
    pub cell: usize,
}

/// A role on turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The name of the role, if facts determine it.
    pub holder: Option<String>,
    /// The facts that determine it, and whether they hold.
    pub facts: Vec<(usize, bool)>,
}

impl Turn {
    /// The facts of the turns of other roles.
    pub fn others(&self) -> impl Iterator<Item = usize> {
        self.facts.iter().filter(|(_, holds)| !holds).map(|&(fact, _)| fact)
    }

    /// A suffix for names of terms.
    pub fn name(&self) -> String {
        self.holder.as_ref().map_or(String::new(), |holder| format!(" at the turn of {holder}"))
    }
}

impl<'a> GameContext<'a> {
    /// Finds the pieces and cells of facts.
    pub fn new(game: &'a Arc<CircuitGame>, structure: &'a Structure) -> Self {
        let mut context = Self { game, structure, placed: Vec::new(), features: &[] };
        context.placed =
            (0..game.grounded().bases.len()).flat_map(|fact| context.look(fact)).collect();
        context
    }

    fn look(&self, fact: usize) -> Option<Placed> {
        let Structure { terms, pieces, boards, .. } = self.structure;
        let term = self.term(fact);
        let mut pieces = pieces.iter().enumerate();
        pieces.find_map(|(at, piece)| {
            let board = &boards[piece.board];
            let (cell, content) = board.read(terms, term)?;
            let owner = board.owner_of(terms, term);
            let is_it = content == piece.symbol && (piece.owner.is_none() || piece.owner == owner);
            is_it.then_some(Placed { fact, piece: at, cell })
        })
    }

    /// The roles but for chance.
    pub fn players(&self) -> impl Iterator<Item = RoleId> {
        let roles = self.game.roles();
        (0..roles.len()).filter(|&at| !roles[at].is_chance()).map(RoleId::new)
    }

    /// The name of a role.
    pub fn role_name(&self, role: RoleId) -> &str {
        &self.game.roles()[role.index()].name
    }

    /// The fact of a number.
    pub fn term(&self, fact: usize) -> TermId {
        self.game.grounded().bases[fact]
    }

    /// The facts that put a piece on cells.
    pub fn of_piece(&self, piece: usize) -> impl Iterator<Item = &Placed> {
        self.placed.iter().filter(move |placed| placed.piece == piece)
    }

    /// For each axis of a piece's board, if it has several: its number, and the facts
    /// that put the piece on each of its places.
    pub fn along_axes(&self, piece: usize) -> Vec<(usize, BTreeMap<usize, Vec<usize>>)> {
        let board = &self.structure.boards[self.structure.pieces[piece].board];
        let axes = (0..board.axes.len()).filter(|_| board.axes.len() > 1);
        let groups = |axis: usize| {
            let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for placed in self.of_piece(piece) {
                groups.entry(board.cells[placed.cell][axis]).or_default().push(placed.fact);
            }
            (axis, groups)
        };
        axes.map(groups).collect()
    }

    /// The cells of a piece in the initial position.
    pub fn initial_cells(&self, piece: usize) -> Vec<usize> {
        let is_initial =
            |placed: &&Placed| self.structure.initial.contains(&self.term(placed.fact));
        self.of_piece(piece).filter(is_initial).map(|placed| placed.cell).collect()
    }

    /// The board and the cell of a fact.
    pub fn cell_of(&self, fact: usize) -> Option<(usize, usize)> {
        let placed = self.placed.iter().find(|placed| placed.fact == fact)?;
        Some((self.structure.pieces[placed.piece].board, placed.cell))
    }

    /// The facts that put other pieces on the cell that some facts are about.
    pub fn hindrances(&self, facts: &[usize]) -> Vec<usize> {
        let Some(cell) = facts.first().and_then(|&fact| self.cell_of(fact)) else {
            return Vec::new();
        };
        let others = self.placed.iter().filter(|placed| {
            (self.structure.pieces[placed.piece].board, placed.cell) == cell
                && !facts.contains(&placed.fact)
        });
        others.map(|placed| placed.fact).collect()
    }

    /// Each role on turn; a single one without facts where facts do not determine it.
    pub fn turns(&self) -> Vec<Turn> {
        let terms = &self.structure.terms;
        let Some(control) = self.structure.controls.first() else { return vec![Turn::default()] };
        let mut turns: Vec<Turn> = Vec::new();
        for (symbol, role) in &control.holders {
            let holder = Some(self.structure.roles[*role].name.clone());
            let mut turn = Turn { holder, facts: Vec::new() };
            for fact in 0..self.game.grounded().bases.len() {
                let term = self.term(fact);
                let is_held = terms.args(term).get(control.arg - 1) == Some(symbol);
                if terms.name(term) == control.relation {
                    turn.facts.push((fact, is_held));
                }
            }
            turns.push(turn);
        }
        turns
    }

    /// The name of a piece.
    pub fn piece_name(&self, piece: usize) -> String {
        let terms = &self.structure.terms;
        let piece = &self.structure.pieces[piece];
        let relation = self.structure.boards[piece.board].relation;
        let symbol = piece.symbol.map(|symbol| terms.show(symbol).to_string());
        let name = symbol.unwrap_or_else(|| terms.symbols().name(relation).to_string());
        match piece.owner {
            Some(owner) => format!("{}'s {name}", terms.show(owner)),
            None => name,
        }
    }

    /// The number of steps from the nearest of some cells to each cell of a board, along
    /// its links; none where there is no path.
    pub fn distances(&self, board: usize, from: &[usize]) -> Vec<Option<u32>> {
        let board = &self.structure.boards[board];
        let mut neighbours = vec![Vec::new(); board.cells.len()];
        for &(one, other) in &board.links {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        let mut distances = vec![None; board.cells.len()];
        from.iter().for_each(|&cell| distances[cell] = Some(0));
        let mut queue: VecDeque<usize> = from.iter().copied().collect();
        while let Some(cell) = queue.pop_front() {
            let next = distances[cell].map(|steps| steps + 1);
            for &other in &neighbours[cell] {
                if distances[other].is_none() {
                    distances[other] = next;
                    queue.push_back(other);
                }
            }
        }
        distances
    }

    /// Whether a fact is an instance of a pattern of the rules, with variables that begin
    /// with a question mark.
    pub fn is_instance(&self, fact: usize, written: &str) -> bool {
        let shown = self.structure.terms.show(self.term(fact)).to_string();
        let (shown, written) = (pieces(&shown), pieces(written));
        shown.len() == written.len()
            && shown.iter().zip(&written).all(|(is, may)| is == may || may.starts_with('?'))
    }
}

//! The questions that every engine answers about a state, in terms of the rule
//! sheet, so that answers of different engines can be compared.

use ludex_game::{Game, RoleId};

use crate::reference::Reference;
use crate::single::CircuitGame;
use crate::term::{TermId, TermStore};

/// All answers about a state and a joint move made in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Whether the state is terminal.
    pub terminal: bool,
    /// The legal moves of each role, in natural order.
    pub legal: Vec<Vec<TermId>>,
    /// The goal values of each role, smallest first.
    pub goals: Vec<Vec<i64>>,
    /// The facts of the next state, ordered by id; empty without a joint move.
    pub next: Vec<TermId>,
}

/// An engine whose answers are given in terms.
pub trait Answering: Game {
    /// The store of facts and moves.
    fn terms(&self) -> &TermStore;

    /// The facts of the initial state, ordered by id.
    fn initial_facts(&self) -> Vec<TermId>;

    /// All answers about the state with these facts and, if given, the joint
    /// move made in it. The error is a message for the user.
    fn answers(&self, facts: &[TermId], joint: Option<&[TermId]>) -> Result<Answers, String>;
}

impl Answering for Reference {
    fn terms(&self) -> &TermStore {
        Reference::terms(self)
    }

    fn initial_facts(&self) -> Vec<TermId> {
        self.initial().facts().to_vec()
    }

    fn answers(&self, facts: &[TermId], joint: Option<&[TermId]>) -> Result<Answers, String> {
        let ask = || {
            let state = self.state(facts.to_vec());
            let roles = || (0..self.roles().len()).map(RoleId::new);
            let next = joint.map(|joint| self.try_next(&state, joint)).transpose()?;
            Ok(Answers {
                terminal: self.try_is_terminal(&state)?,
                legal: roles()
                    .map(|role| self.try_legal_moves(&state, role))
                    .collect::<Result<_, _>>()?,
                goals: roles()
                    .map(|role| self.try_goals(&state, role))
                    .collect::<Result<_, _>>()?,
                next: next.map(|next| next.facts().to_vec()).unwrap_or_default(),
            })
        };
        ask().map_err(|fault: crate::Fault| fault.to_string())
    }
}

impl Answering for CircuitGame {
    fn terms(&self) -> &TermStore {
        CircuitGame::terms(self)
    }

    fn initial_facts(&self) -> Vec<TermId> {
        let mut facts = self.fact_terms(&self.initial());
        facts.sort_unstable();
        facts
    }

    fn answers(&self, facts: &[TermId], joint: Option<&[TermId]>) -> Result<Answers, String> {
        let in_words = |error: crate::single::UnknownTerm| error.to_string();
        let state = self.state(facts).map_err(in_words)?;
        let legal_of = |role| {
            let mut moves = Vec::new();
            self.legal_moves(&state, role, &mut moves);
            moves.into_iter().map(|mv| self.move_term(mv)).collect()
        };
        let goals_of = |role| self.goals(&state, role).into_iter().map(i64::from).collect();
        let mut next = Vec::new();
        if let Some(joint) = joint {
            let mut after = state.clone();
            self.apply(&mut after, &self.joint(joint).map_err(in_words)?);
            next = self.fact_terms(&after);
            next.sort_unstable();
        }
        let roles = || (0..self.roles().len()).map(RoleId::new);
        Ok(Answers {
            terminal: self.is_terminal(&state),
            legal: roles().map(legal_of).collect(),
            goals: roles().map(goals_of).collect(),
            next,
        })
    }
}

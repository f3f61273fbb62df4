//! Name systems of facts, roles and plans in measures, and translations between them.

use std::fmt::Debug;
use std::sync::Arc;

use ludex_game::RoleId;

use crate::evaluate::Plan;

/// A name system of facts, roles and plans.
pub trait Names: Clone + Debug + PartialEq {
    /// A fact.
    type Fact: Clone + Debug + PartialEq;
    /// A role.
    type Role: Clone + Debug + PartialEq;
    /// A plan.
    type Plan: Clone + Debug + PartialEq;
}

/// The words of a rule sheet; plans by their index in a list of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words;

impl Names for Words {
    type Fact = String;
    type Role = String;
    type Plan = usize;
}

/// The numbers of facts and roles in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers;

impl Names for Numbers {
    type Fact = usize;
    type Role = RoleId;
    type Plan = Arc<Plan>;
}

/// A translation of names: from words to numbers, back, or to other words.
pub trait Translate {
    /// The source names.
    type From: Names;
    /// The target names.
    type To: Names;
    /// The reason why a name has no translation.
    type Error;

    /// Translates a fact.
    fn fact(
        &mut self,
        fact: &<Self::From as Names>::Fact,
    ) -> Result<<Self::To as Names>::Fact, Self::Error>;

    /// Translates a role.
    fn role(
        &mut self,
        role: &<Self::From as Names>::Role,
    ) -> Result<<Self::To as Names>::Role, Self::Error>;

    /// Translates a plan.
    fn plan(
        &mut self,
        plan: &<Self::From as Names>::Plan,
    ) -> Result<<Self::To as Names>::Plan, Self::Error>;

    /// Translates a list of facts.
    fn facts(
        &mut self,
        facts: &[<Self::From as Names>::Fact],
    ) -> Result<Vec<<Self::To as Names>::Fact>, Self::Error> {
        facts.iter().map(|fact| self.fact(fact)).collect()
    }
}

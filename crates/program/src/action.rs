//! Functions with effects.

use serde::{Deserialize, Serialize};

use crate::Type;

/// The number by which [`Terminals::act`](crate::Terminals::act) knows an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ActionId(pub u16);

/// The largest number of arguments of an action.
pub const ARGS_MAX: usize = 4;

/// A function with an effect, such as firing a gun, of up to four arguments.
///
/// A program runs the actions of its tree in the order of the text, each once per evaluation.
/// Only control flow skips them: `if`, `if_less_equal`, `and` and `or` skip arguments that they
/// do not need, and introns never run. Simplification neither drops, repeats nor reorders
/// them. In a tree with actions each terminal is asked wherever it stands, since an action may
/// change its value.
///
/// ```
/// use ludex_program::{
///     Action, ActionId, Function, Params, Primitives, Program, TerminalId, Terminals, Tree, Type,
/// };
///
/// struct Robot { energy: f64 }
///
/// impl Terminals for Robot {
///     fn value(&mut self, _: TerminalId, _: Params) -> f64 { self.energy }
///
///     fn act(&mut self, _: ActionId, args: &[f64]) -> f64 {
///         self.energy -= args[0];
///         self.energy
///     }
/// }
///
/// let set = Primitives::builder(Type::Float)
///     .functions([Function::Seq])
///     .action(Action::new(0, "fire", Type::Float).arg(Type::Float))
///     .ephemeral("power", 0.0..3.0)
///     .build(8)?;
/// let tree = Tree::parse("(seq (fire 1) (fire 2))", &set).unwrap();
/// let mut robot = Robot { energy: 100.0 };
/// assert_eq!(Program::new(&tree, &set).evaluate(&mut robot), 97.0);
/// # Ok::<(), ludex_program::PrimitivesError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    id: ActionId,
    name: String,
    gives: Type,
    takes: Vec<Type>,
}

impl Action {
    /// An action without arguments.
    pub fn new(id: u16, name: impl Into<String>, gives: Type) -> Self {
        Self { id: ActionId(id), name: name.into(), gives, takes: Vec::new() }
    }

    /// With one more argument. At most four.
    pub fn arg(mut self, takes: Type) -> Self {
        self.takes.push(takes);
        self
    }

    /// The number for [`Terminals::act`](crate::Terminals::act).
    pub fn id(&self) -> ActionId {
        self.id
    }

    /// The name in texts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of the value.
    pub fn gives(&self) -> Type {
        self.gives
    }

    /// The types of the arguments.
    pub fn takes(&self) -> &[Type] {
        &self.takes
    }
}

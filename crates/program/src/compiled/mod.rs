//! Trees compiled to flat code: compiled once, evaluated very often.
//!
//! Constants and terminals are slots of a frame, and instructions name the slots
//! they read and write. So leaves, which are half of a tree, cost no instruction;
//! introns are left out, and code that `if`, `and` and `or` do not need is jumped over.
//! [`Program`] evaluates one position at a time, [`BlockProgram`] many rows of
//! columns at once.
//!
//! A tree with [actions](crate::Action) is compiled in order: actions and terminals become
//! instructions at their places.

mod block;
mod compile;
mod memo;
mod single;

pub use block::{BlockProgram, Columns, EffectError, Scratch};
pub use memo::Memo;
pub use single::Program;

use crate::{ARGS_MAX, ActionId, Function, Params, TerminalId};

/// The values of terminals in one position, and the effects of actions.
///
/// Values must be finite and within ±[`LIMIT`](crate::LIMIT); Booleans are 0 or 1.
///
/// ```
/// use ludex_program::{Params, TerminalId, Terminals};
///
/// struct Row<'a>(&'a [f64]);
///
/// impl Terminals for Row<'_> {
///     fn value(&mut self, terminal: TerminalId, _: Params) -> f64 {
///         self.0[usize::from(terminal.0)]
///     }
/// }
/// ```
pub trait Terminals {
    /// The value of a terminal.
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64;

    /// Runs an [action](crate::Action) and returns its value. Without actions, not called.
    fn act(&mut self, action: ActionId, args: &[f64]) -> f64 {
        let _ = (action, args);
        0.0
    }
}

impl<T: Terminals + ?Sized> Terminals for &mut T {
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64 {
        (**self).value(terminal, params)
    }

    fn act(&mut self, action: ActionId, args: &[f64]) -> f64 {
        (**self).act(action, args)
    }
}

/// The operation of an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    /// Computes a function of `a`, `b`, `c` and `d`.
    Call(Function),
    /// Reads the costly terminal `a`, unless it was read in this evaluation.
    Load,
    /// Reads the terminal `a` of code with actions.
    Read,
    /// Runs the action `a`.
    Act,
    /// Copies `a`.
    Copy,
    /// Goes on at instruction `to`.
    Jump,
    /// The same if `a` is zero.
    JumpIfFalse,
    /// The same if `a` is not.
    JumpIfTrue,
}

/// One step: an operation, the slot or instruction it leads to, and the slots it
/// reads.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Instruction {
    op: Op,
    to: u16,
    a: u16,
    b: u16,
    c: u16,
    d: u16,
}

/// A terminal and the slot for its value.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reading {
    slot: u16,
    terminal: TerminalId,
    params: Params,
}

/// An action and the slots of its arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ActionCall {
    action: ActionId,
    n_args: usize,
    args: [u16; ARGS_MAX],
}

/// The code of both kinds of programs.
#[derive(Clone, Debug)]
struct Code {
    instructions: Vec<Instruction>,
    /// The slots from 0: numbers that never change.
    constants: Vec<f64>,
    /// The next slots: cheap terminals, read first.
    cheap: Vec<Reading>,
    /// The next slots: costly terminals, read where they are needed; of code with actions, all
    /// terminals.
    costly: Vec<Reading>,
    /// The calls of actions, in the order of the text.
    actions: Vec<ActionCall>,
    /// The number of slots for intermediate values, which are the last.
    n_temps: usize,
    /// The slot of the value.
    result: u16,
}

impl Code {
    fn n_leaves(&self) -> usize {
        self.constants.len() + self.cheap.len() + self.costly.len()
    }
}

//! Trees compiled to flat code, once, to be computed very often.
//!
//! Constants and terminals are slots of a frame, and instructions name the slots
//! they read and write. So leaves, which are half of a tree, cost no instruction;
//! introns are left out, and what `if`, `and` and `or` do not need is jumped over.
//! [`Program`] computes one position at a time, [`BlockProgram`] many rows of
//! columns at once.

mod block;
mod compile;
mod memo;
mod single;

pub use block::{BlockProgram, Columns, Scratch};
pub use memo::Memo;
pub use single::Program;

use crate::{Function, Params, TerminalId};

/// Whoever knows what terminals are worth in the position at hand.
///
/// Values must be finite and within ±[`LIMIT`](crate::LIMIT); of terminals that
/// give a Boolean, 0 or 1.
///
/// ```
/// use evolve::{Params, TerminalId, Terminals};
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
}

impl<T: Terminals + ?Sized> Terminals for &mut T {
    fn value(&mut self, terminal: TerminalId, params: Params) -> f64 {
        (**self).value(terminal, params)
    }
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    /// Computes a function of `a`, `b` and `c`.
    Call(Function),
    /// Asks for the costly terminal `a`, unless that was done.
    Load,
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
}

/// A terminal and the slot for its value.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reading {
    slot: u16,
    terminal: TerminalId,
    params: Params,
}

/// What both kinds of programs are made of.
#[derive(Clone, Debug)]
struct Code {
    instructions: Vec<Instruction>,
    /// The slots from 0: numbers that never change.
    constants: Vec<f64>,
    /// The slots behind: cheap terminals, asked in any case.
    cheap: Vec<Reading>,
    /// The slots behind: costly terminals, asked where they are needed.
    costly: Vec<Reading>,
    /// How many slots for intermediate values are behind those.
    n_temps: usize,
    /// Where the value is in the end.
    result: u16,
}

impl Code {
    fn n_leaves(&self) -> usize {
        self.constants.len() + self.cheap.len() + self.costly.len()
    }
}

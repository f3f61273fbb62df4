//! One position at a time.

use super::compile::compile;
use super::{Code, Op, Terminals};
use crate::{Primitives, Tree};

/// A tree compiled to be computed in one position at a time, without recursion
/// and without allocation.
///
/// Every terminal is asked at most once per position. Cheap ones are asked first;
/// [costly](crate::Terminal::costly) ones only where their value is needed.
///
/// ```
/// use evolve::{Function, Params, Primitives, Program, Terminal, TerminalId, Terminals, Tree, Type};
///
/// struct Position { pieces: f64 }
///
/// impl Terminals for Position {
///     fn value(&mut self, _: TerminalId, _: Params) -> f64 { self.pieces }
/// }
///
/// let set = Primitives::builder(Type::Float)
///     .functions([Function::Mul])
///     .terminal(Terminal::new(0, "pieces", Type::Float))
///     .build(8)?;
/// let mut program = Program::new(&Tree::parse("(mul pieces 2)", &set).unwrap(), &set);
/// assert_eq!(program.evaluate(&mut Position { pieces: 12.0 }), 24.0);
/// # Ok::<(), evolve::PrimitivesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    code: Code,
    /// Constants, terminals, intermediate values.
    frame: Vec<f64>,
    /// When each costly terminal was asked last.
    stamps: Vec<u32>,
    epoch: u32,
}

impl Program {
    /// Compiles a tree.
    pub fn new(tree: &Tree, set: &Primitives) -> Self {
        let code = compile(tree, set, true);
        let mut frame = vec![0.0; code.n_leaves() + code.n_temps];
        frame[..code.constants.len()].copy_from_slice(&code.constants);
        Self { stamps: vec![0; code.costly.len()], frame, code, epoch: 0 }
    }

    /// The value in a position.
    pub fn evaluate(&mut self, terminals: &mut impl Terminals) -> f64 {
        self.next_epoch();
        let frame = &mut self.frame[..];
        for reading in &self.code.cheap {
            frame[usize::from(reading.slot)] = terminals.value(reading.terminal, reading.params);
        }
        let code = &self.code.instructions[..];
        let mut at = 0;
        while let Some(step) = code.get(at) {
            at += 1;
            let [a, b, c] = [step.a, step.b, step.c].map(usize::from);
            match step.op {
                Op::Call(function) => {
                    frame[usize::from(step.to)] = function.call(frame[a], frame[b], frame[c]);
                }
                Op::Load => {
                    if self.stamps[a] != self.epoch {
                        self.stamps[a] = self.epoch;
                        let reading = &self.code.costly[a];
                        frame[usize::from(step.to)] =
                            terminals.value(reading.terminal, reading.params);
                    }
                }
                Op::Copy => frame[usize::from(step.to)] = frame[a],
                Op::Jump => at = usize::from(step.to),
                Op::JumpIfFalse if frame[a] == 0.0 => at = usize::from(step.to),
                Op::JumpIfTrue if frame[a] != 0.0 => at = usize::from(step.to),
                Op::JumpIfFalse | Op::JumpIfTrue => {}
            }
        }
        frame[usize::from(self.code.result)]
    }

    /// Forgets all costly terminals by turning the page.
    fn next_epoch(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.stamps.fill(0);
            self.epoch = 1;
        }
    }
}

//! Programs for one position at a time.

use super::compile::compile;
use super::{Code, Op, Reading, Terminals};
use crate::{Primitives, Tree};

/// A tree compiled for one position at a time. Evaluation neither recurses nor allocates.
///
/// Every terminal is read at most once per position. Cheap ones are read first;
/// [costly](crate::Terminal::costly) ones only where their value is needed. In a tree with
/// [actions](crate::Action), terminals and actions are evaluated in the order of the text.
///
/// ```
/// use ludex_program::{Function, Params, Primitives, Program, Terminal, TerminalId, Terminals, Tree, Type};
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
/// # Ok::<(), ludex_program::PrimitivesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    code: Code,
    /// Constants, terminals, intermediate values.
    frame: Vec<f64>,
    /// The epoch in which each costly terminal was read last.
    stamps: Vec<u32>,
    epoch: u32,
}

impl Program {
    /// Compiles a tree.
    pub fn new(tree: &Tree, set: &Primitives) -> Self {
        let code = compile(tree, set, true);
        let mut frame = vec![0.0; (code.n_leaves() + code.n_temps).max(SMALL)];
        frame[..code.constants.len()].copy_from_slice(&code.constants);
        Self { stamps: vec![0; code.costly.len()], frame, code, epoch: 0 }
    }

    /// The value in a position.
    pub fn evaluate(&mut self, terminals: &mut impl Terminals) -> f64 {
        self.next_epoch();
        let costly =
            Costly { readings: &self.code.costly, stamps: &mut self.stamps, epoch: self.epoch };
        match <&mut [f64; SMALL]>::try_from(&mut self.frame[..]) {
            Ok(frame) => execute(&self.code, Small(frame), costly, terminals),
            Err(_) => execute(&self.code, &mut self.frame[..], costly, terminals),
        }
    }

    /// Forgets the values of all costly terminals.
    fn next_epoch(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.stamps.fill(0);
            self.epoch = 1;
        }
    }
}

/// The size of the frames of nearly all programs, needed or not: then no index can be out of
/// bounds, and none is checked.
const SMALL: usize = 256;

/// The slots of a program.
trait Frame {
    fn get(&self, slot: u16) -> f64;
    fn set(&mut self, slot: u16, value: f64);
}

struct Small<'a>(&'a mut [f64; SMALL]);

impl Frame for Small<'_> {
    #[inline(always)]
    fn get(&self, slot: u16) -> f64 {
        self.0[usize::from(slot) % SMALL]
    }

    #[inline(always)]
    fn set(&mut self, slot: u16, value: f64) {
        self.0[usize::from(slot) % SMALL] = value;
    }
}

impl Frame for &mut [f64] {
    fn get(&self, slot: u16) -> f64 {
        self[usize::from(slot)]
    }

    fn set(&mut self, slot: u16, value: f64) {
        self[usize::from(slot)] = value;
    }
}

/// Terminals that are read where they are needed.
struct Costly<'a> {
    readings: &'a [Reading],
    /// The epoch in which each was read last.
    stamps: &'a mut [u32],
    epoch: u32,
}

#[inline(always)]
fn execute(
    code: &Code,
    mut frame: impl Frame,
    costly: Costly<'_>,
    terminals: &mut impl Terminals,
) -> f64 {
    for reading in &code.cheap {
        frame.set(reading.slot, terminals.value(reading.terminal, reading.params));
    }
    let from = |at: u16| code.instructions[usize::from(at)..].iter();
    let mut steps = from(0);
    while let Some(step) = steps.next() {
        match step.op {
            Op::Call(function) => {
                let args = [step.a, step.b, step.c, step.d];
                let value = function.call(|nth| frame.get(args[nth]));
                frame.set(step.to, value);
            }
            Op::Load => {
                let stamp = &mut costly.stamps[usize::from(step.a)];
                if *stamp != costly.epoch {
                    *stamp = costly.epoch;
                    let reading = &costly.readings[usize::from(step.a)];
                    frame.set(step.to, terminals.value(reading.terminal, reading.params));
                }
            }
            Op::Read => {
                let reading = &costly.readings[usize::from(step.a)];
                frame.set(step.to, terminals.value(reading.terminal, reading.params));
            }
            Op::Act => {
                let call = &code.actions[usize::from(step.a)];
                let args = call.args.map(|slot| frame.get(slot));
                frame.set(step.to, terminals.act(call.action, &args[..call.n_args]));
            }
            Op::Copy => frame.set(step.to, frame.get(step.a)),
            Op::Jump => steps = from(step.to),
            Op::JumpIfFalse if frame.get(step.a) == 0.0 => steps = from(step.to),
            Op::JumpIfTrue if frame.get(step.a) != 0.0 => steps = from(step.to),
            Op::JumpIfFalse | Op::JumpIfTrue => {}
        }
    }
    frame.get(code.result)
}

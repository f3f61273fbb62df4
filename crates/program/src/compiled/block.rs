//! Programs for tables: many rows at once.

use thiserror::Error;

use super::compile::{compile, first_action};
use super::{Code, Op};
use crate::functions::{Block, ROWS};
use crate::{Primitives, TerminalId, Tree};

/// The values of terminals in many rows, column by column: column *i* has the
/// terminal number *i*.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    columns: Vec<Vec<Block>>,
    n_rows: usize,
}

impl Columns {
    /// Columns of the same length. Shorter ones are filled with zeros.
    pub fn new(columns: &[Vec<f64>]) -> Self {
        let n_rows = columns.iter().map(Vec::len).max().unwrap_or(0);
        let blocks = |column: &Vec<f64>| {
            let mut blocks = vec![[0.0; ROWS]; n_rows.div_ceil(ROWS)];
            for (block, rows) in blocks.iter_mut().zip(column.chunks(ROWS)) {
                block[..rows.len()].copy_from_slice(rows);
            }
            blocks
        };
        Self { columns: columns.iter().map(blocks).collect(), n_rows }
    }

    /// The number of rows.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The value of a terminal in a row.
    pub fn value(&self, terminal: TerminalId, row: usize) -> f64 {
        self.columns[usize::from(terminal.0)][row / ROWS][row % ROWS]
    }
}

/// A tree compiled for the rows of a table, 128 at a time. Rows have no order, so trees with
/// [actions](crate::Action) are refused.
///
/// ```
/// use ludex_program::{BlockProgram, Columns, Function, Primitives, Scratch, Terminal, Tree, Type};
///
/// let set = Primitives::builder(Type::Float)
///     .functions([Function::Add])
///     .terminal(Terminal::new(0, "x", Type::Float))
///     .terminal(Terminal::new(1, "y", Type::Float))
///     .build(8)?;
/// let program = BlockProgram::new(&Tree::parse("(add x y)", &set).unwrap(), &set)?;
/// let columns = Columns::new(&[vec![1.0, 2.0], vec![10.0, 20.0]]);
/// assert_eq!(program.evaluate(&columns, &mut Scratch::default()), [11.0, 22.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockProgram {
    code: Code,
}

/// Why a tree has no [`BlockProgram`]: it holds this action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` has an effect, which cannot run for many rows at once: use `Program`")]
pub struct EffectError(pub String);

/// Memory for intermediate values, reused between evaluations.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    constants: Vec<Block>,
    temps: Vec<Option<Box<Block>>>,
}

impl BlockProgram {
    /// Compiles a tree without actions.
    pub fn new(tree: &Tree, set: &Primitives) -> Result<Self, EffectError> {
        match first_action(tree.nodes(), set) {
            Some(name) => Err(EffectError(name.into())),
            None => Ok(Self { code: compile(tree, set, false) }),
        }
    }

    /// The values in all rows.
    pub fn evaluate(&self, columns: &Columns, scratch: &mut Scratch) -> Vec<f64> {
        let mut values = Vec::with_capacity(columns.n_rows);
        self.for_each_block(columns, scratch, |_, rows| values.extend_from_slice(rows));
        values
    }

    /// Calls `take` with the values of each block and the number of its first row.
    /// Allocates nothing once the scratch has grown.
    pub fn for_each_block(
        &self,
        columns: &Columns,
        scratch: &mut Scratch,
        mut take: impl FnMut(usize, &[f64]),
    ) {
        scratch.prepare(&self.code);
        for first in (0..columns.n_rows).step_by(ROWS) {
            let block = first / ROWS;
            for step in &self.code.instructions {
                let temp = usize::from(step.to) - self.code.n_leaves();
                let mut to = scratch.temps[temp].take().unwrap_or_else(|| Box::new([0.0; ROWS]));
                let slot = |slot: u16| scratch.slot(&self.code, columns, block, slot);
                match step.op {
                    Op::Call(function) => {
                        // Missing arguments are not looked up.
                        let n_args = function.n_used();
                        let later = |nth: usize, at: u16| match nth < n_args {
                            true => slot(at),
                            false => &NOTHING,
                        };
                        let args =
                            [slot(step.a), later(1, step.b), later(2, step.c), later(3, step.d)];
                        function.call_block(args, &mut to);
                    }
                    // Code that is not lazy neither jumps nor loads.
                    _ => to.copy_from_slice(slot(step.a)),
                }
                scratch.temps[temp] = Some(to);
            }
            let n_rows = ROWS.min(columns.n_rows - first);
            let result = scratch.slot(&self.code, columns, block, self.code.result);
            take(first, &result[..n_rows]);
        }
    }
}

/// The values of missing arguments.
static NOTHING: Block = [0.0; ROWS];

impl Scratch {
    fn prepare(&mut self, code: &Code) {
        self.constants.resize(self.constants.len().max(code.constants.len()), NOTHING);
        for (block, &number) in self.constants.iter_mut().zip(&code.constants) {
            block.fill(number);
        }
        if self.temps.len() < code.n_temps {
            self.temps.resize_with(code.n_temps, || Some(Box::new(NOTHING)));
        }
    }

    fn slot<'a>(&'a self, code: &Code, columns: &'a Columns, block: usize, slot: u16) -> &'a Block {
        let slot = usize::from(slot);
        if let Some(terminal) = slot.checked_sub(code.constants.len()) {
            return match code.cheap.get(terminal) {
                // A column that is not there is zero.
                Some(reading) => {
                    let column = columns.columns.get(usize::from(reading.terminal.0));
                    column.map_or(&NOTHING, |column| &column[block])
                }
                // The one that is taken is written to: only a missing argument names it.
                None => self.temps[slot - code.n_leaves()].as_deref().unwrap_or(&NOTHING),
            };
        }
        &self.constants[slot]
    }
}

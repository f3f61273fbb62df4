//! From prefix code to flat code.

use super::{Code, Instruction, Op, Reading};
use crate::functions::Flow;
use crate::primitives::{Terminal, What};
use crate::tree::end;
use crate::{Function, Node, Primitives, Tree};

/// Up to this many nodes, branches are computed whether needed or not: a jump that
/// the processor did not foresee costs as much as five to ten of them. In
/// `examples/speed.rs`, 6, 14 and 30 were within noise of a busy machine.
const LIGHT: usize = 14;

/// Compiles a tree. Code that is lazy has jumps and asks for costly terminals
/// where they are needed; other code computes everything but introns.
pub(super) fn compile(tree: &Tree, set: &Primitives, is_lazy: bool) -> Code {
    let mut compiler = Compiler {
        set,
        nodes: tree.nodes(),
        is_lazy,
        instructions: Vec::with_capacity(tree.size()),
        constants: Vec::new(),
        cheap: Vec::new(),
        costly: Vec::new(),
        loaded: Vec::new(),
        next_temp: 0,
        n_temps: 0,
    };
    let (result, _) = compiler.emit(0);
    compiler.finish(result)
}

/// A slot before all slots have their places.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Slot {
    Constant(u16),
    Cheap(u16),
    Costly(u16),
    Temp(u16),
}

struct Compiler<'a> {
    set: &'a Primitives,
    nodes: &'a [Node],
    is_lazy: bool,
    instructions: Vec<(Op, Slot, [Slot; 3])>,
    constants: Vec<f64>,
    cheap: Vec<Reading>,
    costly: Vec<Reading>,
    /// Costly terminals that are known to have been asked here.
    loaded: Vec<u16>,
    next_temp: u16,
    n_temps: u16,
}

const NONE: Slot = Slot::Temp(0);

impl Compiler<'_> {
    /// Emits the subtree at a place; where its value is, and where it ends.
    fn emit(&mut self, at: usize) -> (Slot, usize) {
        let node = self.nodes[at];
        match self.set.of(&node).what() {
            What::Literal | What::Ephemeral(_) => (self.constant(node.number), at + 1),
            What::Fixed(value) => {
                (self.constant(Function::Mul.value(&[*value, node.number])), at + 1)
            }
            What::Terminal(terminal) => {
                let slot = self.read(terminal, &node);
                (self.scale(slot, node.number), at + 1)
            }
            What::Scaled(_) => {
                let to = self.take_temp();
                let (value, end) = self.emit(at + 1);
                self.free_above(to);
                let factor = self.constant(node.number);
                self.push(Op::Call(Function::Mul), to, [value, factor, NONE]);
                (to, end)
            }
            What::Function(function) => {
                let (slot, end) = self.emit_function(*function, at + 1);
                (self.scale(slot, node.number), end)
            }
        }
    }

    fn emit_function(&mut self, function: Function, first: usize) -> (Slot, usize) {
        if function == Function::NullJ {
            let (slot, after) = self.emit(first);
            return (slot, end(self.set, self.nodes, after));
        }
        let to = self.take_temp();
        let after = match function.flow() {
            Flow::If if self.is_lazy => self.emit_if(to, first),
            Flow::And if self.is_lazy => self.emit_both(Op::JumpIfFalse, function, to, first),
            Flow::Or if self.is_lazy => self.emit_both(Op::JumpIfTrue, function, to, first),
            _ => self.emit_strict(function, to, first),
        };
        self.free_above(to);
        (to, after)
    }

    fn emit_strict(&mut self, function: Function, to: Slot, first: usize) -> usize {
        let (mut args, mut at) = ([NONE; 3], first);
        for arg in args.iter_mut().take(function.n_used()) {
            (*arg, at) = self.emit(at);
        }
        self.push(Op::Call(function), to, args);
        // What is behind are introns.
        (function.n_used()..function.takes().len()).fold(at, |at, _| end(self.set, self.nodes, at))
    }

    fn emit_if(&mut self, to: Slot, condition: usize) -> usize {
        let yes = end(self.set, self.nodes, condition);
        let no = end(self.set, self.nodes, yes);
        let after = end(self.set, self.nodes, no);
        if self.is_light(yes, after) {
            return self.emit_strict(Function::If, to, condition);
        }
        let (test, _) = self.emit(condition);
        let to_no = self.push(Op::JumpIfFalse, NONE, [test, NONE, NONE]);
        self.emit_branch(to, yes);
        let to_end = self.push(Op::Jump, NONE, [NONE; 3]);
        self.land(to_no);
        self.emit_branch(to, no);
        self.land(to_end);
        after
    }

    /// `and` and `or`: where the first decides, it is the value.
    fn emit_both(&mut self, jump: Op, function: Function, to: Slot, first: usize) -> usize {
        let second = end(self.set, self.nodes, first);
        let after = end(self.set, self.nodes, second);
        if self.is_light(second, after) {
            return self.emit_strict(function, to, first);
        }
        let (a, _) = self.emit(first);
        // Twice the same is its truth: 0 or 1, whatever the number.
        self.push(Op::Call(function), to, [a, a, NONE]);
        let to_end = self.push(jump, NONE, [to, NONE, NONE]);
        let n_loaded = self.loaded.len();
        let (b, _) = self.emit(second);
        self.push(Op::Call(function), to, [b, b, NONE]);
        self.loaded.truncate(n_loaded);
        self.land(to_end);
        after
    }

    /// A branch that may not be taken, its value where the other's will be.
    fn emit_branch(&mut self, to: Slot, at: usize) {
        let n_loaded = self.loaded.len();
        let (value, _) = self.emit(at);
        self.free_above(to);
        self.push(Op::Copy, to, [value, NONE, NONE]);
        self.loaded.truncate(n_loaded);
    }

    /// Whether nodes are few and ask for nothing costly.
    fn is_light(&self, from: usize, to: usize) -> bool {
        let is_costly = |node: &Node| match self.set.of(node).what() {
            What::Terminal(terminal) => terminal.is_costly(),
            _ => false,
        };
        to - from <= LIGHT && !self.nodes[from..to].iter().any(is_costly)
    }

    fn constant(&mut self, number: f64) -> Slot {
        let is_same = |other: &f64| other.to_bits() == number.to_bits();
        let at = self.constants.iter().position(is_same).unwrap_or_else(|| {
            self.constants.push(number);
            self.constants.len() - 1
        });
        Slot::Constant(at as u16)
    }

    fn read(&mut self, terminal: &Terminal, node: &Node) -> Slot {
        let reading = Reading { slot: 0, terminal: terminal.id(), params: node.params };
        let is_costly = terminal.is_costly() && self.is_lazy;
        let readings = if is_costly { &mut self.costly } else { &mut self.cheap };
        let at = readings.iter().position(|other| *other == reading).unwrap_or_else(|| {
            readings.push(reading);
            readings.len() - 1
        }) as u16;
        if !is_costly {
            return Slot::Cheap(at);
        }
        if !self.loaded.contains(&at) {
            self.loaded.push(at);
            self.push(Op::Load, Slot::Costly(at), [NONE; 3]);
        }
        Slot::Costly(at)
    }

    /// The product with a node's factor.
    fn scale(&mut self, slot: Slot, factor: f64) -> Slot {
        if factor == 1.0 {
            return slot;
        }
        let factor = self.constant(factor);
        // A block is not written where it is read from.
        let stays = self.is_lazy && matches!(slot, Slot::Temp(_));
        let to = if stays { slot } else { self.take_temp() };
        self.push(Op::Call(Function::Mul), to, [slot, factor, NONE]);
        to
    }

    fn take_temp(&mut self) -> Slot {
        self.next_temp += 1;
        self.n_temps = self.n_temps.max(self.next_temp);
        Slot::Temp(self.next_temp - 1)
    }

    fn free_above(&mut self, slot: Slot) {
        if let Slot::Temp(temp) = slot {
            self.next_temp = temp + 1;
        }
    }

    fn push(&mut self, op: Op, to: Slot, args: [Slot; 3]) -> usize {
        self.instructions.push((op, to, args));
        self.instructions.len() - 1
    }

    /// Has a jump lead to what comes next.
    fn land(&mut self, jump: usize) {
        self.instructions[jump].1 = Slot::Temp(self.instructions.len() as u16);
    }

    fn finish(mut self, result: Slot) -> Code {
        let n_constants = self.constants.len() as u16;
        let n_cheap = n_constants + self.cheap.len() as u16;
        let n_leaves = n_cheap + self.costly.len() as u16;
        let place = |slot: Slot| match slot {
            Slot::Constant(at) => at,
            Slot::Cheap(at) => n_constants + at,
            Slot::Costly(at) => n_cheap + at,
            Slot::Temp(at) => n_leaves + at,
        };
        for (at, reading) in self.cheap.iter_mut().enumerate() {
            reading.slot = n_constants + at as u16;
        }
        for (at, reading) in self.costly.iter_mut().enumerate() {
            reading.slot = n_cheap + at as u16;
        }
        let instructions = self.instructions.iter().map(|&(op, to, args)| {
            let [a, b, c] = args.map(place);
            match (op, to) {
                (Op::Jump | Op::JumpIfFalse | Op::JumpIfTrue, Slot::Temp(target)) => {
                    Instruction { op, to: target, a, b, c }
                }
                (Op::Load, Slot::Costly(at)) => Instruction { op, to: place(to), a: at, b, c },
                _ => Instruction { op, to: place(to), a, b, c },
            }
        });
        Code {
            instructions: instructions.collect(),
            result: place(result),
            constants: self.constants,
            cheap: self.cheap,
            costly: self.costly,
            // At least one, which arguments that are not there name.
            n_temps: usize::from(self.n_temps.max(1)),
        }
    }
}

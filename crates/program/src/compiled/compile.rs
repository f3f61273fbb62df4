//! The compiler: from prefix code to flat code.

use super::{ActionCall, Code, Instruction, Op, Reading};
use crate::functions::Flow;
use crate::primitives::{Terminal, What};
use crate::tree::end;
use crate::{ARGS_MAX, Action, Function, Node, Primitives, Tree};

/// Branches of up to this number of nodes are computed whether needed or not: a mispredicted
/// jump costs as much as five to ten nodes. In
/// `examples/speed.rs`, 6, 14 and 30 were within noise of a busy machine.
const LIGHT: usize = 14;

/// The name of the first action among some nodes.
pub(super) fn first_action<'a>(nodes: &[Node], set: &'a Primitives) -> Option<&'a str> {
    let mut primitives = nodes.iter().map(|node| set.of(node));
    primitives.find(|primitive| primitive.has_effect()).map(|primitive| primitive.name())
}

/// Compiles a tree. Lazy code has jumps and reads costly terminals where they are needed;
/// other code computes everything but introns, and has no actions.
pub(super) fn compile(tree: &Tree, set: &Primitives, is_lazy: bool) -> Code {
    let mut compiler = Compiler {
        set,
        nodes: tree.nodes(),
        is_lazy,
        is_ordered: first_action(tree.nodes(), set).is_some(),
        instructions: Vec::with_capacity(tree.size()),
        constants: Vec::new(),
        cheap: Vec::new(),
        costly: Vec::new(),
        actions: Vec::new(),
        loaded: Vec::new(),
        next_temp: 0,
        n_temps: 0,
    };
    let (result, _) = compiler.emit(0);
    compiler.finish(result)
}

/// A slot whose index in the frame is not known yet.
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
    /// Whether terminals are read at their places, since actions may change their values.
    is_ordered: bool,
    instructions: Vec<(Op, Slot, [Slot; 4])>,
    constants: Vec<f64>,
    cheap: Vec<Reading>,
    costly: Vec<Reading>,
    actions: Vec<(Action, [Slot; ARGS_MAX])>,
    /// Costly terminals that are certain to have been read here.
    loaded: Vec<u16>,
    next_temp: u16,
    n_temps: u16,
}

const NONE: Slot = Slot::Temp(0);

impl Compiler<'_> {
    /// Emits the subtree at an index; returns the slot of its value, and its end.
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
                self.push(Op::Call(Function::Mul), to, [value, factor, NONE, NONE]);
                (to, end)
            }
            What::Function(function) => {
                let (slot, end) = self.emit_function(*function, at + 1);
                (self.scale(slot, node.number), end)
            }
            What::Action(action) => {
                let (slot, end) = self.emit_action(action, at + 1);
                (self.scale(slot, node.number), end)
            }
        }
    }

    fn emit_function(&mut self, function: Function, first: usize) -> (Slot, usize) {
        if function == Function::NullJ {
            let (slot, after) = self.emit(first);
            return (slot, end(self.set, self.nodes, after));
        }
        if function.flow() == Flow::Sequence {
            return self.emit_sequence(first);
        }
        let to = self.take_temp();
        let after = match function.flow() {
            Flow::If if self.is_lazy => self.emit_if(to, first),
            Flow::IfLessEqual if self.is_lazy => self.emit_if_less_equal(to, first),
            Flow::And if self.is_lazy => self.emit_both(Op::JumpIfFalse, function, to, first),
            Flow::Or if self.is_lazy => self.emit_both(Op::JumpIfTrue, function, to, first),
            _ => self.emit_strict(function, to, first),
        };
        self.free_above(to);
        (to, after)
    }

    /// An action: its arguments in order, then the call.
    fn emit_action(&mut self, action: &Action, first: usize) -> (Slot, usize) {
        let to = self.take_temp();
        let (mut args, mut at) = ([NONE; ARGS_MAX], first);
        for arg in args.iter_mut().take(action.takes().len()) {
            (*arg, at) = self.emit(at);
        }
        self.free_above(to);
        self.actions.push((action.clone(), args));
        // Slots of `Op::Act` and `Op::Read` are indexes of calls and readings, not of numbers.
        let index = Slot::Temp(self.actions.len() as u16 - 1);
        self.push(Op::Act, to, [index, NONE, NONE, NONE]);
        (to, at)
    }

    /// The first argument matters for its actions alone.
    fn emit_sequence(&mut self, first: usize) -> (Slot, usize) {
        let second = end(self.set, self.nodes, first);
        if first_action(&self.nodes[first..second], self.set).is_some() {
            let next_temp = self.next_temp;
            self.emit(first);
            self.next_temp = next_temp;
        }
        self.emit(second)
    }

    fn emit_strict(&mut self, function: Function, to: Slot, first: usize) -> usize {
        let (mut args, mut at) = ([NONE; 4], first);
        for arg in args.iter_mut().take(function.n_used()) {
            (*arg, at) = self.emit(at);
        }
        self.push(Op::Call(function), to, args);
        // The remaining arguments are introns.
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
        self.emit_branches(to, test, [yes, no]);
        after
    }

    fn emit_if_less_equal(&mut self, to: Slot, first: usize) -> usize {
        let yes = end(self.set, self.nodes, end(self.set, self.nodes, first));
        let no = end(self.set, self.nodes, yes);
        let after = end(self.set, self.nodes, no);
        if self.is_light(yes, after) {
            return self.emit_strict(Function::IfLessEqual, to, first);
        }
        let test = self.take_temp();
        self.emit_strict(Function::LessEqual, test, first);
        self.free_above(test);
        self.emit_branches(to, test, [yes, no]);
        after
    }

    /// One of two branches, as a test says.
    fn emit_branches(&mut self, to: Slot, test: Slot, [yes, no]: [usize; 2]) {
        let to_no = self.push(Op::JumpIfFalse, NONE, [test, NONE, NONE, NONE]);
        self.emit_branch(to, yes);
        let to_end = self.push(Op::Jump, NONE, [NONE; 4]);
        self.land(to_no);
        self.emit_branch(to, no);
        self.land(to_end);
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
        self.push(Op::Call(function), to, [a, a, NONE, NONE]);
        let to_end = self.push(jump, NONE, [to, NONE, NONE, NONE]);
        let n_loaded = self.loaded.len();
        let (b, _) = self.emit(second);
        self.push(Op::Call(function), to, [b, b, NONE, NONE]);
        self.loaded.truncate(n_loaded);
        self.land(to_end);
        after
    }

    /// A branch that may not be taken. Its value has the same slot as that of the other branch.
    fn emit_branch(&mut self, to: Slot, at: usize) {
        let n_loaded = self.loaded.len();
        let (value, _) = self.emit(at);
        self.free_above(to);
        self.push(Op::Copy, to, [value, NONE, NONE, NONE]);
        self.loaded.truncate(n_loaded);
    }

    /// Whether nodes are few, without costly terminals and without actions.
    fn is_light(&self, from: usize, to: usize) -> bool {
        let is_costly = |node: &Node| match self.set.of(node).what() {
            What::Terminal(terminal) => terminal.is_costly(),
            What::Action(_) => true,
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
        if self.is_ordered {
            return self.read_here(reading);
        }
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
            self.push(Op::Load, Slot::Costly(at), [NONE; 4]);
        }
        Slot::Costly(at)
    }

    /// Reads a terminal at its place, however often it was read before.
    fn read_here(&mut self, reading: Reading) -> Slot {
        let to = self.take_temp();
        self.costly.push(reading);
        let index = Slot::Temp(self.costly.len() as u16 - 1);
        self.push(Op::Read, to, [index, NONE, NONE, NONE]);
        to
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
        self.push(Op::Call(Function::Mul), to, [slot, factor, NONE, NONE]);
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

    fn push(&mut self, op: Op, to: Slot, args: [Slot; 4]) -> usize {
        self.instructions.push((op, to, args));
        self.instructions.len() - 1
    }

    /// Sets the target of a jump to the next instruction.
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
            let [a, b, c, d] = args.map(place);
            match (op, to) {
                (Op::Jump | Op::JumpIfFalse | Op::JumpIfTrue, Slot::Temp(target)) => {
                    Instruction { op, to: target, a, b, c, d }
                }
                (Op::Load, Slot::Costly(at)) => Instruction { op, to: place(to), a: at, b, c, d },
                (Op::Read | Op::Act, _) => {
                    let Slot::Temp(at) = args[0] else { unreachable!("an index, by `push`") };
                    Instruction { op, to: place(to), a: at, b, c, d }
                }
                _ => Instruction { op, to: place(to), a, b, c, d },
            }
        });
        let actions = self.actions.iter().map(|(action, args)| ActionCall {
            action: action.id(),
            n_args: action.takes().len(),
            args: args.map(place),
        });
        Code {
            actions: actions.collect(),
            instructions: instructions.collect(),
            result: place(result),
            constants: self.constants,
            cheap: self.cheap,
            costly: self.costly,
            // At least one, which missing arguments name.
            n_temps: usize::from(self.n_temps.max(1)),
        }
    }
}

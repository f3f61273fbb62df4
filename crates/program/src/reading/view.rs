//! Trees as nodes with labels and children, for drawing.

use crate::primitives::What;
use crate::tree::end;
use crate::{Node, Primitives, Tree};

/// A node with its subtree.
///
/// ```
/// use ludex_program::{Function, Primitives, Terminal, Tree, Type, View};
///
/// let set = Primitives::builder(Type::Float)
///     .functions([Function::Add])
///     .terminal(Terminal::new(0, "x", Type::Float))
///     .build(8)?;
/// let tree = Tree::parse("(add x 2)", &set).unwrap();
/// let root = tree.view(&set);
/// let labels: Vec<String> = root.children().map(|child| child.label()).collect();
/// assert_eq!((root.label().as_str(), &labels[..]), ("add", &["x".into(), "2".into()][..]));
/// # Ok::<(), ludex_program::PrimitivesError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    nodes: &'a [Node],
    set: &'a Primitives,
    is_intron: bool,
}

impl Tree {
    /// The view of the root.
    pub fn view<'a>(&'a self, set: &'a Primitives) -> View<'a> {
        View { nodes: self.nodes(), set, is_intron: false }
    }
}

impl<'a> View<'a> {
    /// The label of the node.
    pub fn label(&self) -> String {
        let node = self.node();
        let primitive = self.set.of(node);
        let name = primitive.name();
        match primitive.what() {
            What::Literal | What::Ephemeral(_) => short(node.number),
            What::Scaled(_) => format!("{} *", short(node.number)),
            what => {
                let params = match what {
                    What::Terminal(terminal) => &node.params[..terminal.params().len()],
                    _ => &[],
                };
                let params: Vec<String> = params.iter().map(ToString::to_string).collect();
                let list = if params.is_empty() {
                    String::new()
                } else {
                    format!("({})", params.join(","))
                };
                let factor = match node.number {
                    1.0 => String::new(),
                    factor => format!("{} * ", short(factor)),
                };
                format!("{factor}{name}{list}")
            }
        }
    }

    /// The node itself.
    pub fn node(&self) -> &'a Node {
        &self.nodes[0]
    }

    /// Whether it is part of an intron.
    pub fn is_intron(&self) -> bool {
        self.is_intron
    }

    /// The arguments.
    pub fn children(&self) -> impl Iterator<Item = View<'a>> + use<'a> {
        let (set, is_intron) = (self.set, self.is_intron);
        let primitive = set.of(self.node());
        let n_used = match primitive.what() {
            What::Function(function) => function.n_used(),
            _ => primitive.takes().len(),
        };
        let mut rest = &self.nodes[1..];
        (0..set.arity(self.node())).map(move |nth| {
            let (nodes, behind) = rest.split_at(end(set, rest, 0));
            rest = behind;
            View { nodes, set, is_intron: is_intron || nth >= n_used }
        })
    }
}

/// A number in four digits.
pub(super) fn short(number: f64) -> String {
    let n_before = number.abs().log10().floor().max(-3.0);
    match n_before {
        n_before if n_before < 3.0 => {
            let n_decimals = (3.0 - n_before) as usize;
            let text = format!("{number:.n_decimals$}");
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
        _ => format!("{number}"),
    }
}

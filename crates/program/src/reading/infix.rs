//! Trees as formulas.

use super::view::{View, short};
use crate::primitives::What;
use crate::{Primitives, Tree};

impl Tree {
    /// The tree as a formula. Introns are left out.
    ///
    /// ```
    /// use ludex_program::{Function, Primitives, Terminal, Tree, Type};
    ///
    /// let set = Primitives::builder(Type::Float)
    ///     .functions([Function::Sub, Function::Mul, Function::If, Function::LessEqual])
    ///     .terminal(Terminal::new(0, "x", Type::Float))
    ///     .build(8)?;
    /// let tree = Tree::parse("(if (less_equal x 2) (mul (sub x 1) x) 0.5*x)", &set).unwrap();
    /// assert_eq!(tree.to_infix(&set), "if x <= 2 then (x - 1) * x else 0.5 * x");
    /// # Ok::<(), ludex_program::PrimitivesError>(())
    /// ```
    pub fn to_infix(&self, set: &Primitives) -> String {
        formula(self.view(set), set).0
    }
}

/// How tightly the parts of a formula bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Choice,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Atom,
}

fn bond(sign: &str) -> Bond {
    match sign {
        "or" => Bond::Or,
        "and" => Bond::And,
        "+" | "-" => Bond::Sum,
        "*" | "/" => Bond::Product,
        _ => Bond::Comparison,
    }
}

fn formula(view: View<'_>, set: &Primitives) -> (String, Bond) {
    let node = view.node();
    let primitive = set.of(node);
    let parts: Vec<_> = view
        .children()
        .filter(|child| !child.is_intron())
        .map(|child| formula(child, set))
        .collect();
    let (text, tie) = match primitive.what() {
        What::Scaled(_) => parts[0].clone(),
        What::Function(function) => match (function.sign(), function.name(), &parts[..]) {
            (Some(sign), _, _) => joined(sign, &parts),
            (_, "if", [test, yes, no]) => {
                (format!("if {} then {} else {}", test.0, yes.0, no.0), Bond::Choice)
            }
            (_, "if_less_equal", [a, b, yes, no]) => {
                let (test, _) = joined("<=", &[a.clone(), b.clone()]);
                (format!("if {test} then {} else {}", yes.0, no.0), Bond::Choice)
            }
            (_, "notg", [one]) => (format!("not({})", one.0), Bond::Atom),
            (_, "nullj", _) => parts[0].clone(),
            (_, name, _) => called(name, &parts),
        },
        What::Action(action) => called(action.name(), &parts),
        What::Literal | What::Ephemeral(_) => return (view.label(), Bond::Atom),
        // The label has the factor already.
        _ => {
            let bond = if node.number == 1.0 { Bond::Atom } else { Bond::Product };
            return (view.label(), bond);
        }
    };
    times(node.number, (text, tie))
}

/// A name with arguments in brackets.
fn called(name: &str, parts: &[(String, Bond)]) -> (String, Bond) {
    let args: Vec<_> = parts.iter().map(|part| part.0.as_str()).collect();
    (format!("{name}({})", args.join(", ")), Bond::Atom)
}

/// Parts with an operator between them, in brackets where they bind less tightly. Parts behind
/// `-` and `/` have brackets even if they bind as tightly.
fn joined(sign: &str, parts: &[(String, Bond)]) -> (String, Bond) {
    let bond = bond(sign);
    let parts: Vec<_> = parts
        .iter()
        .enumerate()
        .map(|(nth, (text, tie))| {
            let is_loose = *tie < bond
                || (*tie == bond && (bond == Bond::Comparison || nth > 0 && "-/".contains(sign)));
            if is_loose { format!("({text})") } else { text.clone() }
        })
        .collect();
    (parts.join(&format!(" {sign} ")), bond)
}

fn times(factor: f64, part: (String, Bond)) -> (String, Bond) {
    if factor == 1.0 {
        return part;
    }
    joined("*", &[(short(factor), Bond::Atom), part])
}

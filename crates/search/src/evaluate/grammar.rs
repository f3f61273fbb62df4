//! The functions and constants of evolved trees, and how several trees are joined.

use std::ops::Range;

use ludex_program::{DEPTH_LIMIT, Function, Primitives, Terminal, Tree, Type};

/// The elements of trees besides terminals; by default those of Tables 3.1 and 3.4 of "Evolved
/// to Win".
///
/// ```
/// use ludex_search::evaluate::Grammar;
///
/// let two = Grammar { n_trees: 2, top: Some("(max t1 t2)".into()), ..Grammar::default() };
/// assert!(two.top().unwrap().is_some());
/// let missing = Grammar { n_trees: 3, ..Grammar::default() };
/// assert!(missing.top().unwrap_err().contains("`top`"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grammar {
    /// The functions, besides `scale`.
    pub functions: Vec<Function>,
    /// The range of random constants and of the factors of `scale`.
    pub constants: Range<f64>,
    /// The number of trees of an individual.
    pub n_trees: usize,
    /// An expression of `t1`, `t2`, …, whose value is that of the individual. One tree and ten
    /// trees have a default.
    pub top: Option<String>,
}

/// The default number of trees under a top.
pub(super) const N_JOINED: usize = 10;

/// The default top of ten trees: the first two pairs choose.
const TOP: &str = "(if_less_equal t1 t2 (if_less_equal t3 t4 t5 t6) (if_less_equal t7 t8 t9 t10))";

impl Default for Grammar {
    fn default() -> Self {
        use Function::*;
        Self {
            functions: vec![And, LessEqual, Nand, Nor, NotG, Or, If, Sub, NullJ, Add],
            constants: -5.0..5.0,
            n_trees: 1,
            top: None,
        }
    }
}

impl Grammar {
    /// The names of the trees of an individual.
    pub fn names(&self) -> Vec<String> {
        match (self.n_trees, &self.top) {
            (1, None) => vec!["main".into()],
            (n_trees, _) => (1..=n_trees).map(|nth| format!("t{nth}")).collect(),
        }
    }

    /// The expression that combines the trees, with the primitives of its text; `None` if the
    /// value is that of the only tree.
    pub fn top(&self) -> Result<Option<(Tree, Primitives)>, String> {
        let text = match (self.n_trees, &self.top) {
            (0 | 1_000.., _) => {
                return Err(format!("{} trees, but 1 to 999 is possible", self.n_trees));
            }
            (1, None) => return Ok(None),
            (N_JOINED, None) => TOP,
            (_, Some(text)) => text,
            (n, None) => {
                let what = "an expression of t1, t2, … in `top` is needed";
                return Err(format!("{n} trees cannot be joined by default: {what}"));
            }
        };
        // Costly, so that a tree is evaluated only where its value is needed.
        let tree = |(id, name): (u16, String)| Terminal::new(id, name, Type::Float).costly();
        let set = Primitives::builder(Type::Float)
            .functions(Function::ALL.iter().copied())
            .terminals((0..).zip(self.names()).map(tree))
            .constant("true", Type::Bool, 1.0)
            .build(DEPTH_LIMIT)
            .map_err(|error| format!("`top`: {error}"))?;
        let top = Tree::parse(text, &set).map_err(|error| format!("`top`: {error}"))?;
        Ok(Some((top, set)))
    }
}

//! Draws the tree of an alpha-beta search.

use ludex::explain::{ExplainOptions, explain_tree};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = ExplainOptions::default();
    options.search.depth = 10;
    let tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";
    let explained = explain_tree(tree, &options)?;
    println!("{}", explained.to_text());
    assert_eq!(explained.to_data().root.value, Some(3.0));
    Ok(())
}

//! What people know, as a beginning: seeds and named expressions.

use evolve::{Forest, ForestPlan, Primitives, Tree};

use crate::{Wish, WishError};

impl Wish {
    /// The plan with this file's seeds and ideas. Ideas are written out wherever seeds
    /// and other ideas name them.
    pub(crate) fn inspire(&self, plan: ForestPlan) -> Result<ForestPlan, WishError> {
        let mut trees = Vec::new();
        for tree in plan.trees() {
            let ideas = self.ideas_for(&tree.primitives)?;
            trees.push(tree.clone().inspired(ideas));
        }
        let plan = ForestPlan::new(trees);
        let of_seed = |text: &String| {
            let text = self.written_out(text)?;
            Forest::parse(&text, &plan).map_err(|error| WishError(format!("a seed: {error}")))
        };
        let seeds = self.seeds.iter().map(of_seed).collect::<Result<Vec<_>, _>>()?;
        plan.seeds(seeds).map_err(|error| WishError(error.to_string()))
    }

    fn ideas_for(&self, set: &Primitives) -> Result<Vec<Tree>, WishError> {
        let of_idea = |(name, text): (&String, &String)| {
            if set.find(name).is_some() {
                let what = format!("the idea `{name}` has the name of a word of trees");
                return Err(WishError(what));
            }
            let text = self.written_out(text)?;
            Tree::parse_part(&text, set)
                .map_err(|error| WishError(format!("the idea `{name}`: {error}")))
        };
        self.ideas.iter().map(of_idea).collect()
    }

    /// A text with ideas in the places of their names.
    fn written_out(&self, text: &str) -> Result<String, WishError> {
        let mut text = text.to_string();
        // Ideas that rest on each other are as deep as there are ideas, unless in circles.
        for _ in 0..=self.ideas.len() {
            let replaced = self.replaced(&text);
            if replaced == text {
                return Ok(text);
            }
            if replaced.len() > LENGTH_MAX {
                break;
            }
            text = replaced;
        }
        Err(WishError("ideas rest on each other in a circle".into()))
    }

    fn replaced(&self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_of_word) {
            let end = rest[start..].find(|c| !is_of_word(c)).map_or(rest.len(), |n| start + n);
            let word = &rest[start..end];
            result += &rest[..start];
            result += self.ideas.get(word).map_or(word, String::as_str);
            rest = &rest[end..];
        }
        result + rest
    }
}

/// No tree is as long as that.
const LENGTH_MAX: usize = 1 << 20;

fn is_of_word(c: char) -> bool {
    !c.is_whitespace() && !"()*".contains(c)
}

//! Prior knowledge: initial individuals and named expressions.

use ludex_evolve::{Forest, ForestPlan, Primitives, Tree};

use crate::{ProblemConfig, ProblemConfigError};

impl ProblemConfig {
    /// The plan with the seeds and building blocks of the config. Seeds and blocks may use the
    /// names of blocks.
    pub(crate) fn add_building_blocks(
        &self,
        plan: ForestPlan,
    ) -> Result<ForestPlan, ProblemConfigError> {
        let mut trees = Vec::new();
        for tree in plan.trees() {
            let blocks = self.blocks_for(&tree.primitives)?;
            trees.push(tree.clone().with_building_blocks(blocks));
        }
        let plan = ForestPlan::new(trees);
        let of_seed = |text: &String| {
            let text = self.expanded(text)?;
            Forest::parse(&text, &plan)
                .map_err(|error| ProblemConfigError(format!("a seed: {error}")))
        };
        let seeds = self.seeds.iter().map(of_seed).collect::<Result<Vec<_>, _>>()?;
        plan.seeds(seeds).map_err(|error| ProblemConfigError(error.to_string()))
    }

    fn blocks_for(&self, set: &Primitives) -> Result<Vec<Tree>, ProblemConfigError> {
        let parse = |(name, text): (&String, &String)| {
            if set.find(name).is_some() {
                let what = format!("the building block `{name}` has the name of a primitive");
                return Err(ProblemConfigError(what));
            }
            let text = self.expanded(text)?;
            Tree::parse_part(&text, set).map_err(|error| {
                ProblemConfigError(format!("the building block `{name}`: {error}"))
            })
        };
        self.building_blocks.iter().map(parse).collect()
    }

    /// A text with building blocks in the places of their names.
    fn expanded(&self, text: &str) -> Result<String, ProblemConfigError> {
        let mut text = text.to_string();
        // Blocks that use each other are nested at most as deep as there are blocks, unless in
        // a circle.
        for _ in 0..=self.building_blocks.len() {
            let replaced = self.replaced(&text);
            if replaced == text {
                return Ok(text);
            }
            if replaced.len() > LENGTH_MAX {
                break;
            }
            text = replaced;
        }
        Err(ProblemConfigError("building blocks use each other in a circle".into()))
    }

    fn replaced(&self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_of_word) {
            let end = rest[start..].find(|c| !is_of_word(c)).map_or(rest.len(), |n| start + n);
            let word = &rest[start..end];
            result += &rest[..start];
            result += self.building_blocks.get(word).map_or(word, String::as_str);
            rest = &rest[end..];
        }
        result + rest
    }
}

/// The largest length of a text, above that of any tree.
const LENGTH_MAX: usize = 1 << 20;

fn is_of_word(c: char) -> bool {
    !c.is_whitespace() && !"()*".contains(c)
}

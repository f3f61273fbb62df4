//! Forests: lists of trees that are evaluated together, and their plans.

use serde::{Deserialize, Serialize};

use crate::primitives::PrimitivesBuilder;
use crate::reading::{TextError, sections};
use crate::{Limits, Primitives, PrimitivesError, Tree};

/// An individual of one or several trees, each with its own set of primitives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forest {
    trees: Vec<Tree>,
}

/// The primitives and limits of one tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreePlan {
    /// The name of the tree, such as `contact`.
    pub name: String,
    /// The primitives.
    pub primitives: Primitives,
    /// The limits of size and depth.
    pub limits: Limits,
    building_blocks: Vec<Tree>,
}

impl TreePlan {
    /// A plan, if it has trees.
    pub fn new(
        name: impl Into<String>,
        primitives: PrimitivesBuilder,
        limits: Limits,
    ) -> Result<Self, PrimitivesError> {
        if let Some(what) = limits.fault() {
            return Err(PrimitivesError::BadLimits(what));
        }
        let primitives = primitives.build(limits.depth)?;
        Ok(Self { name: name.into(), primitives, limits, building_blocks: Vec::new() })
    }

    /// With [parts](Tree::parse_part) of trees: half of the trees of the first generation hold
    /// one, in a place where its type and size fit.
    ///
    /// ```
    /// use ludex_program::{Function, Limits, Primitives, Terminal, Tree, TreePlan, Type};
    ///
    /// let set = Primitives::builder(Type::Float)
    ///     .functions([Function::Sub])
    ///     .terminal(Terminal::new(0, "x", Type::Float));
    /// let plan = TreePlan::new("main", set, Limits::default())?;
    /// let block = Tree::parse_part("(sub x 2)", &plan.primitives).unwrap();
    /// assert_eq!(plan.with_building_blocks([block]).building_blocks().len(), 1);
    /// # Ok::<(), ludex_program::PrimitivesError>(())
    /// ```
    pub fn with_building_blocks(mut self, blocks: impl IntoIterator<Item = Tree>) -> Self {
        self.building_blocks.extend(blocks);
        self
    }

    /// The parts that trees of the first generation may hold.
    pub fn building_blocks(&self) -> &[Tree] {
        &self.building_blocks
    }

    /// Whether a tree has the right types and keeps the limits.
    pub fn admits(&self, tree: &Tree) -> bool {
        tree.is_sound(&self.primitives)
            && tree.size() <= self.limits.size
            && tree.depth(&self.primitives) <= self.limits.depth
    }
}

/// The plan of the individuals of a population.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestPlan {
    trees: Vec<TreePlan>,
    seeds: Vec<Forest>,
}

impl ForestPlan {
    /// Individuals with a tree for each plan.
    ///
    /// ```
    /// use ludex_program::{ForestPlan, Limits, Primitives, Terminal, TreePlan, Type};
    ///
    /// let set = Primitives::builder(Type::Float).terminal(Terminal::new(0, "x", Type::Float));
    /// let plan = ForestPlan::new([TreePlan::new("main", set, Limits::default())?]);
    /// assert_eq!(plan.trees()[0].name, "main");
    /// # Ok::<(), ludex_program::PrimitivesError>(())
    /// ```
    pub fn new(trees: impl IntoIterator<Item = TreePlan>) -> Self {
        Self { trees: trees.into_iter().collect(), seeds: Vec::new() }
    }

    /// With initial individuals of each island, which must keep types and limits.
    pub fn seeds(
        mut self,
        seeds: impl IntoIterator<Item = Forest>,
    ) -> Result<Self, PrimitivesError> {
        for seed in seeds {
            let is_whole = seed.trees.len() == self.trees.len();
            let mut trees = seed.trees.iter().zip(&self.trees);
            if !is_whole || !trees.all(|(tree, plan)| plan.admits(tree)) {
                return Err(PrimitivesError::BadSeed(seed.to_text(&self)));
            }
            self.seeds.push(seed);
        }
        Ok(self)
    }

    /// The initial individuals of each island.
    pub fn first(&self) -> &[Forest] {
        &self.seeds
    }

    /// The plan of each tree.
    pub fn trees(&self) -> &[TreePlan] {
        &self.trees
    }
}

impl Forest {
    /// An individual of trees that are known to fit their plans.
    pub fn new(trees: Vec<Tree>) -> Self {
        Self { trees }
    }

    /// Its trees, in the order of the plan.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// Its trees, to be changed. Each must go on fitting its plan.
    pub fn trees_mut(&mut self) -> &mut [Tree] {
        &mut self.trees
    }

    /// Reads the text of each tree, behind its name and a colon on a line of its
    /// own; with one tree, the name may be left out.
    ///
    /// ```
    /// use ludex_program::{Forest, ForestPlan, Limits, Primitives, Terminal, TreePlan, Type};
    ///
    /// let set = Primitives::builder(Type::Float).terminal(Terminal::new(0, "x", Type::Float));
    /// let tree = |name| TreePlan::new(name, set.clone(), Limits::default());
    /// let plan = ForestPlan::new([tree("contact")?, tree("race")?]);
    /// let forest = Forest::parse("contact:\nx\nrace:\n2*x\n", &plan).unwrap();
    /// assert_eq!(Forest::parse(&forest.to_text(&plan), &plan), Ok(forest));
    /// let error = Forest::parse("contact:\nx\n", &plan).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: tree `race` is missing");
    /// # Ok::<(), ludex_program::PrimitivesError>(())
    /// ```
    pub fn parse(text: &str, plan: &ForestPlan) -> Result<Self, TextError> {
        let parts = sections(text, |title| plan.trees.iter().any(|tree| tree.name == title));
        if let ([tree], []) = (&plan.trees[..], &parts[..]) {
            return Ok(Self { trees: vec![Tree::parse(text, &tree.primitives)?] });
        }
        let trees = plan.trees.iter().map(|tree| {
            let part = parts.iter().find(|part| part.title == tree.name).ok_or_else(|| {
                TextError { line: 1, what: format!("tree `{}` is missing", tree.name) }
            })?;
            Tree::parse(&part.body, &tree.primitives)
        });
        Ok(Self { trees: trees.collect::<Result<_, _>>()? })
    }

    /// The text of all trees, which can be read back.
    pub fn to_text(&self, plan: &ForestPlan) -> String {
        let parts = self.trees.iter().zip(&plan.trees);
        parts
            .map(|(tree, plan)| format!("{}:\n{}\n", plan.name, tree.to_text(&plan.primitives)))
            .collect()
    }

    /// Calls `count` with the name of a terminal for each node that reads it.
    pub fn count_uses(&self, plan: &ForestPlan, mut count: impl FnMut(&str)) {
        for (tree, plan) in self.trees.iter().zip(&plan.trees) {
            tree.count_uses(&plan.primitives, &mut count);
        }
    }

    /// The same values and effects with fewer nodes.
    pub fn simplify(&self, plan: &ForestPlan) -> Self {
        let parts = self.trees.iter().zip(&plan.trees);
        Self { trees: parts.map(|(tree, plan)| tree.simplify(&plan.primitives)).collect() }
    }

    /// The same individual with a terminal switched off: it is 0 wherever it was used.
    pub fn without(&self, terminal: &str, plan: &ForestPlan) -> Self {
        let parts = self.trees.iter().zip(&plan.trees);
        Self { trees: parts.map(|(tree, plan)| tree.without(terminal, &plan.primitives)).collect() }
    }
}

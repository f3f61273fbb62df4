//! Individuals of one or several trees.

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use super::Genome;
use crate::grow::ramped;
use crate::operators::{
    self, ConstantMutation, Crossover, EchoMutation, FactorMutation, InsertMutation, Mutation,
    SubtreeCrossover, SubtreeMutation,
};
use crate::primitives::PrimitivesBuilder;
use crate::reading::TextError;
use crate::reading::sections::sections;
use crate::{Limits, Primitives, PrimitivesError, Rng, Tree};

/// An individual of one or several trees, each with its own set of primitives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forest {
    trees: Vec<Tree>,
}

/// What one tree is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct TreePlan {
    /// What it is for, such as `contact`.
    pub name: String,
    /// What it is made of.
    pub primitives: Primitives,
    /// How large it may get.
    pub limits: Limits,
    ideas: Vec<Tree>,
}

impl TreePlan {
    /// A plan, if trees can be made by it.
    pub fn new(
        name: impl Into<String>,
        primitives: PrimitivesBuilder,
        limits: Limits,
    ) -> Result<Self, PrimitivesError> {
        if let Some(what) = limits.fault() {
            return Err(PrimitivesError::BadLimits(what));
        }
        let primitives = primitives.build(limits.depth)?;
        Ok(Self { name: name.into(), primitives, limits, ideas: Vec::new() })
    }

    /// With [parts](Tree::parse_part) of trees, of which half of the first
    /// generation's trees hold one, wherever its type and size are welcome.
    ///
    /// ```
    /// use evolve::{Function, Limits, Primitives, Terminal, Tree, TreePlan, Type};
    ///
    /// let set = Primitives::builder(Type::Float)
    ///     .functions([Function::Sub])
    ///     .terminal(Terminal::new(0, "x", Type::Float));
    /// let plan = TreePlan::new("main", set, Limits::default())?;
    /// let idea = Tree::parse_part("(sub x 2)", &plan.primitives).unwrap();
    /// assert_eq!(plan.inspired([idea]).ideas().len(), 1);
    /// # Ok::<(), evolve::PrimitivesError>(())
    /// ```
    pub fn inspired(mut self, ideas: impl IntoIterator<Item = Tree>) -> Self {
        self.ideas.extend(ideas);
        self
    }

    /// The parts that trees of the first generation may hold.
    pub fn ideas(&self) -> &[Tree] {
        &self.ideas
    }

    /// Whether a tree has the right types and keeps the limits.
    pub fn admits(&self, tree: &Tree) -> bool {
        tree.is_sound(&self.primitives)
            && tree.size() <= self.limits.size
            && tree.depth(&self.primitives) <= self.limits.depth
    }
}

/// What the individuals of a population are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestPlan {
    trees: Vec<TreePlan>,
    seeds: Vec<Forest>,
}

impl ForestPlan {
    /// Individuals with a tree for each plan.
    ///
    /// ```
    /// use evolve::{ForestPlan, Limits, Primitives, Terminal, TreePlan, Type};
    ///
    /// let set = Primitives::builder(Type::Float).terminal(Terminal::new(0, "x", Type::Float));
    /// let plan = ForestPlan::new([TreePlan::new("main", set, Limits::default())?]);
    /// assert_eq!(plan.trees()[0].name, "main");
    /// # Ok::<(), evolve::PrimitivesError>(())
    /// ```
    pub fn new(trees: impl IntoIterator<Item = TreePlan>) -> Self {
        Self { trees: trees.into_iter().collect(), seeds: Vec::new() }
    }

    /// With individuals that the first generation of each island begins with, if
    /// they keep types and limits.
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

    pub(crate) fn trees_mut(&mut self) -> &mut [Tree] {
        &mut self.trees
    }

    /// Reads the text of each tree, behind its name and a colon on a line of its
    /// own; with one tree, the name may be left out.
    ///
    /// ```
    /// use evolve::{Forest, ForestPlan, Limits, Primitives, Terminal, TreePlan, Type};
    ///
    /// let set = Primitives::builder(Type::Float).terminal(Terminal::new(0, "x", Type::Float));
    /// let tree = |name| TreePlan::new(name, set.clone(), Limits::default());
    /// let plan = ForestPlan::new([tree("contact")?, tree("race")?]);
    /// let forest = Forest::parse("contact:\nx\nrace:\n2*x\n", &plan).unwrap();
    /// assert_eq!(Forest::parse(&forest.to_text(&plan), &plan), Ok(forest));
    /// let error = Forest::parse("contact:\nx\n", &plan).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: tree `race` is missing");
    /// # Ok::<(), evolve::PrimitivesError>(())
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

    /// The same values with fewer nodes.
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

/// How many of the first trees hold an idea, where there are any.
const INSPIRED: f64 = 0.5;

impl Genome for Forest {
    type Plan = ForestPlan;

    fn random(rng: &mut Rng, plan: &ForestPlan, nth: usize) -> Self {
        if let Some(seed) = plan.seeds.get(nth) {
            return seed.clone();
        }
        let grow = |plan: &TreePlan| {
            let mut tree = ramped(rng, &plan.primitives, &plan.limits, nth);
            if !plan.ideas.is_empty() && rng.random_bool(INSPIRED) {
                // Where one does not fit, another may.
                let first = rng.random_range(0..plan.ideas.len());
                let mut ideas = plan.ideas[first..].iter().chain(&plan.ideas[..first]);
                ideas.any(|idea| operators::graft(rng, plan, idea, &mut tree));
            }
            tree
        };
        Self { trees: plan.trees.iter().map(grow).collect() }
    }

    fn crossovers() -> &'static [&'static dyn Crossover<Self>] {
        &[&SubtreeCrossover]
    }

    fn mutations() -> &'static [&'static dyn Mutation<Self>] {
        &[&SubtreeMutation, &ConstantMutation, &FactorMutation, &InsertMutation, &EchoMutation]
    }

    fn size(&self) -> usize {
        self.trees.iter().map(Tree::size).sum()
    }

    fn depth(&self, plan: &ForestPlan) -> usize {
        let depths =
            self.trees.iter().zip(&plan.trees).map(|(tree, plan)| tree.depth(&plan.primitives));
        depths.max().unwrap_or(0)
    }

    fn count_terminals(&self, plan: &ForestPlan, count: &mut dyn FnMut(&str)) {
        for (tree, plan) in self.trees.iter().zip(&plan.trees) {
            tree.count_uses(&plan.primitives, &mut *count);
        }
    }

    fn terminals(plan: &ForestPlan) -> Vec<String> {
        operators::terminal_names(plan.trees.iter().map(|tree| &tree.primitives))
    }

    fn fingerprint(plan: &ForestPlan) -> String {
        let words = plan
            .trees
            .iter()
            .map(|tree| format!("{}: {}", tree.name, tree.primitives.fingerprint()));
        words.collect::<Vec<_>>().join("\n")
    }
}

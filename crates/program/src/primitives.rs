//! Sets of primitives: the functions, terminals, constants and actions of trees.

use std::fmt;
use std::ops::Range;

use ludex_game::Rng;
use rand::Rng as _;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{ARGS_MAX, Action, Function, LIMIT, Node, Type};

/// The number by which [`Terminals::value`](crate::Terminals::value) knows a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TerminalId(pub u16);

/// The parameters of a terminal, such as a row and a column. Those behind the last are 0.
pub type Params = [u16; 3];

/// The index of a primitive in its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PrimitiveId(pub u16);

/// One element of a set: what a node of a tree may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Primitive {
    name: String,
    gives: Type,
    what: What,
    /// The depth of the smallest tree with this at its root.
    depth_min: usize,
}

/// The class of a primitive.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A number that stands for itself. Each set has it; it comes from texts,
    /// simplification and terminals switched off, never from chance.
    Literal,
    /// A function of its arguments.
    Function(Function),
    /// A function of one number: the product with a number drawn when the node is made.
    Scaled(Draw),
    /// A value read from the position.
    Terminal(Terminal),
    /// A number with a name.
    Fixed(f64),
    /// A number drawn when the node is made: an ephemeral random constant.
    Ephemeral(Draw),
    /// A function with an effect.
    Action(Action),
}

/// How an ephemeral constant is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Draw {
    /// Evenly from a range.
    Uniform(Range<f64>),
    /// One of these numbers.
    OneOf(Vec<f64>),
}

impl Draw {
    /// Draws a number.
    pub fn draw(&self, rng: &mut Rng) -> f64 {
        match self {
            Self::Uniform(range) => rng.random_range(range.clone()),
            Self::OneOf(numbers) => numbers[rng.random_range(0..numbers.len())],
        }
    }

    fn is_sound(&self) -> bool {
        let is_small = |number: &f64| number.abs() <= LIMIT;
        match self {
            Self::Uniform(range) => {
                range.start < range.end && is_small(&range.start) && is_small(&range.end)
            }
            Self::OneOf(numbers) => !numbers.is_empty() && numbers.iter().all(is_small),
        }
    }
}

impl From<Range<f64>> for Draw {
    fn from(range: Range<f64>) -> Self {
        Self::Uniform(range)
    }
}

/// A value that is read from a position.
///
/// ```
/// use ludex_program::{Terminal, Type};
///
/// let terminal = Terminal::new(3, "is_empty", Type::Bool).param("row", 0..8).param("column", 0..8);
/// assert_eq!(terminal.params().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Terminal {
    id: TerminalId,
    name: String,
    gives: Type,
    params: Vec<(String, Range<u16>)>,
    is_costly: bool,
}

impl Terminal {
    /// A terminal without parameters. [`Terminals::value`](crate::Terminals::value) is given its
    /// number; different sets may use the same number for the same terminal.
    pub fn new(id: u16, name: impl Into<String>, gives: Type) -> Self {
        let (params, is_costly) = (Vec::new(), false);
        Self { id: TerminalId(id), name: name.into(), gives, params, is_costly }
    }

    /// With one more parameter, drawn from a range when a node is made. At most
    /// three.
    pub fn param(mut self, name: impl Into<String>, range: Range<u16>) -> Self {
        self.params.push((name.into(), range));
        self
    }

    /// Evaluated only where its value is needed, not in every position. Worth it for terminals
    /// that take longer than a few additions.
    pub fn costly(mut self) -> Self {
        self.is_costly = true;
        self
    }

    /// The name in trees.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number for [`Terminals::value`](crate::Terminals::value).
    pub fn id(&self) -> TerminalId {
        self.id
    }

    /// The names and ranges of the parameters.
    pub fn params(&self) -> &[(String, Range<u16>)] {
        &self.params
    }

    /// Whether it is evaluated only where its value is needed.
    pub fn is_costly(&self) -> bool {
        self.is_costly
    }
}

impl Primitive {
    /// The name in texts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of the value.
    pub fn gives(&self) -> Type {
        self.gives
    }

    /// The class.
    pub fn what(&self) -> &What {
        &self.what
    }

    /// The types of the arguments.
    pub fn takes(&self) -> &[Type] {
        match &self.what {
            What::Function(function) => function.takes(),
            What::Action(action) => action.takes(),
            What::Scaled(_) => &[Type::Float],
            _ => &[],
        }
    }

    /// Whether it is an action.
    pub fn has_effect(&self) -> bool {
        matches!(self.what, What::Action(_))
    }
}

/// A set of primitives in which every place of a tree can be filled.
///
/// ```
/// use ludex_program::{Function, Primitives, Terminal, Type};
///
/// let build = || {
///     Primitives::builder(Type::Float)
///         .functions([Function::Add, Function::If])
///         .terminal(Terminal::new(0, "x", Type::Float))
///         .ephemeral("number", -5.0..5.0)
/// };
/// let error = build().build(8).unwrap_err();
/// assert_eq!(error.to_string(), "nothing gives a Bool, which `if` needs as its first argument");
/// let set = build().constant("true", Type::Bool, 1.0).build(8).unwrap();
/// assert!(set.find("if").is_some());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Primitives {
    root: Type,
    list: Vec<Primitive>,
    arities: Vec<u8>,
    /// The primitives with arguments that fit a place of each type, shallow trees first.
    inner: [Vec<PrimitiveId>; 3],
    /// The primitives without arguments that fit a place of each type.
    leaves: [Vec<PrimitiveId>; 3],
    /// The depth of the smallest tree that fills a place of a type.
    depths: [usize; 3],
}

/// A depth that no tree has.
const NEVER: usize = usize::MAX;

impl Primitives {
    /// An empty set for trees whose value has a type.
    pub fn builder(root: Type) -> PrimitivesBuilder {
        let literal = Primitive {
            name: "literal".into(),
            gives: Type::Query,
            what: What::Literal,
            depth_min: 1,
        };
        PrimitivesBuilder { root, list: vec![literal] }
    }

    /// The type of the value of trees.
    pub fn root(&self) -> Type {
        self.root
    }

    /// All primitives, each at the index of its [`PrimitiveId`].
    pub fn list(&self) -> &[Primitive] {
        &self.list
    }

    /// The primitive at an index.
    pub fn get(&self, id: PrimitiveId) -> &Primitive {
        &self.list[usize::from(id.0)]
    }

    /// The primitive of a name.
    pub fn find(&self, name: &str) -> Option<PrimitiveId> {
        let at =
            self.list.iter().position(|primitive| primitive.name == name && !is_literal(primitive));
        at.map(|at| PrimitiveId(at as u16))
    }

    /// All terminals.
    pub fn terminals(&self) -> impl Iterator<Item = &Terminal> {
        self.list.iter().filter_map(|primitive| match &primitive.what {
            What::Terminal(terminal) => Some(terminal),
            _ => None,
        })
    }

    /// The same set without some primitives, for trees of a depth.
    pub fn without(&self, names: &[&str], depth: usize) -> Result<Self, PrimitivesError> {
        let mut builder = PrimitivesBuilder { root: self.root, list: self.list.clone() };
        builder
            .list
            .retain(|primitive| is_literal(primitive) || !names.contains(&primitive.name.as_str()));
        builder.build(depth)
    }

    /// The digest input that differs between sets whose trees mean something else.
    pub fn fingerprint(&self) -> String {
        let words =
            self.list.iter().map(|one| format!("{} {} {:?}", one.name, one.gives, one.what));
        format!("{} {}", self.root, words.collect::<Vec<_>>().join("; "))
    }

    /// The number of arguments of a node.
    pub fn arity(&self, node: &Node) -> usize {
        usize::from(self.arities[usize::from(node.primitive.0)])
    }

    /// The primitive of a node.
    pub fn of(&self, node: &Node) -> &Primitive {
        self.get(node.primitive)
    }

    /// The depth of the smallest tree that fills a place.
    pub fn depth_min(&self, place: Type) -> usize {
        self.depths[place as usize]
    }

    /// The primitives without arguments that fit a place.
    pub fn leaves(&self, place: Type) -> &[PrimitiveId] {
        &self.leaves[place as usize]
    }

    /// The primitives with arguments that fit a place and a depth.
    pub fn inner(&self, place: Type, depth: usize) -> &[PrimitiveId] {
        let all = &self.inner[place as usize];
        &all[..all.partition_point(|&id| self.get(id).depth_min <= depth)]
    }
}

fn is_literal(primitive: &Primitive) -> bool {
    matches!(primitive.what, What::Literal)
}

/// Collects the primitives of a set.
#[derive(Clone, Debug)]
pub struct PrimitivesBuilder {
    root: Type,
    list: Vec<Primitive>,
}

impl PrimitivesBuilder {
    fn with(mut self, name: impl Into<String>, gives: Type, what: What) -> Self {
        self.list.push(Primitive { name: name.into(), gives, what, depth_min: NEVER });
        self
    }

    /// With some functions.
    pub fn functions(self, functions: impl IntoIterator<Item = Function>) -> Self {
        functions.into_iter().fold(self, |set, function| {
            set.with(function.name(), function.gives(), What::Function(function))
        })
    }

    /// With a terminal.
    pub fn terminal(self, terminal: Terminal) -> Self {
        self.with(terminal.name.clone(), terminal.gives, What::Terminal(terminal))
    }

    /// With some terminals.
    pub fn terminals(self, terminals: impl IntoIterator<Item = Terminal>) -> Self {
        terminals.into_iter().fold(self, Self::terminal)
    }

    /// With an action.
    pub fn action(self, action: Action) -> Self {
        self.with(action.name().to_string(), action.gives(), What::Action(action))
    }

    /// With a constant that has a name, such as `true`.
    pub fn constant(self, name: impl Into<String>, gives: Type, value: f64) -> Self {
        self.with(name, gives, What::Fixed(value))
    }

    /// With numbers drawn when nodes are made.
    pub fn ephemeral(self, name: impl Into<String>, draw: impl Into<Draw>) -> Self {
        self.with(name, Type::Float, What::Ephemeral(draw.into()))
    }

    /// With a function that multiplies by a number drawn when its node is made.
    pub fn scaled(self, name: impl Into<String>, draw: impl Into<Draw>) -> Self {
        self.with(name, Type::Float, What::Scaled(draw.into()))
    }

    /// The set, if every place of every tree can be filled within a depth.
    pub fn build(mut self, depth: usize) -> Result<Primitives, PrimitivesError> {
        self.check_each()?;
        let depths = self.find_depths();
        self.check_reach(depths, depth)?;
        let list = self.list;
        let mut ids: Vec<_> = (1..list.len()).map(|at| PrimitiveId(at as u16)).collect();
        ids.sort_by_key(|id| list[usize::from(id.0)].depth_min);
        let choose = |place: Type, is_inner: bool| {
            let fits = |id: &&PrimitiveId| {
                let primitive = &list[usize::from(id.0)];
                place.accepts(primitive.gives) && primitive.takes().is_empty() != is_inner
            };
            ids.iter().filter(fits).copied().collect::<Vec<_>>()
        };
        Ok(Primitives {
            root: self.root,
            inner: Type::ALL.map(|place| choose(place, true)),
            leaves: Type::ALL.map(|place| choose(place, false)),
            arities: list.iter().map(|primitive| primitive.takes().len() as u8).collect(),
            depths,
            list,
        })
    }

    fn check_each(&self) -> Result<(), PrimitivesError> {
        for (at, primitive) in self.list.iter().enumerate() {
            let name = || primitive.name.clone();
            if !is_name(&primitive.name) {
                return Err(PrimitivesError::BadName(name()));
            }
            if self.list[..at].iter().any(|other| other.name == primitive.name) {
                return Err(PrimitivesError::Twice(name()));
            }
            match &primitive.what {
                What::Terminal(terminal) => {
                    if terminal.params.len() > Params::default().len() {
                        return Err(PrimitivesError::TooManyParams(name()));
                    }
                    if let Some((param, _)) =
                        terminal.params.iter().find(|(_, range)| range.is_empty())
                    {
                        return Err(PrimitivesError::EmptyRange(name(), param.clone()));
                    }
                }
                What::Action(action) if action.takes().len() > ARGS_MAX => {
                    return Err(PrimitivesError::TooManyArgs(name()));
                }
                What::Scaled(draw) | What::Ephemeral(draw) if !draw.is_sound() => {
                    return Err(PrimitivesError::NothingToDraw(name()));
                }
                What::Fixed(value) if value.is_nan() || value.abs() > LIMIT => {
                    return Err(PrimitivesError::NothingToDraw(name()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Finds the smallest trees, from leaves upwards, until nothing gets smaller.
    fn find_depths(&mut self) -> [usize; 3] {
        let mut depths = [NEVER; 3];
        loop {
            let mut has_changed = false;
            for primitive in self.list.iter_mut().skip(1) {
                let below = primitive.takes().iter().map(|&place| depths[place as usize]).max();
                let depth = below.unwrap_or(0).saturating_add(1);
                primitive.depth_min = depth;
                for place in Type::ALL.into_iter().filter(|place| place.accepts(primitive.gives)) {
                    if depth < depths[place as usize] {
                        depths[place as usize] = depth;
                        has_changed = true;
                    }
                }
            }
            if !has_changed {
                return depths;
            }
        }
    }

    fn check_reach(&self, depths: [usize; 3], depth: usize) -> Result<(), PrimitivesError> {
        if depths[self.root as usize] == NEVER {
            return Err(PrimitivesError::NoRoot(self.root));
        }
        if depths[self.root as usize] > depth {
            return Err(PrimitivesError::TooDeep(depths[self.root as usize], depth));
        }
        // Only functions that can occur in a tree are checked.
        let mut places = vec![self.root];
        let mut at = 0;
        while let Some(&place) = places.get(at) {
            at += 1;
            for primitive in self.list.iter().skip(1).filter(|one| place.accepts(one.gives)) {
                for (nth, &needed) in primitive.takes().iter().enumerate() {
                    if depths[needed as usize] == NEVER {
                        let name = primitive.name.clone();
                        return Err(PrimitivesError::Unreachable { needed, name, nth: Nth(nth) });
                    }
                    if !places.contains(&needed) {
                        places.push(needed);
                    }
                }
            }
        }
        let too_deep = self.list.iter().find(|one| one.depth_min > depth && one.depth_min != NEVER);
        match too_deep {
            Some(one) => Err(PrimitivesError::NeverFits(one.name.clone(), one.depth_min, depth)),
            None => Ok(()),
        }
    }
}

/// A word that texts can hold: no blank, bracket or quote, and no number.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !"()\";*,[]".contains(c);
    !name.is_empty() && name.chars().all(is_plain) && name.parse::<f64>().is_err()
}

/// Why a set of primitives has no trees.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrimitivesError {
    /// No primitive gives the type of an argument.
    #[error("nothing gives a {needed}, which `{name}` needs as its {nth} argument")]
    Unreachable {
        /// The type that nothing gives.
        needed: Type,
        /// The name of the function.
        name: String,
        /// Which argument.
        nth: Nth,
    },
    /// No primitive gives the type of the root.
    #[error("nothing gives a {0}, which is wanted at the root")]
    NoRoot(Type),
    /// The smallest tree is too deep.
    #[error("the smallest tree has depth {0}, but {1} is allowed")]
    TooDeep(usize, usize),
    /// A function cannot be used within the depth.
    #[error("`{0}` needs a tree of depth {1}, but {2} is allowed")]
    NeverFits(String, usize, usize),
    /// Limits that no tree can keep.
    #[error("limits of trees: {0}")]
    BadLimits(String),
    /// An initial individual that no operator could have made.
    #[error("the seed `{}` has other trees, or larger ones, than its plan allows", .0.trim())]
    BadSeed(String),
    /// Two primitives have one name.
    #[error("`{0}` is there twice")]
    Twice(String),
    /// A name cannot be written in a text.
    #[error(
        "`{0}` is no name: blanks, brackets, quotes, commas, `*`, `;` and numbers are not allowed"
    )]
    BadName(String),
    /// A terminal has too many parameters.
    #[error("terminal `{0}` has more than three parameters")]
    TooManyParams(String),
    /// An action has too many arguments.
    #[error("action `{0}` has more than four arguments")]
    TooManyArgs(String),
    /// A parameter has no values.
    #[error("terminal `{0}`: the range of `{1}` is empty")]
    EmptyRange(String, String),
    /// A constant has no value within bounds.
    #[error("constant `{0}` has no range of finite numbers")]
    NothingToDraw(String),
}

/// The index of an argument, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth(pub usize);

impl fmt::Display for Nth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["first", "second", "third", "fourth"].get(self.0).unwrap_or(&"last"))
    }
}

//! The options that depth-first searches share: `depth`, `nodes` and `eval`.

use ludex_game::{Evaluator, Playable};

use crate::evaluate::Formula;
use crate::options::{Carried, Options, Positive, Text};
use crate::quote::split;
use crate::{Context, Limits, Stop};

const DEPTH_HELP: &str = "how many plies to look ahead";

/// The limits that a spec gives a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchLimits {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The depth of a search without any other limit.
    depth_default: u32,
}

impl SearchLimits {
    /// Reads limits; the default depth applies only without another limit.
    pub fn read(options: &mut Options, depth_default: u32) -> Result<Self, String> {
        let depth = options
            .declare("depth", Positive, DEPTH_HELP)
            .or_when(depth_default.into(), "neither nodes nor time is limited")?;
        Self::read_nodes(options, depth, depth_default)
    }

    /// Reads limits; the default depth always applies.
    pub fn read_with_depth(options: &mut Options, depth_default: u32) -> Result<Self, String> {
        let depth = options.declare("depth", Positive, DEPTH_HELP).or(depth_default.into())?;
        Self::read_nodes(options, Some(depth), depth_default)
    }

    fn read_nodes(
        options: &mut Options,
        depth: Option<u64>,
        depth_default: u32,
    ) -> Result<Self, String> {
        let nodes = options
            .declare("nodes", Positive, "how many positions to visit")
            .or_none("no limit")?;
        let depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        Ok(Self { depth, nodes, depth_default })
    }

    /// The limits for one move.
    pub fn limits(&self, stop: &Stop) -> Limits {
        let is_endless = self.depth.is_none() && self.nodes.is_none() && stop.is_never();
        let depth = if is_endless { Some(self.depth_default) } else { self.depth };
        Limits { depth, nodes: self.nodes, stop: stop.clone(), ..Limits::default() }
    }
}

/// The option `eval`.
pub(super) struct Eval {
    text: String,
    carried: Carried,
}

/// An evaluator and its formula.
type Described<G> = (Box<dyn Evaluator<G>>, Formula);

impl Eval {
    pub fn read(options: &mut Options, help: &'static str) -> Result<Self, String> {
        let text = options.declare("eval", Text, help).or("goal".into())?;
        Ok(Self { text, carried: options.carried().clone() })
    }

    /// The evaluator of the option.
    pub fn evaluator<G: Playable>(
        &self,
        game: &G,
        context: &Context,
    ) -> Result<Box<dyn Evaluator<G>>, String> {
        Ok(self.describe(&self.text, game, context)?.0)
    }

    /// The evaluators of the option, separated by `|`.
    pub fn evaluators<G: Playable>(
        &self,
        game: &G,
        context: &Context,
    ) -> Result<Vec<Described<G>>, String> {
        let parts = split(&self.text, '|', false)?;
        parts.into_iter().map(|part| self.describe(part, game, context)).collect()
    }

    fn describe<G: Playable>(
        &self,
        text: &str,
        game: &G,
        context: &Context,
    ) -> Result<Described<G>, String> {
        let formula = Formula::parse_with(text, |file| self.carried.get(file))?;
        Ok((formula.evaluator(game, context)?, formula))
    }
}

//! How far a player looks, and with what in mind.

use game::{Evaluator, Playable};

use crate::evaluate::Formula;
use crate::quote::split;
use crate::spec::Options;
use crate::{Context, Limits, Stop};

/// The limits that a spec gives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Reach {
    pub fn read(options: &mut Options) -> Result<Self, String> {
        let depth = options.positive("depth")?;
        let depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        Ok(Self { depth, nodes: options.positive("nodes")? })
    }

    /// The limits for one move. Where nothing else would end the search, it
    /// ends at a depth.
    pub fn limits(&self, depth_default: u32, stop: &Stop) -> Limits {
        let is_endless = self.depth.is_none() && self.nodes.is_none() && stop.is_never();
        let depth = if is_endless { Some(depth_default) } else { self.depth };
        Limits { depth, nodes: self.nodes, playouts: None, stop: stop.clone() }
    }
}

/// An evaluator, and the formula that describes it.
type Described<G> = (Box<dyn Evaluator<G>>, Formula);

/// The evaluators that `eval` names, parted by `|`.
pub(super) fn evaluators<G: Playable>(
    game: &G,
    context: &Context,
    options: &mut Options,
) -> Result<Vec<Described<G>>, String> {
    let text = options.text("eval").unwrap_or("goal".into());
    let parts = split(&text, '|', false)?;
    parts.into_iter().map(|part| describe(part, game, context, options)).collect()
}

/// The evaluator that `eval` names.
pub(super) fn evaluator<G: Playable>(
    game: &G,
    context: &Context,
    options: &mut Options,
) -> Result<Box<dyn Evaluator<G>>, String> {
    let text = options.text("eval").unwrap_or("goal".into());
    Ok(describe(&text, game, context, options)?.0)
}

fn describe<G: Playable>(
    text: &str,
    game: &G,
    context: &Context,
    options: &Options,
) -> Result<Described<G>, String> {
    let formula = Formula::parse_with(text, |file| options.learned(file))?;
    Ok((formula.evaluator(game, context)?, formula))
}

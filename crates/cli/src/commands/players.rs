//! `ludex players`: what player specs can name.

use std::sync::Arc;

use anyhow::Result;
use game::examples::Nim;
use game::{Playable, Visitor};
use search::{evaluate, players};
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::Output;

pub fn run(common: &Common, out: &mut Output, game: Option<&str>) -> Result<bool> {
    let kinds = players::kinds::<Nim>();
    let mut evaluators: Vec<(&str, &str)> =
        evaluate::general::<Nim>().iter().map(|named| (named.name, named.about)).collect();
    if let Some(name) = game {
        evaluators.extend(load::visit(name, common, Evaluators)?);
    }
    if common.json {
        let kinds: Vec<_> = kinds
            .iter()
            .map(|kind| {
                let options: Vec<_> = kind
                    .options
                    .iter()
                    .map(|(name, about, default)| {
                        json!({ "name": name, "about": about, "default": default })
                    })
                    .collect();
                json!({ "name": kind.name, "about": kind.about, "options": options })
            })
            .collect();
        let evaluators: Vec<_> = evaluators
            .iter()
            .map(|(name, about)| json!({ "name": name, "about": about }))
            .collect();
        out.json(&json!({ "players": kinds, "evaluators": evaluators }))?;
        return Ok(true);
    }
    out.line(
        "A player is a kind and options: `uct:playouts=1000`, `alphabeta:depth=4,eval=mobility`.",
    )?;
    out.line("All understand `time`, such as `time=50ms` or `time=2s`.\n")?;
    for kind in &kinds {
        out.line(format!("{}: {}", kind.name, kind.about))?;
        for (name, about, default) in kind.options {
            out.line(format!("  {name:<16} {about} [{default}]"))?;
        }
    }
    out.line("\nEvaluators, for `eval=`; weighted sums such as `material+0.2*mobility` will do:")?;
    for (name, about) in &evaluators {
        out.line(format!("  {name:<16} {about}"))?;
    }
    Ok(true)
}

struct Evaluators;

impl Visitor for Evaluators {
    type Output = Vec<(&'static str, &'static str)>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Self::Output {
        game.evaluators().iter().map(|named| (named.name, named.about)).collect()
    }
}

//! `ludex games`: what is bundled.

use anyhow::Result;
use gdl::{Sheet, keyword, library};
use serde_json::json;

use crate::args::Common;
use crate::output::{Output, table};

pub fn run(common: &Common, out: &mut Output) -> Result<bool> {
    let rows: Vec<(String, usize, String)> = library::games()
        .iter()
        .map(|game| (game.name().to_string(), n_roles(game), game.summary()))
        .collect();
    if common.json {
        let games: Vec<_> = rows
            .iter()
            .map(|(name, roles, summary)| json!({ "name": name, "roles": roles, "summary": summary }))
            .collect();
        out.json(&json!({ "games": games }))?;
        return Ok(true);
    }
    let mut lines = vec![vec!["game".into(), "roles".into(), "what it is".to_string()]];
    lines.extend(
        rows.into_iter().map(|(name, roles, summary)| vec![name, roles.to_string(), summary]),
    );
    out.text(&table(&lines, false))?;
    Ok(true)
}

fn n_roles(game: &library::Bundled) -> usize {
    let (sheet, _) = Sheet::parse(game.source());
    sheet.rules().iter().filter(|rule| rule.head.name == keyword::ROLE).count()
}

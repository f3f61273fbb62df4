//! `ludex games`: what is bundled.

use anyhow::Result;
use gdl::{Sheet, keyword, library};
use report::Table;
use serde_json::json;

use crate::args::Common;
use crate::output::Output;

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
    let mut table = Table::new(["game", "roles", "what it is"]);
    for (name, roles, summary) in rows {
        table.row([name, roles.to_string(), shorten(&summary)]);
    }
    out.text(&table.to_text())?;
    Ok(true)
}

/// As much as fits on a line of a terminal.
fn shorten(text: &str) -> String {
    const N_CHARS_MAX: usize = 64;
    if text.chars().count() <= N_CHARS_MAX {
        return text.to_string();
    }
    let start: String = text.chars().take(N_CHARS_MAX).collect();
    let words = start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words);
    format!("{} ...", words.trim_end_matches([',', ';', ':', '.']))
}

fn n_roles(game: &library::Bundled) -> usize {
    let (sheet, _) = Sheet::parse(game.source());
    sheet.rules().iter().filter(|rule| rule.head.name == keyword::ROLE).count()
}

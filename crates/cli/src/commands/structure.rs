//! `ludex structure`: what a game is made of.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use ludex_gdl::{Engine, Sheet};
use ludex_learn::structure::{Budget, Structure, describe, draw, legend};

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::file::OutFile;
use crate::load;
use crate::output::Output;

/// Find out what a game is made of, and draw it: boards, pieces, turns,
/// counters, purses
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What is found does not depend on names, on the order of arguments, on idle
arguments or on coordinates that are one term: `ludex scramble` makes such sheets.

Examples:
  ludex structure breakthrough
  ludex structure my-game.kif --json
  ludex structure chess --svg chess.svg")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// Most random games to look at
    #[arg(long, default_value_t = 4_000, value_name = "N", value_parser = whole(1..=u64::MAX))]
    games: u64,
    /// Draw the boards to this file; the second to NAME-2.svg and so on
    #[arg(long, value_name = "FILE")]
    svg: Option<OutFile>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.game, self.games, self.svg.as_deref())
    }
}

pub fn run(
    common: &Common,
    out: &mut Output,
    name: &str,
    n_games: u64,
    svg: Option<&Path>,
) -> Result<bool> {
    let structure = find(common, &load::sheet(name)?, n_games)?;
    let boards = draw(&structure, &structure.initial);
    if let Some(path) = svg {
        for (at, board) in boards.iter().enumerate() {
            out.file(&numbered(path, at), board.to_svg().to_string());
        }
    }
    if common.json {
        out.json(&structure.to_json())?;
        return Ok(true);
    }
    let mut text = describe(&structure);
    for board in &boards {
        text.push('\n');
        text.push_str(&board.to_text());
    }
    let signs: Vec<String> =
        legend(&structure).iter().map(|(glyph, name)| format!("{glyph} {name}")).collect();
    if !signs.is_empty() {
        text.push_str(&format!("\n{}\n", signs.join(", ")));
    }
    out.text(&text)?;
    Ok(true)
}

/// Longest time to turn rules into a circuit here: the reasoner shows enough of a
/// game by then.
const BUILD_TIME_MAX: Duration = Duration::from_secs(5);

/// The structure of a sheet.
pub fn find(common: &Common, sheet: &Sheet, n_games: u64) -> Result<Structure> {
    let build = common.budget();
    let build =
        ludex_gdl::circuit::Budget { time_max: build.time_max.min(BUILD_TIME_MAX), ..build };
    let loaded = Engine::load(sheet, &common.limits(), &build)
        .with_context(|| sheet.source().name().to_string())?;
    let budget = Budget { seed: common.seed, n_games_max: n_games, ..Budget::default() };
    Ok(Structure::find(sheet, &loaded.engine, &budget))
}

/// The file of a board: the first has the given name, others a number.
fn numbered(path: &Path, at: usize) -> PathBuf {
    if at == 0 {
        return path.to_path_buf();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{}.{ending}", at + 1))
}

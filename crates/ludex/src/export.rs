//! Recorded games for other programs.

use std::sync::Arc;

use ludex_arena::{Record, Setup, ggp, pgn};
use ludex_game::{Playable, Visitor};

use crate::{Game, Result};

/// The form in which games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExportFormat {
    /// JSON match records, as game servers of general game playing write them.
    #[default]
    Ggp,
    /// Portable Game Notation, for chess.
    Pgn,
}

/// Writes recorded games of a run, one after the other.
///
/// ```
/// use ludex::Game;
/// use ludex::export::{ExportFormat, export};
/// use ludex::matches::{MatchOptions, begin, play};
///
/// let game = Game::load("tic-tac-toe")?;
/// let options = MatchOptions { n_games: 2, ..MatchOptions::default() };
/// let mut run = begin(&game, &["random", "random"], &options, None)?;
/// play(&game, &mut run, 1, &mut ())?;
/// let text = export(&game, run.setup(), 1, run.records(), ExportFormat::Ggp)?;
/// assert_eq!(text.lines().count(), 2);
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn export(
    game: &Game,
    setup: &Setup,
    run: i64,
    records: &[Record],
    format: ExportFormat,
) -> Result<String> {
    game.visit(Export { setup, run, records, format })
}

struct Export<'a> {
    setup: &'a Setup,
    run: i64,
    records: &'a [Record],
    format: ExportFormat,
}

impl Visitor for Export<'_> {
    type Output = Result<String>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<String> {
        let mut text = String::new();
        for record in self.records {
            // One record a line, so that any number of games is one file.
            let line = match self.format {
                ExportFormat::Ggp => {
                    ggp::match_record(&*game, self.setup, self.run, record)?.to_string()
                }
                ExportFormat::Pgn => pgn::game(&*game, self.setup, self.run, record)?,
            };
            text.push_str(&line);
            text.push('\n');
        }
        Ok(text)
    }
}

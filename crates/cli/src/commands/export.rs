//! `ludex export`: recorded games for other programs.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use arena::{Record, Setup, ggp, pgn};
use game::{Playable, Visitor};

use crate::args::{Common, ExportFormat};
use crate::load;
use crate::output::Output;
use crate::store;

pub fn run(
    common: &Common,
    out: &mut Output,
    store: Option<&Path>,
    (run, number): (i64, Option<u32>),
    format: ExportFormat,
) -> Result<bool> {
    let store = store::existing(store)?;
    let setup = store.setup(run)?;
    let records = match number {
        Some(number) => vec![store.record(run, number)?],
        None => store.records(run)?,
    };
    let export = Export { setup: &setup, run, records: &records, format };
    let text = load::visit(&setup.game, common, export)??;
    out.text(&text)?;
    Ok(true)
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

//! `ludex schema`: the schema of all JSON output.

use anyhow::Result;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::{Benchmark, Command, Explanation, Run, Schemas};
use crate::args::Common;
use crate::output::Output;

/// Print the JSON schema of what commands print with `--json`
#[derive(Debug, clap::Args)]
pub struct Args {}

impl Run for Args {
    fn run(&self, _: &Common, out: &mut Output) -> Result<bool> {
        out.json(&document())?;
        Ok(true)
    }
}

/// The schema: for each command a property of its name.
pub fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schemas = Schemas::new();
    Command::schemas("", &mut generator, &mut schemas);
    Explanation::schemas("explain ", &mut generator, &mut schemas);
    Benchmark::schemas("bench ", &mut generator, &mut schemas);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The JSON output of ludex",
        "description": "Each property is the output of the command of that name.",
        "type": "object",
        "properties": schemas,
        "$defs": generator.take_definitions(true),
    })
}

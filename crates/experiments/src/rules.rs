//! The rule sheets of experiments: from a folder of public ones, or bundled.

use std::sync::Arc;

use ludex_arena::RunError;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Sheet, Source, library};

use crate::ExperimentContext;

/// A game that is loaded.
pub(crate) struct Rules {
    /// The name of the rules on the command line.
    pub(crate) name: String,
    pub(crate) sheet: Sheet,
    pub(crate) game: Arc<CircuitGame>,
}

/// Loads a sheet by its public name from the folder of the context, or else by its
/// bundled name; `None` if it is in neither.
pub(crate) fn load(
    bundled: Option<&str>,
    public: Option<&str>,
    context: &ExperimentContext<'_>,
) -> Result<Option<Rules>, RunError> {
    let in_folder = context.sheets.as_deref().zip(public);
    let path = in_folder.map(|(folder, sheet)| folder.join(format!("{sheet}.kif")));
    let (name, source) = match (path.filter(|path| path.exists()), bundled.and_then(library::find))
    {
        (Some(path), _) => {
            let name = path.display().to_string();
            let bytes = std::fs::read(&path).map_err(|error| fault(&name, error))?;
            (name.clone(), Source::from_bytes(name, &bytes))
        }
        (None, Some(sheet)) => (sheet.name().to_string(), sheet.source()),
        (None, None) => return Ok(None),
    };
    let (sheet, _) = Sheet::parse(source);
    let loaded = Engine::load(&sheet, &Default::default(), &Default::default());
    match loaded.map_err(|error| fault(&name, error))?.engine {
        Engine::Circuit(game) => Ok(Some(Rules { name, sheet, game })),
        _ => Err(fault(&name, "it has no circuit")),
    }
}

/// An error of the rules of a game.
pub(crate) fn fault(name: &str, what: impl std::fmt::Display) -> RunError {
    RunError::Other(format!("{name}: {what}").into())
}

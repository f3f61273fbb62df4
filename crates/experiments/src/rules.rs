//! The rule sheets of experiments: from a folder of public ones, or bundled.

use std::sync::Arc;

use ludex::{Game, Settings};
use ludex_arena::RunError;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Sheet, Source, library};

use crate::ExperimentContext;

/// A game that is loaded.
pub(crate) struct Rules {
    /// The name of the rules on the command line.
    pub(crate) name: String,
    pub(crate) sheet: Sheet,
    pub(crate) circuit: Arc<CircuitGame>,
    /// The same for services.
    pub(crate) game: Game,
}

/// Loads a sheet by its public name from the folder of the context, or else by its
/// bundled name; `None` if it is in neither. Where the public one has no circuit, the bundled
/// one is taken.
pub(crate) fn load(
    bundled: Option<&str>,
    public: Option<&str>,
    context: &ExperimentContext<'_>,
) -> Result<Option<Rules>, RunError> {
    let in_folder = context.sheets.as_deref().zip(public);
    let path = in_folder.map(|(folder, sheet)| folder.join(format!("{sheet}.kif")));
    let mut sources = Vec::new();
    if let Some(path) = path.filter(|path| path.exists()) {
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).map_err(|error| fault(&name, error))?;
        sources.push((name.clone(), Source::from_bytes(name, &bytes)));
    }
    if let Some(sheet) = bundled.and_then(library::find) {
        sources.push((sheet.name().to_string(), sheet.source()));
    }
    let mut last = None;
    for (name, source) in sources {
        let (sheet, _) = Sheet::parse(source);
        let game = Game::of_sheet(&name, sheet.clone(), &Settings::default(), None);
        let game = game.map_err(failure)?;
        if let Some(Engine::Circuit(circuit)) = game.engine() {
            let circuit = Arc::clone(circuit);
            return Ok(Some(Rules { name, sheet, circuit, game }));
        }
        last = Some(name);
    }
    last.map_or(Ok(None), |name| Err(fault(&name, "it has no circuit")))
}

/// The error of a service.
pub(crate) fn failure(error: ludex::Error) -> RunError {
    match error {
        ludex::Error::Run(error) => error,
        error => RunError::Other(Box::new(error)),
    }
}

/// An error of the rules of a game.
pub(crate) fn fault(name: &str, what: impl std::fmt::Display) -> RunError {
    RunError::Other(format!("{name}: {what}").into())
}

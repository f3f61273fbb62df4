//! Rule sheets: parsed, checked, rendered and formatted.

use ludex_gdl::check::check;
use ludex_gdl::{Sheet, Source, format, library};

use crate::Reader;

pub const READER: Reader = Reader {
    name: "sheet",
    seeds: || {
        let games = ["tic-tac-toe", "nim", "pig", "rock-paper-scissors"];
        games.iter().filter_map(|name| library::find(name)).map(sheet_text).collect()
    },
    words: &[
        "(<= ",
        "(role ",
        "(init ",
        "(true ",
        "(does ",
        "(next ",
        "(legal ",
        "(goal ",
        "(base ",
        "(input ",
        "(sees ",
        "(not ",
        "(or ",
        "(distinct ",
        "terminal",
        "?x",
        "random",
        "; c\n",
    ],
    n_short: 600,
    check: survives,
};

fn sheet_text(game: library::Bundled) -> Vec<u8> {
    game.source().text().as_bytes().to_vec()
}

fn survives(bytes: &[u8]) -> bool {
    let source = Source::from_bytes("fuzz.kif", bytes);
    if let Ok(once) = format(&source) {
        let twice = format(&Source::new("fuzz.kif", once.as_str()));
        assert_eq!(Ok(&once), twice.as_ref(), "formatting is idempotent");
    }
    let (sheet, mut problems) = Sheet::parse(source);
    problems.extend(check(&sheet));
    for problem in &problems {
        assert!(!problem.render(sheet.source(), false).is_empty());
        assert!(problem.to_json(sheet.source()).is_object());
    }
    !problems.iter().any(|problem| problem.is_error())
}

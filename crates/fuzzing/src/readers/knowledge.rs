//! Knowledge of a game, as `ludex learn` stores it.

use std::sync::LazyLock;

use ludex_gdl::{Sheet, library};
use ludex_learn::{Identity, Knowledge};

use super::assert_same;
use crate::Reader;

pub const READER: Reader = Reader {
    name: "knowledge",
    seeds,
    words: &[
        "ludex knowledge 1\n",
        "ludex features 1\n",
        "ludex evaluator 1\n",
        "game ",
        "word ",
        " 1,0,2",
        " 0",
        "use yes\n",
        "role x\n",
        "; ",
        "cell",
        "mark",
    ],
    n_short: 2_000,
    check: survives,
};

static IDENTITY: LazyLock<Identity> = LazyLock::new(|| {
    let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").expect("bundled").source());
    Identity::of(&sheet)
});

fn seeds() -> Vec<Vec<u8>> {
    let features = "ludex features 1\nuse yes\ngreed 0.5\nothers 0.5\n\
        offensive x 100 (mark 2 3) if (cell 1 3 x) (cell 3 3 x)\n";
    let evaluator = "ludex evaluator 1\nrole x\n0.5 (cell 2 2 x)\n0.1 moves o\n";
    let empty = Knowledge {
        remarks: vec!["of tic-tac-toe".into()],
        identity: IDENTITY.clone(),
        features: None,
        evaluator: None,
        player: None,
    };
    let whole = format!("{empty}{features}{evaluator}");
    vec![empty.to_string().into_bytes(), whole.into_bytes()]
}

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = crate::text(bytes) else { return false };
    let Ok(knowledge) = Knowledge::parse(text) else { return false };
    let printed = knowledge.to_string();
    assert_same(&knowledge, &printed, Knowledge::parse(&printed));
    let _ = knowledge.in_words_of(&IDENTITY);
    true
}

//! Messages of the GGP protocol.

use ludex_server::Message;
use ludex_server::message::tidy;

use super::assert_same;
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "message",
    seeds: || {
        texts(&[
            "( INFO )",
            "(START m.1 x ((role x) (role o) (init (cell 1 1 b))) 10 1.5)",
            "( play m.1  ((mark 2 2) NOOP) ) )",
            "(PLAY m.1 NIL)",
            "(stop m.1 ((mark 1 1) noop))",
            "(abort m.1)",
            "(preview ((role x)) 10)",
        ])
    },
    words: &["(", ")", "START", "play", "STOP", "INFO", "NIL", "nil", "m.1", ";", "\n", "10", "("],
    n_short: 4_000,
    check: survives,
};

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let tidied = tidy(text);
    assert_eq!(tidy(&tidied), tidied, "of {text:?}");
    let Ok(message) = text.parse::<Message>() else { return false };
    let printed = message.to_string();
    assert_same(&message, &printed, printed.parse());
    true
}

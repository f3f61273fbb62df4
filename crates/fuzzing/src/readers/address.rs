//! Addresses of players.

use ludex_server::http::Address;

use super::assert_same;
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "address",
    seeds: || texts(&["http://127.0.0.1:9148", "localhost", "[::1]:9147", "http://a-b.c_d:1/"]),
    words: &["http://", "://", ":", "[", "]", "/", "65535", "65536", "localhost"],
    n_short: 3_000,
    check: survives,
};

fn survives(bytes: &[u8]) -> bool {
    let Some(address) = text(bytes).and_then(|text| text.parse::<Address>().ok()) else {
        return false;
    };
    let printed = address.to_string();
    assert_same(&address, &printed, printed.parse());
    true
}

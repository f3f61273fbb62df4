//! HTTP: requests of game managers, replies of players.

use ludex_server::http::{Bounds, parse_reply, parse_request};

use crate::{Reader, texts};

/// Requests.
pub const REQUEST: Reader = Reader {
    name: "request",
    seeds: || {
        texts(&[
            "POST / HTTP/1.0\r\nContent-Length: 8\r\n\r\n( INFO )",
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n(PLAY m.1 NIL)",
            "GET /%28%20INFO+%29 HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\nOrigin: x\r\n\r\n",
        ])
    },
    words: &[
        "POST ",
        "GET ",
        "HTTP/1.1",
        "\r\n",
        "\r\n\r\n",
        "Content-Length: ",
        "Expect: ",
        "Origin: ",
        "Transfer-Encoding: ",
        "%2",
        "%zz",
        "+",
        "(",
        ")",
        "99999999999999999999",
    ],
    n_short: 4_000,
    check: |bytes| match parse_request(bytes, &Bounds::default()) {
        Ok(request) => request.body.len() <= 3 * bytes.len(),
        Err(refusal) => (400..600).contains(&refusal.status) && bytes.starts_with(b"POST"),
    },
};

/// Replies.
pub const REPLY: Reader = Reader {
    name: "reply",
    seeds: || {
        texts(&[
            "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nready",
            "HTTP/1.1 200 OK\nLudex-Thought: 12\n\n(mark 1 1)",
        ])
    },
    words: &[
        "HTTP/1.0 ",
        "200 ",
        "OK",
        "\r\n",
        "\r\n\r\n",
        "Content-Length: ",
        "18446744073709551615",
    ],
    n_short: 4_000,
    check: |bytes| parse_reply(bytes).is_ok_and(|reply| reply.body.len() <= 3 * bytes.len()),
};

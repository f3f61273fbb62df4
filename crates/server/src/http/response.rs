//! Responses.

use std::io::{self, Write};

/// An answer to a request.
///
/// ```
/// let bytes = ludex_server::http::Response::text("ready").to_bytes();
/// let text = String::from_utf8(bytes).unwrap();
/// assert!(text.starts_with("HTTP/1.0 200 OK\r\nContent-type: text/acl\r\n"));
/// assert!(text.ends_with("\r\n\r\nready"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status, such as 200.
    pub status: u16,
    /// The content type of the body.
    pub kind: &'static str,
    /// A header of our own: its name and value.
    pub remark: Option<(&'static str, String)>,
    /// The body.
    pub body: String,
}

impl Response {
    /// A reply of the protocol.
    pub fn text(body: impl Into<String>) -> Self {
        Self { status: 200, kind: "text/acl", remark: None, body: body.into() }
    }

    /// A page for people.
    pub fn page(body: impl Into<String>) -> Self {
        Self { status: 200, kind: "text/html; charset=utf-8", remark: None, body: body.into() }
    }

    /// A refusal with its reason.
    pub fn refusal(status: u16, why: impl Into<String>) -> Self {
        Self { status, kind: "text/plain", remark: None, body: why.into() }
    }

    /// The bytes of the response.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { status, kind, body, .. } = self;
        let remark = self.remark.iter().map(|(name, text)| format!("{name}: {text}\r\n"));
        let remark: String = remark.collect();
        let reason = reason(*status);
        let length = body.len();
        format!(
            "HTTP/1.0 {status} {reason}\r\nContent-type: {kind}\r\nContent-Length: {length}\r\n\
             Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n\
             Access-Control-Allow-Headers: Content-Type\r\nConnection: close\r\n{remark}\r\n{body}"
        )
        .into_bytes()
    }

    /// Sends it, in one piece.
    pub fn send(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&self.to_bytes())?;
        to.flush()
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

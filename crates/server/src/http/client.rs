//! The client: sends a message and waits for the reply, within a time limit.

use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The address of a player.
///
/// ```
/// use ludex_server::http::Address;
///
/// let address: Address = "http://127.0.0.1:9148".parse().unwrap();
/// assert_eq!((address.host.as_str(), address.port), ("127.0.0.1", 9148));
/// assert_eq!("localhost".parse::<Address>().unwrap().to_string(), "http://localhost:9147");
/// assert!("https://x".parse::<Address>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// The name or number of the machine.
    pub host: String,
    /// The port; 9147 by default.
    pub port: u16,
}

/// The error of a text that is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no address; `http://127.0.0.1:9147` is")]
pub struct AddressError(String);

/// The default port of players.
pub(crate) const PORT: u16 = 9147;

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let wrong = || AddressError(text.into());
        let rest = match text.split_once("://") {
            Some(("http", rest)) => rest,
            Some(_) => return Err(wrong()),
            None => text,
        };
        let rest = rest.trim_end_matches('/');
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong())?)
            }
            _ => (rest, PORT),
        };
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ".-_[]:".contains(letter);
        if host.is_empty() || !host.chars().all(is_plain) {
            return Err(wrong());
        }
        Ok(Self { host: host.into(), port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}:{}", self.host, self.port)
    }
}

/// A reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The body, without blanks around it.
    pub body: String,
    /// The remark that Ludex players add in a header.
    pub remark: Option<String>,
}

/// The header of remarks on replies.
pub(crate) const REMARK: &str = "Ludex-Thought";

/// The time limit of connecting.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// The longest reply.
const REPLY_BYTES_MAX: usize = 64 << 10;

/// Sends a message and waits for the reply, not longer than `time_max` in all.
pub fn post(address: &Address, message: &str, time_max: Duration) -> std::io::Result<Reply> {
    let until = Instant::now() + time_max;
    let left = || {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
    };
    let mut stream = connect(address, &left)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(left()?))?;
    let Address { host, port } = address;
    let length = message.len();
    let request = format!(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: {host}:{port}\r\nSender: GAMESERVER\r\n\
         Receiver: PLAYER\r\nContent-Type: text/acl\r\nContent-Length: {length}\r\n\r\n{message}"
    );
    stream.write_all(request.as_bytes())?;
    let mut bytes = Vec::new();
    loop {
        if let Some(reply) = read_reply(&bytes, false)? {
            return Ok(reply);
        }
        if bytes.len() > REPLY_BYTES_MAX {
            return Err(odd("the reply is too long"));
        }
        stream.set_read_timeout(Some(left()?))?;
        let mut chunk = [0; 4096];
        match stream.read(&mut chunk) {
            Ok(0) => return read_reply(&bytes, true)?.ok_or_else(|| odd("there is no reply")),
            Ok(n) => bytes.extend_from_slice(&chunk[..n]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return Err(ErrorKind::TimedOut.into());
            }
            Err(error) => return Err(error),
        }
    }
}

fn connect(
    address: &Address,
    left: &impl Fn() -> std::io::Result<Duration>,
) -> std::io::Result<TcpStream> {
    let host = address.host.trim_start_matches('[').trim_end_matches(']');
    let mut failure = odd("there is no such machine");
    for place in (host, address.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&place, left()?.min(CONNECT_MAX)) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Reads a complete reply; for tests with arbitrary bytes.
///
/// ```
/// let reply = ludex_server::http::parse_reply(b"HTTP/1.0 200 OK\r\n\r\nready").unwrap();
/// assert_eq!(reply.body, "ready");
/// ```
pub fn parse_reply(bytes: &[u8]) -> std::io::Result<Reply> {
    read_reply(bytes, true)?.ok_or_else(|| odd("there is no reply"))
}

/// The reply, once it is complete.
fn read_reply(bytes: &[u8], is_all: bool) -> std::io::Result<Option<Reply>> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut response = httparse::Response::new(&mut headers);
    let n_head = match response.parse(bytes) {
        Ok(httparse::Status::Complete(n_head)) => n_head,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(error) => return Err(odd(format!("the reply is no HTTP: {error}"))),
    };
    let header = |name: &str| {
        let found = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        found.map(|header| String::from_utf8_lossy(header.value).trim().to_string())
    };
    let length = header("Content-Length").and_then(|length| length.parse::<usize>().ok());
    let body = &bytes[n_head..];
    let body = match length {
        Some(length) if body.len() >= length => &body[..length],
        _ if is_all => body,
        _ => return Ok(None),
    };
    let text = String::from_utf8_lossy(body).trim().to_string();
    match response.code {
        Some(200) => Ok(Some(Reply { body: text, remark: header(REMARK) })),
        code => Err(odd(format!("the player answered {}: {text}", code.unwrap_or(0)))),
    }
}

fn odd(what: impl Into<String>) -> std::io::Error {
    std::io::Error::other(what.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_come_in_many_ways() {
        let body = |text: &str, is_all| {
            let reply = read_reply(text.as_bytes(), is_all).expect("a reply");
            reply.map(|reply| reply.body)
        };
        let ready = Some("ready".to_string());
        assert_eq!(body("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nready", false), ready);
        assert_eq!(body("HTTP/1.0 200 OK\ncontent-length: 5\n\nready and more", false), ready);
        assert_eq!(body("HTTP/1.1 200 OK\r\n\r\n ready\r\n", true), ready);
        assert_eq!(body("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nready", true), ready);
        assert_eq!(body("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nready", false), None);
        assert_eq!(body("HTTP/1.0 200", false), None);
        assert!(read_reply(b"SSH-2.0\r\n", false).is_err());
        assert!(read_reply(b"HTTP/1.0 503 No\r\n\r\nbusy", true).is_err());
    }
}

//! Requests: read within bounds of size and time.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, TcpStream};
use std::time::{Duration, Instant};

use super::{Channel, Response};
use crate::message::{Heard, MessageScanner};

/// The bounds of requests.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The longest head, and the longest address in it.
    pub head_bytes_max: usize,
    /// The longest body. The largest public rule sheet has 0.4 MB.
    pub body_bytes_max: usize,
    /// The number of connections at a time.
    pub n_connections_max: usize,
    /// The time limit of a request, from the first byte to the last.
    pub receive_max: Duration,
    /// The time limit between two reads.
    pub silence_max: Duration,
    /// Whether requests of web pages are refused.
    pub refuses_pages: bool,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            head_bytes_max: 64 << 10,
            body_bytes_max: 4 << 20,
            n_connections_max: 256,
            receive_max: Duration::from_secs(10),
            silence_max: Duration::from_secs(3),
            refuses_pages: true,
        }
    }
}

/// The number of headers: more than any manager sends.
const N_HEADERS_MAX: usize = 64;

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its number in this process, for the log.
    pub number: u64,
    /// The time of the connection: clocks run from here.
    pub arrived: Instant,
    /// The time that it took to arrive.
    pub receiving: Duration,
    /// The path, decoded.
    pub path: String,
    /// Its sender and its addressee.
    pub channel: Channel,
    /// The message: the body, or its equivalent in a `GET`.
    pub body: String,
}

/// The parts of the head.
struct Head {
    is_get: bool,
    target: String,
    length: Option<usize>,
    wants_go_ahead: bool,
    host: Option<String>,
    receiver: Option<String>,
    n_bytes: usize,
}

/// The source of a request's bytes.
pub(super) trait Stream: Read + Write {
    /// Sets the time limit of a read.
    fn set_patience(&mut self, patience: Duration) -> std::io::Result<()>;

    /// The machine of the sender.
    fn peer(&self) -> Option<IpAddr>;
}

impl Stream for TcpStream {
    fn set_patience(&mut self, patience: Duration) -> std::io::Result<()> {
        self.set_read_timeout(Some(patience))
    }

    fn peer(&self) -> Option<IpAddr> {
        self.peer_addr().ok().map(|address| address.ip().to_canonical())
    }
}

/// A complete request.
struct Bytes<'a>(&'a [u8]);

impl Read for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Bytes<'_> {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        Ok(buffer.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Stream for Bytes<'_> {
    fn set_patience(&mut self, _: Duration) -> std::io::Result<()> {
        Ok(())
    }

    fn peer(&self) -> Option<IpAddr> {
        None
    }
}

/// Reads a request from bytes as the server reads it from a connection; for tests with
/// arbitrary bytes.
///
/// ```
/// use ludex_server::http::{Bounds, parse_request};
///
/// let bytes = b"POST / HTTP/1.0\r\nContent-Length: 8\r\n\r\n( INFO )";
/// assert_eq!(parse_request(bytes, &Bounds::default()).unwrap().body, "( INFO )");
/// assert_eq!(parse_request(b"SSH-2.0\r\n", &Bounds::default()).unwrap_err().status, 400);
/// ```
pub fn parse_request(bytes: &[u8], bounds: &Bounds) -> Result<Request, Response> {
    read(&mut Bytes(bytes), bounds, Instant::now(), 0)
}

/// Reads a request, or returns the refusal.
pub(super) fn read(
    stream: &mut dyn Stream,
    bounds: &Bounds,
    arrived: Instant,
    number: u64,
) -> Result<Request, Response> {
    let mut buffer = Vec::with_capacity(4096);
    let mut reader = Reader { stream, until: arrived + bounds.receive_max, bounds };
    let head = loop {
        if !reader.more(&mut buffer)? {
            return Err(Response::refusal(400, "the request ends before it has begun"));
        }
        if let Some(head) = parse_head(&buffer, bounds)? {
            break head;
        }
        if buffer.len() > bounds.head_bytes_max {
            return Err(Response::refusal(431, "the head of the request is too long"));
        }
    };
    let path = decode(&head.target);
    let body = match head.is_get {
        true => path.trim_start_matches(['/', '?']).to_string(),
        false => {
            buffer.drain(..head.n_bytes);
            read_body(&mut reader, buffer, &head)?
        }
    };
    let channel = Channel { peer: reader.stream.peer(), host: head.host, receiver: head.receiver };
    Ok(Request { number, arrived, receiving: arrived.elapsed(), path, channel, body })
}

/// Reads the body: to the length in the head, to the last bracket of the message or to
/// the end of the connection, whichever comes first.
fn read_body(reader: &mut Reader<'_>, mut body: Vec<u8>, head: &Head) -> Result<String, Response> {
    let too_long = || Response::refusal(413, "the body of the request is too long");
    let n_bytes_max = reader.bounds.body_bytes_max;
    if head.length.is_some_and(|length| length > n_bytes_max) {
        return Err(too_long());
    }
    if head.wants_go_ahead && body.is_empty() {
        let _ = reader.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
    }
    let mut scanner = MessageScanner::default();
    let mut n_heard = 0;
    loop {
        if let Some(length) = head.length {
            body.truncate(length);
        }
        match scanner.hear(&body[n_heard..]) {
            Heard::All => break,
            Heard::Nonsense(error) => return Err(Response::refusal(400, error.to_string())),
            Heard::Part => n_heard = body.len(),
        }
        if head.length.is_some_and(|length| body.len() >= length) {
            break;
        }
        if body.len() > n_bytes_max {
            return Err(too_long());
        }
        if !reader.more(&mut body)? {
            break;
        }
    }
    Ok(String::from_utf8(body)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Reads within time limits.
struct Reader<'a> {
    stream: &'a mut dyn Stream,
    until: Instant,
    bounds: &'a Bounds,
}

impl Reader<'_> {
    /// Waits for more bytes; `false` at the end.
    fn more(&mut self, buffer: &mut Vec<u8>) -> Result<bool, Response> {
        let slow = || Response::refusal(408, "the request took too long to come in");
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(slow());
        }
        let patience = left.min(self.bounds.silence_max);
        // Without a time limit, a read could wait without end.
        if self.stream.set_patience(patience).is_err() {
            return Err(slow());
        }
        let mut chunk = [0; 16 << 10];
        match self.stream.read(&mut chunk) {
            Ok(0) => Ok(false),
            Ok(n) => {
                buffer.extend_from_slice(&chunk[..n]);
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(true),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Err(slow())
            }
            Err(_) => Ok(false),
        }
    }
}

/// The head, once it is complete.
fn parse_head(bytes: &[u8], bounds: &Bounds) -> Result<Option<Head>, Response> {
    let mut headers = [httparse::EMPTY_HEADER; N_HEADERS_MAX];
    let mut request = httparse::Request::new(&mut headers);
    let n_bytes = match request.parse(bytes) {
        Ok(httparse::Status::Complete(n_bytes)) => n_bytes,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(Response::refusal(431, "the request has too many headers"));
        }
        Err(error) => return Err(Response::refusal(400, format!("no HTTP request: {error}"))),
    };
    let header = |name: &str| {
        let found = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        found.map(|header| String::from_utf8_lossy(header.value).trim().to_string())
    };
    // Browsers send the origin of a request: one header for forms and scripts, others for
    // pictures. No web page may start matches.
    let is_led = header("Sec-Fetch-Site").is_some_and(|site| !site.eq_ignore_ascii_case("none"));
    let is_of_page = header("Origin").is_some() || header("Referer").is_some() || is_led;
    if bounds.refuses_pages && is_of_page {
        return Err(Response::refusal(403, "requests of web pages are refused"));
    }
    if header("Transfer-Encoding").is_some_and(|coding| !coding.eq_ignore_ascii_case("identity")) {
        return Err(Response::refusal(501, "only plain bodies are read"));
    }
    let method = request.method.unwrap_or_default();
    let is_get = method.eq_ignore_ascii_case("GET");
    if !is_get && !method.eq_ignore_ascii_case("POST") {
        return Err(Response::refusal(405, "only POST and GET are understood"));
    }
    let wrong = |_| Response::refusal(400, "the length of the body is no number");
    let length = header("Content-Length").filter(|length| !length.is_empty());
    // A length that does not fit into a number is too long.
    let parse = |length: String| match length.bytes().all(|byte| byte.is_ascii_digit()) {
        true => Ok(length.parse().unwrap_or(usize::MAX)),
        false => length.parse::<usize>().map_err(wrong),
    };
    Ok(Some(Head {
        is_get,
        target: request.path.unwrap_or_default().to_string(),
        length: length.map(parse).transpose()?,
        wants_go_ahead: header("Expect").is_some(),
        host: header("Host"),
        receiver: header("Receiver"),
        n_bytes,
    }))
}

/// Decodes percent encoding.
fn decode(text: &str) -> String {
    let hex = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let pair = || Some(16 * hex(*bytes.get(at + 1)?)? + hex(*bytes.get(at + 2)?)?);
        let (byte, length) = match bytes[at] {
            b'%' => pair().map_or((b'%', 1), |byte| (byte, 3)),
            b'+' => (b' ', 1),
            byte => (byte, 1),
        };
        decoded.push(byte);
        at += length;
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_decoded() {
        assert_eq!(decode("/%28%20INFO+%29"), "/( INFO )");
        assert_eq!(decode("/%2"), "/%2");
        assert_eq!(decode("/%zz%C3%A4"), "/%zzä");
    }
}

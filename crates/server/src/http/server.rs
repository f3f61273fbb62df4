//! The server: a thread for each connection, up to a number of connections.

use std::io::Read;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tracing::{debug, info_span, warn};

use super::request::{self, Bounds, Request};
use super::response::Response;

/// Answers requests until it is dropped.
///
/// ```
/// use std::sync::Arc;
/// use std::time::Duration;
/// use ludex_server::http::{Bounds, Response, Server, post};
///
/// let answer = |request: ludex_server::http::Request| Response::text(request.body.to_uppercase());
/// let server = Server::open("127.0.0.1:0", Bounds::default(), Arc::new(answer)).unwrap();
/// let address = format!("http://{}", server.address()).parse().unwrap();
/// let reply = post(&address, "(info)", Duration::from_secs(1)).unwrap();
/// assert_eq!(reply.body, "(INFO)");
/// ```
pub struct Server {
    address: SocketAddr,
    is_closed: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The function that answers requests.
type Handler = Arc<dyn Fn(Request) -> Response + Send + Sync>;

/// The data that connections share.
struct Shared {
    bounds: Bounds,
    handler: Handler,
    n_connections: AtomicUsize,
    next_number: AtomicU64,
}

/// The time limit of sending an answer.
const SEND_MAX: Duration = Duration::from_secs(2);

/// The time to go on reading from a sender that was answered before its request was
/// complete: the answer would be lost if the connection were closed at once.
const LINGER_MAX: Duration = Duration::from_millis(500);

/// The stack of threads that mostly wait.
const STACK_BYTES: usize = 256 << 10;

impl Server {
    /// Listens at an address, such as `127.0.0.1:9147`.
    pub fn open(address: &str, bounds: Bounds, handler: Handler) -> std::io::Result<Self> {
        Self::listen(TcpListener::bind(address)?, bounds, handler)
    }

    /// Listens where a listener does.
    pub fn listen(
        listener: TcpListener,
        bounds: Bounds,
        handler: Handler,
    ) -> std::io::Result<Self> {
        let address = listener.local_addr()?;
        let is_closed = Arc::new(AtomicBool::new(false));
        let (n_connections, next_number) = (AtomicUsize::new(0), AtomicU64::new(1));
        let shared = Arc::new(Shared { bounds, handler, n_connections, next_number });
        let closed = Arc::clone(&is_closed);
        let thread = std::thread::Builder::new()
            .name("listener".into())
            .spawn(move || accept(&listener, &shared, &closed))?;
        Ok(Self { address, is_closed, thread: Some(thread) })
    }

    /// The address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Blocks while the server listens.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        self.is_closed.store(true, Relaxed);
        // A connection wakes the listener.
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
        }
        if TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok() {
            let _ = thread.join();
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>, is_closed: &AtomicBool) {
    for stream in listener.incoming() {
        let arrived = Instant::now();
        if is_closed.load(Relaxed) {
            return;
        }
        let Ok(stream) = stream else {
            // Most likely out of file descriptors: others will be closed soon.
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        let (place, n_others) = Place::take(shared);
        let bound = shared.bounds.n_connections_max;
        if n_others >= 2 * bound {
            // Beyond this number, connections are closed without an answer.
            continue;
        }
        let thread = std::thread::Builder::new().name("connection".into()).stack_size(STACK_BYTES);
        let shared = Arc::clone(shared);
        let started = thread.spawn(move || {
            let _place = place;
            converse(stream, &shared, arrived, n_others < bound);
        });
        if let Err(error) = started {
            warn!(%error, "no thread for a connection");
        }
    }
}

/// A connection counts for as long as it lasts.
struct Place(Arc<Shared>);

impl Place {
    /// Takes a place, and returns the number of those taken before.
    fn take(shared: &Arc<Shared>) -> (Self, usize) {
        let n_others = shared.n_connections.fetch_add(1, Relaxed);
        (Self(Arc::clone(shared)), n_others)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.n_connections.fetch_sub(1, Relaxed);
    }
}

/// Reads one request and answers it.
fn converse(mut stream: TcpStream, shared: &Shared, arrived: Instant, has_place: bool) {
    let number = shared.next_number.fetch_add(1, Relaxed);
    let _span = info_span!("request", number).entered();
    let _ = stream.set_nodelay(true);
    let _ = stream.set_write_timeout(Some(SEND_MAX));
    let response = match has_place {
        false => Response::refusal(503, "too many connections"),
        true => match request::read(&mut stream, &shared.bounds, arrived, number) {
            Ok(request) => (shared.handler)(request),
            Err(refusal) => refusal,
        },
    };
    if response.status != 200 {
        debug!(status = response.status, why = response.body, "refused");
    }
    if let Err(error) = response.send(&mut stream) {
        warn!(%error, "the answer could not be sent");
        return;
    }
    linger(&mut stream);
}

/// Waits a moment for the other side to close.
fn linger(stream: &mut TcpStream) {
    let until = Instant::now() + LINGER_MAX;
    let _ = stream.shutdown(Shutdown::Write);
    let mut chunk = [0; 16 << 10];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return;
        }
        match stream.read(&mut chunk) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

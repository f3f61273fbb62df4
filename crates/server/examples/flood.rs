//! Thousands of requests that nobody should send, and how soon each is refused.
//!
//! ```text
//! cargo run --release -p ludex-server --example flood -- 127.0.0.1:9147 10000 4
//! ```
//!
//! The second number is how many are sent at a time.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use ludex_game::{Rng, rng};
use rand::Rng as _;

fn main() {
    let mut args = std::env::args().skip(1);
    let address = args.next().unwrap_or_else(|| "127.0.0.1:9147".into());
    let mut number = |usual: u64| args.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (n_requests, n_threads) = (number(10_000), number(4));
    let next = AtomicU64::new(0);
    let seen = Mutex::new((BTreeMap::<(usize, String), u32>::new(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= n_requests {
                        return;
                    }
                    let kind = number as usize % KINDS.len();
                    let bytes = nonsense(&mut rng(1, number), kind);
                    let (reply, time) = send(&address, &bytes);
                    let mut seen = seen.lock().expect("no thread panics");
                    *seen.0.entry((kind, reply)).or_default() += 1;
                    seen.1.push(time.as_secs_f64() * 1000.0);
                }
            });
        }
    });
    let (replies, mut times) = seen.into_inner().expect("no thread panics");
    for ((kind, reply), count) in &replies {
        println!("{count:>7}  {:<32} {reply}", KINDS[*kind]);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} requests; refused after {:.1} ms (half), {:.1} ms (99%), {:.1} ms (last)",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

const KINDS: [&str; 10] = [
    "random bytes",
    "random bytes as a body",
    "random text as a body",
    "a message cut short",
    "1 MB of opening brackets",
    "1 MB of pairs of brackets",
    "a match that does not exist",
    "a huge content length",
    "a web page",
    "a rule sheet that is none",
];

/// A request of some kind that should be refused.
fn nonsense(rng: &mut Rng, kind: usize) -> Vec<u8> {
    let n_bytes = rng.random_range(1..2000);
    let noise: Vec<u8> = (0..n_bytes).map(|_| rng.random()).collect();
    let text: String = (0..n_bytes).map(|_| char::from(rng.random_range(32..127u8))).collect();
    let of = |body: &[u8]| {
        let head = format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n", body.len());
        [head.as_bytes(), body].concat()
    };
    let whole = "(START nobody white ((role white) (init (cell 1 1 b))) 10 10)";
    match kind {
        0 => noise,
        1 => of(&noise),
        2 => of(text.as_bytes()),
        3 => of(&whole.as_bytes()[..rng.random_range(0..whole.len())]),
        4 => of(&vec![b'('; 1 << 20]),
        5 => of("()".repeat(1 << 19).as_bytes()),
        6 => of(format!("(PLAY nobody.{} ((mark 1 1) noop))", rng.random::<u32>()).as_bytes()),
        7 => format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n(INFO", u64::MAX).into_bytes(),
        8 => b"POST / HTTP/1.0\r\nOrigin: http://example.org\r\n\r\n(INFO)".to_vec(),
        _ => {
            of(format!("(START n.{} x ((<= (legal x ?y))) 10 10)", rng.random::<u32>()).as_bytes())
        }
    }
}

/// Sends bytes; tells the status and the body of the reply if it is short, and how
/// long after the last byte it came.
fn send(address: &str, bytes: &[u8]) -> (String, Duration) {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return ("no connection".into(), Duration::ZERO);
    };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
    // The other side may have had enough before all is sent.
    let _ = stream.write_all(bytes);
    let sent = Instant::now();
    let _ = stream.shutdown(Shutdown::Write);
    let (mut reply, mut chunk, mut time) = (Vec::new(), [0; 1024], None);
    while let Ok(n @ 1..) = stream.read(&mut chunk) {
        time.get_or_insert_with(|| sent.elapsed());
        reply.extend_from_slice(&chunk[..n]);
    }
    let reply = String::from_utf8_lossy(&reply).into_owned();
    let status = reply.lines().next().unwrap_or("no reply").to_string();
    let body = reply.rsplit("\r\n").next().unwrap_or_default();
    let shown = if status.contains("200") { format!("{status}: {body}") } else { status };
    (shown, time.unwrap_or(Duration::MAX))
}

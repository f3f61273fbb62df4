//! Ctrl-C and requests to end: what is kept, and how to go on.
//!
//! A command that can be gone on with leaves a [`hint`]. When the process is
//! interrupted, the hint is printed and the process ends at once: stores and run
//! files are whole at any moment, and files that are being written are finished.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What tells how to go on.
pub trait Hint: Send {
    /// What is kept, and how to go on.
    fn text(&self) -> String;
}

impl<F: Fn() -> String + Send> Hint for F {
    fn text(&self) -> String {
        self()
    }
}

impl Hint for &'static str {
    fn text(&self) -> String {
        self.to_string()
    }
}

static HINT: Mutex<Option<Arc<Mutex<dyn Hint>>>> = Mutex::new(None);

/// Takes its hint back when it goes.
pub struct Hinted(());

/// Has a hint printed if the process is interrupted from now on, as long as what
/// is returned lives.
pub fn hint(hint: impl Hint + 'static) -> Hinted {
    *lock(&HINT) = Some(Arc::new(Mutex::new(hint)));
    Hinted(())
}

impl Drop for Hinted {
    fn drop(&mut self) {
        *lock(&HINT) = None;
    }
}

/// Begins to listen for signals.
#[cfg(unix)]
pub fn listen() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // Where signals cannot be listened for, they end the process as they do.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            end(128 + signal);
        }
    };
    let _ = std::thread::Builder::new().name("signals".into()).spawn(wait);
}

/// Elsewhere signals end the process as they do.
#[cfg(not(unix))]
pub fn listen() {}

/// Prints the hint, and ends the process.
#[cfg(unix)]
fn end(code: i32) {
    use std::io::{IsTerminal, Write};

    let hint = lock(&HINT).clone();
    let mut stderr = std::io::stderr().lock();
    // Over a bar of progress, and what the terminal shows of the key.
    let clear = if stderr.is_terminal() { "\r\x1b[K" } else { "" };
    let text = hint.map(|hint| format!("{}\n", lock(&hint).text())).unwrap_or_default();
    // A closed pipe does not matter here.
    let _ = write!(stderr, "{clear}{text}");
    let _writing = ludex_support::atomic_file::writing();
    std::process::exit(code);
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The clock: search itself never looks at one.

use std::time::{Duration, Instant};

use game::{Playable, RoleId};
use search::{PlayerFault, Report, Seat, Stop};

/// Due when this much time has passed from now on; never if there is no limit.
///
/// ```
/// use std::time::Duration;
///
/// assert!(arena::stop_after(None).is_never());
/// assert!(arena::stop_after(Some(Duration::ZERO)).is_due());
/// ```
pub fn stop_after(time_max: Option<Duration>) -> Stop {
    match time_max {
        None => Stop::never(),
        Some(time_max) => {
            let end = Instant::now() + time_max;
            Stop::when(move || Instant::now() >= end)
        }
    }
}

/// Asks a seat for a move under its clock, and reads its fault.
///
/// ```
/// use std::sync::Arc;
/// use game::{Game, RoleId, examples::Nim};
/// use search::{Context, Spec};
///
/// let nim = Arc::new(Nim::new(&[3, 4, 5]));
/// let spec = Spec::parse("uct:time=1ms").unwrap();
/// let mut seat = spec.seat(&nim, &Context::default()).unwrap();
/// assert!(arena::ask(&mut seat, &nim.initial(), RoleId(0)).is_ok());
/// ```
pub fn ask<G: Playable>(
    seat: &mut Seat<G>,
    state: &G::State,
    role: RoleId,
) -> Result<Report<G::Move>, PlayerFault> {
    let stop = stop_after(seat.time_max);
    seat.choose(state, role, &stop)
}

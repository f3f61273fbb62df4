//! A little HTTP: one message a connection, everything bounded.
//!
//! The protocol wants no more than that, and threads of their own leave those
//! that search alone.

mod client;
mod request;
mod response;
mod server;

pub(crate) use client::REMARK;
pub use client::{Address, AddressError, Reply, parse_reply, post};
pub use request::{Bounds, Request, parse_request};
pub use response::Response;
pub use server::Server;

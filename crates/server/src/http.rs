//! The subset of HTTP that the protocol needs: one message a connection, with bounds on
//! sizes and times. Connections have threads of their own, so that searches never wait
//! for the network.

mod channel;
mod client;
mod request;
mod response;
mod server;

pub use channel::Channel;
pub(crate) use client::REMARK;
pub use client::{Address, AddressError, Reply, parse_reply, post};
pub use request::{Bounds, Request, parse_request};
pub use response::Response;
pub use server::Server;

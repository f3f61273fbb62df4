//! Channels: the marks by which the requests to several seats can be told apart.

use std::net::IpAddr;

/// Where a request comes from and whom it is addressed to, besides the message.
///
/// All messages but START name only their match. A manager that has us in several seats
/// of one match is understood if it sends the messages of each seat on a channel of its
/// own: with another name of the player, or to another name of our machine.
///
/// ```
/// use ludex_server::http::{Bounds, parse_request};
///
/// let request = b"POST / HTTP/1.0\r\nHost: localhost\r\nReceiver: Anna\r\n\r\n( INFO )";
/// let channel = parse_request(request, &Bounds::default()).unwrap().channel;
/// assert_eq!(channel.receiver.as_deref(), Some("Anna"));
/// assert_eq!(channel.host.as_deref(), Some("localhost"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Channel {
    /// The machine of the sender.
    pub peer: Option<IpAddr>,
    /// Our machine as the sender names it: the header `Host`.
    pub host: Option<String>,
    /// The player as the sender names it: the header `Receiver`.
    pub receiver: Option<String>,
}

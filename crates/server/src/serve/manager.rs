//! What the service reports to the manager that started it, by the protocol of `sd_notify(3)`: datagrams to the socket that
//! `NOTIFY_SOCKET` names. Without one nothing is reported.

use std::ffi::OsStr;
use std::io;
#[cfg(unix)]
use std::os::unix::net::UnixDatagram;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;

/// A manager such as systemd.
#[derive(Debug, Default)]
pub(super) struct Manager {
    #[cfg(unix)]
    socket: Option<UnixDatagram>,
    /// How often it wants a sign of life.
    watchdog: Option<Duration>,
}

impl Manager {
    /// The manager that the environment names.
    pub(super) fn of_environment() -> Self {
        let variable = |name: &str| std::env::var_os(name);
        let number = |name: &str| variable(name)?.to_str()?.parse::<u64>().ok();
        let is_ours = number("WATCHDOG_PID").is_none_or(|id| id == u64::from(std::process::id()));
        let watchdog = number("WATCHDOG_USEC").filter(|usec| is_ours && *usec > 0).map(Duration::from_micros);
        let Some(address) = variable("NOTIFY_SOCKET").filter(|address| !address.is_empty()) else {
            return Self::default();
        };
        Self::at(&address, watchdog).unwrap_or_else(|error| {
            tracing::warn!(%error, "NOTIFY_SOCKET cannot be used; the service manager hears nothing");
            Self::default()
        })
    }

    /// A path, or a name of Linux's abstract namespace after an `@`.
    #[cfg(unix)]
    fn at(address: &OsStr, watchdog: Option<Duration>) -> io::Result<Self> {
        let socket = UnixDatagram::unbound()?;
        match address.as_encoded_bytes().strip_prefix(b"@") {
            None => socket.connect(address)?,
            Some(name) => connect_to_name(&socket, name)?,
        }
        // Reporting never holds the service up.
        socket.set_nonblocking(true)?;
        Ok(Self { socket: Some(socket), watchdog })
    }

    #[cfg(not(unix))]
    fn at(_: &OsStr, _: Option<Duration>) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Reports a state, such as `READY=1`. What cannot be sent is lost: the manager has its own timeouts.
    pub(super) fn say(&self, state: &str) {
        #[cfg(unix)]
        if let Some(Err(error)) = self.socket.as_ref().map(|socket| socket.send(state.as_bytes())) {
            tracing::debug!(%error, state, "the service manager was not notified");
        }
        #[cfg(not(unix))]
        tracing::trace!(state, "no service manager");
    }

    /// Gives signs of life from `runtime`, twice as often as they are expected, for as long as it turns. This is the runtime
    /// that publishes and fetches: once it hangs, the manager starts the service again.
    pub(super) fn watch(self: &Arc<Self>, runtime: &Runtime) {
        let Some(every) = self.watchdog.map(|most| most / 2) else { return };
        let manager = Arc::clone(self);
        runtime.spawn(async move {
            let mut turns = tokio::time::interval(every);
            loop {
                turns.tick().await;
                manager.say("WATCHDOG=1");
            }
        });
    }
}

#[cfg(target_os = "linux")]
fn connect_to_name(socket: &UnixDatagram, name: &[u8]) -> io::Result<()> {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::net::SocketAddr;

    socket.connect_addr(&SocketAddr::from_abstract_name(name)?)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn connect_to_name(_: &UnixDatagram, _: &[u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests;

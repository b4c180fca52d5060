//! Reports to the service manager by the protocol of `sd_notify(3)`: datagrams to the socket named by `NOTIFY_SOCKET`.
//! Without that variable nothing is reported.

use std::ffi::OsStr;
use std::io;
#[cfg(unix)]
use std::os::unix::net::UnixDatagram;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;

/// A service manager such as systemd.
#[derive(Debug, Default)]
pub(super) struct Manager {
    #[cfg(unix)]
    socket: Option<UnixDatagram>,
    /// Watchdog interval.
    watchdog: Option<Duration>,
}

impl Manager {
    /// Reads the manager from the environment.
    pub(super) fn of_environment() -> Self {
        let variable = |name: &str| std::env::var_os(name);
        let number = |name: &str| variable(name)?.to_str()?.parse::<u64>().ok();
        let is_ours = number("WATCHDOG_PID").is_none_or(|id| id == u64::from(std::process::id()));
        let watchdog = number("WATCHDOG_USEC").filter(|usec| is_ours && *usec > 0).map(Duration::from_micros);
        let Some(address) = variable("NOTIFY_SOCKET").filter(|address| !address.is_empty()) else {
            return Self::default();
        };
        Self::at(&address, watchdog).unwrap_or_else(|error| {
            tracing::warn!(%error, "cannot use NOTIFY_SOCKET; the service manager is not notified");
            Self::default()
        })
    }

    /// Connects to a path, or to a name in Linux's abstract namespace after an `@`.
    #[cfg(unix)]
    fn at(address: &OsStr, watchdog: Option<Duration>) -> io::Result<Self> {
        let socket = UnixDatagram::unbound()?;
        match address.as_encoded_bytes().strip_prefix(b"@") {
            None => socket.connect(address)?,
            Some(name) => connect_to_name(&socket, name)?,
        }
        // Reporting never blocks the service.
        socket.set_nonblocking(true)?;
        Ok(Self { socket: Some(socket), watchdog })
    }

    #[cfg(not(unix))]
    fn at(_: &OsStr, _: Option<Duration>) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Reports a state, such as `READY=1`. A message that cannot be sent is lost: the manager has its own timeouts.
    pub(super) fn notify(&self, state: &str) {
        #[cfg(unix)]
        if let Some(Err(error)) = self.socket.as_ref().map(|socket| socket.send(state.as_bytes())) {
            tracing::debug!(%error, state, "the service manager was not notified");
        }
        #[cfg(not(unix))]
        tracing::trace!(state, "no service manager");
    }

    /// Sends watchdog messages from `runtime` at twice the required rate, as long as the runtime makes progress. This
    /// is the runtime that publishes and fetches: if it hangs, the manager restarts the service.
    pub(super) fn watch(self: &Arc<Self>, runtime: &Runtime) {
        let Some(every) = self.watchdog.map(|most| most / 2) else { return };
        let manager = Arc::clone(self);
        runtime.spawn(async move {
            let mut turns = tokio::time::interval(every);
            loop {
                turns.tick().await;
                manager.notify("WATCHDOG=1");
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

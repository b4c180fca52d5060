//! Signals: SIGTERM and SIGINT stop the service, also during the start. SIGHUP, which logrotate and `systemctl reload`
//! send, does not end it.

use std::io;

use tokio::runtime::Runtime;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Receives the signals that stop the service. No signal is lost after it is created.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct Stop {
    terminate: Signal,
    interrupt: Signal,
}

#[cfg(unix)]
impl Stop {
    /// Registers the signal handlers on `runtime`.
    ///
    /// # Errors
    /// Returns the system's error if the handlers cannot be registered.
    pub(super) fn listen(runtime: &Runtime) -> io::Result<Self> {
        let _entered = runtime.enter();
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits until the process is asked to stop.
    pub(super) async fn told(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(not(unix))]
#[derive(Debug)]
pub(super) struct Stop;

#[cfg(not(unix))]
impl Stop {
    pub(super) fn listen(_: &Runtime) -> io::Result<Self> {
        Ok(Self)
    }

    pub(super) async fn told(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Logs SIGHUP instead of ending, for the lifetime of the runtime.
///
/// # Errors
/// Returns the system's error if the handler cannot be registered.
#[cfg(unix)]
pub(super) fn ignore_hangups(runtime: &Runtime) -> io::Result<()> {
    let _entered = runtime.enter();
    let mut hangups = signal(SignalKind::hangup())?;
    runtime.spawn(async move {
        while hangups.recv().await.is_some() {
            tracing::info!("SIGHUP: nothing to reload; settings are read when the service starts");
        }
    });
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn ignore_hangups(_: &Runtime) -> io::Result<()> {
    Ok(())
}

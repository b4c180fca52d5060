//! Signals: SIGTERM and SIGINT stop the service, also during the start. SIGHUP reloads settings.

use std::io;

use tokio::runtime::Runtime;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::reload::Reloader;

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
    pub(super) async fn requested(&mut self) {
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

    pub(super) async fn requested(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Receives SIGHUP, which does not end the process. Signals that came before [`HangupSignals::handle`] are handled then.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct HangupSignals(Signal);

#[cfg(unix)]
impl HangupSignals {
    /// Registers the signal handler on `runtime`.
    ///
    /// # Errors
    /// Returns the system's error if the handler cannot be registered.
    pub(super) fn listen(runtime: &Runtime) -> io::Result<Self> {
        let _entered = runtime.enter();
        Ok(Self(signal(SignalKind::hangup())?))
    }

    /// Calls `reload` for each signal, for the lifetime of the runtime.
    pub(super) fn handle(mut self, runtime: &Runtime, mut reload: Reloader) {
        runtime.spawn(async move {
            while self.0.recv().await.is_some() {
                reload.reload();
            }
        });
    }
}

#[cfg(not(unix))]
#[derive(Debug)]
pub(super) struct HangupSignals;

#[cfg(not(unix))]
impl HangupSignals {
    pub(super) fn listen(_: &Runtime) -> io::Result<Self> {
        Ok(Self)
    }

    pub(super) fn handle(self, _: &Runtime, _: Reloader) {}
}

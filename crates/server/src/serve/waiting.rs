//! The time from the first socket to a ready service. While the database cannot be reached, the service waits and
//! answers that it is starting. It ends only for a problem that a person has to correct.

use std::net::TcpListener;
use std::pin::pin;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::rt::System;
use http_api::starting::{self, Phase};
use tokio::runtime::Runtime;
use tokio::sync::watch;

use super::manager::Manager;
use super::signals::Stop;
use super::{PreparedService, ServeError, prepare};
use crate::config::Config;

/// Wait after the first failed attempt; doubled each time up to the maximum.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// Number of failed attempts after which the same reason is logged again.
const QUIET_ATTEMPTS: u32 = 15;
/// A start that takes longer reports so at `/readyz`.
const USUAL: Duration = Duration::from_secs(20);
/// Time for an accepted connection to reach its worker.
const HANDOVER: Duration = Duration::from_millis(100);

/// Outcome of the start.
pub(super) enum Outcome {
    /// The service is ready; the sender stops its tasks.
    Ready(Box<PreparedService>, watch::Sender<bool>),
    /// The process was asked to stop first.
    Stopped,
}

/// A server that answers on the sockets of the service until it is closed.
struct StartingServer {
    handle: ServerHandle,
    thread: JoinHandle<()>,
}

impl StartingServer {
    fn open(listeners: Vec<TcpListener>, phase: watch::Receiver<Phase>) -> Result<Self, ServeError> {
        let (started, handle) = mpsc::sync_channel(1);
        let answer = move || {
            System::new().block_on(async {
                match starting::server(listeners, phase) {
                    Ok(server) => {
                        let _ = started.send(Ok(server.handle()));
                        if let Err(error) = server.await {
                            tracing::warn!(%error, "cannot answer requests during the start");
                        }
                    }
                    Err(error) => drop(started.send(Err(error))),
                }
            });
        };
        let thread = thread::Builder::new().name("starting".to_owned()).spawn(answer)?;
        let handle = handle.recv().map_err(|_| std::io::Error::other("the thread `starting` ended"))??;
        Ok(Self { handle, thread })
    }

    /// Releases the sockets without losing a connection: it accepts no more connections, answers the accepted ones, and
    /// leaves later ones to the service.
    async fn close(self, phase: &watch::Sender<Phase>) {
        self.handle.pause().await;
        // The accepting thread notices the change a moment later.
        tokio::time::sleep(HANDOVER).await;
        phase.send_replace(Phase::Later);
        // A connection may be between the socket and the worker.
        tokio::time::sleep(HANDOVER).await;
        self.handle.stop(true).await;
        // A thread that panicked has closed its sockets as well.
        let _ = self.thread.join();
    }
}

/// Prepares the service, and retries until it succeeds. After a first failure or a slow start, `listeners` are answered
/// in the meantime.
///
/// # Errors
/// Returns the first error that waiting cannot cure.
pub(super) fn prepared(
    config: &Arc<Config>,
    background: &Runtime,
    listeners: Vec<TcpListener>,
    manager: &Manager,
    told: &mut Stop,
) -> Result<Outcome, ServeError> {
    let (phase, phases) = watch::channel(Phase::First);
    background.block_on(async {
        let mut attempts = pin!(attempts(config, background, manager, &phase));
        let mut failed = phases.clone();
        tokio::select! {
            () = told.requested() => return Ok(Outcome::Stopped),
            outcome = &mut attempts => return outcome,
            _ = failed.wait_for(|phase| *phase == Phase::Later) => {}
            () = tokio::time::sleep(USUAL) => {}
        }
        let porch = StartingServer::open(listeners, phases)?;
        let outcome = tokio::select! {
            () = told.requested() => Ok(Outcome::Stopped),
            outcome = attempts => outcome,
        };
        porch.close(&phase).await;
        outcome
    })
}

async fn attempts(
    config: &Arc<Config>,
    background: &Runtime,
    manager: &Manager,
    phase: &watch::Sender<Phase>,
) -> Result<Outcome, ServeError> {
    let (mut wait, mut said, mut quiet) = (FIRST_WAIT, String::new(), 0);
    loop {
        let (stop, stopped) = watch::channel(false);
        // A separate task, because opening a database blocks its thread.
        let attempt = background.spawn(prepare(Arc::clone(config), stopped)).await;
        let error = match attempt {
            Ok(Ok(prepared)) => return Ok(Outcome::Ready(Box::new(prepared), stop)),
            Ok(Err(error)) => error,
            Err(_) => return Err(ServeError::Ended("start")),
        };
        // Ends the tasks of the failed attempt.
        let _ = stop.send(true);
        if !error.may_pass() {
            return Err(error);
        }
        let reason = error.to_string();
        quiet = if reason == said { quiet + 1 } else { QUIET_ATTEMPTS };
        if quiet >= QUIET_ATTEMPTS {
            tracing::warn!(error = reason, "waiting for the database; trying again until it answers");
            (said, quiet) = (reason, 0);
        }
        manager.notify("STATUS=waiting for the database");
        phase.send_replace(Phase::Later);
        tokio::time::sleep(wait).await;
        wait = wait.saturating_mul(2).min(LONGEST_WAIT);
    }
}

#[cfg(test)]
mod tests;

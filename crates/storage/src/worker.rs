//! The work of one database thread: a whole transaction at a time, retried when another writer won.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use uuid::Uuid;

use crate::conn::{Access, Backend, Conn};
use crate::connect::{LiveConnection, Opener};
use crate::error::{Fault, StoreError, fault, one_line};

/// The first pause, in milliseconds, doubled each time, plus a random part of the same size so that two losers do not
/// collide again.
const PAUSE_MILLIS: u64 = 5;

/// The outcome of a failed transaction, and what may be done about it.
enum Failure {
    /// Rolled back by a conflict: the same work may win next time.
    Conflict(DieselError),
    /// Rolled back for a reason without a name: perhaps a conflict.
    Unnamed(DieselError),
    /// The server hung up before the commit was sent: nothing has happened.
    Disconnected(DieselError),
    /// The server no longer accepts writes (25006): it was demoted during the connection. Nothing has happened.
    Demoted(DieselError),
    /// Any other error; the transaction is not tried again.
    Fatal(StoreError),
}

/// A thread's connection, opened when first needed and again after it broke or grew old.
pub(crate) struct Worker {
    opener: Arc<Opener>,
    live: Option<LiveConnection>,
    access: Access,
}

impl Worker {
    /// Creates the state of a thread that sends at most `access`: a reader's connection never writes.
    pub(crate) const fn new(opener: Arc<Opener>, live: Option<LiveConnection>, access: Access) -> Self {
        Self { opener, live, access }
    }

    /// Runs `work` in one transaction, or without one for a single read; commits if it returns `Ok`, rolls back
    /// otherwise.
    pub(crate) fn transaction<T>(
        &mut self,
        access: Access,
        late: &AtomicBool,
        work: &mut dyn FnMut(&mut Conn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (mut attempt, mut reopened) = (1, false);
        let attempts = self.opener.attempts();
        loop {
            if late.load(Ordering::Acquire) {
                return Err(too_late());
            }
            let failure = match self.attempt(access, late, work) {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            let place = self.opener.place();
            let unreachable = |detail| StoreError::Unreachable { place: place.to_owned(), detail };
            match failure {
                Failure::Fatal(error) => return Err(error.at(place)),
                Failure::Conflict(error) if attempt == attempts => {
                    let detail = one_line(&error);
                    return Err(StoreError::Busy { place: place.to_owned(), attempts: attempt, detail });
                }
                Failure::Unnamed(error) if attempt == attempts => return Err(StoreError::Query(error)),
                Failure::Disconnected(error) if attempt == attempts => {
                    return Err(unreachable(one_line(&error)));
                }
                Failure::Demoted(error) if reopened => {
                    let detail = format!("the server does not accept writes: {}", one_line(&error));
                    return Err(unreachable(detail));
                }
                Failure::Conflict(_) | Failure::Unnamed(_) => pause(attempt),
                Failure::Disconnected(_) => {}
                Failure::Demoted(_) => reopened = true,
            }
            attempt += 1;
        }
    }

    /// Makes one attempt. A connection that fails other than by a statement's error is closed here and reopened later.
    fn attempt<T>(
        &mut self,
        access: Access,
        late: &AtomicBool,
        work: &mut dyn FnMut(&mut Conn) -> Result<T, StoreError>,
    ) -> Result<T, Failure> {
        let mut live = self.connected().map_err(Failure::Fatal)?;
        let conn = &mut live.conn;
        if let Err(error) = conn.begin(access) {
            return Err(self.classified(error, conn, access));
        }
        let outcome = match catch_unwind(AssertUnwindSafe(|| work(conn))) {
            // No caller waits for it any more, and the caller got the answer that it did not happen.
            Ok(Ok(_)) if late.load(Ordering::Acquire) => Err(too_late()),
            Ok(outcome) => outcome,
            Err(_) => return Err(Failure::Fatal(StoreError::Panicked)),
        };
        let failure = match outcome {
            Ok(value) => match conn.commit(access) {
                Ok(()) => {
                    if conn.1 {
                        self.opener.ring();
                    }
                    self.put_back(live);
                    return Ok(value);
                }
                Err(error) => match self.classified(error, conn, access) {
                    Failure::Disconnected(error) if access == Access::Write => {
                        let (place, detail) = (self.opener.place().to_owned(), one_line(&error));
                        Failure::Fatal(StoreError::Lost { place, detail })
                    }
                    failure => failure,
                },
            },
            Err(StoreError::Query(error)) => {
                // Even for a single read, which has nothing to roll back, the server's answer counts.
                let is_whole = conn.rollback(access).is_ok();
                let failure = self.classified(error, conn, access);
                if is_whole && !matches!(failure, Failure::Disconnected(_) | Failure::Demoted(_)) {
                    self.put_back(live);
                }
                failure
            }
            Err(error) => {
                if conn.rollback(access).is_ok() {
                    self.put_back(live);
                }
                Failure::Fatal(error)
            }
        };
        Err(failure)
    }

    /// Classifies an error and counts the connection as lost if it is.
    fn classified(&self, error: DieselError, conn: &mut Conn, access: Access) -> Failure {
        let failure = match fault(&error) {
            Fault::Conflict => Failure::Conflict(error),
            Fault::Disconnected => Failure::Disconnected(error),
            Fault::ReadOnly if access == Access::Write && conn.backend() == Backend::Postgres => {
                Failure::Demoted(error)
            }
            // A server that shuts down reports so in its own language, and then the connection ends.
            Fault::Unnamed | Fault::Other if is_of_server(&error) && !conn.answers() => {
                Failure::Disconnected(error)
            }
            Fault::Unnamed => Failure::Unnamed(error),
            _ => Failure::Fatal(StoreError::Query(error)),
        };
        if matches!(failure, Failure::Disconnected(_) | Failure::Demoted(_)) {
            self.opener.count_loss();
        }
        failure
    }

    fn put_back(&mut self, mut live: LiveConnection) {
        live.rest();
        self.live = Some(live);
    }

    fn connected(&mut self) -> Result<LiveConnection, StoreError> {
        if let Some(live) = self.live.take() {
            if live.is_dead() {
                self.opener.count_loss();
            } else if !live.is_worn() {
                return Ok(live);
            }
        }
        let open = || if self.access == Access::Read { self.opener.reader() } else { self.opener.writer() };
        catch_unwind(AssertUnwindSafe(open)).unwrap_or(Err(StoreError::Panicked))
    }

    /// Closes the connection; the next transaction opens another one.
    pub(crate) fn reset(&mut self) {
        self.live = None;
    }
}

/// An error that no caller receives.
const fn too_late() -> StoreError {
    StoreError::Late { waited: Duration::ZERO }
}

/// Returns whether the database reported the error in a way that diesel has no name for.
const fn is_of_server(error: &DieselError) -> bool {
    matches!(
        error,
        DieselError::DatabaseError(DatabaseErrorKind::Unknown, _) | DieselError::BrokenTransactionManager
    )
}

fn pause(attempt: u32) {
    let base = PAUSE_MILLIS << attempt.min(8);
    let (random, _) = Uuid::new_v4().as_u64_pair();
    thread::sleep(Duration::from_millis(base + random % base));
}

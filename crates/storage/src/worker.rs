//! One database thread's work: a whole transaction at a time, tried again when another writer won.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use diesel::result::Error as DieselError;
use uuid::Uuid;

use crate::conn::{Access, Conn};
use crate::connect::{Live, Opener};
use crate::error::{Fault, StoreError, fault, one_line};

/// How often a transaction is tried before the caller hears that the database is busy. Each try on SQLite has
/// already waited for the busy timeout, each on PostgreSQL for the winner's commit.
const ATTEMPTS: u32 = 8;
/// The first pause, doubled each time, plus as much again at random so that two losers do not meet again.
const PAUSE_MILLIS: u64 = 5;

/// A transaction's outcome when it did not succeed, and what may be done about it.
enum Failure {
    /// Rolled back by a conflict: the same work may win next time.
    Conflict(DieselError),
    /// The server hung up before the commit was sent: nothing has happened.
    Disconnected(DieselError),
    /// Final.
    Fatal(StoreError),
}

/// A thread's connection, opened when first needed and again after it broke.
pub(crate) struct Worker {
    opener: Arc<Opener>,
    live: Option<Live>,
    access: Access,
}

impl Worker {
    /// A thread that sends `access` at most: a reader's connection never writes.
    pub(crate) const fn new(opener: Arc<Opener>, live: Option<Live>, access: Access) -> Self {
        Self { opener, live, access }
    }

    /// Runs `work` in one transaction, or without one for a glance; commits when it returns `Ok`, rolls back otherwise.
    pub(crate) fn transaction<T>(
        &mut self,
        access: Access,
        work: &mut dyn FnMut(&mut Conn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut attempt = 1;
        loop {
            let failure = match self.attempt(access, work) {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            let place = self.opener.place();
            match failure {
                Failure::Fatal(error) => return Err(error.at(place)),
                Failure::Conflict(error) if attempt == ATTEMPTS => {
                    let detail = one_line(&error);
                    return Err(StoreError::Busy { place: place.to_owned(), attempts: attempt, detail });
                }
                Failure::Disconnected(error) if attempt == ATTEMPTS => {
                    return Err(StoreError::Query(error).at(place));
                }
                Failure::Conflict(_) => pause(attempt),
                Failure::Disconnected(_) => self.live = None,
            }
            attempt += 1;
        }
    }

    fn attempt<T>(
        &mut self,
        access: Access,
        work: &mut dyn FnMut(&mut Conn) -> Result<T, StoreError>,
    ) -> Result<T, Failure> {
        let mut live = self.connected().map_err(Failure::Fatal)?;
        let conn = &mut live.conn;
        // A connection that fails to begin or to roll back is not put back: it is closed here and opened anew.
        conn.begin(access).map_err(classify)?;
        let outcome = match catch_unwind(AssertUnwindSafe(|| work(conn))) {
            Ok(outcome) => outcome,
            Err(_) => return Err(Failure::Fatal(StoreError::Panicked)),
        };
        match outcome {
            Ok(value) => match conn.commit(access) {
                Ok(()) => {
                    self.live = Some(live);
                    Ok(value)
                }
                Err(error) if fault(&error) == Fault::Disconnected && access == Access::Write => {
                    let (place, detail) = (self.opener.place().to_owned(), one_line(&error));
                    Err(Failure::Fatal(StoreError::Lost { place, detail }))
                }
                Err(error) => Err(classify(error)),
            },
            Err(error) => {
                if conn.rollback(access).is_ok() {
                    self.live = Some(live);
                }
                Err(match error {
                    StoreError::Query(error) => classify(error),
                    other => Failure::Fatal(other),
                })
            }
        }
    }

    fn connected(&mut self) -> Result<Live, StoreError> {
        match self.live.take() {
            Some(live) if !live.is_dead() => Ok(live),
            _ if self.access == Access::Read => self.opener.reader(),
            _ => self.opener.writer(),
        }
    }
}

fn classify(error: DieselError) -> Failure {
    match fault(&error) {
        Fault::Conflict => Failure::Conflict(error),
        Fault::Disconnected => Failure::Disconnected(error),
        _ => Failure::Fatal(StoreError::Query(error)),
    }
}

fn pause(attempt: u32) {
    let base = PAUSE_MILLIS << attempt.min(8);
    let (random, _) = Uuid::new_v4().as_u64_pair();
    thread::sleep(Duration::from_millis(base + random % base));
}

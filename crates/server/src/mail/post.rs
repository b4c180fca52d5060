//! Mails of sign-ins: taken without waiting, sent beside the requests, repeated a few times, and counted. One that waits when
//! the process ends is lost; its reader asks for another.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::{Mail, MailError, Mailer};

/// Mails that wait at most.
const WAITING: usize = 1_000;
/// Mails under way at once.
const AT_ONCE: usize = 8;
/// Pauses before the second attempt and those after it.
const PAUSES: [Duration; 3] = [Duration::from_secs(2), Duration::from_secs(15), Duration::from_secs(60)];

/// What became of mails.
#[derive(Debug, Default)]
pub struct Counts {
    /// Handed over.
    pub sent: AtomicU64,
    /// Given up: refused for good, or failed as often as they are tried.
    pub given_up: AtomicU64,
    /// Not taken, because too many waited.
    pub dropped: AtomicU64,
}

/// Where mails are handed in.
#[derive(Debug, Clone)]
pub struct Post {
    waiting: mpsc::Sender<Mail>,
    counts: Arc<Counts>,
}

impl Post {
    /// A post, and the mails that were handed in, for [`run`].
    #[must_use]
    pub fn new() -> (Self, mpsc::Receiver<Mail>) {
        let (waiting, taken) = mpsc::channel(WAITING);
        (Self { waiting, counts: Arc::default() }, taken)
    }

    /// Takes a mail; never waits.
    pub fn take(&self, mail: Mail) {
        if self.waiting.try_send(mail).is_err() {
            self.counts.dropped.fetch_add(1, Ordering::Relaxed);
            tracing::warn!("a mail was dropped: too many wait to be sent");
        }
    }

    /// What became of mails.
    #[must_use]
    pub fn counts(&self) -> &Arc<Counts> {
        &self.counts
    }
}

/// Sends what is handed in, until the service stops.
pub async fn run(
    mailer: Mailer,
    mut taken: mpsc::Receiver<Mail>,
    counts: Arc<Counts>,
    mut stop: watch::Receiver<bool>,
) {
    let mut under_way = JoinSet::new();
    loop {
        tokio::select! {
            _ = stop.changed() => return,
            _ = under_way.join_next(), if !under_way.is_empty() => {}
            mail = taken.recv(), if under_way.len() < AT_ONCE => {
                let Some(mail) = mail else {
                    // Nobody is left who could hand one in: the service is about to stop, and this task ends with it.
                    let _ = stop.changed().await;
                    return;
                };
                under_way.spawn(sent(mailer.clone(), mail, Arc::clone(&counts)));
            }
        }
    }
}

async fn sent(mailer: Mailer, mail: Mail, counts: Arc<Counts>) {
    let mut pauses = PAUSES.iter();
    loop {
        let error = match mailer.send(&mail).await {
            Ok(()) => {
                counts.sent.fetch_add(1, Ordering::Relaxed);
                return;
            }
            Err(error) => error,
        };
        let pause = match error {
            MailError::Failed(_) => pauses.next(),
            MailError::Refused(_) => None,
        };
        let Some(pause) = pause else {
            counts.given_up.fetch_add(1, Ordering::Relaxed);
            return tracing::warn!(to = ?mail.to, %error, "a mail was given up");
        };
        tracing::warn!(to = ?mail.to, %error, again_in = ?pause, "a mail was not sent");
        tokio::time::sleep(*pause).await;
    }
}

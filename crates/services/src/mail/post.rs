//! Emails of accounts: accepted without waiting, sent in the background in the order of `outbox`, retried a few times,
//! and counted. An email that waits when the process ends is lost; its recipient requests another.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use accounts::Address;
use runtime::clock;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::file::Folder;
use super::outbox::{Attempt, Outbox};
use super::{Mail, MailError, Mailer};

/// Capacity of the channel from requests to the outbox, which empties it at once.
const HANDED_IN: usize = 1_000;
/// Maximum wait of a due retry for a slot of its domain before the outbox checks again.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Numbers of emails by their outcome.
#[derive(Debug, Default)]
pub struct Counts {
    /// Accepted by the mail server.
    pub sent: AtomicU64,
    /// Rejected permanently, or failed at every attempt.
    pub given_up: AtomicU64,
    /// Dropped because too many were waiting.
    pub dropped: AtomicU64,
}

/// Accepts emails.
#[derive(Debug, Clone)]
pub struct MailQueue {
    waiting: mpsc::Sender<Mail>,
    counts: Arc<Counts>,
    folder: Option<Folder>,
}

impl MailQueue {
    /// Returns a post, and the receiver of its emails for [`run`].
    #[must_use]
    pub fn new() -> (Self, mpsc::Receiver<Mail>) {
        let (waiting, taken) = mpsc::channel(HANDED_IN);
        (Self { waiting, counts: Arc::default(), folder: None }, taken)
    }

    /// Sets the folder of emails as files.
    #[must_use]
    pub fn with_folder(self, folder: Folder) -> Self {
        Self { folder: Some(folder), ..self }
    }

    /// Deletes the files to an address whose account is deleted. Files that cannot be deleted now expire within a day.
    pub async fn forget(&self, to: &Address) {
        let (Some(folder), to) = (self.folder.clone(), to.clone()) else { return };
        let forgotten = tokio::task::spawn_blocking(move || folder.forget(&to)).await;
        if let Ok(Err(error)) = forgotten {
            tracing::warn!(%error, "cannot delete the email files of an account that was deleted");
        }
    }

    /// Accepts an email without waiting.
    pub fn take(&self, mail: Mail) {
        if self.waiting.try_send(mail).is_err() {
            dropped(&self.counts);
        }
    }

    /// Returns the numbers of emails by their outcome.
    #[must_use]
    pub fn counts(&self) -> &Arc<Counts> {
        &self.counts
    }
}

fn dropped(counts: &Counts) {
    counts.dropped.fetch_add(1, Ordering::Relaxed);
    tracing::warn!("an email was dropped: too many are waiting to be sent");
}

/// Sends the accepted emails until the service stops.
pub async fn run(
    mailer: Mailer,
    mut taken: mpsc::Receiver<Mail>,
    counts: Arc<Counts>,
    mut stop: watch::Receiver<bool>,
) {
    let (mut outbox, mut in_flight, begun) = (Outbox::default(), JoinSet::new(), clock::monotonic());
    let mut is_open = true;
    loop {
        while let Some(attempt) = outbox.next(begun.elapsed()) {
            let mailer = mailer.clone();
            in_flight.spawn(async move { (mailer.send(&attempt.mail).await, attempt) });
        }
        let pause = outbox.next_due().map(|due| due.saturating_sub(begun.elapsed()).max(LOOK_AGAIN));
        tokio::select! {
            _ = stop.changed() => return,
            Some(ended) = in_flight.join_next(), if !in_flight.is_empty() => {
                // An attempt that panicked keeps its slot; the task contains no code of this project that could panic.
                if let Ok((outcome, attempt)) = ended {
                    outbox.ended(&attempt);
                    finish(&mut outbox, outcome, attempt, begun.elapsed(), &counts);
                }
            }
            mail = taken.recv(), if is_open => match mail {
                Some(mail) => if outbox.push(mail).is_some() { dropped(&counts) },
                // All senders are gone: the service is about to stop, and this task ends with it.
                None => is_open = false,
            },
            () = tokio::time::sleep(pause.unwrap_or_default()), if pause.is_some() => {}
        }
    }
}

/// Records the outcome of an attempt and schedules its retry.
fn finish(
    outbox: &mut Outbox,
    outcome: Result<(), MailError>,
    attempt: Attempt,
    now: Duration,
    counts: &Counts,
) {
    let Err(error) = outcome else {
        counts.sent.fetch_add(1, Ordering::Relaxed);
        return;
    };
    let to = attempt.mail.to.clone();
    let pause = match error {
        MailError::Failed(_) => outbox.retry(attempt, now),
        MailError::Refused(_) => None,
    };
    match pause {
        Some(pause) => tracing::warn!(?to, %error, retry_in = ?pause, "an email was not sent"),
        None => {
            counts.given_up.fetch_add(1, Ordering::Relaxed);
            tracing::warn!(?to, %error, "an email was given up");
        }
    }
}

#[cfg(test)]
mod tests;

//! Emails of accounts: accepted without waiting, sent in the background in the order of `outbox`, retried a few times,
//! and counted. An email that waits when the process ends is lost; its recipient requests another.

use std::sync::Arc;
use std::time::Duration;

use accounts::Address;
use runtime::clock;
use runtime::metrics::Metrics;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::file::Folder;
use super::outbox::{Attempt, Outbox};
use super::{Mail, MailError, Mailer};

/// Capacity of the channel from requests to the outbox, which empties it at once.
const HANDED_IN: usize = 1_000;
/// Maximum wait of a due retry for a slot of its domain before the outbox checks again.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Kind of these emails in the metrics.
const KIND: &str = "account";

/// The end of an email.
#[derive(Debug, Clone, Copy)]
enum End {
    /// Accepted by the mail server.
    Sent,
    /// Rejected permanently, or failed at every attempt.
    GivenUp,
    /// Dropped because too many were waiting.
    Dropped,
}

impl End {
    const ALL: [Self; 3] = [Self::Sent, Self::GivenUp, Self::Dropped];

    /// Returns its name in the metrics.
    const fn name(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::GivenUp => "given_up",
            Self::Dropped => "dropped",
        }
    }

    fn count(self, metrics: &Metrics) {
        metrics.emails(KIND, self.name(), 1);
    }
}

/// Accepts emails.
#[derive(Debug, Clone)]
pub struct MailQueue {
    waiting: mpsc::Sender<Mail>,
    metrics: Arc<Metrics>,
    folder: Option<Folder>,
}

impl MailQueue {
    /// Returns a post that counts in `metrics`, and the receiver of its emails for [`run`].
    #[must_use]
    pub fn new(metrics: Arc<Metrics>) -> (Self, mpsc::Receiver<Mail>) {
        let (waiting, taken) = mpsc::channel(HANDED_IN);
        // Without emails the series are there too: one that begins at 1 does not show an increase.
        End::ALL.iter().for_each(|end| metrics.emails(KIND, end.name(), 0));
        metrics.emails_waiting(KIND, 0);
        (Self { waiting, metrics, folder: None }, taken)
    }

    /// Sets the folder of emails as files.
    #[must_use]
    pub fn with_folder(self, folder: Folder) -> Self {
        Self { folder: Some(folder), ..self }
    }

    /// Deletes the files to an address whose account is deleted. Files that cannot be deleted now expire within a day.
    pub async fn delete(&self, to: &Address) {
        let (Some(folder), to) = (self.folder.clone(), to.clone()) else { return };
        let forgotten = tokio::task::spawn_blocking(move || folder.delete(&to)).await;
        if let Ok(Err(error)) = forgotten {
            tracing::warn!(%error, "cannot delete the email files of an account that was deleted");
        }
    }

    /// Accepts an email without waiting.
    pub fn send(&self, mail: Mail) {
        if self.waiting.try_send(mail).is_err() {
            dropped(&self.metrics);
        }
    }

    /// Returns the metrics that it counts in.
    #[must_use]
    pub const fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }
}

fn dropped(metrics: &Metrics) {
    End::Dropped.count(metrics);
    tracing::warn!("an email was dropped: too many are waiting to be sent");
}

/// Sends the accepted emails until the service stops.
pub async fn run(
    mailer: Mailer,
    mut taken: mpsc::Receiver<Mail>,
    metrics: Arc<Metrics>,
    mut stop: watch::Receiver<bool>,
) {
    let (mut outbox, mut in_flight, begun) = (Outbox::default(), JoinSet::new(), clock::monotonic());
    let mut is_open = true;
    loop {
        while let Some(attempt) = outbox.next(begun.elapsed()) {
            let mailer = mailer.clone();
            in_flight.spawn(async move { (mailer.send(&attempt.mail).await, attempt) });
        }
        metrics.emails_waiting(KIND, i64::try_from(outbox.waiting()).unwrap_or(i64::MAX));
        let pause = outbox.next_due().map(|due| due.saturating_sub(begun.elapsed()).max(LOOK_AGAIN));
        tokio::select! {
            _ = stop.changed() => return,
            Some(ended) = in_flight.join_next(), if !in_flight.is_empty() => {
                // An attempt that panicked keeps its slot; the task contains no code of this project that could panic.
                if let Ok((outcome, attempt)) = ended {
                    outbox.ended(&attempt);
                    finish(&mut outbox, outcome, attempt, begun.elapsed(), &metrics);
                }
            }
            mail = taken.recv(), if is_open => match mail {
                Some(mail) => if outbox.push(mail).is_some() { dropped(&metrics) },
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
    metrics: &Metrics,
) {
    let Err(error) = outcome else {
        End::Sent.count(metrics);
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
            End::GivenUp.count(metrics);
            tracing::warn!(?to, %error, "an email was given up");
        }
    }
}

#[cfg(test)]
mod tests;

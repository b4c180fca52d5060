//! Sending of alert emails: claimed by this process for a time, sent by the configured mailer, and ended.
//!
//! The bytes of an email follow from its rows, and its Message-ID from its name, so every attempt sends the same email:
//! a process that dies between the mail server's reply and the row sends it again, and the recipient can recognise the
//! duplicate. If the store fails at that point, the process remembers the reply and records it before it claims
//! anything else. Deferred emails are retried for a day at growing intervals; bounced emails are not retried.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use accounts::{Address, Digest};
use conditions_core::time::{DAY_MS, MINUTE_MS, Timestamp};
use pages::email::{self, Email, Row, Sender};
use pages::{Ask, Language};
use publication::published::{Latest, Published};
use runtime::clock;
use runtime::metrics::Metrics;
use storage::alerts::emails::{self, AlertEmail as Claimed, Outcome};
use storage::alerts::morning;
use storage::alerts::notices::{self, Notice};
use storage::{Store, StoreError};
use tokio::sync::{Mutex, Notify, Semaphore, watch};
use tokio::task::JoinSet;
use uuid::Uuid;
use world::{Caller, Service, View};

use crate::mail::{Mail, MailError, Mailer};

/// Number of emails per claim.
const AT_ONCE: i64 = 500;
/// Duration of a claim, ms: longer than the maximum wait for a mail server.
const CLAIM_MS: i64 = 5 * MINUTE_MS;
/// Maximum number of emails in flight.
const UNDER_WAY: usize = 32;
/// Interval between polls without a notification.
const EVERY: Duration = Duration::from_secs(20);
/// Minutes between attempts; the last value repeats.
const PAUSES_MIN: [i64; 6] = [1, 5, 15, 60, 120, 240];

/// Sends alert emails.
#[derive(Debug)]
pub struct Postman {
    /// Store of the pending emails.
    pub store: Store,
    pub mailer: Mailer,
    /// Current publication, for the names of resorts.
    pub latest: Arc<Latest>,
    /// Service named as the sender.
    pub service: Arc<Service>,
    /// Notified when an email is pending.
    pub letters: Arc<Notify>,
    /// Identifier of this process in claims.
    pub owner: String,
    /// Counters of emails by their outcome.
    pub metrics: Arc<Metrics>,
    /// Outcomes that the store has not accepted yet.
    pub unwritten: Mutex<Vec<AttemptOutcome>>,
}

/// Kind of these emails in the metrics.
const KIND: &str = "alert";

/// Returns the name of an outcome in the metrics.
const fn name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Sent => "sent",
        Outcome::Bounced => "bounced",
        Outcome::GivenUp => "given_up",
        Outcome::Again(_) => "deferred",
    }
}

/// An email, its account, and the outcome of an attempt.
pub type AttemptOutcome = (String, Uuid, Outcome);

impl Postman {
    /// Sends until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        for outcome in [Outcome::Sent, Outcome::Bounced, Outcome::GivenUp, Outcome::Again(clock::now())] {
            self.metrics.emails(KIND, name(&outcome), 0);
        }
        loop {
            tokio::select! {
                _ = stop.changed() => return,
                () = self.letters.notified() => {}
                () = tokio::time::sleep(EVERY) => {}
            }
            loop {
                match self.at(clock::now()).await {
                    Ok(0) => break,
                    Ok(sent) => tracing::info!(letters = sent, "alert emails attempted"),
                    Err(error) => {
                        tracing::warn!(%error, "cannot send alert emails; retrying on schedule");
                        break;
                    }
                }
                if *stop.borrow() {
                    return;
                }
            }
        }
    }

    /// Sends due emails, at most one claim; returns the number of attempts.
    ///
    /// # Errors
    /// Returns the database error if the store fails; outcomes known by then are recorded by the next call.
    pub async fn at(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.finish(Vec::new(), now).await?;
        let owner = self.owner.clone();
        let (claimed, mut rows, mut saved) = self
            .store
            .run(move |conn| {
                let claimed = emails::claim(conn, &owner, AT_ONCE, CLAIM_MS, now)?;
                let ids: Vec<String> = claimed.iter().map(|letter| letter.id.clone()).collect();
                let rows = notices::of_letters(conn, &ids)?;
                let mornings = claimed.iter().filter(|letter| morning::is_morning(&letter.id));
                let accounts: Vec<Uuid> = mornings.map(|letter| letter.account).collect();
                Ok((claimed, rows, morning::saved_of(conn, &accounts)?))
            })
            .await?;
        if claimed.is_empty() {
            return Ok(0);
        }
        let room = Arc::new(Semaphore::new(UNDER_WAY));
        let mut under_way: JoinSet<AttemptOutcome> = JoinSet::new();
        for letter in claimed {
            let outgoing = if morning::is_morning(&letter.id) {
                self.morning(&letter, &saved.remove(&letter.account).unwrap_or_default(), now)
            } else {
                self.written(&letter, &rows.remove(&letter.id).unwrap_or_default(), now)
            };
            let (mailer, room) = (self.mailer.clone(), Arc::clone(&room));
            under_way.spawn(async move {
                let _place = room.acquire_owned().await;
                let outcome = match outgoing {
                    Err(outcome) => outcome,
                    Ok(outgoing) => outcome_of(mailer.send(&outgoing).await, &letter, now),
                };
                (letter.id, letter.account, outcome)
            });
        }
        let mut outcomes = Vec::with_capacity(under_way.len());
        while let Some(ended) = under_way.join_next().await {
            outcomes.extend(ended.ok());
        }
        let count = outcomes.len();
        for (_, _, outcome) in &outcomes {
            self.metrics.emails(KIND, name(outcome), 1);
        }
        self.finish(outcomes, now).await?;
        Ok(count)
    }

    /// Records the outcomes of attempts, including those that the store did not accept before.
    async fn finish(&self, outcomes: Vec<AttemptOutcome>, now: Timestamp) -> Result<(), StoreError> {
        let mut unwritten = self.unwritten.lock().await;
        unwritten.extend(outcomes);
        if unwritten.is_empty() {
            return Ok(());
        }
        let (all, owner) = (unwritten.clone(), self.owner.clone());
        self.store.run(move |conn| emails::finish(conn, &owner, &all, now)).await?;
        unwritten.clear();
        Ok(())
    }

    /// Writes the email of a claim. One whose content has been deleted is given up.
    fn written(&self, claimed: &Claimed, notices: &[Notice], now: Timestamp) -> Result<Mail, Outcome> {
        let to = Address::parse(&claimed.address).map_err(|_| Outcome::GivenUp)?;
        if notices.is_empty() {
            return Err(Outcome::GivenUp);
        }
        let published = self.latest.current();
        let names: BTreeMap<&str, &str> = notices
            .iter()
            .filter_map(|notice| Some((notice.slug.as_str(), published.as_ref()?.name_of(&notice.slug)?)))
            .collect();
        let rows: Vec<Row<'_>> = notices
            .iter()
            .map(|notice| Row {
                kind: notice.kind,
                slug: &notice.slug,
                name: names.get(notice.slug.as_str()).copied().unwrap_or(&notice.slug),
                zone: notice.zone.parse().unwrap_or(accounts::alerts::quiet::UTC),
                evidence: &notice.evidence,
            })
            .collect();
        let language = language(claimed.language.as_deref());
        let caller = Caller::for_credential_holder();
        let ask = published.as_ref().map(|published| email_request(published, &caller, language, now));
        let letter = email::of_alerts(from(&self.service, language), ask.as_ref(), &rows, &claimed.token);
        Ok(mail(to, name_of(&claimed.id), letter))
    }

    /// Writes the morning email of an account with these saved resorts. Before the first publication of this process it
    /// is postponed; without a resort it is given up.
    fn morning(&self, claimed: &Claimed, saved: &[String], now: Timestamp) -> Result<Mail, Outcome> {
        let to = Address::parse(&claimed.address).map_err(|_| Outcome::GivenUp)?;
        let published = self.latest.current().ok_or(Outcome::Again(now.plus_millis(MINUTE_MS)))?;
        let language = language(claimed.language.as_deref());
        let caller = Caller::for_credential_holder();
        let ask = email_request(&published, &caller, language, now);
        let letter = email::of_morning(from(&self.service, language), &ask, saved, &claimed.token);
        Ok(mail(to, name_of(&claimed.id), letter.ok_or(Outcome::GivenUp)?))
    }
}

/// Returns the request of an email for the data of a publication.
fn email_request<'p>(
    published: &'p Published,
    caller: &'p Caller,
    language: Language,
    now: Timestamp,
) -> Ask<'p> {
    Ask::new(View::new(&published.world, caller), now, language, "/")
}

/// Returns the language of emails for a stored code; English if none was chosen.
#[must_use]
pub fn language(code: Option<&str>) -> Language {
    code.and_then(Language::of_prefix).unwrap_or(Language::En)
}

/// Returns the sender of emails.
#[must_use]
pub fn from(service: &Service, language: Language) -> Sender<'_> {
    Sender {
        service: &service.name,
        base_url: &service.base_url,
        credit: &service.credits.service.text,
        is_synthetic: service.synthetic,
        language,
    }
}

/// Returns an email's name in its Message-ID, which reveals nothing about its account.
#[must_use]
pub fn name_of(letter: &str) -> String {
    let mut name = Digest::from_text(letter).hex();
    name.truncate(32);
    name
}

/// Builds a message with this name for an address.
pub(super) fn mail(to: Address, name: String, letter: Email) -> Mail {
    let Email { subject, text, html, unsubscribe } = letter;
    Mail { to, subject, text, html: Some(html), id: name, unsubscribe: Some(unsubscribe) }
}

/// Decides the outcome of an attempt.
fn outcome_of(sent: Result<(), MailError>, letter: &Claimed, now: Timestamp) -> Outcome {
    match sent {
        Ok(()) => Outcome::Sent,
        Err(MailError::Refused(_)) => Outcome::Bounced,
        Err(MailError::Failed(_)) if now.since(letter.made_at) >= DAY_MS => Outcome::GivenUp,
        Err(MailError::Failed(_)) => {
            let attempt = usize::try_from(letter.attempts).unwrap_or(usize::MAX);
            let pause = PAUSES_MIN.get(attempt).or(PAUSES_MIN.last()).copied().unwrap_or(1);
            Outcome::Again(now.plus_millis(pause * MINUTE_MS))
        }
    }
}

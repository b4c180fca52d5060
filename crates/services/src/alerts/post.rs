//! The sending of letters: claimed by this process for a minute, sent by whatever carries the service's mail, and ended.
//!
//! A letter's bytes follow from its rows, and its Message-ID from its name, so that every attempt sends the same one: a process
//! that dies between the mail server's word and the row sends it again, and whoever receives both can tell. One whose store fails
//! there remembers the word, and writes it down before it claims anything else. What does not go is tried for a day, at longer and
//! longer distances; what comes back is not tried again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use accounts::{Address, Digest};
use conditions_core::time::{DAY_MS, MINUTE_MS, Timestamp};
use pages::Language;
use pages::letter::{self, Email, Row, Sender};
use publication::published::Latest;
use runtime::clock;
use storage::alerts::letters::{self, AlertEmail as Claimed, Outcome};
use storage::alerts::notices::{self, Notice};
use storage::{Store, StoreError};
use tokio::sync::{Mutex, Notify, Semaphore, watch};
use tokio::task::JoinSet;
use uuid::Uuid;
use world::Service;

use crate::mail::{Mail, MailError, Mailer};

/// Letters that one claim takes.
const AT_ONCE: i64 = 500;
/// How long a claim holds, ms: longer than the slowest mail server is waited for.
const CLAIM_MS: i64 = 5 * MINUTE_MS;
/// Letters under way at a time.
const UNDER_WAY: usize = 32;
/// From one look to the next, when nobody says that there is something.
const EVERY: Duration = Duration::from_secs(20);
/// Minutes from one attempt to the next; the last one goes on.
const PAUSES_MIN: [i64; 6] = [1, 5, 15, 60, 120, 240];

/// Sends letters.
#[derive(Debug)]
pub struct Postman {
    /// Where they wait.
    pub store: Store,
    /// What sends them.
    pub mailer: Mailer,
    /// What is published, for the names of resorts.
    pub latest: Arc<Latest>,
    /// Whose letters they are.
    pub service: Arc<Service>,
    /// Notified when there is one.
    pub letters: Arc<Notify>,
    /// This process, for claims.
    pub owner: String,
    /// How attempts ended that the store did not take yet.
    pub unwritten: Mutex<Vec<Ended>>,
}

/// A letter, its account, and how an attempt ended.
pub type Ended = (String, Uuid, Outcome);

impl Postman {
    /// Sends until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                _ = stop.changed() => return,
                () = self.letters.notified() => {}
                () = tokio::time::sleep(EVERY) => {}
            }
            loop {
                match self.at(clock::now()).await {
                    Ok(0) => break,
                    Ok(sent) => tracing::info!(letters = sent, "letters of alerts"),
                    Err(error) => {
                        tracing::warn!(%error, "cannot send letters of alerts; tried again on schedule");
                        break;
                    }
                }
                if *stop.borrow() {
                    return;
                }
            }
        }
    }

    /// Sends what is due, at most one claim of it; how many letters were tried.
    ///
    /// # Errors
    /// What the database says; what was sent by then is written down by the next call.
    pub async fn at(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.finish(Vec::new(), now).await?;
        let owner = self.owner.clone();
        let (claimed, mut rows) = self
            .store
            .run(move |conn| {
                let claimed = letters::claim(conn, &owner, AT_ONCE, CLAIM_MS, now)?;
                let ids: Vec<String> = claimed.iter().map(|letter| letter.id.clone()).collect();
                let rows = notices::of_letters(conn, &ids)?;
                Ok((claimed, rows))
            })
            .await?;
        if claimed.is_empty() {
            return Ok(0);
        }
        let room = Arc::new(Semaphore::new(UNDER_WAY));
        let mut under_way: JoinSet<Ended> = JoinSet::new();
        for letter in claimed {
            let outgoing = self.written(&letter, &rows.remove(&letter.id).unwrap_or_default());
            let (mailer, room) = (self.mailer.clone(), Arc::clone(&room));
            under_way.spawn(async move {
                let _place = room.acquire_owned().await;
                let outcome = match outgoing {
                    // Whatever it was to tell is forgotten.
                    None => Outcome::GivenUp,
                    Some(outgoing) => judged(mailer.send(&outgoing).await, &letter, now),
                };
                (letter.id, letter.account, outcome)
            });
        }
        let mut outcomes = Vec::with_capacity(under_way.len());
        while let Some(ended) = under_way.join_next().await {
            outcomes.extend(ended.ok());
        }
        let count = outcomes.len();
        self.finish(outcomes, now).await?;
        Ok(count)
    }

    /// Writes down how attempts ended, together with what the store did not take before.
    async fn finish(&self, outcomes: Vec<Ended>, now: Timestamp) -> Result<(), StoreError> {
        let mut unwritten = self.unwritten.lock().await;
        unwritten.extend(outcomes);
        if unwritten.is_empty() {
            return Ok(());
        }
        let (all, owner) = (unwritten.clone(), self.owner.clone());
        self.store.run(move |conn| letters::finish(conn, &owner, &all, now)).await?;
        unwritten.clear();
        Ok(())
    }

    /// The letter of a claim; `None` when it has nothing to tell.
    fn written(&self, claimed: &Claimed, notices: &[Notice]) -> Option<Mail> {
        if notices.is_empty() {
            return None;
        }
        let to = Address::parse(&claimed.address).ok()?;
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
        let from = from(&self.service, language(claimed.language.as_deref()));
        let letter = letter::of_alerts(from, &rows, &claimed.token);
        Some(mail(to, name_of(&claimed.id), letter))
    }
}

/// The language of letters, by the code that is kept; English where none was chosen.
#[must_use]
pub fn language(code: Option<&str>) -> Language {
    code.and_then(Language::of_prefix).unwrap_or(Language::En)
}

/// Whose letters they are.
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

/// A letter's name in its Message-ID, which tells nothing of its account.
#[must_use]
pub fn name_of(letter: &str) -> String {
    let mut name = Digest::of(letter).hex();
    name.truncate(32);
    name
}

/// A letter as a mail of this name to an address.
pub(super) fn mail(to: Address, name: String, letter: Email) -> Mail {
    let Email { subject, text, html, unsubscribe } = letter;
    Mail { to, subject, text, html: Some(html), id: name, unsubscribe: Some(unsubscribe) }
}

/// What becomes of a letter after an attempt.
fn judged(sent: Result<(), MailError>, letter: &Claimed, now: Timestamp) -> Outcome {
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

//! Reports: what one would change, and the change itself with the evidence it leads to, in one transaction.

use std::time::Duration;

use ::operators::access::Act;
use ::operators::checks::{self, Compared, Warning};
use ::operators::optimism::Pair;
use ::operators::report::{Field, Report};
use ::operators::review::{self, Change, Expiry};
use ::operators::statement;
use ::operators::voice::{Logged, Voice as Words};
use chrono::NaiveDate;
use conditions_core::evidence::{Claim, Observation, Origin};
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use evidence::{Form as _, Operator, Voice};
use serde::Serialize;
use storage::operators::reports::{self as stored, Kept, NewReport, Next, Standing, StoredReport, Undone};
use uuid::Uuid;
use world::View;
use world::voices::VoiceBook;

use super::{Granted, Operators, PLACES, Refusal, UNDO_MS};
use crate::http::identity;

/// How long an answer waits for its report to be published, and how often it looks.
const LIVE_WITHIN: Duration = Duration::from_millis(1_500);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What is done with a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing but the answer.
    DryRun,
    /// It is kept, and seen by the resort alone.
    Draft,
    /// It is published.
    Publish,
}

/// A report on its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Sending {
    /// The report.
    pub report: Report,
    /// How it came in.
    pub channel: &'static str,
    /// The same for a repeated request.
    pub id: Uuid,
    /// Digest of the request.
    pub request: String,
    /// What is done with it.
    pub mode: Mode,
}

/// What a report would change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// When it is true of.
    pub observed_at: Timestamp,
    /// What looks like a slip, with what was probably meant. Nothing of it holds a report back.
    pub warnings: Vec<Warning>,
    /// The fields of the record that change, before and after, with the rule that decides.
    pub changes: Vec<Change>,
    /// How long each value holds.
    pub expires: Vec<Expiry>,
    /// Its new snow beside a station's, where both are known.
    #[serde(skip)]
    beside: Option<Pair>,
}

/// What became of a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Its id; null for a dry run.
    pub id: Option<String>,
    /// `dry_run`, `draft`, `published` or `undone`.
    pub state: String,
    /// When it was published.
    pub published_at: Option<Timestamp>,
    /// Until when it can be taken back.
    pub undo_until: Option<Timestamp>,
    /// Whether this server shows it by now; others do within three seconds.
    pub is_live: bool,
    /// What it changes; null for a repeated request, whose report is on record.
    pub review: Option<Review>,
}

impl Operators {
    /// What a report would change.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn review(&self, granted: &Granted, report: &Report, now: Timestamp) -> Result<Review, Refusal> {
        granted.ask(Act::DraftReport, &granted.slug)?;
        let published = self.published()?;
        let caller = identity::bearer_of_a_secret();
        let view = View::new(&published.world, &caller);
        let seen = view.of_slug(&granted.slug).ok_or(Refusal::NoResort)?;
        let (profile, known, policy) = (seen.profile(), seen.evidence(), view.policy());
        let at = report.observed_at.unwrap_or(now);
        let former = reported(&known.observations);
        let claims = statement::after(&former, report, at);
        let is_reported = |observation: &Observation| !observation.claim.is_of_content();
        let newer = review::with_claims(known, &claims, is_reported);
        let silent = review::with_claims(known, &[], is_reported);
        let (before, _) = review::resolved(now, policy, profile, known);
        let (after, rules) = review::resolved(now, policy, profile, &newer);
        let (without, _) = review::resolved(now, policy, profile, &silent);
        let last = view.shelf::<VoiceBook>().of(&granted.slug).and_then(Words::last);
        let compared = Compared {
            policy,
            standing: &former,
            last: last.map(|logged| (&logged.report, logged.published_at)),
            without: &without,
            totals: known.totals(profile),
        };
        let mut changes = review::changes(now, policy, &before, &after, &rules);
        changes.retain(|change| change.before != change.after);
        Ok(Review {
            observed_at: at,
            warnings: checks::warnings(report, at, compared),
            changes,
            expires: review::expiries(policy, report, at),
            beside: beside(report, &without, at.local_date(profile.zone)),
        })
    }

    /// Does with a report what its mode says.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn submit(
        &self,
        granted: &Granted,
        sending: Sending,
        now: Timestamp,
    ) -> Result<Answer, Refusal> {
        let act = if sending.mode == Mode::Publish { Act::PublishReport } else { Act::DraftReport };
        granted.ask(act, &granted.slug)?;
        let review = self.review(granted, &sending.report, now)?;
        let at = review.observed_at;
        let new = new(granted, &sending, at)?;
        let kept = match sending.mode {
            Mode::DryRun => {
                let state = "dry_run".to_owned();
                let (published_at, undo_until) = (None, None);
                return Ok(Answer {
                    id: None,
                    state,
                    published_at,
                    undo_until,
                    is_live: false,
                    review: Some(review),
                });
            }
            Mode::Draft => self.store.run(move |conn| stored::draft(conn, &new, now)).await?,
            Mode::Publish => {
                let logged = (logged(sending, at, now), review.beside);
                let work = move |conn: &mut storage::Conn| {
                    stored::publish(conn, &new, PLACES, &|standing| after(standing, &logged), now)
                };
                self.store.run(work).await?
            }
        };
        let (stored, review) = match kept {
            Kept::New(stored) => (stored, Some(review)),
            Kept::Repeated(stored) => (stored, None),
            Kept::Conflict => {
                return Err(Refusal::Conflict(
                    "another request was sent with this idempotency key; take a new one",
                ));
            }
            Kept::Denied => return Err(Refusal::Unauthorized),
        };
        self.wake.notify_one();
        let is_live = stored.state == "published" && self.shows(&granted.slug, &stored).await;
        Ok(answer(&stored, is_live, review))
    }

    /// Publishes several reports, all or none, in their order.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn submit_all(
        &self,
        granted: &Granted,
        sendings: Vec<Sending>,
        now: Timestamp,
    ) -> Result<Vec<Answer>, Refusal> {
        granted.ask(Act::PublishReport, &granted.slug)?;
        let (mut prepared, mut reviews) = (Vec::new(), Vec::new());
        for sending in sendings {
            let review = self.review(granted, &sending.report, now)?;
            let at = review.observed_at;
            prepared.push((new(granted, &sending, at)?, (logged(sending, at, now), review.beside)));
            reviews.push(review);
        }
        let slug = granted.slug.clone();
        let work = move |conn: &mut storage::Conn| {
            let publish = |(new, logged): &(NewReport, (Logged, Option<Pair>))| {
                stored::publish(conn, new, PLACES, &|standing| after(standing, logged), now)
            };
            let kept: Vec<Kept> = prepared.iter().map(publish).collect::<Result<_, _>>()?;
            // An error takes back what the transaction has written so far.
            let is_whole = kept.iter().all(|kept| matches!(kept, Kept::New(_) | Kept::Repeated(_)));
            if is_whole { Ok(kept) } else { Err(storage::StoreError::Invalid(format!("a file for {slug}"))) }
        };
        let kept = self.store.run(work).await.map_err(|error| match error {
            storage::StoreError::Invalid(_) => Refusal::Conflict(
                "another file was sent with this idempotency key, or the key does not hold any more",
            ),
            other => Refusal::Storage(other),
        })?;
        self.wake.notify_one();
        let mut answers = Vec::new();
        for (kept, review) in kept.into_iter().zip(reviews) {
            let (stored, review) = match kept {
                Kept::New(stored) => (stored, Some(review)),
                Kept::Repeated(stored) => (stored, None),
                Kept::Conflict | Kept::Denied => continue,
            };
            let is_live = self.shows(&granted.slug, &stored).await;
            answers.push(answer(&stored, is_live, review));
        }
        Ok(answers)
    }

    /// Publishes a draft.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn publish_draft(
        &self,
        granted: &Granted,
        id: Uuid,
        now: Timestamp,
    ) -> Result<Answer, Refusal> {
        granted.ask(Act::PublishReport, &granted.slug)?;
        let draft = self.report(granted, id).await?;
        let mut report: Report =
            serde_json::from_str(&draft.report).map_err(|error| Refusal::Broken(error.to_string()))?;
        // A draft is true of when it was sent, not of when somebody found the time to look at it.
        report.observed_at = Some(draft.observed_at);
        let sending = Sending { report, channel: "draft", id, request: draft.request, mode: Mode::Publish };
        self.submit(granted, sending, now).await
    }

    /// Takes the newest report back.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn undo(&self, granted: &Granted, id: Uuid, now: Timestamp) -> Result<Answer, Refusal> {
        granted.ask(Act::UndoReport, &granted.slug)?;
        let Granted { slug, author, key, .. } = granted.clone();
        let work = move |conn: &mut storage::Conn| {
            let back = |standing: Standing<'_>| before(standing, id, now);
            stored::undo(conn, &slug, id, (&author, key.as_deref()), UNDO_MS, PLACES, &back, now)
        };
        let stored = match self.store.run(work).await? {
            Undone::Done(stored) => stored,
            Undone::Unknown => return Err(Refusal::NotFound),
            Undone::Denied => return Err(Refusal::Unauthorized),
            Undone::Superseded => {
                return Err(Refusal::Conflict("a later report stands; send another one to correct it"));
            }
            Undone::Late => {
                return Err(Refusal::Conflict(
                    "it has stood for more than 15 minutes; send another one to correct it",
                ));
            }
        };
        self.wake.notify_one();
        let is_live = self.shows(&granted.slug, &stored).await;
        Ok(answer(&stored, is_live, None))
    }

    /// The newest reports of the resort.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn reports(&self, granted: &Granted, most: i64) -> Result<Vec<StoredReport>, Refusal> {
        granted.ask(Act::ReadContent, &granted.slug)?;
        let slug = granted.slug.clone();
        Ok(self.store.read(move |conn| stored::newest(conn, &slug, most)).await?)
    }

    /// One report of the resort, a draft too.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn report(&self, granted: &Granted, id: Uuid) -> Result<StoredReport, Refusal> {
        granted.ask(Act::ReadContent, &granted.slug)?;
        let slug = granted.slug.clone();
        let found = self.store.read(move |conn| stored::find(conn, &slug, id)).await?;
        found.ok_or(Refusal::NotFound)
    }

    /// Waits a moment until what is published here has a report as it is stored.
    async fn shows(&self, slug: &str, stored: &StoredReport) -> bool {
        let shown = || {
            let published = self.latest.current()?;
            let caller = identity::bearer_of_a_secret();
            let view = View::new(&published.world, &caller);
            let words = view.shelf::<VoiceBook>().of(slug)?;
            let id = stored.id.to_string();
            words.log.iter().find(|logged| logged.id == id && logged.undone_at == stored.ended_at).map(drop)
        };
        let looks = LIVE_WITHIN.as_millis() / LOOK_EVERY.as_millis();
        for _ in 0..looks {
            if shown().is_some() {
                return true;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        false
    }
}

/// New snow of a report beside a station's of the same day.
fn beside(report: &Report, without: &Resolution, on: NaiveDate) -> Option<Pair> {
    let measured = Some(&without.snowfall24h_cm).filter(|known| known.source == Kind::Station)?;
    Some(Pair { on, said: report.measured(Field::NewSnow24h)?, measured: measured.value?.get() })
}

fn new(granted: &Granted, sending: &Sending, at: Timestamp) -> Result<NewReport, Refusal> {
    Ok(NewReport {
        id: sending.id,
        slug: granted.slug.clone(),
        channel: sending.channel.to_owned(),
        author: granted.author.clone(),
        key: granted.key.clone(),
        request: sending.request.clone(),
        observed_at: at,
        report: serde_json::to_string(&sending.report).map_err(|error| Refusal::Broken(error.to_string()))?,
    })
}

fn logged(sending: Sending, at: Timestamp, now: Timestamp) -> Logged {
    let id = sending.id.to_string();
    Logged { id, observed_at: at, published_at: now, undone_at: None, report: sending.report }
}

fn answer(stored: &StoredReport, is_live: bool, review: Option<Review>) -> Answer {
    let published_at = stored.published_at;
    let undo_until = published_at.filter(|_| stored.state == "published").map(|at| at.plus_millis(UNDO_MS));
    Answer {
        id: Some(stored.id.to_string()),
        state: stored.state.clone(),
        published_at,
        undo_until,
        is_live,
        review,
    }
}

/// What the resort has reported, without what it states with its content.
fn reported(observations: &[Observation]) -> Vec<Observation> {
    let own =
        observations.iter().filter(|known| known.origin == Origin::Operator && !known.claim.is_of_content());
    own.cloned().collect()
}

/// What a resort's rows hold; what does not read is as if it were not there, and the store keeps it.
fn words(standing: Standing<'_>) -> Words {
    standing.document.and_then(|payload| Voice::decode(payload).ok()).unwrap_or_default()
}

fn after(standing: Standing<'_>, (logged, beside): &(Logged, Option<Pair>)) -> Next {
    let former = standing.payload.and_then(|payload| Operator::decode(payload).ok()).unwrap_or_default();
    let claims = statement::after(&former, &logged.report, logged.observed_at);
    let words = words(standing).with(logged.clone());
    let words = match beside {
        Some(pair) => words.beside(&logged.id, *pair),
        None => words,
    };
    Next { payload: Operator::encode(&claims), document: Voice::encode(&words) }
}

fn before(standing: Standing<'_>, id: Uuid, now: Timestamp) -> Next {
    let payload = standing.payload.map_or_else(|| Operator::encode(&Vec::new()), str::to_owned);
    Next { payload, document: Voice::encode(&words(standing).without(&id.to_string(), now)) }
}

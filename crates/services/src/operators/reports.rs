//! Reports: a preview of their changes, and their storage together with the resulting evidence in one transaction.

use std::time::Duration;

use ::operators::access::Act;
use ::operators::checks::{self, ComparisonBasis};
use ::operators::confirmed::ConfirmedValues;
use ::operators::optimism::Pair;
use ::operators::policy::SlipPolicy;
use ::operators::report::{Field, Report};
use ::operators::review;
use ::operators::statement;
use ::operators::statements::{LoggedReport, ResortStatements as Words};
use chrono::NaiveDate;
use conditions_core::evidence::Observation;
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use publication::versions::Versions;
use storage::Conn;
use storage::operators::reports::{
    self as stored, NewReport, ReportOutcome, ReportRows, ReportState, StoredReport, UndoOutcome, UndoRequest,
};
use uuid::Uuid;
use world::View;
use world::report_data::OwnDataSet;

use super::publication::{Publication, before};
use super::sending::{Answer, AnswerState, Mode, Review, Sending};
use super::{OperatorGrant, Operators, PLACES, Rejection};

/// Maximum time that an answer waits for the publication of its write.
const LIVE_WITHIN: Duration = Duration::from_millis(1_500);

impl Operators {
    /// Previews the changes by a report.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if the report is invalid.
    pub fn review(
        &self,
        granted: &OperatorGrant,
        report: &Report,
        now: Timestamp,
    ) -> Result<Review, Rejection> {
        let mut reviews = self.reviews(granted, std::slice::from_ref(report), now)?;
        reviews.pop().ok_or(Rejection::NoResort)
    }

    /// Previews the changes by several reports, each after the ones before it.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if a report is invalid.
    pub fn reviews(
        &self,
        granted: &OperatorGrant,
        reports: &[Report],
        now: Timestamp,
    ) -> Result<Vec<Review>, Rejection> {
        granted.ask(Act::DraftReport, &granted.slug)?;
        let published = self.published()?;
        let caller = world::Caller::for_credential_holder();
        let view = View::new(&published.world, &caller);
        let seen = view.of_slug(&granted.slug).ok_or(Rejection::NoResort)?;
        let (profile, known, policy) = (seen.profile(), seen.evidence(), view.policy());
        let (without, _) = review::resolved(now, policy, profile, &review::with_claims(known, &[]));
        let (mut before, _) = review::resolved(now, policy, profile, known);
        let mut former: Vec<Observation> =
            known.observations.iter().filter(|known| review::is_reported(known)).cloned().collect();
        let last = view.dataset::<OwnDataSet>().get(&granted.slug).and_then(Words::last);
        let mut last = last.map(|logged| (&logged.report, logged.published_at));
        let (deepest, totals) = (seen.deepest(), known.totals(profile));
        let mut reviews = Vec::new();
        for report in reports {
            let at = report.observed_at.unwrap_or(now);
            let claims = statement::after(&former, report, at);
            let (after, rules) = review::resolved(now, policy, profile, &review::with_claims(known, &claims));
            let slips = &SlipPolicy::DEFAULT;
            let compared = ComparisonBasis {
                policy,
                slips,
                standing: &former,
                last,
                without: &without,
                totals,
                deepest,
            };
            let mut changes = review::changes(now, policy, &before, &after, &rules);
            changes.retain(|change| change.before != change.after);
            reviews.push(Review {
                observed_at: at,
                warnings: checks::warnings(report, at, compared),
                changes,
                expires: review::expiries(policy, report, at),
                beside: new_snow_pair(report, &without, at.local_date(profile.zone)),
            });
            (former, before, last) = (claims, after, Some((report, at)));
        }
        Ok(reviews)
    }

    /// Handles a report according to its mode.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if the report is rejected.
    pub async fn submit(
        &self,
        granted: &OperatorGrant,
        sending: Sending,
        now: Timestamp,
    ) -> Result<Answer, Rejection> {
        let act = if sending.mode == Mode::Publish { Act::PublishReport } else { Act::DraftReport };
        granted.ask(act, &granted.slug)?;
        let review = self.review(granted, &sending.report, now)?;
        let at = review.observed_at;
        let new = new(granted, &sending, at)?;
        if sending.mode == Mode::Publish {
            self.confirmed(granted, std::slice::from_ref(&sending), std::slice::from_ref(&review)).await?;
        }
        let (kept, written) = match sending.mode {
            Mode::DryRun => {
                let (published_at, undo_until) = (None, None);
                return Ok(Answer {
                    id: None,
                    state: AnswerState::DryRun,
                    published_at,
                    undo_until,
                    is_live: false,
                    review: Some(review),
                });
            }
            Mode::Draft => {
                let work = move |conn: &mut Conn| Ok((stored::draft(conn, &new, now)?, Versions::default()));
                self.store.run(work).await?
            }
            Mode::Publish => {
                let publication = self.publication(sending, &review, now);
                let work = move |conn: &mut Conn| {
                    let next = |standing: ReportRows<'_>| publication.after(standing);
                    Ok((stored::publish(conn, &new, PLACES, &next, now)?, Versions::written(conn)?))
                };
                self.store.run(work).await?
            }
        };
        let (stored, review) = match kept {
            ReportOutcome::New(stored) => (stored, Some(review)),
            ReportOutcome::Repeated(stored) => (stored, None),
            ReportOutcome::Conflict => {
                return Err(Rejection::Conflict(
                    "another request was sent with this idempotency key; use a new one",
                ));
            }
            ReportOutcome::Denied => return Err(Rejection::Unauthorized),
        };
        self.wake.notify_one();
        let is_live = stored.state == ReportState::Published && self.shows(written).await;
        Ok(answer(&stored, self.undo_ms, is_live, review))
    }

    /// Publishes several reports in sequence, all or none.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if a report is rejected.
    pub async fn submit_all(
        &self,
        granted: &OperatorGrant,
        sendings: Vec<Sending>,
        now: Timestamp,
    ) -> Result<Vec<Answer>, Rejection> {
        granted.ask(Act::PublishReport, &granted.slug)?;
        let reports: Vec<Report> = sendings.iter().map(|sending| sending.report.clone()).collect();
        let reviews = self.reviews(granted, &reports, now)?;
        self.confirmed(granted, &sendings, &reviews).await?;
        let mut prepared = Vec::new();
        for (sending, review) in sendings.into_iter().zip(&reviews) {
            let new = new(granted, &sending, review.observed_at)?;
            prepared.push((new, self.publication(sending, review, now)));
        }
        let slug = granted.slug.clone();
        let work = move |conn: &mut Conn| {
            let publish = |(new, publication): &(NewReport, Publication)| {
                stored::publish(conn, new, PLACES, &|standing| publication.after(standing), now)
            };
            let kept: Vec<ReportOutcome> = prepared.iter().map(publish).collect::<Result<_, _>>()?;
            // An error rolls the transaction back.
            let is_whole =
                kept.iter().all(|kept| matches!(kept, ReportOutcome::New(_) | ReportOutcome::Repeated(_)));
            if is_whole {
                Ok((kept, Versions::written(conn)?))
            } else {
                Err(storage::StoreError::Invalid(format!("a file for {slug}")))
            }
        };
        let (kept, written) = self.store.run(work).await.map_err(|error| match error {
            storage::StoreError::Invalid(_) => Rejection::Conflict(
                "another file was sent with this idempotency key, or the key is no longer valid",
            ),
            other => Rejection::Storage(other),
        })?;
        self.wake.notify_one();
        // Once, after the last row: a publication shows everything written before it.
        let is_live = self.shows(written).await;
        let mut answers = Vec::new();
        for (kept, review) in kept.into_iter().zip(reviews) {
            let (stored, review) = match kept {
                ReportOutcome::New(stored) => (stored, Some(review)),
                ReportOutcome::Repeated(stored) => (stored, None),
                ReportOutcome::Conflict | ReportOutcome::Denied => continue,
            };
            answers.push(answer(&stored, self.undo_ms, is_live, review));
        }
        Ok(answers)
    }

    /// Rejects reports with questionable values that are not confirmed. A request that was processed before is not
    /// checked again.
    async fn confirmed(
        &self,
        granted: &OperatorGrant,
        sendings: &[Sending],
        reviews: &[Review],
    ) -> Result<(), Rejection> {
        let mut missing = Vec::new();
        for (sending, review) in sendings.iter().zip(reviews) {
            let of_report = sending.confirmed.unconfirmed(&review.warnings);
            if !of_report.is_empty() && !self.is_published(granted, sending.id).await? {
                missing.extend(of_report);
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(Rejection::Unconfirmed(missing)) }
    }

    async fn is_published(&self, granted: &OperatorGrant, id: Uuid) -> Result<bool, Rejection> {
        let slug = granted.slug.clone();
        let known = self.store.read(move |conn| stored::find(conn, &slug, id)).await?;
        Ok(known.is_some_and(|report| report.state != ReportState::Draft))
    }

    /// Publishes a draft.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if the draft is unknown or rejected.
    pub async fn publish_draft(
        &self,
        granted: &OperatorGrant,
        id: Uuid,
        confirmed: ConfirmedValues,
        now: Timestamp,
    ) -> Result<Answer, Rejection> {
        granted.ask(Act::PublishReport, &granted.slug)?;
        let draft = self.report(granted, id).await?;
        let mut report: Report =
            serde_json::from_str(&draft.report).map_err(|error| Rejection::Broken(error.to_string()))?;
        // A draft is valid for the time at which it was sent, not for the time of its review.
        report.observed_at = Some(draft.observed_at);
        let (request, mode) = (draft.request, Mode::Publish);
        let sending = Sending { report, channel: "draft", id, request, mode, confirmed };
        self.submit(granted, sending, now).await
    }

    /// Withdraws the newest report.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if the report is unknown or can no longer be withdrawn.
    pub async fn undo(&self, granted: &OperatorGrant, id: Uuid, now: Timestamp) -> Result<Answer, Rejection> {
        granted.ask(Act::UndoReport, &granted.slug)?;
        let OperatorGrant { slug, author, key, .. } = granted.clone();
        let undo_ms = self.undo_ms;
        let work = move |conn: &mut Conn| {
            let back = |standing: ReportRows<'_>| before(standing, id, now);
            let undo =
                UndoRequest { slug: &slug, id, author: &author, key: key.as_deref(), within_ms: undo_ms };
            let undone = stored::undo(conn, &undo, PLACES, &back, now)?;
            Ok((undone, Versions::written(conn)?))
        };
        let (undone, written) = self.store.run(work).await?;
        let stored = match undone {
            UndoOutcome::Done(stored) => stored,
            UndoOutcome::Unknown => return Err(Rejection::NotFound),
            UndoOutcome::Denied => return Err(Rejection::Unauthorized),
            UndoOutcome::Superseded => {
                return Err(Rejection::Conflict(
                    "a later report is in force; send another one to correct it",
                ));
            }
            UndoOutcome::Late => {
                return Err(Rejection::Conflict(
                    "the time to withdraw this report is over; send another one to correct it",
                ));
            }
        };
        self.wake.notify_one();
        let is_live = self.shows(written).await;
        Ok(answer(&stored, self.undo_ms, is_live, None))
    }

    /// Returns the newest reports of the resort.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if they cannot be read.
    pub async fn reports(&self, granted: &OperatorGrant, most: i64) -> Result<Vec<StoredReport>, Rejection> {
        granted.ask(Act::ReadContent, &granted.slug)?;
        let slug = granted.slug.clone();
        Ok(self.store.read(move |conn| stored::newest(conn, &slug, most)).await?)
    }

    /// Returns the newest drafts of the resort's reports.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if they cannot be read.
    pub async fn drafts(&self, granted: &OperatorGrant, most: i64) -> Result<Vec<StoredReport>, Rejection> {
        granted.ask(Act::ReadContent, &granted.slug)?;
        let slug = granted.slug.clone();
        Ok(self.store.read(move |conn| stored::drafts(conn, &slug, most)).await?)
    }

    /// Returns one report of the resort, which may be a draft.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if the report is unknown.
    pub async fn report(&self, granted: &OperatorGrant, id: Uuid) -> Result<StoredReport, Rejection> {
        granted.ask(Act::ReadContent, &granted.slug)?;
        let slug = granted.slug.clone();
        let found = self.store.read(move |conn| stored::find(conn, &slug, id)).await?;
        found.ok_or(Rejection::NotFound)
    }

    fn publication(&self, sending: Sending, review: &Review, now: Timestamp) -> Publication {
        let doubtful = review.warnings.iter().filter(|warning| warning.confirm.is_some());
        let doubtful = doubtful.map(|warning| warning.field).collect();
        let logged = LoggedReport {
            id: sending.id.to_string(),
            observed_at: review.observed_at,
            published_at: now,
            undone_at: None,
            report: sending.report,
        };
        Publication { logged, beside: review.beside, doubtful, undo_ms: self.undo_ms }
    }

    /// Waits briefly until a write is published here.
    pub(super) async fn shows(&self, written: Versions) -> bool {
        self.latest.published_after(written, LIVE_WITHIN).await
    }
}

/// Pairs the new snow of a report with a station's of the same day.
fn new_snow_pair(report: &Report, without: &Resolution, on: NaiveDate) -> Option<Pair> {
    let measured = Some(&without.snowfall24h_cm).filter(|known| known.source == Kind::Station)?;
    Some(Pair { on, said: report.measured(Field::NewSnow24h)?, measured: measured.value?.get() })
}

fn new(granted: &OperatorGrant, sending: &Sending, at: Timestamp) -> Result<NewReport, Rejection> {
    Ok(NewReport {
        id: sending.id,
        slug: granted.slug.clone(),
        channel: sending.channel.to_owned(),
        author: granted.author.clone(),
        key: granted.key.clone(),
        request: sending.request.clone(),
        observed_at: at,
        report: serde_json::to_string(&sending.report)
            .map_err(|error| Rejection::Broken(error.to_string()))?,
    })
}

fn answer(stored: &StoredReport, undo_ms: i64, is_live: bool, review: Option<Review>) -> Answer {
    let published_at = stored.published_at;
    let undo_until =
        published_at.filter(|_| stored.state == ReportState::Published).map(|at| at.plus_millis(undo_ms));
    Answer {
        id: Some(stored.id.to_string()),
        state: AnswerState::Stored(stored.state),
        published_at,
        undo_until,
        is_live,
        review,
    }
}

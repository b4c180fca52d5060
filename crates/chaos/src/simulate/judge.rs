//! The invariants, checked against what happened and not against what the production code recorded about it.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use publication::edition::Coverage;
use publication::publisher::Loss;
use runtime::lease::{ConfirmedLease, TRUSTED};
use tokio::time::Instant;
use webhooks::events::powder_alert::PowderAlertData;
use webhooks::events::snow_report::{Report, SnowReportData};
use webhooks::policy::EventPolicy;

use super::reported::SentEvents;
use super::tables::{Rows, Tables};

/// The name of an invariant.
pub(super) type Invariant = &'static str;

pub(super) const NAMED_ALIKE: Invariant = "publications of one name have one content";
pub(super) const AS_STORED: Invariant = "a publication shows what its counters count";
pub(super) const LOSSES: Invariant = "only lost changes are reported";
pub(super) const FENCED: Invariant = "no process returns to an old primary";
pub(super) const TRUST: Invariant = "a holder without the database stops in time";
pub(super) const ONE_HOLDER: Invariant = "one holder of a lease acts";
pub(super) const IN_ORDER: Invariant = "no older publication is evaluated after a newer one";
pub(super) const EVENTS: Invariant = "no event is lost or repeated";
pub(super) const STUCK: Invariant = "every replica shows the database 15 s after the last fault";
pub(super) const COMPLETE: Invariant = "every event is recorded after the last fault";

/// A broken invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Violation {
    pub(super) invariant: Invariant,
    pub(super) detail: String,
}

impl Violation {
    pub(super) fn new(invariant: Invariant, detail: impl Into<String>) -> Self {
        Self { invariant, detail: detail.into() }
    }
}

/// A lease as its holder knows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grant {
    pub(super) confirmed: ConfirmedLease,
    /// Time of the request.
    pub(super) asked: Instant,
    pub(super) timeline: u32,
}

/// Snow that an alert may report.
#[derive(Debug, Clone, Copy)]
pub(super) struct Snow {
    pub(super) slug: &'static str,
    pub(super) fresh: i32,
    pub(super) observed_at: Timestamp,
}

/// The events of a deployment, across failovers.
#[derive(Debug, Default)]
pub(super) struct Judge {
    /// Contents of the database by timeline and counter.
    stored: BTreeMap<(u32, i64), Rows>,
    /// Contents of publications by name.
    named: BTreeMap<String, Rows>,
    /// For each timeline the one from which it branched, and the counter at that time.
    branches: BTreeMap<u32, (u32, i64)>,
    pub(super) checks: BTreeMap<Invariant, u64>,
}

impl Judge {
    /// Counts a check of an invariant, and returns the violation if it does not hold.
    pub(super) fn check(
        &mut self,
        invariant: Invariant,
        holds: bool,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Violation> {
        *self.checks.entry(invariant).or_default() += 1;
        if holds { Ok(()) } else { Err(Violation::new(invariant, detail())) }
    }

    /// Records a commit, or the state with which a timeline begins.
    pub(super) fn committed(&mut self, timeline: u32, tables: &Tables) {
        self.stored.insert((timeline, tables.version), Rc::clone(&tables.rows));
    }

    pub(super) fn branched(&mut self, timeline: u32, from: u32, at: i64) {
        self.branches.insert(timeline, (from, at));
    }

    /// Checks a publication.
    pub(super) fn published(
        &mut self,
        coverage: Coverage,
        as_of: Timestamp,
        world: &Rows,
    ) -> Result<(), Violation> {
        let Some(timeline) = coverage.timeline else { return Ok(()) };
        let counter = coverage.versions.evidence;
        let name = coverage.etag(as_of, as_of);
        let name = name.to_str().unwrap_or_default().to_owned();
        let known = self.named.entry(name.clone()).or_insert_with(|| Rc::clone(world));
        let is_alike = known == world;
        self.check(NAMED_ALIKE, is_alike, || name)?;
        let is_stored = self.stored.get(&(timeline, counter)).is_some_and(|stored| stored == world);
        self.check(AS_STORED, is_stored, || format!("counter {counter} of timeline {timeline}"))
    }

    /// Checks the losses that a publication of `read` after one of `known` reports.
    pub(super) fn check_losses(
        &mut self,
        known: Coverage,
        read: Coverage,
        reported: &[Loss],
    ) -> Result<(), Violation> {
        let (Some(before), Some(after)) = (known.timeline, read.timeline) else { return Ok(()) };
        let count: i64 = reported.iter().map(|loss| loss.before - loss.after).sum();
        let truth = if before == after {
            0
        } else {
            match self.branches.get(&after) {
                Some((from, at)) if *from == before => (known.versions.evidence - at).max(0),
                // The process missed a whole timeline.
                _ => return Ok(()),
            }
        };
        self.check(LOSSES, count == truth, || {
            format!("{count} instead of {truth} from timeline {before} to {after}")
        })
    }

    /// Checks that a holder which acts may do so, and that no other one may.
    pub(super) fn acts<'g>(
        &mut self,
        own: &Grant,
        others: impl Iterator<Item = &'g Grant>,
        now: Instant,
    ) -> Result<(), Violation> {
        let age = now.saturating_duration_since(own.asked);
        self.check(TRUST, age < TRUSTED, || format!("{age:?} after its request"))?;
        let is_rival = |other: &&Grant| other.confirmed.is_trusted(now) && other.timeline == own.timeline;
        let rivals = others.filter(is_rival).count();
        self.check(ONE_HOLDER, rivals == 0, || format!("{rivals} others may act"))
    }

    /// Checks a committed transaction that evaluated a publication of `at`. `due` is the snow of its powder alerts.
    pub(super) fn evaluated(
        &mut self,
        tables: &mut Tables,
        at: Timestamp,
        now: Timestamp,
        due: &[Snow],
    ) -> Result<(), Violation> {
        let attempts = std::mem::take(&mut tables.attempts);
        let mut reported = SentEvents::clone(&tables.reported);
        let last = reported.evaluated.replace(at);
        let is_older = last.is_some_and(|last| last > at && !Policy::CONTRACT.is_in_future(last, now));
        self.check(IN_ORDER, !is_older, || format!("{at} after {last:?}"))?;
        for snow in due {
            self.check(EVENTS, is_alerted(&reported, tables, at, snow), || {
                format!("no powder alert of {} for {} mm", snow.slug, snow.fresh)
            })?;
        }
        for attempt in &attempts {
            let is_known = reported.keys.contains(&attempt.key);
            self.check(EVENTS, !(is_known && attempt.is_new), || format!("{} is repeated", attempt.key))?;
            if !is_known {
                Rc::make_mut(&mut reported.keys).insert(Rc::clone(&attempt.key));
            }
            if let Ok(data) = serde_json::from_str::<SnowReportData>(attempt.data.get()) {
                let before = reported.reports.insert(Rc::clone(&attempt.slug), data.report);
                let follows = before == Some(data.previous) && attempt.is_new;
                self.check(EVENTS, follows, || format!("{}: {before:?} was reported before", attempt.key))?;
            } else if let Ok(data) = serde_json::from_str::<PowderAlertData>(attempt.data.get())
                && let Some(snow) = due.iter().find(|snow| *snow.slug == *attempt.slug)
            {
                let told = (attempt.created_at, snow.observed_at, data.snowfall24h_cm.units());
                reported.alerts.insert(Rc::clone(&attempt.slug), told);
            }
        }
        for (subject, (_, value)) in tables.baselines.iter().filter(|(subject, _)| !subject.starts_with('@'))
        {
            let Ok(value) = serde_json::from_str::<Report>(value.get()) else { continue };
            let known = *reported.reports.entry(Rc::clone(subject)).or_insert(value);
            self.check(EVENTS, known == value, || {
                format!("{subject}: the baseline is {value:?}, but {known:?} was reported")
            })?;
        }
        tables.reported = Rc::new(reported);
        Ok(())
    }
}

/// Returns whether snow was reported on its day, or is the snow of the previous alert.
fn is_alerted(reported: &SentEvents, tables: &Tables, at: Timestamp, snow: &Snow) -> bool {
    let policy = EventPolicy::CONTRACT;
    let day = at.utc().date_naive();
    let is_old = reported.alerts.get(snow.slug).is_some_and(|(told_at, observed_at, fresh)| {
        told_at.utc().date_naive() == day
            || (snow.observed_at.since(*observed_at) < policy.powder_apart_ms
                && snow.fresh - fresh < policy.powder_cm.units())
    });
    is_old || tables.events.contains(format!("powder-alert:{}:{day}", snow.slug).as_str())
}

/// Returns the monotonic time after `millis` of a history that began at `begun`.
pub(super) fn monotonic(begun: Instant, millis: i64) -> Instant {
    begun + Duration::from_millis(millis.unsigned_abs())
}

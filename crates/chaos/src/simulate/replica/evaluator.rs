//! A replica's evaluator of events: `webhooks` decides, `deliveries::evaluate` records.

use std::rc::Rc;

use conditions_core::evidence::{Evidence, Profile};
use conditions_core::field::Field;
use conditions_core::policy::Policy;
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::{Confidence, Tenths};
use deliveries::evaluate::{Moment, changed, record};
use publication::versions::Versions;
use storage::StoreError;
use uuid::Uuid;
use webhooks::events::{AnyWatched, EVENTS, Resort, Snapshot};
use webhooks::policy::EventPolicy;

use super::super::bug::Bug;
use super::super::judge::{EVENTS as RECORDED, Snow, Violation};
use super::super::outside::Outside;
use super::super::step::Task;
use super::super::tables::Rows;
use super::{Replica, SLUGS};

/// Name of the lease.
pub(super) const LEASE: &str = "webhooks";
/// Duration of the lease, in milliseconds.
const LEASE_MS: i64 = 130_000;
/// Subjects per transaction: few, so that an evaluation has several.
const CHUNK: usize = 3;
const POLICY: EventPolicy = EventPolicy::CONTRACT;

/// State of the evaluator.
#[derive(Debug)]
pub(super) enum Evaluator {
    Idle,
    /// A request for the lease.
    Requested {
        moment: Moment,
        world: Rows,
    },
    /// The subjects that changed are read next.
    Granted {
        moment: Moment,
        world: Rows,
    },
    /// A chunk of them is recorded next.
    Recording(Box<Evaluation>),
}

/// A publication that is evaluated.
#[derive(Debug)]
pub(super) struct Evaluation {
    moment: Moment,
    observed: WatchedWorld,
    /// Subjects that changed and are not recorded yet.
    news: Vec<usize>,
}

/// The subjects of a world that events watch.
#[derive(Debug)]
struct WatchedWorld {
    subjects: Vec<Box<dyn AnyWatched>>,
    snow: Vec<Snow>,
}

/// Returns a resolution without evidence, from which those of resorts are made.
pub(in super::super) fn blank() -> Result<Resolution, String> {
    let zone = "UTC".parse().map_err(|error| format!("time zone: {error}"))?;
    let profile = Profile::new("alta", zone);
    let now = Timestamp::from_millis(0);
    Ok(conditions_core::resolve(now, &Policy::contract(), &profile, &Evidence::default()))
}

impl Replica {
    /// Proceeds to the next wait of the evaluator.
    pub(super) fn evaluate(&mut self, outside: &mut Outside<'_>, dice: u64) -> Result<(), Violation> {
        match std::mem::replace(&mut self.evaluator, Evaluator::Idle) {
            Evaluator::Idle => {
                if let Some(moment) = self.moment(outside) {
                    self.evaluator = Evaluator::Requested { moment, world: Rc::clone(&self.world) };
                }
            }
            Evaluator::Requested { moment, world } => {
                let (owner, time) = (Rc::clone(&self.owner), outside.lease_time(self.skew));
                let Some(server) = self.reach(outside, Task::Evaluator, dice)? else { return Ok(()) };
                let is_granted = server.tables.acquire(LEASE, &owner, time, LEASE_MS);
                if !self.loses_answer()
                    && is_granted
                    && self.start.allows(&POLICY, true, moment.now, moment.at)
                {
                    self.evaluator = Evaluator::Granted { moment, world };
                }
            }
            Evaluator::Granted { moment, world } => {
                let observed = WatchedWorld::read(outside.blank, &world, moment.at);
                let Some(server) = self.reach(outside, Task::Evaluator, dice)? else { return Ok(()) };
                let news = changed(&mut server.tables, &POLICY, moment.at, &observed.all());
                let news = news.map_err(|error| unreadable(&error))?;
                if !news.is_empty() {
                    let evaluation = Evaluation { moment, observed, news };
                    self.evaluator = Evaluator::Recording(Box::new(evaluation));
                }
            }
            Evaluator::Recording(evaluation) => return self.record(outside, evaluation, dice),
        }
        Ok(())
    }

    fn moment(&self, outside: &Outside<'_>) -> Option<Moment> {
        let versions: Versions = self.following.as_ref()?.coverage().versions;
        Some(Moment { at: self.as_of, versions, now: outside.now(self.skew) })
    }

    /// Records the next chunk in one transaction, within which the process may die.
    fn record(
        &mut self,
        outside: &mut Outside<'_>,
        mut evaluation: Box<Evaluation>,
        dice: u64,
    ) -> Result<(), Violation> {
        let (tears, judged_at) = (outside.has(Bug::TearsTransactions), evaluation.moment);
        let chunk: Vec<usize> = evaluation.news.drain(..evaluation.news.len().min(CHUNK)).collect();
        let fuse = self.faults.torn_after.take();
        let is_lost = self.faults.is_answer_lost;
        let Some(server) = self.reach(outside, Task::Evaluator, dice)? else { return Ok(()) };
        let all = evaluation.observed.all();
        let subjects: Vec<&dyn AnyWatched> =
            chunk.iter().filter_map(|place| all.get(*place).copied()).collect();
        let ids: Vec<Uuid> = (0..chunk.len() as u64).map(|place| Uuid::from_u64_pair(dice, place)).collect();
        let before = server.tables.clone();
        server.tables.fuse = fuse;
        let recorded = record(&mut server.tables, &POLICY, judged_at, &subjects, &ids);
        server.tables.fuse = None;
        if recorded.is_err() || fuse.is_some() {
            if !tears {
                server.tables = before;
            }
            server.tables.attempts.clear();
            self.is_alive = false;
            return Ok(());
        }
        let Ok(Some(_)) = recorded else {
            server.tables.attempts.clear();
            return Ok(());
        };
        let is_due = |snow: &&Snow| {
            let of_alert = |subject: &str| subject.strip_prefix("@powder-alert:") == Some(snow.slug);
            subjects.iter().any(|one| of_alert(one.subject()))
        };
        let due: Vec<Snow> = evaluation.observed.snow.iter().filter(is_due).copied().collect();
        let (timeline, mut tables) = (server.timeline, std::mem::take(&mut server.tables));
        let judged = outside.judge.evaluated(&mut tables, judged_at.at, judged_at.now, &due);
        if let Some(server) = outside.servers.iter_mut().find(|server| server.timeline == timeline) {
            server.tables = tables;
        }
        judged?;
        self.faults.is_answer_lost = false;
        if !is_lost && !evaluation.news.is_empty() {
            self.evaluator = Evaluator::Recording(evaluation);
        }
        Ok(())
    }

    /// Returns the number of subjects of the published world about which something is not recorded.
    pub(in super::super) fn unrecorded(&self, outside: &mut Outside<'_>) -> Result<usize, Violation> {
        let Some(moment) = self.moment(outside) else { return Ok(0) };
        let observed = WatchedWorld::read(outside.blank, &self.world, moment.at);
        let Some(server) = outside.servers.last_mut() else { return Ok(0) };
        let news = changed(&mut server.tables, &POLICY, moment.at, &observed.all());
        news.map(|news| news.len()).map_err(|error| unreadable(&error))
    }
}

fn unreadable(error: &StoreError) -> Violation {
    Violation::new(RECORDED, error.to_string())
}

impl WatchedWorld {
    /// Reads what events watch of a world.
    fn read(blank: &Resolution, world: &Rows, at: Timestamp) -> Self {
        let (mut resolutions, mut all_snow) = (Vec::new(), Vec::new());
        for (place, row) in world.iter() {
            let Some(slug) = SLUGS.get(*place).copied() else { continue };
            let known = |tenths| {
                let confidence = Confidence::from_hundredths(90);
                Field::known(Tenths::from_units(tenths), Kind::Station, Some(row.observed_at), confidence)
            };
            let (fresh, depth) = row.snow;
            let mut resolution = blank.clone();
            resolution.snowfall24h_cm = known(fresh);
            resolution.record.display_depth_cm = Some(known(depth));
            resolutions.push((slug, resolution));
            all_snow.push(Snow { slug, fresh, observed_at: row.observed_at });
        }
        let resorts: Vec<Resort<'_>> =
            resolutions.iter().map(|(slug, resolution)| Resort { slug, name: slug, resolution }).collect();
        let page = |slug: &str| format!("https://snow.example.com/resorts/{slug}");
        let snapshot = Snapshot { at, resorts: &resorts, page: &page };
        let subjects = EVENTS.iter().flat_map(|event| event.watch(&POLICY, &snapshot)).collect();
        Self { subjects, snow: all_snow }
    }

    fn all(&self) -> Vec<&dyn AnyWatched> {
        self.subjects.iter().map(AsRef::as_ref).collect()
    }
}

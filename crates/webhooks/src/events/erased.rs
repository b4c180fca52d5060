//! Type-erased events, for code that iterates over the table: states and data are JSON.

use std::fmt::Debug;

use conditions_core::time::Timestamp;
use serde_json::value::{RawValue, to_raw_value};

use super::{
    Audience, Baseline, Decision, Event, EventName, Occurrence, Place, Snapshot, WatchedSubject, key_prefix,
};
use crate::policy::EventPolicy;

/// An event of the table, with its types erased.
pub trait AnyEvent: Sync {
    /// Returns the name that subscriptions list.
    fn name(&self) -> EventName;

    /// Returns its audience among them.
    fn audience(&self) -> Audience;

    /// Returns one sentence on when it happens.
    fn description(&self) -> &'static str;

    /// Returns the subjects of a snapshot that need an evaluation.
    fn watch(&self, policy: &EventPolicy, snapshot: &Snapshot<'_>) -> Vec<Box<dyn AnyWatched>>;

    /// Returns the content of a test delivery.
    ///
    /// # Errors
    /// Returns an error if the data cannot be serialised as JSON, which never happens for the events of this crate.
    fn sample(
        &self,
        policy: &EventPolicy,
        snapshot: &Snapshot<'_>,
        place: Place,
    ) -> Result<Sample, serde_json::Error>;

    /// Returns the schema of the `data` of its body.
    #[cfg(feature = "schemars")]
    fn data_schema(&self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema;
}

/// The content of a test delivery.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Body member `resortSlug`.
    pub resort_slug: String,
    /// Body member `data`.
    pub data: Box<RawValue>,
}

/// The current state of a subject, with its types erased.
pub trait AnyWatched: Debug + Send + Sync {
    /// Returns the key of its baseline.
    fn subject(&self) -> &str;

    /// Returns what must be written at `now`, given the stored baseline; `None` if nothing. A baseline that cannot be
    /// parsed (a newer version wrote it) counts as missing.
    ///
    /// # Errors
    /// Returns an error if the state or data cannot be serialised as JSON, which never happens for this crate.
    fn decide(
        &self,
        policy: &EventPolicy,
        now: Timestamp,
        before: Option<&Baseline<Box<RawValue>>>,
    ) -> Result<Option<Write>, serde_json::Error>;
}

/// The writes for a subject, to be made in one transaction.
#[derive(Debug, Clone)]
pub struct Write {
    /// Whether a readable baseline was missing: the write inserts a row or replaces one that cannot be parsed.
    pub begins: bool,
    /// Prefix of the keys of the subject's changes.
    pub keys: String,
    /// The state to store.
    pub state: Box<RawValue>,
    /// Event that happened.
    pub occurrence: Option<Occurrence<Box<RawValue>>>,
}

impl<E: Event> AnyEvent for E {
    fn name(&self) -> EventName {
        E::NAME
    }

    fn audience(&self) -> Audience {
        E::AUDIENCE
    }

    fn description(&self) -> &'static str {
        E::ABOUT
    }

    fn watch(&self, policy: &EventPolicy, snapshot: &Snapshot<'_>) -> Vec<Box<dyn AnyWatched>> {
        let watched = E::watch(policy, snapshot).into_iter();
        watched.map(|watched| Box::new(EventSubject::<E>(watched)) as Box<dyn AnyWatched>).collect()
    }

    fn sample(
        &self,
        policy: &EventPolicy,
        snapshot: &Snapshot<'_>,
        place: Place,
    ) -> Result<Sample, serde_json::Error> {
        let (resort_slug, data) = E::sample(policy, snapshot, place);
        Ok(Sample { resort_slug, data: to_raw_value(&data)? })
    }

    #[cfg(feature = "schemars")]
    fn data_schema(&self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<E::Data>()
    }
}

/// A subject of one event.
struct EventSubject<E: Event>(WatchedSubject<E::State>);

impl<E: Event> Debug for EventSubject<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<E: Event> AnyWatched for EventSubject<E> {
    fn subject(&self) -> &str {
        &self.0.subject
    }

    fn decide(
        &self,
        policy: &EventPolicy,
        now: Timestamp,
        before: Option<&Baseline<Box<RawValue>>>,
    ) -> Result<Option<Write>, serde_json::Error> {
        let before = before.and_then(|before| {
            let value: E::State = serde_json::from_str(before.value.get()).ok()?;
            Some(Baseline { version: before.version, value })
        });
        let occurrence = match E::decide(policy, now, before.as_ref(), &self.0) {
            Decision::Nothing => return Ok(None),
            Decision::Begin => None,
            Decision::Happened(occurrence) => Some(Occurrence {
                event: occurrence.event,
                audience: occurrence.audience,
                resort_slug: occurrence.resort_slug,
                dedupe_key: occurrence.dedupe_key,
                data: to_raw_value(&occurrence.data)?,
                created_at: occurrence.created_at,
            }),
        };
        Ok(Some(Write {
            begins: before.is_none(),
            keys: key_prefix(E::NAME, &self.0.subject),
            state: to_raw_value(&self.0.state)?,
            occurrence,
        }))
    }
}

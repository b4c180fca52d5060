//! Events without their types, for whoever folds over the table: states and data are JSON.

use std::fmt::Debug;

use conditions_core::time::Timestamp;
use serde_json::value::{RawValue, to_raw_value};

use super::{
    Audience, Baseline, Decision, Event, EventName, Occurrence, Place, Snapshot, WatchedSubject, keys_of,
};
use crate::policy::EventPolicy;

/// One event of the table, whatever its types.
pub trait AnyEvent: Sync {
    /// The name that subscriptions list.
    fn name(&self) -> EventName;

    /// Which of them it reaches.
    fn audience(&self) -> Audience;

    /// When it happens, in a sentence.
    fn about(&self) -> &'static str;

    /// The subjects of a snapshot about which something may have to be decided.
    fn watch(&self, policy: &EventPolicy, snapshot: &Snapshot<'_>) -> Vec<Box<dyn AnyWatched>>;

    /// What a test delivery would tell.
    ///
    /// # Errors
    /// Data that cannot be written as JSON; that of the events of this crate always can.
    fn sample(
        &self,
        policy: &EventPolicy,
        snapshot: &Snapshot<'_>,
        place: Place,
    ) -> Result<Sample, serde_json::Error>;

    /// Schema of the `data` of its body.
    #[cfg(feature = "schemars")]
    fn data_schema(&self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema;
}

/// What a test delivery tells.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Body member `resortSlug`.
    pub resort_slug: String,
    /// Body member `data`.
    pub data: Box<RawValue>,
}

/// A subject as it is now, whatever its types.
pub trait AnyWatched: Debug + Send + Sync {
    /// What its baseline is stored under.
    fn subject(&self) -> &str;

    /// What is to be written at `now`, given the stored baseline; `None` for nothing. A baseline that cannot be read (a
    /// newer program wrote it) counts as none.
    ///
    /// # Errors
    /// A state or data that cannot be written as JSON; those of this crate always can.
    fn decide(
        &self,
        policy: &EventPolicy,
        now: Timestamp,
        before: Option<&Baseline<Box<RawValue>>>,
    ) -> Result<Option<Write>, serde_json::Error>;
}

/// What is to be written of a subject, in one transaction.
#[derive(Debug, Clone)]
pub struct Write {
    /// Whether nothing was known that could be read: a new row, or one in the place of one that cannot be read.
    pub begins: bool,
    /// What the keys of the subject's changes begin with.
    pub keys: String,
    /// The state to store.
    pub state: Box<RawValue>,
    /// What happened.
    pub occurrence: Option<Occurrence<Box<RawValue>>>,
}

impl<E: Event> AnyEvent for E {
    fn name(&self) -> EventName {
        E::NAME
    }

    fn audience(&self) -> Audience {
        E::AUDIENCE
    }

    fn about(&self) -> &'static str {
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
            keys: keys_of(E::NAME, &self.0.subject),
            state: to_raw_value(&self.0.state)?,
            occurrence,
        }))
    }
}

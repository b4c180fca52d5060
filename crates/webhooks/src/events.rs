//! Defines the events, which subscriptions they reach, and the keys that make them happen at most once. One file per
//! event; [`EVENTS`] is the only list of them.
//!
//! An event watches subjects of a [`Snapshot`] and decides about each from its stored [`Baseline`]. Storage holds the
//! baselines and writes occurrence and new baseline in one transaction. The unique [`Occurrence::dedupe_key`] is valid
//! across replicas and crashes.

use std::cmp::Ordering;

use conditions_core::record::Resolution;
use conditions_core::time::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::policy::EventPolicy;

mod erased;
mod name;
pub mod start;

pub use erased::{AnyEvent, AnyWatched, Sample, Write};
pub use name::{EventName, UnknownEvent};

macro_rules! events {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// All events. Names are listed, and lists of names stored, in this order: append new events.
        pub static EVENTS: &[&dyn AnyEvent] = &[$(&$module::Event),*];
    };
}

events! {
    snow_report,
    leaderboard,
    powder_alert,
    account_alert,
}

/// The lane of events that reach only global subscriptions, as stored in rows. Slugs never contain `@`.
const GLOBAL_LANE: &str = "@leaderboard";

/// One resort of a snapshot.
#[derive(Debug, Clone, Copy)]
pub struct Resort<'a> {
    /// Slug of the resort.
    pub slug: &'a str,
    /// Name of the resort.
    pub name: &'a str,
    /// Resolved record, as anonymous callers see it.
    pub resolution: &'a Resolution,
}

/// The part of a publication that events see.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// Time of the records.
    pub at: Timestamp,
    /// Served resorts, by slug.
    pub resorts: &'a [Resort<'a>],
    /// Returns the URL of a resort's page from its slug.
    pub page: &'a dyn Fn(&str) -> String,
}

impl Snapshot<'_> {
    /// Returns a resort as bodies name it. If the resort is not served, its slug is also its name.
    #[must_use]
    pub fn place(&self, slug: &str) -> Place {
        let name = self.resort(slug).map_or(slug, |resort| resort.name);
        self.place_named(slug, name)
    }

    fn place_named(&self, slug: &str, name: &str) -> Place {
        Place { slug: slug.to_owned(), name: name.to_owned(), url: (self.page)(slug) }
    }

    /// Returns the resort with this slug if it is served.
    #[must_use]
    pub fn resort(&self, slug: &str) -> Option<&Resort<'_>> {
        self.resorts.iter().find(|resort| resort.slug == slug)
    }
}

/// A resort as bodies name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Slug of the resort.
    pub slug: String,
    /// Name of the resort.
    pub name: String,
    /// URL of the resort's page.
    pub url: String,
}

/// The stored state of a subject, last reported or first seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Baseline<T> {
    /// Version number of the subject's baseline: evaluations against the same version make the same key.
    pub version: u64,
    /// State of the subject.
    pub value: T,
}

impl<T> Baseline<T> {
    /// Returns the baseline to store after an event, and only then: a change that was not reported yet stays a change
    /// at the next evaluation.
    #[must_use]
    pub fn following<U>(&self, value: U) -> Baseline<U> {
        Baseline { version: self.version.saturating_add(1), value }
    }
}

/// The current state of a subject.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchedSubject<S> {
    /// Key of its baseline, unique among all events: a slug, or a text that begins with `@`.
    pub subject: String,
    /// Resort that a body names.
    pub place: Place,
    /// State as it would be stored.
    pub state: S,
}

/// The result of evaluating one subject.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision<D> {
    /// Nothing happened.
    Nothing,
    /// The subject was unknown: its state is stored, so that the next change is an event.
    Begin,
    /// An event happened: the state is stored with it.
    Happened(Occurrence<D>),
}

/// One kind of event.
pub trait Event: Sync + 'static {
    /// Name that subscriptions list. Events of different audiences may share one.
    const NAME: EventName;

    /// Audience among the subscriptions that list its name.
    const AUDIENCE: Audience;

    /// One sentence for OpenAPI on when it happens.
    const ABOUT: &'static str;

    /// Stored state of a subject.
    type State: Clone + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;

    /// Type of `data` in the body.
    type Data: Serialize + JsonSchema;

    /// Returns the subjects of a snapshot that need an evaluation.
    fn watch(policy: &EventPolicy, snapshot: &Snapshot<'_>) -> Vec<WatchedSubject<Self::State>>;

    /// Decides whether the event happened to a subject at `now`, which becomes its `createdAt`.
    fn decide(
        policy: &EventPolicy,
        now: Timestamp,
        before: Option<&Baseline<Self::State>>,
        after: &WatchedSubject<Self::State>,
    ) -> Decision<Self::Data>;

    /// Returns slug and `data` of a test body, with current values or those that the event would have. `place` is the
    /// subscription's resort, or the first served resort.
    fn sample(policy: &EventPolicy, snapshot: &Snapshot<'_>, place: Place) -> (String, Self::Data);
}

/// `schemars::JsonSchema`, required if schemas are compiled in.
#[cfg(feature = "schemars")]
pub use schemars::JsonSchema;

/// Replaces `schemars::JsonSchema` if schemas are not compiled in.
#[cfg(not(feature = "schemars"))]
pub trait JsonSchema {}

#[cfg(not(feature = "schemars"))]
impl<T> JsonSchema for T {}

/// An event that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Occurrence<D> {
    /// Name of the event.
    pub event: EventName,
    /// Subscriptions that it reaches.
    pub audience: Audience,
    /// Body member `resortSlug`.
    pub resort_slug: String,
    /// Unique key among all past events.
    pub dedupe_key: String,
    /// Body member `data`.
    pub data: D,
    /// Body member `createdAt`.
    pub created_at: Timestamp,
}

/// The audience of an event, among the subscriptions that list its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Subscriptions of the resort.
    Resort,
    /// Subscriptions of the resort and global ones.
    ResortAndGlobal,
    /// Global subscriptions.
    Global,
}

impl Audience {
    /// Returns whether a subscription belongs to the audience of an event of `resort_slug`. `scope` is the
    /// subscription's resort; `None` means global.
    #[must_use]
    pub fn includes(self, resort_slug: &str, scope: Option<&str>) -> bool {
        match (self, scope) {
            (Self::Resort | Self::ResortAndGlobal, Some(slug)) => slug == resort_slug,
            (Self::ResortAndGlobal | Self::Global, None) => true,
            (Self::Resort, None) | (Self::Global, Some(_)) => false,
        }
    }
}

impl<D> Occurrence<D> {
    /// Returns whether it reaches a subscription with these events and this resort (`None` is global).
    #[must_use]
    pub fn reaches(&self, events: &[EventName], resort_slug: Option<&str>) -> bool {
        self.audience.includes(&self.resort_slug, resort_slug) && events.contains(&self.event)
    }

    /// Returns the lane in which order is preserved: the resort. Events that reach only global subscriptions share one
    /// lane, whichever resort they name.
    #[must_use]
    pub fn lane(&self) -> &str {
        match self.audience {
            Audience::Resort | Audience::ResortAndGlobal => &self.resort_slug,
            Audience::Global => GLOBAL_LANE,
        }
    }
}

/// Returns the prefix of the keys for changes of a subject. The version of the previous baseline is appended to it.
#[must_use]
pub fn key_prefix(event: EventName, subject: &str) -> String {
    format!("{}:{subject}:", event.wire())
}

/// Decides about a change: the first state is not an event, and each later one has the key of the previous baseline.
fn changed<E: Event>(
    now: Timestamp,
    before: Option<&Baseline<E::State>>,
    after: &WatchedSubject<E::State>,
    data: impl FnOnce(&E::State) -> Option<E::Data>,
) -> Decision<E::Data> {
    let Some(before) = before else { return Decision::Begin };
    data(&before.value).map_or(Decision::Nothing, |data| {
        let key = format!("{}{}", key_prefix(E::NAME, &after.subject), before.version);
        Decision::Happened(happened::<E>(now, after, key, data))
    })
}

fn happened<E: Event>(
    now: Timestamp,
    after: &WatchedSubject<E::State>,
    dedupe_key: String,
    data: E::Data,
) -> Occurrence<E::Data> {
    Occurrence {
        event: E::NAME,
        audience: E::AUDIENCE,
        resort_slug: after.place.slug.clone(),
        dedupe_key,
        data,
        created_at: now,
    }
}

/// Compares names by the order of [`EVENTS`].
fn by_place(one: EventName, other: EventName) -> Ordering {
    let place = |name: EventName| EVENTS.iter().position(|event| event.name() == name);
    place(one).cmp(&place(other))
}

#[cfg(test)]
mod tests;

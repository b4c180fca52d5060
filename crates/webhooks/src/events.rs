//! What an event is, which subscriptions it reaches, and by what it happens at most once. One file per event; [`EVENTS`]
//! is the one list of them.
//!
//! An event watches subjects of a [`Snapshot`] and decides about each from the [`Baseline`] that is stored of it. Storage
//! keeps the baselines and writes occurrence and new baseline in one transaction; the unique
//! [`Occurrence::dedupe_key`] holds over replicas and crashes.

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

        /// Every event. Names are listed, and lists of names stored, in this order: a new event goes to the end.
        pub static EVENTS: &[&dyn AnyEvent] = &[$(&$module::Event),*];
    };
}

events! {
    snow_report,
    leaderboard,
    powder_alert,
    account_alert,
}

/// The lane of what goes to global subscriptions alone; the text is that of stored rows. No slug holds such a sign.
const GLOBAL_LANE: &str = "@leaderboard";

/// One resort of a snapshot.
#[derive(Debug, Clone, Copy)]
pub struct Resort<'a> {
    /// Its slug.
    pub slug: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its record, as anonymous callers see it.
    pub resolution: &'a Resolution,
}

/// All that events see of a publication.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The instant of the records.
    pub at: Timestamp,
    /// The resorts that are served, by slug.
    pub resorts: &'a [Resort<'a>],
    /// URL of the page of a slug's resort.
    pub page: &'a dyn Fn(&str) -> String,
}

impl Snapshot<'_> {
    /// A resort as bodies name it. One that is not served has its slug for a name.
    #[must_use]
    pub fn place(&self, slug: &str) -> Place {
        let name = self.resort(slug).map_or(slug, |resort| resort.name);
        self.place_named(slug, name)
    }

    fn place_named(&self, slug: &str, name: &str) -> Place {
        Place { slug: slug.to_owned(), name: name.to_owned(), url: (self.page)(slug) }
    }

    /// The resort of a slug, when it is served.
    #[must_use]
    pub fn resort(&self, slug: &str) -> Option<&Resort<'_>> {
        self.resorts.iter().find(|resort| resort.slug == slug)
    }
}

/// A resort as bodies name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its slug.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// URL of its page.
    pub url: String,
}

/// What is stored of a subject: what was told of it last, or seen first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Baseline<T> {
    /// Counts the baselines of a subject: whoever evaluates against the same one makes the same key.
    pub version: u64,
    /// The subject's state.
    pub value: T,
}

impl<T> Baseline<T> {
    /// The baseline to store after an event, and never otherwise: what was not told yet is then still a change at the
    /// next evaluation.
    #[must_use]
    pub fn following<U>(&self, value: U) -> Baseline<U> {
        Baseline { version: self.version.saturating_add(1), value }
    }
}

/// A subject as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchedSubject<S> {
    /// What its baseline is stored under, unique among all events: a slug, or a text that begins with `@`.
    pub subject: String,
    /// The resort that a body names.
    pub place: Place,
    /// Its state, as it would be stored.
    pub state: S,
}

/// What an evaluation of one subject decides.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision<D> {
    /// Nothing happened.
    Nothing,
    /// Nothing was known: the state is stored, so that the next change is one.
    Begin,
    /// It happened: the state is stored with it.
    Happened(Occurrence<D>),
}

/// One kind of event.
pub trait Event: Sync + 'static {
    /// The name that subscriptions list. Events of different audiences may share one.
    const NAME: EventName;

    /// Which of the subscriptions that list its name it reaches.
    const AUDIENCE: Audience;

    /// When it happens, in a sentence for OpenAPI.
    const ABOUT: &'static str;

    /// What is stored of a subject.
    type State: Clone + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;

    /// The `data` of its body.
    type Data: Serialize + JsonSchema;

    /// The subjects of a snapshot about which something may have to be decided.
    fn watch(policy: &EventPolicy, snapshot: &Snapshot<'_>) -> Vec<WatchedSubject<Self::State>>;

    /// Whether it happened to a subject at `now`, which becomes its `createdAt`.
    fn decide(
        policy: &EventPolicy,
        now: Timestamp,
        before: Option<&Baseline<Self::State>>,
        after: &WatchedSubject<Self::State>,
    ) -> Decision<Self::Data>;

    /// A body's slug and `data` for a test: values as they stand, or as the event would have them. `place` is the
    /// subscription's resort, or the first that is served.
    fn sample(policy: &EventPolicy, snapshot: &Snapshot<'_>, place: Place) -> (String, Self::Data);
}

/// Stands for `schemars::JsonSchema`, which is asked for when schemas are compiled in.
#[cfg(feature = "schemars")]
pub use schemars::JsonSchema;

/// Stands for `schemars::JsonSchema`, which is asked for when schemas are compiled in.
#[cfg(not(feature = "schemars"))]
pub trait JsonSchema {}

#[cfg(not(feature = "schemars"))]
impl<T> JsonSchema for T {}

/// An event that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Occurrence<D> {
    /// Its name.
    pub event: EventName,
    /// Which subscriptions it reaches.
    pub audience: Audience,
    /// Body member `resortSlug`.
    pub resort_slug: String,
    /// Unique among all that ever happened.
    pub dedupe_key: String,
    /// Body member `data`.
    pub data: D,
    /// Body member `createdAt`.
    pub created_at: Timestamp,
}

/// Which subscriptions an event reaches, of those that list its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Those of the resort.
    Resort,
    /// Those of the resort, and the global ones.
    ResortAndGlobal,
    /// The global ones.
    Global,
}

impl Audience {
    /// Whether a subscription of some resort, or without `scope` a global one, belongs to the audience of an event of
    /// `resort_slug`.
    #[must_use]
    pub fn holds(self, resort_slug: &str, scope: Option<&str>) -> bool {
        match (self, scope) {
            (Self::Resort | Self::ResortAndGlobal, Some(slug)) => slug == resort_slug,
            (Self::ResortAndGlobal | Self::Global, None) => true,
            (Self::Resort, None) | (Self::Global, Some(_)) => false,
        }
    }
}

impl<D> Occurrence<D> {
    /// Whether it reaches a subscription with these events and this resort (`None` is global).
    #[must_use]
    pub fn reaches(&self, events: &[EventName], resort_slug: Option<&str>) -> bool {
        self.audience.holds(&self.resort_slug, resort_slug) && events.contains(&self.event)
    }

    /// What it is kept in order with: the resort. What goes to global subscriptions alone is in an order of its own,
    /// whichever resort it names.
    #[must_use]
    pub fn lane(&self) -> &str {
        match self.audience {
            Audience::Resort | Audience::ResortAndGlobal => &self.resort_slug,
            Audience::Global => GLOBAL_LANE,
        }
    }
}

/// What the keys of changes of a subject begin with; the version of the baseline that a change departs from ends them.
#[must_use]
pub fn keys_of(event: EventName, subject: &str) -> String {
    format!("{}:{subject}:", event.wire())
}

/// How changes are decided: the first state is none, and each further one has the key of the baseline it departs from.
fn changed<E: Event>(
    now: Timestamp,
    before: Option<&Baseline<E::State>>,
    after: &WatchedSubject<E::State>,
    data: impl FnOnce(&E::State) -> Option<E::Data>,
) -> Decision<E::Data> {
    let Some(before) = before else { return Decision::Begin };
    data(&before.value).map_or(Decision::Nothing, |data| {
        let key = format!("{}{}", keys_of(E::NAME, &after.subject), before.version);
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

/// Names in the order of [`EVENTS`].
fn by_place(one: EventName, other: EventName) -> Ordering {
    let place = |name: EventName| EVENTS.iter().position(|event| event.name() == name);
    place(one).cmp(&place(other))
}

#[cfg(test)]
mod tests;

//! What an event is, whom it reaches, and by what it happens at most once. One file per event.
//!
//! An event is evaluated from what was known before and what is known now. Storage keeps the [`Baseline`]s and writes
//! occurrence, deliveries and the new baseline in one transaction; the unique [`Occurrence::dedupe_key`] holds over
//! replicas and crashes.

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::policy::EventPolicy;

mod leaderboard;
mod powder_alert;
mod snow_report;

pub use leaderboard::{Leaderboard, LeaderboardData, LeaderboardRow, LeaderboardUpdated, Ranked};
pub use powder_alert::{PowderAlert, PowderAlertData};
pub use snow_report::{Changed, Report, SnowReportData, SnowReportUpdated};

/// The lane of the leaderboard, and what its baseline and its keys are kept under. No slug holds such a sign.
pub const LEADERBOARD_LANE: &str = "@leaderboard";

/// The names that a subscription can list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookEvent"))]
pub enum EventName {
    /// A watched resort's snow report changed; for a global subscription, the leaderboard of recent snowfall did.
    #[serde(rename = "snow-report.updated")]
    SnowReportUpdated,
    /// A resort recorded much snow in the past 24 hours.
    #[serde(rename = "powder-alert")]
    PowderAlert,
}

impl EventName {
    /// Every name.
    pub const ALL: [Self; 2] = [Self::SnowReportUpdated, Self::PowderAlert];

    /// The name on the wire.
    #[must_use]
    pub const fn wire(self) -> &'static str {
        match self {
            Self::SnowReportUpdated => "snow-report.updated",
            Self::PowderAlert => "powder-alert",
        }
    }

    /// Reads a name of the wire.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.wire() == text)
    }
}

/// A resort as events speak of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// Slug.
    pub slug: &'a str,
    /// Name.
    pub name: &'a str,
    /// URL of the resort's page.
    pub url: &'a str,
}

/// What was last told, or first seen, of something that is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Baseline<T> {
    /// Counts the baselines: whoever evaluates against the same one makes the same key.
    pub version: u64,
    /// The value.
    pub value: T,
}

impl<T> Baseline<T> {
    /// The baseline to keep after an event: never otherwise, so that what was not told yet is still a change at the
    /// next look.
    #[must_use]
    pub fn following(&self, value: T) -> Self {
        Self { version: self.version.saturating_add(1), value }
    }
}

/// What the keys of changes begin with; the version of the baseline that a change departs from ends them. `subject` is
/// a slug or [`LEADERBOARD_LANE`].
#[must_use]
pub fn keys_of(event: EventName, subject: &str) -> String {
    format!("{}:{subject}:", event.wire())
}

/// Before and after.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a, T> {
    /// What was told last; `None` when it is seen for the first time, which is no change.
    pub before: Option<&'a Baseline<T>>,
    /// What is so now.
    pub after: &'a T,
}

/// One kind of event.
pub trait Event {
    /// The name that subscriptions list.
    const NAME: EventName;

    /// What is looked at.
    type Subject<'a>;

    /// The `data` of its body.
    type Data: Serialize;

    /// Whether it happened. `now` becomes its `createdAt`.
    fn evaluate(
        policy: &EventPolicy,
        now: Timestamp,
        subject: Self::Subject<'_>,
    ) -> Option<Occurrence<Self::Data>>;
}

/// An event that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Occurrence<D> {
    /// Name.
    pub event: EventName,
    /// Whom it reaches.
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

impl<D> Occurrence<D> {
    /// Whether it reaches a subscription with these events and this scope (`None` is global).
    #[must_use]
    pub fn reaches(&self, events: &[EventName], resort_slug: Option<&str>) -> bool {
        let within = match (self.audience, resort_slug) {
            (Audience::Resort | Audience::ResortAndGlobal, Some(slug)) => slug == self.resort_slug,
            (Audience::ResortAndGlobal | Audience::Global, None) => true,
            (Audience::Resort, None) | (Audience::Global, Some(_)) => false,
        };
        within && events.contains(&self.event)
    }

    /// What it is kept in order with: the resort. The leaderboard is one thing, whoever leads it, and has a lane of
    /// its own.
    #[must_use]
    pub fn lane(&self) -> &str {
        match self.audience {
            Audience::Resort | Audience::ResortAndGlobal => &self.resort_slug,
            Audience::Global => LEADERBOARD_LANE,
        }
    }
}

#[cfg(test)]
mod tests;

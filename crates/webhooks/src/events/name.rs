//! The names that subscriptions list, as they appear on the wire: the names in the table of events, without duplicates.

use std::cmp::Ordering;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::{EVENTS, by_place};

/// The name of an event, such as `powder-alert`. Only names in the table of events can be constructed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventName(&'static str);

/// A text is not the name of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the name of an event")]
pub struct UnknownEvent;

impl EventName {
    pub(crate) const fn new(wire: &'static str) -> Self {
        Self(wire)
    }

    /// Returns all names, in the order of the table of events.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut names: Vec<Self> = Vec::with_capacity(EVENTS.len());
        for event in EVENTS {
            if !names.contains(&event.name()) {
                names.push(event.name());
            }
        }
        names
    }

    /// Returns the name on the wire.
    #[must_use]
    pub const fn wire(self) -> &'static str {
        self.0
    }

    /// Parses a name of the wire; returns `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        EVENTS.iter().map(|event| event.name()).find(|name| name.wire() == text)
    }
}

/// In the order of the table of events.
impl Ord for EventName {
    fn cmp(&self, other: &Self) -> Ordering {
        by_place(*self, *other)
    }
}

impl PartialOrd for EventName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::str::FromStr for EventName {
    type Err = UnknownEvent;

    fn from_str(text: &str) -> Result<Self, UnknownEvent> {
        Self::parse(text).ok_or(UnknownEvent)
    }
}

impl fmt::Debug for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for EventName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for EventName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for EventName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WebhookEvent".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = Self::all().into_iter().map(Self::wire).collect();
        schemars::json_schema!({
            "type": "string",
            "enum": names,
            "description": "The names that a subscription can list.",
        })
    }
}

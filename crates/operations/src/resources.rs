//! The resources of the tool connector: twelve, in the specification's order, one file each, and one list of them.
//!
//! A card is a page that shows a tool's result inside a host; it is the same for all callers. A data resource is an
//! answer of the operations at a separate address, in the shape of REST: `{meta, data}` with the credits in `meta`. All
//! values come from operations.

use std::borrow::Cow;

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::OpError;
use crate::operation::{Reply, wrap};
use world::View;

mod card;

pub use card::{CARDS, Card, card_of, tool_meta};

/// Milliseconds for which a host may cache a card: it changes only with a release of the service.
pub const CARD_TTL_MS: u64 = HOUR_MS.unsigned_abs();
/// Milliseconds for which a host may cache conditions.
pub const CONDITIONS_TTL_MS: u64 = MINUTE_MS.unsigned_abs();
/// Milliseconds for which a host may cache data that changes with the catalogue or with the service.
pub const REFERENCE_TTL_MS: u64 = 5 * MINUTE_MS.unsigned_abs();

/// Media type of a card (MCP Apps).
pub const CARD_MIME: &str = "text/html;profile=mcp-app";
/// Media type of a data resource.
pub const DATA_MIME: &str = "application/json";

/// Intended readers of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    User,
    Assistant,
}

/// Returns the text of a data resource.
pub type Read = fn(&View<'_>, Timestamp) -> Result<String, OpError>;

#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A page that shows a tool's result.
    Card(Card),
    /// An answer in the shape of REST.
    Data(Read),
}

/// A resource. All are public: a host may show its cached copy to any user.
#[derive(Debug, Clone, Copy)]
pub struct Resource {
    /// Address of the resource, such as `service://regions`.
    pub uri: &'static str,
    /// Name for programs.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What it contains, and what it does not.
    pub description: &'static str,
    /// A card or data.
    pub kind: Kind,
    pub audience: &'static [Audience],
    /// Importance, 0 to 1.
    pub priority: f64,
    /// Milliseconds for which a host may cache it.
    pub ttl_ms: u64,
}

macro_rules! resources {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// Every resource, in the specification's order.
        pub const RESOURCES: &[&Resource] = &[$(&$name::RESOURCE),*];
    };
}

resources! {
    powder_list,
    snow_report_card,
    resort_info_card,
    resort_gallery_card,
    snow_report,
    resorts,
    regions,
    destinations,
    insights_catalog,
    trends_catalog,
    faq_index,
    api_docs,
}

/// Finds the resource of an address.
#[must_use]
pub fn resource(uri: &str) -> Option<&'static Resource> {
    RESOURCES.iter().copied().find(|resource| resource.uri == uri)
}

impl Resource {
    /// Returns the media type.
    #[must_use]
    pub const fn mime_type(&self) -> &'static str {
        match self.kind {
            Kind::Card(_) => CARD_MIME,
            Kind::Data(_) => DATA_MIME,
        }
    }

    /// Returns the text of the resource. Must not use I/O or the clock.
    ///
    /// # Errors
    /// Returns the error of its operation; with its fixed arguments none is known.
    pub fn read(&self, view: &View<'_>, now: Timestamp) -> Result<Cow<'static, str>, OpError> {
        match self.kind {
            Kind::Card(card) => Ok(Cow::Borrowed(card.html)),
            Kind::Data(read) => read(view, now).map(Cow::Owned),
        }
    }

    /// Returns `_meta` for its list entry and its contents; empty for data.
    #[must_use]
    pub fn meta(&self) -> Map<String, Value> {
        match &self.kind {
            Kind::Card(card) => card.meta(),
            Kind::Data(_) => Map::new(),
        }
    }
}

/// Returns a reply in the shape of REST.
fn answer<T: Serialize>(view: &View<'_>, reply: Reply<T>, now: Timestamp) -> String {
    let text = serde_json::to_string(&wrap(view, reply, now));
    // These types have string keys and finite numbers, so writing to memory cannot fail.
    debug_assert!(text.is_ok(), "{text:?}");
    text.unwrap_or_default()
}

#[cfg(test)]
mod tests;

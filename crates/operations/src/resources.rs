//! The resources of the tool connector: twelve, in the specification's order, one file each, and one list of them.
//!
//! A card is a page that shows a tool's result inside a host; it is the same for everybody. A data resource is an
//! answer of the operations under an address of its own, in the shape of REST: `{meta, data}` with the credits in
//! `meta`. Nothing is computed here that an operation computes.

use std::borrow::Cow;

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::OpError;
use crate::operation::{Reply, wrap};
use world::View;

mod card;

pub use card::{CARDS, Card, card_of, tool_meta};

/// Milliseconds for which a host may keep a card: it changes with a release of the service alone.
pub const CARD_TTL_MS: u64 = HOUR_MS.unsigned_abs();
/// Milliseconds for which a host may keep conditions.
pub const CONDITIONS_TTL_MS: u64 = MINUTE_MS.unsigned_abs();
/// Milliseconds for which a host may keep what changes with the catalogue or with the service.
pub const REFERENCE_TTL_MS: u64 = 5 * MINUTE_MS.unsigned_abs();

/// Media type of a card (MCP Apps).
pub const CARD_MIME: &str = "text/html;profile=mcp-app";
/// Media type of a data resource.
pub const DATA_MIME: &str = "application/json";

/// For whom a resource is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Meant for people.
    User,
    /// Meant for models.
    Assistant,
}

/// Makes the text of a data resource.
pub type Read = fn(&View<'_>, Timestamp) -> Result<String, OpError>;

/// What a resource is.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A page that shows a tool's result.
    Card(Card),
    /// An answer in the shape of REST.
    Data(Read),
}

/// One resource. All are public: what a host keeps of one may be shown to anybody.
#[derive(Debug, Clone, Copy)]
pub struct Resource {
    /// Address of the resource, such as `service://regions`.
    pub uri: &'static str,
    /// Name for programs.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What it holds, and what it does not.
    pub description: &'static str,
    /// A card or data.
    pub kind: Kind,
    /// For whom it is.
    pub audience: &'static [Audience],
    /// How much it matters, 0 to 1.
    pub priority: f64,
    /// For how long a host may keep it, milliseconds.
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

/// The resource of an address.
#[must_use]
pub fn resource(uri: &str) -> Option<&'static Resource> {
    RESOURCES.iter().copied().find(|resource| resource.uri == uri)
}

impl Resource {
    /// Media type.
    #[must_use]
    pub const fn mime_type(&self) -> &'static str {
        match self.kind {
            Kind::Card(_) => CARD_MIME,
            Kind::Data(_) => DATA_MIME,
        }
    }

    /// The text of the resource. No I/O, no clock.
    ///
    /// # Errors
    /// As the operation behind it, whose arguments are fixed: none is known.
    pub fn read(&self, view: &View<'_>, now: Timestamp) -> Result<Cow<'static, str>, OpError> {
        match self.kind {
            Kind::Card(card) => Ok(Cow::Borrowed(card.html)),
            Kind::Data(read) => read(view, now).map(Cow::Owned),
        }
    }

    /// `_meta` of its line in the list and of its contents; empty for data.
    #[must_use]
    pub fn meta(&self) -> Map<String, Value> {
        match &self.kind {
            Kind::Card(card) => card.meta(),
            Kind::Data(_) => Map::new(),
        }
    }
}

/// A reply in the shape of REST.
fn answer<T: Serialize>(view: &View<'_>, reply: Reply<T>, now: Timestamp) -> String {
    let text = serde_json::to_string(&wrap(view, reply, now));
    // Our own types have string keys and finite numbers, so writing to memory cannot fail.
    debug_assert!(text.is_ok(), "{text:?}");
    text.unwrap_or_default()
}

#[cfg(test)]
mod tests;

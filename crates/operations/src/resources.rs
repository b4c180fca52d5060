//! The resources of the tool connector: twelve, in the specification's order, one file each, and one list of them.
//!
//! A card is a page that shows a tool's result inside a host; it is the same for everybody. A data resource is an
//! answer of the operations under an address of its own, in the shape of REST: `{meta, data}` with the credits in
//! `meta`. Nothing is computed here that an operation computes.

use std::borrow::Cow;

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use serde::Serialize;

use crate::error::OpError;
use crate::operation::{Reply, wrap};
use crate::world::{Service, View};

mod card;

pub use card::{CARDS, Card, CardMeta, ToolMeta, Ui, card_of, tool_meta};

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// People.
    User,
    /// Models.
    Assistant,
}

/// What a resource is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A page that shows a tool's result.
    Card(Card),
    /// An answer in the shape of REST.
    Data,
}

/// One resource. All are public: what a host keeps of one may be shown to anybody.
#[derive(Debug, Clone, Copy)]
pub struct Resource {
    /// Address.
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
    /// Its text.
    read: fn(&View<'_>, Timestamp) -> Result<Cow<'static, str>, OpError>,
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
            Kind::Data => DATA_MIME,
        }
    }

    /// The text of the resource. No I/O, no clock.
    ///
    /// # Errors
    /// As the operation behind it, whose arguments are fixed: none is known.
    pub fn read(&self, view: &View<'_>, now: Timestamp) -> Result<Cow<'static, str>, OpError> {
        (self.read)(view, now)
    }

    /// Its line in the list of resources.
    #[must_use]
    pub fn entry(&self, service: &Service) -> Entry {
        Entry {
            uri: self.uri,
            name: self.name,
            title: self.title,
            description: self.description,
            mime_type: self.mime_type(),
            annotations: Annotations { audience: self.audience, priority: self.priority },
            meta: self.meta(service),
        }
    }

    /// What a read of it gives.
    ///
    /// # Errors
    /// As [`Resource::read`].
    pub fn contents(&self, view: &View<'_>, now: Timestamp) -> Result<Contents, OpError> {
        Ok(Contents {
            uri: self.uri,
            mime_type: self.mime_type(),
            text: self.read(view, now)?,
            meta: self.meta(view.service()),
        })
    }

    fn meta(&self, service: &Service) -> Option<CardMeta> {
        match &self.kind {
            Kind::Card(card) => Some(card.meta(service)),
            Kind::Data => None,
        }
    }
}

/// A line in the list of resources.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    uri: &'static str,
    name: &'static str,
    title: &'static str,
    description: &'static str,
    mime_type: &'static str,
    annotations: Annotations,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<CardMeta>,
}

/// For whom a resource is, and how much it matters.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Annotations {
    audience: &'static [Audience],
    priority: f64,
}

/// What a read of a resource gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Contents {
    uri: &'static str,
    mime_type: &'static str,
    text: Cow<'static, str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<CardMeta>,
}

/// A reply in the shape of REST.
fn answer<T: Serialize>(view: &View<'_>, reply: Reply<T>, now: Timestamp) -> Cow<'static, str> {
    let text = serde_json::to_string(&wrap(view, reply, now));
    // Our own types have string keys and finite numbers, so writing to memory cannot fail.
    debug_assert!(text.is_ok(), "{text:?}");
    Cow::Owned(text.unwrap_or_default())
}

/// A catalogue of what this service does not have: said, and never invented.
#[derive(Debug, Serialize)]
struct NotAvailable {
    available: bool,
    reason: &'static str,
    /// Always empty.
    entries: [(); 0],
}

impl NotAvailable {
    const fn because(reason: &'static str) -> Self {
        Self { available: false, reason, entries: [] }
    }
}

#[cfg(test)]
mod tests;

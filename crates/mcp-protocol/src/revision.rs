//! The table of what each revision of the protocol requires and allows. Only this file compares revisions.

/// A supported revision of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Revision {
    /// A request of the handshake era that names no revision. The specification treats it as 2025-03-26. Some clients
    /// omit the header after they agreed on a newer revision, so it also gets what newer clients use; older ones ignore
    /// it.
    Unstated,
    /// 2025-03-26; also used for 2024-11-05, whose messages have the same shape.
    V2025_03_26,
    /// 2025-06-18.
    V2025_06_18,
    /// 2025-11-25, the last with a handshake.
    V2025_11_25,
    /// 2026-07-28, the first in which every request describes itself.
    V2026_07_28,
}

/// The allowed values of `structuredContent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StructuredContent {
    /// The revision does not have it: omitted, together with `outputSchema`.
    Unknown,
    /// A JSON object.
    Object,
    /// Any JSON value.
    Any,
}

/// The rules of one revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// Name in `protocolVersion`.
    pub name: &'static str,
    /// Opened by `initialize`; `ping` is answered.
    pub handshake: bool,
    /// Every request carries its revision in `_meta`, mirrored in headers; `server/discover` is answered.
    pub self_described: bool,
    /// A body may be an array of messages.
    pub batch: bool,
    /// HTTP status of an answer with `-32601`.
    pub unknown_method_status: u16,
    /// Code for a resource that does not exist.
    pub resource_not_found: i32,
    /// Every result has `resultType` and, in `_meta`, the server's identity.
    pub result_type: bool,
    /// Lists, discovery and resources carry `ttlMs` and `cacheScope`.
    pub cache_hints: bool,
    /// Allowed structured content of a tool.
    pub structured: StructuredContent,
    /// Tools, resources and the server have a `title`; tools, resources and contents have `_meta`.
    pub titles: bool,
    /// Tools, resources and the server have `icons`; the server also `description` and `websiteUrl`.
    pub icons: bool,
}

const V2025_03_26: Rules = Rules {
    name: "2025-03-26",
    handshake: true,
    self_described: false,
    batch: true,
    unknown_method_status: 200,
    resource_not_found: -32002,
    result_type: false,
    cache_hints: false,
    structured: StructuredContent::Unknown,
    titles: false,
    icons: false,
};

const V2025_06_18: Rules = Rules {
    name: "2025-06-18",
    batch: false,
    structured: StructuredContent::Object,
    titles: true,
    ..V2025_03_26
};

const V2025_11_25: Rules = Rules { name: "2025-11-25", icons: true, ..V2025_06_18 };

const V2026_07_28: Rules = Rules {
    name: "2026-07-28",
    handshake: false,
    self_described: true,
    unknown_method_status: 404,
    resource_not_found: -32602,
    result_type: true,
    cache_hints: true,
    structured: StructuredContent::Any,
    ..V2025_11_25
};

const UNSTATED: Rules = Rules { name: V2025_03_26.name, batch: true, ..V2025_11_25 };

/// The revision before 2025-03-26: named by clients, with messages of the same shape.
const V2024_11_05: &str = "2024-11-05";

impl Revision {
    /// All revisions, oldest first.
    pub const ALL: [Self; 5] =
        [Self::Unstated, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// Revisions that are named to clients, newest first.
    pub const SUPPORTED: [Self; 4] =
        [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18, Self::V2025_03_26];

    /// Revision offered to an `initialize` that names an unsupported one.
    pub const NEWEST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// Returns the row of the table.
    #[must_use]
    pub const fn rules(self) -> &'static Rules {
        match self {
            Self::Unstated => &UNSTATED,
            Self::V2025_03_26 => &V2025_03_26,
            Self::V2025_06_18 => &V2025_06_18,
            Self::V2025_11_25 => &V2025_11_25,
            Self::V2026_07_28 => &V2026_07_28,
        }
    }

    /// Returns the revision with this name; `None` if it is not supported.
    #[must_use]
    pub fn from_name(name: &[u8]) -> Option<Self> {
        if name == V2024_11_05.as_bytes() {
            return Some(Self::V2025_03_26);
        }
        Self::SUPPORTED.into_iter().find(|revision| revision.rules().name.as_bytes() == name)
    }

    /// Returns the name and rules that `initialize` agrees on: those the client requests, if that revision has a
    /// handshake here.
    pub(crate) fn agreed(asked: &str) -> (&str, Self) {
        match Self::from_name(asked.as_bytes()) {
            Some(revision) if revision.rules().handshake => (asked, revision),
            _ => (Self::NEWEST_WITH_HANDSHAKE.rules().name, Self::NEWEST_WITH_HANDSHAKE),
        }
    }

    /// Returns whether a header names the self-described era: its first revision or a later date.
    pub(crate) fn is_of_new_era(header: &[u8]) -> bool {
        let dated = header.len() == V2026_07_28.name.len()
            && header.iter().enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        dated && header >= V2026_07_28.name.as_bytes()
    }
}

#[cfg(test)]
mod tests;

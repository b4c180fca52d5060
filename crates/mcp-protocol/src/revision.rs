//! What each revision of the protocol demands and allows. Everything else reads this table; no other file compares
//! revisions.

/// A revision of the protocol that is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Revision {
    /// A request of the handshake era that names no revision. The specification lets it count as 2025-03-26. Some
    /// clients leave the header out after they agreed on a newer revision, so it also gets what newer clients use;
    /// older ones ignore it.
    Unstated,
    /// 2025-03-26; also stands for 2024-11-05, whose messages have the same shape.
    V2025_03_26,
    /// 2025-06-18.
    V2025_06_18,
    /// 2025-11-25, the last with a handshake.
    V2025_11_25,
    /// 2026-07-28, the first in which every request describes itself.
    V2026_07_28,
}

/// What `structuredContent` may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StructuredContent {
    /// The revision does not know it: left out, and `outputSchema` with it.
    Unknown,
    /// A JSON object.
    Object,
    /// Any JSON value.
    Any,
}

/// What one revision does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// The name in `protocolVersion`.
    pub name: &'static str,
    /// Opened by `initialize`; `ping` is answered.
    pub handshake: bool,
    /// Every request carries its revision in `_meta`, mirrored in headers; `server/discover` is answered.
    pub self_described: bool,
    /// A body may be an array of messages.
    pub batch: bool,
    /// HTTP status beside `-32601`.
    pub unknown_method_status: u16,
    /// Code for a resource that does not exist.
    pub resource_not_found: i32,
    /// Every result carries `resultType` and, in `_meta`, who answered.
    pub result_type: bool,
    /// Lists, discovery and resources carry `ttlMs` and `cacheScope`.
    pub cache_hints: bool,
    /// What a tool's structured content may be.
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
    /// All, in the order of their age.
    pub const ALL: [Self; 5] =
        [Self::Unstated, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// Those that are named to clients, newest first.
    pub const SUPPORTED: [Self; 4] =
        [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18, Self::V2025_03_26];

    /// The one offered to an `initialize` that names none of ours.
    pub const NEWEST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// The row of the table.
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

    /// The revision of a name; `None` when it is not served.
    #[must_use]
    pub fn named(name: &[u8]) -> Option<Self> {
        if name == V2024_11_05.as_bytes() {
            return Some(Self::V2025_03_26);
        }
        Self::SUPPORTED.into_iter().find(|revision| revision.rules().name.as_bytes() == name)
    }

    /// What `initialize` agrees on, by its name and its rules: what the client asks for, if that has a handshake here.
    pub(crate) fn agreed(asked: &str) -> (&str, Self) {
        match Self::named(asked.as_bytes()) {
            Some(revision) if revision.rules().handshake => (asked, revision),
            _ => (Self::NEWEST_WITH_HANDSHAKE.rules().name, Self::NEWEST_WITH_HANDSHAKE),
        }
    }

    /// Whether a header names the self-described era: its first revision or a later date.
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

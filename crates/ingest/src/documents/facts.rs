//! Facts about every document lane, over which settings, credits and storage iterate.

use sources::{Lane as _, Meta};

use super::DOCUMENT_LANES;

/// Facts about a document lane.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    pub meta: &'static Meta,
    /// The name of the storage form of its documents.
    pub kind: &'static str,
    /// Whether its upstream has to be credited where its documents are shown. Results that the service finds out itself
    /// need no credit.
    pub is_credited: bool,
    /// Whether it is requested only with a key.
    pub needs_key: bool,
}

/// Lists every document lane: first those of the table, then those that send requests per resort or per link.
pub fn facts() -> impl Iterator<Item = Facts> {
    let of_table = DOCUMENT_LANES.iter().map(|lane| Facts {
        meta: lane.meta(),
        kind: lane.kind(),
        is_credited: true,
        needs_key: lane.key().is_some(),
    });
    let own = [
        Facts {
            meta: sources::commons::Commons.meta(),
            kind: <evidence::Photos as evidence::Form>::NAME,
            is_credited: true,
            needs_key: false,
        },
        Facts {
            meta: &crate::webcams::FACTS,
            kind: <evidence::Links as evidence::Form>::NAME,
            is_credited: false,
            needs_key: false,
        },
    ];
    of_table.chain(own)
}

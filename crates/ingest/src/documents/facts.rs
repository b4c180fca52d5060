//! What is to be known of every lane of documents: settings, credits and shelves fold over it.

use sources::{Lane as _, Meta};

use super::DOCUMENT_LANES;

/// A lane of documents.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// The lane's facts.
    pub meta: &'static Meta,
    /// The name of the form in which its documents are stored.
    pub kind: &'static str,
    /// Whether whoever shows its documents has to name its upstream. What the service finds out by itself has none.
    pub is_credited: bool,
    /// Whether it is asked only with a key.
    pub needs_key: bool,
}

/// Every lane of documents: those of the table, then those that ask resort by resort or link by link.
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

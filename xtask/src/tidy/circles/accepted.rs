//! Accepted circles of files: natural ones, with a reason each, and those that existed when the check was added, a list
//! that may only shrink.

/// Files that use each other, and why that is natural.
pub(in crate::tidy) const NATURAL: &[(&[&str], &str)] = &[
    (
        &["crates/mcp-protocol/src/endpoint.rs", "crates/mcp-protocol/src/exchange.rs"],
        "an endpoint answers exchanges, and an exchange asks its endpoint",
    ),
    (
        &[
            "crates/operations/src/operation.rs",
            "crates/operations/src/tool.rs",
            "crates/operations/src/tool/schema.rs",
        ],
        "a tool is an operation as models see it, and an operation is erased into both",
    ),
    (
        &["crates/ingest/src/stations/network_state.rs", "crates/ingest/src/stations/measured.rs"],
        "what is known of a station is what it measured",
    ),
];

/// Files that use each other and should not.
pub(in crate::tidy) const KNOWN: &[&[&str]] = &[
    &[
        "crates/operations/src/resources/card.rs",
        "crates/operations/src/resources/powder_list.rs",
        "crates/operations/src/resources/resort_gallery_card.rs",
        "crates/operations/src/resources/resort_info_card.rs",
        "crates/operations/src/resources/snow_report_card.rs",
    ],
    &[
        "crates/publication/src/grading.rs",
        "crates/publication/src/grading/grader.rs",
        "crates/publication/src/publisher.rs",
        "crates/publication/src/store.rs",
    ],
    &[
        "crates/storage/src/webhooks/events.rs",
        "crates/storage/src/webhooks/events/fan_out.rs",
        "crates/storage/src/webhooks/outbox.rs",
        "crates/storage/src/webhooks/outbox/prune.rs",
        "crates/storage/src/webhooks/subscriptions.rs",
    ],
    &["crates/upstream-sim/src/storm.rs", "crates/upstream-sim/src/weather.rs"],
];

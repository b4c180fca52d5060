//! Accepted small files: those that stay separate, with a reason each, and those that existed when the check was added,
//! a list that may only shrink.

/// Files that stay separate, and why.
pub(in crate::tidy) const NATURAL: &[(&[&str], &str)] = &[
    (&["crates/accounts/src/password/hash.rs"], "one attribute puts all of it into the feature `password`"),
    (&["crates/conditions-core/src/policy/labels.rs"], "one file per group of thresholds"),
    (&["crates/evidence/src/statements.rs"], "one file per stored form"),
    (&["crates/codegen/src/metrics.rs"], "one file per generated file"),
    (&["crates/server/src/serve/metrics.rs"], "the file that calls it is full"),
    (
        &[
            "crates/operations/src/ops/get_definitions/climate.rs",
            "crates/operations/src/ops/get_definitions/enso.rs",
        ],
        "one file per subject of definitions",
    ),
    (
        &[
            "crates/operations/src/resources/insights_catalog.rs",
            "crates/operations/src/resources/powder_list.rs",
            "crates/operations/src/resources/resort_gallery_card.rs",
            "crates/operations/src/resources/resort_info_card.rs",
            "crates/operations/src/resources/resorts.rs",
            "crates/operations/src/resources/snow_report.rs",
            "crates/operations/src/resources/snow_report_card.rs",
            "crates/operations/src/resources/trends_catalog.rs",
        ],
        "one file per resource and card",
    ),
    (&["xtask/src/tidy/docs.rs", "xtask/src/tidy/upstream_json.rs"], "one file per rule"),
];

/// Files that should be merged.
pub(in crate::tidy) const KNOWN: &[&str] = &[
    "crates/ask/src/reading/hubs.rs",
    "crates/conditions-core/src/evidence/strict.rs",
    "crates/conditions-core/src/hazards/wind.rs",
    "crates/conditions-core/src/policy/learned.rs",
    "crates/conditions-core/src/policy/readings.rs",
    "crates/conditions-core/src/surface.rs",
    "crates/http-api/src/operator/form/session.rs",
    "crates/ingest-runner/src/lease.rs",
    "crates/ingest-runner/src/refund.rs",
    "crates/publication/src/publisher/ageing.rs",
    "crates/publication/src/publisher/stored_documents.rs",
    "crates/publication/src/publisher/backoff.rs",
    "crates/server/src/config/open_meteo.rs",
    "crates/world/src/logged.rs",
    "crates/world/src/world/distances.rs",
];

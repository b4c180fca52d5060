use std::collections::BTreeSet;

use super::{ALL, Kind, Metric};

/// Suffixes that the text format reserves, and words that promtool rejects in names.
const RESERVED: [&str; 3] = ["_count", "_sum", "_bucket"];
const TYPES: [&str; 4] = ["counter", "gauge", "histogram", "summary"];
/// Units that are not base units, and abbreviations of units.
const UNITS: [&str; 20] = [
    "milliseconds",
    "ms",
    "micros",
    "minutes",
    "hours",
    "days",
    "kilobytes",
    "kb",
    "mb",
    "megabytes",
    "gigabytes",
    "kib",
    "mib",
    "percent",
    "s",
    "sec",
    "secs",
    "b",
    "bits",
    "celsius10",
];

fn complaint(metric: &Metric) -> Option<&'static str> {
    let Metric { name, kind, labels, help, .. } = metric;
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let words: Vec<&str> = name.split('_').collect();
    if !is_name(name) || !labels.iter().all(|label| is_name(label)) {
        return Some("names consist of lower-case letters and underscores");
    }
    if (*kind == Kind::Counter) != name.ends_with("_total") {
        return Some("counters, and only they, end in _total");
    }
    if (*kind == Kind::Info) != name.ends_with("_info") {
        return Some("information, and only it, ends in _info");
    }
    if RESERVED.iter().any(|suffix| name.ends_with(suffix)) || labels.contains(&"le") {
        return Some("a suffix or a label is reserved for histograms");
    }
    if words.iter().any(|word| TYPES.contains(word)) {
        return Some("the name contains the type");
    }
    if words.iter().any(|word| UNITS.contains(word)) {
        return Some("the unit is not a base unit");
    }
    if *kind == Kind::Histogram && !name.ends_with("_seconds") {
        return Some("a histogram measures seconds");
    }
    if help.is_empty() || help.ends_with('.') || help.contains('\n') {
        return Some("the help is one line without a full stop");
    }
    None
}

#[test]
fn names_follow_the_conventions() {
    for metric in ALL {
        assert_eq!(complaint(metric), None, "{}", metric.name);
    }
    let bad = Metric { name: "snow_wait_ms", ..super::WEBHOOK_WAITED };
    assert_eq!(complaint(&bad), Some("the unit is not a base unit"));
    assert!(complaint(&Metric { kind: Kind::Counter, ..super::RESORTS }).is_some());
}

#[test]
fn names_are_unique() {
    let names: BTreeSet<&str> = ALL.iter().map(|metric| metric.name).collect();
    assert_eq!(names.len(), ALL.len());
}

#[test]
fn families_are_names_without_unit_and_suffix() {
    let parts = |metric: Metric| (metric.family().0, metric.family().1.map(|unit| unit.as_str().to_owned()));
    let seconds = Some("seconds".to_owned());
    assert_eq!(parts(super::PROCESS_CPU), ("process_cpu", seconds.clone()));
    assert_eq!(parts(super::HTTP_SECONDS), ("snow_http_request", seconds));
    assert_eq!(parts(super::BUILD), ("snow_build", None));
}

//! Tests the import of a recorded snapshot, if one is available.
use std::collections::BTreeSet;
use std::path::PathBuf;

use catalogue::openskimap::{Context, Details, Format, import};

/// Returns the recorded snapshot; recordings are never part of the repository.
pub(crate) fn snapshot() -> Option<Vec<u8>> {
    let folder = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/payloads"),
        PathBuf::from,
    );
    let bytes = std::fs::read(folder.join("openskimap/ski_areas_20260808.csv.gz")).ok();
    if bytes.is_none() {
        eprintln!("no recorded snapshot in {}: not tried", folder.display());
    }
    bytes
}

#[test]
fn imports_recorded_snapshot() {
    let Some(bytes) = snapshot() else { return };
    let catalogue = catalogue::embedded().expect("the embedded catalogue");
    let imported_on = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).expect("a date");
    let context = Context {
        catalogue: &catalogue,
        earlier: &[],
        imported_on,
        data_date: None,
        details: &Details::default(),
    };
    let imported = import(&bytes, Format::Detect, context).expect("a readable snapshot");
    assert!(imported.resorts.len() > 2_000, "{}", imported.resorts.len());
    assert!(!imported.skipped.iter().any(|area| area.reason.starts_with("unknown country")));
    let slugs: BTreeSet<&str> =
        catalogue.iter().chain(&imported.resorts).map(|resort| resort.slug.as_str()).collect();
    assert_eq!(slugs.len(), catalogue.len() + imported.resorts.len(), "every slug is used once");
    for resort in &imported.resorts {
        resort.validate().unwrap_or_else(|error| panic!("{error}"));
    }
    let context = Context { earlier: &imported.resorts, ..context };
    let again = import(&bytes, Format::Csv, context).expect("a readable snapshot");
    assert_eq!(again, imported, "a second import changes nothing");

    // A truncated compressed file is rejected.
    for length in [3, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(import(&bytes[..length], Format::Detect, context).is_err(), "cut at {length}");
    }
}

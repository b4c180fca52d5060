//! Fuzzes every family of lift feeds and the claims of its report; the first byte selects the family.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sources::lifts::FAMILIES;

fuzz_target!(|bytes: &[u8]| {
    let Some((which, body)) = bytes.split_first() else { return };
    let family = FAMILIES[usize::from(*which) % FAMILIES.len()];
    if let Ok(report) = family.read(body) {
        let _ = (report.claims(), report.notes());
        let count = report.lifts.count();
        assert!(count.open.is_none_or(|open| count.total.is_none_or(|total| open <= total)) || report.lifts.stated.total.is_some());
    }
});

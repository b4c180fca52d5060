//! Fuzzes every network of stations: the list of stations, and readings against a list made from it; the first byte
//! selects which.
#![no_main]

use conditions_core::time::Timestamp;
use libfuzzer_sys::fuzz_target;
use sources::NETWORKS;
use sources::error::MOST_FAULTS;

/// 2026-01-10T12:00:00Z.
const NOON: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fuzz_target!(|bytes: &[u8]| {
    let Some((which, body)) = bytes.split_first() else { return };
    let network = NETWORKS[usize::from(*which) % NETWORKS.len()];
    let bounds = network.meta().bounds;
    let mut stations = Vec::new();
    for request in network.directory_requests() {
        if let Ok(parsed) = network.directory(&request, body) {
            assert!(parsed.items.len() <= bounds.records && parsed.faults.len() <= MOST_FAULTS);
            stations.extend(parsed.items);
        }
    }
    for request in network.reading_requests(&stations, NOON).iter().take(2) {
        if let Ok(parsed) = network.readings(request, &stations, body) {
            assert!(parsed.faults.len() <= MOST_FAULTS);
            assert!(parsed.items.iter().all(|reading| !reading.is_empty()));
        }
    }
});

//! Fuzzes the readers that `parse LANE FILE` uses, including values; the first byte selects the lane.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sources::LANES;

fuzz_target!(|bytes: &[u8]| {
    let Some((which, body)) = bytes.split_first() else { return };
    let lane = LANES[usize::from(*which) % LANES.len()];
    if let Ok(observations) = lane.observations(body) {
        for value in observations {
            assert!(value.value.is_none_or(f64::is_finite));
        }
    }
});

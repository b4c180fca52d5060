//! Reproducible random choices from a seed (SplitMix64).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Returns a seed from the clock, for a run without one.
#[expect(clippy::disallowed_methods, reason = "a seed that differs from run to run, printed with the run")]
pub(super) fn of_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() % 1_000_000
}

/// A sequence of random choices.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a duration from `least` to below `most`, milliseconds.
    pub(crate) const fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least + self.next() % (most - least))
    }
}

//! Checks the instruction counts of the gated benches with valgrind.

use super::log::Log;
use crate::bench;

pub(super) fn run(log: &mut Log) -> Result<(), String> {
    if bench::can_count() {
        log.step("bench gate", || bench::run(true))
    } else {
        log.not_tried("bench gate", "no valgrind; scripts/install-ci-parts.sh installs it");
        Ok(())
    }
}

//! The set of reconciliation issues met during one resolution: a bit each, no allocation until it is published.

use alloc::vec::Vec;

use crate::record::Flag;

/// A set of [`Flag`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FlagSet(u64);

impl FlagSet {
    /// Adds one flag.
    pub const fn raise(&mut self, flag: Flag) {
        self.0 |= 1 << flag as u64;
    }

    /// Whether a flag is set.
    #[must_use]
    pub const fn has(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u64) != 0
    }

    /// The flags in the order of their wire names, distinct.
    #[must_use]
    pub fn publish(self) -> Vec<Flag> {
        let mut out = Vec::with_capacity(self.0.count_ones() as usize);
        out.extend(Flag::ALL.into_iter().filter(|flag| self.has(*flag)));
        out
    }
}

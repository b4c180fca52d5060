//! The set of flags raised during one resolution: one bit each, allocated only when it is published.

use alloc::vec::Vec;

use crate::record::Flag;

/// A set of listed [`Flag`]s, by their position in [`Flag::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FlagSet(u64);

const _: () = assert!(Flag::ALL.len() <= u64::BITS as usize, "a flag needs a bit");

impl FlagSet {
    /// Adds a flag; the resolver raises only listed ones.
    pub(crate) fn raise(&mut self, flag: &Flag) {
        self.0 |= flag.place().map_or(0, |place| 1 << place);
    }

    #[cfg(test)]
    pub(crate) fn has(self, flag: &Flag) -> bool {
        flag.place().is_some_and(|place| self.0 & (1 << place) != 0)
    }

    /// Returns the flags without duplicates, in the order of their words.
    pub(crate) fn publish(mut self) -> Vec<Flag> {
        let mut out = Vec::with_capacity(self.0.count_ones() as usize);
        while self.0 != 0 {
            out.extend(Flag::ALL.get(self.0.trailing_zeros() as usize).cloned());
            self.0 &= self.0 - 1;
        }
        out
    }
}

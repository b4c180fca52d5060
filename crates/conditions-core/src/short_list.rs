//! A short list on the stack, for temporary values of a rule.
//!
//! Beyond [`PLACES`] entries the list moves to the heap; few resorts have that many stations nearby.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Number of entries without an allocation.
const PLACES: usize = 8;

/// A list that holds few entries on the stack.
pub(crate) struct ShortList<T> {
    places: [Option<T>; PLACES],
    len: usize,
    /// All entries, if there are more than [`PLACES`].
    more: Vec<Option<T>>,
}

impl<T: Copy> ShortList<T> {
    /// Collects the entries.
    pub(crate) fn from_entries(entries: impl IntoIterator<Item = T>) -> Self {
        let mut few = Self { places: [None; PLACES], len: 0, more: Vec::new() };
        entries.into_iter().for_each(|entry| few.push(entry));
        few
    }

    fn push(&mut self, entry: T) {
        if let Some(place) = self.places.get_mut(self.len) {
            *place = Some(entry);
        } else {
            if self.more.is_empty() {
                self.more.extend_from_slice(&self.places);
            }
            self.more.push(Some(entry));
        }
        self.len += 1;
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        let all = if self.more.is_empty() { &self.places[..] } else { &self.more };
        all.iter().map_while(Option::as_ref)
    }

    pub(crate) fn sort_by(&mut self, mut order: impl FnMut(&T, &T) -> Ordering) {
        self.all_mut().sort_unstable_by(|a, b| match (a, b) {
            (Some(a), Some(b)) => order(a, b),
            _ => Ordering::Equal,
        });
    }

    /// Removes all duplicates but the first, wherever they are.
    pub(crate) fn keep_first(&mut self, same: impl Fn(&T, &T) -> bool) {
        let mut kept = 0_usize;
        let all = self.all_mut();
        for next in 0..all.len() {
            let (held, rest) = all.split_at_mut_checked(next).unwrap_or_default();
            let Some(Some(entry)) = rest.first() else { continue };
            if !held.iter().take(kept).flatten().any(|first| same(first, entry)) {
                all.swap(kept, next);
                kept += 1;
            }
        }
        all.iter_mut().skip(kept).for_each(|place| *place = None);
        self.len = kept;
    }

    fn all_mut(&mut self) -> &mut [Option<T>] {
        let all = if self.more.is_empty() { &mut self.places[..] } else { &mut self.more };
        all.get_mut(..self.len).unwrap_or(&mut [])
    }
}

#[cfg(test)]
mod tests;

//! Records what an answer depends on in its caller: the resorts for which it checked whether days 8–14 may be shown,
//! and the results. Two callers of one tier with the same results get the same answer, whatever else they have saved.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A set of resorts, by their position in a world.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Positions(Box<[u64]>);

impl Positions {
    pub(crate) fn from_positions(count: usize, positions: impl Iterator<Item = usize>) -> Self {
        let mut words = vec![0; count.div_ceil(64)];
        for position in positions {
            if let Some(word) = words.get_mut(position / 64) {
                *word |= 1 << (position % 64);
            }
        }
        Self(words.into())
    }

    /// Returns whether all of these are among the others.
    fn are_among(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).all(|(these, others)| these & !others == 0)
    }

    /// Returns whether none of these is among the others.
    fn are_none_of(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).all(|(these, others)| these & others == 0)
    }
}

/// Records the checks made while an answer is built.
#[derive(Debug)]
pub struct AudienceRecorder {
    shown: Vec<AtomicU64>,
    withheld: Vec<AtomicU64>,
    /// Whether the answer used other account data, which may differ between accounts.
    is_personal: AtomicBool,
}

impl AudienceRecorder {
    pub(crate) fn new(count: usize) -> Self {
        let none = || (0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Self { shown: none(), withheld: none(), is_personal: AtomicBool::new(false) }
    }

    pub(crate) fn note(&self, position: usize, is_shown: bool) {
        let heard = if is_shown { &self.shown } else { &self.withheld };
        if let Some(word) = heard.get(position / 64) {
            word.fetch_or(1 << (position % 64), Relaxed);
        }
    }

    pub(crate) fn note_personal(&self) {
        self.is_personal.store(true, Relaxed);
    }

    /// Returns the audience of the answer; `None` if it used data of one account.
    #[must_use]
    pub fn audience(self) -> Option<Audience> {
        let positions =
            |words: Vec<AtomicU64>| Positions(words.into_iter().map(AtomicU64::into_inner).collect());
        let heard = Audience { shown: positions(self.shown), withheld: positions(self.withheld) };
        (!self.is_personal.into_inner()).then_some(heard)
    }
}

/// The callers of a tier that may share an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audience {
    shown: Positions,
    withheld: Positions,
}

impl Audience {
    /// Returns whether a caller of the same tier who sees days 8–14 of these resorts gets the same answer.
    #[must_use]
    pub fn is_so_of(&self, saved: &Positions) -> bool {
        self.shown.are_among(saved) && self.withheld.are_none_of(saved)
    }
}

#[cfg(test)]
mod tests;

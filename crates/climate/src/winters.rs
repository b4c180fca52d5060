//! Every winter of a resort that is on record, and the choice of those that are compared.
//!
//! Snowfall is compared only between winters on one [`Basis`]: the one with more complete winters, the modelled one on
//! ties. A winter on the other basis is set aside until its weather is known as well.

use std::sync::Arc;

use conditions_core::time::Timestamp;

use crate::basis::Basis;
use crate::modelled::WeatherExtent;
use crate::site::Site;
use crate::winter::{Hemisphere, Winter};
use crate::winter_days::WinterDays;

/// Every winter of a resort that is on record, oldest first. Cheap to clone.
#[derive(Debug, Clone, PartialEq)]
pub struct Winters {
    hemisphere: Hemisphere,
    site: Site,
    /// The winters that are compared, all on one basis.
    winters: Vec<Arc<WinterDays>>,
    /// The winters on the other basis.
    aside: Vec<Arc<WinterDays>>,
}

impl Winters {
    /// Makes an empty list for a place without known elevations, at which snow is not modelled.
    #[must_use]
    pub fn new(hemisphere: Hemisphere) -> Self {
        Self::at(hemisphere, Site::default())
    }

    /// Makes an empty list for a site.
    #[must_use]
    pub const fn at(hemisphere: Hemisphere, site: Site) -> Self {
        Self { hemisphere, site, winters: Vec::new(), aside: Vec::new() }
    }

    /// Returns the elevations at which their snow is modelled.
    #[must_use]
    pub const fn site(&self) -> &Site {
        &self.site
    }

    /// Returns the basis of the winters that are compared, or `None` if there are none.
    #[must_use]
    pub fn basis(&self) -> Option<Basis> {
        self.winters.first().map(|days| days.basis())
    }

    /// Adds a winter, replacing the one of the same year; one of the other hemisphere is ignored.
    pub fn insert(&mut self, days: WinterDays) {
        if days.winter().hemisphere() != self.hemisphere {
            return;
        }
        for list in [&mut self.winters, &mut self.aside] {
            list.retain(|known| known.winter() != days.winter());
        }
        let is_of = |list: &[Arc<WinterDays>]| list.first().map(|known| known.basis() == days.basis());
        let is_aside = is_of(&self.aside) == Some(true) || is_of(&self.winters) == Some(false);
        let list = if is_aside { &mut self.aside } else { &mut self.winters };
        let at = list.partition_point(|known| known.winter() < days.winter());
        list.insert(at, Arc::new(days));
        self.settle();
    }

    /// Chooses the basis with more complete winters.
    fn settle(&mut self) {
        let complete = |list: &[Arc<WinterDays>]| list.iter().filter(|days| days.summary().complete).count();
        let standing = |list: &[Arc<WinterDays>]| {
            let is_own = list.first().is_some_and(|days| days.basis() == Basis::Modelled);
            (complete(list), is_own, !list.is_empty())
        };
        if standing(&self.aside) > standing(&self.winters) {
            std::mem::swap(&mut self.winters, &mut self.aside);
        }
    }

    /// Returns whether these are the identical winters, not merely equal ones.
    #[must_use]
    pub fn is_same(&self, others: &Self) -> bool {
        let same = |one: &[Arc<WinterDays>], other: &[Arc<WinterDays>]| {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| Arc::ptr_eq(one, other))
        };
        same(&self.winters, &others.winters) && same(&self.aside, &others.aside)
    }

    /// Returns the winters that were known at a time.
    #[must_use]
    pub fn known_at(&self, at: Timestamp) -> Self {
        let known =
            |list: &[Arc<WinterDays>]| list.iter().filter(|days| days.known_since() <= at).cloned().collect();
        let mut then = Self { winters: known(&self.winters), aside: known(&self.aside), ..*self };
        then.settle();
        then
    }

    #[must_use]
    pub const fn hemisphere(&self) -> Hemisphere {
        self.hemisphere
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.winters.is_empty()
    }

    /// Returns every winter that is compared, oldest first, complete or not.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &WinterDays> + DoubleEndedIterator + Clone {
        self.winters.iter().map(AsRef::as_ref)
    }

    /// Returns one of the winters that are compared.
    #[must_use]
    pub fn get(&self, winter: Winter) -> Option<&WinterDays> {
        find(&self.winters, winter)
    }

    /// Returns the end of a winter's known weather with the snow at that time, whether its snowfall is compared or not;
    /// `None` without weather.
    #[must_use]
    pub fn weather_extent(&self, winter: Winter) -> Option<&WeatherExtent> {
        find(&self.winters, winter).or_else(|| find(&self.aside, winter))?.reached()
    }

    /// Returns the newest complete winters that are compared, at most `count`, newest first.
    pub fn newest_complete(&self, count: usize) -> impl Iterator<Item = &WinterDays> {
        self.iter().rev().filter(|days| days.summary().complete).take(count)
    }

    /// Returns the greatest depth on record, centimetres.
    #[must_use]
    pub fn deepest_cm(&self) -> Option<u16> {
        self.iter().filter_map(WinterDays::deepest_cm).max()
    }

    /// Size in memory, bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let held = (self.winters.capacity() + self.aside.capacity()) * size_of::<Arc<WinterDays>>();
        // Each shared winter has two reference counters.
        let days = self.winters.iter().chain(&self.aside).map(|days| days.bytes() + 16);
        size_of::<Self>() + held + days.sum::<usize>()
    }
}

fn find(list: &[Arc<WinterDays>], winter: Winter) -> Option<&WinterDays> {
    let at = list.binary_search_by_key(&winter, |known| known.winter()).ok()?;
    list.get(at).map(AsRef::as_ref)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod tests_support;

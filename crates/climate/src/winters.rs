//! Every winter of a resort that is on record, and which of them are compared.
//!
//! Snowfall of two winters is compared on one [`Basis`] alone: that which more of the complete winters are on, ours of equals. A winter
//! on the other one is set aside until its weather is known as well.

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
    /// Those that are compared, all on one basis.
    winters: Vec<Arc<WinterDays>>,
    /// Those on the other basis.
    aside: Vec<Arc<WinterDays>>,
}

impl Winters {
    /// None yet, of a place without known elevations: no snow is modelled there.
    #[must_use]
    pub fn new(hemisphere: Hemisphere) -> Self {
        Self::at(hemisphere, Site::default())
    }

    /// None yet, of a site.
    #[must_use]
    pub const fn at(hemisphere: Hemisphere, site: Site) -> Self {
        Self { hemisphere, site, winters: Vec::new(), aside: Vec::new() }
    }

    /// The elevations that their snow is modelled at.
    #[must_use]
    pub const fn site(&self) -> &Site {
        &self.site
    }

    /// What the snowfall of those that are compared is made of; `None` where there is none.
    #[must_use]
    pub fn basis(&self) -> Option<Basis> {
        self.winters.first().map(|days| days.basis())
    }

    /// Takes a winter in, in the place of the one of the same year; one of the other hemisphere is left out.
    pub fn put(&mut self, days: WinterDays) {
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

    /// Compares the winters on the basis that more of the complete ones are on.
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

    /// Whether these are the very same winters, not only equal ones.
    #[must_use]
    pub fn are(&self, others: &Self) -> bool {
        let same = |one: &[Arc<WinterDays>], other: &[Arc<WinterDays>]| {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| Arc::ptr_eq(one, other))
        };
        same(&self.winters, &others.winters) && same(&self.aside, &others.aside)
    }

    /// The winters that were known at an instant.
    #[must_use]
    pub fn known_at(&self, at: Timestamp) -> Self {
        let known =
            |list: &[Arc<WinterDays>]| list.iter().filter(|days| days.known_since() <= at).cloned().collect();
        let mut then = Self { winters: known(&self.winters), aside: known(&self.aside), ..*self };
        then.settle();
        then
    }

    /// The hemisphere of the resort.
    #[must_use]
    pub const fn hemisphere(&self) -> Hemisphere {
        self.hemisphere
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.winters.is_empty()
    }

    /// Every winter that is compared, oldest first, complete or not.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &WinterDays> + DoubleEndedIterator + Clone {
        self.winters.iter().map(AsRef::as_ref)
    }

    /// One of the winters that are compared.
    #[must_use]
    pub fn get(&self, winter: Winter) -> Option<&WinterDays> {
        found(&self.winters, winter)
    }

    /// How far the weather of a winter reaches, whether its snowfall is compared or not; `None` without weather.
    #[must_use]
    pub fn reached(&self, winter: Winter) -> Option<&WeatherExtent> {
        found(&self.winters, winter).or_else(|| found(&self.aside, winter))?.reached()
    }

    /// The newest complete winters that are compared, at most `count`, newest first.
    pub fn newest_complete(&self, count: usize) -> impl Iterator<Item = &WinterDays> {
        self.iter().rev().filter(|days| days.summary().complete).take(count)
    }

    /// The deepest day on record, centimetres.
    #[must_use]
    pub fn deepest_cm(&self) -> Option<u16> {
        self.iter().filter_map(WinterDays::deepest_cm).max()
    }

    /// Size in memory, bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let held = (self.winters.capacity() + self.aside.capacity()) * size_of::<Arc<WinterDays>>();
        // Each shared winter has two counters in front.
        let days = self.winters.iter().chain(&self.aside).map(|days| days.bytes() + 16);
        size_of::<Self>() + held + days.sum::<usize>()
    }
}

fn found(list: &[Arc<WinterDays>], winter: Winter) -> Option<&WinterDays> {
    let at = list.binary_search_by_key(&winter, |known| known.winter()).ok()?;
    list.get(at).map(AsRef::as_ref)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod tests_support;

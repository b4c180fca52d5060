//! Positions and sort order of the resorts of a world, in a few bytes each: a list over all of them reads one short
//! stretch of memory and accesses only the resorts that it shows. Built once, because resorts do not move.

use catalogue::Resort;
use catalogue::barriers::Site;

use crate::place::{Place, Whereabouts};

/// The resorts of a world by place and by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Atlas {
    /// By position in the world.
    lie: Vec<Whereabouts>,
    /// Rank of the slug, by position in the world.
    slugs: Vec<u32>,
    /// Positions by country, state and slug, each with the number of its state.
    by_state: Vec<(u32, u32)>,
    /// Start and end point of routes, by position in the world.
    sites: Vec<Site>,
}

impl Atlas {
    /// Builds the atlas from resorts in the world's order.
    #[must_use]
    pub fn new<'a>(resorts: impl IntoIterator<Item = &'a Resort>) -> Self {
        let resorts: Vec<(u32, &Resort)> = (0..).zip(resorts).collect();
        let mut order = resorts.clone();
        order.sort_by_key(|(_, resort)| resort.slug.as_str());
        let mut slugs = vec![0; order.len()];
        for (before, (at, _)) in (0..).zip(&order) {
            if let Some(slot) = slugs.get_mut(*at as usize) {
                *slot = before;
            }
        }
        order.sort_by_key(|(_, resort)| state_of(resort));
        let states = order.chunk_by(|(_, one), (_, other)| state_of(one) == state_of(other));
        let of_state = |(number, members): (u32, &[(u32, &Resort)])| -> Vec<(u32, u32)> {
            members.iter().map(|(at, _)| (*at, number)).collect()
        };
        let by_state = (0..).zip(states).flat_map(of_state).collect();
        let lie = resorts.iter().map(|(_, resort)| Whereabouts::from_resort(resort)).collect();
        let sites = resorts.iter().map(|(_, resort)| Site::new((resort.lat, resort.lon))).collect();
        Self { lie, slugs, by_state, sites }
    }

    /// Returns the positions of the resorts of a place, in the world's order.
    pub fn within(&self, place: Place) -> impl Iterator<Item = usize> + Clone {
        self.lie.iter().enumerate().filter(move |(_, lies)| place.contains(**lies)).map(|(at, _)| at)
    }

    /// Returns whether a place contains the resort at a position.
    #[must_use]
    pub fn is_within(&self, at: usize, place: Place) -> bool {
        self.lie.get(at).is_some_and(|lies| place.contains(*lies))
    }

    /// Returns the sort key of the resort at a position in the order of slugs.
    #[must_use]
    pub fn slug_order(&self, at: usize) -> u32 {
        self.slugs.get(at).copied().unwrap_or(u32::MAX)
    }

    /// Returns the start and end point of routes of the resort at a position.
    #[must_use]
    pub fn site(&self, at: usize) -> Option<&Site> {
        self.sites.get(at)
    }

    /// Returns every position, by country, state and slug, with a number that the resorts of one state share.
    pub fn by_state(&self) -> impl Iterator<Item = (usize, u32)> {
        self.by_state.iter().map(|(at, state)| (*at as usize, *state))
    }
}

/// Returns country and state; only the country if there is no state.
fn state_of(resort: &Resort) -> (&str, Option<&str>) {
    (&resort.country, resort.state.as_deref())
}

#[cfg(test)]
mod tests;

//! A place where ways begin and end. The gates of a range visible from it are computed once, because resorts do not
//! move and each needs its ways to many others.

use std::sync::OnceLock;

use conditions_core::geo::distance_km;

use super::are_separated;
use super::winter::{DRAWN, Detour, Gate, RANGES, Range};
use crate::geo::Point;

/// A place, with cached data on the ways from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Site {
    place: Point,
    /// Gates not hidden by a crest, by range.
    gates: [OnceLock<Vec<Gate>>; DRAWN],
}

/// The obstacle between two places that are not separated.
enum Obstacle {
    Nothing,
    /// A range, by its number, with the gates at both ends of the shortest way around.
    Range(usize, Detour),
}

impl Site {
    /// Returns a site at a place, degrees north and east.
    #[must_use]
    pub const fn new(place: Point) -> Self {
        Self { place, gates: [const { OnceLock::new() }; DRAWN] }
    }

    /// Returns the way to another place in straight lines: both places, and between them the passes and tunnels around
    /// a range in winter. Returns `None` if they are separated, or if such a way is not known.
    #[must_use]
    pub fn path_to(&self, to: &Self) -> Option<Vec<Point>> {
        let mut way = vec![self.place];
        if let Obstacle::Range(number, around) = self.between(to)? {
            way.extend(RANGES.get(number)?.gates(around));
        }
        way.push(to.place);
        Some(way)
    }

    /// Returns the length of [`Self::path_to`] in kilometres.
    #[must_use]
    pub fn by_land_km(&self, to: &Self) -> Option<f64> {
        Some(match self.between(to)? {
            Obstacle::Nothing => distance_km(self.place, to.place),
            Obstacle::Range(_, around) => around.km,
        })
    }

    fn between(&self, to: &Self) -> Option<Obstacle> {
        if are_separated(self.place, to.place) {
            return None;
        }
        let in_the_way = |(_, range): &(usize, &Range)| range.is_between(self.place, to.place);
        let Some((number, range)) = RANGES.iter().enumerate().find(in_the_way) else {
            return Some(Obstacle::Nothing);
        };
        Some(Obstacle::Range(number, range.around(self.gates(number, range), to.gates(number, range))?))
    }

    fn gates(&self, number: usize, range: &Range) -> &[Gate] {
        self.gates.get(number).map_or(&[], |known| known.get_or_init(|| range.visible_gates(self.place)))
    }
}

//! Ranges that roads cross in winter only by a few passes and tunnels, and the shortest ways around by those.
//!
//! Crests were drawn by hand to about two kilometres (source `compiled:2026-11`), each named after its closed passes,
//! with their usual months. Passes and tunnels that are kept open are gaps, and so are unknown ones. Trains that carry
//! cars do not count as roads. Other ranges are ignored.

mod america;
mod europe;

use std::sync::LazyLock;

use conditions_core::geo::distance_km;

use super::lines::{Line, Lines};
use crate::geo::Point;

/// A range: its crests, and the gates by which roads lead around and through it.
#[derive(Debug)]
pub(super) struct Range {
    crests: Lines,
    gates: &'static [Point],
    /// Kilometres from gate to gate, and the next gate on the way; one row per gate.
    ways: Vec<(f64, usize)>,
}

/// The number of a gate of a range, with its distance from a place in kilometres.
pub(super) type Gate = (usize, f64);

/// The shortest way around a range: its first and last gate, which may be the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Detour {
    /// Length from place to place, in kilometres.
    pub(super) km: f64,
    first: usize,
    last: usize,
}

/// Number of drawn ranges.
pub(super) const DRAWN: usize = 7;

/// The drawn ranges.
pub(super) static RANGES: LazyLock<[Range; DRAWN]> = LazyLock::new(|| {
    [
        Range::new(europe::ALPS, europe::ALPINE_GATES),
        Range::new(europe::PYRENEES, europe::PYRENEAN_GATES),
        Range::new(america::SIERRA_NEVADA, america::SIERRA_GATES),
        Range::new(america::COLORADO, america::COLORADO_GATES),
        Range::new(america::CASCADES, america::CASCADE_GATES),
        Range::new(america::WASATCH, america::WASATCH_GATES),
        Range::new(america::TETONS, america::TETON_GATES),
    ]
});

impl Range {
    fn new(crests: &'static [Line], gates: &'static [Point]) -> Self {
        let crests = Lines::new(crests);
        let count = gates.len();
        let direct = |from: &Point, to: &Point| {
            if crests.lie_between(*from, *to) { f64::INFINITY } else { distance_km(*from, *to) }
        };
        let mut ways: Vec<(f64, usize)> = gates
            .iter()
            .flat_map(|from| gates.iter().enumerate().map(move |(at, to)| (direct(from, to), at)))
            .collect();
        // Shortest ways by the Floyd–Warshall algorithm.
        for over in 0..count {
            for from in 0..count {
                for to in 0..count {
                    let way = |from, to| ways.get(from * count + to).copied().unwrap_or((f64::INFINITY, to));
                    let (first, next) = way(from, over);
                    let km = first + way(over, to).0;
                    if let Some(slot) = ways.get_mut(from * count + to).filter(|known| km < known.0) {
                        *slot = (km, next);
                    }
                }
            }
        }
        Self { crests, gates, ways }
    }

    /// Returns whether a crest of the range is between two places.
    pub(super) fn is_between(&self, a: Point, b: Point) -> bool {
        self.crests.lie_between(a, b)
    }

    /// Returns the shortest way between two places with these visible gates.
    pub(super) fn around(&self, from_a: &[Gate], to_b: &[Gate]) -> Option<Detour> {
        let mut best = Detour { km: f64::INFINITY, first: 0, last: 0 };
        for (first, begin) in from_a {
            for (last, end) in to_b {
                let km = begin + self.path(*first, *last).0 + end;
                if km < best.km {
                    best = Detour { km, first: *first, last: *last };
                }
            }
        }
        best.km.is_finite().then_some(best)
    }

    /// Returns the gates of a way around, in order.
    pub(super) fn gates(&self, Detour { first, last, .. }: Detour) -> impl Iterator<Item = Point> {
        let on = move |gate: &usize| (*gate != last).then(|| self.path(*gate, last).1);
        // A shortest way never passes a gate twice.
        let order = std::iter::successors(Some(first), on).take(self.gates.len());
        order.filter_map(|gate| self.gates.get(gate).copied())
    }

    /// Returns the gates that a crest does not hide from a place, with their distance.
    pub(super) fn visible_gates(&self, place: Point) -> Vec<Gate> {
        let open = self.gates.iter().enumerate().filter(|(_, gate)| !self.crests.lie_between(place, **gate));
        open.map(|(at, gate)| (at, distance_km(place, *gate))).collect()
    }

    fn path(&self, from: usize, to: usize) -> (f64, usize) {
        self.ways.get(from * self.gates.len() + to).copied().unwrap_or((f64::INFINITY, to))
    }
}

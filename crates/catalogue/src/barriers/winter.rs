//! Ranges that no road crosses in winter but by a few passes and tunnels, and the shortest way around by those.
//!
//! Crests are drawn by hand to about two kilometres (source `compiled:2026-11`), each named after the passes that are closed on
//! it, with their usual months. Passes and tunnels that are kept open are gaps, and so is what is not known. Trains that carry
//! cars are no roads. Ranges that are not here are not looked at.

use std::sync::LazyLock;

use conditions_core::geo::distance_km;

use super::lines::{Line, Lines};
use crate::geo::Point;

/// A range: its crests, and the places by which roads lead around and through.
#[derive(Debug)]
pub(super) struct Range {
    crests: Lines,
    gates: &'static [Point],
    /// From gate to gate: kilometres, and the gate that comes next; by rows, one a gate.
    ways: Vec<(f64, usize)>,
}

/// The ranges that are drawn.
pub(super) static RANGES: LazyLock<[Range; 3]> = LazyLock::new(|| {
    [
        Range::new(ALPS, ALPINE_GATES),
        Range::new(SIERRA_NEVADA, SIERRA_GATES),
        Range::new(ELK_AND_SAWATCH, ELK_GATES),
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
        // The shortest way over ever more gates (Floyd and Warshall).
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

    /// Whether a crest of the range lies between two places.
    pub(super) fn lies_between(&self, a: Point, b: Point) -> bool {
        self.crests.lie_between(a, b)
    }

    /// The shortest way from one place to another by the gates, both places included.
    pub(super) fn around(&self, a: Point, b: Point) -> Option<Vec<Point>> {
        let (from_a, to_b) = (self.direct(a), self.direct(b));
        let mut best = (f64::INFINITY, 0, 0);
        for (first, begin) in &from_a {
            for (last, end) in &to_b {
                let km = begin + self.way(*first, *last).0 + end;
                if km < best.0 {
                    best = (km, *first, *last);
                }
            }
        }
        let (km, mut gate, last) = best;
        if !km.is_finite() {
            return None;
        }
        let mut way = vec![a];
        // No shortest way passes a gate twice.
        for _ in self.gates {
            way.extend(self.gates.get(gate));
            if gate == last {
                break;
            }
            gate = self.way(gate, last).1;
        }
        way.push(b);
        Some(way)
    }

    /// The gates that no crest hides from a place, with their distance.
    fn direct(&self, place: Point) -> Vec<(usize, f64)> {
        let open = self.gates.iter().enumerate().filter(|(_, gate)| !self.crests.lie_between(place, **gate));
        open.map(|(at, gate)| (at, distance_km(place, *gate))).collect()
    }

    fn way(&self, from: usize, to: usize) -> (f64, usize) {
        self.ways.get(from * self.gates.len() + to).copied().unwrap_or((f64::INFINITY, to))
    }
}

const ALPS: &[Line] = &[
    // Glandon, Croix de Fer (November to May) and Galibier (November to June), to the tunnel of Fréjus.
    &[
        (45.50, 6.19),
        (45.40, 6.17),
        (45.28, 6.14),
        (45.24, 6.175),
        (45.228, 6.204),
        (45.13, 6.34),
        (45.064, 6.408),
        (45.06, 6.47),
        (45.114, 6.565),
        (45.13, 6.63),
    ],
    // Madeleine (November to June), the Vanoise, Iseran (October to June).
    &[
        (45.545, 6.285),
        (45.50, 6.335),
        (45.436, 6.376),
        (45.41, 6.42),
        (45.33, 6.47),
        (45.27, 6.53),
        (45.255, 6.60),
        (45.28, 6.68),
        (45.286, 6.757),
        (45.33, 6.78),
        (45.405, 6.827),
        (45.41, 6.87),
        (45.38, 6.95),
        (45.417, 7.031),
        (45.41, 7.17),
    ],
    // Mont Cenis (November to May), Little St Bernard (November to May), to the tunnel of Mont Blanc.
    &[
        (45.145, 6.745),
        (45.17, 6.83),
        (45.26, 6.905),
        (45.29, 7.0),
        (45.30, 7.12),
        (45.41, 7.17),
        (45.50, 7.11),
        (45.505, 6.996),
        (45.62, 6.95),
        (45.68, 6.883),
        (45.78, 6.80),
        (45.833, 6.865),
        (45.838, 6.88),
    ],
    // Cormet de Roselend (November to May).
    &[(45.78, 6.80), (45.725, 6.71), (45.69, 6.69), (45.62, 6.57), (45.62, 6.50), (45.635, 6.45)],
    // From the tunnel of Mont Blanc to that of the Great St Bernard: no road.
    &[(45.872, 6.955), (45.869, 6.988), (45.92, 7.045), (45.89, 7.08), (45.875, 7.13)],
    // From there to the Simplon: no road; and the ridge west of Zermatt.
    &[
        (45.885, 7.21),
        (45.893, 7.25),
        (45.917, 7.35),
        (45.96, 7.50),
        (45.97, 7.605),
        (45.976, 7.658),
        (45.942, 7.71),
        (45.937, 7.867),
        (45.997, 7.978),
        (46.06, 8.03),
        (46.13, 8.01),
        (46.20, 7.985),
    ],
    &[(45.976, 7.658), (46.034, 7.612), (46.065, 7.69), (46.10, 7.716), (46.22, 7.77), (46.27, 7.83)],
    // Nufenen (October to May), from the Simplon to the tunnel of St Gotthard.
    &[(46.265, 8.09), (46.31, 8.19), (46.386, 8.32), (46.477, 8.387), (46.517, 8.465), (46.54, 8.53)],
    // The Bernese Alps, Grimsel and Furka (October to May).
    &[
        (46.235, 7.06),
        (46.304, 7.19),
        (46.33, 7.29),
        (46.357, 7.36),
        (46.40, 7.53),
        (46.40, 7.61),
        (46.43, 7.72),
        (46.537, 7.96),
        (46.537, 8.126),
        (46.561, 8.338),
        (46.573, 8.415),
        (46.517, 8.465),
    ],
    // Splügen (November to May), from the tunnel of San Bernardino to the Maloja.
    &[
        (46.48, 9.22),
        (46.47, 9.28),
        (46.505, 9.33),
        (46.515, 9.37),
        (46.465, 9.425),
        (46.38, 9.48),
        (46.40, 9.60),
        (46.42, 9.66),
    ],
    // Umbrail and Stelvio (November to May), to the Tonale; Gavia and Mortirolo (November to May), to Aprica.
    &[
        (46.60, 10.25),
        (46.56, 10.35),
        (46.54, 10.43),
        (46.528, 10.453),
        (46.51, 10.545),
        (46.44, 10.63),
        (46.33, 10.60),
    ],
    &[(46.44, 10.63), (46.38, 10.54), (46.344, 10.488), (46.245, 10.30), (46.18, 10.20)],
    // Timmelsjoch (October to June), from the Reschen to the Brenner; and the ridge between Pitztal and Ötztal.
    &[
        (46.83, 10.57),
        (46.80, 10.73),
        (46.763, 10.88),
        (46.766, 11.02),
        (46.905, 11.097),
        (46.95, 11.20),
        (46.97, 11.35),
        (46.99, 11.45),
    ],
    &[(46.80, 10.73), (46.90, 10.87), (47.10, 10.90), (47.19, 10.84)],
    // From the Brenner to the tunnel of the Felbertauern: no road.
    &[
        (47.0, 11.55),
        (46.97, 11.73),
        (47.02, 11.83),
        (47.07, 12.0),
        (47.07, 12.24),
        (47.109, 12.345),
        (47.13, 12.44),
    ],
    // The Grossglockner road (November to May), to the Katschberg; and the ridge east of Kals.
    &[
        (47.135, 12.56),
        (47.12, 12.60),
        (47.12, 12.70),
        (47.08, 12.84),
        (47.035, 12.96),
        (47.03, 13.05),
        (47.05, 13.25),
        (47.07, 13.40),
        (47.075, 13.53),
    ],
    &[(47.12, 12.70), (47.074, 12.694), (46.98, 12.72), (46.88, 12.80)],
];

/// Where roads lead: through the gaps, and where valleys meet that a straight line between two gaps would miss.
const ALPINE_GATES: &[Point] = &[
    (45.19, 5.72),   // Grenoble
    (45.50, 6.07),   // Montmélian
    (45.57, 6.245),  // Aiton
    (45.66, 6.40),   // Albertville
    (45.27, 6.35),   // Saint-Jean-de-Maurienne
    (45.14, 6.69),   // tunnel of Fréjus
    (45.855, 6.918), // tunnel of Mont Blanc
    (45.875, 7.17),  // tunnel of the Great St Bernard
    (46.10, 7.07),   // Martigny
    (46.215, 7.0),   // Saint-Maurice
    (46.43, 6.91),   // Montreux
    (46.75, 7.63),   // Thun
    (46.30, 7.87),   // Visp
    (46.235, 8.035), // Simplon
    (46.58, 8.60),   // tunnel of St Gotthard
    (46.48, 9.17),   // tunnel of San Bernardino
    (46.40, 9.695),  // Maloja
    (46.15, 10.15),  // Aprica
    (46.26, 10.58),  // Tonale
    (46.645, 10.19), // tunnel of Munt la Schera, to Livigno
    (46.84, 10.51),  // Reschen
    (47.14, 10.57),  // Landeck
    (47.26, 10.88),  // mouth of the Ötztal
    (47.25, 11.40),  // Innsbruck
    (47.0, 11.50),   // Brenner
    (47.28, 12.48),  // Mittersill
    (47.30, 12.80),  // Zell am See
    (47.135, 12.50), // tunnel of the Felbertauern
    (46.84, 12.83),  // Iselsberg
    (47.33, 13.39),  // Flachau
    (47.06, 13.62),  // tunnel of the Katschberg
    (46.80, 13.50),  // Spittal
];

const SIERRA_NEVADA: &[Line] = &[
    // Ebbetts, Sonora and Tioga (November to May), then no road as far as Sherman (November to May).
    &[
        (38.66, -119.97),
        (38.545, -119.81),
        (38.328, -119.637),
        (37.91, -119.257),
        (37.74, -119.15),
        (37.65, -119.085),
        (37.60, -119.06),
        (37.11, -118.55),
        (36.578, -118.292),
        (36.265, -118.118),
        (35.95, -118.2),
        (35.72, -118.06),
    ],
];

const SIERRA_GATES: &[Point] = &[
    (38.69, -119.99), // Carson Pass
    (38.70, -119.78), // Woodfords
    (38.26, -119.23), // Bridgeport
    (37.37, -118.39), // Bishop
    (36.60, -118.05), // Lone Pine
    (35.66, -118.03), // Walker Pass
];

const ELK_AND_SAWATCH: &[Line] = &[
    // Independence Pass, Pearl, Schofield and Kebler (November to May).
    &[
        (39.585, -107.20),
        (39.50, -106.95),
        (39.46, -106.55),
        (39.26, -106.48),
        (39.108, -106.564),
        (39.05, -106.62),
        (39.01, -106.86),
        (39.015, -107.05),
        (38.85, -107.10),
        (38.72, -107.22),
        (38.55, -107.42),
    ],
    // Cottonwood Pass (November to May), to Monarch Pass.
    &[(39.05, -106.62), (38.828, -106.41), (38.56, -106.33)],
    // To McClure Pass.
    &[(39.015, -107.05), (39.10, -107.22)],
];

const ELK_GATES: &[Point] = &[
    (39.60, -107.30),  // Glenwood Springs
    (39.60, -106.43),  // Minturn
    (39.13, -107.28),  // McClure Pass
    (38.47, -107.50),  // Blue Mesa
    (38.55, -106.93),  // Gunnison
    (38.50, -106.325), // Monarch Pass
];

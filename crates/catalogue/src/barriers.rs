//! Barriers that make a straight line useless for road distances: seas, large lakes, closed borders, and ranges with
//! passes that are closed in winter. Two places are separated if the line between them crosses a sea, a lake or such a
//! border. Around a range, the way leads over passes and tunnels that are kept open.
//!
//! The lines were drawn by hand, in the middle of the water or along the crest, where a resort and an airport, or two
//! resorts, are on both sides (source `compiled:2026-11`). Bridges, tunnels and open passes are gaps.

mod lines;
mod site;
mod winter;

use std::sync::LazyLock;

use conditions_core::geo::distance_km;

use crate::geo::Point;
use lines::{Line, Lines};
pub use site::Site;

const SEAS_AND_BORDERS: &[Line] = &[
    // Tsugaru Strait: Hokkaido has no road to Honshu.
    &[(41.30, 138.0), (41.48, 140.45), (41.60, 141.0), (41.50, 144.0)],
    // Cook Strait.
    &[(-40.0, 171.5), (-40.6, 173.6), (-41.2, 174.55), (-42.3, 175.6)],
    // Korea Strait, and Jeju.
    &[(33.5, 128.3), (34.3, 129.6), (36.5, 132.5)],
    &[(34.0, 125.0), (33.9, 127.8)],
    // Strait of Georgia: Vancouver Island.
    &[
        (48.2, -124.8),
        (48.3, -123.2),
        (48.85, -123.05),
        (49.2, -123.5),
        (49.75, -124.6),
        (50.2, -125.1),
        (50.6, -126.5),
        (51.0, -128.5),
    ],
    // Lake Michigan, Lake Superior, Lake Ontario.
    &[(45.7, -85.6), (45.3, -86.2), (44.0, -87.0), (42.0, -87.2)],
    &[(46.8, -91.3), (47.2, -90.3), (47.9, -88.8), (47.8, -87.0), (46.9, -85.0)],
    &[(43.45, -79.3), (43.65, -76.6)],
    // Irish Sea.
    &[(51.0, -6.5), (52.0, -5.7), (53.5, -5.2), (54.6, -5.3), (55.3, -6.0), (56.0, -8.5)],
    // Skagerrak and Kattegat, as far as the bridge to Malmö.
    &[(57.0, 6.0), (57.85, 9.0), (57.9, 10.9), (56.9, 11.6), (56.15, 12.3)],
    // Gulf of Bothnia; Gulf of Finland.
    &[(59.3, 20.0), (60.5, 18.9), (62.0, 19.5), (63.4, 20.9), (64.6, 22.6)],
    &[(59.5, 22.0), (59.75, 25.0), (60.0, 27.5)],
    // Adriatic Sea.
    &[(45.35, 13.0), (44.0, 13.9), (43.0, 15.2), (42.0, 17.2), (41.0, 18.4), (39.5, 18.9)],
    // Between Liguria, Tuscany and Corsica; the Strait of Messina.
    &[(42.9, 6.8), (43.35, 8.2), (43.3, 9.8), (42.0, 10.2), (39.0, 10.5)],
    &[(39.0, 14.5), (38.25, 15.62), (37.3, 15.7)],
    // Around Cyprus.
    &[(36.3, 31.5), (35.9, 34.6), (34.8, 34.9), (33.6, 34.2), (33.5, 31.5)],
    // The Black Sea between Sochi and Batumi.
    &[(42.5, 38.5), (42.5, 41.4)],
    // The main ridge of the Caucasus and the border along it, west and east of the road through Lars.
    &[(43.39, 40.0), (43.57, 40.7), (43.2, 42.35), (42.9, 43.5), (42.72, 44.4)],
    &[(42.75, 44.8), (42.4, 45.7), (41.9, 46.5)],
    // Closed borders: Armenia to Turkey; Lebanon and Syria to Israel; India to Pakistan.
    &[(41.1, 43.47), (40.5, 43.65), (40.05, 43.75), (39.7, 44.7)],
    &[(33.09, 34.5), (33.09, 35.3), (33.28, 35.6), (33.42, 35.85), (33.2, 36.0), (32.75, 35.85)],
    &[(30.0, 73.4), (31.0, 74.55), (32.5, 74.6), (33.2, 74.1), (33.9, 74.0), (34.4, 73.9), (34.8, 74.8)],
    // The Andes between the tunnel of Cristo Redentor and the pass of Pino Hachado.
    &[(-33.0, -70.02), (-34.3, -69.9), (-35.5, -70.4), (-36.5, -71.1), (-37.9, -71.18), (-38.5, -70.9)],
];

static SEAS: LazyLock<Lines> = LazyLock::new(|| Lines::new(SEAS_AND_BORDERS));

/// Returns whether a sea, a large lake or a closed border is between two places.
#[must_use]
pub fn are_separated(a: Point, b: Point) -> bool {
    SEAS.lie_between(a, b)
}

/// Returns [`Site::path_to`] between places that are used only once.
#[must_use]
pub fn path(a: Point, b: Point) -> Option<Vec<Point>> {
    Site::new(a).path_to(&Site::new(b))
}

/// Returns the length of a way along its straight lines, in kilometres.
#[must_use]
pub fn length_km(way: &[Point]) -> f64 {
    way.iter().zip(way.iter().skip(1)).map(|(from, to)| distance_km(*from, *to)).sum()
}

/// Returns [`Site::by_land_km`] between places that are used only once.
#[must_use]
pub fn by_land_km(a: Point, b: Point) -> Option<f64> {
    Site::new(a).by_land_km(&Site::new(b))
}

#[cfg(test)]
mod tests;

//! Crests of North America without a road in winter, and the gates through and around them.

use super::Line;
use crate::geo::Point;

pub(super) const SIERRA_NEVADA: &[Line] = &[
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

pub(super) const SIERRA_GATES: &[Point] = &[
    (38.69, -119.99), // Carson Pass
    (38.70, -119.78), // Woodfords
    (38.26, -119.23), // Bridgeport
    (37.37, -118.39), // Bishop
    (36.60, -118.05), // Lone Pine
    (35.66, -118.03), // Walker Pass
];

/// The Elk Mountains, the Sawatch and the Front Range.
pub(super) const COLORADO: &[Line] = &[
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
    // Trail Ridge and Rollins (October to May), from Cameron Pass to Berthoud Pass.
    &[
        (40.495, -105.880),
        (40.430, -105.765),
        (40.400, -105.710),
        (40.250, -105.655),
        (40.100, -105.650),
        (39.930, -105.680),
        (39.872, -105.702),
        (39.852, -105.691),
        (39.838, -105.714),
        (39.805, -105.734),
        (39.8005, -105.765),
    ],
    // From there to the Eisenhower Tunnel: no road.
    &[(39.785, -105.795), (39.750, -105.860), (39.700, -105.910)],
    // Imogene and Ophir (November to June), between the San Miguel and the Animas: from Dallas Divide to the road at Hesperus.
    &[
        (38.03, -107.97),
        (38.01, -107.85),
        (37.995, -107.74),
        (37.93, -107.735),
        (37.85, -107.779),
        (37.80, -107.828),
        (37.72, -107.90),
        (37.60, -107.97),
        (37.44, -108.08),
        (37.35, -108.08),
    ],
    // From there to Lizard Head Pass: no road.
    &[(37.80, -107.828), (37.808, -107.893)],
    // Boreas (November to May), from Loveland Pass to Hoosier Pass.
    &[
        (39.655, -105.870),
        (39.585, -105.835),
        (39.530, -105.830),
        (39.460, -105.915),
        (39.410, -105.965),
        (39.372, -106.040),
    ],
];

pub(super) const COLORADO_GATES: &[Point] = &[
    (39.60, -107.30),     // Glenwood Springs
    (39.60, -106.43),     // Minturn
    (39.13, -107.28),     // McClure Pass
    (38.47, -107.50),     // Blue Mesa
    (38.55, -106.93),     // Gunnison
    (38.50, -106.325),    // Monarch Pass
    (40.52, -105.895),    // Cameron Pass
    (40.59, -105.15),     // Fort Collins
    (40.73, -106.28),     // Walden
    (40.06, -106.39),     // Kremmling
    (39.80, -105.775),    // Berthoud Pass
    (39.74, -105.43),     // Idaho Springs
    (39.675, -105.92),    // Eisenhower Tunnel
    (39.62, -106.06),     // Dillon
    (39.36, -106.06),     // Hoosier Pass
    (39.22, -106.00),     // Fairplay
    (39.70, -105.22),     // Morrison
    (37.8135, -107.9065), // Lizard Head Pass
    (38.016, -108.055),   // Placerville
    (38.152, -107.756),   // Ridgway
    (37.899, -107.712),   // Red Mountain Pass
    (37.69, -108.03),     // Rico
    (37.345, -108.29),    // Mancos
    (37.275, -107.88),    // Durango
];

pub(super) const TETONS: &[Line] = &[
    // From Teton Pass, which is kept open, to the plateau of Yellowstone: no road.
    &[
        (43.53, -110.95),
        (43.60, -110.90),
        (43.74, -110.80),
        (43.85, -110.80),
        (43.95, -110.83),
        (44.13, -110.80),
    ],
];

pub(super) const TETON_GATES: &[Point] = &[
    (43.50, -110.875),  // Wilson
    (43.497, -110.955), // Teton Pass
    (43.60, -111.11),   // Victor
    (43.72, -111.11),   // Driggs
];

pub(super) const CASCADES: &[Line] = &[
    // The North Cascades road (November to May), to Stevens Pass.
    &[
        (49.00, -120.85),
        (48.72, -120.65),
        (48.52, -120.70),
        (48.30, -120.90),
        (48.10, -121.05),
        (47.90, -121.08),
        (47.77, -121.09),
    ],
    // From there to Snoqualmie Pass: no road.
    &[(47.72, -121.09), (47.60, -121.20), (47.50, -121.33), (47.445, -121.395)],
    // Stampede, Chinook and Cayuse (November to May), to White Pass; and Mount Rainier.
    &[
        (47.395, -121.43),
        (47.25, -121.37),
        (47.10, -121.41),
        (46.98, -121.455),
        (46.935, -121.465),
        (46.872, -121.515),
        (46.75, -121.46),
        (46.665, -121.41),
    ],
    &[(46.872, -121.515), (46.870, -121.600), (46.850, -121.760), (46.890, -121.900)],
];

pub(super) const CASCADE_GATES: &[Point] = &[
    (49.38, -121.44),  // Hope
    (49.07, -120.78),  // Manning Park
    (49.18, -119.55),  // Keremeos
    (48.41, -119.51),  // Omak
    (47.85, -121.97),  // Monroe
    (47.745, -121.09), // Stevens Pass
    (47.60, -120.66),  // Leavenworth
    (47.49, -121.79),  // North Bend
    (47.42, -121.41),  // Snoqualmie Pass
    (47.00, -120.55),  // Ellensburg
    (47.20, -121.99),  // Enumclaw
    (46.55, -122.28),  // Morton
    (46.64, -121.39),  // White Pass
    (46.73, -120.70),  // Naches
];

pub(super) const WASATCH: &[Line] = &[
    // Guardsman Pass (November to May), from Parleys Summit to the Lone Peak.
    &[
        (40.735, -111.630),
        (40.670, -111.590),
        (40.610, -111.555),
        (40.577, -111.595),
        (40.560, -111.620),
        (40.550, -111.700),
        (40.525, -111.755),
    ],
    // Between the Cottonwood Canyons: no road.
    &[(40.577, -111.595), (40.600, -111.650), (40.610, -111.720), (40.605, -111.775)],
];

pub(super) const WASATCH_GATES: &[Point] = &[
    (40.725, -111.545), // Kimball Junction
    (40.75, -111.60),   // Parleys Summit
    (40.71, -111.80),   // mouth of Parleys Canyon
    (40.62, -111.785),  // mouth of the Big Cottonwood Canyon
    (40.57, -111.785),  // mouth of the Little Cottonwood Canyon
    (40.44, -111.78),   // American Fork
    (40.32, -111.63),   // mouth of the Provo Canyon
    (40.51, -111.42),   // Heber
];

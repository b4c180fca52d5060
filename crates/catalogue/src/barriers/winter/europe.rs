//! Crests of Europe without a road in winter, and the gates through and around them.

use super::Line;
use crate::geo::Point;

pub(super) const ALPS: &[Line] = &[
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
    // Between the side valleys of the Tarentaise, which pistes connect but roads do not: Valmorel and the Belleville;
    // the Belleville and the Allues; the Allues and Saint-Bon (Loze); the Doron of Bozel and La Plagne; La Plagne and
    // Peisey; Peisey and Tignes.
    &[(45.355, 6.458), (45.40, 6.47), (45.425, 6.473), (45.455, 6.495)],
    &[
        (45.462, 6.54),
        (45.43, 6.538),
        (45.40, 6.545),
        (45.375, 6.552),
        (45.345, 6.568),
        (45.318, 6.59),
        (45.295, 6.605),
        (45.265, 6.64),
    ],
    &[(45.44, 6.60), (45.412, 6.605), (45.372, 6.621), (45.34, 6.64), (45.30, 6.675), (45.275, 6.69)],
    &[
        (45.488, 6.565),
        (45.495, 6.615),
        (45.487, 6.66),
        (45.478, 6.70),
        (45.487, 6.765),
        (45.455, 6.81),
        (45.41, 6.87),
    ],
    &[(45.487, 6.765), (45.52, 6.745), (45.55, 6.745)],
    &[(45.41, 6.87), (45.459, 6.862), (45.505, 6.885), (45.528, 6.862), (45.555, 6.86), (45.585, 6.873)],
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
    // From the Rhine to the Silvretta and the Inn at Finstermünz: no road.
    &[
        (47.060, 9.530),
        (47.054, 9.575),
        (47.058, 9.640),
        (47.053, 9.708),
        (47.013, 9.838),
        (46.945, 9.875),
        (46.920, 9.965),
        (46.855, 10.083),
        (46.850, 10.143),
        (46.890, 10.228),
        (46.905, 10.330),
        (46.930, 10.440),
    ],
    // Bielerhöhe and Zeinisjoch (November to May), to the Arlberg.
    &[(46.855, 10.083), (46.917, 10.093), (46.985, 10.130), (47.050, 10.190), (47.105, 10.205)],
    // The Verwall, between the Paznaun and the Arlberg: no road.
    &[
        (47.050, 10.190),
        (47.052, 10.228),
        (47.085, 10.310),
        (47.115, 10.373),
        (47.128, 10.450),
        (47.132, 10.500),
    ],
    // Greitspitze and Furgler, between the Paznaun and the Inn: no road.
    &[
        (46.890, 10.228),
        (46.940, 10.320),
        (46.965, 10.360),
        (47.020, 10.430),
        (47.080, 10.500),
        (47.115, 10.540),
    ],
    // Forcola di Livigno (December to May), from the tunnel of Munt la Schera to the Val Viola.
    &[
        (46.635, 10.150),
        (46.600, 10.050),
        (46.520, 10.040),
        (46.443, 10.062),
        (46.415, 10.150),
        (46.400, 10.220),
        (46.405, 10.280),
    ],
];

/// Gates of roads: the gaps, and junctions of valleys that a straight line between two gaps would miss.
pub(super) const ALPINE_GATES: &[Point] = &[
    (45.19, 5.72),   // Grenoble
    (45.50, 6.07),   // Montmélian
    (45.57, 6.245),  // Aiton
    (45.66, 6.40),   // Albertville
    (45.487, 6.532), // Moûtiers
    (45.38, 6.505),  // Saint-Martin-de-Belleville
    (45.455, 6.563), // Brides-les-Bains
    (45.443, 6.649), // Bozel
    (45.556, 6.65),  // Aime
    (45.617, 6.77),  // Bourg-Saint-Maurice
    (45.60, 6.885),  // Sainte-Foy-Tarentaise
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
    (47.04, 9.50),   // Sargans
    (46.97, 9.56),   // Landquart
    (47.24, 9.60),   // Feldkirch
    (47.155, 9.82),  // Bludenz
    (47.13, 10.18),  // Arlberg
    (46.92, 10.50),  // Finstermünz
    (46.70, 10.095), // Zernez
    (46.215, 10.17), // Tirano
];

pub(super) const PYRENEES: &[Line] = &[
    // Larrau and La Pierre Saint-Martin (November to May), from Roncesvalles to the tunnel of Somport.
    &[
        (43.010, -1.230),
        (42.983, -1.005),
        (42.975, -0.870),
        (42.945, -0.720),
        (42.870, -0.640),
        (42.815, -0.565),
    ],
    // From Portalet to the tunnel of Bielsa: no road.
    &[
        (42.812, -0.390),
        (42.839, -0.290),
        (42.774, -0.147),
        (42.695, -0.030),
        (42.690, 0.035),
        (42.720, 0.105),
        (42.715, 0.160),
    ],
    // The Tourmalet (November to May).
    &[(42.945, 0.142), (42.908, 0.145), (42.850, 0.150), (42.790, 0.140), (42.720, 0.105)],
    // From there to the Portillon: no road.
    &[(42.712, 0.225), (42.700, 0.330), (42.685, 0.440), (42.690, 0.550), (42.705, 0.640)],
    // The Maladeta, to the tunnel of Vielha; from there to the Bonaigua: no road.
    &[(42.705, 0.640), (42.665, 0.690), (42.640, 0.735)],
    &[(42.630, 0.795), (42.605, 0.860), (42.630, 0.950), (42.652, 0.972)],
    // From the Pont de Rei to Andorra: no road.
    &[
        (42.868, 0.730),
        (42.830, 0.800),
        (42.790, 0.960),
        (42.740, 1.130),
        (42.700, 1.300),
        (42.667, 1.398),
        (42.640, 1.460),
        (42.650, 1.550),
        (42.610, 1.650),
        (42.565, 1.715),
    ],
    // Port de Cabús (November to May).
    &[(42.640, 1.460), (42.600, 1.440), (42.550, 1.420), (42.500, 1.412), (42.445, 1.425)],
];

pub(super) const PYRENEAN_GATES: &[Point] = &[
    (43.16, -1.24),  // Saint-Jean-Pied-de-Port
    (43.02, -1.32),  // Roncesvalles
    (42.82, -1.64),  // Pamplona
    (43.19, -0.61),  // Oloron
    (42.80, -0.535), // tunnel of Somport
    (42.57, -0.55),  // Jaca
    (42.98, -0.42),  // Laruns
    (42.80, -0.42),  // Portalet
    (42.63, -0.32),  // Biescas
    (43.09, -0.05),  // Lourdes
    (43.06, 0.15),   // Bagnères
    (42.82, 0.32),   // Saint-Lary
    (42.71, 0.19),   // tunnel of Bielsa
    (42.42, 0.14),   // Aínsa
    (43.10, 0.39),   // Lannemezan
    (42.79, 0.59),   // Luchon
    (42.87, 0.715),  // Pont de Rei
    (42.70, 0.79),   // Vielha
    (42.63, 0.765),  // tunnel of Vielha
    (42.41, 0.74),   // Pont de Suert
    (42.665, 0.985), // Bonaigua
    (42.41, 1.13),   // Sort
    (42.98, 1.15),   // Saint-Girons
    (42.96, 1.61),   // Foix
    (42.72, 1.84),   // Ax
    (42.55, 1.735),  // Pas de la Casa
    (42.36, 1.46),   // La Seu d'Urgell
];

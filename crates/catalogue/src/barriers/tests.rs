//! Places that a sea or a border parts, and neighbours that a road joins.

use super::part;

const HAKODATE: (f64, f64) = (41.77, 140.82);
const AOMORI: (f64, f64) = (40.73, 140.69);

#[test]
fn seas_and_closed_borders_part() {
    for (what, a, b) in [
        ("Tsugaru Strait", HAKODATE, AOMORI),
        ("Cook Strait", (-41.33, 174.81), (-41.30, 173.22)),
        ("Strait of Georgia", (49.19, -123.18), (49.71, -124.89)),
        ("Lake Michigan", (44.5, -86.0), (42.95, -87.90)),
        ("Adriatic Sea", (43.54, 16.30), (42.2, 13.4)),
        ("Gulf of Finland", (60.32, 24.96), (59.41, 24.83)),
        ("Skagerrak", (57.09, 9.85), (59.0, 8.7)),
        ("Irish Sea", (54.66, -6.22), (56.6, -5.0)),
        ("Caucasus", (43.28, 42.46), (42.18, 42.48)),
        ("Andes", (-35.15, -70.08), (-33.39, -70.79)),
    ] {
        assert!(part(a, b) && part(b, a), "{what}");
    }
}

#[test]
fn roads_join() {
    for (what, a, b) in [
        ("Niseko", (42.86, 140.68), (42.78, 141.69)),
        ("the bridge to Malmö", (55.62, 12.66), (57.4, 13.6)),
        ("Cristo Redentor", (-32.836, -70.129), (-32.83, -68.79)),
        ("Lars", (42.47, 44.48), (43.21, 44.61)),
        ("Istria", (45.83, 13.47), (45.43, 14.57)),
        ("Mont Blanc tunnel", (45.92, 6.87), (45.20, 7.65)),
        ("Duluth and the south shore", (46.84, -92.19), (46.50, -90.10)),
        ("Krasnaya Polyana", (43.66, 40.26), (43.45, 39.96)),
        ("Haifa and Mount Hermon", (32.81, 35.04), (33.31, 35.78)),
        ("itself", HAKODATE, HAKODATE),
    ] {
        assert!(!part(a, b) && !part(b, a), "{what}");
    }
}

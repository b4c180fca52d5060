//! Tests places that a sea or a border separates, and neighbours joined by a road.

use super::{are_separated, by_land_km, length_km, path};

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
        assert!(are_separated(a, b) && are_separated(b, a), "{what}");
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
        assert!(!are_separated(a, b) && !are_separated(b, a), "{what}");
    }
}

#[test]
fn way_leads_around_range_by_open_passes() {
    for (what, a, b, gate) in [
        ("Galibier and Vanoise", (44.93, 6.56), (45.28, 6.58), (45.14, 6.69)),
        ("Little St Bernard", (45.63, 6.85), (45.71, 6.95), (45.855, 6.918)),
        ("Tignes to Val Thorens", (45.468, 6.906), (45.284, 6.576), (45.487, 6.532)),
        ("Moûtiers to Val Thorens", (45.487, 6.532), (45.284, 6.576), (45.38, 6.505)),
        ("Courchevel to Méribel", (45.415, 6.634), (45.397, 6.566), (45.455, 6.563)),
        ("La Plagne to Les Arcs", (45.509, 6.694), (45.567, 6.801), (45.556, 6.65)),
        ("Valmorel to Les Menuires", (45.451, 6.430), (45.324, 6.537), (45.487, 6.532)),
        ("Verwall", (46.974, 10.323), (47.131, 10.218), (47.14, 10.57)),
        ("Telluride and Purgatory", (37.918, -107.835), (37.626, -107.835), (37.899, -107.712)),
        ("Durango and Telluride", (37.15, -107.75), (37.918, -107.835), (37.345, -108.29)),
        ("the Tetons", (43.596, -110.845), (43.784, -110.947), (43.497, -110.955)),
        ("Theodul", (46.02, 7.75), (45.93, 7.63), (45.875, 7.17)),
        ("Gavia", (46.47, 10.37), (46.26, 10.51), (46.15, 10.15)),
        ("Timmelsjoch", (46.87, 11.03), (46.67, 11.16), (47.0, 11.50)),
        ("Grossglockner", (47.32, 12.80), (47.04, 12.84), (47.135, 12.50)),
        ("Tioga", (36.74, -119.79), (37.63, -119.03), (38.69, -119.99)),
        ("Silvretta", (46.86, 9.89), (47.02, 9.98), (47.24, 9.60)),
        ("Bielerhöhe", (46.96, 10.14), (47.02, 9.98), (47.13, 10.18)),
        ("Forcola di Livigno", (46.53, 10.13), (46.43, 9.99), (46.70, 10.095)),
        ("Tourmalet", (42.90, 0.05), (42.80, 0.31), (43.06, 0.15)),
        ("Gavarnie", (42.89, -0.11), (42.75, -0.28), (42.80, -0.535)),
        ("Port de Cabús", (42.57, 1.45), (42.43, 1.18), (42.36, 1.46)),
        ("Cayuse Pass", (46.94, -121.49), (46.637, -121.385), (47.20, -121.99)),
        ("Rollins Pass", (39.94, -105.58), (39.89, -105.77), (39.80, -105.775)),
        ("Guardsman Pass", (40.65, -111.51), (40.60, -111.58), (40.71, -111.80)),
        ("Alta and Brighton", (40.59, -111.64), (40.60, -111.58), (40.62, -111.785)),
        ("Independence Pass", (39.19, -106.82), (39.50, -106.15), (39.60, -107.30)),
    ] {
        let there = path(a, b).unwrap();
        assert_eq!((there.first(), there.last()), (Some(&a), Some(&b)), "{what}");
        assert!(there.contains(&gate), "{what}: {there:?}");
        let back = path(b, a).unwrap();
        assert!((length_km(&there) - length_km(&back)).abs() < 1e-9, "{what}");
    }
}

#[test]
fn open_passes_lead_straight_through() {
    for (what, a, b) in [
        ("Simplon", (46.32, 7.99), (46.11, 8.29)),
        ("the Belleville", (45.487, 6.532), (45.324, 6.537)),
        ("the Paznaun", (47.14, 10.57), (46.974, 10.323)),
        ("Teton Pass", (43.466, -110.757), (43.497, -110.955)),
        ("the upper Isère", (45.60, 6.885), (45.451, 6.942)),
        ("Brenner", (47.05, 11.48), (46.90, 11.49)),
        ("Montgenèvre", (44.90, 6.64), (45.03, 6.85)),
        ("Lautaret", (45.03, 6.29), (44.93, 6.56)),
        ("Carson Pass", (38.68, -120.07), (38.78, -119.78)),
        ("Monarch Pass", (38.54, -106.93), (38.53, -106.0)),
    ] {
        assert_eq!(path(a, b), Some(vec![a, b]), "{what}");
    }
    assert_eq!(by_land_km(HAKODATE, AOMORI), None);
}

#[test]
fn unseparated_resorts_have_a_way() {
    let resorts = crate::embedded().unwrap();
    let mut far: Vec<String> = Vec::new();
    for (at, one) in resorts.iter().enumerate() {
        for other in resorts.iter().skip(at + 1) {
            let (a, b) = ((one.lat, one.lon), (other.lat, other.lon));
            let straight = length_km(&[a, b]);
            if straight > 150.0 || are_separated(a, b) {
                continue;
            }
            // The longest way around leads from China Peak across the Sierra Nevada, which no open road crosses for 300
            // km; in the Alps it leads from the Bernese Oberland to the Valais without the train.
            let around = by_land_km(a, b).unwrap_or(f64::INFINITY);
            if around > straight + 290.0 {
                far.push(format!("{} to {}: {straight:.0} and {around:.0} km", one.slug, other.slug));
            }
        }
    }
    assert_eq!(far, [""; 0]);
}

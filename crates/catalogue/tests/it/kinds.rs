//! Tests that every value of the embedded rows is plausible: a name is not an address, an elevation exists in the
//! country, a site is the resort's own. These tests find values that are well formed and still wrong.
use std::collections::BTreeMap;

use catalogue::{Resort, embedded};

/// Country, southern and northern, western and eastern bound in degrees, highest lift in metres with some tolerance.
const BOUNDS: &[(&str, [f64; 4], i32)] = &[
    ("AD", [42.4, 42.7, 1.4, 1.8], 2_800),
    ("AM", [38.8, 41.4, 43.4, 46.7], 3_000),
    ("AR", [-55.2, -21.7, -73.7, -53.6], 3_500),
    ("AT", [46.3, 49.1, 9.5, 17.2], 3_450),
    ("AU", [-43.7, -28.0, 140.9, 153.7], 2_100),
    ("AZ", [38.3, 41.9, 44.7, 50.5], 2_700),
    ("BA", [42.5, 45.3, 15.7, 19.7], 2_100),
    ("BG", [41.2, 44.3, 22.3, 28.7], 2_700),
    ("CA", [41.6, 70.0, -141.1, -52.6], 2_800),
    ("CH", [45.8, 47.9, 5.9, 10.5], 3_900),
    ("CL", [-55.9, -17.5, -75.7, -66.9], 3_750),
    ("CN", [18.0, 53.6, 73.4, 135.1], 5_000),
    ("CY", [34.5, 35.8, 32.2, 34.7], 1_960),
    ("CZ", [48.5, 51.1, 12.0, 18.9], 1_610),
    ("DE", [47.2, 55.1, 5.8, 15.1], 2_970),
    ("ES", [36.0, 43.8, -9.3, 3.4], 3_400),
    ("FI", [59.7, 70.1, 20.5, 31.6], 800),
    ("FR", [41.3, 51.1, -5.2, 9.6], 3_850),
    ("GB", [49.9, 60.9, -8.2, 1.8], 1_250),
    ("GE", [41.0, 43.6, 40.0, 46.8], 3_400),
    ("GR", [34.8, 41.8, 19.3, 28.3], 2_520),
    ("HR", [42.3, 46.6, 13.4, 19.5], 1_500),
    ("HU", [45.7, 48.6, 16.1, 22.9], 1_010),
    ("IL", [29.4, 33.5, 34.2, 35.95], 2_250),
    ("IN", [6.7, 35.6, 68.1, 97.5], 4_200),
    ("IR", [25.0, 39.8, 44.0, 63.4], 4_000),
    ("IS", [63.2, 66.6, -24.6, -13.4], 1_100),
    ("IT", [36.6, 47.1, 6.6, 18.6], 3_850),
    ("JP", [24.0, 45.6, 122.9, 145.9], 2_700),
    ("KG", [39.1, 43.3, 69.2, 80.3], 3_900),
    ("KR", [33.1, 38.7, 124.6, 130.0], 1_550),
    ("KZ", [40.5, 55.5, 46.4, 87.4], 3_300),
    ("LB", [33.0, 34.7, 35.1, 36.7], 3_000),
    ("LI", [47.0, 47.3, 9.4, 9.7], 2_100),
    ("LS", [-30.7, -28.5, 27.0, 29.5], 3_300),
    ("MA", [27.6, 36.0, -13.2, -1.0], 3_300),
    ("ME", [41.8, 43.6, 18.4, 20.4], 2_200),
    ("MK", [40.8, 42.4, 20.4, 23.1], 2_600),
    ("MN", [41.5, 52.2, 87.7, 120.0], 2_500),
    ("NO", [57.9, 71.2, 4.5, 31.2], 1_900),
    ("NZ", [-47.4, -34.3, 166.3, 178.6], 2_350),
    ("PL", [49.0, 54.9, 14.1, 24.2], 2_000),
    ("RO", [43.6, 48.3, 20.2, 29.8], 2_300),
    ("RS", [42.2, 46.2, 18.8, 23.1], 2_050),
    ("RU", [41.1, 77.8, 27.3, 180.0], 3_900),
    ("SE", [55.3, 69.1, 10.9, 24.2], 1_450),
    ("SI", [45.4, 46.9, 13.3, 16.7], 2_300),
    ("SK", [47.7, 49.7, 16.8, 22.6], 2_650),
    ("TR", [35.8, 42.2, 25.6, 44.9], 3_400),
    ("UA", [44.3, 52.4, 22.1, 40.3], 1_900),
    ("US", [24.5, 71.5, -170.0, -66.9], 3_960),
    ("UZ", [37.1, 45.6, 55.9, 73.2], 3_200),
    ("XK", [41.8, 43.3, 20.0, 21.8], 2_550),
];

/// Parts of addresses that are not a ski resort's own page.
const NOT_A_RESORTS: &[&str] = &[
    "youtube",
    "youtu.be",
    "vimeo",
    "facebook",
    "instagram",
    "tripadvisor",
    "wikipedia",
    "wikidata",
    "openstreetmap",
    "skimap",
    "openskimap",
    "skiresort.info",
    "bergfex",
    "snow-forecast",
    "onthesnow",
    "booking.",
    "airbnb",
    "glissade",
    "tubing",
    "tube-park",
    "waterpark",
];

fn resorts() -> Vec<Resort> {
    embedded().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns every text of a row that people read as a name.
fn names(resort: &Resort) -> impl Iterator<Item = &str> {
    let own = [&resort.name].into_iter().chain(&resort.aliases).chain(&resort.places).chain(&resort.state);
    own.chain(resort.longest_run.as_ref().and_then(|run| run.name.as_ref())).map(String::as_str)
}

#[test]
fn a_name_is_a_name() {
    for resort in resorts() {
        for name in names(&resort) {
            let lower = name.to_lowercase();
            let address = ["://", "www.", ".com", ".org", ".net", "@", "\\", "<", ">"];
            let fault = address.iter().find(|mark| lower.contains(**mark));
            assert_eq!(fault, None, "{}: `{name}` is an address", resort.slug);
            assert!(name.chars().any(char::is_alphabetic), "{}: `{name}` has no letter", resort.slug);
            assert!(name.chars().count() <= 60, "{}: `{name}` is a sentence", resort.slug);
            assert_eq!(name, name.trim(), "{}", resort.slug);
        }
    }
}

#[test]
fn sites_are_safe_and_official() {
    for resort in resorts() {
        let Some(site) = &resort.website else { continue };
        let rest =
            site.strip_prefix("https://").unwrap_or_else(|| panic!("{}: {site} is not https", resort.slug));
        let host = rest.split('/').next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.' || c == '-';
        assert!(host.contains('.') && host.chars().all(plain), "{}: {site}", resort.slug);
        let fault = NOT_A_RESORTS.iter().find(|mark| site.contains(**mark));
        assert_eq!(fault, None, "{}: {site} is not a ski resort's own", resort.slug);
    }
}

#[test]
fn resort_is_within_country_bounds() {
    for resort in resorts() {
        let slug = &resort.slug;
        let (_, [south, north, west, east], highest) = BOUNDS
            .iter()
            .find(|(code, ..)| *code == resort.country)
            .unwrap_or_else(|| panic!("{slug}: add the bounds of {}", resort.country));
        assert!((*south..=*north).contains(&resort.lat), "{slug}: latitude {}", resort.lat);
        assert!((*west..=*east).contains(&resort.lon), "{slug}: longitude {}", resort.lon);
        assert!(resort.summit_m.is_none_or(|summit| summit <= *highest), "{slug}: {:?}", resort.summit_m);
        if let (Some(base), Some(summit)) = (resort.base_m, resort.summit_m) {
            assert!((50..=2_900).contains(&(summit - base)), "{slug}: {base} to {summit} m");
        }
        assert!(resort.base_m.is_none_or(|base| base >= 0), "{slug}: a base below the sea");
    }
}

#[test]
fn seasons_are_in_winter() {
    for resort in resorts() {
        let Some(usual) = resort.season.as_ref().and_then(catalogue::Season::usual) else { continue };
        let day = |month: u8, day: u8| (i32::from(month) - 1) * 30 + i32::from(day);
        let (opens, closes) =
            (day(usual.opens.month, usual.opens.day), day(usual.closes.month, usual.closes.day));
        let days = (closes - opens).rem_euclid(360);
        assert!((60..=260).contains(&days), "{}: {days} days", resort.slug);
        let heart = if resort.lat < 0.0 { day(8, 10) } else { day(2, 28) };
        assert!((heart - opens).rem_euclid(360) < days, "{}: shut in the heart of winter", resort.slug);
    }
}

#[test]
fn neighbours_have_different_figures() {
    let resorts = resorts();
    let mut hubs: BTreeMap<&str, Vec<&Resort>> = BTreeMap::new();
    for resort in &resorts {
        if let Some(hub) = &resort.hub {
            hubs.entry(hub).or_default().push(resort);
        }
    }
    for (hub, members) in hubs {
        for (at, one) in members.iter().enumerate() {
            for other in members.iter().skip(at + 1) {
                let pair = format!("{hub}: {} and {}", one.slug, other.slug);
                let twice = |a: Option<i32>, b: Option<i32>| a.is_some() && a == b;
                let same_height = twice(one.base_m, other.base_m) && twice(one.summit_m, other.summit_m);
                assert!(!same_height, "{pair} have one base and summit");
                // Larger figures belong to a linked area.
                let same_km = one.run_km.is_some_and(|km| km > 160.0) && one.run_km == other.run_km;
                assert!(!same_km, "{pair} have one linked area's kilometres");
                let abroad = one.country != other.country && twice(one.base_m, other.base_m);
                assert!(!abroad, "{pair} have one base in two countries");
            }
        }
    }
}

#[test]
fn names_are_unique_per_country() {
    let mut seen: BTreeMap<(String, String), String> = BTreeMap::new();
    for resort in resorts() {
        let key = (resort.country.clone(), catalogue::comparable(&resort.name));
        let earlier = seen.insert(key, resort.slug.clone());
        assert_eq!(earlier, None, "{}", resort.slug);
    }
}

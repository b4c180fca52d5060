use super::*;

#[test]
fn longest_known_name_wins() {
    for (key, split) in [
        ("temperature_2m_gfs_seamless", Some(("temperature_2m", "gfs_seamless"))),
        ("temperature_2m_era5_seamless", Some(("temperature_2m", "era5_seamless"))),
        ("snow_depth_ecmwf_ifs025", Some(("snow_depth", "ecmwf_ifs025"))),
        ("snow_depth_ecmwf_aifs025_single", Some(("snow_depth", "ecmwf_aifs025_single"))),
        ("wind_speed_10m", None),
        ("gfs_seamless", None),
        ("_gfs_seamless", None),
    ] {
        assert_eq!(split_known(key), split, "{key}");
    }
}

#[test]
fn names_are_distinct() {
    let mut sorted = NAMES.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), NAMES.len());
}

#[test]
fn recognizes_unknown_models() {
    let keys = [
        "precipitation_gfs_seamless",
        "precipitation_probability_gfs_seamless",
        "precipitation_moon_base9",
        "precipitation_probability_moon_base9",
    ];
    assert_eq!(
        split_all(&keys),
        [
            ("precipitation", Some("gfs_seamless")),
            ("precipitation_probability", Some("gfs_seamless")),
            ("precipitation", Some("moon_base9")),
            ("precipitation_probability", Some("moon_base9")),
        ]
    );
}

#[test]
fn ordinary_variables_are_not_split() {
    let plain =
        ["temperature_2m", "temperature_2m_max", "snowfall", "snowfall_height", "precipitation_probability"];
    assert!(split_all(&plain).iter().all(|(_, model)| model.is_none()));
    let mixed =
        ["precipitation_gfs_seamless", "precipitation_probability", "snowfall_gfs_seamless", "snowfall_x"];
    assert_eq!(split_all(&mixed)[1], ("precipitation_probability", None));
    assert_eq!(split_all(&mixed)[3], ("snowfall_x", None));
}

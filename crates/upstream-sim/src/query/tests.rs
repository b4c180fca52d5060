use super::*;

fn read(query: &str) -> Result<Request, String> {
    parse(query, Timestamp::parse("2026-01-10T12:00:00Z").unwrap())
}

#[test]
fn lists_may_be_encoded_or_repeated() {
    let plain =
        read("latitude=1,2&longitude=3,4&hourly=snow_depth,precipitation&models=gfs_seamless").unwrap();
    let other = read("latitude=1&latitude=2&longitude=3%2C4&hourly=snow_depth&hourly=precipitation&models=gfs%5Fseamless&apikey=x").unwrap();
    assert_eq!(plain, other);
    assert_eq!((plain.first_day, plain.days), (0, 7));
    assert_eq!(plain.units.wind, "km/h");
}

#[test]
fn refusals_are_the_upstreams() {
    for (query, reason) in [
        ("", "Parameter 'latitude' and 'longitude' must not be empty"),
        ("latitude=1", "Parameter 'latitude' and 'longitude' must have the same number of elements"),
        ("latitude=91&longitude=0", "Latitude must be in range of -90 to 90°. Given: 91.0."),
        ("latitude=0&longitude=-180.5", "Longitude must be in range of -180 to 180°. Given: -180.5."),
        ("latitude=nan&longitude=0", "Latitude must be in range of -90 to 90°. Given: NaN."),
        (
            "latitude=1&longitude=1&elevation=1,2",
            "Parameter 'elevation' must have the same number of elements as coordinates",
        ),
        (
            "latitude=1&longitude=1&forecast_days=17",
            "Forecast days is invalid. Allowed range 0 to 16. Given 17.",
        ),
        ("latitude=1&longitude=1&timezone=Moon/Base", "Invalid timezone"),
        (
            "latitude=1&longitude=1&start_date=2026-01-01",
            "Both 'start_date' and 'end_date' must be set in the url",
        ),
        (
            "latitude=1&longitude=1&start_date=2026-01-01&end_date=2027-01-01",
            "Parameter 'end_date' is out of allowed range from 2025-10-10 to 2026-01-25",
        ),
        (
            "latitude=1&longitude=1&models=moon",
            "Data corrupted at path ''. Cannot initialize MultiDomains from invalid String value moon.",
        ),
    ] {
        assert_eq!(read(query), Err(reason.to_owned()), "{query}");
    }
    let many = vec!["1"; 1_001].join(",");
    assert!(read(&format!("latitude={many}&longitude={many}")).unwrap_err().contains("must not exceed 1000"));
    assert!(read("latitude=1&longitude=1&hourly=snow").unwrap_err().ends_with("invalid String value snow."));
}

#[test]
fn zones_have_one_offset() {
    let zone = |name: &str| {
        read(&format!("latitude=1&longitude=-106&timezone={name}")).unwrap().locations[0].zone.clone()
    };
    assert_eq!(
        (zone("Australia%2FAdelaide").offset_s, zone("America/Denver").short.as_str()),
        (37_800, "MST")
    );
    assert_eq!(zone("auto").name, "Etc/GMT+7");
    assert_eq!(zone("auto").offset_s, -25_200);
    assert_eq!(zone("UTC").name, "GMT");
}

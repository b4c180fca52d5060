//! Tests of the archive's URLs, weights and base URLs.

use super::*;

fn zermatt() -> ArchivePlace {
    ArchivePlace {
        id: "zermatt".to_owned(),
        lat: 46.02,
        lon: 7.75,
        elevation_m: Some(1_620.4),
        zone: "Europe/Zurich".to_owned(),
    }
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn call_names_model_zone_and_days() {
    let config = ArchiveConfig::new(None, None).unwrap();
    let call = call(&config, &zermatt(), date("1995-07-01"), date("1996-06-30")).unwrap();
    assert_eq!(
        call.url.to_string(),
        "https://archive-api.open-meteo.com/v1/archive?latitude=46.02&longitude=7.75&elevation=1620\
         &start_date=1995-07-01&end_date=1996-06-30&daily=snow_depth_mean,temperature_2m_min,temperature_2m_max,\
         precipitation_sum&timezone=Europe%2FZurich&models=era5_land"
    );
}

#[test]
fn thirty_winters_have_documented_weight() {
    // 4 variables over 10,957 days: 4/10 x 10,957/14.
    assert!((weight_of(10_957) - 313.06).abs() < 0.01);
    assert!([1, 35].iter().all(|days| (weight_of(*days) - 1.0).abs() < f64::EPSILON));
}

#[test]
fn key_selects_the_host() {
    let with_key = ArchiveConfig::new(None, Some(Secret::new("hunter2"))).unwrap();
    let call = call(&with_key, &zermatt(), date("2020-01-01"), date("2020-01-02")).unwrap();
    assert!(call.url.reveal().starts_with(CUSTOMER_BASE));
    assert!(!format!("{call:?}").contains("hunter2"));
    for base in ["http://own:8080", "http://own:8080/v1/archive", "http://own:8080/v1/forecast/"] {
        assert_eq!(ArchiveConfig::new(Some(base), None).unwrap().base, "http://own:8080", "{base}");
    }
    assert!(ArchiveConfig::new(Some("own:8080"), None).is_err());
}

#[test]
fn rejects_invalid_places() {
    let config = ArchiveConfig::new(None, None).unwrap();
    let day = date("2020-01-02");
    assert!(call(&config, &zermatt(), day, date("2020-01-01")).is_none());
    for lat in [f64::NAN, 91.0] {
        assert!(call(&config, &ArchivePlace { lat, ..zermatt() }, day, day).is_none());
    }
}

use catalogue::airports::airports;
use chrono::NaiveDate;

use super::{Dates, searches};

const DEPART: NaiveDate = NaiveDate::from_ymd_opt(2026, 12, 10).unwrap();
const BACK: NaiveDate = NaiveDate::from_ymd_opt(2026, 12, 17).unwrap();

fn urls(from: &str, dates: Option<Dates>) -> Vec<String> {
    let table = airports();
    let links = searches(&table.origin(from).unwrap(), table.find("GVA").unwrap(), dates);
    links.into_iter().map(|link| link.url).collect()
}

#[test]
fn links_cover_round_trips() {
    assert_eq!(
        urls("LHR", Some(Dates { depart: DEPART, back: Some(BACK) })),
        [
            "https://www.google.com/travel/flights?q=Flights%20from%20LHR%20to%20GVA%20on%202026-12-10%20through%202026-12-17",
            "https://www.kayak.com/flights/LHR-GVA/2026-12-10/2026-12-17?sort=bestflight_a",
            "https://www.skyscanner.net/transport/flights/lhr/gva/261210/261217/",
        ]
    );
}

#[test]
fn links_cover_one_way_trips() {
    assert_eq!(
        urls("LHR", Some(Dates { depart: DEPART, back: None })),
        [
            "https://www.google.com/travel/flights?q=Flights%20from%20LHR%20to%20GVA%20on%202026-12-10%20one%20way",
            "https://www.kayak.com/flights/LHR-GVA/2026-12-10?sort=bestflight_a",
            "https://www.skyscanner.net/transport/flights/lhr/gva/261210/",
        ]
    );
}

#[test]
fn links_without_dates_from_a_city() {
    assert_eq!(
        urls("London", None),
        [
            "https://www.google.com/travel/flights?q=Flights%20from%20LON%20to%20GVA",
            "https://www.skyscanner.net/transport/flights/lhr/gva/",
        ]
    );
}

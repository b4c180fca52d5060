use ::ingest::winters::spans::{USUAL_WEIGHT, spans};
use catalogue::Resort;
use conditions_core::chrono::NaiveDate;

use super::*;

fn resort(slug: &str, lat: f64) -> Resort {
    let mut resort = catalogue::embedded().unwrap().swap_remove(0);
    slug.clone_into(&mut resort.slug);
    resort.lat = lat;
    resort
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn estimate_adds_up() {
    let resorts = [resort("a", 46.0), resort("b", 46.0)];
    let all = spans(&resorts, Vec::new(), date("2026-01-20"), 0..=30, USUAL_WEIGHT);
    let free = Limits { minute: Some(300.0), hour: Some(2_500.0), day: Some(100.0) };
    let estimate = Estimate::new(&all, free, free);
    assert_eq!((estimate.resorts, estimate.winters, estimate.calls), (2, 62, 6));
    assert_eq!(
        estimate.lines(),
        [
            "62 winters of 2 resorts in 6 calls",
            "they count 638 against the allowance; forecasts and current winters leave 100 of it per day",
            "that takes about 7 days; it may be stopped and restarted at any time",
        ]
    );
    assert_eq!(
        Estimate::new(&all, Limits::NONE, Limits::NONE).lines()[2],
        "that takes about 1 minute; it may be stopped and restarted at any time"
    );
    assert_eq!(Estimate::new(&[], free, free).lines(), ["nothing to fetch: everything is on record"]);
    let twice = Estimate::new(&all, Limits { day: Some(200.0), ..free }, free);
    assert_eq!(
        twice.lines()[1..],
        [
            "they count 638 against the allowance; forecasts and current winters leave 200 of it per day until ten winters \
             are on record, then 100",
            "that takes about 6 days; it may be stopped and restarted at any time",
        ]
    );
}

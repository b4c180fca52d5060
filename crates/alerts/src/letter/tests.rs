//! Tests of `letter`.

use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;

use super::*;

const FROM: From<'static> = From {
    service: "Test Snow",
    base_url: "https://snow.example.org",
    credit: "Data by Test Snow",
    is_synthetic: false,
};

fn fallen() -> Evidence {
    Evidence {
        cm: Tenths::new(23.5),
        day: None,
        source: "station".to_owned(),
        observed_at: Timestamp::parse("2026-01-10T05:00:00Z").unwrap(),
    }
}

fn row<'a>(name: &'a str, kind: Kind, evidence: &'a Evidence) -> Row<'a> {
    Row { kind, slug: "alpenau", name, zone: Tz::Europe__Zurich, evidence }
}

#[test]
fn a_letter_says_value_source_and_time_in_both_forms_and_how_to_end_it() {
    let evidence = fallen();
    let letter = of_alerts(FROM, &[row("Alpenau", Kind::Powder, &evidence)], "t0ken");
    assert_eq!(letter.subject, "Alpenau: 23.5 cm of new snow in 24 hours");
    for form in [&letter.text, &letter.html] {
        for part in [
            "23.5 cm",
            "station",
            "10 Jan 2026 06:00 CET",
            "https://snow.example.org/resorts/alpenau",
            "Data by Test Snow",
        ] {
            assert!(form.contains(part), "{part}: {form}");
        }
        assert!(form.contains(&letter.unsubscribe));
    }
    assert!(letter.unsubscribe.ends_with("/account/alerts/unsubscribe/t0ken"));
    assert_eq!(letter, of_alerts(FROM, &[row("Alpenau", Kind::Powder, &evidence)], "t0ken"));
}

#[test]
fn names_are_no_markup_and_no_header() {
    let evidence = fallen();
    let letter = of_alerts(FROM, &[row("A<b>\r\nBcc: x@y", Kind::Opening, &evidence)], "t");
    assert!(!letter.html.contains("<b>") && letter.html.contains("A&lt;b&gt;"));
    assert!(!letter.subject.contains(['\r', '\n']));
}

#[test]
fn several_are_one_letter_and_very_many_are_counted() {
    let evidence = Evidence { day: NaiveDate::from_ymd_opt(2026, 1, 12), ..fallen() };
    let rows = vec![row("Alpenau", Kind::Bluebird, &evidence); 100];
    let letter = of_alerts(FROM, &rows, "t");
    assert_eq!(letter.subject, "Alpenau: a clear day after snow is forecast for Mon 12 Jan and 99 more");
    assert_eq!(letter.text.matches("Source: ").count(), 40);
    assert!(letter.text.contains("60 more are listed"));
}

#[test]
fn invented_weather_is_said_first() {
    let letter = of_asking(From { is_synthetic: true, ..FROM }, "s3cret", "t");
    assert!(letter.text.starts_with("This service runs on invented weather"));
    assert!(letter.text.contains("https://snow.example.org/account/alerts/confirm/s3cret"));
}

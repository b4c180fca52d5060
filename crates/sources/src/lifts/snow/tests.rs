//! Tests of amounts, and of the zeros and dashes that mean unknown ones.

use super::*;

fn inches(depth: &str, totals: [&str; 3]) -> Place {
    let [day, two_days, week] = totals.map(|text| Amount::from_text(text, Unit::Inch));
    Place {
        name: "mid",
        band: Some(Band::Mid),
        depth: Amount::from_text(depth, Unit::Inch),
        day,
        two_days,
        week,
    }
}

fn read(place: Place) -> SnowReport {
    SnowReport::new(vec![place], None, ReportTime::OfTheMoment)
}

#[test]
fn amounts_are_converted_and_dashes_are_unknown() {
    for (text, amount) in [
        ("10", Amount::Cm(25.4)),
        (" 1,000 ", Amount::Cm(2_540.0)),
        ("7.0\"", Amount::Cm(17.78)),
        ("0.0", Amount::Cm(0.0)),
        ("--", Amount::Unknown),
        ("", Amount::Unknown),
        ("N/A", Amount::Unknown),
        ("-3", Amount::Unreadable),
        ("12-18", Amount::Unreadable),
        ("trace", Amount::Unreadable),
        ("NaN", Amount::Unreadable),
    ] {
        assert_eq!(Amount::from_text(text, Unit::Inch), amount, "{text}");
    }
    assert_eq!(Amount::from_text("10", Unit::Centimetre), Amount::Cm(10.0));
}

#[test]
fn zero_depth_is_unknown() {
    let report = read(inches("0", ["--", "--", "--"]));
    assert_eq!((report.depths.len(), report.is_empty()), (0, true));
    assert!(report.left_out[0].contains("0 means unknown"), "{:?}", report.left_out);
}

#[test]
fn zero_new_snow_needs_another_amount() {
    assert_eq!(read(inches("50", ["0", "0", "0"])).new_snow, [Some(0.0); 3]);
    assert_eq!(read(inches("--", ["0", "0", "10"])).new_snow, [Some(0.0), Some(0.0), Some(25.4)]);
    assert_eq!(read(inches("--", ["0", "0", "0"])).new_snow, [None; 3]);
    assert_eq!(read(inches("0", ["0", "--", "0"])).new_snow, [None; 3]);
}

#[test]
fn contradicting_totals_are_left_out() {
    let report = read(inches("50", ["8", "3", "20"]));
    assert_eq!((report.new_snow, report.depths.len()), ([None; 3], 1));
    assert!(report.left_out[0].contains("less snow"), "{:?}", report.left_out);
}

#[test]
fn new_snow_is_of_one_place() {
    let at = |band, day: &str| Place {
        band: Some(band),
        day: Amount::from_text(day, Unit::Centimetre),
        ..inches("9", ["--"; 3])
    };
    let places = vec![at(Band::Base, "1"), at(Band::Summit, "3"), at(Band::Mid, "--")];
    assert_eq!(SnowReport::new(places, None, ReportTime::OfTheMoment).new_snow, [Some(3.0), None, None]);
}

#[test]
fn depth_without_place_is_not_used() {
    let report = read(Place { band: None, ..inches("30", ["2", "--", "--"]) });
    assert_eq!((report.depths.len(), report.new_snow), (0, [Some(5.08), None, None]));
    assert!(report.left_out[0].contains("no place"), "{:?}", report.left_out);
}

#[test]
fn blank_surface_is_unknown() {
    for (text, surface) in [("--", None), (" ", None), ("Wet Snow", Some("Wet Snow"))] {
        let report = SnowReport::new(Vec::new(), Some(text.to_owned()), ReportTime::Unreadable);
        assert_eq!(report.surface.as_deref(), surface, "{text}");
    }
}

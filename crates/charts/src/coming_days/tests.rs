use super::*;
use crate::style::TEXT;

/// Centimetres, spread, and whether it is withheld.
type Told = (Option<f64>, Option<(f64, f64)>, bool);

fn chart(days: &[Told]) -> Forecast {
    let first = NaiveDate::from_ymd_opt(2026, 1, 30).unwrap();
    let day = |(date, (cm, spread, withheld)): (NaiveDate, &Told)| Day {
        date,
        cm: *cm,
        spread: *spread,
        powder: cm.map(|_| 0.25),
        withheld: *withheld,
    };
    Forecast {
        heading: Heading {
            title: "Forecast".to_owned(),
            subtitle: "invented".to_owned(),
            description: "none".to_owned(),
            synthetic: true,
            credit: "nobody".to_owned(),
        },
        days: first.iter_days().zip(days).map(day).collect(),
    }
}

fn bars(svg: &str) -> usize {
    // The paper, and one in the legend.
    svg.matches("<rect").count() - 2
}

#[test]
fn unreported_day_has_no_bar() {
    let svg =
        chart(&[(Some(0.0), Some((0.0, 0.0)), false), (None, None, false), (Some(12.3), None, false)]).svg();
    assert_eq!(bars(&svg), 2);
    assert!(svg.contains("\n0\n") && svg.contains("\n12\n") && svg.contains("not reported"));
    assert_eq!(svg.matches("\n–\n").count(), 2, "the day and the legend");
    let all = chart(&[(Some(1.0), None, false)]).svg();
    assert!(!all.contains("not reported") && !all.contains("Pro tier"));
}

#[test]
fn days_have_weekday_and_date() {
    let svg = chart(&[(Some(1.0), None, false); 4]).svg();
    for words in ["Fri", "30", "Sat", "31", "Sun", "Mon", "Jan", "Feb"] {
        assert_eq!(svg.matches(&format!("\n{words}\n")).count(), 1, "{words}");
    }
}

#[test]
fn withheld_days_reveal_no_numbers() {
    let svg = chart(&[(Some(3.0), None, false), (Some(77.7), Some((60.0, 90.0)), true)]).svg();
    assert!(svg.contains("\nPro\n") && svg.contains("needs the Pro tier") && !svg.contains("\n78\n"));
    // The axis does not reveal it either.
    assert!(!svg.contains("\n80\n") && !svg.contains("\n60\n"));
}

#[test]
fn outlier_gets_arrow_and_value() {
    let wild = chart(&[(Some(8.0), Some((2.0, 191.0)), false), (Some(4.0), Some((1.0, 9.0)), false)]);
    assert_eq!(wild.top(), 20.0);
    assert!(wild.svg().contains("\n191\n"));
    assert_eq!(chart(&[(Some(0.0), Some((0.0, 4.0)), false)]).top(), 4.0);
}

#[test]
fn odd_numbers_are_drawn() {
    assert!(chart(&[]).svg().contains("new snow"));
    let svg = chart(&[(Some(f64::NAN), Some((f64::INFINITY, f64::NAN)), false); 14]).svg();
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let svg = chart(&[(Some(1.0), Some((f64::NAN, 3.0)), false)]).svg();
    assert!(!svg.contains("NaN"), "{svg}");
}

#[test]
fn probability_appears_below_each_day() {
    let svg = chart(&[(Some(3.0), None, false), (None, None, false), (Some(3.0), None, true)]).svg();
    assert_eq!(svg.matches("≥15").count(), 2, "before the row, and in the legend");
    assert_eq!(svg.matches("\n25%\n").count(), 1, "{svg}");
}

#[test]
fn axis_labels_fit() {
    let svg = chart(&[(Some(3.0), Some((1.0, 191.0)), false)]).svg();
    let mut lines = svg.lines();
    while let Some(tag) = lines.find(|line| line.contains("text-anchor=\"end\"")) {
        let right: f64 = tag.split('"').nth(1).and_then(|x| x.parse().ok()).expect("x stands first");
        let words = lines.next().expect("words");
        // A digit of the usual fonts is about 0.6 of its size wide.
        assert!(right >= 0.6 * f64::from(TEXT) * words.chars().count() as f64, "`{words}` ends at {right}");
    }
}

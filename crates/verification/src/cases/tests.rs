use conditions_core::policy::Policy;

use super::*;
use crate::archive::Issue;

fn date(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, day).unwrap()
}

fn place(slug: &str, mid_m: Option<f64>) -> Place {
    Place { slug: slug.to_owned(), regions: Vec::new(), mid_m }
}

fn issued(day: u32, hour: u8, blend: &[Option<i32>]) -> ArchivedIssue {
    let members = BTreeMap::from([("a".to_owned(), blend.to_vec()), ("b".to_owned(), vec![None, Some(7)])]);
    ArchivedIssue {
        slug: "x".to_owned(),
        day: date(day),
        issue: Issue::new(hour, false, blend.to_vec(), members),
    }
}

fn measured(day: u32, station: &str, elevation_m: f64, cm: f64) -> MeasuredSnowfall {
    let (slug, network) = ("x".to_owned(), "n".to_owned());
    MeasuredSnowfall {
        slug,
        day: date(day),
        network,
        station: station.to_owned(),
        elevation_m: Some(elevation_m),
        cm,
    }
}

fn cases(issues: &[ArchivedIssue], measured: &[MeasuredSnowfall]) -> Cases {
    Cases::new(&Grading::STANDARD, &Policy::CONTRACT, &[place("x", Some(1500.0))], issues, measured)
}

#[test]
fn unmeasured_days_are_not_scored() {
    let found = cases(
        &[issued(1, 2, &[Some(50), Some(0), None])],
        &[measured(1, "s", 1500.0, 0.0), measured(3, "s", 1500.0, 9.0)],
    );
    let told: Vec<_> = found.list.iter().map(|case| (case.lead, case.measured, case.blend)).collect();
    assert_eq!(told, [(1, 0.0, Some(5.0)), (3, 9.0, None)]);
    assert_eq!(found.models, ["a", "b"]);
    assert_eq!(found.list[0].members[..2], [Some(5.0), None]);
}

#[test]
fn late_issue_skips_its_day() {
    let days = [measured(1, "s", 1500.0, 1.0), measured(2, "s", 1500.0, 1.0)];
    let leads = |hour| -> Vec<u8> {
        cases(&[issued(1, hour, &[Some(1), Some(1)])], &days).list.iter().map(|case| case.lead).collect()
    };
    assert_eq!((leads(5), leads(6)), (vec![1, 2], vec![2]));
}

#[test]
fn nearest_station_in_height_counts() {
    let mut days = vec![
        measured(1, "far", 2001.0, 1.0),
        measured(1, "b", 1400.0, 2.0),
        measured(1, "a", 1600.0, 3.0),
        measured(1, "low", 1200.0, 4.0),
    ];
    for _ in 0..4 {
        let found = cases(&[issued(1, 0, &[Some(0)])], &days);
        assert_eq!(found.list[0].measured, 3.0);
        days.rotate_left(1);
    }
    assert!(cases(&[issued(1, 0, &[Some(0)])], &days[..0]).list.is_empty());
    let only_far = [measured(1, "far", 2001.0, 1.0)];
    assert!(cases(&[issued(1, 0, &[Some(0)])], &only_far).list.is_empty(), "501 m above is another place");
    let nan = [measured(1, "s", 1500.0, f64::NAN), measured(1, "t", 1500.0, -1.0)];
    assert!(cases(&[issued(1, 0, &[Some(0)])], &nan).list.is_empty());
    let heights = Cases::new(
        &Grading::STANDARD,
        &Policy::CONTRACT,
        &[place("x", None)],
        &[issued(1, 0, &[Some(0)])],
        &days,
    );
    assert!(heights.list.is_empty(), "the elevation of the forecast is unknown");
}

#[test]
fn references_use_earlier_days_only() {
    let mut days: Vec<MeasuredSnowfall> =
        (1..=11).map(|day| measured(day, "s", 1500.0, f64::from(day % 3))).collect();
    days.push(measured(12, "s", 1500.0, 99.0));
    let found = cases(&[issued(12, 0, &[Some(0)])], &days);
    assert_eq!((found.list[0].persistence, found.list[0].climatology), (Some(2.0), Some(1.0)));
    let found = cases(&[issued(10, 0, &[Some(0)])], &days);
    assert_eq!(found.list[0].climatology, None, "nine days are too few");
    let found = cases(&[issued(1, 0, &[Some(0)])], &days);
    assert_eq!(found.list[0].persistence, None);
}

#[test]
fn a_summer_is_not_scored() {
    let dry: Vec<MeasuredSnowfall> = (1..=20).map(|day| measured(day, "s", 1500.0, 0.0)).collect();
    let issue = [issued(1, 0, &[Some(0), Some(0)])];
    assert!(cases(&issue, &dry).list.is_empty(), "no snow for weeks on either side");
    let with_snow: Vec<MeasuredSnowfall> = dry.into_iter().chain([measured(28, "s", 1500.0, 4.0)]).collect();
    assert_eq!(cases(&issue, &with_snow).list.len(), 14, "a dry day of winter is scored");
}

#[test]
fn contradictory_station_is_ignored() {
    let told = |second: f64| {
        let own = [measured(1, "s", 1500.0, 12.0), measured(1, "s", 1500.0, second)];
        let days = [own.as_slice(), &[measured(1, "t", 1700.0, 4.0)]].concat();
        cases(&[issued(1, 0, &[Some(0)])], &days).list.iter().map(|case| case.measured).collect::<Vec<_>>()
    };
    assert_eq!((told(12.0), told(0.0)), (vec![12.0], vec![4.0]));
}

#[test]
fn total_needs_all_days_measured() {
    let days: Vec<MeasuredSnowfall> =
        (1..=8).filter(|day| *day != 5).map(|day| measured(day, "s", 1500.0, 2.0)).collect();
    let found = cases(&[issued(1, 0, &[Some(10); 14])], &days);
    let totals: Vec<(Span, f32, f32)> = found
        .amounts
        .iter()
        .filter(|amount| amount.span.lead().is_none())
        .map(|amount| (amount.span, amount.blend, amount.measured))
        .collect();
    assert_eq!(totals, [(Span::Total(0), 3.0, 6.0)]);
}

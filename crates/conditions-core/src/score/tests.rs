use super::*;
use crate::scenario::Scenario;

const DAY: &str = "now 2026-01-10T12:00Z\n\
    resort zone Europe/Vienna base 1300 mid 2000 summit 2800 lifts 40 season 12-01..04-15\n";

fn of(lines: &str) -> Score {
    let scenario = Scenario::parse(&format!("{DAY}{lines}")).unwrap();
    score(&ScorePolicy::CONTRACT, &scenario.resolve())
}

fn component(score: &Score, part: Part) -> Component {
    score.components[part as usize]
}

fn points(score: &Score, part: Part) -> Option<f64> {
    component(score, part).present.map(|found| found.points.get())
}

#[test]
fn components_sum_to_100_points() {
    let nothing = of("");
    let parts = nothing.components.map(|component| component.part);
    assert_eq!(parts, Part::ALL);
    let sum: f64 = nothing.components.iter().map(|component| component.maximum.get()).sum();
    assert_eq!(sum, 100.0);
}

#[test]
fn curves_rise_and_never_fall() {
    let policy = ScorePolicy::CONTRACT;
    for curve in [policy.recent_snow, policy.depth_vs_avg, policy.forecast, policy.history] {
        assert!(curve.windows(2).all(|pair| pair[0].at < pair[1].at && pair[0].share <= pair[1].share));
        assert_eq!((curve[0].share, curve[3].share), (0.0, 1.0));
        assert_eq!((share(&curve, -5.0), share(&curve, 1.0e9)), (0.0, 1.0));
        for knot in curve {
            assert!((share(&curve, knot.at) - knot.share).abs() < 1.0e-12);
        }
    }
    // Between 5 cm (0.35) and 15 cm (0.75) on a straight line.
    assert!((share(&policy.recent_snow, 10.0) - 0.55).abs() < 1.0e-12);
}

#[test]
fn missing_data_gives_null_score() {
    let nothing = of("");
    assert_eq!((nothing.value, nothing.withheld), (None, Some(WithheldReason::ThinEvidence)));
    assert_eq!((nothing.present, nothing.confidence), (Hundredths::ZERO, Confidence::NONE));
    assert!(nothing.components.iter().all(|component| component.present.is_none()));
}

#[test]
fn single_component_is_too_thin() {
    let snow = of("operator snowfall 30cm 2h-ago");
    assert_eq!(points(&snow, Part::RecentSnow), Some(25.0));
    assert_eq!((snow.value, snow.withheld), (None, Some(WithheldReason::ThinEvidence)));
    assert_eq!(snow.present.get(), 0.25);
}

#[test]
fn a_score_is_computed_as_published() {
    let day = of("operator snowfall 15cm 2h-ago\noperator lifts 20/40 1h-ago\n\
        operator base 80cm 2h-ago\nclimate base 80cm 30 winters");
    let earned = [(18.8, 0.95), (15.0, 0.95), (5.0, 0.95), (6.4, 0.6)];
    let held = [(25.0, 0.95), (20.0, 0.95), (10.0, 0.95), (10.0, 0.6)];
    assert_eq!(points(&day, Part::RecentSnow), Some(18.8), "15 cm are three quarters of 25");
    assert_eq!(points(&day, Part::DepthVsAvg), Some(15.0), "100 % are three quarters of 20");
    assert_eq!(points(&day, Part::Operations), Some(5.0), "half of the lifts");
    assert_eq!(points(&day, Part::History), Some(6.4), "80 cm usually lie here");
    assert_eq!(points(&day, Part::Forecast), None);
    let sum = |pairs: [(f64, f64); 4]| pairs.iter().map(|(points, trust)| points * trust).sum::<f64>();
    let confidence = (sum(held) / 65.0 * 100.0).round() / 100.0;
    let expected = 100.0 * sum(earned) / sum(held) * (1.0 - 0.3 * (1.0 - confidence));
    assert_eq!((day.present.get(), day.confidence.get()), (0.65, confidence));
    assert_eq!(day.value, Tenths::new(expected));
}

#[test]
fn off_season_score_is_null() {
    let of = |season: &str| {
        let text = format!(
            "now 2026-01-10T12:00Z\nresort zone UTC base 1300 lifts 40 season {season}\n\
             operator snowfall 15cm 2h-ago\noperator base 80cm 2h-ago\nclimate base 80cm 30 winters"
        );
        let score = score(&ScorePolicy::CONTRACT, &Scenario::parse(&text).unwrap().resolve());
        (score.value.is_some(), score.withheld)
    };
    assert_eq!(of("12-01..04-15"), (true, None));
    assert_eq!(of("06-10..10-05"), (false, Some(WithheldReason::OutOfSeason)));
    assert_eq!(of("02-01..04-15"), (false, Some(WithheldReason::OutOfSeason)), "before the season");
}

#[test]
fn operations_need_a_known_status() {
    let of = |lines: &str| {
        component(&of(lines), Part::Operations).present.map(|found| (found.points.get(), found.basis))
    };
    assert_eq!(of("operator lifts 10/40 1h-ago"), Some((2.5, Basis::Lifts { open: 10, total: 40 })));
    assert_eq!(of("operator status OPEN 1h-ago"), Some((6.0, Basis::Status(OperatingStatus::Open))));
    assert_eq!(of("operator lifts 0/40 1h-ago"), Some((0.0, Basis::Status(OperatingStatus::ClosedToday))));
    assert_eq!(of("operator status CLOSED_TODAY 3h-ago\noperator lifts 10/40 1h-ago"), None, "contradiction");
    assert_eq!(of(""), None, "being in season is not evidence of being open");
}

#[test]
fn bare_ground_earns_zero_points() {
    let of = |lines: &str| {
        component(&of(lines), Part::Surface).present.map(|found| (found.points.get(), found.basis))
    };
    assert_eq!(of("operator base 0cm 2h-ago"), Some((0.0, Basis::Bare(Tenths::ZERO))));
    assert_eq!(of("operator base 4.9cm 2h-ago"), Some((0.0, Basis::Bare(Tenths::from_units(49)))));
    assert_eq!(of("operator base 5cm 2h-ago"), None, "snow of unknown quality is missing");
    assert_eq!(of(""), None, "an unknown depth is not bare ground");
}

#[test]
fn more_certain_day_ranks_higher() {
    let day = |lane: &str| {
        of(&format!(
            "{lane} snowfall 15cm 2h-ago\noperator lifts 30/40 1h-ago\noperator base 80cm 2h-ago\nclimate base 80cm 30 winters"
        ))
    };
    let (measured, read) = (day("operator"), day("scraped vision"));
    assert!(measured.confidence > read.confidence);
    assert!(measured.value > read.value, "{:?} and {:?}", measured.value, read.value);
}

use super::*;
use crate::archive::Issue;

fn date(day: i64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + TimeDelta::days(day)
}

fn report(days: i64) -> Report {
    let place = |slug: &str, region: &str| Place {
        slug: slug.to_owned(),
        regions: vec![region.to_owned()],
        mid_m: Some(2000.0),
    };
    let places = [place("a", "alps"), place("b", "japan"), place("c", "japan")];
    let (mut issues, mut measured) = (Vec::new(), Vec::new());
    for slug in ["a", "b"] {
        for day in -1..days {
            let members = BTreeMap::from([("m".to_owned(), vec![Some(20); 14])]);
            let issue = Issue::new(0, false, vec![Some(10); 14], members);
            if day >= 0 {
                issues.push(ArchivedIssue { slug: slug.to_owned(), day: date(day), issue });
            }
            // "a" is dry on every scored day, with snow before and after them, so that they count as winter.
            let dry = if (0..days - 1).contains(&day) { 0.0 } else { 5.0 };
            measured.push(MeasuredSnowfall {
                slug: slug.to_owned(),
                day: date(day),
                network: "n".to_owned(),
                station: "s".to_owned(),
                elevation_m: Some(2000.0),
                cm: if slug == "a" { dry } else { 3.0 },
            });
        }
    }
    grade(&Grading::STANDARD, &Policy::CONTRACT, &places, &issues, &measured, date(days - 1))
}

fn row<'r>(
    report: &'r Report,
    region: Option<&str>,
    forecaster: &str,
    leads: (u8, u8),
    window: i64,
) -> Option<&'r Row> {
    report.rows.iter().find(|row| {
        row.region.as_deref() == region
            && row.resort.is_none()
            && row.forecaster == forecaster
            && (row.lead_from, row.lead_to) == leads
            && row.window_days == window
    })
}

#[test]
fn rows_cover_every_dimension() {
    let report = report(41);
    // The day that is not over is not scored: forty days of two resorts at lead 1.
    assert_eq!((report.resorts, report.days), (2, Some((date(0), date(39)))));
    let of = |region, forecaster, leads, window| row(&report, region, forecaster, leads, window).unwrap();
    let blend = of(None, BLEND, (1, 1), 90);
    assert_eq!((blend.pairs, blend.days, blend.snow_pairs), (80, 40, 40));
    assert_eq!((blend.measures.mae_cm, blend.measures.bias_cm), (Some(1.5), Some(-0.5)));
    assert_eq!((blend.measures.hit_rate, blend.measures.false_alarm_ratio), (Some(1.0), Some(0.5)));
    // All resorts of a day are resampled together, and all days are alike.
    assert_eq!(blend.intervals.mae_cm, Some([1.5, 1.5]));
    assert_eq!(of(None, BLEND, (1, 1), 30).days, 30);
    assert_eq!(of(Some("alps"), "m", (1, 3), 90).measures.mae_cm, Some(2.0));
    assert_eq!(of(Some("japan"), PERSISTENCE, (2, 2), 90).measures.mae_cm, Some(0.0));
    assert!(row(&report, None, BLEND, (1, 1), 365).is_none(), "ninety days hold everything already");
    let own = report.rows.iter().find(|row| row.resort.as_deref() == Some("b")).unwrap();
    assert_eq!((own.forecaster.as_str(), own.measures.mae_cm), (BLEND, Some(2.0)));
    assert!(report.rows.iter().all(|row| row.resort.as_deref() != Some("c")));
}

#[test]
fn report_round_trips() {
    let report = report(12);
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    let empty = grade(&Grading::STANDARD, &Policy::CONTRACT, &[], &[], &[], date(0));
    assert_eq!((empty.days, empty.rows.len(), empty.weights.len()), (None, 0, 3));
}

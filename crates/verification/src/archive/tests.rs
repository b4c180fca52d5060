use chrono_tz::Tz;
use conditions_core::evidence::{ModelDay, ModelRun, PerBand};
use conditions_core::time::Timestamp;

use super::*;

fn profile(zone: Tz) -> Profile {
    let mut profile = Profile::new("x", zone);
    profile.elevation_m = PerBand { base: Some(1000.0), mid: Some(1500.0), summit: Some(2000.0) };
    profile
}

/// Returns a model that reports `whole` days of `cm` from the first on.
fn run(model: &str, first: NaiveDate, whole: usize, cm: f64) -> ModelRun {
    let day = |date: NaiveDate| ModelDay {
        date,
        snow_cm: PerBand { base: Some(0.0), mid: Some(cm), summit: Some(cm) },
        rain_mm: PerBand::all(None),
        temp_min_c: PerBand::all(None),
        temp_max_c: PerBand::all(None),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        wind: None,
        cloud_pct: None,
        gap_filled: false,
    };
    let days = first.iter_days().take(whole).map(day).collect();
    ModelRun {
        model: model.to_owned(),
        available_at: None,
        days,
        depth_cm: None,
        past24h_cm: None,
        past48h_cm: None,
    }
}

fn snapshot(at: &str, models: Vec<ModelRun>) -> ForecastSnapshot {
    ForecastSnapshot { captured_at: Timestamp::parse(at).unwrap(), models, weather: None, hours: None }
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn issue_uses_local_day() {
    let first = date("2026-01-09");
    let models = vec![run("a", first, 8, 4.04), run("b", first, 7, 6.0), run("c", first, 14, 5.0)];
    let snapshot = snapshot("2026-01-10T05:30:00Z", models);
    let zone = chrono_tz::America::Denver;
    let kept = Issue::from_snapshot(&Grading::STANDARD, &Policy::CONTRACT, &profile(zone), &snapshot, 7);
    let (day, issue) = kept.unwrap();
    assert_eq!((day, issue.hour, issue.learnt), (first, 22, false));
    assert_eq!(
        issue.members["a"][..9],
        [40, 40, 40, 40, 40, 40, 40, 40].map(Some).into_iter().chain([None]).collect::<Vec<_>>()
    );
    // The mean of three. After the first week the second is that of the one model that has it.
    assert_eq!((issue.blend[0], issue.blend[7], issue.blend[13]), (Some(50), Some(50), Some(50)));
    assert_eq!(Issue::decode(&issue.encode()), Some(issue));
}

#[test]
fn incomplete_snapshot_is_skipped() {
    let first = date("2026-01-10");
    let kept = |whole: [usize; 3], asked| {
        let models =
            ["a", "b", "c"].iter().zip(whole).map(|(name, days)| run(name, first, days, 1.0)).collect();
        let snapshot = snapshot("2026-01-10T05:30:00Z", models);
        Issue::from_snapshot(
            &Grading::STANDARD,
            &Policy::CONTRACT,
            &profile(chrono_tz::UTC),
            &snapshot,
            asked,
        )
        .is_some()
    };
    assert!(kept([7, 7, 7], 7));
    assert!(!kept([7, 7, 6], 7));
    assert!(kept([7, 7, 6], 2), "a deployment that queries two models has only two");
    assert!(!kept([6, 6, 6], 2) && !kept([0, 0, 0], 0));
}

#[test]
fn rejects_malformed_issues() {
    for text in [
        "",
        "{}",
        r#"{"v":2,"hour":1,"learnt":false,"blend":[],"members":{}}"#,
        r#"{"v":1,"hour":1,"learnt":false,"blend":[-1],"members":{}}"#,
        r#"{"v":1,"hour":1,"learnt":false,"blend":[1.5],"members":{}}"#,
        r#"{"v":1,"hour":1,"learnt":false,"blend":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"members":{}}"#,
    ] {
        assert_eq!(Issue::decode(text), None, "{text}");
    }
    assert!(
        Issue::decode(r#"{"v":1,"hour":1,"learnt":false,"blend":[null,0],"members":{"a":[]}}"#).is_some()
    );
}

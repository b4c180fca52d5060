//! The freshness labels of the table in contract-decisions 2, on both sides of each boundary.

use conditions_core::field::Field;
use conditions_core::record::{OpenTotal, Resolution};
use conditions_core::source::Kind;
use conditions_core::time::{MINUTE_MS, Timestamp};
use conditions_core::units::{Confidence, Tenths};
use serde_json::{Value, json};

use crate::support::{NOW, envelope, unknown};

/// Lines `field kind age => tier | label | ageHours`; an age is `5h`, `48h+1ms`, `-9m` or `never`.
const TABLE: &str = "
depth operator 0h            => live | live | 0
depth operator 6h            => live | live | 6
depth operator 6h+1ms        => recent | as of 6h ago | 6
depth operator 7h            => recent | as of 7h ago | 7
depth operator 48h           => recent | as of 48h ago | 48
depth operator 48h+1ms       => stale | stale (2d ago) | 48
depth operator 335h          => stale | stale (13d ago) | 335
depth operator 336h          => stale | stale (14d ago) | 336
depth operator never         => estimated | estimated | null
depth operator -10m          => live | live | 0
depth operator -11m          => estimated | estimated | null
depth station 0h             => recent | as of 1h ago | 0
depth station 59m            => recent | as of 1h ago | 1
depth station 119m           => recent | as of 1h ago | 2
depth station 6h+1ms         => recent | as of 6h ago | 6
depth station 48h            => recent | as of 48h ago | 48
depth station 48h+1ms        => stale | stale (2d ago) | 48
depth station 72h            => stale | stale (3d ago) | 72
surface station 6h           => recent | as of 6h ago | 6
surface station 6h+1ms       => stale | stale (1d ago) | 6
depth station never          => estimated | estimated | null
depth scraped 0h             => recent | as of 1h ago | 0
depth scraped 24h            => recent | as of 24h ago | 24
depth scraped 24h+1ms        => stale | stale (1d ago) | 24
depth model 0h               => estimated | modelled 1h ago | 0
depth model 45m              => estimated | modelled 1h ago | 0.8
depth model 6h               => estimated | modelled 6h ago | 6
depth model 6h+1ms           => stale | stale (modelled 6h ago) | 6
depth model 48h              => stale | stale (modelled 48h ago) | 48
depth model never            => estimated | estimated | null
depth derived 30h            => estimated | estimated | 30
depth none never             => unknown | not reported | null
lifts operator 3h            => live | live | 3
lifts operator 3h+1ms        => recent | as of 3h ago | 3
lifts operator 18h           => recent | as of 18h ago | 18
lifts operator 18h+1ms       => stale | stale (1d ago) | 18
lifts scraped 24h            => recent | as of 24h ago | 24
lifts scraped 24h+1ms        => stale | stale (1d ago) | 24
lifts profile never          => estimated | estimated | null
lifts profile 9000h          => estimated | estimated | 9000
lifts none never             => unknown | not reported | null
runs operator 3h             => live | live | 3
runs operator 3h+1ms         => recent | as of 3h ago | 3
runs operator 18h            => recent | as of 18h ago | 18
runs operator 18h+1ms        => stale | stale (1d ago) | 18
surface operator 6h          => live | live | 6
surface operator 6h+1ms      => recent | as of 6h ago | 6
surface operator 24h         => recent | as of 24h ago | 24
surface operator 24h+1ms     => stale | stale (1d ago) | 24
surface model 2h             => estimated | modelled 2h ago | 2
forecast model 0h            => live | live | 0
forecast model 6h            => live | live | 6
forecast model 6h+1ms        => recent | as of 6h ago | 6
forecast model 12h           => recent | as of 12h ago | 12
forecast model 12h+1ms       => stale | stale (modelled 12h ago) | 12
forecast model 47h           => stale | stale (modelled 47h ago) | 47
forecast model never         => estimated | estimated | null
forecast none never          => unknown | not reported | null
";

fn age_ms(text: &str) -> Option<i64> {
    if text == "never" {
        return None;
    }
    let (text, extra) = text.strip_suffix("+1ms").map_or((text, 0), |text| (text, 1));
    let minutes = match text.strip_suffix('h') {
        Some(hours) => hours.parse::<i64>().unwrap() * 60,
        None => text.strip_suffix('m').unwrap().parse().unwrap(),
    };
    Some(minutes * MINUTE_MS + extra)
}

fn kind(word: &str) -> Kind {
    Kind::ALL.into_iter().find(|kind| kind.name() == word).unwrap()
}

fn set(resolution: &mut Resolution, field: &str, source: Kind, observed_at: Option<Timestamp>) {
    fn field_of<T>(value: T, source: Kind, observed_at: Option<Timestamp>) -> Field<T> {
        if source == Kind::None {
            return Field::not_reported();
        }
        Field::known(value, source, observed_at, Confidence::from_hundredths(50))
    }
    let record = &mut resolution.record;
    let cm = || field_of(Tenths::from_units(1200), source, observed_at);
    let count = || field_of(OpenTotal { open: Some(3), total: Some(9) }, source, observed_at);
    match field {
        "depth" => {
            record.base_depth_cm = cm();
            record.depth.base = (source != Kind::None).then(cm);
            record.depth.mid = Some(cm());
            record.depth.summit = Some(cm());
        }
        "lifts" => record.lifts = count(),
        "runs" => record.runs = count(),
        "surface" => record.surface = field_of("powder".to_owned(), source, observed_at),
        "forecast" => record.forecast.next7d_cm = cm(),
        other => panic!("{other}"),
    }
}

/// Returns the members of `meta.freshness` that show the field.
fn shown_at(field: &str) -> &'static [&'static str] {
    match field {
        "depth" => &["baseDepthCm", "depthBase", "depthMid", "depthSummit"],
        "lifts" => &["lifts"],
        "runs" => &["runs"],
        "surface" => &["surface"],
        _ => &["forecast"],
    }
}

#[test]
fn every_row_of_the_table() {
    for row in TABLE.lines().filter(|row| !row.is_empty()) {
        let (given, expected) = row.split_once("=>").unwrap();
        let [field, source, age] = given.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{row}") };
        let [tier, label, hours] = expected.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let hours: Value = hours.parse::<f64>().map_or(Value::Null, Value::from);
        let mut resolution = unknown();
        set(&mut resolution, field, kind(source), age_ms(age).map(|age| NOW.plus_millis(-age)));
        let envelope = envelope(&resolution, NOW);
        for name in shown_at(field) {
            let shown = &envelope["meta"]["freshness"][name];
            assert_eq!((&shown["tier"], &shown["label"]), (&json!(tier), &json!(label)), "{name}: {row}");
            assert_eq!(shown["ageHours"].as_f64(), hours.as_f64(), "{name}: {row}");
        }
    }
}

#[test]
fn ages_are_measured_at_the_answer() {
    let mut resolution = unknown();
    set(&mut resolution, "depth", Kind::Operator, Some(NOW));
    for (minutes, hours) in [(0, 0.0), (3, 0.1), (26, 0.4), (27, 0.5), (61, 1.0), (90, 1.5)] {
        let envelope = envelope(&resolution, NOW.plus_millis(minutes * MINUTE_MS));
        let shown = &envelope["meta"]["freshness"]["baseDepthCm"];
        assert_eq!(shown["ageHours"].as_f64(), Some(hours), "after {minutes} min");
    }
}

#[test]
fn age_is_never_negative() {
    let mut resolution = unknown();
    set(&mut resolution, "lifts", Kind::Operator, Some(NOW));
    let envelope = envelope(&resolution, NOW.plus_millis(-5 * MINUTE_MS));
    assert_eq!(envelope["meta"]["freshness"]["lifts"]["ageHours"], 0);
}

use super::*;

fn start() -> Timestamp {
    Timestamp::parse("2026-01-10T00:00:00Z").unwrap()
}

/// Returns `count` hours of a constant temperature, beginning `from` hours after the start.
fn hours(from: i64, count: usize, temp: f64) -> PastHours {
    let column = |value| HourColumn::new((0..count).map(|_| (Some(value), 2)));
    let start = start().plus_millis(from * HOUR_MS);
    PastHours {
        start,
        temp_c: column(temp),
        humidity_pct: HourColumn::default(),
        precipitation_mm: column(0.5),
    }
}

#[test]
fn newer_hours_replace_older_ones() {
    let both = hours(24, 30, -5.0).after(&hours(0, 30, -1.0));
    let at = |step: i64| both.temp_c.get(both.step_at(start().plus_millis(step * HOUR_MS)));
    assert_eq!(
        (at(-1), at(0), at(23), at(24), at(53), at(54)),
        (None, Some(-1.0), Some(-1.0), Some(-5.0), Some(-5.0), None)
    );
    assert_eq!((both.start, both.end()), (start(), start().plus_millis(53 * HOUR_MS)));
    assert!(both.humidity_pct.is_empty());
    // A gap remains a gap.
    let apart = hours(48, 10, -5.0).after(&hours(0, 30, -1.0));
    assert_eq!(
        (apart.temp_c.get(29), apart.temp_c.get(30), apart.temp_c.get(48)),
        (Some(-1.0), None, Some(-5.0))
    );
    // An older snapshot does not change newer hours.
    assert_eq!(hours(0, 30, -5.0).after(&hours(10, 10, -1.0)), hours(0, 30, -5.0));
}

#[test]
fn old_hours_are_pruned() {
    let mut all = hours(0, 24, -1.0);
    for day in 1..30 {
        all = hours(24 * day, 24, -1.0).after(&all);
    }
    assert_eq!(all.end().since(all.start), PAST_HOURS * HOUR_MS);
}

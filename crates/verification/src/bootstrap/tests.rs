use super::*;

fn means(days: &[f64]) -> Option<(f64, f64)> {
    let grading = Grading::STANDARD;
    let drawn = Draws::new(&grading, days.len())
        .each(|drawn| Some(drawn.iter().map(|day| days[*day]).sum::<f64>() / days.len() as f64));
    interval(&grading, drawn.into_iter())
}

/// Returns weather of 0 to 4 cm that lasts for `lasts` days.
fn weather(days: usize, lasts: usize) -> Vec<f64> {
    let mut state = State(1);
    let spells: Vec<f64> = (0..days.div_ceil(lasts)).map(|_| state.below(5) as f64).collect();
    (0..days).map(|day| spells[day / lasts]).collect()
}

#[test]
fn interval_narrows_with_days() {
    let interval = |days: &[f64]| {
        let (low, high) = means(days).unwrap();
        let mean = days.iter().sum::<f64>() / days.len() as f64;
        assert!(low < mean && mean < high, "{low} {mean} {high}");
        (low, high)
    };
    let (few, many) = (interval(&weather(20, 1)), interval(&weather(500, 1)));
    assert!(many.1 - many.0 < 0.5 * (few.1 - few.0), "{few:?} {many:?}");
    // The standard error of the mean of 500 such days is 0.063.
    assert!((0.2..0.3).contains(&(many.1 - many.0)), "{many:?}");
}

#[test]
fn lasting_weather_widens_interval() {
    let width = |lasts| means(&weather(500, lasts)).map(|(low, high)| high - low).unwrap();
    // A hundred spells instead of five hundred days: 2.2 times as wide, of which runs of five days find 1.8.
    assert!(width(5) > 1.6 * width(1), "{} {}", width(5), width(1));
}

#[test]
fn samples_are_runs_of_days() {
    let draws = Draws::new(&Grading::STANDARD, 23).each(<[usize]>::to_vec);
    for drawn in &draws {
        assert!(drawn.len() == 23 && drawn.iter().all(|day| *day < 23), "{drawn:?}");
        assert!(
            drawn.chunks(5).all(|run| run.windows(2).all(|two| two[1] == (two[0] + 1) % 23)),
            "{drawn:?}"
        );
    }
    // Fewer than four runs of five days become shorter runs.
    let few = Draws::new(&Grading::STANDARD, 6).each(<[usize]>::to_vec);
    assert!(few.iter().any(|drawn| drawn[1] != (drawn[0] + 1) % 6), "{few:?}");
}

#[test]
fn intervals_are_reproducible() {
    let days = [1.0, 5.0, 2.0, 8.0, 3.0, 0.0];
    assert_eq!(means(&days), means(&days));
}

#[test]
fn few_days_have_no_interval() {
    assert_eq!(means(&[1.0, 2.0, 3.0, 4.0]), None);
    let grading = Grading::STANDARD;
    let draws = |absent: usize| interval(&grading, (0..100).map(|draw| (draw >= absent).then_some(1.0)));
    assert_eq!((draws(5), draws(4)), (None, Some((1.0, 1.0))));
    assert_eq!(interval(&grading, std::iter::empty()), None);
}

#[test]
fn different_places_widen_intervals() {
    let day = |day: u64| NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + chrono::Days::new(day);
    let width = |came: &dyn Fn(usize) -> f64| {
        let pairs = (0..40).flat_map(|on| (0..6).map(move |place| (day(on), place)));
        let sheet = DayPlaceSums::new(pairs.map(|(on, place)| (on, place, [came(place), 1.0])));
        assert_eq!(sheet.sum()[1], 240.0);
        let drawn = sheet.drawn(&Grading::STANDARD).into_iter().map(|[came, all]| Some(came / all));
        let (low, high) = interval(&Grading::STANDARD, drawn).unwrap();
        high - low
    };
    assert!(width(&|_| 0.5) < 1e-9);
    assert!(width(&|place| f64::from(u8::from(place < 3))) > 0.4);
}

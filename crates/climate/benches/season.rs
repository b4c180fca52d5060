//! Benchmark of snow modelling for every resort: 660 places at three elevations, over a day and a season of hours, and
//! over a past winter by daily extremes. `cargo bench -p climate`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]
#![expect(clippy::disallowed_methods, reason = "a benchmark takes the time")]

use std::hint::black_box;
use std::time::Instant;

use chrono::{Days, NaiveDate};
use climate::snowpack::{Day, Pack, Season, Weather};

const PLACES: u32 = 660 * 3;
const DAYS: u64 = 210;

/// Runs the hours of a day in a simple winter with alternating wet and dry spells.
fn day(season: &mut Season, date: NaiveDate, nth: u64, place: u32) {
    for hour in 0..24_u32 {
        let swing = f64::from((hour + place) % 24) / 4.0 - 3.0;
        let spell = (nth + u64::from(place)).is_multiple_of(5);
        let weather = Weather {
            hours: 1.0,
            temp_c: Some(-6.0 + swing + (nth as f64 - 60.0).abs() / 20.0),
            humidity_pct: Some(85.0),
            water_mm: Some(if spell { 0.7 } else { 0.0 }),
        };
        season.hours(date, black_box(&weather));
    }
}

/// Returns the seconds for a winter of 365 days by daily extremes at every place.
fn by_days() -> f64 {
    let begun = Instant::now();
    for place in 0..PLACES {
        let mut season = Season::new(Pack::default(), Some(2000.0), false);
        for (nth, date) in NaiveDate::default().iter_days().take(365).enumerate() {
            let warmth = (nth as f64 - 180.0).abs() / 8.0 - 14.0;
            let spell = (nth as u32 + place).is_multiple_of(5);
            season.day(black_box(&Day {
                date,
                temp_min_c: Some(warmth - 4.0),
                temp_max_c: Some(warmth + 4.0),
                humidity_pct: None,
                water_mm: Some(if spell { 12.0 } else { 0.0 }),
            }));
        }
        black_box(season.pack);
    }
    begun.elapsed().as_secs_f64()
}

fn main() {
    let start = NaiveDate::default();
    let mut seasons: Vec<Season> =
        (0..PLACES).map(|_| Season::new(Pack::default(), Some(2000.0), false)).collect();
    let begun = Instant::now();
    let mut slowest = 0.0_f64;
    for nth in 0..DAYS {
        let date = start.checked_add_days(Days::new(nth)).unwrap_or(start);
        let day_begun = Instant::now();
        for (season, place) in seasons.iter_mut().zip(0..) {
            day(season, date, nth, place);
        }
        slowest = slowest.max(day_begun.elapsed().as_secs_f64());
    }
    let all = begun.elapsed().as_secs_f64();
    let deepest = seasons.iter().map(|season| season.pack.depth_cm).fold(0.0, f64::max);
    println!("{PLACES} places: a day {:.1} ms at most; {DAYS} days {all:.2} s", slowest * 1e3);
    println!("a past winter of them by days {:.2} s", by_days());
    println!("deepest at the end: {deepest:.0} cm");
}

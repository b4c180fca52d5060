//! Winters for tests, made from the index of the day.

use chrono::Days;
use conditions_core::time::Timestamp;

use super::{WinterDays, Winters};
use crate::policy::Policy;
use crate::raw::Day;
use crate::winter::{Hemisphere, Winter};

/// Function from the index of a day to its snowfall and depth, in centimetres.
pub(crate) type DayOf = Box<dyn Fn(usize) -> (Option<f64>, Option<f64>)>;

/// Returns a winter's year and its days.
pub(crate) fn made(year: i32, of: impl Fn(usize) -> (Option<f64>, Option<f64>) + 'static) -> (i32, DayOf) {
    (year, Box::new(of))
}

/// Returns a winter of constant snowfall and depth.
pub(crate) fn even(year: i32, snowfall_cm: f64, depth_cm: f64) -> (i32, DayOf) {
    made(year, move |_| (Some(snowfall_cm), Some(depth_cm)))
}

/// Makes the winters of a resort.
pub(crate) fn winters(hemisphere: Hemisphere, all: impl IntoIterator<Item = (i32, DayOf)>) -> Winters {
    let mut out = Winters::new(hemisphere);
    for (year, of) in all {
        let winter = Winter::new(hemisphere, year).unwrap();
        let days = (0..winter.days()).map(|index| {
            let (snowfall_cm, depth_cm) = of(index);
            Day {
                date: winter.first_day() + Days::new(index as u64),
                snowfall_cm,
                depth_cm,
                ..Day::default()
            }
        });
        out.insert(WinterDays::from_days(&Policy::DEFAULT, winter, Timestamp::from_millis(0), days).0);
    }
    out
}

//! The odds of a window of dates: what those calendar days brought in each winter on record.
//!
//! Only the calendar days of the window matter, not its year: the same days are looked up in every winter. A winter
//! counts when nearly all of the window's days are known in it.

use chrono::{Datelike, Days, Months, NaiveDate};

use crate::policy::Policy;
use crate::quantile::Spread;
use crate::winter::Winter;
use crate::winters::Winters;

/// Why a window has no odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoOdds {
    /// It ends before it begins.
    #[error("the window ends before it begins")]
    Backwards,
    /// It has more days than the policy allows.
    #[error("the window has {days} days; the most is {most}")]
    TooLong {
        /// Its days.
        days: i64,
        /// The most.
        most: i64,
    },
    /// Too few winters know those days.
    #[error("{winters} winters on record know these days; odds rest on at least {least}")]
    TooFew {
        /// That know them.
        winters: u16,
        /// That are needed.
        least: u16,
    },
}

/// What the window brought in one winter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Once {
    /// The winter in which it begins.
    pub winter: Winter,
    /// First day of the window then.
    pub start: NaiveDate,
    /// Snowfall of the known days, centimetres.
    pub snowfall_cm: f64,
    /// Snow days.
    pub snow_days: u16,
    /// Powder days.
    pub powder_days: u16,
    /// Days whose snowfall is known.
    pub days_known: u16,
    /// Mean depth, centimetres, when nearly all days' are known.
    pub depth_cm: Option<f64>,
}

/// The odds of a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Days of the window.
    pub days: u16,
    /// How often each winter had it, newest first: the winters that are counted.
    pub winters: Vec<Once>,
    /// Share of days that were snow days, 0–1.
    pub snow_day: f64,
    /// Share of days that were powder days, 0–1.
    pub powder_day: f64,
    /// Share of winters with at least one snow day in the window, 0–1.
    pub any_snow: f64,
    /// Share of winters with at least one powder day in the window, 0–1.
    pub any_powder: f64,
    /// Snowfall of the window, centimetres.
    pub snowfall: Spread,
    /// Mean depth, centimetres, and the winters that it rests on; `None` below the winters that odds need.
    pub depth: Option<(Spread, u16)>,
}

/// The number of days from `start` to `end`, both counted, when a window may be that long.
///
/// # Errors
/// [`NoOdds::Backwards`] and [`NoOdds::TooLong`].
pub fn window_days(policy: &Policy, start: NaiveDate, end: NaiveDate) -> Result<u16, NoOdds> {
    let days = end.signed_duration_since(start).num_days() + 1;
    if days < 1 {
        return Err(NoOdds::Backwards);
    }
    let most = policy.longest_window_days;
    u16::try_from(days).ok().filter(|_| days <= most).ok_or(NoOdds::TooLong { days, most })
}

/// The odds of the calendar days from `start` to `end`.
///
/// # Errors
/// [`NoOdds`].
pub fn odds(policy: &Policy, winters: &Winters, start: NaiveDate, end: NaiveDate) -> Result<Odds, NoOdds> {
    let days = window_days(policy, start, end)?;
    let newest = winters.iter().rev().filter_map(|one| once(policy, winters, one.winter(), start, days));
    let counted: Vec<Once> = newest.take(policy.normal_winters).collect();
    let count = u16::try_from(counted.len()).unwrap_or(u16::MAX);
    let too_few = NoOdds::TooFew { winters: count, least: policy.min_odds_winters };
    if count < policy.min_odds_winters {
        return Err(too_few);
    }
    let share = |of: &dyn Fn(&Once) -> u16| {
        let known: f64 = counted.iter().map(|once| f64::from(once.days_known)).sum();
        counted.iter().map(|once| f64::from(of(once))).sum::<f64>() / known.max(1.0)
    };
    let any = |of: &dyn Fn(&Once) -> u16| {
        counted.iter().filter(|once| of(once) > 0).count() as f64 / f64::from(count)
    };
    let mut depths: Vec<f64> = counted.iter().filter_map(|once| once.depth_cm).collect();
    let with_depth = u16::try_from(depths.len()).unwrap_or(u16::MAX);
    let depth = Spread::of(&mut depths).filter(|_| with_depth >= policy.min_odds_winters);
    let mut snowfall: Vec<f64> = counted.iter().map(|once| once.snowfall_cm).collect();
    Ok(Odds {
        days,
        snow_day: share(&|once| once.snow_days),
        powder_day: share(&|once| once.powder_days),
        any_snow: any(&|once| once.snow_days),
        any_powder: any(&|once| once.powder_days),
        snowfall: Spread::of(&mut snowfall).ok_or(too_few)?,
        depth: depth.map(|spread| (spread, with_depth)),
        winters: counted,
    })
}

/// The window a month earlier, the window itself, and a month later.
#[must_use]
pub fn nearby(start: NaiveDate) -> [Option<NaiveDate>; 3] {
    [start.checked_sub_months(Months::new(1)), Some(start), start.checked_add_months(Months::new(1))]
}

/// The window as it was in the winter `winter`.
fn once(policy: &Policy, winters: &Winters, winter: Winter, start: NaiveDate, days: u16) -> Option<Once> {
    let then = winter.date_of(start.month(), start.day())?;
    let mut once = Once {
        winter,
        start: then,
        snowfall_cm: 0.0,
        snow_days: 0,
        powder_days: 0,
        days_known: 0,
        depth_cm: None,
    };
    let (mut units, mut depth_sum, mut depths) = (0_i32, 0_u32, 0_u16);
    let (own, begin, of_winter) = (winters.get(winter)?, winter.index(then)?, winter.days());
    for step in 0..days {
        let at = begin + usize::from(step);
        // Days of the winter itself are looked up by index, which spares the calendar; the others by date.
        let (snowfall, depth) = if at < of_winter {
            (own.snowfall_at(at), own.depth_at(at))
        } else {
            let date = then.checked_add_days(Days::new(step.into()))?;
            (winters.snowfall(date), winters.depth_cm(date))
        };
        if let Some(snowfall) = snowfall {
            units += snowfall.units();
            once.days_known += 1;
            once.snow_days += u16::from(snowfall.get() >= policy.snow_day_cm);
            once.powder_days += u16::from(snowfall.get() >= policy.powder_day_cm);
        }
        if let Some(cm) = depth {
            depth_sum += u32::from(cm);
            depths += 1;
        }
    }
    once.snowfall_cm = f64::from(units) / 10.0;
    let enough = |known: u16| policy.suffices(known.into(), days.into());
    once.depth_cm = enough(depths).then(|| f64::from(depth_sum) / f64::from(depths));
    enough(once.days_known).then_some(once)
}

#[cfg(test)]
mod tests;

//! How much snow may fall, as a distribution: the probability that any falls, and how much if it does.
//!
//! Carries `contract-decisions` 8, "p10, p50, p90 and the probabilities". Snowfall is nothing on most days and skewed on the
//! others, so it is a chance of at least [`Chance::least`], and beyond that a Weibull distribution. Both have closed
//! forms: quantiles never cross, and a probability of more is never the greater one.
//!
//! Where forecasts have no skill left, the coefficients of what was forecast for the day vanish, and what remains is what is
//! usual at the place: then the distribution is its climate.

use crate::units::Tenths;

/// Amounts of new snow that probabilities are given for, centimetres.
pub const AMOUNTS_CM: [f64; 3] = [1.0, 15.0, 30.0];

/// A distribution of an amount. Centimetres or millimetres, as that which it was made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Probability of at least `least`.
    pub any: f64,
    /// Less than this counts as nothing: instruments do not tell it.
    pub least: f64,
    /// Scale of what exceeds `least`.
    pub scale: f64,
    /// Shape of it: 1 is exponential, less has a longer tail.
    pub shape: f64,
}

impl Chance {
    /// The amount that is not exceeded with this probability, 0–1.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f64 {
        let beyond = 1.0 - share.clamp(0.0, 1.0);
        if self.any <= 0.0 || beyond >= self.any {
            return 0.0;
        }
        // The last thousandth is not told: a tail that is fitted to some hundreds of days knows nothing of it.
        let rest = (beyond / self.any).max(0.001);
        self.least + self.scale * libm::pow(-libm::log(rest), 1.0 / self.shape)
    }

    /// Probability of at least this amount.
    #[must_use]
    pub fn at_least(&self, amount: f64) -> f64 {
        let over = amount - self.least;
        if amount <= 0.0 {
            1.0
        } else if over <= 0.0 {
            self.any
        } else {
            self.any * libm::exp(-libm::pow(over / self.scale, self.shape))
        }
    }

    /// Probability of an amount between two.
    #[must_use]
    pub fn between(&self, low: f64, high: f64) -> f64 {
        (self.at_least(low) - self.at_least(high)).clamp(0.0, 1.0)
    }

    /// As it is published.
    #[must_use]
    pub fn summary(&self) -> ChanceSummary {
        let tenths = |share| Tenths::new(self.quantile(share)).unwrap_or_default();
        ChanceSummary {
            p10: tenths(0.1),
            p50: tenths(0.5),
            p90: tenths(0.9),
            at_least: AMOUNTS_CM.map(|amount| self.at_least(amount)),
        }
    }
}

/// A distribution as it is published.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceSummary {
    /// Exceeded nine times out of ten, centimetres.
    pub p10: Tenths,
    /// Exceeded half of the times.
    pub p50: Tenths,
    /// Exceeded once out of ten times.
    pub p90: Tenths,
    /// Probability of at least each of [`AMOUNTS_CM`], 0–1.
    pub at_least: [f64; 3],
}

/// What a distribution is made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Predictors {
    /// What is forecast.
    pub forecast: f64,
    /// Mean square root of the daily amounts that are forecast for the spell about it.
    pub spell: f64,
    /// Mean square root of the daily amounts that the place had of late.
    pub usual: f64,
}

impl Predictors {
    /// Of a day, out of the amounts that are forecast by day; `None` where the day has none. `usual` as above.
    #[must_use]
    pub fn of_day(days: &[Option<f64>], day: usize, usual: f64) -> Option<Self> {
        let forecast = day_with_neighbours(days, day)?;
        let spell = mean_root(about(days, day, SPELL)).unwrap_or(usual);
        Some(Self { forecast, spell, usual })
    }

    /// Of the total of the first `count` days; `None` where one of them has no amount.
    #[must_use]
    pub fn of_total(days: &[Option<f64>], count: usize, usual: f64) -> Option<Self> {
        let first = days.get(..count)?;
        let forecast = first.iter().copied().sum::<Option<f64>>()?;
        Some(Self { forecast, spell: mean_root(first.iter().flatten().copied()).unwrap_or(usual), usual })
    }
}

/// How many coefficients a [`Coefficients`] has in its two sums.
pub const TERMS: usize = 4;

/// What makes a distribution out of [`Predictors`]: few numbers, for all places together.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Coefficients {
    /// Of the logit of any: constant, logarithm of what is forecast, spell, usual.
    pub any: [f64; TERMS],
    /// Of the logarithm of the scale, the same.
    pub scale: [f64; TERMS],
    /// Logarithm of the shape.
    pub shape: f64,
    /// Logit of the share of small falls that are never measured, however sure the forecast was.
    pub missed: f64,
}

/// An amount of this order tells that something falls at all.
const TRACE: f64 = 0.2;
/// An amount of this order is what a scale is proportional to from there on.
const SOME: f64 = 2.0;
/// Where the scale is of this order, falls are no longer missed: what settles, melts or blows away meanwhile hides small ones
/// alone.
const LARGE: f64 = 20.0;

impl Coefficients {
    /// Coefficients of forecasts of this skill, 1 for a perfect and 0 for a worthless one: round numbers, which what is learnt
    /// is drawn to while it rests on few days.
    #[must_use]
    pub const fn of_skill(skill: f64) -> Self {
        let rest = 1.0 - skill;
        Self {
            any: [-1.6 - 2.0 * skill, 1.5 * skill, 0.6 * rest, 0.6],
            scale: [1.0, skill, 0.3 * rest, 0.2],
            shape: -0.1,
            missed: -1.2,
        }
    }

    /// The same of a total over several days, whose number has this natural logarithm: something falls on one of them sooner
    /// than on a single one, and where skill is wanting more falls in all.
    #[must_use]
    pub(crate) const fn over(self, log_days: f64) -> Self {
        let Self { any: [any, told, spell, usual], scale: [scale, slope, ..], .. } = self;
        let [.., wide, place] = self.scale;
        Self {
            any: [any + log_days, told, spell, usual],
            scale: [scale + (1.0 - slope) * log_days, slope, wide, place],
            shape: self.shape + 0.2,
            missed: self.missed - log_days,
        }
    }

    /// The distribution.
    #[must_use]
    pub fn chance(&self, signs: Predictors, least: f64) -> Chance {
        let sum = |of: &[f64; TERMS], amount: f64| {
            let [constant, forecast, spell, usual] = *of;
            constant + forecast * amount + spell * signs.spell + usual * signs.usual
        };
        let told = signs.forecast.max(0.0);
        let logit = sum(&self.any, libm::log(1.0 + told / TRACE));
        let scale = libm::exp(sum(&self.scale, libm::log(1.0 + told / SOME)).clamp(-3.0, 6.0));
        let small = libm::exp(-(scale / LARGE) * (scale / LARGE));
        Chance {
            any: logistic(logit) * (1.0 - small * logistic(self.missed)),
            least,
            scale,
            shape: libm::exp(self.shape.clamp(-1.0, 1.0)),
        }
    }
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

/// What is forecast for a day out of its own amount and those of the days around it, which a storm may come on instead: hardly
/// ever tomorrow, often in a week.
fn day_with_neighbours(days: &[Option<f64>], day: usize) -> Option<f64> {
    let own = days.get(day).copied().flatten()?;
    let (mut sum, mut count) = (0.0, 0.0);
    for amount in about(days, day, NEIGHBOURS) {
        (sum, count) = (sum + amount, count + 1.0);
    }
    let share = OWN_SHARE.iter().find(|(until, _)| day < *until).map_or(OWN_SHARE_FAR, |(_, share)| *share);
    Some(share * own + (1.0 - share) * sum / count)
}

/// The amounts of a day and of those up to so many before and after it.
fn about(days: &[Option<f64>], day: usize, reach: usize) -> impl Iterator<Item = f64> {
    let from = day.saturating_sub(reach);
    days.iter().take(day + reach + 1).skip(from).flatten().copied()
}

/// Days on either side that a storm may come on instead.
const NEIGHBOURS: usize = 2;
/// Days on either side that are of one spell of weather.
const SPELL: usize = 4;
/// What a day's own amount counts in so many first days, ...
const OWN_SHARE: [(usize, f64); 2] = [(2, 0.95), (5, 0.8)];
/// ... and after them.
const OWN_SHARE_FAR: f64 = 0.65;

/// Mean square root of some daily amounts; `None` without any.
#[must_use]
pub fn mean_root(days: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) =
        days.fold((0.0, 0.0), |(sum, count), day| (sum + libm::sqrt(day.max(0.0)), count + 1.0));
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests;

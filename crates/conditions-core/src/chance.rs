//! Snowfall as a probability distribution: the probability of any snow, and the amount if there is some.
//!
//! Implements `contract-decisions` 8, "p10, p50, p90 and the probabilities". Snowfall is zero on most days and skewed
//! on the others, so the model is a probability of at least [`Chance::least`], and a Weibull distribution above it.
//! Both have closed forms: quantiles never cross, and a larger amount never has a greater probability.
//!
//! For leads at which forecasts have no skill, the coefficients of the day's forecast vanish and only the usual amount
//! at the place remains. The distribution is then the climate of the place.

use crate::units::Tenths;

/// Amounts of new snow for which probabilities are published, in centimetres.
pub const AMOUNTS_CM: [f64; 3] = [1.0, 15.0, 30.0];

/// Step of published amounts, in centimetres.
const STEP_CM: f64 = 0.1;

/// Probability distribution of an amount, in the unit of the forecast it was made from (centimetres or millimetres).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Probability of at least `least`, 0–1.
    pub any: f64,
    /// Smallest amount that instruments can measure; less counts as nothing.
    pub least: f64,
    /// Scale of the Weibull distribution of the amount above `least`.
    pub scale: f64,
    /// Shape of the Weibull distribution: 1 is exponential, less has a longer tail.
    pub shape: f64,
}

impl Chance {
    /// Returns the amount that is not exceeded with the probability `share`, 0–1.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f64 {
        let beyond = 1.0 - share.clamp(0.0, 1.0);
        if self.any <= 0.0 || beyond >= self.any {
            return 0.0;
        }
        // The last thousandth is cut off: a tail fitted to a few hundred days does not describe it.
        let rest = (beyond / self.any).max(0.001);
        self.least + self.scale * libm::pow(-libm::log(rest), 1.0 / self.shape)
    }

    /// Returns the probability of at least this amount.
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

    /// Returns the probability of an amount between `low` and `high`.
    #[must_use]
    pub fn between(&self, low: f64, high: f64) -> f64 {
        (self.at_least(low) - self.at_least(high)).clamp(0.0, 1.0)
    }

    /// Returns the 10th, 50th and 90th percentile.
    fn percentiles(&self) -> [f64; 3] {
        [0.1, 0.5, 0.9].map(|share| self.quantile(share))
    }

    /// Returns the median after a move by a share, 0–1, of its distance to `forecast`.
    ///
    /// It stays between the 10th and the 90th percentile, and on its side of each of [`AMOUNTS_CM`], so that it agrees
    /// with the published probabilities.
    #[must_use]
    pub fn median_near(&self, forecast: f64, share: f64) -> f64 {
        near(self.percentiles(), forecast, share)
    }

    /// Returns the published form of the distribution.
    #[must_use]
    pub fn summary(&self) -> ChanceSummary {
        self.published(self.percentiles())
    }

    /// Like [`Self::summary`], with the median of [`Self::median_near`].
    #[must_use]
    pub fn summary_near(&self, forecast: f64, share: f64) -> ChanceSummary {
        let [p10, p50, p90] = self.percentiles();
        self.published([p10, near([p10, p50, p90], forecast, share), p90])
    }

    fn published(&self, percentiles: [f64; 3]) -> ChanceSummary {
        let [p10, p50, p90] = percentiles.map(|cm| Tenths::new(cm).unwrap_or_default());
        ChanceSummary { p10, p50, p90, at_least: AMOUNTS_CM.map(|amount| self.at_least(amount)) }
    }
}

/// Moves the middle one of three percentiles, as [`Chance::median_near`] describes.
fn near([low, middle, high]: [f64; 3], forecast: f64, share: f64) -> f64 {
    let mut moved = middle + share * (forecast - middle);
    for amount in AMOUNTS_CM {
        moved = if middle >= amount { moved.max(amount) } else { moved.min(amount - STEP_CM) };
    }
    moved.max(low).min(high)
}

/// Published quantiles and probabilities of a [`Chance`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceSummary {
    /// Amount that is exceeded with a probability of 90 %, in centimetres.
    pub p10: Tenths,
    /// Amount that is exceeded with a probability of 50 %, in centimetres.
    pub p50: Tenths,
    /// Amount that is exceeded with a probability of 10 %, in centimetres.
    pub p90: Tenths,
    /// Probability of at least each of [`AMOUNTS_CM`], 0–1.
    pub at_least: [f64; 3],
}

/// Predictors of a [`Chance`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Predictors {
    /// Forecast amount.
    pub forecast: f64,
    /// Mean of the square roots of the daily amounts forecast for the days around this one.
    pub spell: f64,
    /// Mean of the square roots of the recent daily amounts at the place.
    pub usual: f64,
}

impl Predictors {
    /// Returns the predictors of one day from the forecast amounts by day, or `None` if the day has no amount. `usual`
    /// is [`Predictors::usual`].
    #[must_use]
    pub fn of_day(days: &[Option<f64>], day: usize, usual: f64) -> Option<Self> {
        let forecast = day_with_neighbours(days, day)?;
        let spell = mean_root(neighbours(days, day, SPELL)).unwrap_or(usual);
        Some(Self { forecast, spell, usual })
    }

    /// Returns the predictors of the total of the first `count` days, or `None` if one of them has no amount.
    #[must_use]
    pub fn of_total(days: &[Option<f64>], count: usize, usual: f64) -> Option<Self> {
        let first = days.get(..count)?;
        let forecast = first.iter().copied().sum::<Option<f64>>()?;
        Some(Self { forecast, spell: mean_root(first.iter().flatten().copied()).unwrap_or(usual), usual })
    }
}

/// Number of coefficients in each of the two sums of [`Coefficients`].
pub const TERMS: usize = 4;

/// Coefficients that turn [`Predictors`] into a [`Chance`]: a few numbers, shared by all places.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Coefficients {
    /// Coefficients of the logit of [`Chance::any`]: constant, logarithm of the forecast, spell, usual.
    pub any: [f64; TERMS],
    /// Coefficients of the logarithm of the scale, in the same order.
    pub scale: [f64; TERMS],
    /// Logarithm of the shape if no snow is forecast.
    pub shape: f64,
    /// Coefficient of the logarithm of the forecast in the logarithm of the shape: a large amount is uncertain by a
    /// smaller share of itself. Learnt rows from before it was introduced lack it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub narrowing: f64,
    /// Logit of the share of small falls that are never measured, even if the forecast was certain.
    pub missed: f64,
}

/// Amount by which the forecast is divided in the logarithm of [`Coefficients::any`].
const TRACE: f64 = 0.2;
/// Amount by which the forecast is divided in the logarithm of [`Coefficients::scale`] and of
/// [`Coefficients::narrowing`]; well above it the scale is proportional to the forecast.
const SOME: f64 = 2.0;
/// Largest logarithm of the shape: half of the amounts are within a quarter of the median.
const NARROWEST: f64 = 1.2;
/// Scale above which falls are no longer missed: settling, melt and wind hide only small amounts.
const LARGE: f64 = 20.0;

impl Coefficients {
    /// Returns coefficients for forecasts of this skill, from 0 (worthless) to 1 (perfect).
    ///
    /// They are round numbers. Learnt coefficients are drawn towards them while they are based on few days.
    #[must_use]
    pub const fn of_skill(skill: f64) -> Self {
        let rest = 1.0 - skill;
        Self {
            any: [-1.6 - 2.0 * skill, 1.5 * skill, 0.6 * rest, 0.6],
            scale: [1.0 - 0.15 * skill, skill, 0.3 * rest, 0.2],
            shape: -0.1,
            narrowing: 0.3 * skill,
            missed: -1.2,
        }
    }

    /// Returns the coefficients of a total over several days, given the natural logarithm of their number. Snow is more
    /// likely on one of several days than on a single day, and the part of the scale that does not depend on the
    /// forecast grows with the number of days.
    #[must_use]
    pub(crate) const fn over(self, log_days: f64) -> Self {
        let Self { any: [any, told, spell, usual], scale: [scale, slope, ..], .. } = self;
        let [.., wide, place] = self.scale;
        Self {
            any: [any + log_days, told, spell, usual],
            scale: [scale + (1.0 - slope) * log_days, slope, wide, place],
            shape: self.shape + 0.2,
            narrowing: self.narrowing,
            missed: self.missed - log_days,
        }
    }

    /// Returns the distribution for these predictors.
    #[must_use]
    pub fn chance(&self, signs: Predictors, least: f64) -> Chance {
        let sum = |of: &[f64; TERMS], amount: f64| {
            let [constant, forecast, spell, usual] = *of;
            constant + forecast * amount + spell * signs.spell + usual * signs.usual
        };
        let told = signs.forecast.max(0.0);
        let logit = sum(&self.any, libm::log(1.0 + told / TRACE));
        let some = libm::log(1.0 + told / SOME);
        let scale = libm::exp(sum(&self.scale, some).clamp(-3.0, 6.0));
        let small = libm::exp(-(scale / LARGE) * (scale / LARGE));
        Chance {
            any: logistic(logit) * (1.0 - small * logistic(self.missed)),
            least,
            scale,
            shape: libm::exp((self.shape + self.narrowing * some).clamp(-1.0, NARROWEST)),
        }
    }
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

/// Returns the forecast for a day from its own amount and those of its neighbours: a storm may arrive a day early or
/// late, rarely tomorrow, often in a week.
fn day_with_neighbours(days: &[Option<f64>], day: usize) -> Option<f64> {
    let own = days.get(day).copied().flatten()?;
    let (mut sum, mut count) = (0.0, 0.0);
    for amount in neighbours(days, day, NEIGHBOURS) {
        (sum, count) = (sum + amount, count + 1.0);
    }
    let share = OWN_SHARE.iter().find(|(until, _)| day < *until).map_or(OWN_SHARE_FAR, |(_, share)| *share);
    Some(share * own + (1.0 - share) * sum / count)
}

/// Returns the amounts of a day and of up to `reach` days before and after it.
fn neighbours(days: &[Option<f64>], day: usize, reach: usize) -> impl Iterator<Item = f64> {
    let from = day.saturating_sub(reach);
    days.iter().take(day + reach + 1).skip(from).flatten().copied()
}

/// Number of days on either side on which a storm may arrive instead.
const NEIGHBOURS: usize = 2;
/// Number of days on either side that belong to one spell of weather.
const SPELL: usize = 4;
/// Weight of a day's own amount among its neighbours, with the number of first days that it applies to.
const OWN_SHARE: [(usize, f64); 2] = [(2, 1.0), (5, 0.9)];
/// Weight of a day's own amount among its neighbours on all later days.
const OWN_SHARE_FAR: f64 = 0.65;

/// Returns the mean of the square roots of daily amounts, or `None` for an empty iterator.
#[must_use]
pub fn mean_root(days: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) =
        days.fold((0.0, 0.0), |(sum, count), day| (sum + libm::sqrt(day.max(0.0)), count + 1.0));
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests;

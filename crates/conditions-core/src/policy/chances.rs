//! Default coefficients of the distributions of new snow, used until better ones are learnt.

use crate::chance::{Chance, Coefficients};

/// Maximum absolute value of a coefficient: beyond it a probability is 0 or 1 for any forecast.
const LARGEST: f64 = 20.0;

/// Coefficients that make distributions from forecasts, by lead and by length of a total.
#[derive(Debug, Clone, PartialEq)]
pub struct Chances {
    /// Coefficients of days, each with the last lead that they apply to. The last entry applies to all later days.
    pub days: [(u8, Coefficients); 4],
    /// Coefficients of the totals of [`crate::forecast::STRETCHES`].
    pub totals: [Coefficients; 3],
    /// Share of its distance to the forecast by which the published median of a day moves, by the bands of `days`. The
    /// forecast is the better single number up to the fifth day (`docs/verification.md`).
    pub median_share: [f64; 4],
    /// Last lead with skill: later days depend on the usual amount more than on their forecast.
    pub last_lead_of_skill: u8,
    /// Amount below which there is no snow, cm: half the resolution of a depth gauge.
    pub least_cm: f64,
    /// Absolute tolerance of a correct forecast, cm. The larger of the two tolerances applies.
    pub tolerance_cm: f64,
    /// Relative tolerance of a correct forecast, as a share of it.
    pub tolerance_share: f64,
}

impl Chances {
    /// Returns a copy with learnt coefficients.
    #[must_use]
    pub fn with(
        &self,
        days: [(u8, Coefficients); 4],
        totals: [Coefficients; 3],
        last_lead_of_skill: u8,
    ) -> Self {
        Self { days, totals, last_lead_of_skill, ..self.clone() }
    }

    /// Returns the share of its distance to the forecast by which the median of a day at this lead moves.
    #[must_use]
    pub fn median_share(&self, lead: u8) -> f64 {
        self.median_share.get(self.band(lead)).copied().unwrap_or(0.0)
    }

    /// Returns the tolerance of a forecast amount, cm.
    #[must_use]
    pub fn tolerance(&self, cm: f64) -> f64 {
        self.tolerance_cm.max(self.tolerance_share * cm)
    }

    /// Returns the probability that a forecast is right within its tolerance, 0–1.
    #[must_use]
    pub fn right(&self, chance: &Chance, cm: f64) -> f64 {
        let tolerance = self.tolerance(cm);
        chance.between(cm - tolerance, cm + tolerance)
    }

    /// Returns whether these numbers give valid distributions.
    pub(super) fn is_sane(&self) -> bool {
        let numbers = |of: &Coefficients| {
            let all = of.any.iter().chain(&of.scale).chain([&of.shape, &of.narrowing, &of.missed]);
            all.copied().all(|number| number.abs() <= LARGEST)
        };
        let leads = self.days.iter().zip(self.days.iter().skip(1));
        let amounts = [self.least_cm, self.tolerance_cm, self.tolerance_share];
        self.days.iter().all(|(_, of)| numbers(of))
            && self.totals.iter().all(numbers)
            && leads.into_iter().all(|((a, _), (b, _))| a < b)
            && self.median_share.iter().all(|share| (0.0..=1.0).contains(share))
            && amounts.into_iter().all(|amount| amount.is_finite() && amount > 0.0)
    }

    /// Returns the index in [`Chances::days`] for a lead, 1 for today.
    #[must_use]
    pub fn band(&self, lead: u8) -> usize {
        self.days.iter().position(|(until, _)| lead <= *until).unwrap_or(self.days.len() - 1)
    }

    /// Returns the coefficients of a day at this lead, 1 for today.
    #[must_use]
    pub fn of_day(&self, lead: u8) -> &Coefficients {
        let [.., (_, last)] = &self.days;
        self.days.get(self.band(lead)).map_or(last, |(_, of)| of)
    }

    pub(super) const CONTRACT: Self = Self {
        days: [
            (2, Coefficients::of_skill(0.95)),
            (5, Coefficients::of_skill(0.85)),
            (8, Coefficients::of_skill(0.5)),
            (14, Coefficients::of_skill(0.1)),
        ],
        totals: [
            Coefficients::of_skill(0.85).over(1.1),
            Coefficients::of_skill(0.65).over(1.95),
            Coefficients::of_skill(0.45).over(2.64),
        ],
        median_share: [0.5, 0.9, 0.0, 0.0],
        last_lead_of_skill: 8,
        least_cm: 0.5,
        tolerance_cm: 2.0,
        tolerance_share: 0.3,
    };
}

//! How far forecasts of new snow are to be trusted, as distributions, until something better is learnt.

use crate::chance::{Chance, Coefficients};

/// No coefficient is larger: beyond it a probability is 0 or 1 whatever is forecast.
const LARGEST: f64 = 20.0;

/// What makes distributions out of forecasts, by lead and by length of a total.
#[derive(Debug, Clone, PartialEq)]
pub struct Chances {
    /// Of days: the last lead that each holds for, and its coefficients. The last one holds for all days after it.
    pub days: [(u8, Coefficients); 4],
    /// Of the totals of [`crate::forecast::STRETCHES`].
    pub totals: [Coefficients; 3],
    /// Days after this lead rest on what is usual more than on what is forecast for them.
    pub last_lead_of_skill: u8,
    /// Less than this is no snow, cm: half of what a depth gauge resolves.
    pub least_cm: f64,
    /// A forecast is right within this, cm, ...
    pub tolerance_cm: f64,
    /// ... or within this share of it, whichever is more.
    pub tolerance_share: f64,
}

impl Chances {
    /// The same with coefficients that were learnt.
    #[must_use]
    pub fn with(
        &self,
        days: [(u8, Coefficients); 4],
        totals: [Coefficients; 3],
        last_lead_of_skill: u8,
    ) -> Self {
        Self { days, totals, last_lead_of_skill, ..self.clone() }
    }

    /// How far what falls may be from a forecast that is right, cm.
    #[must_use]
    pub fn tolerance(&self, cm: f64) -> f64 {
        self.tolerance_cm.max(self.tolerance_share * cm)
    }

    /// Probability that a forecast is right within its tolerance, 0–1.
    #[must_use]
    pub fn right(&self, chance: &Chance, cm: f64) -> f64 {
        let tolerance = self.tolerance(cm);
        chance.between(cm - tolerance, cm + tolerance)
    }

    /// Whether distributions can be made with these numbers.
    pub(super) fn is_sane(&self) -> bool {
        let numbers = |of: &Coefficients| {
            let all = of.any.iter().chain(&of.scale).chain([&of.shape, &of.missed]);
            all.copied().all(|number| number.abs() <= LARGEST)
        };
        let leads = self.days.iter().zip(self.days.iter().skip(1));
        let amounts = [self.least_cm, self.tolerance_cm, self.tolerance_share];
        self.days.iter().all(|(_, of)| numbers(of))
            && self.totals.iter().all(numbers)
            && leads.into_iter().all(|((a, _), (b, _))| a < b)
            && amounts.into_iter().all(|amount| amount.is_finite() && amount > 0.0)
    }

    /// Which of [`Chances::days`] holds at this lead, 1 for today.
    #[must_use]
    pub fn band(&self, lead: u8) -> usize {
        self.days.iter().position(|(until, _)| lead <= *until).unwrap_or(self.days.len() - 1)
    }

    /// The coefficients of a day at this lead, 1 for today.
    #[must_use]
    pub fn of_day(&self, lead: u8) -> &Coefficients {
        let [.., (_, last)] = &self.days;
        self.days.get(self.band(lead)).map_or(last, |(_, of)| of)
    }

    pub(super) const CONTRACT: Self = Self {
        days: [
            (2, Coefficients::of_skill(0.9)),
            (5, Coefficients::of_skill(0.7)),
            (8, Coefficients::of_skill(0.4)),
            (14, Coefficients::of_skill(0.1)),
        ],
        totals: [
            Coefficients::of_skill(0.85).over(1.1),
            Coefficients::of_skill(0.65).over(1.95),
            Coefficients::of_skill(0.45).over(2.64),
        ],
        last_lead_of_skill: 8,
        least_cm: 0.5,
        tolerance_cm: 2.0,
        tolerance_share: 0.3,
    };
}

//! How far forecasts of new snow are to be trusted, as distributions, until something better is learnt.

use crate::chance::Coefficients;

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
}

impl Chances {
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
    };
}

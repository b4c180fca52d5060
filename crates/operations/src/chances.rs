//! Forecast amounts as distributions: quantiles and probabilities by day and for totals.

use conditions_core::chance::ChanceSummary;
use conditions_core::forecast::{self, Outlook, STRETCHES};
use conditions_core::record::DailyRow;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::Text;

/// New snow as a distribution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Amounts {
    /// Exceeded in nine cases out of ten, centimetres.
    pub p10_cm: Tenths,
    /// Exceeded in half of the cases, centimetres.
    pub p50_cm: Tenths,
    /// Exceeded in one case out of ten, centimetres.
    pub p90_cm: Tenths,
    /// Probability of at least 1 cm, 0 to 1.
    pub at_least1_cm: Hundredths,
    /// Probability of at least 15 cm.
    pub at_least15_cm: Hundredths,
    /// Probability of at least 30 cm.
    pub at_least30_cm: Hundredths,
}

impl Amounts {
    fn new(told: ChanceSummary) -> Self {
        let [one, fifteen, thirty] = told.at_least.map(|share| Hundredths::new(share).unwrap_or_default());
        Self {
            p10_cm: told.p10,
            p50_cm: told.p50,
            p90_cm: told.p90,
            at_least1_cm: one,
            at_least15_cm: fifteen,
            at_least30_cm: thirty,
        }
    }
}

/// Distribution of the new snow of one day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayChance {
    /// The distribution.
    #[serde(flatten)]
    pub amounts: Amounts,
    /// True if the day is beyond the skill of forecasts, so that the distribution reflects the usual snowfall more than
    /// the forecast.
    pub mostly_usual: bool,
}

impl DayChance {
    pub(crate) fn new(day: forecast::DayChance) -> Self {
        Self { amounts: Amounts::new(day.told), mostly_usual: day.usual }
    }
}

/// Distribution of the total new snow of several days.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotalChance {
    /// Number of days, counted from today.
    pub window_days: usize,
    /// The distribution.
    #[serde(flatten)]
    pub amounts: Amounts,
}

impl TotalChance {
    /// Returns every known total.
    pub(crate) fn all(outlook: &Outlook) -> Vec<Self> {
        let known = STRETCHES.into_iter().zip(outlook.totals);
        known
            .filter_map(|(window_days, told)| Some(Self { window_days, amounts: Amounts::new(told?) }))
            .collect()
    }
}

/// Describes the chances in words.
pub(crate) fn chances_text(
    text: &mut Text,
    days: &[DailyRow],
    chances: &[Option<DayChance>],
    totals: &[TotalChance],
) {
    for (day, chance) in days.iter().zip(chances) {
        if let Some(chance) = chance {
            let usual = if chance.mostly_usual {
                "; beyond the skill of forecasts, mostly the usual snowfall"
            } else {
                ""
            };
            text.line(format_args!("{}: {}{usual}", day.date, words(&chance.amounts)));
        }
    }
    for total in totals {
        text.line(format_args!("{} days: {}", total.window_days, words(&total.amounts)));
    }
}

fn words(amounts: &Amounts) -> String {
    let percent = |share: Hundredths| format!("{:.0} %", share.get() * 100.0);
    format!(
        "likely {} to {} cm (middle {}); at least 1 cm {}, 15 cm {}, 30 cm {}",
        amounts.p10_cm.get(),
        amounts.p90_cm.get(),
        amounts.p50_cm.get(),
        percent(amounts.at_least1_cm),
        percent(amounts.at_least15_cm),
        percent(amounts.at_least30_cm)
    )
}

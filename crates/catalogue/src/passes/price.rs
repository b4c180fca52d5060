//! Recorded prices of passes, with seller and date.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The age band of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AgeBand {
    /// Adults, by the operator's own ages.
    Adult,
    /// Young people, by the operator's own ages.
    Youth,
    /// Children, by the operator's own ages.
    Child,
    /// Older people, by the operator's own ages.
    Senior,
}

/// A recorded price, which is not a quotation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Amount in the currency's main unit.
    pub amount: f64,
    /// ISO 4217.
    pub currency: String,
    /// Age band that the price is for.
    pub age_band: AgeBand,
    /// First day of sale at that price; absent if unknown.
    pub valid_from: Option<NaiveDate>,
    /// Last day of sale at that price; absent if unknown.
    pub valid_to: Option<NaiveDate>,
    /// Page on which it was read, or `compiled:<year>-<month>`.
    pub source: String,
    /// Day on which it was read.
    pub as_of: NaiveDate,
}

impl Price {
    pub(super) fn validate(&self) -> Result<(), String> {
        if !(self.amount.is_finite() && self.amount > 0.0) {
            return Err("a price that is not known is left out, and is never 0".to_owned());
        }
        if self.currency.len() != 3 || !self.currency.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(format!("`{}` is not an ISO 4217 currency", self.currency));
        }
        if self.valid_from.zip(self.valid_to).is_some_and(|(from, to)| to < from) {
            return Err("a price ends before it begins".to_owned());
        }
        if self.source.trim().is_empty() {
            return Err("a price needs its source".to_owned());
        }
        Ok(())
    }

    /// Returns whether it is valid on a day, as far as is recorded: without a last day, until the season of the pass is
    /// `over`.
    #[must_use]
    pub fn is_valid_on(&self, day: NaiveDate, over: Option<NaiveDate>) -> bool {
        let begun = self.valid_from.unwrap_or(self.as_of) <= day;
        let ended = match self.valid_to {
            Some(last) => last < day,
            None => over.is_none_or(|over| over <= day),
        };
        begun && !ended
    }
}

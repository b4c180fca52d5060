//! Shared parts of the operations about ski passes: finding the pass that a text names, and showing its terms.

pub use catalogue::passes::Mode;
use catalogue::passes::{Access, AgeBand, Pass, Passes, Price, Product};
use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use world::View;
use world::unknown::shortened;

use crate::error::OpError;

/// The statement that every answer about passes contains.
pub(crate) const BASIS: &str = "Compiled by hand from general knowledge and published lists of the season \
    named, not by the operator: check with the operator before buying. Facts not on record are left out.";

/// Terms of a product at resorts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Terms {
    /// Mode of access.
    pub mode: Mode,
    /// Number of days; null if unlimited or not on record.
    pub day_count: Option<u32>,
    /// Whether the days are shared between several resorts.
    pub shared: bool,
    /// Whether there are days on which it is not valid; null if not known.
    pub blackout: Option<bool>,
    /// Whether a day has to be reserved; null if not known.
    pub reservation: Option<bool>,
}

impl Terms {
    pub(crate) const fn from_access(access: &Access) -> Self {
        let Access { mode, days: day_count, shared, blackout, reservation, .. } = *access;
        Self { mode, day_count, shared, blackout, reservation }
    }
}

impl std::fmt::Display for Terms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.mode, self.day_count) {
            (Mode::Unlimited, _) => f.write_str("unlimited")?,
            (Mode::Discount, _) => f.write_str("a discount")?,
            (Mode::Days, Some(days)) => {
                write!(f, "{days} {}", if days == 1 { "day" } else { "days" })?;
                f.write_str(if self.shared { ", shared between several resorts" } else { "" })?;
            }
            (Mode::Included | Mode::Days, _) => f.write_str("included, terms not on record")?,
        }
        f.write_str(if self.blackout == Some(true) { ", with blackout days" } else { "" })?;
        f.write_str(if self.reservation == Some(true) { ", by reservation" } else { "" })
    }
}

/// A price as published by its source; not a quotation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceRow<'w> {
    /// Amount in the currency's main unit.
    pub amount: f64,
    /// ISO 4217.
    pub currency: &'w str,
    /// Age band of the price.
    pub age_band: AgeBand,
    /// First day of sale at that price.
    pub valid_from: Option<NaiveDate>,
    /// Last day of sale at that price.
    pub valid_to: Option<NaiveDate>,
    /// Whether it applies to sales today, as far as is on record.
    pub is_current: bool,
    /// Where it was found.
    pub source: &'w str,
    /// Day on which it was found.
    pub as_of: NaiveDate,
}

impl<'w> PriceRow<'w> {
    pub(crate) fn new(price: &'w Price, pass: &Pass, now: Timestamp) -> Self {
        Self {
            amount: price.amount,
            currency: &price.currency,
            age_band: price.age_band,
            valid_from: price.valid_from,
            valid_to: price.valid_to,
            is_current: price.is_valid_on(today(now), pass.over_from()),
            source: &price.source,
            as_of: price.as_of,
        }
    }
}

/// Returns today's price for adults; `None` if none is on record.
pub(crate) fn price_of_today<'w>(
    pass: &'w Pass,
    product: &'w Product,
    now: Timestamp,
) -> Option<PriceRow<'w>> {
    let rows = product.prices.iter().map(|price| PriceRow::new(price, pass, now));
    rows.filter(|row| row.is_current && row.age_band == AgeBand::Adult).max_by_key(|row| row.as_of)
}

/// Returns whether the season of a pass's terms is over.
pub(crate) fn is_over(pass: &Pass, now: Timestamp) -> bool {
    pass.over_from().is_none_or(|over| over <= today(now))
}

/// Returns how many of a pass's resorts this service has.
pub(crate) fn resort_count(view: &View<'_>, pass: &Pass) -> usize {
    pass.members().into_iter().filter(|slug| view.of_slug(slug).is_some()).count()
}

/// Finds the pass that an argument names.
///
/// # Errors
/// Returns [`OpError::NotFound`] with similar passes, or with all passes if none is similar.
pub(crate) fn find_pass<'w>(passes: &'w Passes, text: &str) -> Result<&'w Pass, OpError> {
    passes.find(text).ok_or_else(|| {
        let near = passes.suggest(text);
        let all = || passes.iter().map(|pass| pass.id.clone()).collect();
        OpError::NotFound {
            what: "ski pass",
            next: None,
            asked: shortened(text),
            suggestions: if near.is_empty() { all() } else { near },
        }
    })
}

/// Finds the pass that an argument of a list names.
///
/// # Errors
/// Returns [`OpError::InvalidArguments`] under the argument's name: in a list an unknown name is an invalid argument,
/// as for a country.
pub(crate) fn given<'w>(passes: &'w Passes, argument: &str, text: &str) -> Result<&'w Pass, OpError> {
    find_pass(passes, text).map_err(|unknown| OpError::argument(argument, unknown.to_string()))
}

/// Finds the pass that an argument `pass` of a list names, if it was given.
///
/// # Errors
/// Like [`given`].
pub(crate) fn filter<'w>(passes: &'w Passes, text: Option<&str>) -> Result<Option<&'w Pass>, OpError> {
    text.map(|text| given(passes, "pass", text)).transpose()
}

fn today(now: Timestamp) -> NaiveDate {
    now.utc().date_naive()
}

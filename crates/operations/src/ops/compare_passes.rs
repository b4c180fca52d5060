//! `compare_passes`: which ski pass is valid at the resorts of a trip, and for how many of its days.

use std::cmp::Reverse;

use catalogue::passes::{Access, Days, Kind, Pass, Product};
use conditions_core::time::Timestamp;
use conditions_core::units::Hundredths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use crate::passes::{BASIS, PriceRow, Terms, given, is_over, price_of_today, resort_count};
use crate::text::{Text, count_text, reported};
use world::credits::SourceFamilies;
use world::{Tier, View};

pub struct Op;

const RULE: &str = "requested resorts that the product covers, most first; then enough days for the trip, \
    unknown, too few; then total resorts, most first";

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Passes, default all.
    ///
    /// Identifiers or names, separated by commas or by repeating the argument.
    #[schemars(length(min = 1, max = 20), inner(length(min = 1, max = 60)))]
    pub passes: Option<Vec<String>>,
    /// Resorts of the trip: slugs or names.
    ///
    /// Separated by commas or by repeating the argument.
    #[schemars(length(min = 1, max = 20), inner(length(min = 1, max = 100)))]
    pub slugs: Option<Vec<String>>,
    /// Days of skiing.
    #[schemars(range(min = 1, max = 200))]
    pub trip_days: Option<u32>,
    /// What you would pay for the one named pass.
    ///
    /// In any currency; `tripDays` divides it.
    #[schemars(range(min = 0.01, max = 1_000_000.0))]
    pub price: Option<f64>,
}

/// Passes side by side.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassComparison<'w> {
    /// Slugs of the requested resorts.
    pub resorts: Vec<&'w str>,
    /// Requested days of skiing.
    pub trip_days: Option<u32>,
    /// The caller's price per day of the trip, in the caller's currency; null without a price and days.
    pub own_price_per_day: Option<Hundredths>,
    /// The products, best first.
    pub products: Vec<ComparedProduct<'w>>,
    /// Basis of the facts.
    pub basis: &'static str,
}

/// A product of a pass.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedProduct<'w> {
    /// Identifier of the pass.
    pub pass: &'w str,
    /// Identifier of the product.
    pub product: &'w str,
    /// Name of the product.
    pub name: &'w str,
    /// What kind of pass.
    pub kind: Kind,
    /// Winter of the terms.
    pub season: &'w str,
    /// Whether that winter is over.
    pub season_is_over: bool,
    /// Number of this service's resorts on the pass.
    pub resort_count: usize,
    /// Requested resorts on the pass, with the terms.
    pub covered: Vec<CoveredResort<'w>>,
    /// Requested resorts that are not on the pass, as far as is on record; empty if its terms are not on record.
    pub missing: Vec<&'w str>,
    /// Whether every requested resort is on the pass; null if not on record, or if no resort was requested.
    pub covers_all: Option<bool>,
    /// Days at these resorts; null if unlimited or not on record.
    pub day_count: Option<u32>,
    /// Whether these days are unlimited.
    pub unlimited: bool,
    /// Whether the days are enough for the trip; null if not on record, and without `tripDays`.
    pub enough_days: Option<bool>,
    /// Today's price for adults; null if none is on record.
    pub price: Option<PriceRow<'w>>,
    /// That price per day of the trip, in its currency.
    pub price_per_day: Option<Hundredths>,
}

/// A resort on a pass.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Covered")]
pub struct CoveredResort<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// The terms.
    #[serde(flatten)]
    pub terms: Terms,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "compare_passes",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/passes/compare",
        title: "Ski passes for a trip",
        description: "Ski passes for given resorts: resorts and trip days covered, and the price per day if \
            a dated price is on record or you give one. For one pass use get_pass. Null: not on record.",
    };
    type Args = Args;
    type Data<'w> = PassComparison<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<PassComparison<'w>>, OpError> {
        let passes = chosen(view, args.passes.as_deref())?;
        if args.price.is_some() && args.passes.as_ref().is_none_or(|names| names.len() != 1) {
            return Err(OpError::argument("price", "is for one pass: name that pass in `passes`"));
        }
        if args.price.is_some() && args.trip_days.is_none() {
            return Err(OpError::argument("price", "needs `tripDays` as divisor"));
        }
        let mut resorts: Vec<&'w str> = Vec::new();
        for asked in args.slugs.iter().flatten() {
            let slug = view.resort(asked)?.resort().slug.as_str();
            if !resorts.contains(&slug) {
                resorts.push(slug);
            }
        }
        let trip = Trip { resorts: &resorts, days: args.trip_days, now };
        let mut products: Vec<ComparedProduct<'w>> =
            passes.into_iter().flat_map(|pass| trip.compared(view, pass)).collect();
        products.sort_by_key(|row| {
            let fit = match row.enough_days {
                Some(true) => 0,
                None => 1,
                Some(false) => 2,
            };
            (Reverse(row.covered.len()), fit, Reverse(row.resort_count))
        });
        let limit = u32::try_from(products.len()).unwrap_or(u32::MAX);
        let page = Page { total: products.len(), limit, offset: 0 };
        let own_price_per_day = args.price.zip(args.trip_days).and_then(|(price, days)| per_day(price, days));
        let (trip_days, basis) = (args.trip_days, BASIS);
        let comparison = PassComparison { resorts, trip_days, own_price_per_day, products, basis };
        Ok(Reply::ranked(comparison, SourceFamilies::CATALOGUE, page, RULE))
    }

    fn text(data: &PassComparison<'_>) -> String {
        let mut text = Text::new();
        if let Some(price) = data.own_price_per_day {
            text.item("Your price per day", price.get());
        }
        for row in &data.products {
            let over = if row.season_is_over { ", over" } else { "" };
            let reach = match row.covers_all {
                Some(_) => format!("reaches {} of {}", row.covered.len(), data.resorts.len()),
                None if data.resorts.is_empty() => count_text(row.resort_count, "resort").to_string(),
                None => "terms not on record".to_owned(),
            };
            let enough = match (data.trip_days, row.enough_days) {
                (None, _) => "",
                (Some(_), Some(true)) => ", enough days",
                (Some(_), Some(false)) => ", too few days",
                (Some(_), None) => ", days not on record",
            };
            let price = row.price_per_day.map(|price| format!("; {} a day", price.get())).unwrap_or_default();
            text.line(format_args!("{} ({}, {}{over}): {reach}{enough}{price}", row.name, row.product, row.season));
            for covered in &row.covered {
                text.line(format_args!("- {}: {}", covered.slug, covered.terms));
            }
            if !row.missing.is_empty() {
                text.item("- Not reached", reported(Some(row.missing.join(", ")), ""));
            }
        }
        text.line(data.basis);
        text.done()
    }
}

/// Returns the named passes, each once, or all passes.
fn chosen<'w>(view: &View<'w>, names: Option<&[String]>) -> Result<Vec<&'w Pass>, OpError> {
    let Some(names) = names else { return Ok(view.passes().iter().collect()) };
    let mut passes: Vec<&'w Pass> = Vec::with_capacity(names.len());
    for name in names {
        let pass = given(view.passes(), "passes", name)?;
        if passes.iter().all(|other| other.id != pass.id) {
            passes.push(pass);
        }
    }
    Ok(passes)
}

fn per_day(price: f64, days: u32) -> Option<Hundredths> {
    Hundredths::new(price / f64::from(days.max(1)))
}

/// The trip for which passes are compared.
#[derive(Clone, Copy)]
struct Trip<'t, 'w> {
    resorts: &'t [&'w str],
    days: Option<u32>,
    now: Timestamp,
}

impl<'w> Trip<'_, 'w> {
    fn compared(self, view: &View<'w>, pass: &'w Pass) -> impl Iterator<Item = ComparedProduct<'w>> {
        let count = resort_count(view, pass);
        pass.products.iter().map(move |product| self.product(pass, product, count))
    }

    fn product(self, pass: &'w Pass, product: &'w Product, resort_count: usize) -> ComparedProduct<'w> {
        let reached: Vec<(&'w str, &'w Access)> =
            self.resorts.iter().filter_map(|slug| Some((*slug, product.access_at(slug)?))).collect();
        let on_record = !product.access.is_empty();
        let is_asked = on_record && !self.resorts.is_empty();
        let missing = self.resorts.iter().filter(|slug| product.access_at(slug).is_none());
        let missing: Vec<&str> = if on_record { missing.copied().collect() } else { Vec::new() };
        let days = if is_asked { days_at(product, &reached) } else { Days::Unknown };
        let price = price_of_today(pass, product, self.now);
        ComparedProduct {
            pass: &pass.id,
            product: &product.id,
            name: &product.name,
            kind: pass.kind,
            season: &pass.season,
            season_is_over: is_over(pass, self.now),
            resort_count,
            covers_all: is_asked.then_some(missing.is_empty()),
            missing,
            covered: reached.iter().map(|(slug, access)| CoveredResort { slug, terms: Terms::from_access(access) }).collect(),
            day_count: if let Days::AtMost(days) = days { Some(days) } else { None },
            unlimited: days == Days::Unlimited,
            enough_days: self.days.and_then(|trip| days.cover(trip)),
            price_per_day: price.as_ref().zip(self.days).and_then(|(price, days)| per_day(price.amount, days)),
            price,
        }
    }
}

/// Returns the days of a product at the resorts that it covers, with shared days counted once.
fn days_at(product: &Product, reached: &[(&str, &Access)]) -> Days {
    let groups = product.access.iter().filter_map(|group| {
        let resorts = reached.iter().filter(|(slug, _)| group.reaches(slug)).count();
        u32::try_from(resorts).ok().filter(|resorts| *resorts > 0).map(|resorts| group.days_at(resorts))
    });
    groups.fold(Days::AtMost(0), Days::and)
}

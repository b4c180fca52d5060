//! `get_pass`: one ski pass: its operator, its products and its resorts.

use std::collections::BTreeMap;

use catalogue::passes::{Kind, Pass, Product};
use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::passes::{BASIS, PriceRow, Terms, is_over, find_pass, price_of_today};
use crate::text::{Text, count_text, reported};
use world::credits::SourceFamilies;
use world::{VisibleResort, Tier, View};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Identifier or name.
    ///
    /// Such as `ikon-pass`.
    #[schemars(length(min = 1, max = 60))]
    pub pass: String,
}

/// A ski pass.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassDetail<'w> {
    /// Identifier, such as `ikon-pass`.
    pub id: &'w str,
    /// Name in common use.
    pub name: &'w str,
    /// Other names.
    pub aliases: &'w [String],
    /// Seller of the pass.
    pub operator: Option<&'w str>,
    /// Kind of pass.
    pub kind: Kind,
    /// Address where it is sold.
    pub website: Option<&'w str>,
    /// Winter of the terms, such as `2025/26`.
    pub season: &'w str,
    /// Whether that winter is over: terms and prices may have changed since.
    pub season_is_over: bool,
    /// Products sold under the name, widest first.
    pub products: Vec<ProductDetail<'w>>,
    /// Number of this service's resorts on the pass.
    pub resort_count: usize,
    /// Whether these are all of this service's resorts on the pass.
    pub complete: bool,
    /// Its resorts by country.
    pub countries: Vec<InCountry<'w>>,
    /// Its resorts by part of the world.
    pub regions: Vec<InRegion<'w>>,
    /// Further remarks.
    pub note: Option<&'w str>,
    /// Basis of the facts.
    pub basis: &'static str,
    /// Sources of the facts.
    pub sources: &'w [String],
    /// Date of the facts.
    pub dated: NaiveDate,
}

/// A product sold under a pass's name.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductDetail<'w> {
    /// Identifier among all products, such as `ikon-base-pass`.
    pub id: &'w str,
    /// Name under which it is sold.
    pub name: &'w str,
    /// Resorts grouped by terms; empty if the terms are not on record.
    pub access: Vec<Group<'w>>,
    /// Today's price for adults; null if none is on record.
    pub price: Option<PriceRow<'w>>,
    /// Every price on record.
    pub prices: Vec<PriceRow<'w>>,
    /// Further remarks.
    pub note: Option<&'w str>,
}

/// Resorts on the same terms.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Group<'w> {
    /// The terms.
    #[serde(flatten)]
    pub terms: Terms,
    /// Slugs of the resorts.
    pub resorts: Vec<&'w str>,
}

/// Resorts in a country.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InCountry<'w> {
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// Number of resorts.
    pub resorts: usize,
}

/// Resorts in a part of the world.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InRegion<'w> {
    /// Continent, such as `europe`.
    pub region: &'w str,
    /// Number of resorts.
    pub resorts: usize,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_pass",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/passes/{pass}",
        title: "One ski pass",
        description: "A ski pass: operator, season, products, resorts by terms of access (unlimited, days, shared days), \
            prices only where dated. For rows of its resorts use find_pass_resorts, for several passes compare_passes.",
    };
    type Args = Args;
    type Data<'w> = PassDetail<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<PassDetail<'w>>, OpError> {
        let pass = find_pass(view.passes(), &args.pass)?;
        Ok(Reply::one(detail(view, pass, now), SourceFamilies::CATALOGUE))
    }

    fn text(data: &PassDetail<'_>) -> String {
        let mut text = Text::new();
        let over = if data.season_is_over { ", a season that is over" } else { "" };
        text.line(format_args!("{} ({}), season {}{over}", data.name, data.id, data.season));
        text.item("Operator", reported(data.operator, ""));
        text.item("Sold at", reported(data.website, ""));
        let all = if data.complete { "" } else { "; others may be missing" };
        text.line(format_args!("Valid at {} of this service{all}", count_text(data.resort_count, "resort")));
        for product in &data.products {
            product_text(&mut text, product);
        }
        if let Some(note) = data.note {
            text.line(note);
        }
        text.line(data.basis);
        text.item("Facts of", data.dated);
        text.done()
    }
}

fn product_text(text: &mut Text, product: &ProductDetail<'_>) {
    let price = product.price.map(|price| format!("{} {} ({})", price.amount, price.currency, price.as_of));
    text.line(format_args!("{} ({}); price today: {}", product.name, product.id, reported(price, "")));
    if product.access.is_empty() {
        text.line("- terms not on record");
    }
    for group in &product.access {
        text.line(format_args!("- {}: {}", group.terms, group.resorts.join(", ")));
    }
    if let Some(note) = product.note {
        text.line(format_args!("- {note}"));
    }
}

fn detail<'w>(view: &View<'w>, pass: &'w Pass, now: Timestamp) -> PassDetail<'w> {
    let members: Vec<VisibleResort<'w>> = pass.members().into_iter().filter_map(|slug| view.of_slug(slug)).collect();
    let (mut countries, mut regions) = (BTreeMap::<&str, usize>::new(), BTreeMap::<&str, usize>::new());
    for seen in &members {
        *countries.entry(&seen.resort().country).or_default() += 1;
        *regions.entry(seen.resort().continent()).or_default() += 1;
    }
    PassDetail {
        id: &pass.id,
        name: &pass.name,
        aliases: &pass.aliases,
        operator: pass.operator.as_deref(),
        kind: pass.kind,
        website: pass.website.as_deref(),
        season: &pass.season,
        season_is_over: is_over(pass, now),
        products: pass.products.iter().map(|product| product_detail(view, pass, product, now)).collect(),
        resort_count: members.len(),
        complete: pass.complete,
        countries: countries.into_iter().map(|(country, resorts)| InCountry { country, resorts }).collect(),
        regions: regions.into_iter().map(|(region, resorts)| InRegion { region, resorts }).collect(),
        note: pass.note.as_deref(),
        basis: BASIS,
        sources: &pass.sources,
        dated: pass.dated,
    }
}

fn product_detail<'w>(view: &View<'w>, pass: &'w Pass, product: &'w Product, now: Timestamp) -> ProductDetail<'w> {
    let groups = product.access.iter().map(|access| {
        let resorts = access.resorts.iter().map(String::as_str).filter(|slug| view.of_slug(slug).is_some());
        Group { terms: Terms::from_access(access), resorts: resorts.collect() }
    });
    ProductDetail {
        id: &product.id,
        name: &product.name,
        access: groups.filter(|group| !group.resorts.is_empty()).collect(),
        price: price_of_today(pass, product, now),
        prices: product.prices.iter().map(|price| PriceRow::new(price, pass, now)).collect(),
        note: product.note.as_deref(),
    }
}

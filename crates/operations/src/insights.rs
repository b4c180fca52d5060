//! Insight cards: statements about stored data, each with its method, its numbers, the number of cases and the day it
//! refers to. Cards and lists of them are generated from one table of categories.
//!
//! The cards of the whole world are made once per publication, for what anonymous callers see. A card always has
//! evidence.

use std::sync::Arc;

use chrono::NaiveDate;
use climate::Chances;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{View, VisibleResort};

use crate::figure::Figure;

mod accuracy;
mod last_season;
mod opening_outlook;
mod openings;
mod operators;
mod running_season;
mod statement;
mod todays_depth;

pub use statement::{BlendSkill, Cases, Statement, UsualDay};

/// Topic of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// This season's snow against its average.
    SeasonNorm,
    /// The biggest day of this season.
    StormOfSeason,
    /// Days without snow.
    DrySpell,
    /// How rare today's snow is.
    RareDepth,
    /// How far to trust the forecast.
    ForecastTrust,
    /// The most accurate model.
    ModelAccuracy,
    /// Announced openings.
    Openings,
    /// Usual seasons.
    SeasonCalendar,
    /// Snow at the opening in past winters.
    OpeningOutlook,
    /// New snow by operator and by station.
    OperatorVsStation,
    /// The season before.
    LastSeason,
}

/// The part of the world that a card covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "InsightScope")]
pub enum Scope {
    /// One resort.
    Resort,
    /// One region.
    Region,
    /// A hemisphere or the world.
    World,
}

/// How a category's cards are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "InsightBasis")]
pub enum Basis {
    /// Counted or measured values.
    Data,
    /// Compared or inferred values.
    Intelligence,
}

/// Side of the equator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hemisphere {
    /// North of the equator.
    Northern,
    /// South of the equator.
    Southern,
}

impl Hemisphere {
    /// Returns the hemisphere of a resort.
    #[must_use]
    pub fn of_resort(seen: &VisibleResort<'_>) -> Self {
        if seen.resort().lat < 0.0 { Self::Southern } else { Self::Northern }
    }
}

/// A category of cards.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Identifier, as arguments use it.
    pub category: Category,
    /// Name for people.
    pub title: &'static str,
    /// How its cards are made.
    pub basis: Basis,
    /// Content of its cards.
    pub description: &'static str,
    /// How its cards are computed, and from which data.
    pub method: &'static str,
    /// Scopes of its cards.
    pub scopes: &'static [Scope],
    /// Makes the card of a resort, if resorts have one.
    of_resort: Option<OfResort>,
    /// Makes the other cards, from those of the resorts.
    of_all: Option<OfAll>,
}

/// Makes the card of a resort; returns `None` without evidence.
type OfResort = fn(&CardInputs<'_>, &VisibleResort<'_>) -> Option<Card>;

/// Makes the cards of regions, of hemispheres and of the world.
type OfAll = fn(&View<'_>, &[ResortCard]) -> Vec<Card>;

/// A resort's card, and the resort's position.
struct ResortCard {
    at: usize,
    card: Card,
}

/// Inputs for the cards of resorts.
struct CardInputs<'v> {
    view: &'v View<'v>,
    chances: Chances,
}

/// Every category, in the documented order.
pub const CATEGORIES: &[About] = &[
    running_season::NORM,
    running_season::STORM,
    running_season::DRY,
    todays_depth::ABOUT,
    accuracy::TRUST,
    accuracy::MODELS,
    openings::ANNOUNCED,
    openings::CALENDAR,
    opening_outlook::ABOUT,
    operators::ABOUT,
    last_season::ABOUT,
];

/// An insight card.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// Identifier; stable as long as the subject is the same: `season_norm/alta`.
    pub id: String,
    /// Category of the card.
    pub category: Category,
    /// Part of the world that it covers.
    pub scope: Scope,
    /// Slug of the resort; null for a region or the world.
    pub slug: Option<String>,
    /// Tag of the region; null for a resort or the world.
    pub region: Option<String>,
    /// Side of the equator; null if the card covers both, and for regions.
    pub hemisphere: Option<Hemisphere>,
    /// Statement of the card, in one sentence.
    pub headline: String,
    /// The statement as data.
    #[serde(skip)]
    pub statement: Statement,
    /// Numbers that support it.
    pub numbers: Vec<Figure>,
    /// Number of cases it rests on; never 0.
    pub n: usize,
    /// Kind of case, such as `winters`.
    #[schemars(with = "&'static str")]
    pub n_of: Cases,
    /// Day it refers to.
    pub as_of: NaiveDate,
    /// Rank among the cards of its category; higher is more notable.
    #[serde(skip)]
    weight: f64,
    #[serde(skip)]
    carries: SourceFamilies,
}

/// The evidence of a card.
struct CardBasis {
    n: usize,
    n_of: Cases,
    as_of: NaiveDate,
    weight: f64,
    carries: SourceFamilies,
}

impl Card {
    /// Returns the number of that name.
    fn number(&self, name: &str) -> Option<Tenths> {
        self.numbers.iter().find(|number| number.name == name)?.value
    }

    /// Returns the sources to credit.
    #[must_use]
    pub const fn carries(&self) -> SourceFamilies {
        self.carries
    }

    fn of_resort(
        category: Category,
        seen: &VisibleResort<'_>,
        statement: Statement,
        numbers: Vec<Figure>,
        on: CardBasis,
    ) -> Self {
        let slug = &seen.resort().slug;
        let id = format!("{}/{slug}", category.id());
        let card = Self::new(id, category, statement, numbers, on);
        let hemisphere = Some(Hemisphere::of_resort(seen));
        Self { scope: Scope::Resort, slug: Some(slug.clone()), hemisphere, ..card }
    }

    fn of_region(
        category: Category,
        region: &str,
        statement: Statement,
        numbers: Vec<Figure>,
        on: CardBasis,
    ) -> Self {
        let id = format!("{}/region/{region}", category.id());
        let card = Self::new(id, category, statement, numbers, on);
        Self { scope: Scope::Region, region: Some(region.to_owned()), ..card }
    }

    fn of_world(
        category: Category,
        hemisphere: Option<Hemisphere>,
        statement: Statement,
        numbers: Vec<Figure>,
        on: CardBasis,
    ) -> Self {
        let side = match hemisphere {
            None => "",
            Some(Hemisphere::Northern) => "/northern",
            Some(Hemisphere::Southern) => "/southern",
        };
        let id = format!("{}/world{side}", category.id());
        Self { hemisphere, ..Self::new(id, category, statement, numbers, on) }
    }

    fn new(
        id: String,
        category: Category,
        statement: Statement,
        numbers: Vec<Figure>,
        on: CardBasis,
    ) -> Self {
        let CardBasis { n, n_of, as_of, weight, carries } = on;
        Self {
            id,
            category,
            scope: Scope::World,
            slug: None,
            region: None,
            hemisphere: None,
            headline: statement.to_string(),
            statement,
            numbers,
            n,
            n_of,
            as_of,
            weight,
            carries: SourceFamilies::CATALOGUE.and(carries),
        }
    }
}

impl Category {
    fn id(self) -> String {
        crate::text::word(&self)
    }
}

/// The cards of every category, in the order of [`CATEGORIES`].
#[derive(Debug, Default)]
pub struct CardSet(Vec<Vec<Card>>);

impl CardSet {
    /// Returns the cards of the world, computed at the first request after a publication and then cached.
    #[must_use]
    pub fn cached(view: &View<'_>) -> Arc<Self> {
        view.once(Self::build)
    }

    #[must_use]
    pub fn build(view: &View<'_>) -> Self {
        let making = CardInputs { view, chances: Chances::default() };
        let mut own: Vec<Vec<ResortCard>> = CATEGORIES.iter().map(|_| Vec::new()).collect();
        // Resort by resort, because one category loads a resort's winters into memory and the next ones reuse them.
        for seen in view.resorts() {
            for (about, own) in CATEGORIES.iter().zip(&mut own) {
                let card = about.of_resort.and_then(|make| make(&making, &seen));
                own.extend(card.map(|card| ResortCard { at: seen.position(), card }));
            }
        }
        let cards = |(about, own): (&About, Vec<ResortCard>)| {
            let of_all = about.of_all.map(|make| make(view, &own)).unwrap_or_default();
            let mut cards: Vec<Card> = own.into_iter().map(|own| own.card).chain(of_all).collect();
            cards.retain(|card| card.n > 0 && !card.numbers.is_empty());
            cards.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.id.cmp(&b.id)));
            cards
        };
        Self(CATEGORIES.iter().zip(own).map(cards).collect())
    }

    /// Returns each category with its cards, most notable first.
    pub fn by_category(&self) -> impl Iterator<Item = (&'static About, &[Card])> {
        CATEGORIES.iter().zip(self.0.iter().map(Vec::as_slice))
    }
}

//! Ski passes: their operators, the resorts they cover, and the terms.
//!
//! One embedded table, dated pass by pass. Terms that an operator changes every year are shown with their season, never
//! as today's. A price is recorded with its currency, source and day, or not at all.

mod access;
mod price;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::resort::is_slug;
use crate::{CatalogueError, comparable};

pub use access::{Access, Days, Mode};
pub use price::{AgeBand, Price};

const TABLE: &str = include_str!("../data/passes.toml");

/// Passes of the embedded table. The tests read it, so a build that passed the tests has a valid one.
static EMBEDDED: LazyLock<Passes> = LazyLock::new(|| Passes::parse(TABLE).unwrap_or_default());

/// Minimum similarity of a suggested pass, 0–1.
const LEAST_SIMILAR: f64 = 0.5;
/// Number of suggestions for an unknown text.
const SUGGESTIONS: usize = 3;
/// Month and day by which all passes of a northern winter have ended.
const OVER: (u32, u32) = (7, 1);

/// The kind of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PassKind")]
pub enum Kind {
    /// A season pass for resorts of many regions.
    Season,
    /// A number of days at each of many resorts.
    Days,
    /// Benefits for holders of a member's season pass at the other members.
    Alliance,
    /// One ticket for neighbouring resorts.
    Regional,
}

/// A ski pass.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    /// Identifier, such as `ikon-pass`.
    pub id: String,
    /// Name in common use.
    pub name: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Seller; absent if there is no named one.
    pub operator: Option<String>,
    /// Kind of the pass.
    pub kind: Kind,
    /// Website of the seller.
    pub website: Option<String>,
    /// Winter for which the row is valid, such as `2025/26`.
    pub season: String,
    /// Whether the list of its resorts in the catalogue is complete.
    pub complete: bool,
    /// Further remarks on the row.
    pub note: Option<String>,
    /// Sources of the facts.
    pub sources: Vec<String>,
    /// Date of the facts.
    pub dated: NaiveDate,
    /// Products sold under its name, the most extensive first.
    #[serde(rename = "product")]
    pub products: Vec<Product>,
}

/// A product sold under a pass's name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    /// Identifier, unique among all products.
    pub id: String,
    /// Name under which it is sold.
    pub name: String,
    /// Further remarks on the product.
    pub note: Option<String>,
    /// Resorts with their terms; empty if the terms are not recorded.
    pub access: Vec<Access>,
    /// Recorded prices, with the day; empty if none is recorded.
    #[serde(default)]
    pub prices: Vec<Price>,
}

impl Pass {
    /// Returns the first day after its season.
    #[must_use]
    pub fn over_from(&self) -> Option<NaiveDate> {
        season_over(&self.season)
    }

    /// Returns every resort that one of its products covers, by slug.
    #[must_use]
    pub fn members(&self) -> BTreeSet<&str> {
        let groups = self.products.iter().flat_map(|product| &product.access);
        groups.flat_map(|group| group.resorts.iter().map(String::as_str)).collect()
    }

    fn validate(&self) -> Result<(), String> {
        if !is_slug(&self.id) || self.name.trim().is_empty() {
            return Err("a pass needs an identifier of lower-case ASCII words and a name".to_owned());
        }
        if self.over_from().is_none() {
            return Err(format!("`{}` is not a season; write it as 2025/26", self.season));
        }
        if self.sources.is_empty() {
            return Err("a pass needs a source".to_owned());
        }
        if self.website.as_ref().is_some_and(|url| !url.starts_with("https://")) {
            return Err("a pass's website needs https".to_owned());
        }
        if self.products.is_empty() {
            return Err("a pass needs a product".to_owned());
        }
        self.products.iter().try_for_each(Product::validate)
    }
}

impl Product {
    /// Returns the group of resorts that a resort belongs to.
    #[must_use]
    pub fn access_at(&self, slug: &str) -> Option<&Access> {
        self.access.iter().find(|group| group.reaches(slug))
    }

    fn validate(&self) -> Result<(), String> {
        let id = &self.id;
        if !is_slug(id) || self.name.trim().is_empty() {
            return Err(format!("product `{id}` needs an identifier and a name"));
        }
        let mut seen = BTreeSet::new();
        for group in &self.access {
            group.validate().map_err(|reason| format!("product `{id}`: {reason}"))?;
            if let Some(twice) = group.resorts.iter().find(|slug| !seen.insert(slug.as_str())) {
                return Err(format!("product `{id}`: {twice} is listed twice"));
            }
        }
        self.prices
            .iter()
            .try_for_each(|price| price.validate().map_err(|reason| format!("product `{id}`: {reason}")))
    }
}

/// Returns the first day after a season such as `2025/26`; `None` for another text.
fn season_over(season: &str) -> Option<NaiveDate> {
    let (first, second) = season.split_once('/')?;
    let year: i32 = first.parse().ok().filter(|_| first.len() == 4)?;
    let next: i32 = second.parse().ok().filter(|_| second.len() == 2)?;
    if (year + 1) % 100 != next {
        return None;
    }
    NaiveDate::from_ymd_opt(year + 1, OVER.0, OVER.1)
}

/// A table of passes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Passes {
    /// Passes in the order of the table: those of many countries first.
    rows: Vec<Pass>,
    /// Identifier and names of each row in comparable form.
    keys: Vec<Vec<String>>,
    /// Rows that cover each resort.
    of_resort: BTreeMap<String, Vec<usize>>,
}

/// Returns the embedded passes.
#[must_use]
pub fn passes() -> &'static Passes {
    &EMBEDDED
}

impl Passes {
    /// Parses a table in the format of `data/passes.toml`. [`Passes::unknown_resorts`] checks whether its resorts exist.
    ///
    /// # Errors
    /// Returns [`CatalogueError`] with the violation of the format: days without a number, a duplicate resort, a price
    /// of 0.
    pub fn parse(text: &str) -> Result<Self, CatalogueError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            pass: Vec<Pass>,
        }
        let file: File = toml::from_str(text).map_err(|source| CatalogueError::Parse {
            country: "passes".to_owned(),
            source: Box::new(source),
        })?;
        let rows = file.pass;
        let broken = |slug: &str, reason: String| CatalogueError::Row { slug: slug.to_owned(), reason };
        let (mut ids, mut names) = (BTreeSet::new(), BTreeSet::new());
        let mut keys = Vec::with_capacity(rows.len());
        let mut of_resort: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, pass) in rows.iter().enumerate() {
            pass.validate().map_err(|reason| broken(&pass.id, reason))?;
            if let Some(twice) = pass.products.iter().find(|product| !ids.insert(product.id.as_str())) {
                return Err(broken(&pass.id, format!("product `{}` is used twice", twice.id)));
            }
            let own: BTreeSet<String> = [&pass.id, &pass.name]
                .into_iter()
                .chain(&pass.aliases)
                .map(|name| comparable(name))
                .collect();
            if let Some(twice) = own.iter().find(|name| !names.insert((*name).clone())) {
                return Err(broken(&pass.id, format!("another pass is called `{twice}` too")));
            }
            keys.push(own.into_iter().collect());
            for slug in pass.members() {
                of_resort.entry(slug.to_owned()).or_default().push(at);
            }
        }
        Ok(Self { rows, keys, of_resort })
    }

    /// Returns all passes, those of many countries first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Pass> {
        self.rows.iter()
    }

    /// Returns the pass with this identifier or name.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<&Pass> {
        let asked = comparable(text);
        let at = self.keys.iter().position(|names| !asked.is_empty() && names.contains(&asked))?;
        self.rows.get(at)
    }

    /// Returns the passes that cover a resort.
    pub fn at(&self, slug: &str) -> impl Iterator<Item = &Pass> {
        self.of_resort.get(slug).into_iter().flatten().filter_map(|at| self.rows.get(*at))
    }

    /// Returns identifiers of passes with a name similar to a text, the most similar first.
    #[must_use]
    pub fn suggest(&self, text: &str) -> Vec<String> {
        let asked = comparable(text);
        let similarity = |names: &Vec<String>| {
            names.iter().map(|name| strsim::normalized_damerau_levenshtein(name, &asked)).fold(0.0, f64::max)
        };
        let mut near: Vec<(f64, &Pass)> = self.keys.iter().map(similarity).zip(&self.rows).collect();
        near.retain(|(similarity, _)| *similarity >= LEAST_SIMILAR);
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.id.cmp(&b.1.id)));
        near.into_iter().take(SUGGESTIONS).map(|(_, pass)| pass.id.clone()).collect()
    }

    /// Returns resorts of the table that are not among these slugs.
    #[must_use]
    pub fn unknown_resorts<'p>(&'p self, known: &BTreeSet<&str>) -> Vec<&'p str> {
        self.of_resort.keys().map(String::as_str).filter(|slug| !known.contains(slug)).collect()
    }
}

#[cfg(test)]
mod tests;

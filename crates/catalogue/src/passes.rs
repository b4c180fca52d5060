//! Ski passes: whose they are, and which resorts they reach on which terms.
//!
//! One embedded table, dated pass by pass. What an operator changes every year is shown with the season that it was true of,
//! never as today's; a price is on record with its currency, source and day, or it is not.

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

/// The embedded table.
const TABLE: &str = include_str!("../data/passes.toml");

/// Passes of the embedded table. The tests read it, so a build that passed them has a whole one.
static EMBEDDED: LazyLock<Passes> = LazyLock::new(|| Passes::parse(TABLE).unwrap_or_default());

/// Similarity from which a pass may have been meant, 0–1.
const LEAST_SIMILAR: f64 = 0.5;
/// Passes suggested for a text that names none.
const SUGGESTIONS: usize = 3;
/// Month and day by which a northern winter's passes are all over.
const OVER: (u32, u32) = (7, 1);

/// What kind of pass it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PassKind")]
pub enum Kind {
    /// A season pass for resorts of many regions.
    Season,
    /// A number of days at each of many resorts.
    Days,
    /// What holders of a member's season pass have at the others.
    Alliance,
    /// One ticket for neighbouring resorts.
    Regional,
}

/// One pass.
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
    /// Who sells it; absent where that is nobody by name.
    pub operator: Option<String>,
    /// What kind of pass.
    pub kind: Kind,
    /// Where it is sold.
    pub website: Option<String>,
    /// The winter that the row is true of, such as `2025/26`.
    pub season: String,
    /// Whether every resort of the catalogue that it reaches is listed.
    pub complete: bool,
    /// What else is to be known of the row.
    pub note: Option<String>,
    /// Where the facts come from.
    pub sources: Vec<String>,
    /// Date of the facts.
    pub dated: NaiveDate,
    /// What is sold under its name, the widest first.
    #[serde(rename = "product")]
    pub products: Vec<Product>,
}

/// One thing that is sold under a pass's name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    /// Identifier, of all products.
    pub id: String,
    /// Name under which it is sold.
    pub name: String,
    /// What else is to be known of it.
    pub note: Option<String>,
    /// Which resorts it reaches how; empty where its terms are not on record.
    pub access: Vec<Access>,
    /// Prices that were read, with the day; empty where none is on record.
    #[serde(default)]
    pub prices: Vec<Price>,
}

impl Pass {
    /// The day from which its season is over.
    #[must_use]
    pub fn over_from(&self) -> Option<NaiveDate> {
        season_over(&self.season)
    }

    /// Every resort that one of its products reaches, by slug.
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
            return Err(format!("`{}` is no season; write it as 2025/26", self.season));
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
    /// The group of resorts that a resort belongs to.
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

/// The first day after a season `2025/26`; `None` for what is no season.
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
    /// In the order of the table: the passes of many countries first.
    rows: Vec<Pass>,
    /// Of each row its identifier and its names in comparable form.
    keys: Vec<Vec<String>>,
    /// Of each resort the rows that reach it.
    of_resort: BTreeMap<String, Vec<usize>>,
}

/// The embedded passes.
#[must_use]
pub fn passes() -> &'static Passes {
    &EMBEDDED
}

impl Passes {
    /// Reads a table in the format of `data/passes.toml`. Whether its resorts exist is for [`Passes::strangers`].
    ///
    /// # Errors
    /// [`CatalogueError`] names what breaks the format: days without a number, a resort listed twice, a price of 0.
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

    /// Every pass, those of many countries first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Pass> {
        self.rows.iter()
    }

    /// The pass that a text names by its identifier or one of its names.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<&Pass> {
        let asked = comparable(text);
        let at = self.keys.iter().position(|names| !asked.is_empty() && names.contains(&asked))?;
        self.rows.get(at)
    }

    /// The passes that reach a resort.
    pub fn at(&self, slug: &str) -> impl Iterator<Item = &Pass> {
        self.of_resort.get(slug).into_iter().flatten().filter_map(|at| self.rows.get(*at))
    }

    /// Identifiers of passes whose name comes near a text, nearest first.
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

    /// Resorts of the table that are not among these slugs.
    #[must_use]
    pub fn strangers<'p>(&'p self, known: &BTreeSet<&str>) -> Vec<&'p str> {
        self.of_resort.keys().map(String::as_str).filter(|slug| !known.contains(slug)).collect()
    }
}

#[cfg(test)]
mod tests;

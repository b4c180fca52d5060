//! A resort of the catalogue: the shape of a row, the rules for every row, and the profile that the resolver reads.

use conditions_core::evidence::{MonthDay, PerBand, Profile, UsualSeason};
use conditions_core::record::{AbilityPct, LongestRun};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::CatalogueError;
use crate::terrain::{LongestRunRow, TerrainInUse};

/// A resort. Every optional value is known or absent, never estimated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resort {
    /// Stable identifier: lower-case ASCII words joined by hyphens.
    pub slug: String,
    /// Name in common international use.
    pub name: String,
    /// Local, former and short names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Towns, valleys and passes where it is: searches find it by them, but they never name it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// ISO 3166-1 alpha-2 code; the file's name.
    #[serde(default)]
    pub country: String,
    /// State, province, canton or prefecture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Region tags: the continent first.
    pub tags: Vec<String>,
    /// Destination hub of several mountains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hub: Option<String>,
    /// Degrees north, WGS 84.
    pub lat: f64,
    /// Degrees east, WGS 84.
    pub lon: f64,
    /// IANA time zone.
    pub timezone: chrono_tz::Tz,
    /// Lowest lift-served elevation, metres above sea level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_m: Option<i32>,
    /// Mid station, metres above sea level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mid_m: Option<i32>,
    /// Highest lift-served elevation, metres above sea level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summit_m: Option<i32>,
    /// Number of lifts, carpets and rope tows included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifts: Option<u32>,
    /// Marked runs, as the resort counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u32>,
    /// Kilometres of marked runs, as the resort counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_km: Option<f64>,
    /// Terrain split, percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<AbilityPct>,
    /// Longest run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_run: Option<LongestRunRow>,
    /// Usual season.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<Season>,
    /// Official site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// Sources of this row's facts, `source:reference`.
    pub sources: Vec<String>,
    /// Day on which the facts were compiled, ISO date.
    pub dated: chrono::NaiveDate,
    /// Terrain of an imported map, and which facts of this row are its own; never part of a stored row.
    #[serde(skip)]
    pub mapped: Option<TerrainInUse>,
}

/// The usual season, `MM-DD`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Season {
    /// First day.
    pub opens: String,
    /// Last day.
    pub closes: String,
}

/// Continent tags; every resort has exactly one.
const CONTINENTS: [&str; 6] = ["africa", "asia", "europe", "north-america", "oceania", "south-america"];

/// Maximum elevation in metres: the highest point on Earth.
pub(crate) const EARTHS_SUMMIT_M: i32 = 8_849;

/// Maximum number of lifts: more than any linked area has; the contract's bound for lift counts.
pub(crate) const MOST_LIFTS: u32 = 300;

/// Maximum number of runs: the contract's bound.
pub(crate) const MOST_RUNS: u32 = 1_000;

/// Maximum kilometres of marked runs; the largest linked areas publish 600.
pub(crate) const LONGEST_RUNS_KM: f64 = 1_000.0;

impl Resort {
    pub(crate) fn broken(&self, reason: impl Into<String>) -> CatalogueError {
        CatalogueError::Row { slug: self.slug.clone(), reason: reason.into() }
    }

    /// Checks the rules for every row.
    ///
    /// # Errors
    /// Returns an error for the first violated rule.
    pub fn validate(&self) -> Result<(), CatalogueError> {
        let check = |holds: bool, reason: &str| if holds { Ok(()) } else { Err(self.broken(reason)) };
        check(is_slug(&self.slug), "slug must be lower-case ASCII words joined by hyphens")?;
        check(!self.name.trim().is_empty(), "name is empty")?;
        check(self.aliases.iter().all(|alias| !alias.trim().is_empty()), "an alias is empty")?;
        check(self.places.iter().all(|place| !place.trim().is_empty()), "a place is empty")?;
        check(crate::country(&self.country).is_some(), "country is not an ISO code of the country table")?;
        check(
            (-90.0..=90.0).contains(&self.lat) && (-180.0..=180.0).contains(&self.lon),
            "coordinates are off the globe",
        )?;
        check(
            self.tags.iter().filter(|tag| CONTINENTS.contains(&tag.as_str())).count() == 1,
            "tags must name exactly one continent",
        )?;
        check(self.hub.as_deref().is_none_or(is_slug), "hub must be a slug")?;
        check(!self.sources.is_empty(), "sources are missing")?;
        let names_a_source = |source: &String| {
            source.split_once(':').is_some_and(|(kind, id)| is_slug(kind) && !id.is_empty())
        };
        check(self.sources.iter().all(names_a_source), "a source must be of the form `kind:reference`")?;
        let is_address = |site: &str| site.starts_with("https://") || site.starts_with("http://");
        check(self.website.as_deref().is_none_or(is_address), "website must start with https:// or http://")?;
        self.check_numbers()
    }

    fn check_numbers(&self) -> Result<(), CatalogueError> {
        let check = |holds: bool, reason: &str| if holds { Ok(()) } else { Err(self.broken(reason)) };
        let known: Vec<i32> = [self.base_m, self.mid_m, self.summit_m].into_iter().flatten().collect();
        check(
            known.is_sorted_by(|lower, higher| lower < higher),
            "elevations must rise from base to summit",
        )?;
        check(known.iter().all(|m| (-500..=EARTHS_SUMMIT_M).contains(m)), "an elevation is not on Earth")?;
        check(self.lifts.is_none_or(|n| (1..=MOST_LIFTS).contains(&n)), "lifts must be 1 to 300, or absent")?;
        check(self.runs.is_none_or(|n| (1..=MOST_RUNS).contains(&n)), "runs must be 1 to 1000, or absent")?;
        let a_length = |km: Option<f64>| km.is_none_or(|km| km > 0.0 && km <= LONGEST_RUNS_KM);
        check(a_length(self.run_km), "run_km must be above 0 and at most 1000, or absent")?;
        check(
            a_length(self.longest_run.as_ref().and_then(|run| run.km)),
            "the longest run's km must be above 0, or absent",
        )?;
        if let Some(a) = &self.ability {
            let tiers = [a.beginner, a.intermediate, a.advanced, a.expert];
            check(tiers.iter().all(|tier| (0.0..=100.0).contains(tier)), "ability tiers are percentages")?;
            let sum: f64 = tiers.iter().sum();
            check((98.0..=102.0).contains(&sum), "ability must sum to about 100")?;
        }
        if let Some(season) = &self.season {
            check(season.usual().is_some(), "season dates must be MM-DD")?;
        }
        Ok(())
    }

    /// Returns the continent tag.
    #[must_use]
    pub fn continent(&self) -> &str {
        self.tags.iter().map(String::as_str).find(|tag| CONTINENTS.contains(tag)).unwrap_or("")
    }

    /// Returns the profile that the resolver reads.
    #[must_use]
    pub fn profile(&self) -> Profile {
        let mut profile = Profile::new(self.slug.clone(), self.timezone);
        profile.elevation_m =
            PerBand { base: self.base_m, mid: self.mid_m, summit: self.summit_m }.map(|m| m.map(f64::from));
        profile.lifts_total = self.lifts;
        profile.runs_total = self.runs;
        profile.ability_pct = self.ability;
        profile.longest_run = self
            .longest_run
            .as_ref()
            .map(|run| LongestRun { name: run.name.clone().map(Into::into), km: run.km });
        profile.season = self.season.as_ref().and_then(Season::usual);
        profile.checked_at =
            self.dated.and_hms_opt(0, 0, 0).map(|midnight| Timestamp::from(midnight.and_utc()));
        profile.mapped = self.mapped.as_ref().map(TerrainInUse::facts).unwrap_or_default();
        profile
    }
}

impl Season {
    /// Returns the season as month and day; `None` if either is not of the form `MM-DD`.
    #[must_use]
    pub fn usual(&self) -> Option<UsualSeason> {
        Some(UsualSeason { opens: month_day(&self.opens)?, closes: month_day(&self.closes)? })
    }
}

/// Returns whether a text consists of lower-case ASCII words and numbers joined by hyphens.
pub(crate) fn is_slug(text: &str) -> bool {
    text.split('-').all(|word| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    })
}

fn month_day(text: &str) -> Option<MonthDay> {
    let (month, day) = text.split_once('-')?;
    let (month, day): (u8, u8) = (month.parse().ok()?, day.parse().ok()?);
    // A leap year accepts every day that any year has.
    chrono::NaiveDate::from_ymd_opt(2024, month.into(), day.into())?;
    Some(MonthDay { month, day })
}

//! Types that several answers share.

use std::borrow::Cow;
use std::fmt;

use catalogue::passes::Pass;
use conditions_core::forecast;
use conditions_core::record::{AbilityPct, DailyRow, LongestRun, OpenTotal, OperatingStatus};
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ops::get_avalanche::RowDanger;
use crate::provenance::{RowProvenance, mark};
use crate::text::{Text, count_text, reported, tenths, trust, word};
use world::{AnnouncedSeason, ContentField, StatedBy, VisibleResort};

/// Arguments of operations on one resort.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OneResort {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
}

/// Position in degrees, WGS 84.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Coordinates {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
}

/// Elevations in metres above sea level; null if not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Elevation {
    /// Lowest lift-served point.
    pub base_m: Option<i32>,
    /// Mid station.
    pub mid_m: Option<i32>,
    /// Highest lift-served point.
    pub summit_m: Option<i32>,
}

/// A resort in a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResortRow<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province, canton or prefecture.
    pub state: Option<&'w str>,
    /// Continent, such as `europe`.
    pub region: &'w str,
    /// Latitude and longitude, degrees.
    pub coordinates: Coordinates,
    /// Elevations of base, mid and summit.
    pub elevation: Elevation,
    /// Operating status; UNKNOWN is a distinct status.
    pub status: Option<OperatingStatus>,
    /// Headline snow depth, centimetres.
    pub display_depth_cm: Option<Tenths>,
    /// Base-preferred snow depth, used for rankings, centimetres: the headline, unless the headline is a measured upper
    /// band above a modelled base.
    pub base_depth_cm: Option<Tenths>,
    /// New snow of the past 24 hours, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Option<Tenths>,
    /// Forecast snowfall of the next 7 days, centimetres.
    #[serde(rename = "next7dCm")]
    pub next7d_cm: Option<Tenths>,
    /// Open lifts and total.
    pub lifts: Option<OpenTotal>,
    /// Snow score, 0–100; null if there is too little evidence.
    pub score: Option<Tenths>,
    /// When the headline depth was observed.
    pub observed_at: Option<Timestamp>,
    /// Source, age and trust of the amounts of snow.
    pub provenance: RowProvenance,
    /// Page of the resort, for people.
    pub url: String,
    /// Daily forecast of seven days at mid mountain, today first; only in `/resorts` with `include=days`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<Vec<DailyRow>>,
    /// Official avalanche danger now; only in `/resorts` with `include=danger`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger: Option<RowDanger>,
}

impl<'w> ResortRow<'w> {
    /// Makes the row of one resort.
    #[must_use]
    pub fn new(seen: &VisibleResort<'w>, base_url: &str) -> Self {
        let resort = seen.resort();
        let resolution = seen.resolution();
        let record = &resolution.record;
        let headline = record.display_depth_cm.as_ref();
        Self {
            slug: &resort.slug,
            name: &resort.name,
            country: &resort.country,
            state: resort.state.as_deref(),
            region: resort.continent(),
            coordinates: Coordinates { lat: resort.lat, lon: resort.lon },
            elevation: Elevation { base_m: resort.base_m, mid_m: resort.mid_m, summit_m: resort.summit_m },
            status: record.status.value,
            display_depth_cm: headline.and_then(|field| field.value),
            base_depth_cm: record.base_depth_cm.value,
            snowfall24h_cm: resolution.snowfall24h_cm.value,
            next7d_cm: record.forecast.next7d_cm.value,
            lifts: record.lifts.value,
            score: seen.score().value,
            observed_at: headline.and_then(|field| field.observed_at),
            provenance: RowProvenance::new(seen),
            url: resort_page(base_url, &resort.slug),
            days: None,
            danger: None,
        }
    }
}

/// Returns the address of a resort's page for people. Rows, trips, emails and webhooks all link to it.
#[must_use]
pub fn resort_page(base_url: &str, slug: &str) -> String {
    format!("{base_url}/resorts/{slug}")
}

/// Formats one line of a list.
impl fmt::Display for ResortRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slug, name, country, .. } = self;
        let place = self.state.map(|state| format!("{state}, ")).unwrap_or_default();
        write!(f, "{name} ({slug}), {place}{country}: {}", word(&self.status))?;
        let RowProvenance { display_depth_cm, snowfall24h_cm, .. } = &self.provenance;
        write!(f, "; depth {}{}", tenths(self.display_depth_cm, "cm"), mark(*display_depth_cm))?;
        write!(f, "; past 24 h {}{}", tenths(self.snowfall24h_cm, "cm"), mark(*snowfall24h_cm))?;
        write!(f, "; next 7 days {}", tenths(self.next7d_cm, "cm"))?;
        write!(f, "; lifts open {}", reported(self.lifts.and_then(|lifts| lifts.open), ""))?;
        write!(f, "; score {}", tenths(self.score, "of 100"))
    }
}

/// Reference data of a resort, independent of the weather.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResortInfo<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Local, former and short names.
    pub aliases: &'w [String],
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// Name of the country.
    pub country_name: Option<&'static str>,
    /// State, province, canton or prefecture.
    pub state: Option<&'w str>,
    /// Continent, such as `europe`.
    pub region: &'w str,
    /// Region tags.
    pub tags: &'w [String],
    /// Destination hub of several mountains.
    pub hub: Option<&'w str>,
    /// Latitude and longitude, degrees.
    pub coordinates: Coordinates,
    /// IANA time zone.
    pub timezone: &'static str,
    /// Elevations of base, mid and summit.
    pub elevation: Elevation,
    /// Summit above base, metres.
    pub vertical_m: Option<i32>,
    /// Number of lifts in the reference data, carpets and rope tows included.
    pub lifts: Option<u32>,
    /// Marked runs, as the resort counts them; as an imported map does if that is not on record.
    pub runs: Option<u32>,
    /// Kilometres of marked runs, as the resort counts them; as an imported map does if that is not on record.
    pub run_km: Option<f64>,
    /// Terrain split, percent.
    pub ability_pct: Option<AbilityPct>,
    /// Longest run.
    pub longest_run: Option<LongestRun>,
    /// The current or next season as announced; null without an announcement.
    pub announced_season: Option<AnnouncedSeason>,
    /// Usual season: typical days, not this year's announcement.
    pub usual_season: Option<UsualSeason<'w>>,
    /// Official site, from the resort's staff or otherwise from the catalogue.
    pub website: Option<&'w str>,
    /// Whether the site is from the staff or the catalogue; null without one.
    pub website_origin: Option<StatedBy>,
    /// Ski passes on record for it; their terms are in `get_pass`.
    pub passes: Vec<PassName<'w>>,
    /// Sources of the facts.
    pub sources: &'w [String],
    /// Date of the facts.
    pub dated: String,
}

/// A ski pass by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PassName<'w> {
    /// Identifier, as `get_pass` takes it.
    pub id: &'w str,
    /// Name in common use.
    pub name: &'w str,
    /// Winter for which this is on record, such as `2025/26`.
    pub season: &'w str,
}

/// Typical first and last day of a season, `MM-DD`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UsualSeason<'w> {
    /// First day, `MM-DD`.
    pub opens: Cow<'w, str>,
    /// Last day, `MM-DD`.
    pub closes: Cow<'w, str>,
}

impl<'w> ResortInfo<'w> {
    /// Returns the reference data of one resort.
    #[must_use]
    pub fn new(seen: &VisibleResort<'w>) -> Self {
        let resort = seen.resort();
        let [lifts, runs] = seen.evidence().totals(seen.profile());
        let website = seen.public_fact(ContentField::WebsiteUrl);
        Self {
            slug: &resort.slug,
            name: &resort.name,
            aliases: &resort.aliases,
            country: &resort.country,
            country_name: catalogue::country(&resort.country).map(|country| country.name),
            state: resort.state.as_deref(),
            region: resort.continent(),
            tags: &resort.tags,
            hub: resort.hub.as_deref(),
            coordinates: Coordinates { lat: resort.lat, lon: resort.lon },
            timezone: resort.timezone.name(),
            elevation: Elevation { base_m: resort.base_m, mid_m: resort.mid_m, summit_m: resort.summit_m },
            vertical_m: resort.summit_m.zip(resort.base_m).map(|(summit, base)| summit - base),
            lifts,
            runs,
            run_km: resort.run_km,
            ability_pct: resort.ability,
            longest_run: seen.profile().longest_run.clone(),
            announced_season: seen.announced_season(),
            usual_season: resort.season.as_ref().map(|season| UsualSeason {
                opens: Cow::Borrowed(&season.opens),
                closes: Cow::Borrowed(&season.closes),
            }),
            website: website.map(|website| website.value),
            website_origin: website.map(|website| website.origin),
            passes: seen
                .passes()
                .map(|Pass { id, name, season, .. }| PassName { id, name, season })
                .collect(),
            sources: &resort.sources,
            dated: resort.dated.to_string(),
        }
    }

    /// Writes the reference data in words.
    pub(crate) fn write(&self, text: &mut Text) {
        let country = self.country_name.unwrap_or(self.country);
        let state = self.state.map(|state| format!("{state}, ")).unwrap_or_default();
        text.line(format_args!("{} ({}), {state}{country}", self.name, self.slug));
        if !self.aliases.is_empty() {
            text.item("Also called", self.aliases.join(", "));
        }
        let Elevation { base_m, mid_m, summit_m } = self.elevation;
        text.line(format_args!(
            "Elevation: base {}, mid {}, summit {}, vertical {}",
            reported(base_m, "m"),
            reported(mid_m, "m"),
            reported(summit_m, "m"),
            reported(self.vertical_m, "m")
        ));
        text.line(format_args!(
            "Lifts in all: {}; runs: {}; marked runs: {}",
            reported(self.lifts, ""),
            reported(self.runs, ""),
            reported(self.run_km, "km")
        ));
        if let Some(ability) = &self.ability_pct {
            text.line(format_args!(
                "Terrain: {} % beginner, {} % intermediate, {} % advanced, {} % expert",
                ability.beginner, ability.intermediate, ability.advanced, ability.expert
            ));
        }
        if let Some(AnnouncedSeason { opens, closes, source }) = self.announced_season {
            let days = format_args!("{} to {}", reported(opens, ""), reported(closes, ""));
            text.item(&format!("Announced season ({})", source.name()), days);
        }
        if let Some(season) = &self.usual_season {
            let label = match self.announced_season {
                Some(_) => "Usual season (typical days)",
                None => "Usual season (typical days, no announcement)",
            };
            text.item(label, format_args!("{} to {}", season.opens, season.closes));
        }
        text.item("Time zone", self.timezone);
        text.item("Official site", reported(self.website, ""));
        let passes: Vec<String> =
            self.passes.iter().map(|pass| format!("{} ({})", pass.name, pass.season)).collect();
        let passes = (!passes.is_empty()).then(|| passes.join(", "));
        text.item("Ski passes", reported(passes, ""));
        text.item("Facts of", &self.dated);
    }
}

/// Writes daily rows in words.
pub(crate) fn days_text(text: &mut Text, days: &[DailyRow]) {
    for day in days {
        if day.pro_required {
            text.item(&day.date.to_string(), "withheld; needs the Pro tier");
            continue;
        }
        let spread = day
            .spread_cm
            .map(|spread| {
                format!(
                    " ({} to {} over {})",
                    spread.low.get(),
                    spread.high.get(),
                    count_text(day.models_reporting, "model")
                )
            })
            .unwrap_or_default();
        text.line(format_args!(
            "{}: snow {}{spread}, rain {}, {} to {}, wind up to {}{}, freezing level {}, {}",
            day.date,
            tenths(day.snowfall_cm, "cm"),
            tenths(day.rain_mm, "mm"),
            tenths(day.temp_min_c, "°C"),
            tenths(day.temp_max_c, "°C"),
            tenths(day.wind_max_mps, "m/s"),
            from_direction(day.wind_from_deg),
            reported(day.freezing_level_m, "m"),
            trust(Kind::Model, day.confidence)
        ));
    }
}

/// Returns the direction of a wind for texts: ` from 290°`; empty without one.
pub(crate) fn from_direction(degrees: Option<u16>) -> String {
    degrees.map(|degrees| format!(" from {degrees}°")).unwrap_or_default()
}

/// A day-by-day forecast.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// When the weather models were fetched; null if there is no usable snapshot.
    pub captured_at: Option<Timestamp>,
    /// Daily rows; day 1 is today in the resort's time zone.
    pub days: Vec<DailyRow>,
    /// Biggest day among the rows that the caller may see; `windowDays` is their number.
    pub peak: Option<WindowPeak>,
}

/// The biggest single day of a window of any length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowPeak {
    /// Local date.
    pub date: chrono::NaiveDate,
    /// Snowfall, centimetres.
    pub snowfall_cm: Tenths,
    /// Days in the window.
    pub window_days: usize,
}

impl WindowPeak {
    /// Finds the biggest of `days`, the earliest on ties; returns `None` if no snow is forecast, and if an unknown day
    /// separates known ones.
    #[must_use]
    pub fn from_days(days: &[DailyRow]) -> Option<Self> {
        forecast::total(days, days.len())?;
        let mut peak: Option<Self> = None;
        for day in days {
            let Some(snowfall_cm) = day.snowfall_cm.filter(|cm| *cm > Tenths::ZERO) else { continue };
            if peak.is_none_or(|known| snowfall_cm > known.snowfall_cm) {
                peak = Some(Self { date: day.date, snowfall_cm, window_days: days.len() });
            }
        }
        peak
    }
}

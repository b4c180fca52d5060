//! Shared parts of trip recommendations: the resort, the reasons with their numbers and evidence, how to get there, and
//! where to search for lodging.

use catalogue::passes::Pass;
use chrono::{Datelike, NaiveDate};
use conditions_core::evidence::{MonthDay, UsualSeason};
use conditions_core::field::Field;
use conditions_core::record::OperatingStatus;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;
use world::lodging::{Stay, Vibe, searches};
use world::{View, VisibleResort, announced};

use crate::drive::DriveEstimate;
use crate::figure::Figure;
use crate::ops::find_flights_to_powder::gateways;
use crate::passes::Terms;
use crate::shapes::{Coordinates, PassName, resort_page};
use crate::text::{Text, tenths, word};

/// Maximum days between an announced day and a trip of the same season: half a year.
const SAME_SEASON_DAYS: i64 = 183;

/// Topic of a reason. Its numbers are in [`Reason::numbers`].
#[derive(Debug, Clone, PartialEq)]
pub enum TripFact {
    Snow,
    Powder,
    Storm,
    Depth,
    Terrain,
    /// The usual season, which includes the dates.
    UsualSeason(UsualSeason),
    /// The announced season includes the dates.
    AnnouncedSeason,
    /// No season is known.
    UnknownSeason,
    /// Terms of the requested pass; `None` if they are not on record.
    Pass {
        name: String,
        terms: Option<Terms>,
        season: String,
        is_over: bool,
    },
}

/// Cause of a missing recommendation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoTrip {
    /// No resort of the place, or none on the pass.
    NoResort,
    /// No season includes the dates.
    OutOfSeason,
    /// Neither forecasts nor past winters cover the dates.
    NoData,
    /// No resort is in season with a forecast.
    NoForecast,
    /// No forecast has enough snow.
    TooLittleSnow,
}

/// Whether there are lodging links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LodgingNote {
    NoSiteForVibe,
    PublicSearches,
    Partners,
}

impl LodgingNote {
    pub(crate) fn new(view: &View<'_>, vibe: Option<Vibe>) -> Self {
        let partners = &view.service().lodging;
        if !searches(partners).iter().any(|partner| partner.suits(vibe)) {
            Self::NoSiteForVibe
        } else if partners.is_empty() {
            Self::PublicSearches
        } else {
            Self::Partners
        }
    }

    /// Explains the lodging links, or why there are none.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::PublicSearches => {
                "Links open public lodging searches of other sites for the place and dates. Prices and vacancies are \
                 not known here; nothing is booked."
            }
            Self::NoSiteForVibe => {
                "No lodging partner of this service is known for that vibe, so there are no lodging links."
            }
            Self::Partners => {
                "Links open searches at partners chosen by this service's operator. Prices and vacancies are not \
                 known here; nothing is booked."
            }
        }
    }
}

/// A reason for or against a recommendation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TripReason")]
pub struct Reason {
    /// Topic, such as `snow`.
    pub about: &'static str,
    /// Points; null if nothing is known, and for reasons without points.
    pub points: Option<Tenths>,
    /// Maximum points; null for reasons without points.
    pub maximum: Option<Tenths>,
    /// The reason in words.
    pub words: String,
    /// Topic of the reason, as data.
    #[serde(skip)]
    pub fact: TripFact,
    /// Source of its numbers; null if there are none.
    pub evidence: Option<&'static str>,
    /// Numbers of the reason.
    pub numbers: Vec<Figure>,
}

impl Reason {
    pub(crate) fn write(&self, text: &mut Text) {
        let points = match (self.points, self.maximum) {
            (Some(points), Some(maximum)) => format!(" ({} of {} points)", points.get(), maximum.get()),
            (None, Some(_)) => " (no points: not known)".to_owned(),
            (_, None) => String::new(),
        };
        let evidence = self.evidence.map(|evidence| format!("; {evidence}")).unwrap_or_default();
        text.line(format_args!("- {}{points}: {}{evidence}", self.about, self.words));
    }
}

/// A recommended resort.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Recommended")]
pub struct Recommendation<'w> {
    /// Rank, from 1; equal values share a rank.
    pub rank: usize,
    /// Whether another recommendation has the same rank.
    pub tied: bool,
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province, canton or prefecture.
    pub state: Option<&'w str>,
    /// Latitude and longitude, degrees.
    pub coordinates: Coordinates,
    /// Operating status today; UNKNOWN is a distinct status.
    pub status: Option<OperatingStatus>,
    /// Page of the resort, for people.
    pub url: String,
    /// Ski passes on record for it; their terms are in `get_pass`.
    pub passes: Vec<PassName<'w>>,
    /// The nearest airport on record; null if none is within reach by land.
    pub gateway: Option<Gateway>,
    /// Lodging searches for the dates; empty if no site suits the vibe.
    pub lodging: Vec<LodgingLink<'w>>,
}

/// The nearest airport.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TripGateway")]
pub struct Gateway {
    /// IATA code.
    pub iata: &'static str,
    /// City or town that it serves.
    pub city: &'static str,
    /// Great-circle distance to the resort, kilometres.
    pub distance_km: Option<Tenths>,
    /// The drive from there to the resort.
    pub drive: DriveEstimate,
}

/// A search for lodging at another site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LodgingLink<'w> {
    /// Name of the site.
    pub site: &'w str,
    /// Address of the search.
    pub url: String,
}

impl<'w> Recommendation<'w> {
    pub(crate) fn new(view: &View<'w>, seen: &VisibleResort<'w>, stay: Stay, vibe: Option<Vibe>) -> Self {
        let resort = seen.resort();
        let partners = searches(&view.service().lodging).iter().filter(|partner| partner.suits(vibe));
        Self {
            rank: 0,
            tied: false,
            slug: &resort.slug,
            name: &resort.name,
            country: &resort.country,
            state: resort.state.as_deref(),
            coordinates: Coordinates { lat: resort.lat, lon: resort.lon },
            status: seen.resolution().record.status.value,
            url: resort_page(&view.service().base_url, &resort.slug),
            passes: seen
                .passes()
                .map(|Pass { id, name, season, .. }| PassName { id, name, season })
                .collect(),
            gateway: Gateway::for_resort(seen),
            lodging: partners
                .map(|partner| LodgingLink { site: &partner.name, url: partner.search(resort, stay) })
                .collect(),
        }
    }

    /// Returns the first line of a recommendation in words, without its points.
    pub(crate) fn title(&self) -> String {
        let state = self.state.map(|state| format!("{state}, ")).unwrap_or_default();
        let tied = if self.tied { " (tied)" } else { "" };
        let Self { rank, name, slug, country, .. } = self;
        format!("{rank}.{tied} {name} ({slug}), {state}{country}, {}", word(&self.status))
    }

    /// Writes how to get there and where to search for lodging.
    pub(crate) fn write(&self, text: &mut Text) {
        if let Some(Gateway { iata, city, distance_km, drive }) = &self.gateway {
            text.line(format_args!(
                "- airport: {city} ({iata}), {} in a straight line, {drive}",
                tenths(*distance_km, "km")
            ));
        }
        if !self.passes.is_empty() {
            let passes: Vec<String> =
                self.passes.iter().map(|pass| format!("{} ({})", pass.name, pass.season)).collect();
            text.item("- ski passes", passes.join(", "));
        }
        for LodgingLink { site, url } in &self.lodging {
            text.line(format_args!("- lodging, {site}: {url}"));
        }
    }
}

impl Gateway {
    fn for_resort(seen: &VisibleResort<'_>) -> Option<Self> {
        let resort = seen.resort();
        gateways(resort).into_iter().find_map(|(km, row)| {
            let drive = DriveEstimate::between(row.point(), (resort.lat, resort.lon))?;
            Some(Self { iata: &row.iata, city: &row.city, distance_km: Tenths::new(km), drive })
        })
    }
}

/// Assigns ranks from 1 to rows sorted best first: equal values share a rank and are marked as tied.
pub(crate) fn rank<'a, 'w: 'a>(rows: impl Iterator<Item = (Tenths, &'a mut Recommendation<'w>)>) {
    let mut rows: Vec<(Tenths, &mut Recommendation<'w>)> = rows.collect();
    let values: Vec<Tenths> = rows.iter().map(|(value, _)| *value).collect();
    for (value, row) in &mut rows {
        row.rank = values.iter().position(|other| other == value).unwrap_or(0) + 1;
        row.tied = values.iter().filter(|other| *other == value).count() > 1;
    }
}

/// Returns whether the season of a resort includes all days from `start` to `end`; `None` if no season is known.
/// Announced dates take precedence over the usual ones.
pub(crate) fn is_open(seen: &VisibleResort<'_>, start: NaiveDate, end: NaiveDate) -> Option<bool> {
    let record = &seen.resolution().record;
    let of_season = |field: &Field<NaiveDate>, near: NaiveDate| {
        announced(field).filter(|date| (*date - near).num_days().abs() <= SAME_SEASON_DAYS)
    };
    let (opens, closes) = (of_season(&record.season_opening, start), of_season(&record.season_closing, end));
    if opens.is_some_and(|opens| start < opens) || closes.is_some_and(|closes| end > closes) {
        return Some(false);
    }
    if opens.is_some() && closes.is_some() {
        return Some(true);
    }
    let UsualSeason { opens, closes } = seen.profile().season?;
    let holds = |date: NaiveDate| {
        let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        let on = MonthDay { month: small(date.month()), day: small(date.day()) };
        if opens <= closes { (opens..=closes).contains(&on) } else { on >= opens || on <= closes }
    };
    Some(holds(start) && holds(end))
}

//! The statement of a card as data, with its English sentence. Pages word the same data in other languages.

use std::fmt;

use chrono::NaiveDate;
use conditions_core::evidence::MonthDay;
use conditions_core::source::Kind;
use world::place::Region;

use crate::text::count_text;

/// A resort's name and a usual day of its season.
pub type UsualDay = (String, MonthDay);

/// How much better the blend was than the climatology.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlendSkill {
    None,
    Some,
    High,
}

/// The statement of a card. Amounts are centimetres, shares percent.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// Snow since the start of the season against its average at a resort.
    SeasonNorm { name: String, percent: f64, season: String, cm: f64, through: NaiveDate, average: f64 },
    /// Like [`Self::SeasonNorm`], but for the middle resort of a region.
    RegionNorm { region: Region, percent: f64, low: f64, high: f64, resorts: usize },
    /// The snowiest day of the season at a resort; `anywhere` if no other resort had a bigger one.
    BiggestDay { anywhere: bool, name: String, cm: f64, date: NaiveDate, bigger: usize, winters: usize },
    /// Days without snow.
    DrySpell { name: String, days: u16, through: NaiveDate, as_long: usize, winters: usize },
    /// Number of past winters with as much snow on this day, or as little.
    RareDepth {
        name: String,
        cm: f64,
        date: NaiveDate,
        rare: usize,
        winters: usize,
        is_much: bool,
        average: f64,
    },
    /// How far to trust the blend; no region for the whole world.
    ForecastTrust { region: Option<String>, skill: BlendSkill, error: f64, days: usize },
    /// The model with the smallest error; no region for the whole world.
    BestModel { region: Option<String>, models: usize, best: String, error: f64, blend: f64 },
    /// Number of resorts that announced an opening.
    Announced { resorts: usize, within_days: i64 },
    /// An announced opening.
    Opening { name: String, opens: NaiveDate, source: Kind },
    /// Resorts that usually open first and close last.
    Calendar { first: Vec<UsualDay>, last: Vec<UsualDay> },
    /// Past winters with enough natural snow on the day of the next opening.
    Outlook {
        name: String,
        date: NaiveDate,
        is_announced: bool,
        hits: usize,
        winters: usize,
        enough: f64,
        low: f64,
        high: f64,
    },
    /// New snow as the operator reports it, and as stations measured it.
    OperatorVsStation { name: String, operator: f64, stations: usize, measured: f64 },
    /// A resort's rank in the last season.
    LastSeason {
        name: String,
        rank: usize,
        of: usize,
        season: String,
        days: u16,
        cm: f64,
        percent: Option<f64>,
    },
    /// The resort with most powder days in the last season.
    Leader { season: String, name: String, days: u16, resorts: usize, percent: Option<f64> },
}

/// Kind of case that a card rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cases {
    Winters,
    Resorts,
    MeasuredDays,
    SeasonDays,
    Announcements,
    Stations,
}

impl Cases {
    /// Returns the name for programs and English readers.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Winters => "winters",
            Self::Resorts => "resorts",
            Self::MeasuredDays => "days with a measurement",
            Self::SeasonDays => "days of the season",
            Self::Announcements => "announcements",
            Self::Stations => "stations",
        }
    }
}

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl serde::Serialize for Cases {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeasonNorm { .. }
            | Self::RegionNorm { .. }
            | Self::BiggestDay { .. }
            | Self::DrySpell { .. } => self.running(f),
            Self::ForecastTrust { .. } | Self::BestModel { .. } | Self::OperatorVsStation { .. } => {
                self.graded(f)
            }
            Self::Announced { .. } | Self::Opening { .. } | Self::Calendar { .. } | Self::Outlook { .. } => {
                self.opening(f)
            }
            Self::RareDepth { .. } | Self::LastSeason { .. } | Self::Leader { .. } => self.past(f),
        }
    }
}

impl Statement {
    /// Writes the statements about the current season.
    fn running(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeasonNorm { name, percent, season, cm, through, average } => write!(
                f,
                "{name} has {percent:.0} % of its average snow of the season {season}: {cm:.0} cm by {through}, \
                 {average:.0} cm on average"
            ),
            Self::RegionNorm { region, percent, low, high, resorts } => write!(
                f,
                "{}: the middle resort has {percent:.0} % of its average snow of the season so far, eight in ten have \
                 {low:.0} to {high:.0} % ({})",
                region.tag(),
                count_text(*resorts, "resort")
            ),
            Self::BiggestDay { anywhere, name, cm, date, bigger, winters } => {
                let first = if *anywhere { "The biggest day of the season on record anywhere: " } else { "" };
                let winters = count_text(*winters, "past winter");
                write!(
                    f,
                    "{first}{name}: {cm} cm on {date}; {bigger} of {winters} had a bigger day in the whole season"
                )
            }
            Self::DrySpell { name, days, through, as_long, winters } => write!(
                f,
                "{name}: {} without 1 cm of snow up to {through}; {as_long} of {} had as long a spell",
                count_text(*days, "day"),
                count_text(*winters, "past winter")
            ),
            _ => Ok(()),
        }
    }

    /// Writes the comparisons of forecasts and reports with stations.
    fn graded(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |region: &Option<String>| region.clone().unwrap_or_else(|| "everywhere".to_owned());
        match self {
            Self::ForecastTrust { region, skill, error, days } => {
                let than = match skill {
                    BlendSkill::None => "no better than the climatology",
                    BlendSkill::Some => "better than the climatology",
                    BlendSkill::High => "much better than the climatology",
                };
                let days = count_text(*days, "day");
                write!(
                    f,
                    "{}: the blend was {than} on days 1 to 3, {error:.1} cm off on average over {days}",
                    place(region)
                )
            }
            Self::BestModel { region, models, best, error, blend } => write!(
                f,
                "{}: of {} {best} was nearest on days 1 to 3, {error:.1} cm off on average; the blend {blend:.1} cm",
                place(region),
                count_text(*models, "model")
            ),
            Self::OperatorVsStation { name, operator, stations, measured } => write!(
                f,
                "{name}: the operator reports {operator:.0} cm of new snow in 24 hours, {} near it measured \
                 {measured:.0} cm",
                count_text(*stations, "station")
            ),
            _ => Ok(()),
        }
    }

    /// Writes the statements about openings.
    fn opening(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Announced { resorts, within_days } => {
                write!(f, "{} announced an opening within {within_days} days", count_text(*resorts, "resort"))
            }
            Self::Opening { name, opens, source } => {
                write!(f, "{name} announced to open on {opens} ({})", source.name())
            }
            Self::Calendar { first, last } => {
                let listed = |days: &[UsualDay]| {
                    let days: Vec<String> = days
                        .iter()
                        .map(|(name, day)| format!("{name} ({:02}-{:02})", day.month, day.day))
                        .collect();
                    days.join(", ")
                };
                write!(f, "Usually first to open: {}; last to close: {}", listed(first), listed(last))
            }
            Self::Outlook { name, date, is_announced, hits, winters, enough, low, high } => write!(
                f,
                "{name}: on the {} opening day, {date}, {hits} of {winters} past winters had {enough:.0} cm of natural snow at \
                 mid mountain ({low:.0} to {high:.0} % at 95 %)",
                if *is_announced { "announced" } else { "usual" }
            ),
            _ => Ok(()),
        }
    }

    /// Writes the comparisons with past winters.
    fn past(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |percent: &Option<f64>| percent.map(|percent| format!("{percent:.0} % of its average"));
        match self {
            Self::RareDepth { name, cm, date, rare, winters, is_much, average } => write!(
                f,
                "{name}: {cm:.0} cm modelled at the base on {date}; {rare} of {winters} past winters had {} on this day, \
                 {average:.0} cm on average",
                if *is_much { "as much" } else { "as little" }
            ),
            Self::LastSeason { name, rank, of, season, days, cm, percent: share } => write!(
                f,
                "{name} was number {rank} of {} by days of 15 cm in {season}: {}, {cm:.0} cm in all{}",
                count_text(*of, "resort"),
                count_text(*days, "day"),
                percent(share).map(|share| format!(", {share}")).unwrap_or_default()
            ),
            Self::Leader { season, name, days, resorts, percent: share } => write!(
                f,
                "{season}: {name} had most days of 15 cm, {days} ({}){}",
                count_text(*resorts, "resort"),
                percent(share).map(|share| format!("; the middle resort had {share}")).unwrap_or_default()
            ),
            _ => Ok(()),
        }
    }
}

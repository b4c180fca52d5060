//! `get_regional_summary`: the reported conditions of a region or country, and its top resorts.

use conditions_core::record::OperatingStatus;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use world::place::Place;
use crate::place::{region_or_country, regions};
use crate::ranking::Measure;
use crate::shapes::{ResortRow};
use world::place::Region;
use crate::text::{Text, count_text, reported, tenths};
use world::{VisibleResort, View};

pub struct Op;

/// Length of the top lists.
const TOP: usize = 5;

/// Arguments: a region, a country, or both.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// europe, north-america, asia, oceania, south-america, africa, alps, rockies, japan, andes, scandinavia, or a
    /// country; or give `country`.
    #[schemars(length(min = 2, max = 60))]
    pub region: Option<String>,
    /// ISO code or English name; with a region only the country's part of it.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
}

/// Statistics of a part of the world.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary<'w> {
    /// The region; null if only a country was requested.
    pub region: Option<Region>,
    /// The country, ISO 3166-1 alpha-2; null if only a region was requested.
    pub country: Option<&'static str>,
    /// Resorts on record there.
    pub resort_count: usize,
    /// Number of resorts by operating status.
    pub status: StatusCounts,
    /// Snow score.
    pub score: Quantity,
    /// Headline snow depth, centimetres.
    pub display_depth_cm: Quantity,
    /// New snow of the past 24 hours, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Quantity,
    /// Forecast snowfall of the next 7 days, centimetres.
    #[serde(rename = "next7dCm")]
    pub next7d_cm: Quantity,
    /// Lifts of the resorts that report how many are open.
    pub lifts: LiftSum,
    /// The top resorts.
    pub top: TopLists<'w>,
}

/// Resorts by operating status; the five add up to all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub struct StatusCounts {
    /// Number of resorts with status `OPEN`.
    pub open: usize,
    /// In season, closed today.
    pub closed_today: usize,
    /// Before the season.
    pub pre_season: usize,
    /// Outside the season.
    pub off_season: usize,
    /// Not known.
    pub unknown: usize,
}

/// One quantity over the resorts that report it; the others are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Quantity {
    /// Number of resorts that report it.
    pub reporting: usize,
    /// Median of those; null if no resort reports it.
    pub median: Option<Tenths>,
    /// Highest of those.
    pub highest: Option<Tenths>,
}

/// Open lifts, summed over the resorts that report both numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiftSum {
    /// Number of resorts that report both.
    pub reporting: usize,
    /// Open lifts there; null if no resort reports both.
    pub open: Option<u64>,
    /// All lifts there.
    pub total: Option<u64>,
}

/// Top lists: up to five resorts that report more than 0 of the quantity, most first, ties by slug.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Top")]
pub struct TopLists<'w> {
    /// By snow score.
    pub score: Vec<ResortRow<'w>>,
    /// By new snow of the past 24 hours.
    pub snowfall: Vec<ResortRow<'w>>,
    /// By base-preferred depth.
    pub depth: Vec<ResortRow<'w>>,
    /// By forecast of the next 7 days.
    pub forecast: Vec<ResortRow<'w>>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_regional_summary",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/regions/{region}",
        title: "Summary of a region or country",
        description: "Statistics of a region or country: resorts by status; for score, depth, new snow and \
            forecast how many report, median, highest, top five. For longer rankings use get_snow_report. \
            Medians cover the resorts that report; null if none does.",
    };
    type Args = Args;
    type Data<'w> = Summary<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Summary<'w>>, OpError> {
        let place = requested_place(&args)?;
        let resorts: Vec<VisibleResort<'w>> = view.within(place).collect();
        let carries = resorts.iter().map(VisibleResort::carries).fold(SourceFamilies::CATALOGUE, SourceFamilies::and);
        let of = |measure: Measure| resorts.iter().map(move |seen| measure.value(seen));
        let top = |measure: Measure| -> Vec<ResortRow<'w>> {
            let ranked = measure.rank(resorts.iter().copied()).into_iter();
            let best = ranked.filter(|seen| measure.value(seen) > Some(Tenths::ZERO)).take(TOP);
            best.map(|seen| ResortRow::new(&seen, &view.service().base_url)).collect()
        };
        let headline = |seen: &VisibleResort<'w>| seen.resolution().record.display_depth_cm.as_ref()?.value;
        let summary = Summary {
            region: place.region,
            country: place.country,
            resort_count: resorts.len(),
            status: StatusCounts::from_resorts(&resorts),
            score: Quantity::from_values(of(Measure::Score)),
            display_depth_cm: Quantity::from_values(resorts.iter().map(headline)),
            snowfall24h_cm: Quantity::from_values(of(Measure::Snowfall)),
            next7d_cm: Quantity::from_values(of(Measure::Next7d)),
            lifts: LiftSum::from_resorts(&resorts),
            top: TopLists {
                score: top(Measure::Score),
                snowfall: top(Measure::Snowfall),
                depth: top(Measure::Depth),
                forecast: top(Measure::Next7d),
            },
        };
        Ok(Reply::one(summary, carries))
    }

    fn text(data: &Summary<'_>) -> String {
        let mut text = Text::new();
        let named = [data.region.map(Region::tag), data.country].into_iter().flatten();
        let named: Vec<&str> = named.collect();
        text.line(format_args!("{}: {}", named.join(", "), count_text(data.resort_count, "resort")));
        let StatusCounts { open, closed_today, pre_season, off_season, unknown } = data.status;
        text.line(format_args!(
            "Status: {open} open, {closed_today} closed today, {pre_season} before the season, {off_season} off season, \
             {unknown} not known"
        ));
        for (name, quantity, unit) in [
            ("Snow score", data.score, "of 100"),
            ("Snow depth", data.display_depth_cm, "cm"),
            ("Past 24 h", data.snowfall24h_cm, "cm"),
            ("Next 7 days", data.next7d_cm, "cm"),
        ] {
            let Quantity { reporting, median, highest } = quantity;
            text.line(format_args!(
                "{name}: reported by {reporting}, median {}, highest {}",
                tenths(median, unit),
                tenths(highest, unit)
            ));
        }
        let LiftSum { reporting, open, total } = data.lifts;
        text.line(format_args!(
            "Lifts: reported by {reporting}, open {} of {}",
            reported(open, ""),
            reported(total, "")
        ));
        if data.snowfall24h_cm.is_none_anywhere() {
            text.line(format_args!("No new snow in {} in the past 24 hours.", named.join(", ")));
        }
        for (name, rows) in [
            ("score", &data.top.score),
            ("new snow", &data.top.snowfall),
            ("depth", &data.top.depth),
            ("forecast", &data.top.forecast),
        ] {
            if !rows.is_empty() {
                text.line(format_args!("Top by {name}:"));
            }
            for row in rows {
                text.line(format_args!("  {row}"));
            }
        }
        text.done()
    }
}

fn requested_place(args: &Args) -> Result<Place, OpError> {
    let mut place = Place::new(None, args.country.as_deref())?;
    match args.region.as_deref().map(str::trim) {
        None if place.country.is_none() => {
            let message = format!("required unless `country` is given; one of {}, or a country", regions());
            return Err(OpError::argument("region", message));
        }
        None => {}
        Some(text) => {
            let named = region_or_country("region", text)?;
            if place.country.is_some() && named.country.is_some() && place.country != named.country {
                let code = named.country.unwrap_or_default();
                let message = format!("names the country {code}, but `country` names another one");
                return Err(OpError::argument("region", message));
            }
            place = Place { region: named.region, country: named.country.or(place.country) };
        }
    }
    Ok(place)
}

impl StatusCounts {
    fn from_resorts(resorts: &[VisibleResort<'_>]) -> Self {
        let mut counts = Self::default();
        for seen in resorts {
            let count = match seen.resolution().record.status.value {
                Some(OperatingStatus::Open) => &mut counts.open,
                Some(OperatingStatus::ClosedToday) => &mut counts.closed_today,
                Some(OperatingStatus::PreSeason) => &mut counts.pre_season,
                Some(OperatingStatus::OffSeason) => &mut counts.off_season,
                Some(_) | None => &mut counts.unknown,
            };
            *count += 1;
        }
        counts
    }
}

impl Quantity {
    /// Returns whether resorts report it and all of them report 0.
    #[must_use]
    pub fn is_none_anywhere(self) -> bool {
        self.highest.is_some_and(|highest| highest <= Tenths::ZERO)
    }

    fn from_values(values: impl Iterator<Item = Option<Tenths>>) -> Self {
        let mut values: Vec<Tenths> = values.flatten().collect();
        values.sort_unstable();
        Self { reporting: values.len(), median: median(&values), highest: values.last().copied() }
    }
}

/// Returns the middle value, or the mean of the middle two, rounded to a tenth.
fn median(sorted: &[Tenths]) -> Option<Tenths> {
    let upper = sorted.get(sorted.len() / 2)?;
    if sorted.len() % 2 == 1 {
        return Some(*upper);
    }
    let lower = sorted.get(sorted.len() / 2 - 1)?;
    Tenths::new(f64::from(lower.units() + upper.units()) / 20.0)
}

impl LiftSum {
    fn from_resorts(resorts: &[VisibleResort<'_>]) -> Self {
        let counts = |seen: &VisibleResort<'_>| {
            let lifts = seen.resolution().record.lifts.value?;
            Some((u64::from(lifts.open?), u64::from(lifts.total?)))
        };
        let known: Vec<(u64, u64)> = resorts.iter().filter_map(counts).collect();
        let sum = |part: fn(&(u64, u64)) -> u64| (!known.is_empty()).then(|| known.iter().map(part).sum());
        Self { reporting: known.len(), open: sum(|(open, _)| *open), total: sum(|(_, total)| *total) }
    }
}

#[cfg(test)]
mod tests;

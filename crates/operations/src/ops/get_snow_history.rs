//! `get_snow_history`: season totals of past winters, averages of five and thirty seasons, and the current season so
//! far.

use chrono::NaiveDate;
use climate::seasons::WinterTotals;
use climate::{Winter, WinterDays, Winters, months, normals, seasons};
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::snow_record::{BiggestDay, NO_CLIMATE, POLICY, PastRecord, SpreadCm, month_name, spread};
use crate::shapes::OneResort;
use crate::text::{Text, count_text, counted_if_known, reported, tenths};
use world::{VisibleResort, View};

pub struct Op;

/// Number of months named as the snowiest.
const BEST_MONTHS: usize = 3;

/// The past seasons of a resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SnowHistory<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether any winter is on record.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<&'static str>,
    /// Basis of the answer.
    pub record: Option<PastRecord>,
    /// The current season; null between seasons, and if it is not on record.
    pub current: Option<CurrentSeason>,
    /// Season snowfall over the newest thirty complete seasons; null below ten.
    pub thirty_season: Option<SpreadCm>,
    /// Mean season snowfall of the newest five complete seasons, centimetres; null below five.
    pub five_season_cm: Option<Tenths>,
    /// The snowiest months of a season, snowiest first; empty below ten winters.
    pub best_months: Vec<BestMonth>,
    /// Every season on record, newest first.
    pub seasons: Vec<SeasonRow>,
}

/// The history in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryLine {
    /// The current season, or the newest one that is over: `2025-26`, in the south `2026`.
    pub season: String,
    /// Whether it is over and every day is known.
    pub complete: bool,
    /// Last known day; the archive lags by about five days.
    pub through: NaiveDate,
    /// Snowfall of the season up to that day, centimetres; null before it begins, and if days are missing.
    pub snowfall_cm: Option<Tenths>,
    /// That snowfall in percent of what past winters had by then; null with fewer than ten.
    pub percent_of_normal: Option<Tenths>,
    /// Mean season snowfall of the complete seasons on record, at most thirty, centimetres; null with fewer than ten.
    pub average_season_cm: Option<Tenths>,
    /// Complete seasons on record.
    pub complete_seasons: usize,
    /// The dataset, which is modelled, not measured.
    pub dataset: &'static str,
}

impl HistoryLine {
    /// Returns the history of a resort; `None` without a winter on record.
    pub(crate) fn for_resort(seen: &VisibleResort<'_>) -> Option<Self> {
        let winters = seen.winters();
        let days = winters.iter().rev().find(|days| days.summary().last_known.is_some())?;
        let sum = days.summary();
        let through = sum.last_known?;
        let index = days.winter().index(through)?;
        let begun = index >= days.winter().season_range().start;
        let snowfall = if sum.complete { Some(sum.total.get()) } else { normals::season_to(&POLICY, days, index) };
        let snowfall = snowfall.filter(|_| begun);
        let average = seasons::normal_total(&POLICY, winters).map(|normal| normal.spread.mean);
        let normal = if sum.complete {
            average
        } else {
            normals::snowfall_to(&POLICY, winters, through).map(|normal| normal.spread.mean)
        };
        Some(Self {
            season: days.winter().to_string(),
            complete: sum.complete,
            through,
            snowfall_cm: snowfall.and_then(Tenths::new),
            percent_of_normal: snowfall
                .zip(normal)
                .and_then(|(cm, normal)| seasons::percent(&POLICY, cm, normal)),
            average_season_cm: average.and_then(Tenths::new),
            complete_seasons: winters.iter().filter(|days| days.summary().complete).count(),
            dataset: climate::DATASET,
        })
    }

    /// Writes the line in words.
    pub(crate) fn write(&self, text: &mut Text) {
        let by_then = if self.complete { "" } else { " to that day" };
        text.line(format_args!(
            "History ({}): season {} to {}, {}, {} of the average{by_then}; a season brings {} on average, {}",
            self.dataset,
            self.season,
            self.through,
            tenths(self.snowfall_cm, "cm"),
            tenths(self.percent_of_normal, "%"),
            tenths(self.average_season_cm, "cm"),
            count_text(self.complete_seasons, "complete season")
        ));
    }
}

/// The current season so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentSeason {
    /// Season: `2025-26`, or `2026` in the south.
    pub season: String,
    /// Last known day; the archive lags by about five days.
    pub through: NaiveDate,
    /// Snowfall from the season's first day to that day, centimetres; null before the season, and if days are missing.
    pub snowfall_cm: Option<Tenths>,
    /// Average of past winters up to that day; null with fewer than ten.
    pub normal_to_date: Option<SpreadCm>,
    /// Mean of the newest five complete seasons up to that day, centimetres.
    pub five_season_to_date_cm: Option<Tenths>,
    /// Snowfall in percent of that average.
    pub percent_of_normal: Option<Tenths>,
    /// The lowest of `modelledDepths` that has a norm, in percent of it: at the base, else mid mountain, else the
    /// summit. Depth and norm come from the same snowpack model.
    pub depth_percent_of_normal: Option<Tenths>,
    /// Depth at base, mid and summit at the end of that day, computed by a snowpack model from the season's weather; a
    /// band with unknown weather or elevation is left out.
    pub modelled_depths: Vec<ModelledDepth>,
}

/// The modelled depth of a band.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelledDepth {
    /// Elevation band.
    pub band: Band,
    /// Depth, centimetres.
    pub depth_cm: u16,
    /// Depth of past winters on that day by the same model; null with fewer than ten winters of weather.
    pub normal: Option<SpreadCm>,
    /// Depth in percent of that average.
    pub percent_of_normal: Option<Tenths>,
}

/// A month of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BestMonth {
    /// English name.
    pub month: &'static str,
    /// Mean snowfall of the month, centimetres.
    pub average_cm: Option<Tenths>,
}

/// One season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeasonRow {
    /// The season, `2024-25` or in the south `2024`.
    pub season: String,
    /// Whether every day is known. If not, the numbers cover the known days, and the season has no rank.
    pub complete: bool,
    /// Days of the season that are known.
    pub days_known: u16,
    /// Snowfall of the known days, centimetres; null if none is known.
    pub snowfall_cm: Option<Tenths>,
    /// That snowfall in percent of the thirty-season mean.
    pub percent_of_normal: Option<Tenths>,
    /// 1 for the snowiest of the complete seasons.
    pub rank: Option<usize>,
    /// Days with at least 1 cm.
    pub snow_days: Option<u16>,
    /// Days with at least 15 cm.
    pub powder_days: Option<u16>,
    /// The snowiest day, if any snow fell.
    pub biggest_day: Option<BiggestDay>,
    /// Most days in a row with less than 1 cm.
    pub longest_dry_days: Option<u16>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_snow_history",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/history",
        title: "Past seasons of a resort",
        description: "Season by season snowfall of one resort with rank, snow and powder days; averages; this season \
            against the average to date. Seasons: November to April, in the south May to October. Reanalysis, \
            not measurement: for now use get_conditions, for months get_monthly_snow, for dates \
            get_trip_window. `available` false: no winter on record.",
    };
    type Args = OneResort;
    type Data<'w> = SnowHistory<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<SnowHistory<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let data = answer(&seen, now);
        let carries = SourceFamilies::CATALOGUE.and_if(SourceFamilies::CLIMATE, data.available);
        Ok(Reply::one(data, carries))
    }

    fn text(data: &SnowHistory<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Past seasons of {} ({})", data.name, data.slug));
        let Some(record) = &data.record else {
            text.item("Not available", NO_CLIMATE);
            return text.done();
        };
        record.write(&mut text);
        match &data.current {
            Some(current) => current_text(&mut text, current),
            None => text.item("Running season", "none on record"),
        }
        text.item("Thirty seasons", spread(data.thirty_season));
        text.item("Five seasons", tenths(data.five_season_cm, "cm"));
        for BestMonth { month, average_cm } in &data.best_months {
            text.line(format_args!("Snowy month: {month}, {} on average", tenths(*average_cm, "cm")));
        }
        data.seasons.iter().for_each(|season| season_text(&mut text, season));
        text.done()
    }
}

fn answer<'w>(seen: &VisibleResort<'w>, now: Timestamp) -> SnowHistory<'w> {
    let (resort, winters) = (seen.resort(), seen.winters());
    let normal = seasons::normal_total(&POLICY, winters);
    let mean = normal.map(|normal| normal.spread.mean);
    let this = Winter::containing(winters.hemisphere(), now.local_date(seen.profile().zone));
    let usual = months::months(&POLICY, winters);
    let best = this.map(|this| months::snowiest(&usual, this)).unwrap_or_default();
    let record = PastRecord::from_winters(winters);
    let standings = WinterTotals::from_winters(winters);
    SnowHistory {
        slug: &resort.slug,
        name: &resort.name,
        available: record.is_some(),
        reason: record.is_none().then_some(NO_CLIMATE),
        record,
        current: this.and_then(|this| winters.get(this)).and_then(|days| current(winters, days)),
        thirty_season: normal.map(SpreadCm::from),
        five_season_cm: seasons::recent_total(&POLICY, winters).and_then(Tenths::new),
        best_months: best
            .into_iter()
            .take(BEST_MONTHS)
            .map(|month| BestMonth {
                month: month_name(month.month),
                average_cm: month.usual.and_then(|usual| Tenths::new(usual.snowfall.mean)),
            })
            .collect(),
        seasons: winters.iter().rev().map(|days| row(&standings, days, mean)).collect(),
    }
}

/// Returns the state of an unfinished season; `None` if none or all of its days are known.
fn current(winters: &Winters, days: &WinterDays) -> Option<CurrentSeason> {
    let through = days.summary().last_known.filter(|_| !days.summary().complete)?;
    let winter = days.winter();
    let index = winter.index(through)?;
    let begun = index >= winter.season_range().start;
    let snowfall = normals::season_to(&POLICY, days, index).filter(|_| begun);
    let five = climate::Policy {
        normal_winters: POLICY.recent_winters,
        min_winters: u16::try_from(POLICY.recent_winters).unwrap_or(u16::MAX),
        ..POLICY
    };
    let normal = normals::snowfall_to(&POLICY, winters, through);
    let modelled_depths: Vec<ModelledDepth> = [Band::Base, Band::Mid, Band::Summit]
        .into_iter()
        .filter_map(|band| modelled_depth(winters, days, through, band))
        .collect();
    Some(CurrentSeason {
        season: winter.to_string(),
        through,
        snowfall_cm: snowfall.and_then(Tenths::new),
        normal_to_date: normal.map(SpreadCm::from),
        five_season_to_date_cm: normals::snowfall_to(&five, winters, through)
            .and_then(|normal| Tenths::new(normal.spread.mean)),
        percent_of_normal: snowfall
            .zip(normal)
            .and_then(|(cm, normal)| seasons::percent(&POLICY, cm, normal.spread.mean)),
        depth_percent_of_normal: modelled_depths.iter().find_map(|modelled| modelled.percent_of_normal),
        modelled_depths,
    })
}

fn modelled_depth(
    winters: &Winters,
    days: &WinterDays,
    on: NaiveDate,
    band: Band,
) -> Option<ModelledDepth> {
    let depth_cm = days.modelled_depth_at(band, days.winter().index(on)?)?;
    let normal = normals::modelled_depth_on(&POLICY, winters, on, band);
    let percent_of_normal =
        normal.and_then(|normal| seasons::percent(&POLICY, f64::from(depth_cm), normal.spread.mean));
    Some(ModelledDepth { band, depth_cm, normal: normal.map(SpreadCm::from), percent_of_normal })
}

fn row(standings: &WinterTotals, days: &WinterDays, normal: Option<f64>) -> SeasonRow {
    let sum = days.summary();
    let known = sum.days_known > 0;
    let total = known.then_some(sum.total);
    SeasonRow {
        season: days.winter().to_string(),
        complete: sum.complete,
        days_known: sum.days_known,
        snowfall_cm: total,
        // A partial season cannot be compared with a whole one.
        percent_of_normal: total
            .filter(|_| sum.complete)
            .zip(normal)
            .and_then(|(total, normal)| seasons::percent(&POLICY, total.get(), normal)),
        rank: standings.rank(days).map(|rank| rank.rank),
        snow_days: known.then_some(sum.snow_days),
        powder_days: known.then_some(sum.powder_days),
        biggest_day: sum.biggest.map(|(cm, date)| BiggestDay::new(cm, date)),
        longest_dry_days: known.then_some(sum.longest_dry),
    }
}

fn current_text(text: &mut Text, current: &CurrentSeason) {
    text.line(format_args!(
        "Season {} to {}: {}, {} of the average; average to that day {}; five seasons {}; depth {} of its average",
        current.season,
        current.through,
        tenths(current.snowfall_cm, "cm"),
        tenths(current.percent_of_normal, "%"),
        spread(current.normal_to_date),
        tenths(current.five_season_to_date_cm, "cm"),
        tenths(current.depth_percent_of_normal, "%")
    ));
    current.modelled_depths.iter().for_each(|modelled| modelled_text(text, modelled));
}

fn modelled_text(text: &mut Text, modelled: &ModelledDepth) {
    let band = match modelled.band {
        Band::Base => "base",
        Band::Mid => "mid mountain",
        Band::Summit => "summit",
    };
    text.line(format_args!(
        "Modelled depth then, {band}: {} cm; past winters {}",
        modelled.depth_cm,
        spread(modelled.normal)
    ));
}

fn season_text(text: &mut Text, season: &SeasonRow) {
    let known = count_text(season.days_known, "day");
    let whole = if season.complete { String::new() } else { format!(", {known} known only") };
    text.line(format_args!(
        "- {}{whole}: {}, {} of the average, rank {}, {}, {}, snowiest {}, longest dry spell {}",
        season.season,
        tenths(season.snowfall_cm, "cm"),
        tenths(season.percent_of_normal, "%"),
        reported(season.rank, ""),
        counted_if_known(season.snow_days, "snow day"),
        counted_if_known(season.powder_days, "powder day"),
        reported(season.biggest_day, ""),
        reported(season.longest_dry_days.map(|days| count_text(days, "day")), "")
    ));
}

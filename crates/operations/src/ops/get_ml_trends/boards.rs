//! The datasets over all resorts, computed once per publication from what anonymous callers see: powder days and
//! snowfalls of the current season from the archive, coming bluebird days from the forecast.

use chrono::NaiveDate;
use climate::{Winter, WinterDays};
use conditions_core::record::{Band, DailyRow};
use conditions_core::units::Tenths;
use world::bluebird::is_bluebird;
use world::{OPEN_DAYS, VisibleResort, View};

use super::daily_records;
use super::trend_row::TrendRow;
use super::rows::powder_verified;
use crate::figure::Figure;
use crate::snow_record::POLICY;

/// The datasets over all resorts, and the period that they cover.
#[derive(Debug, Default)]
pub(super) struct TrendTables {
    /// Resorts in season, most powder days first.
    pub(super) powder: Vec<TrendRow>,
    /// Snowfalls of the current seasons, biggest first.
    pub(super) events: Vec<TrendRow>,
    /// Coming bluebird days, earliest first.
    pub(super) bluebirds: Vec<TrendRow>,
    /// Number of resorts whose current season is on record.
    pub(super) running: usize,
    /// First day of the earliest of these seasons, and the last day on record.
    pub(super) season: Option<(NaiveDate, NaiveDate)>,
    /// Number of resorts with a forecast.
    pub(super) forecast: usize,
}

impl TrendTables {
    /// Computes the tables from what anonymous callers see.
    pub(super) fn made(view: &View<'_>) -> Self {
        let mut boards = Self::default();
        for seen in view.resorts() {
            if let Some((days, through)) = running(view, &seen) {
                let first = days.winter().season_first_day();
                boards.running += 1;
                boards.season = Some(
                    boards.season.map_or((first, through), |(from, to)| (from.min(first), to.max(through))),
                );
                boards.powder.push(powder(&seen, days, through));
                boards.events.extend(events(&seen, days, through));
            }
            if seen.has_forecast() {
                boards.forecast += 1;
                boards.bluebirds.extend(bluebirds(&seen));
            }
        }
        boards.powder.sort_by(|a, b| number_at(b, 0).cmp(&number_at(a, 0)).then_with(|| number_at(b, 1).cmp(&number_at(a, 1))).then_with(|| a.slug.cmp(&b.slug)));
        boards.events.sort_by(|a, b| number_at(b, 0).cmp(&number_at(a, 0)).then_with(|| (a.date, &a.slug).cmp(&(b.date, &b.slug))));
        boards.bluebirds.sort_by(|a, b| a.date.cmp(&b.date).then_with(|| number_at(b, 0).cmp(&number_at(a, 0))).then_with(|| a.slug.cmp(&b.slug)));
        boards
    }
}

/// Returns the number at a position of a row.
fn number_at(row: &TrendRow, place: usize) -> Option<Tenths> {
    row.numbers.get(place).and_then(|number| number.value)
}

/// Returns the current season of a resort and its last day on record.
pub(super) fn running<'w>(view: &View<'_>, seen: &VisibleResort<'w>) -> Option<(&'w WinterDays, NaiveDate)> {
    let winters = seen.winters();
    let today = view.as_of().local_date(seen.profile().zone);
    let days = winters.get(Winter::containing(winters.hemisphere(), today)?)?;
    let through = days.summary().last_known.filter(|_| !days.summary().complete)?;
    (through >= days.winter().season_first_day()).then_some((days, through))
}

fn powder(seen: &VisibleResort<'_>, days: &WinterDays, through: NaiveDate) -> TrendRow {
    let sum = days.summary();
    let numbers = vec![
        Figure::count("powderDays", sum.powder_days),
        Figure::new("seasonSnowfall", Some(sum.total), "cm"),
        Figure::count("snowDays", sum.snow_days),
        Figure::new("biggestDay", sum.biggest.map(|(cm, _)| cm), "cm"),
        Figure::count("daysKnown", sum.days_known),
    ];
    TrendRow::new(seen, numbers)
        .labelled(days.winter().to_string())
        .on(days.winter().season_first_day(), Some(through))
}

/// Returns runs of days with at least 1 cm each and 15 cm together.
pub(super) fn events<'a>(
    seen: &'a VisibleResort<'_>,
    days: &'a WinterDays,
    through: NaiveDate,
) -> impl Iterator<Item = TrendRow> + 'a {
    let winter = days.winter();
    let first = winter.season_range().start;
    let last = winter.index(through).unwrap_or(first);
    let mut found: Vec<(usize, usize, i32, i32)> = Vec::new();
    let mut run: Option<(usize, i32, i32)> = None;
    for index in first..=last + 1 {
        let snow = days.snowfall_at(index).filter(|cm| index <= last && cm.get() >= POLICY.snow_day_cm);
        match (snow, &mut run) {
            (Some(cm), None) => run = Some((index, cm.units(), cm.units())),
            (Some(cm), Some((_, total, most))) => {
                *total += cm.units();
                *most = (*most).max(cm.units());
            }
            (None, Some((begun, total, most))) => {
                found.push((*begun, index - 1, *total, *most));
                run = None;
            }
            (None, None) => {}
        }
    }
    let enough = |(_, _, total, _): &(usize, usize, i32, i32)| Tenths::from_units(*total).get() >= POLICY.powder_day_cm;
    found.into_iter().filter(enough).map(move |(begun, ended, total, most)| {
        let numbers = vec![
            Figure::new("total", Some(Tenths::from_units(total)), "cm"),
            Figure::new("biggestDay", Some(Tenths::from_units(most)), "cm"),
            Figure::new("days", Tenths::new((ended - begun + 1) as f64), ""),
        ];
        TrendRow::new(seen, numbers).on(winter.date_at(begun), Some(winter.date_at(ended)))
    })
}

/// Returns clear, calm and dry days that follow a powder day, among the days that anonymous callers see.
pub(super) fn bluebirds<'a>(seen: &'a VisibleResort<'_>) -> impl Iterator<Item = TrendRow> + 'a {
    let rows = seen.days(Band::Mid);
    let open: Vec<DailyRow> = rows.into_iter().take(OPEN_DAYS).collect();
    let pairs: Vec<(DailyRow, DailyRow)> = open.iter().cloned().zip(open.iter().skip(1).cloned()).collect();
    pairs.into_iter().filter(|(before, day)| is_bluebird(before.snowfall_cm, day) == Some(true)).map(move |(before, day)| {
        let numbers = vec![
            Figure::new("snowfallBefore", before.snowfall_cm, "cm"),
            Figure::new("cloud", day.cloud_pct.and_then(|pct| Tenths::new(pct.into())), "%"),
            Figure::new("gust", day.gust_max_mps, "m/s"),
            Figure::new("maxTemperature", day.temp_max_c, "°C"),
        ];
        TrendRow::new(seen, numbers).on(day.date, None)
    })
}

/// Verification of predicted bluebird days; computed once, because it reads every day of every resort.
pub(super) struct VerificationFigures(pub(super) Vec<Figure>);

impl VerificationFigures {
    pub(super) fn made(view: &View<'_>) -> Self {
        let mut figures = powder_verified(view.report());
        if daily_records::span(view.dataset()).is_some() {
            figures.extend(daily_records::bluebirds_verified(view));
        }
        Self(figures)
    }
}

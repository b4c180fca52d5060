//! The datasets of one resort: its season in numbers, the season before, and the components of its snow score.

use chrono::NaiveDate;
use climate::{WinterDays, Winters, normals, seasons};
use conditions_core::units::Tenths;
use world::{VisibleResort, View};

use super::boards::running;
use super::trend_row::{RowsOrReason, Rows, TrendRow};
use crate::figure::Figure;
use crate::snow_record::{NO_CLIMATE, POLICY};
use crate::score::ScoreDetail;

const NO_SEASON: &str = "no day of a current season is on record for this resort: the archive lags by about \
    five days and covers only backfilled resorts";

/// Returns the current season, the one before, and the averages of five and thirty.
pub(super) fn season_stats(view: &View<'_>, seen: &VisibleResort<'_>) -> RowsOrReason {
    let winters = seen.winters();
    let since = winters.iter().next().map(|days| days.winter().season_first_day()).ok_or(NO_CLIMATE)?;
    let running = running(view, seen);
    let mut rows: Vec<TrendRow> = Vec::new();
    rows.extend(running.map(|(days, through)| season(seen, days).on(days.winter().season_first_day(), Some(through))));
    let complete: Vec<&WinterDays> = winters.newest_complete(POLICY.normal_winters).collect();
    let last = complete.first();
    rows.extend(last.map(|days| season(seen, days).on(days.winter().season_first_day(), Some(days.winter().season_last_day()))));
    let mean = |label: &str, cm: Option<f64>, count: usize| {
        cm.map(|cm| {
            let numbers = vec![
                Figure::new("seasonSnowfall", Tenths::new(cm), "cm"),
                Figure::new("seasons", Tenths::new(count as f64), ""),
            ];
            TrendRow::new(seen, numbers).labelled(label)
        })
    };
    rows.extend(mean("mean of the newest five seasons", seasons::recent_total(&POLICY, winters), POLICY.recent_winters));
    let normal = seasons::normal_total(&POLICY, winters);
    rows.extend(mean("mean of the seasons on record", normal.map(|normal| normal.spread.mean), complete.len()));
    let ends = running.map(|(_, through)| through);
    let through = ends.or_else(|| last.map(|days| days.winter().season_last_day())).ok_or(NO_SEASON)?;
    Ok(Rows { rows, n: complete.len() + usize::from(running.is_some()), n_of: "seasons", since, through })
}

fn season(seen: &VisibleResort<'_>, days: &WinterDays) -> TrendRow {
    let sum = days.summary();
    let numbers = vec![
        Figure::new("seasonSnowfall", Some(sum.total), "cm"),
        Figure::count("snowDays", sum.snow_days),
        Figure::count("powderDays", sum.powder_days),
        Figure::new("biggestDay", sum.biggest.map(|(cm, _)| cm), "cm"),
        Figure::count("longestDrySpell", sum.longest_dry),
        Figure::count("daysKnown", sum.days_known),
    ];
    TrendRow::new(seen, numbers).labelled(days.winter().to_string())
}

/// Returns this season and the last one, each up to the same calendar day.
pub(super) fn vs_last_year(view: &View<'_>, seen: &VisibleResort<'_>) -> RowsOrReason {
    let (days, through) = running(view, seen).ok_or(NO_SEASON)?;
    let winters: &Winters = seen.winters();
    let before = days.winter().plus(-1).and_then(|winter| winters.get(winter));
    let before = before.ok_or("the season before is not on record for this resort")?;
    let index = days.winter().index(through).ok_or(NO_SEASON)?;
    let same_day = before
        .winter()
        .date_of(chrono::Datelike::month(&through), chrono::Datelike::day(&through))
        .and_then(|date| Some((date, before.winter().index(date)?)));
    let (then, then_index) = same_day.ok_or(NO_SEASON)?;
    let this = to_date(days, index).ok_or("too many days of this season are missing")?;
    let last = to_date(before, then_index).ok_or("too many days of the season before are missing")?;
    let row = |days: &WinterDays, end: NaiveDate, of: &ToDate| {
        let numbers = of.numbers();
        TrendRow::new(seen, numbers).labelled(days.winter().to_string()).on(days.winter().season_first_day(), Some(end))
    };
    let difference = TrendRow::new(seen, this.less(&last)).labelled("difference");
    Ok(Rows {
        rows: vec![row(days, through, &this), row(before, then, &last), difference],
        n: usize::from(days.summary().days_known),
        n_of: "days of this season",
        since: before.winter().season_first_day(),
        through,
    })
}

/// A season up to a day.
struct ToDate {
    snowfall_cm: f64,
    snow_days: f64,
    powder_days: f64,
    depth_cm: Option<f64>,
}

fn to_date(days: &WinterDays, index: usize) -> Option<ToDate> {
    let snowfall_cm = normals::season_to(&POLICY, days, index)?;
    let season = days.winter().season_range();
    let count = |least: f64| days.snowfalls(season.start..index + 1).filter(|cm| cm.get() >= least).count() as f64;
    Some(ToDate {
        snowfall_cm,
        snow_days: count(POLICY.snow_day_cm),
        powder_days: count(POLICY.powder_day_cm),
        depth_cm: days.depth_at(index).map(f64::from),
    })
}

impl ToDate {
    fn numbers(&self) -> Vec<Figure> {
        vec![
            Figure::new("snowfallToDate", Tenths::new(self.snowfall_cm), "cm"),
            Figure::new("snowDays", Tenths::new(self.snow_days), ""),
            Figure::new("powderDays", Tenths::new(self.powder_days), ""),
            Figure::new("gridDepth", self.depth_cm.and_then(Tenths::new), "cm"),
        ]
    }

    fn less(&self, other: &Self) -> Vec<Figure> {
        let depth_cm = self.depth_cm.zip(other.depth_cm).map(|(this, last)| this - last);
        Self {
            snowfall_cm: self.snowfall_cm - other.snowfall_cm,
            snow_days: self.snow_days - other.snow_days,
            powder_days: self.powder_days - other.powder_days,
            depth_cm,
        }
        .numbers()
    }
}

/// Returns the components of the present snow score and of past days.
pub(super) fn score_components(view: &View<'_>, seen: &VisibleResort<'_>, past: Vec<TrendRow>) -> RowsOrReason {
    let detail = ScoreDetail::new(seen.score());
    let today = view.as_of().local_date(seen.profile().zone);
    let mut rows: Vec<TrendRow> = vec![
        TrendRow::new(seen, vec![Figure::new("points", detail.value, ""), Figure::new("maximum", Tenths::new(100.0), "")])
            .labelled("score")
            .on(today, None),
    ];
    rows.extend(detail.components.iter().map(|row| {
        let numbers = vec![Figure::new("points", row.points, ""), Figure::new("maximum", Some(row.maximum), "")];
        TrendRow::new(seen, numbers).labelled(row.name.name()).on(today, None)
    }));
    let known = detail.components.iter().filter(|row| row.points.is_some()).count();
    if known == 0 && past.is_empty() {
        return Err("no component of a score is reported for this resort");
    }
    let since = past.last().and_then(|row| row.date).unwrap_or(today);
    let n = past.len() + 1;
    rows.extend(past);
    Ok(Rows { rows, n, n_of: "days, today's the first", since, through: today })
}

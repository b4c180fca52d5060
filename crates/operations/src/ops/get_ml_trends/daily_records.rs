//! The datasets about past days, from the daily records of every resort.

use chrono::{Days, NaiveDate};
use conditions_core::score::Part;
use conditions_core::units::Tenths;
use world::day_log::DayLogData;
use world::{VisibleResort, View};

use super::trend_row::{RowsOrReason, Rows, TrendRow};
use crate::figure::Figure;

/// Days between a score and the earlier one that it is compared with. If that day is missing, the nearest day on record
/// is used, at most [`NEAREST_DAYS`] away.
const PULSE_DAYS: u64 = 7;
const NEAREST_DAYS: u64 = 3;
/// Minimum change of a score; smaller changes count as stable.
const MOVES: f64 = 5.0;
/// Days ahead for which bluebird days are predicted.
const AHEAD: u64 = 6;

pub(super) const NO_DAYS: &str = "no past day is on record: values of every resort are stored once a day, \
    late in the morning UTC";
const NO_WEEK: &str = "no day about a week ago is on record: values of every resort are stored once a day, \
    late in the morning UTC";

/// Returns the first and the last day on record.
pub(super) fn span(book: &DayLogData) -> Option<(NaiveDate, NaiveDate)> {
    book.days().next().zip(book.days().next_back())
}

/// Compares present scores with those of a week ago, largest change first.
pub(super) fn pulse(view: &View<'_>, here: impl Fn(&TrendRow) -> bool) -> RowsOrReason {
    let book: &DayLogData = view.dataset();
    let today = view.as_of().utc().date_naive();
    let week_ago = today.checked_sub_days(Days::new(PULSE_DAYS)).ok_or(NO_WEEK)?;
    let away = |day: &NaiveDate| (*day - week_ago).num_days().unsigned_abs();
    let then = book.days().min_by_key(|day| (away(day), *day)).filter(|day| away(day) <= NEAREST_DAYS).ok_or(NO_WEEK)?;
    let of = |seen: VisibleResort<'_>| {
        let (now, before) = (seen.score().value?, book.get(&seen.resort().slug, then)?.score?);
        let change = Tenths::from_units(now.units() - before.units());
        let word = match change.get() {
            up if up >= MOVES => "improving",
            down if down <= -MOVES => "declining",
            _ => "stable",
        };
        let numbers = vec![
            Figure::new("score", Some(now), ""),
            Figure::new("before", Some(before), ""),
            Figure::new("change", Some(change), ""),
        ];
        Some((change.units().abs(), TrendRow::new(&seen, numbers).labelled(word).on(then, Some(today))))
    };
    let mut rows: Vec<(i32, TrendRow)> = view.resorts().filter_map(of).filter(|(_, row)| here(row)).collect();
    rows.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.slug.cmp(&other.slug)));
    let n = rows.len();
    if n == 0 {
        return Err("no requested resort has a score both then and now");
    }
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    Ok(Rows { rows, n, n_of: "resorts with a score then and now", since: then, through: today })
}

/// Counts the bluebird days on record by resort, most first.
pub(super) fn leaders(view: &View<'_>, here: impl Fn(&TrendRow) -> bool) -> RowsOrReason {
    let book: &DayLogData = view.dataset();
    let (since, through) = span(book).ok_or(NO_DAYS)?;
    let of = |seen: VisibleResort<'_>| {
        let slug = &seen.resort().slug;
        let known = book.days().filter_map(|day| Some((day, book.get(slug, day)?.bluebird?)));
        let known: Vec<(NaiveDate, bool)> = known.collect();
        let count = known.iter().filter(|(_, is)| *is).count();
        let last = known.iter().rev().find(|(_, is)| *is).map(|(day, _)| *day)?;
        let numbers = vec![
            Figure::new("bluebirdDays", Tenths::new(count as f64), ""),
            Figure::new("daysKnown", Tenths::new(known.len() as f64), ""),
        ];
        Some((count, TrendRow::new(&seen, numbers).on(last, None)))
    };
    let mut rows: Vec<(usize, TrendRow)> = view.resorts().filter_map(of).filter(|(_, row)| here(row)).collect();
    rows.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.slug.cmp(&other.slug)));
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    Ok(Rows { rows, n: book.days().len(), n_of: "days on record", since, through })
}

/// Returns the components of a resort's score on past days, newest first.
pub(super) fn components(view: &View<'_>, seen: &VisibleResort<'_>, back: u64) -> Vec<TrendRow> {
    let book: &DayLogData = view.dataset();
    let oldest = view.as_of().utc().date_naive().checked_sub_days(Days::new(back)).unwrap_or_default();
    let days = book.days().rev().take_while(|day| *day >= oldest);
    let row = |day: NaiveDate| {
        let logged = book.get(&seen.resort().slug, day)?;
        let parts = Part::ALL.into_iter().zip(logged.parts);
        let parts = parts.map(|(part, points)| Figure::new(part.name(), points, ""));
        let numbers = std::iter::once(Figure::new("score", logged.score, "")).chain(parts).collect();
        Some(TrendRow::new(seen, numbers).labelled("score and components").on(day, None))
    };
    days.filter_map(row).collect()
}

/// Counts how many predicted bluebird days occurred, and how many that occurred were predicted the day before.
pub(super) fn bluebirds_verified(view: &View<'_>) -> Vec<Figure> {
    let book: &DayLogData = view.dataset();
    let (mut foreseen, mut came, mut happened, mut told) = (0_u32, 0_u32, 0_u32, 0_u32);
    for seen in view.resorts() {
        let slug = &seen.resort().slug;
        for day in book.days() {
            let Some(logged) = book.get(slug, day) else { continue };
            for ahead in 1..=AHEAD {
                let then = day.checked_add_days(Days::new(ahead)).and_then(|then| book.get(slug, then)?.bluebird);
                let Some(is) = then else { continue };
                let was_foreseen = logged.foreseen & (1 << ahead) > 0;
                foreseen += u32::from(was_foreseen);
                came += u32::from(was_foreseen && is);
                happened += u32::from(ahead == 1 && is);
                told += u32::from(ahead == 1 && is && was_foreseen);
            }
        }
    }
    vec![
        Figure::count("bluebirdsForeseen", foreseen),
        Figure::count("ofTheseCame", came),
        Figure::count("bluebirdDays", happened),
        Figure::count("ofTheseForeseenTheDayBefore", told),
    ]
}

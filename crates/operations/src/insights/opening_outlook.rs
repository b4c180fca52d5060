//! Cards of the natural snow that past winters had on the day of a resort's next opening.

use chrono::{Datelike, NaiveDate};
use climate::WinterDays;
use conditions_core::evidence::MonthDay;
use conditions_core::record::Band;
use conditions_core::units::Tenths;
use world::credits::SourceFamilies;
use world::{View, VisibleResort, announced};

use super::{About, Basis, Card, CardBasis, CardInputs, Cases, Category, Scope, Statement};
use crate::figure::Figure;
use crate::snow_record::POLICY;

/// Depth at mid mountain that counts as enough, centimetres.
const ENOUGH_CM: f64 = 30.0;
/// Days ahead within which openings are considered.
const AHEAD_DAYS: i64 = 90;

pub(super) const ABOUT: About = About {
    category: Category::OpeningOutlook,
    title: "Opening outlook",
    basis: Basis::Intelligence,
    description: "Number of past winters with 30 cm of natural snow at mid mountain on the day of the next opening.",
    method: "Snowpack model over the weather of at least ten past winters on the day of the announced \
        opening, else of the usual one, within 90 days; Jeffreys' interval at 95 %. Excludes machine-made \
        snow and forecasts.",
    scopes: &[Scope::Resort],
    of_resort: Some(card),
    of_all: None,
};

/// Returns the next opening, and whether it was announced.
fn opening(view: &View<'_>, seen: &VisibleResort<'_>) -> Option<(NaiveDate, bool)> {
    let today = view.as_of().local_date(seen.profile().zone);
    let is_near = |date: &NaiveDate| (1..=AHEAD_DAYS).contains(&(*date - today).num_days());
    let field = &seen.resolution().record.season_opening;
    if let Some(date) = announced(field).filter(is_near) {
        return Some((date, true));
    }
    let MonthDay { month, day } = seen.profile().season?.opens;
    let of_year = |year| NaiveDate::from_ymd_opt(year, month.into(), day.into());
    let mut next = [today.year(), today.year() + 1].into_iter().filter_map(of_year);
    next.find(is_near).map(|date| (date, false))
}

fn card(making: &CardInputs<'_>, seen: &VisibleResort<'_>) -> Option<Card> {
    let (date, is_announced) = opening(making.view, seen)?;
    let on_day = |days: &WinterDays| {
        let winter = days.winter();
        days.modelled_depth_at(Band::Mid, winter.index(winter.date_of(date.month(), date.day())?)?)
    };
    let newest = seen.winters().newest_complete(POLICY.normal_winters);
    let mut past: Vec<f64> = newest.filter_map(on_day).map(f64::from).collect();
    let n = past.len();
    if n < usize::from(POLICY.min_winters) {
        return None;
    }
    let hits = past.iter().filter(|cm| **cm >= ENOUGH_CM).count();
    let chance = making.chances.of_tries(u32::try_from(hits).ok()?, u32::try_from(n).ok()?)?;
    past.sort_by(f64::total_cmp);
    let median = climate::quantile::quantile(&past, 0.5)?;
    let statement = Statement::Outlook {
        name: seen.resort().name.clone(),
        date,
        is_announced,
        hits,
        winters: n,
        enough: ENOUGH_CM,
        low: chance.low * 100.0,
        high: chance.high * 100.0,
    };
    let numbers = vec![
        Figure::new("share", Tenths::new(chance.share * 100.0), "%"),
        Figure::new("low", Tenths::new(chance.low * 100.0), "%"),
        Figure::new("high", Tenths::new(chance.high * 100.0), "%"),
        Figure::new("medianDepth", Tenths::new(median), "cm"),
    ];
    let as_of = making.view.as_of().local_date(seen.profile().zone);
    let on =
        CardBasis { n, n_of: Cases::Winters, as_of, weight: chance.share, carries: SourceFamilies::CLIMATE };
    Some(Card::of_resort(Category::OpeningOutlook, seen, statement, numbers, on))
}

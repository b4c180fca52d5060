//! Cards of seasons: announced openings, and the usual begin and end of seasons.

use chrono::{Datelike, Days, NaiveDate};
use conditions_core::units::Tenths;
use world::{View, VisibleResort};

use super::{
    About, Basis, Card, CardBasis, CardInputs, Cases, Category, Hemisphere, ResortCard, Scope, Statement,
    UsualDay,
};
use crate::figure::Figure;

/// Days ahead within which announced openings are considered.
const AHEAD_DAYS: i64 = 45;
/// Number of resorts that a card names.
const NAMED: usize = 3;

pub(super) const ANNOUNCED: About = About {
    category: Category::Openings,
    title: "Openings",
    basis: Basis::Data,
    description: "Announced openings in the next 45 days.",
    method: "The opening date in the resort's conditions if the operator or its own site gives it; usual \
        dates do not count.",
    scopes: &[Scope::Resort, Scope::World],
    of_resort: Some(opening),
    of_all: Some(announced),
};

pub(super) const CALENDAR: About = About {
    category: Category::SeasonCalendar,
    title: "Season calendar",
    basis: Basis::Data,
    description: "The resorts that usually open first and close last on each side of the equator.",
    method: "The usual first and last day of the season in the reference data, compared within a hemisphere \
        from midsummer on; typical days, not announcements.",
    scopes: &[Scope::World],
    of_resort: None,
    of_all: Some(calendar),
};

fn announced(_: &View<'_>, own: &[ResortCard]) -> Vec<Card> {
    let mut cards = Vec::new();
    for side in [Hemisphere::Northern, Hemisphere::Southern] {
        let own = || own.iter().map(|own| &own.card).filter(|card| card.hemisphere == Some(side));
        let (count, Some(as_of)) = (own().count(), own().map(|card| card.as_of).max()) else { continue };
        let carries =
            own().fold(world::credits::SourceFamilies::CATALOGUE, |all, card| all.and(card.carries));
        let statement = Statement::Announced { resorts: count, within_days: AHEAD_DAYS };
        let numbers = vec![Figure::new("announcedOpenings", Tenths::new(count as f64), "")];
        let on = CardBasis { n: count, n_of: Cases::Announcements, as_of, weight: f64::MAX, carries };
        cards.push(Card::of_world(Category::Openings, Some(side), statement, numbers, on));
    }
    cards
}

fn opening(making: &CardInputs<'_>, seen: &VisibleResort<'_>) -> Option<Card> {
    let field = &seen.resolution().record.season_opening;
    let today = making.view.as_of().local_date(seen.profile().zone);
    let opens = world::announced(field)?;
    let ahead = (opens - today).num_days();
    if !(0..=AHEAD_DAYS).contains(&ahead) {
        return None;
    }
    let statement = Statement::Opening { name: seen.resort().name.clone(), opens, source: field.source };
    let numbers = vec![Figure::new("daysAhead", Tenths::new(ahead as f64), "days")];
    let as_of = field.observed_at.map_or(today, |at| at.local_date(seen.profile().zone));
    let on = CardBasis {
        n: 1,
        n_of: Cases::Announcements,
        as_of,
        weight: -(ahead as f64),
        carries: seen.carries(),
    };
    Some(Card::of_resort(Category::Openings, seen, statement, numbers, on))
}

fn calendar(view: &View<'_>, _: &[ResortCard]) -> Vec<Card> {
    [Hemisphere::Northern, Hemisphere::Southern].into_iter().filter_map(|side| usual(view, side)).collect()
}

/// Returns the days from midsummer to a calendar day, in the hemisphere's winter.
fn since_midsummer(side: Hemisphere, month: u8, day: u8) -> Option<i64> {
    const COMMON_YEAR: i32 = 2025;
    let begins = match side {
        Hemisphere::Northern => 7,
        Hemisphere::Southern => 1,
    };
    let first = NaiveDate::from_ymd_opt(COMMON_YEAR, begins, 1)?;
    let date = NaiveDate::from_ymd_opt(
        COMMON_YEAR,
        month.into(),
        u32::from(day).min(if month == 2 { 28 } else { 31 }),
    )?;
    let date = if date < first { date.checked_add_days(Days::new(365))? } else { date };
    Some((date - first).num_days())
}

fn usual(view: &View<'_>, side: Hemisphere) -> Option<Card> {
    let known = view.resorts().filter(|seen| Hemisphere::of_resort(seen) == side).filter_map(|seen| {
        let season = seen.profile().season?;
        let opens = since_midsummer(side, season.opens.month, season.opens.day)?;
        let closes = since_midsummer(side, season.closes.month, season.closes.day)?;
        Some((seen.resort(), opens, closes, season))
    });
    // A resort that is open all year has no season that begins.
    let mut known: Vec<_> = known.filter(|(_, opens, closes, _)| opens < closes).collect();
    let (n, dated) = (known.len(), known.iter().map(|(resort, ..)| resort.dated).max()?);
    known.sort_by(|(a, one, ..), (b, other, ..)| one.cmp(other).then_with(|| a.slug.cmp(&b.slug)));
    let first = known.iter().take(NAMED).map(|(resort, _, _, season)| (resort.name.clone(), season.opens));
    let first: Vec<UsualDay> = first.collect();
    known.sort_by(|(a, _, one, _), (b, _, other, _)| other.cmp(one).then_with(|| a.slug.cmp(&b.slug)));
    let last = known.iter().take(NAMED).map(|(resort, _, _, season)| (resort.name.clone(), season.closes));
    let last: Vec<UsualDay> = last.collect();
    let statement = Statement::Calendar { first, last };
    let today = view.as_of().utc().date_naive();
    let month = u8::try_from(today.month()).ok()?;
    let now = since_midsummer(side, month, u8::try_from(today.day()).ok()?)?;
    let open = known.iter().filter(|(_, opens, closes, _)| (*opens..=*closes).contains(&now)).count();
    let numbers = vec![
        Figure::new("resortsWithUsualSeason", Tenths::new(n as f64), ""),
        Figure::new("usuallyOpenToday", Tenths::new(open as f64), ""),
    ];
    let carries = world::credits::SourceFamilies::CATALOGUE;
    let on = CardBasis { n, n_of: Cases::Resorts, as_of: dated, weight: n as f64, carries };
    Some(Card::of_world(Category::SeasonCalendar, Some(side), statement, numbers, on))
}

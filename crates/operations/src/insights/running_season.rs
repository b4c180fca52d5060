//! Cards of the current season from the archive of daily snowfall: against the average, the biggest day, the dry spell.

use chrono::NaiveDate;
use climate::{Winter, WinterDays, Winters, normals, seasons};
use conditions_core::units::Tenths;
use world::credits::SourceFamilies;
use world::place::{Place, Region};
use world::{View, VisibleResort};

use super::{About, Basis, Card, CardBasis, CardInputs, Cases, Category, ResortCard, Scope, Statement};
use crate::figure::Figure;
use crate::snow_record::POLICY;

/// Days into a season before a percentage is meaningful: until then a single snowfall would dominate it.
const SETTLED_DAYS: usize = 30;
/// Minimum number of resorts for a region's card.
const REGION_RESORTS: usize = 5;
/// Minimum number of days without snow that count as a dry spell.
const SPELL_DAYS: u16 = 7;
/// Name of the number that a region's card reads from its resorts' cards.
const PERCENT: &str = "percentOfAverage";

pub(super) const NORM: About = About {
    category: Category::SeasonNorm,
    title: "Season against the average",
    basis: Basis::Intelligence,
    description: "Snowfall of the current season compared with past winters up to the same day.",
    method: "Daily snowfall of ERA5-Land from the season's first day to the last one on record, in percent \
        of the mean of at least ten complete winters over the same days; from thirty days into the season \
        on. For a region the median of its resorts, at least five.",
    scopes: &[Scope::Resort, Scope::Region],
    of_resort: Some(norm),
    of_all: Some(region_norms),
};

pub(super) const STORM: About = About {
    category: Category::StormOfSeason,
    title: "Storm of the season",
    basis: Basis::Data,
    description: "The snowiest day of the current season, and how many past winters had a bigger one.",
    method: "The day with most snowfall since the season's first day in ERA5-Land, at least 15 cm, compared \
        with the biggest day of each complete winter on record.",
    scopes: &[Scope::Resort, Scope::World],
    of_resort: Some(storm),
    of_all: Some(biggest_storm),
};

pub(super) const DRY: About = About {
    category: Category::DrySpell,
    title: "Dry spell",
    basis: Basis::Data,
    description: "The length of the dry spell, and how many past winters had one as long.",
    method: "Days in a row with less than 1 cm up to the last one on record in ERA5-Land, at least seven, \
        within the season, compared with the longest such run of each complete winter.",
    scopes: &[Scope::Resort],
    of_resort: Some(spell),
    of_all: None,
};

/// Returns the current season of a resort: its days, and the last known one if it belongs to the season.
fn running<'w>(
    view: &View<'_>,
    winters: &'w Winters,
    seen: &VisibleResort<'_>,
) -> Option<(&'w WinterDays, NaiveDate)> {
    let today = view.as_of().local_date(seen.profile().zone);
    let days = winters.get(Winter::containing(winters.hemisphere(), today)?)?;
    let through = days.summary().last_known.filter(|_| !days.summary().complete)?;
    let season = days.winter().season_range();
    season.contains(&days.winter().index(through)?).then_some((days, through))
}

const fn grounds(n: usize, n_of: Cases, as_of: NaiveDate, weight: f64) -> CardBasis {
    CardBasis { n, n_of, as_of, weight, carries: SourceFamilies::CLIMATE }
}

fn norm(making: &CardInputs<'_>, seen: &VisibleResort<'_>) -> Option<Card> {
    let winters = seen.winters();
    let (days, through) = running(making.view, winters, seen)?;
    let index = days.winter().index(through)?;
    if index < days.winter().season_range().start + SETTLED_DAYS {
        return None;
    }
    let cm = normals::season_to(&POLICY, days, index)?;
    let normal = normals::snowfall_to(&POLICY, winters, through)?;
    let percent = seasons::percent(&POLICY, cm, normal.spread.mean)?;
    let statement = Statement::SeasonNorm {
        name: seen.resort().name.clone(),
        percent: percent.get(),
        season: days.winter().to_string(),
        cm,
        through,
        average: normal.spread.mean,
    };
    let numbers = vec![
        Figure::new(PERCENT, Some(percent), "%"),
        Figure::new("seasonSnowfall", Tenths::new(cm), "cm"),
        Figure::new("average", Tenths::new(normal.spread.mean), "cm"),
        Figure::new("low", Tenths::new(normal.spread.p10), "cm"),
        Figure::new("high", Tenths::new(normal.spread.p90), "cm"),
    ];
    let on = grounds(normal.winters.into(), Cases::Winters, through, (percent.get() - 100.0).abs());
    Some(Card::of_resort(Category::SeasonNorm, seen, statement, numbers, on))
}

fn region_norms(view: &View<'_>, own: &[ResortCard]) -> Vec<Card> {
    Region::ALL.into_iter().filter_map(|region| region_norm(view, region, own)).collect()
}

fn region_norm(view: &View<'_>, region: Region, own: &[ResortCard]) -> Option<Card> {
    let place = Place { region: Some(region), country: None };
    let here = own.iter().filter(|own| view.atlas().is_within(own.at, place)).map(|own| &own.card);
    let mut own: Vec<f64> = here.clone().filter_map(|card| Some(card.number(PERCENT)?.get())).collect();
    if own.len() < REGION_RESORTS {
        return None;
    }
    own.sort_by(f64::total_cmp);
    let at = |share| climate::quantile::quantile(&own, share);
    let (median, low, high) = (at(0.5)?, at(0.1)?, at(0.9)?);
    let through = here.map(|card| card.as_of).max()?;
    let tag = region.tag();
    let statement = Statement::RegionNorm { region, percent: median, low, high, resorts: own.len() };
    let numbers = vec![
        Figure::new("medianPercentOfAverage", Tenths::new(median), "%"),
        Figure::new("low", Tenths::new(low), "%"),
        Figure::new("high", Tenths::new(high), "%"),
    ];
    // A region weighs more than a single resort.
    let on = grounds(own.len(), Cases::Resorts, through, 100.0 + (median - 100.0).abs());
    Some(Card::of_region(Category::SeasonNorm, tag, statement, numbers, on))
}

fn biggest_storm(_: &View<'_>, own: &[ResortCard]) -> Vec<Card> {
    let cards = own.iter().map(|own| &own.card);
    let biggest = cards.max_by(|a, b| a.weight.total_cmp(&b.weight).then_with(|| b.id.cmp(&a.id)));
    let world = biggest.map(|card| {
        let mut statement = card.statement.clone();
        if let Statement::BiggestDay { anywhere, .. } = &mut statement {
            *anywhere = true;
        }
        Card {
            id: format!("{}/world", Category::StormOfSeason.id()),
            scope: Scope::World,
            slug: card.slug.clone(),
            hemisphere: None,
            headline: statement.to_string(),
            statement,
            n: own.len(),
            n_of: Cases::Resorts,
            weight: f64::MAX,
            ..card.clone()
        }
    });
    world.into_iter().collect()
}

fn storm(making: &CardInputs<'_>, seen: &VisibleResort<'_>) -> Option<Card> {
    let winters = seen.winters();
    let (days, through) = running(making.view, winters, seen)?;
    let (cm, date) = days.summary().biggest.filter(|(cm, _)| cm.get() >= POLICY.powder_day_cm)?;
    let complete: Vec<_> = winters.iter().map(WinterDays::summary).filter(|sum| sum.complete).collect();
    let bigger = complete.iter().filter(|sum| sum.biggest.is_some_and(|(other, _)| other > cm)).count();
    let statement = Statement::BiggestDay {
        anywhere: false,
        name: seen.resort().name.clone(),
        cm: cm.get(),
        date,
        bigger,
        winters: complete.len(),
    };
    let numbers = vec![
        Figure::new("biggestDay", Some(cm), "cm"),
        Figure::new("winters", Tenths::new(complete.len() as f64), ""),
        Figure::new("wintersWithBiggerDay", Tenths::new(bigger as f64), ""),
    ];
    let on = grounds(usize::from(days.summary().days_known), Cases::SeasonDays, through, cm.get());
    Some(Card::of_resort(Category::StormOfSeason, seen, statement, numbers, on))
}

fn spell(making: &CardInputs<'_>, seen: &VisibleResort<'_>) -> Option<Card> {
    let winters = seen.winters();
    let (days, through) = running(making.view, winters, seen)?;
    let (last, first) = (days.winter().index(through)?, days.winter().season_range().start);
    let is_dry = |index: &usize| days.snowfall_at(*index).is_some_and(|cm| cm.get() < POLICY.snow_day_cm);
    let run = (first..=last).rev().take_while(is_dry).count();
    let run = u16::try_from(run).ok().filter(|run| *run >= SPELL_DAYS)?;
    let complete: Vec<_> = winters.iter().map(WinterDays::summary).filter(|sum| sum.complete).collect();
    let longer = complete.iter().filter(|sum| sum.longest_dry >= run).count();
    let statement = Statement::DrySpell {
        name: seen.resort().name.clone(),
        days: run,
        through,
        as_long: longer,
        winters: complete.len(),
    };
    let numbers = vec![
        Figure::count("dryDays", run),
        Figure::new("winters", Tenths::new(complete.len() as f64), ""),
        Figure::new("wintersWithAsLong", Tenths::new(longer as f64), ""),
    ];
    let on = grounds(usize::from(days.summary().days_known), Cases::SeasonDays, through, run.into());
    Some(Card::of_resort(Category::DrySpell, seen, statement, numbers, on))
}

//! Cards of the past season: the resorts with the most powder days, and the season's snow against the average.

use climate::season_table::Season;
use climate::{Hemisphere as Half, Winter};
use conditions_core::units::{Tenths, ranks};
use world::credits::SourceFamilies;
use world::{View, VisibleResort};

use super::{About, Basis, Card, CardBasis, Cases, Category, Hemisphere, ResortCard, Scope, Statement};
use crate::figure::Figure;

/// Maximum number of resorts with a card.
const LEADERS: usize = 10;

pub(super) const ABOUT: About = About {
    category: Category::LastSeason,
    title: "Last season",
    basis: Basis::Data,
    description: "The resorts with most days of 15 cm in the last complete season of each hemisphere.",
    method: "Days with at least 15 cm in ERA5-Land over the last complete season, November to April or May \
        to October, among all resorts of the hemisphere on record; ties go to the one with more snowfall.",
    scopes: &[Scope::Resort, Scope::World],
    of_resort: None,
    of_all: Some(cards),
};

fn cards(view: &View<'_>, _: &[ResortCard]) -> Vec<Card> {
    [Half::North, Half::South].into_iter().flat_map(|half| of_half(view, half)).collect()
}

/// Returns the newest season that any resort of the hemisphere knows completely.
fn newest(view: &View<'_>, half: Half) -> Option<Winter> {
    let today = view.as_of().utc().date_naive();
    let this = Winter::containing(half, today)?;
    let back = (0..3).filter_map(|back| this.plus(-back));
    back.into_iter().find(|winter| view.seasons().column(*winter).iter().any(Option::is_some))
}

fn of_half(view: &View<'_>, half: Half) -> Vec<Card> {
    let Some(winter) = newest(view, half) else { return Vec::new() };
    let column = view.seasons().column(winter).iter().enumerate();
    let mut known: Vec<(VisibleResort<'_>, &Season)> =
        column.filter_map(|(at, season)| Some((view.at(at)?, season.as_ref()?))).collect();
    known.sort_by(|(a, one), (b, other)| {
        (other.powder_days, other.total)
            .cmp(&(one.powder_days, one.total))
            .then_with(|| a.resort().slug.cmp(&b.resort().slug))
    });
    let n = known.len();
    // A leader needs a second resort to lead, and at least one such day.
    if n < 2 || known.first().is_none_or(|(_, season)| season.powder_days == 0) {
        return Vec::new();
    }
    let as_of = winter.season_last_day();
    let on =
        |weight: f64| CardBasis { n, n_of: Cases::Resorts, as_of, weight, carries: SourceFamilies::CLIMATE };
    let card = |(rank, (seen, season)): (usize, &(VisibleResort<'_>, &Season))| {
        let statement = Statement::LastSeason {
            name: seen.resort().name.clone(),
            rank,
            of: n,
            season: winter.to_string(),
            days: season.powder_days,
            cm: season.total.get(),
            percent: season.percent_of_normal.map(Tenths::get),
        };
        let mut numbers = vec![
            Figure::count("powderDays", season.powder_days),
            Figure::new("seasonSnowfall", Some(season.total), "cm"),
        ];
        numbers.extend(
            season.percent_of_normal.map(|percent| Figure::new("percentOfAverage", Some(percent), "%")),
        );
        Card::of_resort(Category::LastSeason, seen, statement, numbers, on(season.powder_days.into()))
    };
    let ranks = ranks(known.iter().map(|(_, season)| (season.powder_days, season.total)));
    let mut cards: Vec<Card> = ranks.zip(known.iter().take(LEADERS)).map(card).collect();
    cards.extend(world(&known, winter, half, on(f64::MAX)));
    cards
}

/// Makes the card of the hemisphere's season.
fn world(known: &[(VisibleResort<'_>, &Season)], winter: Winter, half: Half, on: CardBasis) -> Option<Card> {
    let (leader, season) = known.first()?;
    let mut percents: Vec<f64> =
        known.iter().filter_map(|(_, season)| season.percent_of_normal).map(Tenths::get).collect();
    percents.sort_by(f64::total_cmp);
    let median = climate::quantile::quantile(&percents, 0.5);
    let statement = Statement::Leader {
        season: winter.to_string(),
        name: leader.resort().name.clone(),
        days: season.powder_days,
        resorts: known.len(),
        percent: median,
    };
    let mut numbers = vec![Figure::count("mostPowderDays", season.powder_days)];
    numbers.extend(median.map(|median| Figure::new("medianPercentOfAverage", Tenths::new(median), "%")));
    let side = match half {
        Half::North => Hemisphere::Northern,
        Half::South => Hemisphere::Southern,
    };
    Some(Card::of_world(Category::LastSeason, Some(side), statement, numbers, on))
}

//! Cards of how rare today's snow depth is: the snowpack model's present depth among its depths on the same day in past
//! winters.

use climate::WinterDays;
use conditions_core::record::Band;
use conditions_core::units::Tenths;
use world::VisibleResort;
use world::credits::SourceFamilies;

use super::{About, Basis, Card, CardBasis, CardInputs, Cases, Category, Scope, Statement};
use crate::figure::Figure;
use crate::snow_record::POLICY;

pub(super) const ABOUT: About = About {
    category: Category::RareDepth,
    title: "How rare today's snow is",
    basis: Basis::Intelligence,
    description: "Modelled snow at the base today, ranked among past winters on the same day.",
    method: "One snowpack model of the weather of this season and of at least ten past winters: how many \
        had as much snow at the base on this day. Both sides are modelled, so they are comparable; measured \
        depths are not used.",
    scopes: &[Scope::Resort],
    of_resort: Some(card),
    of_all: None,
};

fn card(making: &CardInputs<'_>, seen: &VisibleResort<'_>) -> Option<Card> {
    let view = making.view;
    let cm = seen.evidence().snowpack.as_ref()?.depth_cm.base?;
    let today = view.as_of().local_date(seen.profile().zone);
    let on_day = |days: &WinterDays| {
        let winter = days.winter();
        let date = winter.date_of(chrono::Datelike::month(&today), chrono::Datelike::day(&today))?;
        days.modelled_depth_at(Band::Base, winter.index(date)?)
    };
    let past: Vec<f64> =
        seen.winters().newest_complete(POLICY.normal_winters).filter_map(on_day).map(f64::from).collect();
    let n = past.len();
    if n < usize::from(POLICY.min_winters) || (cm < 1.0 && past.iter().all(|past| *past < 1.0)) {
        return None;
    }
    // The model's depths of past winters are whole centimetres.
    let cm = cm.round();
    let deeper = past.iter().filter(|past| **past >= cm).count();
    let shallower = past.iter().filter(|past| **past <= cm).count();
    let mean = climate::quantile::mean(past.iter().copied())?;
    let is_much = deeper <= shallower;
    let rare = if is_much { deeper } else { shallower };
    let statement = Statement::RareDepth {
        name: seen.resort().name.clone(),
        cm,
        date: today,
        rare,
        winters: n,
        is_much,
        average: mean,
    };
    let numbers = vec![
        Figure::new("modelledDepth", Tenths::new(cm), "cm"),
        Figure::new("average", Tenths::new(mean), "cm"),
        Figure::new("wintersAsDeep", Tenths::new(deeper as f64), ""),
        Figure::new("wintersAsShallow", Tenths::new(shallower as f64), ""),
    ];
    let weight = 1.0 - rare as f64 / n as f64;
    let on = CardBasis {
        n,
        n_of: Cases::Winters,
        as_of: today,
        weight,
        carries: SourceFamilies::CLIMATE.and(SourceFamilies::FORECAST),
    };
    Some(Card::of_resort(Category::RareDepth, seen, statement, numbers, on))
}

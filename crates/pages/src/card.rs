//! The card of a resort: name, place, status, danger, depth with its kind, the seven days, and the best of them. The start
//! page and the search show it.

use conditions_core::field::Field;
use conditions_core::record::{Band, DailyRow, OperatingStatus};
use maud::{Markup, html};
use world::VisibleResort;

use crate::ask::Ask;
use crate::mark::MarkedSnow;
use crate::quantity::{ValueFormat, status};
use crate::sentence::{Facts, FallenSnow};
use crate::strip;
use crate::symbols::Symbol;

/// Renders the card of a resort as a list item, with a note after the place. `danger` is the level in force, if it is
/// known.
pub(crate) fn card(
    ask: &Ask<'_>,
    show: ValueFormat,
    seen: &VisibleResort<'_>,
    danger: Option<u8>,
    note: &Markup,
) -> Markup {
    let (words, resort) = (ask.words(), seen.resort());
    let record = &seen.resolution().record;
    let nothing = Field::not_reported();
    let depth = record.display_depth_cm.as_ref().unwrap_or(&nothing);
    let days = seen.days(Band::Mid);
    html! {
        li.card.mount {
            h2 { a href=(ask.to_resort(&resort.slug)) { (resort.name) } }
            @if let Some((level, symbol)) = danger.and_then(|level| Some((level, Symbol::of_level(level)?))) {
                span.lev {
                    (symbol.level())
                    span.unseen { (words.danger) " " (level) }
                }
            }
            p.soft {
                @if let Some(state) = &resort.state { (words.state(state)) ", " }
                (words.country(&resort.country))
                @if !note.0.is_empty() { " · " (note) }
                " · " (pill(show, record.status.value))
            }
            p.now {
                span.soft { (words.depth) }
                " " (MarkedSnow::of_field(depth, false, ask.now).markup(show))
            }
            @if days.iter().any(|day| day.snowfall_cm.is_some()) {
                (strip::short_week(show, &days))
                @if let Some(best) = strip::best_line(show, &days) { (best) }
            } @else {
                p.none { (words.no_forecast) }
            }
        }
    }
}

/// Renders an operating status that does not rely on colour alone; an unknown one in words.
pub(crate) fn pill(show: ValueFormat, value: Option<OperatingStatus>) -> Markup {
    let class = match value {
        Some(OperatingStatus::Open) => "pill open",
        Some(OperatingStatus::ClosedToday) => "pill shut",
        Some(OperatingStatus::PreSeason | OperatingStatus::OffSeason) => "pill dim",
        _ => return html! { span.none { (show.words.morning.status_unknown) } },
    };
    html! { span class=(class) { (status(show.words, value)) } }
}

/// Returns the facts of the sentence that the days and the record give.
pub(crate) fn facts<'d>(ask: &Ask<'_>, seen: &VisibleResort<'_>, days: &'d [DailyRow]) -> Facts<'d> {
    let now = ask.now.utc().with_timezone(&seen.resort().timezone).naive_local();
    let fallen = &seen.resolution().snowfall24h_cm;
    let is_modelled = fallen.source.is_modelled();
    let fallen = fallen.value.map(|cm| FallenSnow { cm, is_modelled });
    let depth = seen.resolution().record.display_depth_cm.as_ref().and_then(|field| field.value);
    let is_known = depth.is_some() || fallen.is_some() || days.iter().any(|day| day.snowfall_cm.is_some());
    Facts { now, days, fallen, is_known, ..Facts::default() }
}

//! The strip of the next seven days at one of three elevations, and the outlook below it.

use conditions_core::record::Band;
use maud::{Markup, html};

use super::{AT, ResortContext};
use crate::quantity::{Units, band};
use crate::sentence::Sentence;
use crate::strip;

/// Renders the strip.
pub(super) fn section(here: &ResortContext<'_, '_>) -> Markup {
    let words = here.words();
    let days = here.seen.days(here.band);
    let models = days.iter().map(|day| day.models_reporting).max().unwrap_or_default();
    let other = match here.show.units() {
        Units::Metric => (Units::Imperial, words.morning.show_inches),
        Units::Imperial => (Units::Metric, words.morning.show_centimetres),
    };
    let has_forecast = days.iter().take(7).any(|day| day.snowfall_cm.is_some());
    html! {
        section.card id="week" aria-labelledby="week-h" {
            div.row {
                h2 id="week-h" { (words.next_7d) }
                @if has_forecast { (elevations(here)) }
            }
            @if has_forecast {
                (strip::strip(here.show, &days))
                p.soft.foot {
                    @if models > 1 { ((words.morning.pale_range)(models.into())) " " }
                    a href=(here.ask.with(here.ask.language, &[("units", other.0.name())])) rel="nofollow" { (other.1) }
                }
            } @else {
                p.note { (words.no_forecast) }
            }
        }
    }
}

/// Renders the choice of the elevation.
fn elevations(here: &ResortContext<'_, '_>) -> Markup {
    let words = here.words();
    html! {
        nav.seg aria-label=(words.elevation) {
            @for (which, name) in [(Band::Base, "base"), (Band::Mid, "mid"), (Band::Summit, "summit")] {
                a href={ (here.ask.with(here.ask.language, &[(AT, name)])) "#week" } rel="nofollow"
                    aria-current=[(which == here.band).then_some("true")] {
                    (here.metres(which).unwrap_or_else(|| band(words, which).to_owned()))
                }
            }
        }
    }
}

/// Renders the outlook.
pub(super) fn outlook(here: &ResortContext<'_, '_>, sentence: &Sentence) -> Markup {
    html! { section.out aria-label=(here.words().morning.outlook) { (sentence.markup()) } }
}

//! The reader's own resorts on the start page: their cards and the way to change the list.

use std::cmp::Reverse;

use conditions_core::record::Band;
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::ops::get_avalanche;
use world::{Tier, VisibleResort};

use crate::ask::Ask;
use crate::card;
use crate::lists::place;
use crate::star;

/// Days within which the best one orders the cards.
const DAYS: usize = 7;

/// Returns the reader's resorts, the one with the best day first. Resorts that have left the catalogue are left out.
pub(crate) fn sorted<'w>(ask: &Ask<'w>) -> Vec<VisibleResort<'w>> {
    let mut own: Vec<VisibleResort<'w>> =
        ask.mountains.iter().filter_map(|slug| ask.view.of_slug(slug)).collect();
    // `None` is the least: a resort without a forecast comes last.
    own.sort_by_cached_key(|seen| Reverse(best_day(seen)));
    own
}

/// Returns the most snow of one day of the next seven.
fn best_day(seen: &VisibleResort<'_>) -> Option<Tenths> {
    seen.days(Band::Mid).iter().take(DAYS).filter_map(|day| day.snowfall_cm).max()
}

/// Renders the cards of the reader's resorts.
pub(crate) fn cards(ask: &Ask<'_>, own: &[VisibleResort<'_>]) -> Markup {
    let lists = ask.words().lists();
    let countries = own.iter().map(|seen| seen.resort().country.as_str());
    let show = ask.format_of(countries);
    html! {
        ul.cards {
            @for seen in own { (card::card(ask, show, seen, danger(ask, &seen.resort().slug), &html! {})) }
            li.card.add {
                a.button.quiet href=(ask.to("/search")) { (lists.add_mountain) }
                @if ask.view.tier() == Tier::Anonymous {
                    p.soft {
                        (lists.kept_here)
                        @if ask.has_alerts { " " a href=(ask.to("/account")) rel="nofollow" { (lists.sign_in_to_keep) } }
                    }
                }
            }
        }
    }
}

/// Returns the avalanche danger in force at a resort, if it is known.
pub(crate) fn danger(ask: &Ask<'_>, slug: &str) -> Option<u8> {
    ask.run(&get_avalanche::Op, &[("slug", slug)]).ok()?.data.now.level
}

/// Renders the list with a button to remove each resort, and its alerts.
pub(crate) fn change(ask: &Ask<'_>, own: &[VisibleResort<'_>]) -> Markup {
    let words = ask.words();
    html! {
        section.card aria-label=(words.lists().change) {
            ul.list.change {
                @for seen in own {
                    @let resort = seen.resort();
                    li {
                        span {
                            a href=(ask.to_resort(&resort.slug)) { (resort.name) }
                            br;
                            small { (place(words, resort.state.as_deref(), &resort.country)) }
                        }
                        (star::removal(ask, &resort.slug, &resort.name))
                        (star::alerts(ask, &resort.slug, &resort.country))
                    }
                }
            }
            p.act { a.button href=(ask.to("/")) { (words.lists().done) } }
        }
    }
}

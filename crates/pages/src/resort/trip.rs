//! The odds of coming days, from past winters on the same dates: a form and its result.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::get_trip_window::{Op, TripWindow};
use world::credits::SourceFamilies;

use super::ResortContext;

pub(super) fn section(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let asked = here.ask.pairs(&[("start", "start"), ("end", "end")]);
    let mut carries = SourceFamilies::NOTHING;
    let mut told = html! {};
    if !asked.is_empty() {
        let pairs: Vec<(&str, &str)> = std::iter::once(("slug", here.slug())).chain(asked).collect();
        let reply = here.ask.run(&Op, &pairs)?;
        carries = reply.carries;
        told = odds(here, &reply.data);
    }
    let field = |name: &str, title: &str| {
        html! {
            div {
                label for=(name) { (title) }
                input id=(name) name=(name) type="date" required value=[here.ask.given(name)];
            }
        }
    };
    let body = html! {
        section.screen id="trip" {
            h2 { (words.trip) }
            form.fields action={ (here.ask.to_resort(here.slug())) "#trip" } {
                (field("start", words.from)) (field("end", words.to))
                button { (words.show) }
            }
            (told)
        }
    };
    Ok((body, carries))
}

fn odds(here: &ResortContext<'_, '_>, told: &TripWindow<'_>) -> Markup {
    let (words, show) = (here.words(), here.show);
    if !told.available {
        return html! { p.note { (words.no_winters) } };
    }
    let snow = told.snowfall.and_then(|spread| Some((spread.median_cm?, spread.low_cm?, spread.high_cm?)));
    let lines = [
        (words.any_snow, told.any_snow_day_probability.map(|share| show.share(share.get()))),
        (words.any_powder, told.any_powder_day_probability.map(|share| show.share(share.get()))),
        (
            words.snowfall,
            snow.map(|(median, low, high)| {
                format!("{} ({})", show.snow(median), (words.from_to)(&show.snow(low), &show.snow(high)))
            }),
        ),
    ];
    html! {
        h3 { ((words.trip_says)(told.seasons_counted)) }
        dl.pairs { @for (name, value) in lines { dt { (name) } dd { (show.or_none(value)) } } }
        @if let Some(station) = &told.mapped_to {
            p.soft { ((words.mapped)(station.name.unwrap_or(station.station), station.winters)) }
        } @else {
            p.soft { (words.reanalysis) }
        }
    }
}

//! The embeddable box: `/embed/v1/{slug}` in a frame, rendered without scripts and cookies, and `/embed/v1/embed.js`,
//! which creates the frame and adjusts its height. The address is permanent, so it contains a version.

use conditions_core::field::Field;
use maud::{DOCTYPE, Markup, html};
use operations::OpError;
use operations::ops::{get_resort, get_weather_forecast};

use crate::ask::Ask;
use crate::mark::MarkedSnow;
use crate::quantity::{Units, ValueFormat, ago, doubt};
use crate::symbols::sprite;
use crate::words::Language;
use crate::{assets, strip};

/// Path prefix of the boxes.
pub(crate) const FOLDER: &str = "/embed/v1/";
/// Default width and height of the box, pixels.
pub(crate) const WIDTH: u32 = 480;
pub(crate) const HEIGHT: u32 = 400;
const DAYS: &str = "7";

/// Returns the request in the language that its query names: an address per language could not stay permanent.
pub(crate) fn in_language<'w>(ask: &Ask<'w>) -> Result<Ask<'w>, OpError> {
    let code = ask.given("lang").unwrap_or("en");
    let found = Language::ALL.into_iter().find(|language| language.code() == code);
    let language = found.ok_or_else(|| {
        OpError::argument("lang", format!("must be one of {}", Language::ALL.map(Language::code).join(", ")))
    })?;
    Ok(Ask { language, ..ask.clone() })
}

/// Returns the requested theme; `None` for the reader's.
pub(crate) fn theme(ask: &Ask<'_>) -> Result<Option<&'static str>, OpError> {
    match ask.given("theme") {
        None | Some("auto") => Ok(None),
        Some("light") => Ok(Some("light")),
        Some("dark") => Ok(Some("dark")),
        Some(_) => Err(OpError::argument("theme", "must be one of auto, light, dark")),
    }
}

/// Returns the script that creates the frame.
pub(crate) fn script(_: &Ask<'_>) -> Result<String, OpError> {
    Ok(include_str!("../assets/embed.js").to_owned())
}

pub(crate) fn frame(ask: &Ask<'_>) -> Result<String, OpError> {
    let theme = theme(ask)?;
    // Units come from the address: another site's frame must not depend on a cookie.
    let ask = in_language(ask)?;
    let (words, service) = (ask.words(), ask.view.service());
    let slug = ask.given("slug").unwrap_or_default();
    let detail = ask.run(&get_resort::Op, &[("slug", slug)])?;
    let slug = detail.data.info.slug;
    let days = ask.run(&get_weather_forecast::Op, &[("slug", slug), ("days", DAYS)])?.data.days;
    let show = ValueFormat::new(words, ask.units, detail.data.info.country);
    let page = format!("{}{}", service.base_url, ask.to_resort(slug));
    let at = ask.view.as_of();
    let time = format!("{} UTC", at.utc().format("%Y-%m-%d %H:%M"));
    let has_days = days.iter().any(|day| day.snowfall_cm.is_some());
    let body = html! {
        main {
            div.inside {
                @if service.synthetic { p.synthetic { (words.synthetic) } }
                h1 { a href=(page) target="_blank" rel="noopener" { (detail.data.info.name) } }
                (facts(&ask, show, &detail.data))
                @if has_days {
                    (strip::short_week(show, &days))
                    @if let Some(best) = strip::best_line(show, &days) { (best) }
                } @else {
                    p { (words.no_forecast) }
                }
                p { ((words.data_of)(&time, &(words.ago)(ago(at, ask.now)))) }
            }
        }
        (credit(&ask))
    };
    let document = html! {
        (DOCTYPE)
        html lang=(words.code) data-theme=[theme] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="robots" content="noindex";
                title { (detail.data.info.name) " · " (service.name) }
                link rel="canonical" href=(page);
                link rel="stylesheet" href=(assets::EMBED_STYLE.path);
                script type="module" src=(assets::FRAME_SCRIPT.path) {}
            }
            body { (sprite(&body.0)) (body) }
        }
    };
    Ok(document.into_string())
}

fn facts(ask: &Ask<'_>, show: ValueFormat, detail: &get_resort::Detail<'_>) -> Markup {
    let words = ask.words();
    let nothing = Field::not_reported();
    let record = &detail.conditions;
    let depth = record.display_depth_cm.as_ref().unwrap_or(&nothing);
    let (fresh, coming) = (detail.recent_snow.past24h, &record.forecast.next7d_cm);
    let rows = [
        (words.depth, depth, MarkedSnow::of_field(depth, false, ask.now)),
        (words.past_24h, fresh, MarkedSnow::of_field(fresh, false, ask.now)),
        (words.next_7d, coming, MarkedSnow::forecast(coming.value)),
    ];
    html! {
        dl {
            @for (name, field, snow) in rows {
                div {
                    dt { (name) }
                    dd {
                        (snow.markup(show))
                        @if field.value.is_some() && let Some(doubt) = doubt(words, field.source, field.confidence) {
                            small { (doubt) }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the credit. The style sheet fixes it at the bottom edge and lets the rest scroll, so that it is visible in a
/// frame of any size.
fn credit(ask: &Ask<'_>) -> Markup {
    let credits = &ask.view.service().credits;
    html! {
        footer {
            p {
                a href=(credits.service.url) target="_blank" rel="noopener" { (credits.service.text) }
                ". "
                a href=(credits.terms_url) target="_blank" rel="noopener" { (ask.words().sources) }
            }
        }
    }
}

/// Returns the query of a box with the chosen options.
pub(crate) fn query(ask: &Ask<'_>) -> Vec<(&'static str, String)> {
    let units = ask.given("units").and_then(Units::from_name).map(|units| units.name().to_owned());
    let given = |name: &str| ask.given(name).map(str::to_owned);
    let all =
        [("lang", given("lang").filter(|code| code != "en")), ("units", units), ("theme", given("theme"))];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

//! `/embed`: configures a box, previews it, and shows the code for another site: a frame, a script or a badge.

use maud::{Markup, html};
use operations::OpError;

use crate::ask::Ask;
use crate::embed::{self, FOLDER};
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::Units;
use crate::words::Language;

/// Themes of the box.
const THEMES: [&str; 3] = ["auto", "light", "dark"];

pub(crate) struct Generator;

impl Page for Generator {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/embed",
            query: &["r", "lang", "theme"],
            led_to: LedTo::Foot(|words| words.taken.embed),
        }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        embed::theme(ask)?;
        embed::in_language(ask)?;
        let chosen = ask.given("r").map(|text| ask.view.resort(text)).transpose()?;
        let shown = chosen.or_else(|| ask.view.resorts().next());
        let body = html! {
            p.lead { (words.taken.embed_says) }
            (form(ask, shown.map(|seen| seen.resort().slug.as_str())))
            @if let Some(seen) = shown { (snippets(ask, &seen.resort().slug, &seen.resort().name)) }
        };
        Ok(Content::new(words.taken.embed, words.taken.embed_says, body))
    }
}

fn form(ask: &Ask<'_>, slug: Option<&str>) -> Markup {
    let words = ask.words();
    let option =
        |value: &str, chosen: bool, name: &str| html! { option value=(value) selected[chosen] { (name) } };
    let given = |name: &str| ask.given(name).unwrap_or_default();
    html! {
        form.fields action=(ask.to("/embed")) {
            div { label for="r" { (words.resort) } input id="r" name="r" maxlength="100" required value=[slug]; }
            div {
                label for="lang" { (words.taken.language) }
                select id="lang" name="lang" {
                    @for language in Language::ALL {
                        (option(language.code(), given("lang") == language.code(), language.words().name))
                    }
                }
            }
            div {
                label for="units" { (words.units) }
                select id="units" name="units" {
                    (option("", given("units").is_empty(), "–"))
                    @for (units, name) in [(Units::Metric, words.metric), (Units::Imperial, words.imperial)] {
                        (option(units.name(), given("units") == units.name(), name))
                    }
                }
            }
            div {
                label for="theme" { (words.taken.theme) }
                select id="theme" name="theme" {
                    @for (theme, name) in THEMES.into_iter().zip(words.taken.themes) { (option(theme, given("theme") == theme, name)) }
                }
            }
            button { (words.show) }
        }
    }
}

fn snippets(ask: &Ask<'_>, slug: &str, name: &str) -> Markup {
    let (words, base) = (ask.words(), &ask.view.service().base_url);
    let pairs = embed::query(ask);
    let query: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let data: String = pairs.iter().map(|(name, value)| format!(" data-{name}=\"{value}\"")).collect();
    let page = format!("{base}{}", ask.to_resort(slug));
    let frame = html! {
        iframe src={ (base) (FOLDER) (slug) (query) } title=(name) width=(embed::WIDTH) height=(embed::HEIGHT) loading="lazy" {}
        a href=(page) { (name) }
    };
    let script =
        format!("<script async src=\"{base}{FOLDER}embed.js\" data-resort=\"{slug}\"{data}></script>");
    let badge = html! { a href=(page) { img src={ (base) "/badges/v1/" (slug) ".svg" } alt=(name); } };
    let code = |title: &str, text: &str| html! { section { h2 { (title) } pre.code tabindex="0" { code { (text) } } } };
    html! {
        section {
            h2 { (words.taken.preview) }
            iframe.preview src={ (FOLDER) (slug) (query) } title=(name) loading="lazy" {}
        }
        (code(words.taken.as_frame, &frame.into_string()))
        (code(words.taken.as_script, &script))
        (code(words.taken.as_badge, &badge.into_string()))
        section {
            h2 { (words.taken.calendar) }
            p { a href=(crate::calendar::path(slug)) { (base) (crate::calendar::path(slug)) } }
        }
    }
}

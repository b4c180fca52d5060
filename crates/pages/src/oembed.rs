//! `/oembed`: what a page that takes links asks, to show the box of a resort in place of a link to its page (oembed.com, 1.0).

use maud::html;
use operations::OpError;

use crate::ask::{Ask, encoded};
use crate::embed::FOLDER;
use crate::words::Language;

/// Width and height of the box, pixels.
const WIDTH: u32 = 480;
const HEIGHT: u32 = 420;
/// Narrower or lower than this nothing can be read.
const LEAST: u32 = 200;

/// The address that asks about a page.
pub(crate) fn of(base: &str, path: &str) -> String {
    format!("{base}/oembed?url={}", encoded(&format!("{base}{path}")))
}

/// The answer about a resort's page.
pub(crate) fn answer(ask: &Ask<'_>) -> Result<String, OpError> {
    if ask.given("format").is_some_and(|format| format != "json") {
        return Err(OpError::argument("format", "must be json"));
    }
    let service = ask.view.service();
    let url = ask.given("url").ok_or_else(|| OpError::argument("url", "is required"))?;
    let refused = || {
        OpError::argument("url", format!("must be the page of a resort, below {}/resorts/", service.base_url))
    };
    let path = url.strip_prefix(&service.base_url).ok_or_else(refused)?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let code = path.split('/').nth(1).unwrap_or_default();
    let language = Language::of_prefix(code).unwrap_or(Language::En);
    let path = if language == Language::En { path } else { path.get(code.len() + 1..).unwrap_or_default() };
    let slug = path
        .strip_prefix("/resorts/")
        .filter(|slug| !slug.is_empty() && !slug.contains('/'))
        .ok_or_else(refused)?;
    let seen = ask.view.resort(slug)?;
    let resort = seen.resort();
    let (width, height) = (at_most(ask, "maxwidth", WIDTH)?, at_most(ask, "maxheight", HEIGHT)?);
    let src = format!("{}{FOLDER}{}?lang={}", service.base_url, resort.slug, language.code());
    let frame =
        html! { iframe src=(src) title=(resort.name) width=(width) height=(height) loading="lazy" {} };
    Ok(serde_json::json!({
        "version": "1.0",
        "type": "rich",
        "title": resort.name,
        "provider_name": service.name,
        "provider_url": service.base_url,
        "cache_age": 3600,
        "html": frame.into_string(),
        "width": width,
        "height": height,
    })
    .to_string())
}

fn at_most(ask: &Ask<'_>, name: &str, usual: u32) -> Result<u32, OpError> {
    let Some(text) = ask.given(name) else { return Ok(usual) };
    let most: u32 = text.parse().map_err(|_| OpError::argument(name, "must be a number of pixels"))?;
    Ok(usual.min(most.max(LEAST)))
}

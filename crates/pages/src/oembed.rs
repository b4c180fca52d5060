//! `/oembed`: answers sites that turn a link to a resort's page into its box (oembed.com, 1.0).

use maud::html;
use operations::OpError;

use crate::ask::{Ask, encoded};
use crate::embed::{self, FOLDER};
use crate::response::Answer;
use crate::words::Language;

/// The parameter for the format of the answer.
const FORMAT: &str = "format";

/// Returns the address of the oEmbed answer for a page.
pub(crate) fn address(base: &str, path: &str) -> String {
    format!("{base}/oembed?url={}", encoded(&format!("{base}{path}")))
}

/// Returns the answer for a resort's page.
pub(crate) fn answer(ask: &Ask<'_>) -> Result<String, OpError> {
    if !is_json(ask) {
        return Err(OpError::argument(FORMAT, "must be json; other formats are not supported"));
    }
    let service = ask.view.service();
    let url = ask.given("url").ok_or_else(|| OpError::argument("url", "is required"))?;
    let (language, slug) = page(url, &service.base_url).ok_or_else(|| OpError::NotFound {
        what: "page of a resort at the address",
        next: None,
        asked: world::unknown::shortened(url).to_string(),
        suggestions: Vec::new(),
    })?;
    let seen = ask.view.resort(slug)?;
    let resort = seen.resort();
    let (width, height) =
        (at_most(ask, "maxwidth", embed::WIDTH)?, at_most(ask, "maxheight", embed::HEIGHT)?);
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

/// Answers a failed request as oembed.com specifies: 501 for an unsupported format, after which a client tries the next
/// one, and 404 for an address that is not a resort's page.
pub(crate) fn error_answer(ask: &Ask<'_>, error: &OpError) -> Answer {
    let status = match error {
        _ if !is_json(ask) => 501,
        OpError::InvalidArguments(_) => 400,
        OpError::ResortNotFound { .. } | OpError::NotFound { .. } => 404,
        OpError::Denied { .. } | OpError::Scope { .. } => 401,
        OpError::Full { .. } | OpError::Unread => 503,
    };
    let html = serde_json::json!({ "status": status, "error": error.to_string() }).to_string();
    Answer { status, media_type: "application/json", html, location: None }
}

fn is_json(ask: &Ask<'_>) -> bool {
    ask.given(FORMAT).is_none_or(|format| format.eq_ignore_ascii_case("json"))
}

/// Returns the language and the slug of a resort's page on this service; `None` for any other address.
fn page<'u>(url: &'u str, base_url: &str) -> Option<(Language, &'u str)> {
    // Links are pasted with either scheme, and both lead to the same page.
    let (_, base) = base_url.split_once("://")?;
    let bare = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let (host, path) = bare.split_at_checked(base.len())?;
    if !host.eq_ignore_ascii_case(base) {
        return None;
    }
    let path = path.split(['?', '#']).next()?.strip_prefix('/')?;
    let (language, path) = match path.split_once('/') {
        Some((code, rest)) => match Language::of_prefix(code) {
            Some(language) => (language, rest),
            None => (Language::En, path),
        },
        None => (Language::En, path),
    };
    let slug = path.strip_prefix("resorts/")?;
    let slug = slug.strip_suffix('/').unwrap_or(slug);
    (!slug.is_empty() && !slug.contains('/')).then_some((language, slug))
}

/// Returns the default size, or the requested limit if smaller. The box scrolls, and its credit stays visible.
fn at_most(ask: &Ask<'_>, name: &str, usual: u32) -> Result<u32, OpError> {
    let Some(text) = ask.given(name) else { return Ok(usual) };
    let most = text.parse::<u64>().ok().filter(|most| *most > 0);
    let most = most.ok_or_else(|| OpError::argument(name, "must be a whole number of pixels, at least 1"))?;
    Ok(u32::try_from(most).map_or(usual, |most| usual.min(most)))
}

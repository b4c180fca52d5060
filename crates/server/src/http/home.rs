//! `/`: one plain page for people: what this is, where the most new snow is forecast, where the API is.

use std::fmt::Write as _;

use actix_web::{HttpResponse, web};
use conditions_core::time::{MINUTE_MS, Timestamp};
use operations::shapes::ResortRow;
use operations::{API_PREFIX, CHARTS};
use world::{Caller, View, World};

use super::api::get;
use super::{Shared, respond};
use crate::clock;

/// Routes of this page.
pub fn routes(config: &mut web::ServiceConfig) {
    config.service(get("/", |_, shared| page(&shared)));
}

fn page(shared: &Shared) -> HttpResponse {
    let Some(published) = shared.board.current() else {
        return HttpResponse::ServiceUnavailable()
            .content_type("text/plain")
            .body("starting; try again in a second\n");
    };
    let mut response = respond::document(html(&published.world, clock::now()), "text/html; charset=utf-8");
    let headers = response.headers_mut();
    use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue};
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(respond::PUBLIC));
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
        ),
    );
    response
}

const ROWS: usize = 15;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884}\
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}\
h1{margin-bottom:0}p.lead{margin-top:.25rem}\
table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:600;padding:.5rem 0}\
th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid var(--line)}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
.wide{overflow-x:auto}.mute{opacity:.75}\
.synthetic{border:2px solid #c60;padding:.5rem .75rem;border-radius:.4rem}";

fn html(world: &World, now: Timestamp) -> String {
    let service = &world.service;
    let name = escape(&service.name);
    let mut out = String::with_capacity(16 * 1024);
    let _ = write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{name}</title>\
         <style>{STYLE}</style></head><body><main><h1>{name}</h1>\
         <p class=\"lead\">Snow conditions of {} ski resorts: every value with its source, time and confidence; \
         unknown stays unknown.</p>",
        world.len()
    );
    if service.synthetic {
        out.push_str(
            "<p class=\"synthetic\" role=\"note\"><strong>Synthetic data.</strong> The weather on this server is \
             simulated for a demonstration. It says nothing about the real world.</p>",
        );
    }
    table(&mut out, world);
    let minutes = now.since(world.as_of).max(0) / MINUTE_MS;
    let base = escape(&service.base_url);
    let _ = write!(
        out,
        "<p class=\"mute\">State of {} ({minutes} min ago). Forecasts are model blends, not observations.</p>\
         <h2>For programs</h2><ul>\
         <li><a href=\"/api/v1/resorts?sort=forecast&amp;limit=10\">/api/v1/resorts</a> — find resorts</li>\
         <li><a href=\"/api/v1/resorts/search?query=zermatt\">/api/v1/resorts/search</a> — a name to its slug</li>\
         <li><code>/api/v1/resorts/{{slug}}/conditions</code> — the conditions contract \
         (<a href=\"{}\">JSON Schema</a>)</li>\
         <li><a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a> — everything</li>\
         <li><a href=\"/api/v1/definitions\">/api/v1/definitions</a> — every threshold, \
         <a href=\"/api/v1/credits\">/api/v1/credits</a> — every source</li></ul><h2>Charts</h2><ul>",
        world.as_of,
        contract::SCHEMA_PATH,
    );
    for chart in CHARTS {
        let meta = chart.meta();
        let _ =
            write!(out, "<li><code>{API_PREFIX}{}</code> — {}</li>", escape(meta.path), escape(meta.title));
    }
    out.push_str("</ul>");
    credits(&mut out, world);
    let _ = write!(out, "<p class=\"mute\">{base}</p></main></body></html>");
    out
}

fn table(out: &mut String, world: &World) {
    let caller = Caller::Anonymous;
    let view = View::new(world, &caller);
    let mut rows: Vec<ResortRow<'_>> =
        view.resorts().map(|seen| ResortRow::new(&seen, "")).filter(|row| row.next7d_cm.is_some()).collect();
    rows.sort_by(|a, b| {
        (b.snowfall24h_cm, b.next7d_cm).cmp(&(a.snowfall24h_cm, a.next7d_cm)).then_with(|| a.slug.cmp(b.slug))
    });
    if rows.is_empty() {
        out.push_str(
            "<p role=\"note\">No forecast has arrived yet. The catalogue and everything known is served; \
             <a href=\"/readyz\">/readyz</a> says what is missing.</p>",
        );
        return;
    }
    out.push_str(
        "<div class=\"wide\"><table><caption>Freshest powder</caption><thead><tr><th scope=\"col\">Resort</th>\
         <th scope=\"col\">Country</th><th scope=\"col\">Status</th><th scope=\"col\" class=\"n\">Last 24 h</th>\
         <th scope=\"col\" class=\"n\">Next 7 days</th><th scope=\"col\" class=\"n\">Depth</th></tr></thead><tbody>",
    );
    for row in rows.iter().take(ROWS) {
        let status = row.status.map_or("not reported".to_owned(), |status| format!("{status:?}"));
        let _ = write!(
            out,
            "<tr><th scope=\"row\"><a href=\"/api/v1/resorts/{}\">{}</a></th><td>{}</td><td>{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escape(row.slug),
            escape(row.name),
            escape(row.country),
            words(&status),
            centimetres(row.snowfall24h_cm),
            centimetres(row.next7d_cm),
            centimetres(row.display_depth_cm),
        );
    }
    out.push_str("</tbody></table></div>");
}

fn credits(out: &mut String, world: &World) {
    let book = &world.service.credits;
    let _ = write!(
        out,
        "<footer><p><a href=\"{}\">{}</a>",
        escape(&book.service.url),
        escape(&book.service.text)
    );
    for credit in book.of(book.everything()).sources {
        let _ = write!(
            out,
            " · <a href=\"{}\">{}</a> ({})",
            escape(&credit.url),
            escape(&credit.text),
            escape(&credit.licence)
        );
    }
    out.push_str("</p></footer>");
}

fn centimetres(value: Option<conditions_core::units::Tenths>) -> String {
    value.map_or_else(|| "not reported".to_owned(), |cm| format!("{} cm", cm.get()))
}

/// `PreSeason` as `pre season`.
fn words(camel: &str) -> String {
    let mut out = String::with_capacity(camel.len() + 2);
    for (at, letter) in camel.chars().enumerate() {
        if letter.is_uppercase() && at > 0 {
            out.push(' ');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

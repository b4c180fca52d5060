//! Files for use elsewhere: storm feeds, badges for other sites, and files for search engines. Permanent addresses
//! contain a version.

use std::fmt::Write as _;

use conditions_core::time::Timestamp;
use operations::OpError;
use operations::ops::get_storm_watch;
use world::VisibleResort;

use crate::ask::{Ask, UNITS, encoded};
use crate::file::File;
use crate::quantity::ValueFormat;
use crate::storms::place;
use crate::text::escaped;
use crate::words::Language;
use crate::{badge, calendar, embed, installed, oembed};

const ATOM: &str = "application/atom+xml; charset=utf-8";
/// The feed of all storms.
const STORMS: &str = "/feeds/v1/storms.atom";
const SCRIPT: &str = "text/javascript; charset=utf-8";

pub fn files() -> impl Iterator<Item = &'static File> {
    FILES.iter().chain([&OEMBED]).chain(crate::csv::TABLES)
}

macro_rules! listed {
    ($($path:expr, [$($query:literal),*], $media_type:expr, $elsewhere:literal, $make:expr;)*) => {
        const FILES: &[File] = &[$(File {
            path: $path,
            query: &[$($query),*],
            media_type: $media_type,
            is_shown_elsewhere: $elsewhere,
            make: $make,
            refuse: None,
        }),*];
    };
}

const OEMBED: File = File {
    path: "/oembed",
    query: &["url", "format", "maxwidth", "maxheight"],
    media_type: "application/json",
    is_shown_elsewhere: true,
    make: oembed::answer,
    refuse: Some(oembed::error_answer),
};

listed! {
    "/robots.txt", [], "text/plain; charset=utf-8", false, robots;
    "/sitemap.xml", [], "application/xml; charset=utf-8", false, sitemap;
    "/sw.js", [], SCRIPT, false, worker;
    installed::MANIFEST, ["lang"], "application/manifest+json", false, installed::manifest;
    STORMS, ["region"], ATOM, false, storms;
    "/feeds/v1/resorts/{slug}.atom", [], ATOM, false, storms_of_resort;
    "/badges/v1/{slug}.svg", ["show"], "image/svg+xml", true, badge::svg;
    "/badges/v1/{slug}.json", ["show"], "application/json", true, badge::json;
    "/calendars/v1/resorts/{slug}.ics", ["lang"], "text/calendar; charset=utf-8", false, calendar::calendar;
    "/embed/v1/embed.js", [], SCRIPT, true, embed::script;
    "/embed/v1/{slug}", ["lang", "theme"], "text/html; charset=utf-8", true, embed::frame;
}

/// Returns the address of a resort's feed.
pub(crate) fn feed_of(slug: &str) -> String {
    format!("/feeds/v1/resorts/{slug}.atom")
}

/// Returns the service worker that stores recent pages for offline use. It is at the root, because its scope is limited
/// to the paths below it.
fn worker(_: &Ask<'_>) -> Result<String, OpError> {
    Ok(include_str!("../assets/sw.js").to_owned())
}

fn robots(ask: &Ask<'_>) -> Result<String, OpError> {
    Ok(format!("User-agent: *\nAllow: /\nSitemap: {}/sitemap.xml\n", ask.view.service().base_url))
}

/// Returns the sitemap: listed pages and every resort, in every language.
fn sitemap(ask: &Ask<'_>) -> Result<String, OpError> {
    const LISTS: [&str; 17] = [
        "/",
        "/rankings",
        "/map",
        "/storms",
        "/regions",
        "/accuracy",
        "/leaderboard",
        "/el-nino",
        "/passes",
        "/definitions",
        "/status",
        "/compare",
        "/ask",
        "/trips",
        "/insights",
        "/docs",
        "/embed",
    ];
    let base = &ask.view.service().base_url;
    let resorts = ask.view.resorts().map(|seen| format!("/resorts/{}", seen.resort().slug));
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in LISTS.into_iter().map(str::to_owned).chain(resorts) {
        for language in Language::ALL {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "<url><loc>{}</loc></url>",
                escaped(&format!("{base}{}", language.address(&path)))
            );
        }
    }
    out.push_str("</urlset>\n");
    Ok(out)
}

/// An entry of a feed.
struct Entry {
    /// Stable id of its subject.
    id: String,
    title: String,
    path: String,
    text: String,
}

fn storms(ask: &Ask<'_>) -> Result<String, OpError> {
    let pairs: Vec<_> = ask.pairs(&[("region", "region")]).into_iter().chain([("limit", "25")]).collect();
    let watch = ask.run(&get_storm_watch::Op, &pairs)?.data;
    let words = ask.words();
    let entries = watch.events.iter().map(|event| {
        let show = ValueFormat::new(words, ask.units, event.country);
        let snow = (words.up_to)(&show.whole_snow(event.max_total_cm.get(), true));
        let days = (words.from_to)(&(words.date)(event.start), &(words.date)(event.end));
        Entry {
            id: format!("storm:{}", event.id),
            title: format!("{}: {snow}, {days}", place(words, event)),
            path: "/storms".to_owned(),
            text: format!(
                "{}. {}",
                event
                    .resorts
                    .iter()
                    .map(|hit| format!("{} {}", hit.name, show.whole_snow(hit.total_cm.get(), true)))
                    .collect::<Vec<_>>()
                    .join(words.comma),
                words.models_are
            ),
        }
    });
    Ok(feed(
        ask,
        words.storms_in_sight,
        &address(ask, STORMS, &["region"]),
        captured(ask.view.resorts(), ask),
        entries.collect(),
    ))
}

fn storms_of_resort(ask: &Ask<'_>) -> Result<String, OpError> {
    let seen = ask.view.resort(ask.given("slug").unwrap_or_default())?;
    let (words, resort) = (ask.words(), seen.resort());
    let show = ValueFormat::new(words, ask.units, &resort.country);
    let entries = seen.storms().unwrap_or_default().iter().map(|storm| {
        let days = (words.from_to)(&(words.date)(storm.start), &(words.date)(storm.end));
        let snow = show.whole_snow(storm.total_cm.get(), true);
        Entry {
            id: format!("storm:{}:{}", resort.slug, storm.start),
            title: format!("{}: {snow}, {days}", resort.name),
            path: format!("/resorts/{}", resort.slug),
            text: format!("{}: {snow}, {days}. {}", resort.name, words.models_are),
        }
    });
    let title = format!("{}: {}", resort.name, words.storms);
    Ok(feed(
        ask,
        &title,
        &address(ask, &feed_of(&resort.slug), &[]),
        captured(std::iter::once(seen), ask),
        entries.collect(),
    ))
}

/// Returns when the newest of these forecasts was fetched: a feed is as new as its data.
fn captured<'w>(seen: impl Iterator<Item = VisibleResort<'w>>, ask: &Ask<'_>) -> Timestamp {
    let all = seen.filter_map(|one| one.evidence().forecast.as_ref().map(|snapshot| snapshot.captured_at));
    all.max().unwrap_or(ask.view.as_of())
}

/// Returns the address of a feed as requested, which is also its identity: a filtered feed, or one in other units, is a
/// different feed (RFC 4287, 4.2.6 and 4.2.7.2).
fn address(ask: &Ask<'_>, path: &str, parameters: &[&str]) -> String {
    let given = parameters.iter().chain([&UNITS]).filter_map(|name| Some((*name, ask.given(name)?)));
    let query: Vec<String> = given.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query.join("&")) }
}

fn feed(ask: &Ask<'_>, title: &str, path: &str, updated: Timestamp, entries: Vec<Entry>) -> String {
    let service = ask.view.service();
    let base = &service.base_url;
    let title = escaped(&format!("{}: {title}", service.name));
    let host = escaped(base.split("://").nth(1).unwrap_or(base));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <id>tag:{host},2026:{}</id><title>{title}</title><updated>{updated}</updated>\n\
         <author><name>{}</name></author><link rel=\"self\" href=\"{}\"/>\n",
        ask.words().code,
        escaped(path),
        escaped(&service.name),
        escaped(&format!("{base}{path}")),
    );
    for Entry { id, title, path, text } in &entries {
        let note = if service.synthetic { format!(" {}", ask.words().synthetic_says) } else { String::new() };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<entry><id>tag:{host},2026:{}</id><title>{}</title><updated>{updated}</updated><link href=\"{}\"/><content>{}</content></entry>",
            escaped(id),
            escaped(title),
            escaped(&format!("{base}{}", ask.to(path))),
            escaped(&format!("{text}{note}")),
        );
    }
    out.push_str("</feed>\n");
    out
}

//! What is taken away from the pages: feeds of storms for readers, badges for other people's pages, and what search engines
//! ask for. Addresses that others keep have a version in them and stay.

use std::fmt::Write as _;

use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use operations::OpError;
use operations::ops::get_storm_watch;
use world::Seen;

use crate::ask::Ask;
use crate::quantity::Show;
use crate::words::Language;

/// Something of another media type than a page.
#[derive(Clone, Copy)]
pub struct File {
    /// Address; arguments in braces.
    pub path: &'static str,
    /// The query that it takes, besides `units`.
    pub query: &'static [&'static str],
    /// Media type.
    pub media_type: &'static str,
    pub(crate) make: fn(&Ask<'_>) -> Result<String, OpError>,
}

const ATOM: &str = "application/atom+xml; charset=utf-8";

/// Every one.
pub const FILES: &[File] = &[
    File { path: "/robots.txt", query: &[], media_type: "text/plain; charset=utf-8", make: robots },
    File { path: "/sitemap.xml", query: &[], media_type: "application/xml; charset=utf-8", make: sitemap },
    File { path: "/feeds/v1/storms.atom", query: &["region"], media_type: ATOM, make: storms },
    File { path: "/feeds/v1/resorts/{slug}.atom", query: &[], media_type: ATOM, make: storms_of_resort },
    File { path: "/badges/v1/{slug}.svg", query: &["show"], media_type: "image/svg+xml", make: badge },
];

/// The address of a resort's feed.
pub(crate) fn feed_of(slug: &str) -> String {
    format!("/feeds/v1/resorts/{slug}.atom")
}

fn robots(ask: &Ask<'_>) -> Result<String, OpError> {
    Ok(format!("User-agent: *\nAllow: /\nSitemap: {}/sitemap.xml\n", ask.view.service().base_url))
}

/// Pages that a list of pages leads to, and every resort, in every language.
fn sitemap(ask: &Ask<'_>) -> Result<String, OpError> {
    const LISTS: [&str; 12] = [
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
    /// Stays as long as what it tells of.
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
        let show = Show::new(words, ask.units, event.country);
        let snow = (words.up_to)(&show.snow(event.max_total_cm));
        let days = (words.from_to)(&(words.date)(event.start), &(words.date)(event.end));
        Entry {
            id: format!("storm:{}", event.id),
            title: format!("{}: {snow}, {days}", event.name),
            path: "/storms".to_owned(),
            text: event
                .resorts
                .iter()
                .map(|hit| format!("{} {}", hit.name, show.snow(hit.total_cm)))
                .collect::<Vec<_>>()
                .join(words.comma),
        }
    });
    Ok(feed(
        ask,
        words.storms_in_sight,
        "/feeds/v1/storms.atom",
        captured(ask.view.resorts(), ask),
        entries.collect(),
    ))
}

fn storms_of_resort(ask: &Ask<'_>) -> Result<String, OpError> {
    let seen = ask.view.resort(ask.given("slug").unwrap_or_default())?;
    let (words, resort) = (ask.words(), seen.resort());
    let show = Show::new(words, ask.units, &resort.country);
    let entries = seen.storms().unwrap_or_default().iter().map(|storm| {
        let days = (words.from_to)(&(words.date)(storm.start), &(words.date)(storm.end));
        let snow = show.snow(storm.total_cm);
        Entry {
            id: format!("storm:{}:{}", resort.slug, storm.start),
            title: format!("{}: {snow}, {days}", resort.name),
            path: format!("/resorts/{}", resort.slug),
            text: format!("{}: {snow}, {days}. {}", resort.name, words.models_are),
        }
    });
    let title = format!("{}: {}", resort.name, words.storms);
    Ok(feed(ask, &title, &feed_of(&resort.slug), captured(std::iter::once(seen), ask), entries.collect()))
}

/// When the newest forecast behind these was fetched: a feed is as new as what it rests on.
fn captured<'w>(seen: impl Iterator<Item = Seen<'w>>, ask: &Ask<'_>) -> Timestamp {
    let all = seen.filter_map(|one| one.evidence().forecast.as_ref().map(|snapshot| snapshot.captured_at));
    all.max().unwrap_or(ask.view.as_of())
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

/// A badge: one number of a resort, or that nobody reports it, which is grey and never 0.
fn badge(ask: &Ask<'_>) -> Result<String, OpError> {
    let seen = ask.view.resort(ask.given("slug").unwrap_or_default())?;
    let (words, resolution) = (ask.words(), seen.resolution());
    let (label, value): (&str, Option<Tenths>) = match ask.given("show").unwrap_or("depth") {
        "depth" => (words.depth, resolution.record.display_depth_cm.as_ref().and_then(|field| field.value)),
        "new" => (words.past_24h, resolution.snowfall24h_cm.value),
        "next" => (words.next_7d, resolution.record.forecast.next7d_cm.value),
        _ => return Err(OpError::argument("show", "must be one of depth, new, next")),
    };
    let show = Show::new(words, ask.units, &seen.resort().country).one();
    let told = value.map_or_else(|| words.not_reported.to_owned(), |cm| show.snow(cm));
    let synthetic = if ask.view.service().synthetic { " (synthetic)" } else { "" };
    let label = format!("{}: {label}{synthetic}", seen.resort().name);
    let colour = if value.is_some() { "#0a5a9c" } else { "#5b6670" };
    let wide = |text: &str| 7 * text.chars().count() + 12;
    let (left, right) = (wide(&label), wide(&told));
    let (label, told, whole) = (escaped(&label), escaped(&told), left + right);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"20\" role=\"img\"><title>{label} {told}</title>\
         <rect width=\"{left}\" height=\"20\" fill=\"#33414d\"/><rect x=\"{left}\" width=\"{right}\" height=\"20\" fill=\"{colour}\"/>\
         <g fill=\"#fff\" font-family=\"system-ui,sans-serif\" font-size=\"12\" text-anchor=\"middle\">\
         <text x=\"{}\" y=\"14\">{label}</text><text x=\"{}\" y=\"14\">{told}</text></g></svg>",
        left / 2,
        left + right / 2,
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

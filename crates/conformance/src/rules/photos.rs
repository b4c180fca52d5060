//! Rules for the photos of a resort: a linked free licence, the author if the licence requires it, and the photo's
//! page; a reason if there are none.

use serde_json::Value;

use super::json::at;
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "photos/licence",
        clause: "get_resort_photos; Attribution rule: \"the upstream sources whose licences also require a credit\"",
        severity: Severity::Error,
        checks: "every photo has a licence: public domain, or Creative Commons 0, BY or BY-SA with a link to its text",
        fix: "leave out photos under other licences, and those whose licence is not known",
        check: Check::Photos(licence),
    },
    Rule {
        id: "photos/credited",
        clause: "get_resort_photos; Attribution rule",
        severity: Severity::Error,
        checks: "a photo has its page and picture as https links, an alternative text, and its author if the \
                 licence asks for one; the source is in the credits",
        fix: "take author and page from the photo's own page",
        check: Check::Photos(credited),
    },
    Rule {
        id: "photos/reason",
        clause: "Quality: no coverage is a normal answer that says so",
        severity: Severity::Error,
        checks: "`available` states whether there are photos; if there are none, there is a `reason`",
        fix: "return the reason",
        check: Check::Photos(reason),
    },
];

fn photos(answer: &Value) -> &[Value] {
    at(answer, &["data", "photos"]).as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().map(str::trim).unwrap_or_default()
}

/// Returns whether a licence requires naming the author; `None` for a licence that does not allow showing the photo.
fn asks_for_author(name: &str) -> Option<bool> {
    let name = name.to_ascii_lowercase().replace(' ', "-");
    let is_free = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    match name.as_str() {
        "public-domain" | "pd" => Some(false),
        _ if name.starts_with("cc0") => Some(false),
        _ => {
            let rest = name.strip_prefix("cc-by-")?;
            is_free(rest.strip_prefix("sa-").unwrap_or(rest)).then_some(true)
        }
    }
}

fn licence(answer: &Value, report: &mut Report<'_>) {
    for (index, photo) in photos(answer).iter().enumerate() {
        let (name, url) = (at(photo, &["licence"]), at(photo, &["licenceUrl"]));
        let Some(asks) = asks_for_author(text(name)) else {
            let expected = "public domain, CC0, CC BY or CC BY-SA";
            report.broken(format_args!("/data/photos/{index}/licence"), name, expected);
            continue;
        };
        let is_linked = text(url).starts_with("https://creativecommons.org/");
        if !is_linked && (asks || !url.is_null()) {
            let expected = "the address of the licence's text at creativecommons.org";
            report.broken(format_args!("/data/photos/{index}/licenceUrl"), url, expected);
        }
    }
}

fn credited(answer: &Value, report: &mut Report<'_>) {
    for (index, photo) in photos(answer).iter().enumerate() {
        for name in ["url", "pageUrl"] {
            let link = at(photo, &[name]);
            if !text(link).starts_with("https://") {
                report.broken(format_args!("/data/photos/{index}/{name}"), link, "an https address");
            }
        }
        let (alt, author) = (at(photo, &["alt"]), at(photo, &["author"]));
        if text(alt).is_empty() {
            report.broken(format_args!("/data/photos/{index}/alt"), alt, "an alternative text");
        }
        let is_asked = asks_for_author(text(at(photo, &["licence"]))) == Some(true);
        if is_asked && text(author).is_empty() {
            report.broken(
                format_args!("/data/photos/{index}/author"),
                author,
                "the author, as the licence requires",
            );
        }
    }
    let sources = at(answer, &["meta", "credits", "sources"]);
    if !photos(answer).is_empty() && sources.as_array().is_none_or(Vec::is_empty) {
        report.broken("/meta/credits/sources", sources, "the source of the photos");
    }
}

fn reason(answer: &Value, report: &mut Report<'_>) {
    let (available, why) = (at(answer, &["data", "available"]), at(answer, &["data", "reason"]));
    let has_photos = !photos(answer).is_empty();
    if available.as_bool() != Some(has_photos) {
        report.broken("/data/available", available, "whether there is a photo");
    }
    if has_photos == why.is_string() {
        report.broken("/data/reason", why, "a reason if there are no photos, else null");
    }
}

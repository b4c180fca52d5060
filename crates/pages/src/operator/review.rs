//! A report before and after publication: the record before and after with the deciding rule, possible mistakes with a
//! correction button, the lifetime of each value, and the undo button.

use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operators::checks::Warning;
use operators::confirmed::ARGUMENT;
use operators::entry::Units;
use operators::report::{Field, Report};
use operators::review::{Change, Expiry, ShownValue};
use operators::status::status_of;
use operators::surface::Surface;

use super::{FormValues, PATH, StaffView, by_status, units, whole};
use crate::ask::Ask;
use crate::assets;
use crate::quantity::{kind, status};
use crate::words::operator::OperatorWords;

/// Changes that a report would make.
#[derive(Debug, Clone, Copy)]
pub struct ReportReview<'a> {
    pub report: &'a Report,
    pub warnings: &'a [Warning],
    /// Changed fields of the record.
    pub changes: &'a [Change],
    /// Lifetime of each value.
    pub expires: &'a [Expiry],
}

/// Outcome of a report.
#[derive(Debug, Clone, Copy)]
pub struct Outcome<'a> {
    /// Id of the report.
    pub id: &'a str,
    /// Seconds until it was on the public page; `None` if it is not there yet.
    pub live_in_s: Option<f64>,
    /// Time until which it can be undone.
    pub undo_until: Option<Timestamp>,
    /// Lifetime of each value.
    pub expires: &'a [Expiry],
}

/// Renders the review before publication.
#[must_use]
pub fn review(
    ask: &Ask<'_>,
    desk: StaffView<'_>,
    entered: &FormValues,
    reviewed: ReportReview<'_>,
) -> String {
    let words = ask.language.operator();
    let action = ask.to(&format!("{PATH}/{}", desk.slug));
    let body = html! {
        p.lead { strong { (desk.name) } ". " (words.review_says) }
        form.report method="post" action=(action) {
            @for (name, value) in entered { input type="hidden" name=(name) value=(value); }
            @if !reviewed.warnings.is_empty() { (warnings(words, entered, reviewed.warnings)) }
            (changes(ask, words, reviewed.changes))
            @for (list, named) in &reviewed.report.lists {
                section { h2 { (words.field(*list)) } (by_status(words, named)) }
            }
            (expiries(words, desk, reviewed.expires))
            p {
                button name="step" value="publish" { (words.publish) }
                " "
                button.quiet formnovalidate name="step" value="edit" { (words.change) }
            }
        }
    };
    whole(ask, words.review, body)
}

fn shown(units: Units, warning: &Warning, value: f64) -> String {
    let is_length = Field::MEASURES.contains(&warning.field);
    let value = if is_length { units.from_cm(value) } else { value };
    let unit = match (is_length, units) {
        (false, _) => "",
        (true, Units::Cm) => " cm",
        (true, Units::Inches) => " in",
    };
    format!("{}{unit}", (value * 10.0).round() / 10.0)
}

fn warnings(words: &OperatorWords, entered: &FormValues, warnings: &[Warning]) -> Markup {
    let units = units(entered);
    html! {
        section.note aria-label=(words.looks_wrong) {
            h2 { (words.looks_wrong) }
            ul {
                @for warning in warnings {
                    li {
                        strong { (words.field(warning.field)) } ": " (words.warning(warning.code))
                        @if let Some(said) = warning.said { " " (words.you_said) " " (shown(units, warning, said)) }
                        @if let Some(other) = warning.other { ", " (words.compared) " " (shown(units, warning, other)) }
                        "."
                        @if let Some(correction) = warning.correction {
                            " "
                            button.quiet formnovalidate name="correct" value={ (warning.field.name()) "=" (number(units, warning, correction)) } {
                                (words.take) " " (shown(units, warning, correction))
                            }
                        }
                        @if let (Some(confirm), Some(said)) = (&warning.confirm, warning.said) {
                            label {
                                input type="checkbox" required name={ (ARGUMENT) "." (warning.field.name()) } value=(confirm);
                                " " (words.confirm) " " (shown(units, warning, said))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Formats a correction in the units of the form.
fn number(units: Units, warning: &Warning, value: f64) -> String {
    let value = if Field::MEASURES.contains(&warning.field) { units.from_cm(value) } else { value };
    format!("{}", (value * 10.0).round() / 10.0)
}

fn changes(ask: &Ask<'_>, words: &OperatorWords, changes: &[Change]) -> Markup {
    if changes.is_empty() {
        return html! { p.soft { (words.unchanged) } };
    }
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.review) {
            table {
                thead { tr { th scope="col" { (words.field) } th scope="col" { (words.before) } th scope="col" { (words.after) } } }
                tbody {
                    @for change in changes {
                        tr {
                            th scope="row" { (name(words, change.field)) }
                            td { (value(ask, change.field, &change.before.value)) (standing(ask, &change.before)) }
                            td {
                                (value(ask, change.field, &change.after.value))
                                (standing(ask, &change.after))
                                @if let Some(rule) = change.rule { small { (words.why) ": " (words.rule(rule)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the form's name for a field of the record; unknown names are unchanged.
fn name(words: &OperatorWords, field: &str) -> String {
    match field {
        "status" => words.status.to_owned(),
        "displayDepthCm" => format!("{} (cm)", words.depth),
        "depth.base" => format!("{} {} (cm)", words.depth, words.base),
        "depth.mid" => format!("{} {} (cm)", words.depth, words.mid),
        "depth.summit" => format!("{} {} (cm)", words.depth, words.summit),
        "snowfall24hCm" => format!("{} {} (cm)", words.new_snow, words.new_24h),
        "snowfall48hCm" => format!("{} {} (cm)", words.new_snow, words.new_48h),
        "lifts" => words.lifts.to_owned(),
        "runs" => words.runs.to_owned(),
        "surface" => words.surface.to_owned(),
        other => other.to_owned(),
    }
}

/// Renders the source and freshness of a value.
fn standing(ask: &Ask<'_>, shown: &ShownValue) -> Markup {
    let words = ask.language.operator();
    let source = kind(ask.words(), shown.source);
    html! { @if !source.is_empty() { small { (source) ", " (words.tier(shown.tier)) } } }
}

/// Formats a value of the record for people; unknown terms are unchanged.
fn value(ask: &Ask<'_>, field: &str, value: &serde_json::Value) -> String {
    let words = ask.language.operator();
    match (field, value) {
        (_, serde_json::Value::Null) => words.not_said.to_owned(),
        ("status", serde_json::Value::String(text)) => status(ask.words(), status_of(text)).to_owned(),
        ("surface", serde_json::Value::String(text)) => {
            Surface::of(text).map_or_else(|| text.clone(), |surface| words.surface(surface).to_owned())
        }
        (_, serde_json::Value::String(text)) => text.clone(),
        (_, serde_json::Value::Object(count)) => {
            let part = |name: &str| {
                count.get(name).filter(|n| !n.is_null()).map_or("–".to_owned(), ToString::to_string)
            };
            format!("{} / {}", part("open"), part("total"))
        }
        (_, other) => other.to_string(),
    }
}

fn expiries(words: &OperatorWords, desk: StaffView<'_>, expires: &[Expiry]) -> Markup {
    let zone = desk.profile.zone;
    let at = |at: Timestamp| at.utc().with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string();
    html! {
        @if !expires.is_empty() {
            section {
                h2 { (words.expires) }
                dl.pairs { @for one in expires { dt { (words.field(one.field)) } dd { (at(one.expires_at)) } } }
            }
        }
    }
}

/// Renders the page after publication.
#[must_use]
pub fn published(ask: &Ask<'_>, desk: StaffView<'_>, outcome: Outcome<'_>) -> String {
    let words = ask.language.operator();
    let body = html! {
        p.lead role="status" data-published=(desk.slug) {
            @match outcome.live_in_s {
                Some(seconds) => { (words.published) ": " (format!("{seconds:.1}")) " s." }
                None => (words.waiting),
            }
        }
        (expiries(words, desk, outcome.expires))
        @if let Some(until) = outcome.undo_until { (way_back(ask, words, desk, outcome.id, until)) }
        (links(ask, words, desk))
        script type="module" src=(assets::OPERATOR.path) {}
    };
    whole(ask, words.published, body)
}

/// Renders the button that undoes the newest report.
pub(super) fn way_back(
    ask: &Ask<'_>,
    words: &OperatorWords,
    desk: StaffView<'_>,
    id: &str,
    until: Timestamp,
) -> Markup {
    let until = until.utc().with_timezone(&desk.profile.zone);
    html! {
        form.report method="post" action=(ask.to(&format!("{PATH}/{}/undo", desk.slug))) {
            input type="hidden" name="id" value=(id);
            button.quiet { (words.undo) " (" (until.format("%H:%M")) ")" }
        }
    }
}

/// Renders the page after an undo.
#[must_use]
pub fn undone(ask: &Ask<'_>, desk: StaffView<'_>) -> String {
    let words = ask.language.operator();
    let body = html! { p.lead role="status" { (words.undone) } (links(ask, words, desk)) };
    whole(ask, words.title, body)
}

fn links(ask: &Ask<'_>, words: &OperatorWords, desk: StaffView<'_>) -> Markup {
    html! {
        ul.tags {
            li { a href=(ask.to_resort(desk.slug)) { (desk.name) } }
            li { a href=(ask.to(&format!("{PATH}/{}", desk.slug))) { (words.another) } }
        }
    }
}

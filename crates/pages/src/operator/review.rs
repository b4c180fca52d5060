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

use super::{FormValues, PATH, StaffView, by_status, frame, units};
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
    let (words, staff) = (ask.language.operator(), ask.language.staff());
    let action = ask.to(&format!("{PATH}/{}", desk.slug));
    let is_questioned = reviewed.warnings.iter().any(|warning| warning.confirm.is_some());
    let body = html! {
        p.soft { (words.review_says) }
        form.report method="post" action=(action) {
            @for (name, value) in entered { input type="hidden" name=(name) value=(value); }
            @for (at, warning) in reviewed.warnings.iter().enumerate() { (question(ask, units(entered), at, warning)) }
            section.card aria-labelledby="changes" {
                h2 id="changes" { (staff.changes) }
                (changes(ask, words, reviewed.changes))
            }
            @for (list, named) in &reviewed.report.lists {
                section.card { h2 { (words.field(*list)) } (by_status(words, named)) }
            }
            (expiries(ask, desk, reviewed.expires))
            p.soft { (staff.alerts_wait) }
            p.send {
                button name="step" value="publish" { (words.publish) }
                @if is_questioned { span.soft { (staff.confirm_first) } }
                button.quiet formnovalidate name="step" value="edit" { (staff.back) }
            }
        }
    };
    frame::signed_in(ask, desk, words.review, body)
}

/// Formats a number of a question in the units of the form.
fn format_value(ask: &Ask<'_>, units: Units, field: Field, value: f64) -> String {
    let is_length = Field::MEASURES.contains(&field);
    let value = if is_length { units.from_cm(value) } else { value };
    let number = crate::quantity::number(ask.words(), (value * 10.0).round() / 10.0, 1);
    let space = if ask.words().is_japanese() { "" } else { "\u{a0}" };
    match (is_length, units) {
        (false, _) => number,
        (true, Units::Cm) => format!("{number}{space}cm"),
        (true, Units::Inches) => format!("{number}{space}{}", ask.language.operator().inches),
    }
}

/// Renders a possible slip: the question, a sentence with the number that contradicts it, one button that corrects the
/// value, and the confirmation if the value is published only with it.
fn question(ask: &Ask<'_>, units: Units, at: usize, warning: &Warning) -> Markup {
    let (words, staff) = (ask.language.operator(), ask.language.staff());
    let told = |value: f64| format_value(ask, units, warning.field, value);
    let id = format!("question-{at}");
    let class = if warning.confirm.is_some() { "card note stop" } else { "card note" };
    html! {
        section class=(class) aria-labelledby=(id) {
            h2 id=(id) { (words.warning(warning.code)) }
            p {
                strong {
                    (words.measure(warning.field))
                    @if let Some(said) = warning.said { ": " (told(said)) }
                    "."
                }
                @if let (Some(basis), Some(other)) = (warning.compared_with, warning.other) {
                    " " (staff.compared(basis, &told(other)))
                }
            }
            div.row {
                @if let Some(correction) = warning.correction {
                    button formnovalidate name="correct" value={ (warning.field.name()) "=" (number(units, warning, correction)) } {
                        ((staff.change_to)(&told(correction)))
                    }
                }
                @if let (Some(confirm), Some(said)) = (&warning.confirm, warning.said) {
                    label.opt.right {
                        input type="checkbox" required name={ (ARGUMENT) "." (warning.field.name()) } value=(confirm);
                        span { ((staff.is_right)(&told(said))) }
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
        div.scroll {
            table.diff {
                thead { tr { th scope="col" { (words.field) } th scope="col" { (words.before) } th scope="col" { (words.after) } } }
                tbody {
                    @for change in changes {
                        tr {
                            th scope="row" { (name(words, change.field)) }
                            td { (value(ask, change.field, &change.before.value)) (provenance(ask, &change.before)) }
                            td {
                                (value(ask, change.field, &change.after.value))
                                (provenance(ask, &change.after))
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
fn provenance(ask: &Ask<'_>, shown: &ShownValue) -> Markup {
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
            Surface::parse(text).map_or_else(|| text.clone(), |surface| words.surface(surface).to_owned())
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

fn expiries(ask: &Ask<'_>, desk: StaffView<'_>, expires: &[Expiry]) -> Markup {
    let words = ask.language.operator();
    html! {
        @if !expires.is_empty() {
            section.card {
                h2 { (words.expires) }
                dl.pairs {
                    @for one in expires { dt { (words.measure(one.field)) } dd { (desk.clock(ask, one.expires_at)) } }
                }
            }
        }
    }
}

/// Renders the page after publication.
#[must_use]
pub fn published(ask: &Ask<'_>, desk: StaffView<'_>, outcome: Outcome<'_>) -> String {
    let words = ask.language.operator();
    let body = html! {
        p.card.note role="status" data-published=(desk.slug) {
            @match outcome.live_in_s {
                Some(seconds) => { (words.published) ": " (format!("{seconds:.1}")) " s." }
                None => (words.waiting),
            }
        }
        (expiries(ask, desk, outcome.expires))
        @if let Some(until) = outcome.undo_until { (way_back(ask, desk, outcome.id, until)) }
        (links(ask, words, desk))
        script type="module" src=(assets::OPERATOR.path) {}
    };
    frame::signed_in(ask, desk, words.published, body)
}

/// Renders the button that undoes the newest report.
pub(super) fn way_back(ask: &Ask<'_>, desk: StaffView<'_>, id: &str, until: Timestamp) -> Markup {
    html! {
        form method="post" action=(ask.to(&format!("{PATH}/{}/undo", desk.slug))) {
            input type="hidden" name="id" value=(id);
            button.quiet { ((ask.language.staff().undo_until)(&desk.clock(ask, until))) }
        }
    }
}

/// Renders the page after an undo.
#[must_use]
pub fn undone(ask: &Ask<'_>, desk: StaffView<'_>) -> String {
    let words = ask.language.operator();
    let body = html! { p.card.note role="status" { (words.undone) } (links(ask, words, desk)) };
    frame::signed_in(ask, desk, words.title, body)
}

fn links(ask: &Ask<'_>, words: &OperatorWords, desk: StaffView<'_>) -> Markup {
    html! {
        ul.tags {
            li { a href=(ask.to_resort(desk.slug)) { (desk.name) } }
            li { a href=(ask.to(&format!("{PATH}/{}", desk.slug))) { (words.another) } }
        }
    }
}

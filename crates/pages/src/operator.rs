//! The daily report of a resort's staff: sign-in with a key, one form, a review before publication, and the outcome.
//! Works without a script; the script only keeps a draft if the connection is lost.

mod draft;
mod fields;
mod frame;
mod list;
mod review;

use std::collections::BTreeMap;

use conditions_core::evidence::Profile;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operators::entry::Units;
use operators::optimism::WeekendBias;
use operators::problem::Problem;
use operators::report::Field;
use operators::statements::ResortStatements;

use crate::ask::Ask;
use crate::assets;

pub use draft::ReportDraft;
use fields::Form;
pub(crate) use list::by_status;
pub use list::part_of;
pub use review::{Outcome, ReportReview, published, review, undone};

/// Path of the staff pages; other languages are below their prefix.
pub const PATH: &str = "/operator";

/// Form input by field name; `<field>.none` means "not measured", `<field>.same` confirms the current value, in
/// centimetres or as a count. [`part_of`] names the parts of a list.
pub type FormValues = BTreeMap<String, String>;

/// A resort in the form for its staff.
#[derive(Debug, Clone, Copy)]
pub struct StaffView<'a> {
    /// Slug of the resort.
    pub slug: &'a str,
    /// Name of the resort.
    pub name: &'a str,
    /// Reference data.
    pub profile: &'a Profile,
    /// Current values from earlier reports: the value in centimetres or as a count, and its time.
    pub standing: &'a BTreeMap<Field, (f64, Option<Timestamp>)>,
    /// Measures of stations and models, in centimetres, without the resort's reports.
    pub known: &'a BTreeMap<Field, (f64, Kind)>,
    /// Known numbers of lifts and runs.
    pub totals: [Option<u32>; 2],
    /// Its earlier statements; `None` if there are none.
    pub words: Option<&'a ResortStatements>,
    /// Weekend bias of its new snow; `None` with too few days. Its staff see it before it is published.
    pub leaning: Option<WeekendBias>,
}

impl StaffView<'_> {
    /// Formats a time on the resort's clock, with the day unless it is today.
    pub(crate) fn clock(&self, ask: &Ask<'_>, at: Timestamp) -> String {
        let [local, today] = [at, ask.now].map(|at| at.utc().with_timezone(&self.profile.zone));
        let clock = local.format("%H:%M").to_string();
        if local.date_naive() == today.date_naive() {
            return clock;
        }
        format!("{}{}{clock}", (ask.words().day)(local.date_naive()), ask.words().comma)
    }
}

/// Renders the sign-in with a key; `wrong` after an invalid one.
#[must_use]
pub fn sign_in(ask: &Ask<'_>, wrong: bool) -> String {
    let words = ask.language.operator();
    let body = html! {
        p.soft { (words.says) }
        @if wrong { p.card.note.stop role="alert" { (words.wrong_key) } }
        form.report method="post" action=(ask.to("/operator/sign-in")) {
            label for="key" { (words.key) }
            input.in id="key" name="key" type="password" autocomplete="current-password" required maxlength="100"
                aria-describedby="key-says";
            p.soft id="key-says" { (words.key_says) }
            p.send { button { (words.sign_in) } }
        }
    };
    frame::public(ask, words.title, body)
}

/// Renders the resorts that the key may report for.
#[must_use]
pub fn choose(ask: &Ask<'_>, resorts: &[(String, String)]) -> String {
    let words = ask.language.operator();
    let body = html! {
        p { (words.choose) }
        ul.tags { @for (slug, name) in resorts { li { a href=(ask.to(&format!("{PATH}/{slug}"))) { (name) } } } }
    };
    frame::public(ask, words.title, body)
}

/// Renders the page for a temporary failure.
#[must_use]
pub fn failed(ask: &Ask<'_>) -> String {
    let words = ask.language.operator();
    frame::public(ask, words.title, html! { p.card.note role="alert" { (words.failed) } })
}

/// Renders the form with the input so far, its errors, and the drafts that wait for publication.
#[must_use]
pub fn form(
    ask: &Ask<'_>,
    desk: StaffView<'_>,
    entered: &FormValues,
    problems: &[Problem],
    drafts: &[ReportDraft],
) -> String {
    let (words, staff) = (ask.language.operator(), ask.language.staff());
    let at = Form { ask, words, staff, desk, entered, units: units(entered) };
    let body = html! {
        p.soft { (staff.fill_in) }
        (last_report(ask, desk))
        (draft::waiting(ask, desk, drafts))
        section.card.note data-restored="" hidden role="status" {
            p { (staff.restored) }
            button.quiet type="button" data-discard="" { (staff.discard) }
        }
        @if !problems.is_empty() {
            div.card.note.stop role="alert" {
                p { strong { (words.cannot) ":" } }
                ul { @for problem in problems { li { (at.name(&problem.field)) ": " (words.problem_text(&problem.wrong)) } } }
            }
        }
        form.report method="post" action=(ask.to(&format!("{PATH}/{}", desk.slug))) data-draft=(desk.slug) {
            input type="hidden" name="step" value="review";
            (at.status())
            (at.measures(words.new_snow, &[Field::NewSnow24h, Field::NewSnow48h]))
            (at.measures(words.depth, &[Field::DepthSummit, Field::DepthMid, Field::DepthBase]))
            (at.terrain())
            (at.surface_and_note())
            (at.time_and_units())
            @if let Some(leaning) = &desk.leaning { p.soft { (words.leaning(leaning)) } }
            p.send { button { (staff.check) } span.soft { (words.review_says) } }
        }
        script type="module" src=(assets::OPERATOR.path) {}
    };
    let today = ask.now.utc().with_timezone(&desk.profile.zone).date_naive();
    let title = format!("{}{}{}", words.title, ask.words().comma, (ask.words().date)(today));
    frame::signed_in(ask, desk, &title, body)
}

/// Renders the newest report in force, with the button that undoes it while that is possible.
fn last_report(ask: &Ask<'_>, desk: StaffView<'_>) -> Markup {
    let staff = ask.language.staff();
    let Some(last) = desk.words.and_then(|words| words.last()) else { return html! {} };
    let undoable = desk.words.and_then(|words| words.undoable_at(ask.now));
    html! {
        section.card.note aria-labelledby="last" {
            h2 id="last" { ((staff.published_at)(&desk.clock(ask, last.published_at))) }
            p { (draft::summary(ask, &last.report)) }
            div.row {
                @if let Some((id, until)) = undoable { (review::way_back(ask, desk, id, until)) }
                a href=(ask.to_resort(desk.slug)) { (staff.see_page) }
            }
        }
    }
}

/// Returns the units of the input.
#[must_use]
pub fn units(entered: &FormValues) -> Units {
    entered.get("units").and_then(|word| Units::parse(word)).unwrap_or_default()
}

/// Returns whether a field can stay the same: new snow belongs to its own day.
#[must_use]
pub fn can_be_same(field: Field) -> bool {
    field.band().is_some() || Field::COUNTS.contains(&field)
}

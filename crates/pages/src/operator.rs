//! The daily report of a resort's staff: sign-in with a key, one form, a review before publication, and the outcome.
//! Works without a script; the script only keeps a draft if the connection is lost.

mod list;
mod review;

use std::collections::BTreeMap;

use conditions_core::evidence::Profile;
use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operators::entry::Units;
use operators::optimism::WeekendBias;
use operators::problem::Problem;
use operators::report::Field;
use operators::statements::ResortStatements;
use operators::surface::Surface;

use crate::ask::Ask;
use crate::assets;
use crate::layout::document;
use crate::page::Content;
use crate::table::PAGES;
use crate::words::operator::OperatorWords;

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
    /// Reference data; a band without an elevation has no stake.
    pub profile: &'a Profile,
    /// Current values from earlier reports: the value in centimetres or as a count, and its time.
    pub standing: &'a BTreeMap<Field, (f64, Option<Timestamp>)>,
    /// Its earlier statements; `None` if there are none.
    pub words: Option<&'a ResortStatements>,
    /// Weekend bias of its new snow; `None` with too few days. Its staff see it before it is published.
    pub leaning: Option<WeekendBias>,
}

/// Renders the sign-in with a key; `wrong` after an invalid one.
#[must_use]
pub fn sign_in(ask: &Ask<'_>, wrong: bool) -> String {
    let words = ask.language.operator();
    let body = html! {
        p.lead { (words.says) }
        @if wrong { p.note role="alert" { (words.wrong_key) } }
        form.report method="post" action=(ask.to("/operator/sign-in")) {
            label for="key" { (words.key) }
            input id="key" name="key" type="password" autocomplete="current-password" required maxlength="100"
                aria-describedby="key-says";
            p.soft id="key-says" { (words.key_says) }
            button { (words.sign_in) }
        }
    };
    whole(ask, words.title, body)
}

/// Renders the resorts that the key may report for.
#[must_use]
pub fn choose(ask: &Ask<'_>, resorts: &[(String, String)]) -> String {
    let words = ask.language.operator();
    let body = html! {
        p.lead { (words.choose) }
        ul.tags { @for (slug, name) in resorts { li { a href=(ask.to(&format!("{PATH}/{slug}"))) { (name) } } } }
    };
    whole(ask, words.title, body)
}

/// Renders the page for a temporary failure.
#[must_use]
pub fn failed(ask: &Ask<'_>) -> String {
    let words = ask.language.operator();
    whole(ask, words.title, html! { p.note role="alert" { (words.failed) } })
}

/// Renders the form with the input so far and its errors.
#[must_use]
pub fn form(ask: &Ask<'_>, desk: StaffView<'_>, entered: &FormValues, problems: &[Problem]) -> String {
    let words = ask.language.operator();
    let at = Form { ask, words, desk, entered, units: units(entered) };
    let body = html! {
        p.lead { strong { (desk.name) } ". " (words.says) }
        @if let Some((id, until)) = desk.words.and_then(|voice| voice.undoable_at(ask.now)) {
            (review::way_back(ask, words, desk, id, until))
        }
        @if !problems.is_empty() {
            div.note role="alert" {
                p { (words.cannot) ":" }
                ul { @for problem in problems { li { (at.name(&problem.field)) ": " (words.wrong(&problem.wrong)) } } }
            }
        }
        form.report method="post" action=(ask.to(&format!("{PATH}/{}", desk.slug))) data-draft=(desk.slug) {
            input type="hidden" name="step" value="review";
            (at.status())
            (at.units())
            (at.measures(words.new_snow, &[Field::NewSnow24h, Field::NewSnow48h]))
            (at.measures(words.depth, &at.stakes()))
            (at.counts(words.lifts, Field::Lifts))
            (at.counts(words.runs, Field::Runs))
            (at.surface())
            label for="note" { (words.note) }
            input id="note" name="note" maxlength="280" value=(at.given("note"));
            label for="observedAt" { (words.measured_when) }
            input id="observedAt" name="observedAt" type="datetime-local" value=(at.given("observedAt"));
            button { (words.review) }
        }
        @if let Some(leaning) = &desk.leaning { p.soft { (words.leaning(leaning)) } }
        form method="post" action=(ask.to("/operator/sign-out")) { button.quiet { (words.sign_out) } }
        script type="module" src=(assets::OPERATOR.path) {}
    };
    whole(ask, words.title, body)
}

/// Renders a page that search engines must not index.
fn whole(ask: &Ask<'_>, title: &str, body: Markup) -> String {
    document(ask, &Content::new(title, title, body), PAGES, false)
}

/// Returns the units of the input.
#[must_use]
pub fn units(entered: &FormValues) -> Units {
    entered.get("units").and_then(|word| Units::of(word)).unwrap_or_default()
}

/// Returns whether a field can stay the same: new snow belongs to its own day.
#[must_use]
pub fn can_be_same(field: Field) -> bool {
    field.band().is_some() || Field::COUNTS.contains(&field)
}

struct Form<'f, 'w> {
    ask: &'f Ask<'w>,
    words: &'static OperatorWords,
    desk: StaffView<'f>,
    entered: &'f FormValues,
    units: Units,
}

impl Form<'_, '_> {
    fn given(&self, name: &str) -> &str {
        self.entered.get(name).map_or("", String::as_str)
    }

    /// Returns a field's name for people; unknown names are unchanged.
    fn name<'n>(&self, field: &'n str) -> &'n str
    where
        'static: 'n,
    {
        Field::of(field).map_or(field, |known| self.label(known))
    }

    const fn label(&self, field: Field) -> &'static str {
        self.words.field(field)
    }

    /// Returns the bands with a known elevation, or all of them if none is known.
    fn stakes(&self) -> Vec<Field> {
        let banded = self.desk.profile.elevation_m;
        let all = [
            (Field::DepthBase, banded.base),
            (Field::DepthMid, banded.mid),
            (Field::DepthSummit, banded.summit),
        ];
        let known: Vec<Field> = all.iter().filter(|(_, at)| at.is_some()).map(|(field, _)| *field).collect();
        if known.is_empty() { all.map(|(field, _)| field).to_vec() } else { known }
    }

    /// Renders the current value next to its field, never inside it, with a button to confirm it unchanged.
    fn last(&self, field: Field) -> Markup {
        let Some((stands, at)) = self.desk.standing.get(&field) else { return html! {} };
        let value = if Field::MEASURES.contains(&field) { self.units.from_cm(*stands) } else { *stands };
        let value = crate::quantity::number(
            self.ask.words(),
            (value * 10.0).round() / 10.0,
            usize::from(value.fract() != 0.0),
        );
        let at = at.map(|at| self.local(at));
        let id = format!("{}-last", field.name());
        let since = html! { (value) @if let Some(at) = at { " (" (at) ")" } };
        let same = format!("{}.same", field.name());
        html! {
            @if can_be_same(field) && !self.is_listed(field) {
                label.choice id=(id) {
                    input type="checkbox" name=(same) value=(stands) checked[!self.given(&same).is_empty()];
                    span { (self.words.same) ": " (since) }
                }
            } @else {
                small id=(id) { (self.words.last) " " (since) }
            }
        }
    }

    /// Formats a time on the resort's clock.
    fn local(&self, at: Timestamp) -> String {
        at.utc().with_timezone(&self.desk.profile.zone).format("%Y-%m-%d %H:%M").to_string()
    }

    /// Returns the id of the element with the current value of a field.
    fn beside(&self, field: Field) -> Option<String> {
        self.desk.standing.contains_key(&field).then(|| format!("{}-last", field.name()))
    }

    fn status(&self) -> Markup {
        let given = self.given("status");
        html! {
            fieldset {
                legend { (self.words.status) }
                @for (value, name) in STATUSES {
                    label.choice {
                        input type="radio" name="status" value=(value) checked[given == value];
                        " " (name(self.words))
                    }
                }
            }
        }
    }

    fn units(&self) -> Markup {
        html! {
            fieldset {
                legend { (self.words.units) }
                @for (value, name, units) in [("cm", "cm", Units::Cm), ("in", self.words.inches, Units::Inches)] {
                    label.choice { input type="radio" name="units" value=(value) checked[self.units == units]; " " (name) }
                }
            }
        }
    }

    fn measures(&self, title: &str, fields: &[Field]) -> Markup {
        html! {
            fieldset {
                legend { (title) }
                @for field in fields {
                    @let none = format!("{}.none", field.name());
                    div.measure {
                        label for=(field.name()) { (self.label(*field)) }
                        input id=(field.name()) name=(field.name()) inputmode="decimal" maxlength="8" size="6" autocomplete="off"
                            value=(self.given(field.name()))
                            aria-describedby=[self.beside(*field)];
                        label.choice {
                            input type="checkbox" name=(none) value="1" checked[!self.given(&none).is_empty()];
                            " " (self.words.not_measured)
                            span.unseen { " " (title) " " (self.label(*field)) }
                        }
                        (self.last(*field))
                    }
                }
            }
        }
    }

    fn counts(&self, title: &str, list: Field) -> Markup {
        let [open, total] = list.counts().unwrap_or([list, list]);
        html! {
            fieldset {
                legend { (title) }
                @for (field, name) in [(open, self.words.opened), (total, self.words.total)] {
                    div.measure {
                        label for=(field.name()) { (name) }
                        input id=(field.name()) name=(field.name()) inputmode="numeric" maxlength="4" size="4" autocomplete="off"
                            value=(self.given(field.name())) aria-describedby=[self.beside(field)];
                        (self.last(field))
                    }
                }
                (self.list(list))
            }
        }
    }

    fn surface(&self) -> Markup {
        let given = self.given("surface");
        html! {
            label for="surface" { (self.words.surface) }
            select id="surface" name="surface" {
                option value="" { (self.words.not_said) }
                @for word in Surface::ALL {
                    option value=(word.code()) selected[given == word.code()] { (self.words.surface(*word)) }
                }
            }
        }
    }
}

/// A status and its name for people; the empty status means not reported.
type StatusName = (&'static str, fn(&OperatorWords) -> &'static str);

const STATUSES: [StatusName; 5] = [
    ("", |words| words.not_said),
    ("OPEN", |words| words.open),
    ("CLOSED_TODAY", |words| words.closed_today),
    ("PRE_SEASON", |words| words.pre_season),
    ("OFF_SEASON", |words| words.off_season),
];

//! The fields of the report's form. A current value is next to its field and never in it, so that an empty field changes
//! nothing.

use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operators::entry::Units;
use operators::report::Field;
use operators::surface::Surface;

use super::{FormValues, StaffView, can_be_same};
use crate::ask::Ask;
use crate::quantity::number;
use crate::words::operator::OperatorWords;
use crate::words::staff::StaffWords;

pub(super) struct Form<'f, 'w> {
    pub(super) ask: &'f Ask<'w>,
    pub(super) words: &'static OperatorWords,
    pub(super) staff: &'static StaffWords,
    pub(super) desk: StaffView<'f>,
    pub(super) entered: &'f FormValues,
    pub(super) units: Units,
}

impl Form<'_, '_> {
    pub(super) fn given(&self, name: &str) -> &str {
        self.entered.get(name).map_or("", String::as_str)
    }

    /// Returns a field's name for people; unknown names are unchanged.
    pub(super) fn name<'n>(&self, field: &'n str) -> &'n str
    where
        'static: 'n,
    {
        Field::from_name(field).map_or(field, |known| self.label(known))
    }

    pub(super) const fn label(&self, field: Field) -> &'static str {
        self.words.field(field)
    }

    /// Formats a time on the resort's clock.
    pub(super) fn local(&self, at: Timestamp) -> String {
        self.desk.clock(self.ask, at)
    }

    pub(super) fn status(&self) -> Markup {
        let given = self.given("status");
        html! {
            fieldset.card {
                legend { (self.words.status) }
                div.opts {
                    @for (value, name) in STATUSES {
                        label.opt {
                            input type="radio" name="status" value=(value) checked[given == value];
                            span { (name(self)) }
                        }
                    }
                }
            }
        }
    }

    /// Renders measured fields: new snow, or the depth of the three bands, the summit first as on a mountain.
    pub(super) fn measures(&self, title: &str, fields: &[Field]) -> Markup {
        html! {
            fieldset.card {
                legend { (title) }
                @for field in fields {
                    @let none = format!("{}.none", field.name());
                    div.f {
                        label for=(field.name()) { (self.place(*field)) }
                        (self.input(*field, "decimal", html! { (self.unit()) }))
                        (self.last(*field))
                        div.ticks {
                            (self.same(*field))
                            label.tick {
                                input type="checkbox" name=(none) value="1" checked[!self.given(&none).is_empty()];
                                span { (self.words.not_measured) span.unseen { ": " (title) " " (self.label(*field)) } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Renders the numbers of open lifts and runs, the lists by name, and the totals, which change once in years.
    pub(super) fn terrain(&self) -> Markup {
        let [lifts_open, lifts_total, runs_open, runs_total] = self.staff.counts;
        let [lifts, runs] = self.desk.totals;
        let totals = [(Field::LiftsTotal, lifts_total), (Field::RunsTotal, runs_total)];
        let is_total_given = totals.iter().any(|(field, _)| !self.given(field.name()).is_empty());
        html! {
            fieldset.card {
                legend { (self.staff.lifts_and_runs) }
                @for (field, name, total) in [(Field::LiftsOpen, lifts_open, lifts), (Field::RunsOpen, runs_open, runs)] {
                    div.f {
                        label for=(field.name()) { (name) }
                        (self.input(field, "numeric", html! {
                            @if let Some(total) = total { ((self.staff.of_total)(&total.to_string())) }
                        }))
                        (self.last(field))
                        div.ticks { (self.same(field)) }
                    }
                }
                @for list in Field::LISTS { (self.list(list)) }
                details.fold open[is_total_given] {
                    summary { (self.staff.change_totals) }
                    @for (field, name) in totals {
                        div.f { label for=(field.name()) { (name) } (self.input(field, "numeric", html! {})) }
                    }
                }
            }
        }
    }

    pub(super) fn surface_and_note(&self) -> Markup {
        let given = self.given("surface");
        html! {
            fieldset.card {
                legend { (self.staff.surface_and_note) }
                div.f {
                    label for="surface" { (self.words.surface) }
                    select id="surface" name="surface" {
                        option value="" { (self.staff.no_change) }
                        @for word in Surface::ALL {
                            option value=(word.code()) selected[given == word.code()] { (self.words.surface(*word)) }
                        }
                    }
                }
                div.f.col {
                    label for="note" { (self.words.note) }
                    textarea.in id="note" name="note" rows="2" maxlength="280" { (self.given("note")) }
                }
            }
        }
    }

    /// Renders the time and the units, folded: most reports are of now, in the usual unit.
    pub(super) fn time_and_units(&self) -> Markup {
        let is_open = !self.given("observedAt").is_empty() || self.units == Units::Inches;
        html! {
            details.card open[is_open] {
                summary { (self.staff.other_time) }
                div.f.col {
                    label for="observedAt" { (self.words.measured_when) }
                    input.in id="observedAt" name="observedAt" type="datetime-local" value=(self.given("observedAt"));
                }
                fieldset {
                    legend.small { (self.words.units) }
                    div.opts {
                        @for (value, name, units) in [("cm", "cm", Units::Cm), ("in", self.words.inches, Units::Inches)] {
                            label.opt {
                                input type="radio" name="units" value=(value) checked[self.units == units];
                                span { (name) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn input(&self, field: Field, mode: &str, unit: Markup) -> Markup {
        let described = (!self.is_total(field)).then(|| format!("{}-last", field.name()));
        html! {
            span.inp {
                input.in id=(field.name()) name=(field.name()) inputmode=(mode) maxlength="8" autocomplete="off"
                    value=(self.given(field.name())) aria-describedby=[described];
                span { (unit) }
            }
        }
    }

    fn is_total(&self, field: Field) -> bool {
        [Field::LiftsTotal, Field::RunsTotal].contains(&field)
    }

    fn unit(&self) -> &'static str {
        match self.units {
            Units::Cm => "cm",
            Units::Inches => self.words.inches,
        }
    }

    /// Returns the label of a measure; a band has its elevation, if that is known.
    fn place(&self, field: Field) -> String {
        let banded = self.desk.profile.elevation_m;
        let metres = match field {
            Field::DepthBase => banded.base,
            Field::DepthMid => banded.mid,
            Field::DepthSummit => banded.summit,
            _ => None,
        };
        let all = self.ask.words();
        let place = metres.map(|metres| format!("{}{}\u{a0}m", all.comma, number(all, metres, 0)));
        format!("{}{}", self.label(field), place.unwrap_or_default())
    }

    /// Describes a value of a field, in the units of the form.
    fn format(&self, field: Field, value: f64) -> String {
        let value = if Field::MEASURES.contains(&field) { self.units.from_cm(value) } else { value };
        number(self.ask.words(), (value * 10.0).round() / 10.0, 1)
    }

    /// Renders the last report of a field, else a station's or the models' value.
    fn last(&self, field: Field) -> Markup {
        let id = format!("{}-last", field.name());
        let comma = self.ask.words().comma;
        let said = match (self.desk.standing.get(&field), self.desk.known.get(&field)) {
            (Some((value, at)), _) => {
                let at = at.map(|at| format!("{comma}{}", self.local(at))).unwrap_or_default();
                format!("{} {}{at}", self.words.last, self.format(field, *value))
            }
            (None, Some((value, Kind::Station))) => (self.staff.station)(&self.format(field, *value)),
            (None, Some((value, Kind::Model))) => (self.staff.models)(&self.format(field, *value)),
            (None, _) => self.staff.no_report.to_owned(),
        };
        html! { span.soft id=(id) { (said) } }
    }

    /// Renders the button that confirms the current value unchanged.
    fn same(&self, field: Field) -> Markup {
        let Some((stands, _)) = self.desk.standing.get(&field) else { return html! {} };
        let same = format!("{}.same", field.name());
        html! {
            @if can_be_same(field) && !self.is_listed(field) {
                label.tick {
                    input type="checkbox" name=(same) value=(stands) checked[!self.given(&same).is_empty()];
                    span { (self.words.same) span.unseen { ": " (self.label(field)) " " (self.format(field, *stands)) } }
                }
            }
        }
    }
}

/// A status and its name for people; the empty status changes nothing.
type StatusName = (&'static str, fn(&Form<'_, '_>) -> &'static str);

const STATUSES: [StatusName; 5] = [
    ("", |form| form.staff.no_change),
    ("OPEN", |form| form.words.open),
    ("CLOSED_TODAY", |form| form.words.closed_today),
    ("PRE_SEASON", |form| form.words.pre_season),
    ("OFF_SEASON", |form| form.words.off_season),
];

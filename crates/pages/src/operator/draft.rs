//! Drafts of reports: the drafts that wait for publication, a report as the input of a form, and its summary in a line.

use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operators::list::LiftStatus;
use operators::report::{Field, Report};
use operators::status::term_of;

use super::{FormValues, PATH, StaffView, part_of};
use crate::ask::Ask;
use crate::quantity::{number, status};

/// A stored draft of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportDraft {
    pub id: String,
    /// Time that the report describes.
    pub observed_at: Timestamp,
    pub report: Report,
}

impl ReportDraft {
    /// Returns the form input that makes the same report, with lengths in centimetres.
    #[must_use]
    pub fn as_input(&self, ask: &Ask<'_>, desk: StaffView<'_>) -> FormValues {
        let (report, words) = (&self.report, ask.language.operator());
        let mut input = FormValues::new();
        let mut set = |name: &str, value: String| drop(input.insert(name.to_owned(), value));
        let local = self.observed_at.utc().with_timezone(&desk.profile.zone);
        set(Field::ObservedAt.name(), local.format("%Y-%m-%dT%H:%M").to_string());
        if let Some(status) = report.status.and_then(term_of) {
            set(Field::Status.name(), status.to_owned());
        }
        for (field, cm) in &report.cm {
            match cm {
                Some(cm) => set(field.name(), cm.to_string()),
                None => set(&format!("{}.none", field.name()), "1".to_owned()),
            }
        }
        for (field, count) in &report.counts {
            set(field.name(), count.to_string());
        }
        for (list, named) in &report.lists {
            let line = |item: &operators::list::ListItem| match item.status {
                LiftStatus::Unknown => item.name.clone(),
                known => format!("{}: {}", item.name, words.lift_status(known)),
            };
            set(&part_of(*list, "names"), named.all().iter().map(line).collect::<Vec<_>>().join("\n"));
        }
        if let Some(surface) = report.surface {
            set(Field::Surface.name(), surface.code().to_owned());
        }
        if let Some(note) = &report.note {
            set(Field::Note.name(), note.clone());
        }
        input
    }
}

/// Renders the drafts that are newer than the last published report: an older one is out of date.
pub(super) fn waiting(ask: &Ask<'_>, desk: StaffView<'_>, drafts: &[ReportDraft]) -> Markup {
    let words = ask.language.staff();
    let published_at = desk.words.and_then(|words| words.last()).map(|last| last.observed_at);
    let waiting: Vec<&ReportDraft> =
        drafts.iter().filter(|draft| Some(draft.observed_at) > published_at).collect();
    html! {
        @if !waiting.is_empty() {
            section.card.note aria-labelledby="drafts" {
                h2 id="drafts" { (words.drafts) }
                @for draft in waiting {
                    p { (summary(ask, &draft.report)) }
                    p { a href={ (ask.to(&format!("{PATH}/{}", desk.slug))) "?draft=" (draft.id) } {
                        ((words.open_draft)(&desk.clock(ask, draft.observed_at)))
                    } }
                }
            }
        }
    }
}

/// Describes a report in a line, in centimetres.
pub(super) fn summary(ask: &Ask<'_>, report: &Report) -> String {
    let (all, words, staff) = (ask.words(), ask.language.operator(), ask.language.staff());
    let space = if all.is_japanese() { "" } else { "\u{a0}" };
    let measure = |(field, cm): (&Field, &Option<f64>)| {
        let value =
            cm.map_or_else(|| words.not_measured.to_owned(), |cm| format!("{}{space}cm", number(all, cm, 1)));
        format!("{} {value}", words.measure(*field))
    };
    let [lifts, _, runs, _] = staff.counts;
    let counts = [(lifts, Field::LiftsOpen), (runs, Field::RunsOpen)];
    let counts = counts.iter().filter_map(|(name, field)| Some(format!("{name} {}", report.count(*field)?)));
    let parts = [report.status.map(|known| status(all, Some(known)).to_owned())]
        .into_iter()
        .flatten()
        .chain(report.cm.iter().map(measure))
        .chain(counts)
        .chain(report.surface.map(|surface| words.surface(surface).to_owned()))
        .chain(report.note.clone().map(|note| format!("“{note}”")));
    parts.collect::<Vec<_>>().join(" · ")
}

//! The resort's own statements, marked as such, its lifts and runs by name while the list is valid, and the log of its
//! reports, including withdrawn ones.

use conditions_core::text::ShownText;
use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operators::content::{ContentField, Shape};
use operators::optimism::WeekendBias;
use operators::report::{Field, Report};
use operators::statements::{LoggedReport, ResortStatements};
use world::report_data::OwnDataSet;

use super::{ResortContext, titled};
use crate::operator::by_status;

/// Maximum number of reports shown.
const SHOWN: usize = 14;

/// Renders the section; empty without statements.
pub(super) fn section(here: &ResortContext<'_, '_>) -> Markup {
    let words = here.ask.language.operator();
    let Some(own) = here.ask.view.dataset::<OwnDataSet>().get(here.slug()) else { return html! {} };
    let note = own.last().and_then(|logged| logged.report.note.as_deref());
    html! {
        @if !own.content.is_empty() || note.is_some() {
            (titled("own-words", words.own_words, &html! {
                @if let Some(note) = note { blockquote { p { (ShownText::<false>::new(note).as_str()) } } }
                dl.pairs {
                    @for (field, text) in &own.content {
                        dt { (words.content(*field)) }
                        dd { (field_markup(here, *field, text)) }
                    }
                }
            }))
        }
        (terrain(here, own))
        @if !own.log.is_empty() { (titled("reports", words.history, &log(here, &own.log, own.weekend_bias()))) }
    }
}

/// Renders a field's text: a link, a day, or words.
fn field_markup(here: &ResortContext<'_, '_>, field: ContentField, text: &str) -> Markup {
    html! {
        @if field.is_link() { a href=(text) rel="noopener nofollow ugc" { (text) } }
        @else if let (Shape::Day, Ok(date)) = (field.shape(), text.parse()) { time datetime=(text) { ((here.ask.words().date)(date)) } }
        @else { (ShownText::<false>::new(text).as_str()) }
    }
}

/// Renders lifts and runs by name, as long as the resort's report is valid.
fn terrain(here: &ResortContext<'_, '_>, own: &ResortStatements) -> Markup {
    let words = here.ask.language.operator();
    let (zone, now) = (here.seen.profile().zone, here.ask.now);
    let holds = here.ask.view.policy().terrain.ttl_ms;
    let in_force = |(_, at): &(_, Timestamp)| now.since(*at) <= holds;
    let lists: Vec<_> = Field::LISTS
        .into_iter()
        .filter_map(|list| Some((list, own.current_list(list).filter(in_force)?)))
        .collect();
    html! {
        @for (list, (named, at)) in lists {
            (titled(&format!("{}-by-name", list.name()), words.field(list), &html! {
                p {
                    span.pill.open { "✓ " (words.verified) } " "
                    time datetime=(at) { (at.utc().with_timezone(&zone).format("%Y-%m-%d %H:%M")) }
                }
                (by_status(words, named))
            }))
        }
    }
}

fn log(here: &ResortContext<'_, '_>, log: &[LoggedReport], leaning: Option<WeekendBias>) -> Markup {
    let words = here.ask.language.operator();
    let zone = here.seen.profile().zone;
    html! {
        p { span.pill.open { "✓ " (words.verified) } }
        @if let Some(leaning) = leaning.filter(WeekendBias::is_flagged) { p.note { (words.leaning(&leaning)) } }
        ul {
            @for logged in log.iter().take(SHOWN) {
                li {
                    time datetime=(logged.observed_at) { (logged.observed_at.utc().with_timezone(&zone).format("%Y-%m-%d %H:%M")) }
                    ": "
                    @if logged.undone_at.is_some() { s { (report_line(here, &logged.report)) } " (" (words.taken_back) ")" } @else { (report_line(here, &logged.report)) }
                }
            }
        }
    }
}

/// Describes a report in a line. "Not measured" is stated as such.
fn report_line(here: &ResortContext<'_, '_>, report: &Report) -> String {
    let words = here.ask.language.operator();
    let measures = Field::MEASURES.iter().filter_map(|field| {
        let value = match report.cm.get(field)? {
            Some(cm) => here.show.cm(*cm),
            None => words.not_measured.to_owned(),
        };
        let group = if field.band().is_some() { words.depth } else { words.new_snow };
        Some(format!("{group} {}: {value}", words.field(*field)))
    });
    let open = [Field::LiftsOpen, Field::RunsOpen].into_iter().filter_map(|field| {
        Some(format!("{} {}: {}", words.field(field), words.opened, report.count(field)?))
    });
    let surface = report.surface.map(|surface| words.surface(surface).to_owned());
    measures.chain(open).chain(surface).collect::<Vec<_>>().join(", ")
}

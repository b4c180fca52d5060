//! Lifts and runs by name: in the form, status buttons for each name of the last list and the names as a text;
//! elsewhere, the names grouped by status.

use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operators::list::{LiftStatus, List, ListItem, NAME};
use operators::report::Field;

use super::Form;
use crate::words::operator::OperatorWords;

/// Number of names from which the rows are collapsed: on most days only a few change.
const FOLDED_FROM: usize = 12;

/// Returns the form field for a part of a list: a row by its number, `names`, `shown`, `same`.
#[must_use]
pub fn part_of(list: Field, part: &str) -> String {
    format!("{}.{part}", list.name())
}

/// Renders the names of a list grouped by status; names without a report are a separate group.
pub(crate) fn by_status(words: &OperatorWords, list: &List) -> Markup {
    let of = |status: LiftStatus| {
        let names = list.all().iter().filter(move |named| named.status == status);
        names.map(|named| named.name.as_str()).collect::<Vec<_>>()
    };
    let groups = LiftStatus::ALL.iter().map(|status| (*status, of(*status)));
    html! {
        dl.pairs {
            @for (status, names) in groups.filter(|(_, names)| !names.is_empty()) {
                dt { (words.lift_status(status)) " (" (names.len()) ")" }
                dd { (names.join(" · ")) }
            }
        }
    }
}

impl Form<'_, '_> {
    /// Renders a list: a button for "as last time", status buttons for changes, and the names as a text.
    pub(super) fn list(&self, list: Field) -> Markup {
        let last = self.desk.words.and_then(|words| words.last_named(list));
        html! {
            @if let Some((known, at)) = last { (self.rows(list, known, at)) }
            (self.names(list, last.map(|(known, _)| known)))
        }
    }

    /// Returns whether "as last time" applies to the list instead of its counts.
    pub(super) fn is_listed(&self, count: Field) -> bool {
        let of = |list: &Field| list.counts().is_some_and(|counts| counts.contains(&count));
        let list = Field::LISTS.into_iter().find(of);
        list.is_some_and(|list| self.desk.words.is_some_and(|words| words.current_list(list).is_some()))
    }

    fn rows(&self, list: Field, known: &List, at: Timestamp) -> Markup {
        let [shown, same] = ["shown", "same"].map(|part| part_of(list, part));
        let stands = self.desk.words.is_some_and(|words| words.current_list(list).is_some());
        let is_tapped =
            (0..known.all().len()).any(|row| !self.given(&part_of(list, &row.to_string())).is_empty());
        let is_open = is_tapped || known.all().len() < FOLDED_FROM;
        html! {
            input type="hidden" name=(shown) value=(known);
            @if stands {
                label.tick {
                    input type="checkbox" name=(same) value=(at) checked[!self.given(&same).is_empty()];
                    span { (self.words.same) ": " (self.summed(known)) " (" (self.local(at)) ")" }
                }
            }
            details.fold open[is_open] {
                summary { (self.label(list)) ": " (self.words.lists.one_by_one) }
                @for (row, named) in known.all().iter().enumerate() { (self.row(list, row, named)) }
            }
        }
    }

    /// Renders a name with a button for each status. None is preselected, because the current value is not an answer
    /// for today.
    fn row(&self, list: Field, row: usize, named: &ListItem) -> Markup {
        let part = part_of(list, &row.to_string());
        let id = format!("{}-{row}", list.name());
        html! {
            div.opts.named role="radiogroup" aria-labelledby=(id) {
                span id=(id) { (named.name) " " small { (self.words.last) " " (self.words.lift_status(named.status)) } }
                @for status in LiftStatus::ALL {
                    @let tap = format!("{} {}", status.code(), named.name);
                    label.opt {
                        input type="radio" name=(part) value=(tap) checked[self.given(&part) == tap];
                        span { (self.words.lift_status(*status)) }
                    }
                }
            }
        }
    }

    fn names(&self, list: Field, known: Option<&List>) -> Markup {
        let name = part_of(list, "names");
        let shown = known.map_or_else(String::new, |known| {
            known.all().iter().map(|named| named.name.as_str()).collect::<Vec<_>>().join("\n")
        });
        let given = self.entered.get(&name).map_or(shown.as_str(), String::as_str);
        let (most, help) = (NAME.most, format!("{name}-says"));
        html! {
            details.fold open[given.replace('\r', "") != shown] {
                summary { (self.label(list)) ": " (self.words.lists.names) }
                p.soft id=(help) { (self.words.lists.names_say.replace("{x}", &most.to_string())) }
                textarea.in name=(name) rows="6" autocomplete="off" aria-label={ (self.label(list)) ": " (self.words.lists.names) }
                    aria-describedby=(help) { (given) }
            }
        }
    }

    /// Summarises a list in a line: the number of names per status.
    fn summed(&self, list: &List) -> String {
        let counts = LiftStatus::ALL.iter().map(|status| (*status, list.count(*status)));
        let counted = counts.filter(|(_, count)| *count > 0);
        counted
            .map(|(status, count)| format!("{} {count}", self.words.lift_status(status)))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

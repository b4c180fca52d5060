//! Conversion of form fields to a report: local times of the resort, "not measured", "as last time", lists by taps.

use ::operators::entry::{Entry, RawValue, Units, most_named};
use ::operators::list::ListForm;
use ::operators::problem::{Problem, ProblemKind};
use ::operators::report::{Field, Report};
use chrono::{LocalResult, NaiveDateTime, TimeZone as _};
use conditions_core::time::Timestamp;
use pages::operator::{self as staff, FormValues};
use world::View;

use super::StaffVisit;

/// Parses the report of a form. A tap next to a field confirms its current value.
pub(super) fn read(visit: &StaffVisit<'_>, entered: &FormValues) -> Result<Report, Vec<Problem>> {
    let mut entry = Entry::new(staff::units(entered), visit.now);
    for list in Field::LISTS {
        let said = tapped(entered, list).read(most_named(list));
        entry.set_list(list, said);
    }
    for field in Field::ALL.iter().filter(|field| !Field::LISTS.contains(field)) {
        let text = entered.get(field.name());
        let is_none = entered.contains_key(&format!("{}.none", field.name()));
        let same = entered.get(&format!("{}.same", field.name())).filter(|_| staff::can_be_same(*field));
        if let Some(stands) = same {
            if text.is_some() || is_none {
                entry.problem(field.name(), ProblemKind::SameAndOther);
            } else {
                entry.set_in(Units::Cm, *field, RawValue::Text(stands));
            }
            continue;
        }
        match (field, text) {
            (Field::ObservedAt, Some(text)) => match parse_local_time(visit, text) {
                Some(at) => entry.set(*field, RawValue::Text(&at.to_string())),
                None => entry.problem(field.name(), ProblemKind::LocalTime),
            },
            (field, Some(_)) if is_none => entry.problem(field.name(), ProblemKind::NumberAndNone),
            (field, Some(text)) => entry.set(*field, RawValue::Text(text)),
            (field, None) if is_none && Field::MEASURES.contains(field) => {
                entry.set(*field, RawValue::NotMeasured)
            }
            (_, None) => {}
        }
    }
    entry.finish()
}

/// Reads the form's entries for a list.
fn tapped(entered: &FormValues, list: Field) -> ListForm<'_> {
    let part = |name: &str| entered.get(&staff::part_of(list, name)).map(String::as_str);
    let row = staff::part_of(list, "");
    let is_row =
        |name: &str| name.strip_prefix(&row).is_some_and(|row| row.bytes().all(|byte| byte.is_ascii_digit()));
    ListForm {
        shown: part("shown"),
        names: part("names"),
        is_same: part("same").is_some(),
        taps: entered.iter().filter(|(name, _)| is_row(name)).map(|(_, tap)| tap.as_str()).collect(),
    }
}

/// Parses a local time of the resort; for an hour that occurs twice, the later one.
fn parse_local_time(visit: &StaffVisit<'_>, text: &str) -> Option<Timestamp> {
    if let Some(at) = Timestamp::parse(text) {
        return Some(at);
    }
    let local = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"];
    let local = local.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())?;
    let published = visit.shared.latest.current()?;
    let caller = world::Caller::for_credential_holder();
    let zone = View::new(&published.world, &caller).of_slug(visit.slug())?.profile().zone;
    match zone.from_local_datetime(&local) {
        LocalResult::Single(at) | LocalResult::Ambiguous(_, at) => {
            Some(Timestamp::from_millis(at.timestamp_millis()))
        }
        LocalResult::None => None,
    }
}

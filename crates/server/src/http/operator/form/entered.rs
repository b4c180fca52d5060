//! From the fields of the form to a report: local times of the resort, "not measured", and "as last time".

use ::operators::entry::{Entry, Problem, Raw, Units};
use ::operators::report::{Field, Report};
use chrono::{LocalResult, NaiveDateTime, TimeZone as _};
use conditions_core::time::Timestamp;
use pages::operator::{self as staff, Entered};
use world::View;

use super::Visit;
use crate::http::identity;

/// The report of a form; a tap beside a field says that what stood there was found again.
pub(super) fn read(visit: &Visit<'_>, entered: &Entered) -> Result<Report, Vec<Problem>> {
    let mut entry = Entry::new(staff::units(entered), visit.now);
    for field in Field::ALL {
        let text = entered.get(field.name());
        let is_none = entered.contains_key(&format!("{}.none", field.name()));
        let same = entered.get(&format!("{}.same", field.name())).filter(|_| staff::can_be_same(*field));
        if let Some(stands) = same {
            if text.is_some() || is_none {
                entry.problem(field.name(), "cannot be as last time and something else");
            } else {
                entry.set_in(Units::Cm, *field, Raw::Text(stands));
            }
            continue;
        }
        match (field, text) {
            (Field::ObservedAt, Some(text)) => match instant(visit, text) {
                Some(at) => entry.set(*field, Raw::Text(&at.to_string())),
                None => entry.problem(field.name(), "must be a local time such as 2026-01-10T06:30"),
            },
            (field, Some(_)) if is_none => {
                entry.problem(field.name(), "cannot be both a number and \"not measured\"");
            }
            (field, Some(text)) => entry.set(*field, Raw::Text(text)),
            (field, None) if is_none && Field::MEASURES.contains(field) => {
                entry.set(*field, Raw::NotMeasured)
            }
            (_, None) => {}
        }
    }
    entry.finish()
}

/// A local time of the resort; the later instant of an hour that comes twice.
fn instant(visit: &Visit<'_>, text: &str) -> Option<Timestamp> {
    if let Some(at) = Timestamp::parse(text) {
        return Some(at);
    }
    let local = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"];
    let local = local.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())?;
    let published = visit.shared.latest.current()?;
    let caller = identity::bearer_of_a_secret();
    let zone = View::new(&published.world, &caller).of_slug(visit.slug())?.profile().zone;
    match zone.from_local_datetime(&local) {
        LocalResult::Single(at) | LocalResult::Ambiguous(_, at) => {
            Some(Timestamp::from_millis(at.timestamp_millis()))
        }
        LocalResult::None => None,
    }
}

//! The snow surface as described by its source.
//!
//! Implements the specification's `surface`. A blank text is not a report.

use alloc::string::String;

use crate::case::Case;
use crate::choose::best;
use crate::evidence::Claim;
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::FieldClass;
use crate::topics::Topic;
use crate::trace::Trace;

pub(crate) fn resolve<T: Trace>(case: Case<'_>, flags: &mut FlagSet, trace: &mut T) -> Field<String> {
    let question = case.question(FieldClass::Surface, "surface", |_, _| None);
    let reported = case
        .claims(
            Topic::Surface,
            |claim| if let Claim::Surface(text) = claim { Some(text.trim()) } else { None },
        )
        .filter(|candidate| !candidate.value.is_empty());
    best(&question, reported, flags, trace)
        .map_or_else(Field::not_reported, |chosen| chosen.field(|text| Some(String::from(text))))
}

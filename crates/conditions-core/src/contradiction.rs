//! Modelled depths that a measured depth of another band makes doubtful, for pages and lists. Unlike the record's
//! `depthDisagreement`, which is about the base, it names every such band.
//!
//! Snow is usually deeper higher up, so the summit may exceed a measurement by more than the other bands.

use alloc::vec::Vec;

use crate::field::Field;
use crate::policy::Policy;
use crate::record::{Band, Record};
use crate::source::Kind;
use crate::units::Tenths;

/// A modelled depth that a measured one contradicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DoubtfulDepth {
    /// Band of the modelled depth.
    pub band: Band,
    /// Modelled depth, centimetres.
    pub modelled_cm: Tenths,
    /// Band of the lowest measured depth.
    pub measured_band: Band,
    /// Measured depth, centimetres.
    pub measured_cm: Tenths,
}

/// Returns the doubtful depths of a record, base first: modelled bands that exceed the lowest measured one of the others
/// by the policy's factor, and by more than its difference.
#[must_use]
pub fn doubtful_depths(policy: &Policy, record: &Record) -> Vec<DoubtfulDepth> {
    let depth = &record.depth;
    let bands = [(Band::Base, &depth.base), (Band::Mid, &depth.mid), (Band::Summit, &depth.summit)];
    let of = |wanted: fn(Kind) -> bool| {
        let known = bands.iter().filter_map(|(band, field)| Some((*band, field.as_ref()?)));
        let known = known.filter(move |(_, field)| wanted(field.source));
        known.filter_map(|(band, field): (Band, &Field<Tenths>)| Some((band, field.value?)))
    };
    let Some((measured_band, measured_cm)) = of(Kind::is_measured).min_by_key(|(_, cm)| *cm) else {
        return Vec::new();
    };
    let exceeds = |(band, cm): &(Band, Tenths)| {
        let factor = match band {
            Band::Base | Band::Mid => policy.labels.doubtful_depth_factor,
            Band::Summit => policy.labels.doubtful_summit_factor,
        };
        let (modelled, measured) = (cm.get(), measured_cm.get());
        modelled > factor * measured && modelled - measured > policy.divergence_cm
    };
    of(Kind::is_modelled)
        .filter(exceeds)
        .map(|(band, modelled_cm)| DoubtfulDepth { band, modelled_cm, measured_band, measured_cm })
        .collect()
}

#[cfg(test)]
mod tests;

//! Plausibility checks of a report before its publication: possible numbers that look like a slip, each with the
//! compared number and one correction. Depths and new snow that contradict other data are published only if the sender
//! confirms them (`confirmed`); impossible values are rejected in `entry`.
//!
//! Nearly all wrong reports are honest mistakes: the other unit, one digit too many, two fields swapped, yesterday's
//! sheet.

mod warning;

use conditions_core::evidence::Observation;
use conditions_core::field::Field as Known;
use conditions_core::policy::Policy;
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;

use crate::policy::SlipPolicy;
use crate::report::{Field, Report};
use crate::statement::current_claim;

pub use warning::{Basis, Code, Warning};

/// Deepest days on record, centimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Deepest {
    /// Record of the resort.
    pub own_cm: Option<f64>,
    /// Record of all resorts of its country.
    pub country_cm: Option<f64>,
}

/// Data that a report is compared with.
#[derive(Debug, Clone, Copy)]
pub struct ComparisonBasis<'a> {
    /// Thresholds of the contract.
    pub policy: &'a Policy,
    /// Thresholds of these checks.
    pub slips: &'a SlipPolicy,
    /// Claims of earlier reports in force.
    pub standing: &'a [Observation],
    /// Last published report, and its time of publication.
    pub last: Option<(&'a Report, Timestamp)>,
    /// Record without the resort's reports.
    pub without: &'a Resolution,
    /// Numbers of lifts and runs in the catalogue.
    pub totals: [Option<u32>; 2],
    /// Deepest days on record.
    pub deepest: Deepest,
}

/// Returns every question, field by field.
#[must_use]
pub fn warnings(report: &Report, at: Timestamp, compared: ComparisonBasis<'_>) -> Vec<Warning> {
    let mut found = Vec::new();
    for field in Field::MEASURES {
        if let Some(cm) = report.measured(field) {
            // One question per field: the most likely slip explains the others.
            let slip = slip(field, cm, compared)
                .or_else(|| differs(field, cm, compared))
                .or_else(|| above(field, cm, report, compared))
                .or_else(|| far_above(field, cm, compared))
                .or_else(|| over_record(field, cm, compared));
            found.extend(slip);
        }
    }
    found.extend(swapped(report));
    found.extend(over_depth(report, compared));
    found.extend(fell(report, at, compared));
    found.extend(over_total(report, compared));
    found.extend(other_total(report, compared));
    found.extend(open_without_lifts(report));
    found.extend(unchanged(report, at, compared));
    found.extend(older(report, at, compared));
    found
}

/// Returns the field of a resolved record that a measure is compared with.
#[must_use]
pub const fn of_record(resolution: &Resolution, field: Field) -> Option<&Known<Tenths>> {
    let depth = &resolution.record.depth;
    match field {
        Field::NewSnow24h => Some(&resolution.snowfall24h_cm),
        Field::NewSnow48h => Some(&resolution.snowfall48h_cm),
        Field::DepthBase => depth.base.as_ref(),
        Field::DepthMid => depth.mid.as_ref(),
        Field::DepthSummit => depth.summit.as_ref(),
        _ => None,
    }
}

/// Returns other values of a measure, best first: the resort's last report, a station, the models.
fn otherwise(field: Field, compared: ComparisonBasis<'_>) -> [Option<(f64, Basis)>; 2] {
    let said = current_claim(compared.standing, field).map(|(cm, _)| (cm, Basis::LastReport));
    let said = said.filter(|_| field.band().is_some());
    let known = of_record(compared.without, field).and_then(|known| {
        let basis = match known.source {
            Kind::Station => Basis::Station,
            Kind::Model => Basis::Model,
            _ => return None,
        };
        Some((known.value?.get(), basis))
    });
    [said, known]
}

/// Returns the value without its last digit if it is at most `limit`: the likeliest intention of a number that is far
/// too large.
fn without_digit(cm: f64, limit: f64) -> Option<f64> {
    let meant = cm * 0.1;
    (meant >= 1.0 && meant <= limit).then_some(meant)
}

/// Finds the other unit, or one digit too many or too few.
fn slip(field: Field, cm: f64, compared: ComparisonBasis<'_>) -> Option<Warning> {
    const SLIPS: [(f64, Code); 4] = [
        (2.54, Code::InchesAsCm),
        (1.0 / 2.54, Code::CmAsInches),
        (0.1, Code::DigitSlip),
        (10.0, Code::DigitSlip),
    ];
    let [(other, basis), ..] = otherwise(field, compared).into_iter().flatten().collect::<Vec<_>>()[..]
    else {
        return None;
    };
    SLIPS.into_iter().find_map(|(factor, code)| {
        let meant = cm * factor;
        let is_near = (meant - other).abs() <= compared.slips.near * other.max(1.0);
        (is_near && (cm - other).abs() >= compared.slips.worth_cm)
            .then(|| Warning::new(code, field, cm, Some((other, basis)), Some(meant)))
    })
}

/// Applies the contract's rule of divergence, with a separate bound for new snow.
fn differs(field: Field, cm: f64, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let least = if field.band().is_some() {
        compared.policy.divergence_cm
    } else {
        compared.slips.new_snow_differs_cm
    };
    otherwise(field, compared).into_iter().flatten().find_map(|(other, basis)| {
        let code = match basis {
            Basis::Station => Code::DiffersFromStation,
            Basis::Model => Code::DiffersFromModel,
            _ => Code::DiffersFromYesterday,
        };
        let apart = (cm - other).abs();
        let diverges = apart > least && apart > compared.policy.divergence_fraction * cm.max(other);
        diverges.then(|| Warning::new(code, field, cm, Some((other, basis)), None))
    })
}

/// Finds a depth above that of a higher band in the report, or in earlier ones.
fn above(field: Field, cm: f64, report: &Report, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let higher: &[Field] = match field {
        Field::DepthBase => &[Field::DepthMid, Field::DepthSummit],
        Field::DepthMid => &[Field::DepthSummit],
        _ => &[],
    };
    let known = |field: &Field| {
        let standing = || current_claim(compared.standing, *field).map(|(cm, _)| cm);
        if report.cm.contains_key(field) { report.measured(*field) } else { standing() }
    };
    let shallowest = higher.iter().filter_map(known).reduce(f64::min)?;
    let SlipPolicy { over_band_above, bands_differ_cm, .. } = *compared.slips;
    let is_slip = cm > over_band_above * shallowest && cm - shallowest >= bands_differ_cm;
    is_slip.then(|| {
        let meant = without_digit(cm, shallowest);
        Warning::new(Code::DeeperThanAbove, field, cm, Some((shallowest, Basis::HigherBand)), meant)
    })
}

/// Finds a depth far above the stations and models of other bands, if there is no other data for this one.
fn far_above(field: Field, cm: f64, compared: ComparisonBasis<'_>) -> Option<Warning> {
    field.band()?;
    if otherwise(field, compared).iter().any(Option::is_some) {
        return None;
    }
    let depth = &compared.without.record.depth;
    let known = [&depth.base, &depth.mid, &depth.summit].into_iter().flatten();
    let known = known.filter(|known| matches!(known.source, Kind::Station | Kind::Model));
    let deepest = known.filter_map(|known| Some(known.value?.get())).reduce(f64::max)?;
    let SlipPolicy { over_other_bands, over_other_bands_cm, .. } = *compared.slips;
    let limit = over_other_bands * deepest + over_other_bands_cm;
    (cm > limit).then(|| {
        let compared = Some((deepest, Basis::OtherBands));
        Warning::new(Code::FarAboveOtherBands, field, cm, compared, without_digit(cm, limit))
    })
}

/// Finds a depth above the record of the resort, or of its country if the resort has none.
fn over_record(field: Field, cm: f64, compared: ComparisonBasis<'_>) -> Option<Warning> {
    field.band()?;
    let SlipPolicy { over_own_record, over_country_record, .. } = *compared.slips;
    let Deepest { own_cm, country_cm } = compared.deepest;
    let (record, factor) =
        own_cm.map(|cm| (cm, over_own_record)).or(country_cm.map(|cm| (cm, over_country_record)))?;
    (cm > factor * record).then(|| {
        let meant = without_digit(cm, record);
        Warning::new(Code::DeeperThanRecord, field, cm, Some((record, Basis::Record)), meant)
    })
}

fn swapped(report: &Report) -> Option<Warning> {
    let (day, two) = (report.measured(Field::NewSnow24h)?, report.measured(Field::NewSnow48h)?);
    (day > two).then(|| {
        let compared = Some((day, Basis::NewSnow24h));
        Warning::new(Code::NewSnow24hOver48h, Field::NewSnow48h, two, compared, Some(day))
    })
}

/// Finds more new snow than any depth.
fn over_depth(report: &Report, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let new = report.measured(Field::NewSnow24h)?;
    let depth = |field: &Field| {
        report.measured(*field).or_else(|| current_claim(compared.standing, *field).map(|(cm, _)| cm))
    };
    let deepest =
        [Field::DepthBase, Field::DepthMid, Field::DepthSummit].iter().filter_map(depth).reduce(f64::max)?;
    (new > deepest).then(|| {
        let compared = Some((deepest, Basis::Depth));
        Warning::new(Code::NewSnowOverDepth, Field::NewSnow24h, new, compared, None)
    })
}

fn fell(report: &Report, at: Timestamp, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let new = report.measured(Field::NewSnow24h).filter(|cm| *cm >= compared.slips.claimed_cm)?;
    [Field::DepthBase, Field::DepthMid, Field::DepthSummit].into_iter().find_map(|field| {
        let cm = report.measured(field)?;
        let (before, when) = current_claim(compared.standing, field)?;
        let is_of_yesterday = when.is_some_and(|when| at.since(when) <= 36 * HOUR_MS);
        let is_lower = cm < before - compared.slips.settling_cm;
        (is_of_yesterday && is_lower).then(|| {
            let compared = Some((before, Basis::LastReport));
            Warning::new(Code::DepthFellWithNewSnow, field, cm, compared, Some(before + new))
        })
    })
}

fn over_total(report: &Report, compared: ComparisonBasis<'_>) -> Vec<Warning> {
    let [lifts, runs] = compared.totals;
    let pairs = [(Field::LiftsOpen, Field::LiftsTotal, lifts), (Field::RunsOpen, Field::RunsTotal, runs)];
    let over = pairs.into_iter().filter_map(|(open, total, listed)| {
        let said = f64::from(report.count(open)?);
        let total = report
            .count(total)
            .map(f64::from)
            .or_else(|| current_claim(compared.standing, total).map(|(count, _)| count))
            .or(listed.map(f64::from))?;
        (said > total)
            .then(|| Warning::new(Code::OpenOverTotal, open, said, Some((total, Basis::Total)), Some(total)))
    });
    over.collect()
}

/// Finds totals that differ so much from the catalogue's that the record would withhold the number of open ones. Usually the report
/// lists only some of the lifts.
fn other_total(report: &Report, compared: ComparisonBasis<'_>) -> Vec<Warning> {
    let totals = [Field::LiftsTotal, Field::RunsTotal].into_iter().zip(compared.totals);
    let other = totals.filter_map(|(total, listed)| {
        let (said, listed) = (f64::from(report.count(total)?), f64::from(listed?));
        let is_apart = (said - listed).abs() > compared.policy.total_mismatch_fraction * listed;
        is_apart.then(|| Warning::new(Code::TotalMismatch, total, said, Some((listed, Basis::Total)), None))
    });
    other.collect()
}

fn open_without_lifts(report: &Report) -> Option<Warning> {
    let is_open = report.status == Some(conditions_core::record::OperatingStatus::Open);
    let none = report.count(Field::LiftsOpen) == Some(0);
    (is_open && none).then(|| Warning::new(Code::OpenWithoutLifts, Field::LiftsOpen, 0.0, None, None))
}

/// Finds yesterday's report sent again: every number is the same, although it claims a new measurement.
fn unchanged(report: &Report, at: Timestamp, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let (last, when) = compared.last?;
    let is_measured = Field::MEASURES.iter().any(|field| report.measured(*field).is_some_and(|cm| cm > 0.0));
    let is_old = at.since(when) >= compared.slips.yesterday_ms;
    let field = Field::NewSnow24h;
    (is_measured && is_old && report.says_the_same_as(last)).then_some(Warning::plain(Code::Unchanged, field))
}

fn older(report: &Report, at: Timestamp, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let listed = report.lists.keys().filter_map(|list| list.counts()).flatten();
    let field =
        report.cm.keys().chain(report.counts.keys()).copied().chain(listed).find(|field| {
            current_claim(compared.standing, *field).is_some_and(|(_, when)| when > Some(at))
        })?;
    Some(Warning::plain(Code::OlderThanStanding, field))
}

#[cfg(test)]
mod tests;

//! What a reporter is asked before a report goes out: numbers that are possible and look like a slip, each with what it is
//! compared with and one correction. Nothing here refuses; what cannot be is refused in `entry`.
//!
//! Nearly all wrong reports are honest mistakes: the other unit, a digit too many, two fields swapped, yesterday's sheet.

use conditions_core::evidence::Observation;
use conditions_core::field::Field as Known;
use conditions_core::policy::Policy;
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use serde::Serialize;

use crate::report::{Field, Report};
use crate::statement::standing;

/// New snow that differs by this much, and by the policy's fraction, from what is known otherwise is asked about.
const NEW_SNOW_DIFFERS_CM: f64 = 10.0;
/// New snow from which on a depth does not fall.
const CLAIMED_CM: f64 = 5.0;
/// What a depth may fall by settling while snow comes.
const SETTLING_CM: f64 = 2.0;
/// How near to the factor of a slip a ratio is.
const NEAR: f64 = 0.06;
/// The least difference that is worth a question about its factor.
const WORTH_CM: f64 = 10.0;
/// A report that repeats one of at least so long ago is yesterday's.
const YESTERDAY_MS: i64 = 10 * HOUR_MS;

macro_rules! codes {
    ($($name:ident $code:literal;)*) => {
        /// What looks like a slip.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        pub enum Code {
            $(#[doc = $code] #[serde(rename = $code)] $name),*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its word on the wire.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }
        }
    };
}

codes! {
    InchesAsCm "inches_as_cm";
    CmAsInches "cm_as_inches";
    DigitSlip "digit_slip";
    NewSnow24hOver48h "new_snow_24h_over_48h";
    NewSnowOverDepth "new_snow_over_depth";
    DepthFellWithNewSnow "depth_fell_with_new_snow";
    OpenOverTotal "open_over_total";
    Unchanged "unchanged_from_last_report";
    DiffersFromStation "differs_from_station";
    DiffersFromModel "differs_from_model";
    DiffersFromYesterday "differs_from_last_report";
    OlderThanStanding "older_than_what_stands";
    OpenWithoutLifts "open_without_lifts";
    TotalMismatch "total_mismatch";
}

/// One question to the reporter.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// What looks like a slip.
    pub code: Code,
    /// The field that it is about.
    pub field: Field,
    /// The number that was said: centimetres or a count; null when it is about no number.
    pub said: Option<f64>,
    /// The number that it is compared with.
    pub other: Option<f64>,
    /// What was probably meant, in centimetres or as a count; null when nothing suggests itself.
    pub correction: Option<f64>,
}

/// What a report is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    /// The thresholds of the contract.
    pub policy: &'a Policy,
    /// What stands of earlier reports.
    pub standing: &'a [Observation],
    /// The last published report, and when it was published.
    pub last: Option<(&'a Report, Timestamp)>,
    /// The record as it would be if the resort said nothing.
    pub without: &'a Resolution,
    /// How many lifts and runs there are, by the catalogue.
    pub totals: [Option<u32>; 2],
}

/// Every question, field by field.
#[must_use]
pub fn warnings(report: &Report, at: Timestamp, compared: Compared<'_>) -> Vec<Warning> {
    let mut found = Vec::new();
    for field in Field::MEASURES {
        if let Some(cm) = report.measured(field) {
            // One question a field: the likeliest slip explains the others.
            let slip = slip(field, cm, compared).or_else(|| differs(field, cm, compared));
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

fn warning(code: Code, field: Field, said: f64, other: Option<f64>, correction: Option<f64>) -> Warning {
    let tenths = |cm: f64| (cm * 10.0).round() / 10.0;
    Warning { code, field, said: Some(said), other, correction: correction.map(tenths) }
}

/// What else is known of a measure, best first: what the resort said last, a station, the models.
fn otherwise(field: Field, compared: Compared<'_>) -> [Option<(f64, Code)>; 2] {
    let said = standing(compared.standing, field).map(|(cm, _)| (cm, Code::DiffersFromYesterday));
    let said = said.filter(|_| field.band().is_some());
    let known: Option<&Known<Tenths>> = match field {
        Field::NewSnow24h => Some(&compared.without.snowfall24h_cm),
        Field::NewSnow48h => Some(&compared.without.snowfall48h_cm),
        Field::DepthBase => compared.without.record.depth.base.as_ref(),
        Field::DepthMid => compared.without.record.depth.mid.as_ref(),
        Field::DepthSummit => compared.without.record.depth.summit.as_ref(),
        _ => None,
    };
    let known = known.and_then(|known| {
        let code = match known.source {
            Kind::Station => Code::DiffersFromStation,
            Kind::Model => Code::DiffersFromModel,
            _ => return None,
        };
        Some((known.value?.get(), code))
    });
    [said, known]
}

/// The other unit, or a digit too many or too few.
fn slip(field: Field, cm: f64, compared: Compared<'_>) -> Option<Warning> {
    const SLIPS: [(f64, Code); 4] = [
        (2.54, Code::InchesAsCm),
        (1.0 / 2.54, Code::CmAsInches),
        (0.1, Code::DigitSlip),
        (10.0, Code::DigitSlip),
    ];
    let [(other, _), ..] = otherwise(field, compared).into_iter().flatten().collect::<Vec<_>>()[..] else {
        return None;
    };
    SLIPS.into_iter().find_map(|(factor, code)| {
        let meant = cm * factor;
        let is_near = (meant - other).abs() <= NEAR * other.max(1.0);
        (is_near && (cm - other).abs() >= WORTH_CM)
            .then(|| warning(code, field, cm, Some(other), Some(meant)))
    })
}

/// The contract's rule of divergence, for new snow with a bound of its own.
fn differs(field: Field, cm: f64, compared: Compared<'_>) -> Option<Warning> {
    let least = if field.band().is_some() { compared.policy.divergence_cm } else { NEW_SNOW_DIFFERS_CM };
    otherwise(field, compared).into_iter().flatten().find_map(|(other, code)| {
        let apart = (cm - other).abs();
        let diverges = apart > least && apart > compared.policy.divergence_fraction * cm.max(other);
        diverges.then(|| warning(code, field, cm, Some(other), None))
    })
}

fn swapped(report: &Report) -> Option<Warning> {
    let (day, two) = (report.measured(Field::NewSnow24h)?, report.measured(Field::NewSnow48h)?);
    (day > two).then(|| warning(Code::NewSnow24hOver48h, Field::NewSnow48h, two, Some(day), Some(day)))
}

/// More new snow than lies anywhere.
fn over_depth(report: &Report, compared: Compared<'_>) -> Option<Warning> {
    let new = report.measured(Field::NewSnow24h)?;
    let depth = |field: &Field| {
        report.measured(*field).or_else(|| standing(compared.standing, *field).map(|(cm, _)| cm))
    };
    let deepest =
        [Field::DepthBase, Field::DepthMid, Field::DepthSummit].iter().filter_map(depth).reduce(f64::max)?;
    (new > deepest).then(|| warning(Code::NewSnowOverDepth, Field::NewSnow24h, new, Some(deepest), None))
}

fn fell(report: &Report, at: Timestamp, compared: Compared<'_>) -> Option<Warning> {
    let new = report.measured(Field::NewSnow24h).filter(|cm| *cm >= CLAIMED_CM)?;
    [Field::DepthBase, Field::DepthMid, Field::DepthSummit].into_iter().find_map(|field| {
        let cm = report.measured(field)?;
        let (before, when) = standing(compared.standing, field)?;
        let is_of_yesterday = when.is_some_and(|when| at.since(when) <= 36 * HOUR_MS);
        (is_of_yesterday && cm < before - SETTLING_CM)
            .then(|| warning(Code::DepthFellWithNewSnow, field, cm, Some(before), Some(before + new)))
    })
}

fn over_total(report: &Report, compared: Compared<'_>) -> Vec<Warning> {
    let [lifts, runs] = compared.totals;
    let pairs = [(Field::LiftsOpen, Field::LiftsTotal, lifts), (Field::RunsOpen, Field::RunsTotal, runs)];
    let over = pairs.into_iter().filter_map(|(open, total, listed)| {
        let said = f64::from(report.counted(open)?);
        let total = report
            .counted(total)
            .map(f64::from)
            .or_else(|| standing(compared.standing, total).map(|(count, _)| count))
            .or(listed.map(f64::from))?;
        (said > total).then(|| warning(Code::OpenOverTotal, open, said, Some(total), Some(total)))
    });
    over.collect()
}

/// A total so far from the catalogue's that the record would withhold how many are open: a list of some of the lifts, mostly.
fn other_total(report: &Report, compared: Compared<'_>) -> Vec<Warning> {
    let totals = [Field::LiftsTotal, Field::RunsTotal].into_iter().zip(compared.totals);
    let other = totals.filter_map(|(total, listed)| {
        let (said, listed) = (f64::from(report.counted(total)?), f64::from(listed?));
        let is_apart = (said - listed).abs() > compared.policy.total_mismatch_fraction * listed;
        is_apart.then(|| warning(Code::TotalMismatch, total, said, Some(listed), None))
    });
    other.collect()
}

fn open_without_lifts(report: &Report) -> Option<Warning> {
    let is_open = report.status == Some(conditions_core::record::OperatingStatus::Open);
    let none = report.counted(Field::LiftsOpen) == Some(0);
    (is_open && none).then(|| warning(Code::OpenWithoutLifts, Field::LiftsOpen, 0.0, None, None))
}

/// Yesterday's sheet, sent again: every number the same, although it says that something was measured.
fn unchanged(report: &Report, at: Timestamp, compared: Compared<'_>) -> Option<Warning> {
    let (last, when) = compared.last?;
    let is_measured = Field::MEASURES.iter().any(|field| report.measured(*field).is_some_and(|cm| cm > 0.0));
    let is_old = at.since(when) >= YESTERDAY_MS;
    let field = Field::NewSnow24h;
    (is_measured && is_old && report.says_the_same_as(last)).then_some(Warning {
        code: Code::Unchanged,
        field,
        said: None,
        other: None,
        correction: None,
    })
}

fn older(report: &Report, at: Timestamp, compared: Compared<'_>) -> Option<Warning> {
    let listed = report.lists.keys().filter_map(|list| list.counts()).flatten();
    let field = report
        .cm
        .keys()
        .chain(report.counts.keys())
        .copied()
        .chain(listed)
        .find(|field| standing(compared.standing, *field).is_some_and(|(_, when)| when > Some(at)))?;
    Some(Warning { code: Code::OlderThanStanding, field, said: None, other: None, correction: None })
}

#[cfg(test)]
mod tests;

//! Plausibility checks of a report before its publication: possible numbers that look like a slip, each with the
//! compared number and one correction. Depths and new snow that contradict other data are published only if the sender
//! confirms them (`confirmed`); impossible values are rejected in `entry`.
//!
//! Nearly all wrong reports are honest mistakes: the other unit, one digit too many, two fields swapped, yesterday's
//! sheet.

use conditions_core::evidence::Observation;
use conditions_core::field::Field as Known;
use conditions_core::policy::Policy;
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use serde::Serialize;

use crate::policy::SlipPolicy;
use crate::report::{Field, Report};
use crate::statement::standing;

macro_rules! codes {
    ($($name:ident $code:literal;)*) => {
        /// Kind of slip.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        pub enum Code {
            $(#[doc = $code] #[serde(rename = $code)] $name),*
        }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the code on the wire.
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
    DeeperThanAbove "deeper_than_band_above";
    FarAboveOtherBands "far_above_other_bands";
    DeeperThanRecord "deeper_than_record";
}

impl Code {
    /// Returns whether a value that fails this check is published only after confirmation.
    const fn needs_confirmation(self, field: Field) -> bool {
        match self {
            Self::InchesAsCm
            | Self::CmAsInches
            | Self::DigitSlip
            | Self::NewSnowOverDepth
            | Self::DiffersFromStation
            | Self::DiffersFromYesterday
            | Self::DeeperThanAbove
            | Self::FarAboveOtherBands
            | Self::DeeperThanRecord => true,
            // Models miss the amounts of new snow too often.
            Self::DiffersFromModel => field.band().is_some(),
            Self::NewSnow24hOver48h
            | Self::DepthFellWithNewSnow
            | Self::OpenOverTotal
            | Self::Unchanged
            | Self::OlderThanStanding
            | Self::OpenWithoutLifts
            | Self::TotalMismatch => false,
        }
    }
}

/// A question to the reporter about one value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// Kind of slip.
    pub code: Code,
    /// Field in question.
    pub field: Field,
    /// Reported number in centimetres, or a count; null if the question concerns no number.
    pub said: Option<f64>,
    /// Number that it is compared with.
    pub other: Option<f64>,
    /// Probably intended value, in centimetres or as a count; null if there is no suggestion.
    pub correction: Option<f64>,
    /// Text that confirms the value, such as `depthBase:840`; null if it is published without confirmation.
    pub confirm: Option<String>,
}

impl Warning {
    /// Creates a question about a number.
    #[must_use]
    pub fn new(code: Code, field: Field, said: f64, other: Option<f64>, correction: Option<f64>) -> Self {
        let tenths = |cm: f64| (cm * 10.0).round() / 10.0;
        let confirm = code.needs_confirmation(field).then(|| format!("{}:{}", field.name(), tenths(said)));
        Self { code, field, said: Some(said), other, correction: correction.map(tenths), confirm }
    }

    /// Creates a question without a number.
    const fn plain(code: Code, field: Field) -> Self {
        Self { code, field, said: None, other: None, correction: None, confirm: None }
    }
}

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

/// Returns other values of a measure, best first: the resort's last report, a station, the models.
fn otherwise(field: Field, compared: ComparisonBasis<'_>) -> [Option<(f64, Code)>; 2] {
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

/// Finds the other unit, or one digit too many or too few.
fn slip(field: Field, cm: f64, compared: ComparisonBasis<'_>) -> Option<Warning> {
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
        let is_near = (meant - other).abs() <= compared.slips.near * other.max(1.0);
        (is_near && (cm - other).abs() >= compared.slips.worth_cm)
            .then(|| Warning::new(code, field, cm, Some(other), Some(meant)))
    })
}

/// Applies the contract's rule of divergence, with a separate bound for new snow.
fn differs(field: Field, cm: f64, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let least = if field.band().is_some() {
        compared.policy.divergence_cm
    } else {
        compared.slips.new_snow_differs_cm
    };
    otherwise(field, compared).into_iter().flatten().find_map(|(other, code)| {
        let apart = (cm - other).abs();
        let diverges = apart > least && apart > compared.policy.divergence_fraction * cm.max(other);
        diverges.then(|| Warning::new(code, field, cm, Some(other), None))
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
        let standing = || standing(compared.standing, *field).map(|(cm, _)| cm);
        if report.cm.contains_key(field) { report.measured(*field) } else { standing() }
    };
    let shallowest = higher.iter().filter_map(known).reduce(f64::min)?;
    let SlipPolicy { over_band_above, bands_differ_cm, .. } = *compared.slips;
    let is_slip = cm > over_band_above * shallowest && cm - shallowest >= bands_differ_cm;
    is_slip.then(|| Warning::new(Code::DeeperThanAbove, field, cm, Some(shallowest), None))
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
    (cm > over_other_bands * deepest + over_other_bands_cm)
        .then(|| Warning::new(Code::FarAboveOtherBands, field, cm, Some(deepest), None))
}

/// Finds a depth above the record of the resort, or of its country if the resort has none.
fn over_record(field: Field, cm: f64, compared: ComparisonBasis<'_>) -> Option<Warning> {
    field.band()?;
    let SlipPolicy { over_own_record, over_country_record, .. } = *compared.slips;
    let Deepest { own_cm, country_cm } = compared.deepest;
    let (record, factor) =
        own_cm.map(|cm| (cm, over_own_record)).or(country_cm.map(|cm| (cm, over_country_record)))?;
    (cm > factor * record).then(|| Warning::new(Code::DeeperThanRecord, field, cm, Some(record), None))
}

fn swapped(report: &Report) -> Option<Warning> {
    let (day, two) = (report.measured(Field::NewSnow24h)?, report.measured(Field::NewSnow48h)?);
    (day > two).then(|| Warning::new(Code::NewSnow24hOver48h, Field::NewSnow48h, two, Some(day), Some(day)))
}

/// Finds more new snow than any depth.
fn over_depth(report: &Report, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let new = report.measured(Field::NewSnow24h)?;
    let depth = |field: &Field| {
        report.measured(*field).or_else(|| standing(compared.standing, *field).map(|(cm, _)| cm))
    };
    let deepest =
        [Field::DepthBase, Field::DepthMid, Field::DepthSummit].iter().filter_map(depth).reduce(f64::max)?;
    (new > deepest).then(|| Warning::new(Code::NewSnowOverDepth, Field::NewSnow24h, new, Some(deepest), None))
}

fn fell(report: &Report, at: Timestamp, compared: ComparisonBasis<'_>) -> Option<Warning> {
    let new = report.measured(Field::NewSnow24h).filter(|cm| *cm >= compared.slips.claimed_cm)?;
    [Field::DepthBase, Field::DepthMid, Field::DepthSummit].into_iter().find_map(|field| {
        let cm = report.measured(field)?;
        let (before, when) = standing(compared.standing, field)?;
        let is_of_yesterday = when.is_some_and(|when| at.since(when) <= 36 * HOUR_MS);
        (is_of_yesterday && cm < before - compared.slips.settling_cm)
            .then(|| Warning::new(Code::DepthFellWithNewSnow, field, cm, Some(before), Some(before + new)))
    })
}

fn over_total(report: &Report, compared: ComparisonBasis<'_>) -> Vec<Warning> {
    let [lifts, runs] = compared.totals;
    let pairs = [(Field::LiftsOpen, Field::LiftsTotal, lifts), (Field::RunsOpen, Field::RunsTotal, runs)];
    let over = pairs.into_iter().filter_map(|(open, total, listed)| {
        let said = f64::from(report.counted(open)?);
        let total = report
            .counted(total)
            .map(f64::from)
            .or_else(|| standing(compared.standing, total).map(|(count, _)| count))
            .or(listed.map(f64::from))?;
        (said > total).then(|| Warning::new(Code::OpenOverTotal, open, said, Some(total), Some(total)))
    });
    over.collect()
}

/// Finds totals that differ so much from the catalogue's that the record would withhold the number of open ones. Usually the report
/// lists only some of the lifts.
fn other_total(report: &Report, compared: ComparisonBasis<'_>) -> Vec<Warning> {
    let totals = [Field::LiftsTotal, Field::RunsTotal].into_iter().zip(compared.totals);
    let other = totals.filter_map(|(total, listed)| {
        let (said, listed) = (f64::from(report.counted(total)?), f64::from(listed?));
        let is_apart = (said - listed).abs() > compared.policy.total_mismatch_fraction * listed;
        is_apart.then(|| Warning::new(Code::TotalMismatch, total, said, Some(listed), None))
    });
    other.collect()
}

fn open_without_lifts(report: &Report) -> Option<Warning> {
    let is_open = report.status == Some(conditions_core::record::OperatingStatus::Open);
    let none = report.counted(Field::LiftsOpen) == Some(0);
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
    let field = report
        .cm
        .keys()
        .chain(report.counts.keys())
        .copied()
        .chain(listed)
        .find(|field| standing(compared.standing, *field).is_some_and(|(_, when)| when > Some(at)))?;
    Some(Warning::plain(Code::OlderThanStanding, field))
}

#[cfg(test)]
mod tests;

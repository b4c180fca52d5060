//! A question about one value of a report: its kind, the data that it is compared with, and the probable intention.

use serde::Serialize;

use crate::report::Field;

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
            pub const fn as_str(self) -> &'static str {
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

/// Data that a questioned value is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Basis {
    /// The resort's last report.
    LastReport,
    Station,
    Model,
    /// A higher band of the report, or of an earlier one.
    HigherBand,
    /// The deepest station or model of all bands.
    OtherBands,
    /// The deepest day on record.
    Record,
    /// The deepest band of the report, or of an earlier one.
    Depth,
    /// The new snow of 24 hours in the report.
    NewSnow24h,
    /// The total number, as reported or known.
    Total,
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
    /// Origin of that number; null without one.
    pub compared_with: Option<Basis>,
    /// Probably intended value, in centimetres or as a count; null if there is no suggestion.
    pub correction: Option<f64>,
    /// Text that confirms the value, such as `depthBase:840`; null if it is published without confirmation.
    pub confirm: Option<String>,
}

impl Warning {
    /// Creates a question about a number.
    #[must_use]
    pub fn new(
        code: Code,
        field: Field,
        said: f64,
        compared: Option<(f64, Basis)>,
        correction: Option<f64>,
    ) -> Self {
        let tenths = |cm: f64| (cm * 10.0).round() / 10.0;
        let confirm = code.needs_confirmation(field).then(|| format!("{}:{}", field.name(), tenths(said)));
        let (other, compared_with) = compared.unzip();
        Self {
            code,
            field,
            said: Some(said),
            other,
            compared_with,
            correction: correction.map(tenths),
            confirm,
        }
    }

    /// Creates a question without a number.
    pub(super) const fn plain(code: Code, field: Field) -> Self {
        Self { code, field, said: None, other: None, compared_with: None, correction: None, confirm: None }
    }
}

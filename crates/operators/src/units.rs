//! Units of entered lengths: centimetres and inches.

const CM_PER_INCH: f64 = 2.54;

/// Unit of lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Units {
    #[default]
    Cm,
    /// Inches of 2.54 cm.
    Inches,
}

impl Units {
    /// Parses the name of units.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word.trim().to_ascii_lowercase().as_str() {
            "cm" => Some(Self::Cm),
            "in" | "inch" | "inches" | "\"" => Some(Self::Inches),
            _ => None,
        }
    }

    /// Converts a length in these units to centimetres.
    #[must_use]
    pub fn cm(self, length: f64) -> f64 {
        match self {
            Self::Cm => length,
            Self::Inches => length * CM_PER_INCH,
        }
    }

    /// Converts centimetres to these units.
    #[must_use]
    pub fn from_cm(self, cm: f64) -> f64 {
        match self {
            Self::Cm => cm,
            Self::Inches => cm / CM_PER_INCH,
        }
    }

    /// Returns the English name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Cm => "cm",
            Self::Inches => "inches",
        }
    }
}

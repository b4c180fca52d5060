//! Centimetres and inches: what people enter lengths in.

const CM_PER_INCH: f64 = 2.54;

/// What lengths are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Units {
    /// Centimetres.
    #[default]
    Cm,
    /// Inches of 2.54 cm.
    Inches,
}

impl Units {
    /// The units of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        match word.trim().to_ascii_lowercase().as_str() {
            "cm" => Some(Self::Cm),
            "in" | "inch" | "inches" | "\"" => Some(Self::Inches),
            _ => None,
        }
    }

    /// Centimetres of so many.
    #[must_use]
    pub fn cm(self, length: f64) -> f64 {
        match self {
            Self::Cm => length,
            Self::Inches => length * CM_PER_INCH,
        }
    }

    /// So many centimetres in these units.
    #[must_use]
    pub fn from_cm(self, cm: f64) -> f64 {
        match self {
            Self::Cm => cm,
            Self::Inches => cm / CM_PER_INCH,
        }
    }

    /// Their name in English.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Cm => "cm",
            Self::Inches => "inches",
        }
    }
}

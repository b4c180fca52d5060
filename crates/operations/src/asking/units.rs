//! Values as people of a locale read them: units, rounding, decimal signs, names of months.

use ask::{Language, Locale};
use chrono::{Datelike, NaiveDate};
use serde_json::Value;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// Centimetres of snow.
    Cm,
    /// Metres of elevation.
    Metres,
    /// Millimetres of rain.
    Millimetres,
    /// Kilometres.
    Km,
    /// Degrees Celsius.
    Celsius,
    /// Metres a second.
    Speed,
    /// Percent.
    Percent,
    /// A share of 1.
    Share,
    /// Points of 100.
    Points,
    /// So many.
    Count,
    /// An amount of money, its currency told beside it.
    Amount,
    /// A day.
    Date,
    /// A text as it stands there.
    Text,
}

/// One of a unit in the other, and its sign.
struct Shape {
    factor: f64,
    offset: f64,
    sign: &'static str,
}

const METRIC: f64 = 1.0;

impl Unit {
    /// The unit of the value where it stands.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Cm => "cm",
            Self::Metres => "m",
            Self::Millimetres => "mm",
            Self::Km => "km",
            Self::Celsius => "degC",
            Self::Speed => "m/s",
            Self::Percent => "%",
            Self::Share => "share",
            Self::Points => "points",
            Self::Count => "count",
            Self::Amount => "money",
            Self::Date => "date",
            Self::Text => "text",
        }
    }

    const fn shape(self, is_imperial: bool) -> Shape {
        let (factor, offset, sign) = match (self, is_imperial) {
            (Self::Cm, true) => (1.0 / 2.54, 0.0, " in"),
            (Self::Cm, false) => (METRIC, 0.0, " cm"),
            (Self::Metres, true) => (1.0 / 0.3048, 0.0, " ft"),
            (Self::Metres, false) => (METRIC, 0.0, " m"),
            (Self::Millimetres, true) => (1.0 / 25.4, 0.0, " in"),
            (Self::Millimetres, false) => (METRIC, 0.0, " mm"),
            (Self::Km, true) => (1.0 / 1.609_344, 0.0, " mi"),
            (Self::Km, false) => (METRIC, 0.0, " km"),
            (Self::Celsius, true) => (1.8, 32.0, " °F"),
            (Self::Celsius, false) => (METRIC, 0.0, " °C"),
            (Self::Speed, true) => (3.6 / 1.609_344, 0.0, " mph"),
            (Self::Speed, false) => (3.6, 0.0, " km/h"),
            (Self::Percent, _) => (METRIC, 0.0, " %"),
            (Self::Share, _) => (100.0, 0.0, " %"),
            (Self::Points | Self::Count | Self::Amount | Self::Date | Self::Text, _) => (METRIC, 0.0, ""),
        };
        Shape { factor, offset, sign }
    }

    /// A value as it is read; `None` for what is no value of this unit.
    pub(super) fn shown(self, value: &Value, locale: Locale) -> Option<String> {
        match self {
            Self::Date => day(value.as_str()?, locale.language),
            Self::Text => value.as_str().filter(|text| !text.is_empty()).map(str::to_owned),
            _ => {
                let Shape { factor, offset, sign } = self.shape(locale.is_imperial);
                let number = value.as_f64()? * factor + offset;
                Some(format!("{}{sign}", decimal(self.rounded(number), locale.language)))
            }
        }
    }

    /// Small amounts of snow to a tenth, everything else whole.
    fn rounded(self, number: f64) -> f64 {
        let tenths = matches!(self, Self::Cm | Self::Millimetres) && number.abs() < 10.0;
        let rounded = if tenths { (number * 10.0).round() / 10.0 } else { number.round() };
        // Zero has no sign.
        rounded + 0.0
    }
}

/// A number with the decimal sign of a language.
fn decimal(number: f64, language: Language) -> String {
    let text = number.to_string();
    match language {
        Language::English | Language::Japanese => text,
        Language::German | Language::French | Language::Italian | Language::Spanish => text.replace('.', ","),
    }
}

const ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const GERMAN: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
const FRENCH: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];
const ITALIAN: [&str; 12] = [
    "gennaio",
    "febbraio",
    "marzo",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "agosto",
    "settembre",
    "ottobre",
    "novembre",
    "dicembre",
];
const SPANISH: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

/// A day without its year: `2026-01-10`, or `01-10` of every year.
fn day(text: &str, language: Language) -> Option<String> {
    // A leap year, so that every day of a year is one.
    let date: NaiveDate = text.parse().or_else(|_| format!("2000-{text}").parse()).ok()?;
    let month = |names: &[&'static str; 12]| names.get(date.month0() as usize).copied().unwrap_or_default();
    let day = date.day();
    Some(match language {
        Language::English => format!("{day} {}", month(&ENGLISH)),
        Language::German => format!("{day}. {}", month(&GERMAN)),
        Language::French => format!("{day} {}", month(&FRENCH)),
        Language::Italian => format!("{day} {}", month(&ITALIAN)),
        Language::Spanish => format!("{day} de {}", month(&SPANISH)),
        Language::Japanese => format!("{}月{day}日", date.month()),
    })
}

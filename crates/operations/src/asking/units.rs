//! Formats values for a locale: units, rounding, decimal signs and thousands.

use ask::{Language, Locale};
use serde_json::Value;

use super::calendar;

/// The quantity of a value.
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
    /// Percent of a change, shown with its sign.
    Signed,
    /// Percent of a change, shown without its sign: the sentence says whether it is more or less.
    Change,
    /// A share of 1.
    Share,
    /// Points of 100.
    Points,
    /// A count.
    Count,
    /// An amount of money, shown next to its currency.
    Amount,
    /// A day.
    Date,
    /// A day with its weekday.
    Day,
    /// A text, unchanged.
    Text,
}

/// The conversion to the displayed unit, and its symbol.
struct Shape {
    factor: f64,
    offset: f64,
    sign: &'static str,
}

const METRIC: f64 = 1.0;

impl Unit {
    /// Returns the unit of the value in the answer.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Cm => "cm",
            Self::Metres => "m",
            Self::Millimetres => "mm",
            Self::Km => "km",
            Self::Celsius => "degC",
            Self::Speed => "m/s",
            Self::Percent => "%",
            Self::Signed | Self::Change => "% of change",
            Self::Share => "share",
            Self::Points => "points",
            Self::Count => "count",
            Self::Amount => "money",
            Self::Date | Self::Day => "date",
            Self::Text => "text",
        }
    }

    const fn shape(self, locale: Locale) -> Shape {
        let (factor, offset, sign) = match (self, locale.is_imperial) {
            (Self::Cm, true) => (1.0 / 2.54, 0.0, " in"),
            (Self::Cm, false) => (METRIC, 0.0, " cm"),
            (Self::Metres, true) => (1.0 / 0.3048, 0.0, " ft"),
            (Self::Metres, false) => (METRIC, 0.0, " m"),
            (Self::Millimetres, true) => (1.0 / 25.4, 0.0, " in"),
            (Self::Millimetres, false) => (METRIC, 0.0, " mm"),
            (Self::Km, true) => (1.0 / 1.609_344, 0.0, " mi"),
            (Self::Km, false) => (METRIC, 0.0, " km"),
            (Self::Celsius, true) => (1.8, 32.0, " °F"),
            (Self::Celsius, false) if matches!(locale.language, Language::Japanese) => (METRIC, 0.0, "℃"),
            (Self::Celsius, false) => (METRIC, 0.0, " °C"),
            (Self::Speed, true) => (3.6 / 1.609_344, 0.0, " mph"),
            (Self::Speed, false) if matches!(locale.language, Language::Japanese) => (METRIC, 0.0, " m/s"),
            (Self::Speed, false) => (3.6, 0.0, " km/h"),
            (Self::Percent | Self::Signed | Self::Change, _) => (METRIC, 0.0, percent(locale.language)),
            (Self::Share, _) => (100.0, 0.0, percent(locale.language)),
            (Self::Points | Self::Count | Self::Amount | Self::Date | Self::Day | Self::Text, _) => {
                (METRIC, 0.0, "")
            }
        };
        Shape { factor, offset, sign }
    }

    /// Formats a value; returns `None` for a value that does not fit this unit.
    pub(super) fn format(self, value: &Value, locale: Locale) -> Option<String> {
        match self {
            Self::Date => calendar::date(value.as_str()?, locale),
            Self::Day => calendar::day(value.as_str()?, locale),
            Self::Text => value.as_str().filter(|text| !text.is_empty()).map(str::to_owned),
            _ => {
                let Shape { factor, offset, sign } = self.shape(locale);
                // Japanese has no space between a number and its unit.
                let sign = if locale.language == Language::Japanese { sign.trim_start() } else { sign };
                let number = value.as_f64()? * factor + offset;
                let number = if self == Self::Change { number.abs() } else { number };
                let written = written(number, self.decimals(number, locale.is_imperial), locale.language);
                let plus = if self == Self::Signed && number.round() > 0.0 { "+" } else { "" };
                Some(format!("{plus}{written}{sign}"))
            }
        }
    }

    /// Returns the number of decimals: one for small amounts of snow, two for small amounts of rain in inches,
    /// otherwise none.
    fn decimals(self, number: f64, is_imperial: bool) -> usize {
        let is_small = number.abs() < 10.0;
        match self {
            // A millimetre is four hundredths of an inch, so one decimal would show most rain as 0.
            Self::Millimetres if is_imperial && is_small => 2,
            Self::Cm | Self::Millimetres if is_small => 1,
            _ => 0,
        }
    }
}

const fn percent(language: Language) -> &'static str {
    match language {
        Language::English | Language::Italian | Language::Japanese => "%",
        Language::German | Language::French | Language::Spanish => " %",
    }
}

/// Formats a number for a language: sign, groups of thousands, decimal sign, and without trailing zeros.
fn written(number: f64, decimals: usize, language: Language) -> String {
    let (thousands, point) = match language {
        Language::English | Language::Japanese => (",", '.'),
        Language::German | Language::Italian | Language::Spanish => (".", ','),
        Language::French => ("\u{202f}", ','),
    };
    // Rounds half away from zero, as people do; the format by itself rounds half to even.
    let scale = [1.0, 10.0, 100.0].get(decimals).copied().unwrap_or(1.0);
    let text = format!("{:.decimals$}", (number.abs() * scale).round() / scale);
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = part.trim_end_matches('0');
    let is_nought = part.is_empty() && whole == "0";
    let mut out = String::new();
    if number < 0.0 && !is_nought {
        out.push('\u{2212}');
    }
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push_str(thousands);
        }
        out.push(digit);
    }
    if !part.is_empty() {
        out.push(point);
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests;

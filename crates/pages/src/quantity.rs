//! Formats values for a page: in the language's number format, in metric or in US units. Unreported
//! values are stated as such and never shown as 0.

use chrono::NaiveDate;
use conditions_core::doubt::{Doubt, LOW_CONFIDENCE};
use conditions_core::field::Field;
use conditions_core::record::{Band, OperatingStatus};
use conditions_core::source::Kind;
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use conditions_core::units::{Confidence, Tenths};
use maud::{Markup, html};

use crate::words::{Elapsed, Words};

/// A system of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Units {
    /// Centimetres, metres, degrees Celsius, kilometres per hour (in Japanese metres per second).
    Metric,
    /// Inches, feet, degrees Fahrenheit, miles per hour.
    Imperial,
}

impl Units {
    /// Returns the system of a name in the query or the cookie.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "metric" => Some(Self::Metric),
            "imperial" => Some(Self::Imperial),
            _ => None,
        }
    }

    /// Returns its name in the query and in the cookie.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Metric => "metric",
            Self::Imperial => "imperial",
        }
    }
}

pub(crate) const CM_PER_INCH: f64 = 2.54;
pub(crate) const METRES_PER_FOOT: f64 = 0.3048;
const MPS_TO_KMH: f64 = 3.6;
pub(crate) const MPS_TO_MPH: f64 = 2.236_936;
/// Inches below which one decimal is shown.
const FINE_INCHES: f64 = 10.0;
/// Amount of modelled snow from which it is rounded by 5 cm, and by 2 inches.
const COARSE_CM: f64 = 20.0;
const COARSE_IN: f64 = 8.0;
/// Amount below which snow is rounded to half inches.
const FINE_SNOW_IN: f64 = 2.0;
/// Minimum confidence that is called high.
const HIGH: Confidence = Confidence::from_hundredths(75);

/// Format for the values of one resort.
#[derive(Clone, Copy)]
pub(crate) struct ValueFormat {
    pub(crate) words: &'static Words,
    units: Units,
}

impl ValueFormat {
    /// Returns the requested format; without a choice US units for resorts in the United States, metric ones elsewhere.
    pub(crate) fn new(words: &'static Words, units: Option<Units>, country: &str) -> Self {
        let usual = if country == "US" { Units::Imperial } else { Units::Metric };
        Self { words, units: units.unwrap_or(usual) }
    }

    /// Returns the units of the page.
    pub(crate) const fn units(self) -> Units {
        self.units
    }

    /// Returns whether values are in US units.
    pub(crate) const fn in_inches(self) -> bool {
        matches!(self.units, Units::Imperial)
    }

    fn either(self, metric: impl FnOnce() -> String, imperial: impl FnOnce() -> String) -> String {
        if self.in_inches() { imperial() } else { metric() }
    }

    /// A number with its unit. Japanese has no space between them and writes degrees Celsius as one character.
    pub(crate) fn with_unit(self, value: f64, decimals: usize, unit: &str) -> String {
        self.joined(&self.number(value, decimals), unit)
    }

    /// Joins a number and its unit.
    fn joined(self, number: &str, unit: &str) -> String {
        match (self.words.is_japanese(), unit) {
            (true, "°C") => format!("{number}℃"),
            (true, _) => format!("{number}{unit}"),
            (false, _) => format!("{number}\u{a0}{unit}"),
        }
    }

    /// Formats a number with at most `decimals` decimals, in the language's number format.
    pub(crate) fn number(self, value: f64, decimals: usize) -> String {
        number(self.words, value, decimals)
    }

    /// Formats snow, given in centimetres.
    pub(crate) fn cm(self, cm: f64) -> String {
        let inches = cm / CM_PER_INCH;
        let decimals = usize::from(inches.abs() < FINE_INCHES);
        self.either(|| self.with_unit(cm, 1, "cm"), || self.with_unit(inches, decimals, "in"))
    }

    /// Formats a published snow amount.
    pub(crate) fn snow(self, cm: Tenths) -> String {
        self.cm(cm.get())
    }

    /// Formats fallen or present snow, and marks a modelled amount as modelled. Use it if the source is not shown next
    /// to the amount, and for every headline.
    pub(crate) fn fallen(self, field: &Field<Tenths>) -> Option<String> {
        let cm = field.value?.get();
        let amount = self.whole_snow(cm, field.source.is_modelled());
        Some(if field.source.is_modelled() { (self.words.modelled)(&amount) } else { amount })
    }

    /// Rounds snow for a headline, in the unit of the page. Models and forecasts are rounded more coarsely than
    /// measurements, so that a number does not claim more than is known.
    fn rounded_snow(self, cm: f64, is_modelled: bool) -> f64 {
        let step = match (self.in_inches(), is_modelled) {
            (false, true) if cm >= COARSE_CM => 5.0,
            (false, _) => 1.0,
            (true, _) if cm < FINE_SNOW_IN * CM_PER_INCH => 0.5,
            (true, true) if cm > COARSE_IN * CM_PER_INCH => 2.0,
            (true, _) => 1.0,
        };
        let amount = if self.in_inches() { cm / CM_PER_INCH } else { cm };
        (amount / step).round() * step
    }

    /// Formats rounded snow without its unit. Half inches are written as fractions.
    pub(crate) fn plain_snow(self, cm: f64, is_modelled: bool) -> String {
        let amount = self.rounded_snow(cm, is_modelled);
        if amount.fract() == 0.0 {
            return self.number(amount, 0);
        }
        let whole = if amount < 1.0 { String::new() } else { self.number(amount.trunc(), 0) };
        format!("{whole}½")
    }

    /// Formats rounded snow with its unit.
    pub(crate) fn whole_snow(self, cm: f64, is_modelled: bool) -> String {
        let number = self.plain_snow(cm, is_modelled);
        self.joined(&number, if self.in_inches() { "in" } else { "cm" })
    }

    /// Formats rounded snow inside a sentence, where the name of the unit is written out if it is a word.
    pub(crate) fn snow_in_words(self, cm: f64, is_modelled: bool) -> String {
        let number = self.plain_snow(cm, is_modelled);
        if self.in_inches() { (self.words.outlook.inches)(&number) } else { self.joined(&number, "cm") }
    }

    /// Returns the unit of gusts.
    pub(crate) const fn wind_unit(self) -> &'static str {
        if self.in_inches() { "mph" } else { self.metric_wind().1 }
    }

    /// Formats a gust without its unit, by 5; metres per second by 1.
    pub(crate) fn plain_gust(self, mps: f64) -> String {
        let (metric, _) = self.metric_wind();
        let (factor, step) = match self.in_inches() {
            true => (MPS_TO_MPH, 5.0),
            false if self.words.is_japanese() => (metric, 1.0),
            false => (metric, 5.0),
        };
        self.number((mps * factor / step).round() * step, 0)
    }

    /// Formats a gust like [`Self::plain_gust`], with its unit.
    pub(crate) fn gust(self, mps: f64) -> String {
        self.joined(&self.plain_gust(mps), self.wind_unit())
    }

    /// Formats the freezing level without its unit, by 50 m or 100 ft.
    pub(crate) fn plain_level(self, metres: i32) -> String {
        let (amount, step) = if self.in_inches() {
            (f64::from(metres) / METRES_PER_FOOT, 100.0)
        } else {
            (metres.into(), 50.0)
        };
        self.number((amount / step).round() * step, 0)
    }

    /// Formats the freezing level like [`Self::plain_level`], with its unit.
    pub(crate) fn level(self, metres: i32) -> String {
        self.joined(&self.plain_level(metres), if self.in_inches() { "ft" } else { "m" })
    }

    /// Formats a temperature without its unit.
    pub(crate) fn plain_degrees(self, celsius: Tenths) -> String {
        let celsius = celsius.get();
        self.number(if self.in_inches() { celsius.mul_add(1.8, 32.0) } else { celsius }, 0)
    }

    /// Formats rain, given in millimetres.
    pub(crate) fn rain(self, mm: Tenths) -> String {
        let mm = mm.get();
        self.either(|| self.with_unit(mm, 1, "mm"), || self.with_unit(mm / 10.0 / CM_PER_INCH, 2, "in"))
    }

    /// Formats an elevation or a height.
    pub(crate) fn metres(self, metres: f64) -> String {
        self.either(|| self.with_unit(metres, 0, "m"), || self.with_unit(metres / METRES_PER_FOOT, 0, "ft"))
    }

    /// Formats a temperature, given in degrees Celsius.
    pub(crate) fn degrees(self, celsius: Tenths) -> String {
        let celsius = celsius.get();
        self.either(
            || self.with_unit(celsius, 0, "°C"),
            || self.with_unit(celsius.mul_add(1.8, 32.0), 0, "°F"),
        )
    }

    /// Formats wind, given in metres per second.
    pub(crate) fn wind(self, mps: Tenths) -> String {
        let mps = mps.get();
        let (factor, unit) = self.metric_wind();
        self.either(|| self.with_unit(mps * factor, 0, unit), || self.with_unit(mps * MPS_TO_MPH, 0, "mph"))
    }

    /// Returns the metric unit of wind, and how many of it are one metre per second. Japan gives wind in metres per second.
    pub(crate) const fn metric_wind(self) -> (f64, &'static str) {
        if self.words.is_japanese() { (1.0, "m/s") } else { (MPS_TO_KMH, "km/h") }
    }

    /// Formats a share (0 to 1, or more) in percent.
    pub(crate) fn share(self, share: f64) -> String {
        self.percent(100.0 * share)
    }

    pub(crate) fn percent(self, percent: f64) -> String {
        self.with_unit(percent, 0, "%")
    }

    /// Formats a change in percent, with its sign.
    pub(crate) fn change(self, percent: f64) -> String {
        let sign = if percent.round() > 0.0 { "+" } else { "" };
        format!("{sign}{}", self.percent(percent))
    }

    /// Returns a text, or the phrase for an unreported value.
    pub(crate) fn or_none(self, text: Option<String>) -> Markup {
        html! {
            @match text {
                Some(text) => { (text) }
                None => { span.none { (self.words.not_reported) } }
            }
        }
    }

    /// Formats the time of day at a resort.
    pub(crate) fn clock<Z: chrono::TimeZone>(self, at: Timestamp, zone: &Z) -> String {
        let local = at.utc().with_timezone(zone).naive_local();
        format!("{}, {}", (self.words.date)(local.date()), local.format("%H:%M"))
    }
}

/// Formats a number with at most `decimals` decimals, without trailing zeros.
pub(crate) fn number(words: &Words, value: f64, decimals: usize) -> String {
    let written = format!("{:.decimals$}", value.abs());
    let (whole, part) = written.split_once('.').unwrap_or((&written, ""));
    let part = part.trim_end_matches('0');
    let is_nought = part.is_empty() && whole.bytes().all(|digit| digit == b'0');
    let mut out = String::new();
    if value < 0.0 && !is_nought {
        out.push('\u{2212}');
    }
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            out.push_str(words.thousands);
        }
        out.push(digit);
    }
    if !part.is_empty() {
        out.push_str(words.decimal);
        out.push_str(part);
    }
    out
}

/// Returns how long before `now` a time was.
pub(crate) fn ago(at: Timestamp, now: Timestamp) -> Elapsed {
    match now.since(at) {
        millis if millis < MINUTE_MS => Elapsed::Now,
        millis if millis < HOUR_MS => Elapsed::Minutes(millis / MINUTE_MS),
        millis if millis < 2 * DAY_MS => Elapsed::Hours(millis / HOUR_MS),
        millis => Elapsed::Days(millis / DAY_MS),
    }
}

/// Renders a time as its age for people and as a timestamp for programs. The script updates the age while the page is
/// open.
pub(crate) fn since(words: &Words, at: Timestamp, now: Timestamp) -> Markup {
    html! { time data-age datetime=(at) { ((words.ago)(ago(at, now))) } }
}

/// Renders a day for people and programs.
pub(crate) fn day(words: &Words, date: NaiveDate) -> Markup {
    html! { time datetime=(date) { ((words.day)(date)) } }
}

/// Renders an operating status in words.
pub(crate) fn status(words: &Words, status: Option<OperatingStatus>) -> &'static str {
    let status = status.unwrap_or(OperatingStatus::Unknown);
    let named = OperatingStatus::ALL.into_iter().zip(words.statuses).find(|(known, _)| *known == status);
    named.map_or(words.not_reported, |(_, name)| name)
}

/// Returns the source of a value in words; empty without a value.
pub(crate) const fn kind(words: &Words, kind: Kind) -> &'static str {
    let [operator, station, scraped, model, profile, derived] = words.kinds;
    match kind {
        Kind::Operator => operator,
        Kind::Station => station,
        Kind::Scraped => scraped,
        Kind::Model => model,
        Kind::Profile => profile,
        Kind::Derived => derived,
        _ => "",
    }
}

/// Returns the label of a value with low confidence; `None` for other values.
pub(crate) fn doubt(words: &Words, source: Kind, confidence: Confidence) -> Option<&'static str> {
    let [estimated, unverified] = words.doubts;
    Doubt::new(source, confidence).map(|doubt| match doubt {
        Doubt::Estimated => estimated,
        Doubt::Unverified => unverified,
    })
}

/// Describes the confidence of a value in words, starting with its label if it is low.
pub(crate) fn confidence(words: &Words, source: Kind, confidence: Confidence) -> String {
    let [high, medium, low] = words.confidences;
    match doubt(words, source, confidence) {
        Some(label) => format!("{label}{}{low}", words.comma),
        None if confidence >= HIGH => high.to_owned(),
        None if confidence >= LOW_CONFIDENCE => medium.to_owned(),
        None => low.to_owned(),
    }
}

/// Renders the source of a value, its age, and its label if its confidence is low.
pub(crate) fn provenance_of(
    words: &Words,
    source: Kind,
    observed_at: Option<Timestamp>,
    confidence: Confidence,
    now: Timestamp,
) -> Markup {
    html! {
        small {
            (kind(words, source))
            @if let Some(at) = age(source, observed_at) { (words.comma) (since(words, at, now)) }
            @if let Some(label) = doubt(words, source, confidence) { (words.comma) (label) }
        }
    }
}

/// Returns the time to show as a value's age. The age of reference data is the catalogue's, not that of the fact, so it
/// is left out.
pub(crate) fn age(source: Kind, observed_at: Option<Timestamp>) -> Option<Timestamp> {
    observed_at.filter(|_| source != Kind::Profile)
}

/// Returns the name of an elevation band.
pub(crate) const fn band(words: &Words, band: Band) -> &'static str {
    let [base, mid, summit] = words.bands;
    match band {
        Band::Base => base,
        Band::Mid => mid,
        Band::Summit => summit,
    }
}

#[cfg(test)]
mod tests;

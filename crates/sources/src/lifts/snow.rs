//! Snow in a resort's own report: depths by band, new snow and surface, with the time of the report.
//!
//! Reports mark an unknown amount in three ways: by null, by a dash such as `--`, and by 0. A depth of 0 is therefore
//! never a report. New snow of 0 counts only at a place that states another positive amount: reports of a closed season
//! are all 0. New snow is read at one place, so that the three totals belong together: at mid mountain, else at the
//! summit, else at the base.

use conditions_core::evidence::Claim;
use conditions_core::record::Band;

use super::ReportTime;
use crate::error::excerpt;
use crate::json_cut::{Number, Raw};

/// Centimetres in an inch.
const CM_PER_INCH: f64 = 2.54;
/// Maximum length of a surface, characters.
const LONGEST_SURFACE: usize = 60;

/// Unit of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Inch,
    Centimetre,
}

/// An amount of snow as stated.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Amount {
    /// Absent, null or a dash.
    #[default]
    Unknown,
    /// Neither an amount nor a mark for an unknown one.
    Unreadable,
    /// Centimetres, not negative.
    Cm(f64),
}

impl Amount {
    /// Parses a number, or a number as text with thousands separators.
    #[must_use]
    pub fn parse(value: Option<Raw<'_>>, unit: Unit) -> Self {
        let Some(value) = value else { return Self::Unknown };
        match value.number() {
            Number::Null => Self::Unknown,
            Number::Is(number) => Self::from_number(number, unit),
            Number::Unreadable => value.text().map_or(Self::Unreadable, |text| Self::from_text(&text, unit)),
        }
    }

    /// Parses a text.
    #[must_use]
    pub fn from_text(text: &str, unit: Unit) -> Self {
        if is_blank(text) {
            return Self::Unknown;
        }
        let number = text.trim().trim_end_matches('"').replace(',', "").parse::<f64>();
        number.map_or(Self::Unreadable, |number| Self::from_number(number, unit))
    }

    fn from_number(number: f64, unit: Unit) -> Self {
        if !number.is_finite() || number < 0.0 {
            return Self::Unreadable;
        }
        Self::Cm(match unit {
            Unit::Inch => number * CM_PER_INCH,
            Unit::Centimetre => number,
        })
    }

    /// Returns the amount, or `other` if this one is unknown, unreadable or 0.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Cm(cm), _) if cm > 0.0 => self,
            (_, Self::Cm(_)) => other,
            _ => self,
        }
    }

    fn cm(self) -> Option<f64> {
        match self {
            Self::Cm(cm) => Some(cm),
            Self::Unknown | Self::Unreadable => None,
        }
    }
}

/// Returns whether a text means an unknown value: it has neither letters nor digits, or is "n/a".
fn is_blank(text: &str) -> bool {
    !text.contains(char::is_alphanumeric) || text.trim().eq_ignore_ascii_case("n/a")
}

/// Amounts at one place of the resort.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Place {
    /// Name of the place in the feed.
    pub name: &'static str,
    /// Band of the place; `None` if the report does not locate it. Its depth is then not used.
    pub band: Option<Band>,
    pub depth: Amount,
    /// New snow of the past 24 hours.
    pub day: Amount,
    /// New snow of the past 48 hours.
    pub two_days: Amount,
    /// New snow of the past 7 days.
    pub week: Amount,
}

impl Place {
    fn amounts(&self) -> [(&'static str, Amount); 4] {
        [
            ("depth", self.depth),
            ("new snow of 24 hours", self.day),
            ("new snow of 48 hours", self.two_days),
            ("new snow of 7 days", self.week),
        ]
    }

    fn totals(&self) -> [Option<f64>; 3] {
        [self.day.cm(), self.two_days.cm(), self.week.cm()]
    }

    /// Position in the order in which places are searched for new snow.
    const fn order(&self) -> u8 {
        match self.band {
            Some(Band::Mid) => 0,
            Some(Band::Summit) => 1,
            Some(Band::Base) => 2,
            None => 3,
        }
    }
}

/// The snow of a report. The default states nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SnowReport {
    /// Snow depths by band, centimetres.
    pub depths: Vec<(Band, f64)>,
    /// New snow of the past 24 hours, 48 hours and 7 days, centimetres.
    pub new_snow: [Option<f64>; 3],
    /// Surface in the resort's words.
    pub surface: Option<String>,
    /// Time of the report.
    pub stated: ReportTime,
    /// Amounts that were left out, with the reason: one line each.
    pub left_out: Vec<String>,
}

impl SnowReport {
    /// Makes a report from the amounts at places of the resort.
    #[must_use]
    pub fn new(mut places: Vec<Place>, surface: Option<String>, stated: ReportTime) -> Self {
        let surface = surface.filter(|text| !is_blank(text)).map(|text| excerpt(&text, LONGEST_SURFACE));
        let mut report = Self { surface, stated, ..Self::default() };
        for place in &places {
            report.add_depth(place);
        }
        places.sort_by_key(Place::order);
        let stating = places.iter().find(|place| place.totals().iter().any(Option::is_some));
        if let Some(place) = stating {
            report.set_new_snow(place);
        }
        report
    }

    fn add_depth(&mut self, place: &Place) {
        let unreadable = place.amounts().into_iter().filter(|(_, amount)| *amount == Amount::Unreadable);
        self.left_out.extend(unreadable.map(|(what, _)| format!("{what} at {}: not an amount", place.name)));
        let Some(cm) = place.depth.cm() else { return };
        match place.band {
            Some(band) if cm > 0.0 => self.depths.push((band, cm)),
            Some(_) => self.left_out.push(format!("depth at {}: 0 means unknown, does not read", place.name)),
            None if cm > 0.0 => self.left_out.push(format!("depth at {}: no place is stated", place.name)),
            None => {}
        }
    }

    fn set_new_snow(&mut self, place: &Place) {
        let totals = place.totals();
        let is_positive = |amount: &Option<f64>| amount.is_some_and(|cm| cm > 0.0);
        if !is_positive(&place.depth.cm()) && !totals.iter().any(is_positive) {
            let name = place.name;
            return self.left_out.push(format!("new snow at {name}: 0 next to no depth means unknown"));
        }
        let known: Vec<f64> = totals.into_iter().flatten().collect();
        if !known.is_sorted() {
            let name = place.name;
            return self.left_out.push(format!("new snow at {name}: a longer period has less snow"));
        }
        self.new_snow = totals;
    }

    /// Returns whether the report states nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.claims().is_empty()
    }

    /// Returns the claims about the resort. Unknown amounts yield no claim.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        let [day, two_days, week] = self.new_snow;
        let depths = self.depths.iter().map(|(band, cm)| Claim::Depth { band: *band, cm: *cm });
        depths
            .chain(day.map(Claim::Snowfall24h))
            .chain(two_days.map(Claim::Snowfall48h))
            .chain(week.map(Claim::Snowfall7d))
            .chain(self.surface.clone().map(Claim::Surface))
            .collect()
    }
}

#[cfg(test)]
mod tests;

//! One observation, from either format.

use conditions_core::time::Timestamp;

use crate::error::{Kind, excerpt};
use crate::json_cut::Number;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Element {
    /// Name, for example `snw_dpth`.
    pub(super) name: String,
    /// Value; a null or `MSNG` is null.
    pub(super) number: Number,
    pub(super) unit: Option<String>,
    /// Summary of its quality assurance (`qa_summary`).
    pub(super) quality: Number,
    /// Code of its derivation (`data_flag`).
    pub(super) flag: Number,
}

impl Element {
    pub(super) const fn new(name: String) -> Self {
        Self { name, number: Number::Null, unit: None, quality: Number::Null, flag: Number::Null }
    }
}

/// One observation of one station.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Record {
    /// Identity and place, as text: `stn_nam`, `msc_id` and so on.
    pub(super) idents: Vec<(String, String)>,
    /// The measurements, in the order of the response.
    pub(super) elements: Vec<Element>,
    /// Degrees north.
    pub(super) lat: Option<f64>,
    /// Degrees east.
    pub(super) lon: Option<f64>,
    /// Metres above sea level.
    pub(super) elevation_m: Option<f64>,
    /// Time of the observation, as written.
    pub(super) time: Option<String>,
}

impl Record {
    /// Returns the number of elements and identifying texts.
    pub(super) const fn parts(&self) -> usize {
        self.idents.len() + self.elements.len()
    }

    /// Returns an identifying text that is not blank.
    pub(super) fn ident(&self, name: &str) -> Option<&str> {
        let (_, text) = self.idents.iter().find(|(known, _)| known == name)?;
        Some(text.trim()).filter(|text| !text.is_empty() && *text != MISSING)
    }

    /// Returns the station's identifier: the service's own, else the next best that never moves to another place.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub(super) fn station_id(&self) -> Result<String, Kind> {
        ["msc_id", "clim_id", "wmo_synop_id", "icao_stn_id", "tc_id"]
            .into_iter()
            .find_map(|name| self.ident(name))
            .filter(|id| id.len() <= 64 && id.chars().all(|c| !c.is_control()))
            .map(str::to_owned)
            .ok_or_else(|| Kind::Malformed("an observation without a station".to_owned()))
    }

    /// Returns the time of the observation. The processing time, which is also given, can be weeks later.
    ///
    /// # Errors
    /// Returns an error if it is not a timestamp.
    pub(super) fn observed_at(&self) -> Result<Timestamp, Kind> {
        let text = self.ident("date_tm").or(self.time.as_deref()).unwrap_or("none");
        Timestamp::parse(text.trim()).ok_or_else(|| Kind::Times(excerpt(text, 40)))
    }

    /// Changes the element with this name, which is created if it does not exist.
    pub(super) fn with_element(&mut self, name: &str, change: impl FnOnce(&mut Element)) {
        match self.elements.iter_mut().find(|element| element.name == name) {
            Some(element) => change(element),
            None => {
                let mut element = Element::new(name.to_owned());
                change(&mut element);
                self.elements.push(element);
            }
        }
    }
}

/// Maximum number of elements and identifying texts of all observations of a response: ten thousand observations with
/// twelve elements and nine texts each make less than half of it.
pub(super) const MOST_PARTS: usize = 500_000;

/// The text for a missing value.
const MISSING: &str = "MSNG";

/// Returns the error for a response with more parts than any valid one.
pub(super) fn too_much() -> Kind {
    Kind::Malformed(format!("more than {MOST_PARTS} elements"))
}

/// Parses a number written as text.
pub(super) fn number(text: &str) -> Number {
    match text.trim() {
        "" | MISSING => Number::Null,
        text => {
            text.parse().ok().filter(|value: &f64| value.is_finite()).map_or(Number::Unreadable, Number::Is)
        }
    }
}

/// Returns a unit, without the characters that a wrong decoding puts before the degree sign.
pub(super) fn unit(text: &str) -> String {
    text.replace('\u{c2}', "").trim().to_owned()
}

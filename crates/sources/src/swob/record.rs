//! One observation, whichever way it came.

use conditions_core::time::Timestamp;

use crate::error::{Kind, excerpt};
use crate::json_cut::Number;

/// One measured element.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Element {
    /// Its name, for example `snw_dpth`.
    pub(super) name: String,
    /// Its value; a null or `MSNG` is null.
    pub(super) number: Number,
    /// Its unit.
    pub(super) unit: Option<String>,
    /// The summary of its quality assurance (`qa_summary`).
    pub(super) quality: Number,
    /// How it was derived (`data_flag`).
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
    /// Who and where, as text: `stn_nam`, `msc_id` and so on.
    pub(super) idents: Vec<(String, String)>,
    /// What was measured, in the answer's order.
    pub(super) elements: Vec<Element>,
    /// Degrees north.
    pub(super) lat: Option<f64>,
    /// Degrees east.
    pub(super) lon: Option<f64>,
    /// Metres above sea level.
    pub(super) elevation_m: Option<f64>,
    /// When it was observed, as written.
    pub(super) time: Option<String>,
}

impl Record {
    /// Elements and identifying texts.
    pub(super) const fn parts(&self) -> usize {
        self.idents.len() + self.elements.len()
    }

    /// An identifying text that is not blank.
    pub(super) fn ident(&self, name: &str) -> Option<&str> {
        let (_, text) = self.idents.iter().find(|(known, _)| known == name)?;
        Some(text.trim()).filter(|text| !text.is_empty() && *text != MISSING)
    }

    /// The station's identifier: the service's own, else the next best that never moves to another place.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn station_id(&self) -> Result<String, Kind> {
        ["msc_id", "clim_id", "wmo_synop_id", "icao_stn_id", "tc_id"]
            .into_iter()
            .find_map(|name| self.ident(name))
            .filter(|id| id.len() <= 64 && id.chars().all(|c| !c.is_control()))
            .map(str::to_owned)
            .ok_or_else(|| Kind::Malformed("an observation without a station".to_owned()))
    }

    /// When it was observed. When it was processed, which stands beside it, can be weeks later.
    ///
    /// # Errors
    /// When that does not say an instant.
    pub(super) fn observed_at(&self) -> Result<Timestamp, Kind> {
        let text = self.ident("date_tm").or(self.time.as_deref()).unwrap_or("none");
        Timestamp::parse(text.trim()).ok_or_else(|| Kind::Times(excerpt(text, 40)))
    }

    /// Changes the element of this name, which is made when there is none.
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

/// Elements and identifying texts of all observations of an answer, at most: ten thousand observations with twelve
/// elements and nine texts each make less than half of it.
pub(super) const MOST_PARTS: usize = 500_000;

/// What stands for a missing value.
const MISSING: &str = "MSNG";

/// That an answer has more parts than any honest one.
pub(super) fn too_much() -> Kind {
    Kind::Malformed(format!("more than {MOST_PARTS} elements"))
}

/// A number written as text.
pub(super) fn number(text: &str) -> Number {
    match text.trim() {
        "" | MISSING => Number::Null,
        text => {
            text.parse().ok().filter(|value: &f64| value.is_finite()).map_or(Number::Unreadable, Number::Is)
        }
    }
}

/// A unit, without what a wrong decoding puts before the degree sign.
pub(super) fn unit(text: &str) -> String {
    text.replace('\u{c2}', "").trim().to_owned()
}

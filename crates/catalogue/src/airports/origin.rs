//! Resolves the start of a journey: an IATA code, the code of a city with several airports, or a city's name. An
//! ambiguous city is not guessed.

use super::{Airport, Airports, is_iata};
use crate::comparable;

/// Number of suggestions for an unknown text.
const CANDIDATES: usize = 5;
/// Minimum similarity of a suggested airport, 0-1.
const LEAST_SIMILAR: f64 = 0.6;
/// Maximum difference in length of compared names.
const MOST_LETTERS_APART: usize = 3;
/// Maximum length of an examined text, in characters.
const LONGEST: usize = 60;

/// Cities whose airports share an IATA code: that code, the city's name, and the airports, the main one first. Cities
/// whose code is also that of one airport (Istanbul, Shanghai, Melbourne) are omitted: the code means the airport.
pub(super) const CITIES: &[(&str, &str, &[&str])] = &[
    ("BJS", "Beijing", &["PEK", "PKX"]),
    ("BUE", "Buenos Aires", &["EZE", "AEP"]),
    ("CHI", "Chicago", &["ORD", "MDW"]),
    ("LON", "London", &["LHR", "LGW", "STN", "LTN", "LCY"]),
    ("MIL", "Milan", &["MXP", "LIN", "BGY"]),
    ("MOW", "Moscow", &["SVO", "DME", "VKO"]),
    ("NYC", "New York", &["JFK", "EWR", "LGA"]),
    ("OSA", "Osaka", &["KIX", "ITM", "UKB"]),
    ("PAR", "Paris", &["CDG", "ORY", "BVA"]),
    ("REK", "Reykjavik", &["KEF", "RKV"]),
    ("RIO", "Rio de Janeiro", &["GIG"]),
    ("ROM", "Rome", &["FCO", "CIA"]),
    ("SAO", "Sao Paulo", &["GRU", "CGH"]),
    ("SEL", "Seoul", &["ICN", "GMP"]),
    ("SPK", "Sapporo", &["CTS", "OKD"]),
    ("STO", "Stockholm", &["ARN", "NYO"]),
    ("TYO", "Tokyo", &["HND", "NRT"]),
    ("WAS", "Washington", &["IAD", "DCA", "BWI"]),
    ("YMQ", "Montreal", &["YUL"]),
    ("YTO", "Toronto", &["YYZ", "YTZ"]),
];

/// The start of a journey.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin<'a> {
    /// IATA code of the airport, or of a city with several.
    pub code: &'a str,
    /// Known airports, the main one first; never empty.
    pub airports: Vec<&'a Airport>,
}

/// The text does not mean a single airport or city.
#[derive(Debug, Clone, PartialEq)]
pub enum OriginError<'a> {
    /// The name is unknown; contains the closest airports.
    Unknown(Vec<&'a Airport>),
    /// Several have this name.
    Several(Vec<&'a Airport>),
}

impl Airports {
    /// Resolves a text: a code, or a city by its English or local name, in any letter case.
    ///
    /// # Errors
    /// Returns [`OriginError`] with candidates.
    pub fn origin(&self, text: &str) -> Result<Origin<'_>, OriginError<'_>> {
        let asked: String = text.trim().chars().take(LONGEST).collect();
        let code = asked.to_ascii_uppercase();
        if let Some(airport) = self.find(&code) {
            return Ok(Origin { code: &airport.iata, airports: vec![airport] });
        }
        let name = comparable(&asked);
        if let Some(city) = CITIES.iter().find(|(of, city, _)| *of == code || comparable(city) == name) {
            let airports: Vec<&Airport> = city.2.iter().filter_map(|iata| self.find(iata)).collect();
            if !airports.is_empty() {
                return Ok(Origin { code: city.0, airports });
            }
        }
        let keyed = || self.rows.iter().zip(&self.keys);
        let mut called = keyed().filter(|(_, key)| !name.is_empty() && (key.0 == name || key.1 == name));
        match (called.next(), called.next()) {
            (Some((only, _)), None) => Ok(Origin { code: &only.iata, airports: vec![only] }),
            (Some(_), Some(_)) => {
                let all = keyed().filter(|(_, key)| key.0 == name || key.1 == name);
                Err(OriginError::Several(all.map(|(row, _)| row).collect()))
            }
            (None, _) => Err(OriginError::Unknown(self.candidates(&code, &name))),
        }
    }

    /// Returns airports that a text may mean, the closest name first.
    fn candidates(&self, code: &str, name: &str) -> Vec<&Airport> {
        if name.is_empty() {
            return Vec::new();
        }
        let similarity = |row: &Airport, city: &str, of: &str| {
            if city.starts_with(name) || of.starts_with(name) {
                return 1.0;
            }
            let of_code = if is_iata(code) { alike(code, &row.iata) } else { 0.0 };
            of_code.max(alike(name, city))
        };
        let rows = self.rows.iter().zip(&self.keys);
        let mut similar: Vec<(f64, &Airport)> =
            rows.map(|(row, (city, of))| (similarity(row, city, of), row)).collect();
        similar.retain(|(similarity, _)| *similarity >= LEAST_SIMILAR);
        similar.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.iata.cmp(&b.1.iata)));
        similar.into_iter().take(CANDIDATES).map(|(_, row)| row).collect()
    }
}

/// Returns the similarity of two words, 0-1; 0 if their lengths differ too much.
fn alike(a: &str, b: &str) -> f64 {
    if a.len().abs_diff(b.len()) > MOST_LETTERS_APART {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(a, b)
}

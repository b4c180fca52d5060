//! Which airport somebody means who sets out: an IATA code, the code of a city of several airports, or a city's name.
//! A word that means several cities is not guessed at.

use super::{Airport, Airports, is_iata};
use crate::comparable;

/// How many are suggested for a text that names none.
const CANDIDATES: usize = 5;
/// Similarity from which an airport may have been meant, 0-1.
const LEAST_SIMILAR: f64 = 0.6;
/// Names whose lengths differ by more are not compared.
const MOST_LETTERS_APART: usize = 3;
/// As much of a text as is looked at, characters.
const LONGEST: usize = 60;

/// Cities whose airports share a code of IATA: that code, the city's name, and the airports, the main one first.
/// Cities whose code is also that of one airport (Istanbul, Shanghai, Melbourne) are not here: the code means the airport.
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

/// Where somebody sets out.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin<'a> {
    /// IATA code: the airport's, or that of a city with several.
    pub code: &'a str,
    /// Its airports on record, the main one first; never none.
    pub airports: Vec<&'a Airport>,
}

/// No single airport or city is meant.
#[derive(Debug, Clone, PartialEq)]
pub enum Unplaced<'a> {
    /// Nothing on record is called so; what comes nearest.
    Unknown(Vec<&'a Airport>),
    /// Several are called so.
    Several(Vec<&'a Airport>),
}

impl Airports {
    /// What a text means: a code, or a city by its English or local name, in any letter case.
    ///
    /// # Errors
    /// [`Unplaced`], with candidates.
    pub fn origin(&self, text: &str) -> Result<Origin<'_>, Unplaced<'_>> {
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
                Err(Unplaced::Several(all.map(|(row, _)| row).collect()))
            }
            (None, _) => Err(Unplaced::Unknown(self.candidates(&code, &name))),
        }
    }

    /// Airports that a text may have meant, the nearest name first.
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

/// Similarity of two words, 0-1; 0 where their lengths alone tell them apart.
fn alike(a: &str, b: &str) -> f64 {
    if a.len().abs_diff(b.len()) > MOST_LETTERS_APART {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(a, b)
}

//! The header of a SMET file: keys in any order, which define the columns.

use super::{Field, LANE, without_comment};
use crate::error::{Kind, excerpt};
use crate::station::{Station, clock, is_place};
use conditions_core::evidence::Site;

/// The number for a missing value if the header names none.
const USUAL_NODATA: f64 = -999.0;

/// A header, and the text of the data after it; `None` if the file ends before them.
pub(super) struct Header<'a> {
    keys: Vec<(String, &'a str)>,
    pub(super) data: Option<&'a str>,
}

impl<'a> Header<'a> {
    /// Reads the signature and the keys.
    pub(super) fn read(text: &'a str) -> Result<Self, Kind> {
        let text = text.trim_ascii_start();
        let (signature, mut rest) = text.split_once('\n').ok_or(Kind::Truncated)?;
        let words: Vec<&str> = signature.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["SMET", _, "ASCII"] => {}
            ["SMET", _, form] => {
                return Err(Kind::Malformed(format!("a SMET file in {}", excerpt(form, 20))));
            }
            _ => return Err(Kind::Malformed(format!("not SMET: {}", excerpt(signature, 60)))),
        }
        let mut header = Self { keys: Vec::new(), data: None };
        let mut seen_start = false;
        while let Some((line, after)) = rest.split_once('\n') {
            rest = after;
            let line = without_comment(line);
            match line {
                "" => {}
                "[HEADER]" => seen_start = true,
                "[DATA]" if seen_start => {
                    header.data = Some(rest);
                    return Ok(header);
                }
                _ => {
                    let (key, value) = line.split_once('=').filter(|_| seen_start).ok_or_else(|| {
                        Kind::Malformed(format!("not a header line: {}", excerpt(line, 60)))
                    })?;
                    header.keys.push((key.trim().to_ascii_lowercase(), value.trim()));
                }
            }
        }
        Ok(header)
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.keys
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| *value)
            .filter(|value| !value.is_empty())
    }

    fn needed(&self, key: &str) -> Result<&'a str, Kind> {
        // A header without its end lacks keys because it was truncated.
        let lacks = || Kind::Malformed(format!("a header without {key}"));
        self.get(key).ok_or_else(|| if self.data.is_none() { Kind::Truncated } else { lacks() })
    }

    fn number(&self, key: &str) -> Result<Option<f64>, Kind> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number
            .map(Some)
            .ok_or_else(|| Kind::Malformed(format!("{key} is not a number: {}", excerpt(text, 40))))
    }

    /// Returns the number for a missing value.
    pub(super) fn nodata(&self) -> Result<f64, Kind> {
        Ok(self.number("nodata")?.unwrap_or(USUAL_NODATA))
    }

    pub(super) fn station(&self) -> Result<Station, Kind> {
        let id = self.needed("station_id")?;
        self.needed("latitude")?;
        self.needed("longitude")?;
        let degrees = |key| self.number(key).map(|number| number.unwrap_or(f64::NAN));
        let (lat, lon) = (degrees("latitude")?, degrees("longitude")?);
        if !is_place(lat, lon) {
            return Err(Kind::Malformed(format!("{} has invalid coordinates {lat}, {lon}", excerpt(id, 40))));
        }
        let hours = self.number("tz")?.unwrap_or(0.0);
        let offset = clock::offset(hours).ok_or_else(|| Kind::Times(format!("a time zone of {hours} h")))?;
        let nodata = self.nodata()?;
        Ok(Station {
            network: LANE,
            id: id.to_owned(),
            name: self.get("station_name").unwrap_or(id).into(),
            site: Site::Mountain,
            lat,
            lon,
            elevation_m: self
                .number("altitude")?
                .filter(|metres| *metres != nodata && (-500.0..9_000.0).contains(metres)),
            utc_offset_s: Some(offset),
            measures_snow: Some(self.needed("fields")?.split_ascii_whitespace().any(|field| field == "HS")),
        })
    }

    pub(super) fn fields(&self) -> Result<Vec<Field>, Kind> {
        let names: Vec<&str> = self.needed("fields")?.split_ascii_whitespace().collect();
        let multipliers = self.row("units_multiplier", names.len(), 1.0)?;
        let offsets = self.row("units_offset", names.len(), 0.0)?;
        let fields: Vec<Field> = names
            .iter()
            .zip(multipliers.into_iter().zip(offsets))
            .map(|(name, (multiplier, offset))| Field { name: (*name).to_owned(), multiplier, offset })
            .collect();
        let timed = fields.iter().any(Field::is_time);
        timed.then_some(fields).ok_or_else(|| Kind::Times("no column is a timestamp".to_owned()))
    }

    /// Returns one number per column.
    fn row(&self, key: &str, columns: usize, usual: f64) -> Result<Vec<f64>, Kind> {
        let Some(text) = self.get(key) else { return Ok(vec![usual; columns]) };
        let numbers: Option<Vec<f64>> = text
            .split_ascii_whitespace()
            .map(|cell| cell.parse().ok().filter(|n: &f64| n.is_finite()))
            .collect();
        match numbers {
            Some(numbers) if numbers.len() == columns => Ok(numbers),
            Some(numbers) => {
                Err(Kind::Malformed(format!("{key} has {} entries for {columns} columns", numbers.len())))
            }
            None => Err(Kind::Malformed(format!("{key} is not all numbers"))),
        }
    }
}

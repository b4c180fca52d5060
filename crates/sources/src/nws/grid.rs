//! A grid cell's forecast: the layers that matter for snow, in the contract's units, and every layer for people.

use conditions_core::time::Timestamp;

use super::layer::{Amounts, States, Values};
use super::span::Span;
use super::{Cell, LANE, error, properties, whole};
use crate::error::{At, Kind, ParseError, excerpt};
use crate::observed::{Observations, Observed, When};
use crate::station::raw::{Number, Object, Raw};

/// A forecast. A layer that the office does not fill is empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// The cell.
    pub cell: Option<Cell>,
    /// When the office changed it last.
    pub updated_at: Option<Timestamp>,
    /// Mean elevation of the cell, metres above sea level.
    pub elevation_m: Option<f64>,
    /// New snow, millimetres of depth.
    pub snowfall_mm: Amounts,
    /// Precipitation, millimetres of water.
    pub precipitation_mm: Amounts,
    /// Height above which it snows, metres above sea level.
    pub snow_level_m: States,
    /// Air temperature, degrees Celsius.
    pub temp_c: States,
    /// Mean wind, metres per second.
    pub wind_mps: States,
    /// Gusts, metres per second.
    pub gust_mps: States,
    /// What did not read.
    pub faults: Vec<ParseError>,
}

/// What a layer measures.
#[derive(Debug, Clone, Copy)]
enum Dimension {
    Depth,
    Height,
    Temperature,
    Speed,
}

impl Grid {
    /// Reads an answer to [`Cell::forecast_request`]. A value that does not read leaves a gap, a layer in an unknown
    /// unit is empty; both are among the faults.
    ///
    /// # Errors
    /// When the answer is no forecast, or says nothing at all.
    pub fn read(body: &[u8]) -> Result<Self, ParseError> {
        let properties = properties(body)?;
        let mut reader = Reader { properties: &properties, faults: Vec::new(), absent: 0 };
        let mut grid = Self {
            cell: cell(&properties),
            updated_at: properties.text("updateTime").and_then(|text| Timestamp::parse(&text)),
            elevation_m: elevation(&properties),
            snowfall_mm: Amounts::new(reader.layer("snowfallAmount", Dimension::Depth)),
            precipitation_mm: Amounts::new(reader.layer("quantitativePrecipitation", Dimension::Depth)),
            snow_level_m: States::new(reader.layer("snowLevel", Dimension::Height)),
            temp_c: States::new(reader.layer("temperature", Dimension::Temperature)),
            wind_mps: States::new(reader.layer("windSpeed", Dimension::Speed)),
            gust_mps: States::new(reader.layer("windGust", Dimension::Speed)),
            faults: Vec::new(),
        };
        let all_absent = reader.absent == LAYERS;
        grid.faults = reader.faults;
        if all_absent {
            return Err(error(Kind::Malformed("a forecast without any layer that is known".to_owned())));
        }
        if grid.is_empty() {
            let kind = grid.faults.first().map_or(Kind::NothingReported, |fault| fault.kind.clone());
            return Err(error(kind));
        }
        Ok(grid)
    }

    fn is_empty(&self) -> bool {
        let amounts = [&self.snowfall_mm, &self.precipitation_mm].map(Amounts::spans);
        let states = [&self.snow_level_m, &self.temp_c, &self.wind_mps, &self.gust_mps].map(States::spans);
        amounts.into_iter().chain(states).flatten().all(|(_, value)| value.is_none())
    }
}

/// Layers that [`Grid`] reads.
const LAYERS: usize = 6;

struct Reader<'a> {
    properties: &'a Object<'a>,
    faults: Vec<ParseError>,
    absent: usize,
}

impl Reader<'_> {
    fn fault(&mut self, text: String) {
        self.faults.push(error(Kind::Malformed(text)));
    }

    fn layer(&mut self, name: &str, dimension: Dimension) -> Values {
        let Some(raw) = self.properties.get(name) else {
            self.absent += 1;
            self.fault(format!("no layer {name}"));
            return Values::new();
        };
        let parts = raw.object().ok().and_then(|layer| {
            Some((layer.get("values")?.elements()?, layer.text("uom").or_else(|| layer.text("unitCode"))))
        });
        let Some((parts, uom)) = parts else {
            self.fault(format!("{name} holds no list of values"));
            return Values::new();
        };
        if parts.items.is_empty() {
            return Values::new();
        }
        let unit = uom.as_deref().unwrap_or("not given");
        let Some(convert) = dimension.conversion(unit.rsplit(':').next().unwrap_or_default()) else {
            self.fault(format!("{name} comes in a unit that is not known: {}", excerpt(unit, 40)));
            return Values::new();
        };
        let total = parts.items.len();
        let mut values: Values =
            parts.items.iter().filter_map(|raw| dimension.entry(*raw, convert)).collect();
        // A value that does not read loses its span with it, and the hours in it are a gap.
        values.sort_by_key(|(span, _)| *span);
        let mut end: Option<Timestamp> = None;
        values.retain(|(span, _)| {
            let follows = end.is_none_or(|end| span.start() >= end);
            end = if follows { Some(span.end()) } else { end };
            follows
        });
        if values.len() < total {
            self.fault(format!(
                "{} of {total} values of {name} do not read or overlap",
                total - values.len()
            ));
        }
        values
    }
}

impl Dimension {
    /// The way from a unit to the contract's: millimetres, metres, degrees Celsius, metres per second.
    fn conversion(self, unit: &str) -> Option<fn(f64) -> f64> {
        let convert: fn(f64) -> f64 = match (self, unit) {
            (Self::Depth, "mm")
            | (Self::Height, "m")
            | (Self::Temperature, "degC")
            | (Self::Speed, "m_s-1") => |v| v,
            (Self::Depth, "cm") => |cm| cm * 10.0,
            (Self::Depth, "m") => |m| m * 1_000.0,
            (Self::Depth, "in") => |inches| inches * 25.4,
            (Self::Height, "ft") => |feet| feet * 0.304_8,
            (Self::Temperature, "degF") => |f| (f - 32.0) * 5.0 / 9.0,
            (Self::Temperature, "K") => |k| k - 273.15,
            (Self::Speed, "km_h-1") => |kmh| kmh / 3.6,
            (Self::Speed, "kt" | "knot") => |knots| knots * 1_852.0 / 3_600.0,
            _ => return None,
        };
        Some(convert)
    }

    /// Bounds of what can be meant, in the contract's unit.
    const fn span(self) -> (f64, f64) {
        match self {
            Self::Depth => (0.0, 10_000.0),
            Self::Height => (-500.0, 12_000.0),
            Self::Temperature => (-95.0, 65.0),
            Self::Speed => (0.0, 150.0),
        }
    }

    /// A value with its span; `None` when either does not read.
    fn entry(self, raw: Raw<'_>, convert: fn(f64) -> f64) -> Option<(Span, Option<f64>)> {
        let entry = raw.object().ok()?;
        let span = Span::parse(&entry.text("validTime")?)?;
        // An entry without the member is not one with a null.
        match entry.get("value")?.number() {
            Number::Null => Some((span, None)),
            Number::Unreadable => None,
            Number::Is(value) => {
                let value = convert(value) + 0.0;
                let (low, high) = self.span();
                (value >= low && value <= high).then_some((span, Some(value)))
            }
        }
    }
}

fn cell(properties: &Object<'_>) -> Option<Cell> {
    Cell::new(&properties.text("gridId")?, whole(properties.get("gridX")?)?, whole(properties.get("gridY")?)?)
}

fn elevation(properties: &Object<'_>) -> Option<f64> {
    let elevation = properties.get("elevation")?.object().ok()?;
    let unit = elevation.text("unitCode")?;
    let convert = Dimension::Height.conversion(unit.rsplit(':').next()?)?;
    elevation.number("value").get().map(convert).filter(|metres| (-500.0..9_000.0).contains(metres))
}

/// Every layer of numbers. Each value stands at the beginning of its span, whose length is the interval.
pub(super) fn observations(body: &[u8]) -> Result<Observations, ParseError> {
    let properties = properties(body)?;
    let mut out = Vec::new();
    let mut faults = Vec::new();
    for (name, raw) in properties.members() {
        let Ok(layer) = raw.object() else { continue };
        let Some(parts) = layer.get("values").and_then(Raw::elements) else { continue };
        let unit = layer.text("uom").or_else(|| layer.text("unitCode"));
        for (index, raw) in parts.items.into_iter().enumerate() {
            match one(name, unit.clone(), raw) {
                Ok(value) => out.extend(value),
                Err(kind) => faults.push(ParseError { lane: LANE, at: At::Location(index), kind }),
            }
        }
    }
    if out.is_empty() && faults.is_empty() {
        return Err(error(Kind::Malformed("a forecast without any layer of numbers".to_owned())));
    }
    Ok(Observations::new(Box::new(out.into_iter()), faults))
}

/// One value; `None` for one that is no number by nature, as weather and hazards.
fn one(layer: &str, unit: Option<String>, raw: Raw<'_>) -> Result<Option<Observed>, Kind> {
    let entry = raw.object()?;
    let valid = entry.text("validTime").unwrap_or_default();
    let unreadable = || Kind::Times(format!("{layer}: {}", excerpt(&valid, 60)));
    let span = Span::parse(&valid).ok_or_else(unreadable)?;
    let value =
        entry.get("value").ok_or_else(|| Kind::Malformed(format!("{layer}: an entry without a value")))?;
    let value = match value.number() {
        Number::Is(value) => Some(value),
        Number::Null => None,
        Number::Unreadable if value.elements().is_some() => return Ok(None),
        Number::Unreadable => return Err(value.not(&format!("a number in {layer}"))),
    };
    Ok(Some(Observed {
        lane: LANE,
        location: 0,
        lat: None,
        lon: None,
        model: None,
        interval: valid.split_once('/').map_or("", |(_, length)| length).to_owned(),
        time: When::Instant(span.start()),
        variable: layer.to_owned(),
        value,
        unit,
    }))
}

#[cfg(test)]
mod tests;

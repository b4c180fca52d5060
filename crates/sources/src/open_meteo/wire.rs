//! One location of a response on the wire: names and cells. Only numbers and texts are interpreted.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{error, rejection};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::Raw;

/// Maximum number of sections of a location, columns of a section, and cells of a column: more than any response has.
/// The rest is skipped.
const MOST_SECTIONS: usize = 20;
const MOST_COLUMNS: usize = 1_000;
const MOST_CELLS: usize = 200_000;

#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// `null`.
    Null,
    /// A number. Negative zero is zero.
    Number(f64),
    /// Text, usually a time.
    Text(String),
    /// Anything else.
    Other,
}

impl Cell {
    /// Returns the number, if it is one.
    #[must_use]
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            Self::Null | Self::Text(_) | Self::Other => None,
        }
    }

    /// Returns the text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Null | Self::Number(_) | Self::Other => None,
        }
    }
}

/// `hourly`, `daily`, `current` and the like: columns of cells. A section of scalars has columns of one cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    pub name: String,
    /// Unit by column, if given.
    pub units: HashMap<String, String>,
    /// The columns in order, `time` among them.
    pub columns: Vec<(String, Vec<Cell>)>,
}

impl Section {
    /// Returns the unit of a column.
    #[must_use]
    pub fn unit(&self, column: &str) -> Option<&str> {
        self.units.get(column).map(String::as_str)
    }

    /// Returns the cells of a column; the first one if a name repeats.
    #[must_use]
    pub fn column(&self, column: &str) -> Option<&[Cell]> {
        self.columns.iter().find(|(name, _)| name == column).map(|(_, cells)| cells.as_slice())
    }
}

/// A location's index that is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadId;

#[derive(Debug, Clone, PartialEq)]
pub struct Location {
    /// Grid-cell centre, degrees north.
    pub lat: Option<f64>,
    /// Grid-cell centre, degrees east.
    pub lon: Option<f64>,
    /// Metres above sea level.
    pub elevation_m: Option<f64>,
    /// Index in the request; the first location has none. `Err` if it is invalid.
    pub id: Result<Option<usize>, BadId>,
    /// Seconds that local time is ahead of UTC.
    pub offset_s: Option<i64>,
    /// Zone name.
    pub zone: Option<String>,
    /// The sections in order.
    pub sections: Vec<Section>,
    /// The reason, if it is an error body.
    pub refused: Option<String>,
}

impl Location {
    /// Reads one location.
    ///
    /// # Errors
    /// Returns an error if it is not JSON, not an object, or an error body.
    pub fn read(element: Raw<'_>, at: FaultPosition) -> Result<Self, ParseError> {
        let location: Self = element.parse().map_err(|fault| error(at.clone(), syntax(&fault)))?;
        match &location.refused {
            Some(reason) => Err(error(at, rejection::rejection(reason))),
            None => Ok(location),
        }
    }

    /// Returns the centre of the grid cell, degrees north and east.
    #[must_use]
    pub fn cell(&self) -> Option<(f64, f64)> {
        self.lat.zip(self.lon)
    }

    /// Returns the section with this name.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// Returns the seconds that local time is ahead of UTC.
    ///
    /// # Errors
    /// Returns an error for a zone without its offset: to assume one would shift every value.
    pub fn offset(&self) -> Result<i64, Kind> {
        match (self.offset_s, self.zone.as_deref()) {
            (Some(offset), _) if offset.abs() <= 86_400 => Ok(offset),
            (Some(offset), _) => Err(Kind::Times(format!("an offset of {offset} s"))),
            (None, None | Some("GMT" | "UTC" | "Etc/UTC" | "Etc/GMT")) => Ok(0),
            (None, Some(zone)) => Err(Kind::Times(format!("zone {} without its offset", excerpt(zone, 40)))),
        }
    }
}

fn syntax(fault: &serde_json::Error) -> Kind {
    if fault.is_eof() { Kind::Truncated } else { Kind::Malformed(excerpt(&fault.to_string(), 160)) }
}

impl<'de> Deserialize<'de> for Location {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LocationVisitor)
    }
}

struct LocationVisitor;

impl<'de> Visitor<'de> for LocationVisitor {
    type Value = Location;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a location")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Location, A::Error> {
        let mut out = Location {
            lat: None,
            lon: None,
            elevation_m: None,
            id: Ok(None),
            offset_s: None,
            zone: None,
            sections: Vec::new(),
            refused: None,
        };
        let mut units: Vec<Section> = Vec::new();
        let mut reason = None;
        let mut is_error = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "latitude" => out.lat = map.next_value::<Cell>()?.number(),
                "longitude" => out.lon = map.next_value::<Cell>()?.number(),
                "elevation" => out.elevation_m = map.next_value::<Cell>()?.number(),
                "location_id" => out.id = index(&map.next_value::<Cell>()?),
                "utc_offset_seconds" => out.offset_s = map.next_value::<Cell>()?.number().and_then(whole),
                "timezone" => out.zone = map.next_value::<Cell>()?.text().map(str::to_owned),
                "error" => is_error = map.next_value::<IsTrue>()?.0,
                "reason" => reason = map.next_value::<Cell>()?.text().map(str::to_owned),
                _ => {
                    let Some(section) = map.next_value::<Block>()?.0 else { continue };
                    if units.len().max(out.sections.len()) >= MOST_SECTIONS {
                        continue;
                    }
                    match key.strip_suffix("_units") {
                        Some(name) => units.push(Section { name: name.to_owned(), ..section }),
                        None => out.sections.push(Section { name: key, ..section }),
                    }
                }
            }
        }
        for section in &mut out.sections {
            let Some(of) = units.iter_mut().find(|of| of.name == section.name) else { continue };
            section.units = std::mem::take(&mut of.columns)
                .into_iter()
                .filter_map(|(name, cells)| Some((name, cells.first()?.text()?.to_owned())))
                .collect();
        }
        out.refused = match reason {
            Some(reason) if is_error || out.sections.is_empty() => Some(reason),
            None if is_error => Some("no reason given".to_owned()),
            Some(_) | None => None,
        };
        Ok(out)
    }
}

fn index(cell: &Cell) -> Result<Option<usize>, BadId> {
    match cell {
        Cell::Null => Ok(None),
        Cell::Number(value) => whole(*value).and_then(|id| id.try_into().ok()).map(Some).ok_or(BadId),
        Cell::Text(text) => text.trim().parse().map(Some).map_err(|_| BadId),
        Cell::Other => Err(BadId),
    }
}

fn whole(value: f64) -> Option<i64> {
    (value.fract() == 0.0 && value.abs() <= 1e12).then_some(value as i64)
}

/// An object of columns, or `None` if the value is something else.
struct Block(Option<Section>);

impl<'de> Deserialize<'de> for Block {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BlockVisitor)
    }
}

struct BlockVisitor;

/// Visitor methods for values that are ignored here.
macro_rules! scalars {
    ($value:ty, $bool:expr, $number:expr, $text:expr, $unit:expr) => {
        type Value = $value;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a value")
        }
        fn visit_bool<E>(self, value: bool) -> Result<$value, E> {
            Ok($bool(value))
        }
        fn visit_i64<E>(self, value: i64) -> Result<$value, E> {
            Ok($number(value as f64))
        }
        fn visit_u64<E>(self, value: u64) -> Result<$value, E> {
            Ok($number(value as f64))
        }
        fn visit_f64<E>(self, value: f64) -> Result<$value, E> {
            Ok($number(value))
        }
        fn visit_str<E>(self, value: &str) -> Result<$value, E> {
            Ok($text(value))
        }
        fn visit_unit<E>(self) -> Result<$value, E> {
            Ok($unit)
        }
    };
}

impl<'de> Visitor<'de> for BlockVisitor {
    scalars!(Block, |_| Block(None), |_| Block(None), |_: &str| Block(None), Block(None));

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Block, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Block(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Block, A::Error> {
        let mut section = Section::default();
        while let Some((name, cells)) = map.next_entry::<String, Cells>()? {
            section.columns.push((name, cells.0));
            if section.columns.len() == MOST_COLUMNS {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            }
        }
        Ok(Block(Some(section)))
    }
}

/// A column: a list of cells, or one cell.
struct Cells(Vec<Cell>);

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CellsVisitor)
    }
}

struct CellsVisitor;

impl<'de> Visitor<'de> for CellsVisitor {
    scalars!(
        Cells,
        |_| Cells(vec![Cell::Other]),
        |value: f64| Cells(vec![Cell::Number(value + 0.0)]),
        |text: &str| Cells(vec![Cell::Text(text.to_owned())]),
        Cells(vec![Cell::Null])
    );

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Cells, A::Error> {
        let mut cells = Vec::new();
        while let Some(cell) = seq.next_element::<Cell>()? {
            cells.push(cell);
            if cells.len() == MOST_CELLS {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
            }
        }
        Ok(Cells(cells))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cells, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Cells(vec![Cell::Other]))
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CellVisitor)
    }
}

struct CellVisitor;

impl<'de> Visitor<'de> for CellVisitor {
    scalars!(
        Cell,
        |_| Cell::Other,
        |value: f64| Cell::Number(value + 0.0),
        |text: &str| Cell::Text(text.to_owned()),
        Cell::Null
    );

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Cell, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Cell::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cell, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Cell::Other)
    }
}

struct IsTrue(bool);

impl<'de> Deserialize<'de> for IsTrue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IsTrueVisitor)
    }
}

struct IsTrueVisitor;

impl<'de> Visitor<'de> for IsTrueVisitor {
    scalars!(
        IsTrue,
        IsTrue,
        |value: f64| IsTrue(value != 0.0),
        |text: &str| IsTrue(text == "true"),
        IsTrue(false)
    );

    /// Newer interfaces give the error as an object, which also counts as an error.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<IsTrue, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(IsTrue(true))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<IsTrue, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(IsTrue(true))
    }
}

#[cfg(test)]
mod tests;

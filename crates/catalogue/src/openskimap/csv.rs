//! Reads OpenSkiMap's CSV, live or archived: columns are found by their header names, in any order.

use ::csv::{ReaderBuilder, StringRecord};

use super::area::{Area, SourceId, list, number};
use super::bytes::UnpackedText;
use super::sections::Statistics;
use super::{ImportError, ReadAreas, SkippedArea};

/// A column that the import reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    Status,
    Country,
    Latitude,
    Longitude,
    Lowest,
    Highest,
    Lifts,
    Sources,
    Id,
    CountryCode,
    Region,
    Locality,
    Websites,
    Downhill,
    DownhillKm,
}

/// Known names of each column, the live one first, and whether it is required.
const COLUMNS: [(Column, &[&str], bool); 16] = [
    (Column::Name, &["name", "ski_area_name"], true),
    (Column::Status, &["status", "osm_status"], true),
    (Column::Country, &["countries", "country"], true),
    (Column::Latitude, &["lat", "latitude"], true),
    (Column::Longitude, &["lng", "lon", "longitude"], true),
    (Column::Lowest, &["min_elevation_m", "min_elevation"], true),
    (Column::Highest, &["max_elevation_m", "max_elevation"], true),
    (Column::Lifts, &["lift_count"], true),
    (Column::Sources, &["sources"], true),
    (Column::Id, &["id", "ski_area_id"], false),
    (Column::CountryCode, &["country_code"], false),
    (Column::Region, &["regions", "region"], false),
    (Column::Locality, &["localities", "locality"], false),
    (Column::Websites, &["websites", "website"], false),
    (Column::Downhill, &["has_downhill"], false),
    (Column::DownhillKm, &["downhill_distance_km"], false),
];

pub(super) fn read(file: &UnpackedText<'_>) -> Result<ReadAreas, ImportError> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file.text.as_ref());
    let mut records = reader.records();
    let header = match records.next() {
        Some(record) => record.map_err(|error| damaged(&error))?,
        None => return Err(ImportError::Empty),
    };
    let table = Table::from_header(&header)?;
    let mut read = ReadAreas::default();
    let mut odd: Option<(u64, usize)> = None;
    let mut last_line = 1;
    for record in records {
        let record = record.map_err(|error| damaged(&error))?;
        last_line = record.position().map_or(last_line, ::csv::Position::line);
        if let Some((line, columns)) = odd.take() {
            read.skipped.push(odd_row(line, columns, header.len()));
        }
        if record.len() == header.len() {
            read.areas.push(table.area(&record, last_line));
        } else {
            odd = Some((last_line, record.len()));
        }
    }
    if let Some((line, columns)) = odd {
        let reason = format!("the file is cut short: {columns} of {} columns", header.len());
        return Err(ImportError::Csv { line, reason });
    }
    drop_unfinished_row(file, &mut read);
    Ok(read)
}

/// Drops a last line without a line end. The files are written line by line, so such a line may have lost the end of
/// its identifiers and would be stored under the wrong one. Not needed for gzip, whose trailer proves that the file is
/// complete.
fn drop_unfinished_row(file: &UnpackedText<'_>, read: &mut ReadAreas) {
    if file.whole || file.text.ends_with(b"\n") || file.text.ends_with(b"\r") {
        return;
    }
    if let Some(area) = read.areas.pop() {
        read.skipped.push(SkippedArea {
            area: area.label(),
            reason: "the last line has no line end: the file may be cut short".to_owned(),
            at: area.at,
        });
    }
}

fn odd_row(line: u64, columns: usize, expected: usize) -> SkippedArea {
    SkippedArea {
        area: "unreadable row".to_owned(),
        at: format!("line {line}"),
        reason: format!("{columns} columns where the first line has {expected}"),
    }
}

fn damaged(error: &::csv::Error) -> ImportError {
    let line = error.position().map_or(0, ::csv::Position::line);
    let reason = match error.kind() {
        ::csv::ErrorKind::Utf8 { err, .. } => format!("not UTF-8: {err}"),
        _ => error.to_string(),
    };
    ImportError::Csv { line, reason }
}

/// Positions of the columns in a file.
struct Table {
    positions: Vec<(Column, usize)>,
}

impl Table {
    fn from_header(header: &StringRecord) -> Result<Self, ImportError> {
        let found: Vec<String> = header.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
        let mut positions = Vec::with_capacity(COLUMNS.len());
        let mut missing = Vec::new();
        for (column, names, needed) in COLUMNS {
            match names.iter().find_map(|name| found.iter().position(|header| header == name)) {
                Some(position) => positions.push((column, position)),
                None if needed => missing.push(format!("`{}`", names.join("` or `"))),
                None => {}
            }
        }
        if missing.is_empty() {
            return Ok(Self { positions });
        }
        // Otherwise a page of markup or a binary file would be quoted whole.
        let found: String = found.join(",").chars().take(300).collect();
        Err(ImportError::Header { missing: missing.join(", "), found })
    }

    fn area(&self, record: &StringRecord, line: u64) -> Area {
        let text = |column: Column| {
            let (_, position) = self.positions.iter().find(|(known, _)| *known == column)?;
            record.get(*position).map(str::trim)
        };
        let field = |column: Column| text(column).unwrap_or("");
        let codes = list(field(Column::CountryCode), false);
        let mut sources: Vec<SourceId> =
            list(field(Column::Sources), true).iter().filter_map(|source| SourceId::parse(source)).collect();
        sources.sort();
        Area {
            at: format!("line {line}"),
            id: field(Column::Id).to_owned(),
            name: field(Column::Name).to_owned(),
            status: field(Column::Status).to_owned(),
            // The archived file contains only downhill areas and has no such column.
            downhill: text(Column::Downhill)
                .is_none_or(|value| value.eq_ignore_ascii_case("yes") || value == "true"),
            countries: if codes.is_empty() { list(field(Column::Country), false) } else { codes },
            regions: list(field(Column::Region), false),
            localities: list(field(Column::Locality), false),
            lat: number(field(Column::Latitude)),
            lon: number(field(Column::Longitude)),
            lowest: number(field(Column::Lowest)),
            highest: number(field(Column::Highest)),
            lifts: number(field(Column::Lifts)).and_then(whole),
            statistics: Statistics {
                downhill_km: number(field(Column::DownhillKm)).filter(|km| *km > 0.0),
                ..Statistics::default()
            },
            websites: list(field(Column::Websites), true),
            sources,
        }
    }
}

/// Returns a count; `None` for a fraction or a negative number.
fn whole(value: f64) -> Option<u32> {
    format!("{value}").parse().ok()
}

//! The El Niño and La Niña indices of NOAA's Climate Prediction Center: the relative index (RONI), official since
//! February 2026, and the older one (ONI), as text with a row per overlapping season of three months.
//!
//! Past values are revised, so a response is the whole series or nothing, and replaces the known one as a whole.
//! Columns are separated by white space and named by a header. These are errors of the whole response, not of a row:
//! two columns that touch; a season that is missing, repeated or out of order; a value that is impossible for a sea
//! temperature.

use chrono::NaiveDate;
use climate::enso::{Season, Series};
use conditions_core::time::Timestamp;

use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::station::{Header, Request};

pub const LANE: &str = "enso";

const HEADERS: &[Header] = &[Header::UserAgent];
/// Minimum number of seasons of a complete series: thirty years.
const LEAST_SEASONS: usize = 360;
/// Range of the years in a row.
const YEARS: std::ops::RangeInclusive<i64> = 1850..=2200;
/// Largest anomaly, hundredths of a degree; every season on record is less than half as far from normal.
const MOST_ANOMALY: i32 = 600;
/// Range of the sea temperatures, hundredths of a degree.
const TOTALS: std::ops::RangeInclusive<i32> = 1_800..=3_500;
/// Values of seasons that are not known yet, hundredths: such rows may only be at the end of the file.
const FILLERS: [i32; 5] = [-99_990, -99_900, -9_999, -9_990, 9_999];
/// Maximum number of characters of a line that an error quotes.
const QUOTED: usize = 40;

static META: Meta = Meta {
    id: LANE,
    title: "NOAA CPC indices of El Niño",
    measures: "sea temperature in the tropical Pacific against normal (RONI, ONI), by overlapping seasons since 1950",
    rhythm: PollSchedule::daily("the indices change monthly"),
    bounds: Bounds::new(1, 10_000),
    allowance: Allowance::unstated("fair use"),
    credit: Credit {
        name: "NOAA Climate Prediction Center",
        url: "https://www.cpc.ncep.noaa.gov/",
        licence: "public domain",
        licence_url: Some("https://www.weather.gov/disclaimer"),
        text: "El Niño indices (RONI, ONI): NOAA Climate Prediction Center",
    },
    providers: &[],
    terms: "https://www.weather.gov/disclaimer",
    base_url: "https://www.cpc.ncep.noaa.gov",
    docs: "https://www.cpc.ncep.noaa.gov/data/indices/",
};

#[derive(Debug, Clone, Copy)]
pub struct Enso;

/// One of the indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Index {
    /// Relative Oceanic Niño Index: without the warming of all tropical seas.
    Roni,
    /// Oceanic Niño Index.
    Oni,
}

impl Index {
    /// Both indices, the official one first.
    pub const ALL: [Self; 2] = [Self::Roni, Self::Oni];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Roni => "RONI",
            Self::Oni => "ONI",
        }
    }

    /// Returns the request for the index.
    #[must_use]
    pub fn request(self) -> Request {
        let file = match self {
            Self::Roni => "RONI.ascii.txt",
            Self::Oni => "oni.ascii.txt",
        };
        Request::get(format!("/data/indices/{file}"), HEADERS)
    }
}

/// Reads a response.
///
/// # Errors
/// Returns an error if it is not a complete series; see the module.
pub fn read(body: &[u8]) -> Result<Series, ParseError> {
    let rows = rows(body)?;
    let first = rows.first().map_or(Season(0), |row| row.season);
    let known = rows.iter().rposition(|row| row.anomaly.is_some()).map_or(0, |last| last + 1);
    let (known, ahead) = rows.split_at_checked(known).unwrap_or((&rows, &[]));
    let mut anomalies = Vec::with_capacity(known.len());
    for row in known {
        let Some(anomaly) = row.anomaly else {
            let text = format!("{} has a filler and later seasons have values", row.season);
            return Err(error(FaultPosition::Row(row.line), Kind::Malformed(text)));
        };
        anomalies.push(anomaly);
    }
    // At most a year of fillers may end the file.
    if anomalies.len() < LEAST_SEASONS || ahead.len() > Season::NAMES.len() {
        let text = format!("{} seasons with values are not a complete series", anomalies.len());
        return Err(error(FaultPosition::Body, Kind::Malformed(text)));
    }
    Ok(Series { first, anomalies })
}

impl DocumentLane for Enso {
    type Value = Series;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        Index::ALL.map(|index| Subject::new(index.name().to_owned(), index.request())).to_vec()
    }

    fn document(&self, _subject: &Subject, body: &[u8]) -> Result<Series, ParseError> {
        read(body)
    }

    /// Values may change; seasons may not disappear.
    fn regression(&self, newer: &Series, known: &Series) -> Option<String> {
        if newer.first > known.first {
            return Some(format!("it begins with {} and used to begin with {}", newer.first, known.first));
        }
        let (ends, ended) = (newer.last()?, known.last()?);
        (ends < ended).then(|| format!("it ends with {ends} and used to end with {ended}"))
    }
}

impl Lane for Enso {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        read(body)?;
        let values = rows(body)?.into_iter().flat_map(|row| {
            let one = move |variable: &str, hundredths: Option<i32>| ParsedValue {
                lane: LANE,
                location: 0,
                lat: None,
                lon: None,
                model: None,
                interval: row.season.to_string(),
                time: row.central_month().map_or(ValueTime::Unknown, ValueTime::Date),
                variable: variable.to_owned(),
                value: hundredths.map(|value| f64::from(value) / 100.0),
                unit: Some("°C".to_owned()),
            };
            let total = row.total.map(|total| one("TOTAL", Some(total)));
            total.into_iter().chain([one("ANOM", row.anomaly)])
        });
        Ok(Observations::new(Box::new(values), Vec::new()))
    }
}

#[derive(Debug, Clone, Copy)]
struct Row {
    line: usize,
    season: Season,
    total: Option<i32>,
    anomaly: Option<i32>,
}

impl Row {
    fn central_month(&self) -> Option<NaiveDate> {
        let year = i32::try_from(self.season.0.div_euclid(12)).ok()?;
        NaiveDate::from_ymd_opt(year, u32::try_from(self.season.0.rem_euclid(12)).ok()? + 1, 1)
    }
}

/// Meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Season,
    Year,
    Total,
    Anomaly,
}

/// Returns every row of a file in its order, each the season after the one before.
fn rows(body: &[u8]) -> Result<Vec<Row>, ParseError> {
    let whole = |kind| error(FaultPosition::Body, kind);
    let text = std::str::from_utf8(body).map_err(|_| whole(Kind::Malformed("not text".to_owned())))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().as_bytes().first() {
        None => return Err(whole(Kind::Empty)),
        Some(b'<') => return Err(whole(Kind::Html)),
        Some(_) => {}
    }
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let columns = columns(lines.next().map_or("", |(_, line)| line))?;
    let mut rows: Vec<Row> = Vec::new();
    let mut lines = lines.peekable();
    while let Some((line, words)) = lines.next() {
        // The last line of a truncated file may look like a shorter number.
        if lines.peek().is_none() && !text.ends_with('\n') {
            return Err(error(FaultPosition::Row(line), Kind::Truncated));
        }
        let row = row(line, words, &columns).map_err(|kind| error(FaultPosition::Row(line), kind))?;
        if let Some(before) = rows.last().filter(|before| before.season.plus(1) != row.season) {
            let text = format!("{} follows {}", row.season, before.season);
            return Err(error(FaultPosition::Row(line), Kind::Times(text)));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Parses the header.
fn columns(header: &str) -> Result<Vec<Column>, ParseError> {
    let column = |word: &str| match word.to_ascii_uppercase().as_str() {
        "SEAS" | "SEASON" => Some(Column::Season),
        "YR" | "YEAR" => Some(Column::Year),
        "TOTAL" => Some(Column::Total),
        "ANOM" | "RONI" | "ONI" => Some(Column::Anomaly),
        _ => None,
    };
    let columns: Option<Vec<Column>> = header.split_whitespace().map(column).collect();
    let times = |wanted| columns.iter().flatten().filter(|column| **column == wanted).count();
    let needed = [Column::Season, Column::Year, Column::Anomaly].map(times) == [1, 1, 1];
    let fits = needed && times(Column::Total) <= 1;
    columns.filter(|_| fits).ok_or_else(|| {
        let text = format!("the header is `{}`, not SEAS YR [TOTAL] ANOM", excerpt(header, QUOTED));
        error(FaultPosition::Body, Kind::Malformed(text))
    })
}

fn row(line: usize, words: &str, columns: &[Column]) -> Result<Row, Kind> {
    let unreadable = || Kind::Malformed(format!("`{}`", excerpt(words.trim(), QUOTED)));
    if words.split_whitespace().count() != columns.len() {
        return Err(unreadable());
    }
    let (mut nth, mut year, mut total, mut anomaly) = (None, None, None, None);
    for (column, word) in columns.iter().zip(words.split_whitespace()) {
        match column {
            Column::Season => nth = Season::NAMES.iter().position(|name| *name == word),
            Column::Year => year = word.parse().ok().filter(|year| YEARS.contains(year)),
            Column::Total => total = Some(hundredths(word).ok_or_else(unreadable)?),
            Column::Anomaly => anomaly = Some(hundredths(word).ok_or_else(unreadable)?),
        }
    }
    let (Some(nth), Some(year)) = (nth.and_then(|nth| i64::try_from(nth).ok()), year) else {
        return Err(unreadable());
    };
    let season = Season(year * 12 + nth);
    let anomaly = anomaly.filter(|value| !FILLERS.contains(value));
    let total = total.filter(|value| !FILLERS.contains(value));
    if anomaly.is_some_and(|value| value.abs() > MOST_ANOMALY)
        || total.is_some_and(|value| !TOTALS.contains(&value))
    {
        return Err(Kind::Malformed(format!(
            "{} has values that no sea has: columns are not where the header says",
            season
        )));
    }
    Ok(Row { line, season, total, anomaly })
}

/// Parses a number with up to two decimals, as exact hundredths; `None` for anything else.
fn hundredths(word: &str) -> Option<i32> {
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() == 0 || whole.len() > 5 || part.len() > 2 || !plain(whole) || !plain(part) {
        return None;
    }
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: i32 = format!("{part:0<2}").parse().ok()?;
    Some(sign * (whole * 100 + part))
}

fn error(at: FaultPosition, kind: Kind) -> ParseError {
    ParseError { lane: LANE, at, kind }
}

#[cfg(test)]
mod tests;

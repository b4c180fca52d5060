//! Records of Caltrans' files, XML or JSON: cut out individually and read as named texts.

use chrono::{NaiveDate, NaiveTime, TimeZone as _};
use chrono_tz::US::Pacific;
use conditions_core::time::Timestamp;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;
use quick_xml::reader::Reader;
use roads::Spot;

use crate::error::{FaultPosition, Kind, ParseError, excerpt, note};
use crate::json_cut::Raw;
use crate::station::is_place;

/// Number of bytes within which an HTML page is recognized.
const HEAD: usize = 1_000;
/// Maximum number of names and texts of one record.
const MOST_LEAVES: usize = 2_000;
/// Metres per foot.
const FOOT_M: f64 = 0.3048;
/// Maximum length of a name; longer ones are cut.
const LONGEST_NAME: usize = 120;

/// The kind of a file, by the name of its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Control,
    Weather,
    Camera,
}

impl Tag {
    /// Returns the name of a record, which is also the name of the folder.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Control => "cc",
            Self::Weather => "rwis",
            Self::Camera => "cctv",
        }
    }

    /// Detects the kind of a file from its records.
    pub(super) fn detect(body: &[u8]) -> Option<Self> {
        let text = decoded(body);
        let begins = |tag: &Self| Some((beginnings(&text, *tag).next()?, *tag));
        let tags = [Self::Control, Self::Weather, Self::Camera];
        tags.iter().filter_map(begins).min_by_key(|(at, _)| *at).map(|(_, tag)| tag)
    }
}

/// One record: its texts by the names of their elements, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Record(Vec<(String, String)>);

impl Record {
    /// Returns the first non-empty text with this name.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).next()
    }

    /// Returns every non-empty text with this name.
    pub(super) fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.0.iter().filter(move |(known, _)| known == name).map(|(_, text)| text.trim());
        named.filter(|text| !text.is_empty() && !text.eq_ignore_ascii_case("not reported") && *text != "*")
    }

    /// Returns every finite number with this name.
    pub(super) fn numbers(&self, name: &str) -> impl Iterator<Item = f64> {
        self.texts(name).filter_map(|text| text.parse::<f64>().ok()).filter(|number| number.is_finite())
    }

    /// Returns whether the agency reports the device in service; `None` if it does not say.
    pub(super) fn in_service(&self) -> Option<bool> {
        let word = self.text("inService")?;
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        if is("true") { Some(true) } else { is("false").then_some(false) }
    }

    /// Returns when the record was written.
    pub(super) fn written_at(&self) -> Option<Timestamp> {
        pacific(self.text("recordDate")?, self.text("recordTime")?)
    }

    /// Returns the coordinates, in degrees north and east.
    pub(super) fn place(&self) -> Option<(f64, f64)> {
        let (lat, lon) = (self.numbers("latitude").next()?, self.numbers("longitude").next()?);
        is_place(lat, lon).then_some((lat, lon))
    }

    pub(super) fn spot(&self) -> Result<Spot, Kind> {
        let (lat, lon) = self.place().ok_or_else(|| Kind::Malformed("no coordinates".to_owned()))?;
        let text = |name| self.text(name).map(|text| excerpt(text, LONGEST_NAME));
        let name = text("locationName").or_else(|| text("nearbyPlace"));
        Ok(Spot {
            lat,
            lon,
            elevation_m: self.numbers("elevation").next().and_then(metres),
            road: text("route").map(Into::into),
            direction: text("direction").map(Into::into),
            name: name.ok_or_else(|| Kind::Malformed("no name".to_owned()))?.into(),
            near: text("nearbyPlace").map(Into::into),
        })
    }

    pub(super) fn id(&self) -> Result<String, Kind> {
        let id = self.text("index").map(|id| excerpt(id, LONGEST_NAME));
        id.ok_or_else(|| Kind::Malformed("no index".to_owned()))
    }

    /// Returns every name and text.
    pub(super) fn into_leaves(self) -> Vec<(String, String)> {
        self.0
    }
}

/// Converts feet above the sea to metres, if a road can be at that elevation.
fn metres(feet: f64) -> Option<i32> {
    (-500.0..20_000.0).contains(&feet).then(|| (feet * FOOT_M).round() as i32)
}

/// Returns the time of a date and a time in California. An hour that occurs twice is the first one, so that nothing
/// seems newer than it is.
pub(super) fn pacific(date: &str, time: &str) -> Option<Timestamp> {
    let date = NaiveDate::parse_from_str(date, "%Y-%m-%d").ok()?;
    let wall = date.and_time(NaiveTime::parse_from_str(time, "%H:%M:%S").ok()?);
    Pacific.from_local_datetime(&wall).earliest().map(|at| Timestamp::from_millis(at.timestamp_millis()))
}

/// Returns the error of a record.
pub(super) const fn fault(lane: &'static str, record: usize, kind: Kind) -> ParseError {
    ParseError { lane, at: FaultPosition::Location(record), kind }
}

/// Decodes bytes as UTF-8, else as Latin-1, in which every byte is a character.
fn decoded(body: &[u8]) -> String {
    match std::str::from_utf8(body) {
        Ok(text) => text.to_owned(),
        Err(_) => body.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Cuts a file into at most `most` records, and returns the errors of the unreadable ones.
///
/// # Errors
/// Returns an error if the file is empty, an HTML page, truncated, or of none of these kinds.
pub(super) fn split_records(
    lane: &'static str,
    tag: Tag,
    body: &[u8],
    most: usize,
) -> Result<(Vec<Record>, Vec<ParseError>), ParseError> {
    let error = |kind| Err(ParseError { lane, at: FaultPosition::Body, kind });
    let text = decoded(body);
    let text = text.trim_start_matches('\u{feff}').trim();
    let head: String = text.chars().take(HEAD).collect::<String>().to_lowercase();
    let end = match text.chars().next() {
        None => return error(Kind::Empty),
        Some('<') if head.contains("<data") => "</data>",
        Some('<') => return error(Kind::Html),
        Some('{') if head.contains("\"data\"") => "}",
        Some(_) => return error(Raw::new(text.as_bytes()).mismatch("a file of records")),
    };
    if !text.ends_with(end) && !head.contains("<data/>") {
        return error(Kind::Truncated);
    }
    let read = if end == "}" { from_json } else { from_xml };
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    let mut starts = beginnings(text, tag).take(most).peekable();
    let mut index = 0;
    while let Some(start) = starts.next() {
        // A record ends at the start of the next one, even if it is incomplete.
        let end = starts.peek().copied().unwrap_or(text.len());
        match read(tag, text.get(start..end).unwrap_or_default()) {
            Ok(record) => records.push(record),
            Err(kind) => note(&mut faults, [fault(lane, index, kind)]),
        }
        index += 1;
    }
    match faults.first() {
        Some(fault) if records.is_empty() => Err(fault.clone()),
        _ => Ok((records, faults)),
    }
}

/// Returns the positions at which the records of a text begin.
fn beginnings(text: &str, tag: Tag) -> impl Iterator<Item = usize> {
    let is_xml = text.trim_start_matches('\u{feff}').trim_start().starts_with('<');
    let mark = if is_xml { format!("<{}>", tag.name()) } else { format!("\"{}\"", tag.name()) };
    let found: Vec<usize> = text.match_indices(&mark).map(|(at, _)| at).collect();
    found.into_iter()
}

/// Parses a record from a text that begins with it.
fn from_xml(tag: Tag, text: &str) -> Result<Record, Kind> {
    let end = format!("</{}>", tag.name());
    let Some(end) = text.find(&end).map(|at| at + end.len()) else { return Err(Kind::Truncated) };
    let mut reader = Reader::from_str(text.get(..end).unwrap_or_default());
    let mut record = Record::default();
    let (mut name, mut words): (Option<String>, String) = (None, String::new());
    loop {
        let event = reader.read_event().map_err(|wrong| Kind::Malformed(excerpt(&wrong.to_string(), 120)))?;
        match event {
            Event::Start(tag) => {
                name = Some(tag.local_name().as_ref().to_owned());
                words.clear();
            }
            // The name of an element that contains other elements has been replaced by the time it ends.
            Event::End(_) => record.0.extend(name.take().map(|name| (name, core::mem::take(&mut words)))),
            Event::Text(text) => words.push_str(&text),
            Event::CData(text) => words.push_str(&text),
            Event::GeneralRef(entity) => {
                words.push_str(resolve_predefined_entity(&entity).unwrap_or("\u{fffd}"))
            }
            Event::Eof => return Ok(record),
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        if record.0.len() > MOST_LEAVES {
            return Err(Kind::Malformed("more values than a record has".to_owned()));
        }
    }
}

/// Parses a record from a text that begins with its name.
fn from_json(tag: Tag, text: &str) -> Result<Record, Kind> {
    let named = text.get(tag.name().len() + 2..).unwrap_or_default().trim_start();
    let value =
        named.strip_prefix(':').ok_or_else(|| Kind::Malformed("a name without a value".to_owned()))?;
    let raw = Raw::leading(value.trim_start().as_bytes()).ok_or(Kind::Truncated)?;
    let mut record = Record::default();
    leaves(raw, "", 0, &mut record)?;
    Ok(record)
}

/// Maximum depth; deeper than any record.
const DEEPEST: usize = 12;

/// Adds the named texts of a value to the record.
fn leaves(raw: Raw<'_>, name: &str, depth: usize, record: &mut Record) -> Result<(), Kind> {
    if depth > DEEPEST || record.0.len() > MOST_LEAVES {
        return Err(Kind::Malformed("more values than a record has".to_owned()));
    }
    if let Some(members) = raw.members_up_to(MOST_LEAVES) {
        for (name, value) in members.items {
            leaves(value, &name, depth + 1, record)?;
        }
        return members.fault.map_or(Ok(()), Err);
    }
    if let Some(elements) = raw.elements_up_to(MOST_LEAVES) {
        for value in elements.items {
            leaves(value, name, depth + 1, record)?;
        }
        return elements.fault.map_or(Ok(()), Err);
    }
    if !raw.is_null() {
        record.0.push((name.to_owned(), raw.text().unwrap_or_else(|| raw.source())));
    }
    Ok(())
}

//! Observations as documents, SWOB-ML: the same content, one observation or several in a collection.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::record::{Element, MOST_PARTS, Record, number, too_much, unit};
use super::{LANE, META, error};
use crate::error::{FaultPosition, Kind, ParseError, excerpt, note};
use crate::json_cut::Number;
use crate::station::ParsedItems;

/// Number of bytes within which an HTML page is recognized.
const HEAD: usize = 1_000;

/// Returns whether the bytes begin like a document and not like an HTML page.
pub(super) fn looks_like(body: &[u8]) -> bool {
    let head = String::from_utf8_lossy(body.get(..body.len().min(HEAD)).unwrap_or_default());
    let head = head.trim_start_matches('\u{feff}').trim_start().to_lowercase();
    head.starts_with('<') && !head.contains("<html") && !head.contains("<!doctype html")
}

/// The part of an observation that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    Identification,
    Elements,
    SamplingTime,
}

struct Walk {
    parsed: ParsedItems<(usize, Record)>,
    current: Option<Record>,
    section: Section,
    in_time: bool,
    opened: bool,
    closed: bool,
    /// Number of elements and identifying texts read so far.
    parts: usize,
}

/// Reads a document. A truncated one yields its complete observations.
pub(super) fn read(body: &[u8]) -> Result<ParsedItems<(usize, Record)>, ParseError> {
    let text = String::from_utf8_lossy(body);
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}').trim());
    let mut walk = Walk {
        parsed: ParsedItems::default(),
        current: None,
        section: Section::None,
        in_time: false,
        opened: false,
        closed: false,
        parts: 0,
    };
    let fault = loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => walk.open(&tag),
            Ok(Event::Empty(tag)) => {
                walk.open(&tag);
                walk.close(tag.local_name().as_ref());
            }
            Ok(Event::End(tag)) => walk.close(tag.local_name().as_ref()),
            Ok(Event::Text(text)) => walk.text(&text),
            Ok(Event::Eof) if walk.closed => break None,
            Ok(Event::Eof) | Err(quick_xml::Error::Syntax(_)) if walk.opened => break Some(Kind::Truncated),
            Ok(Event::Eof) => break Some(Kind::Malformed("a document without observations".to_owned())),
            Ok(_) if walk.is_too_much() => break Some(too_much()),
            Ok(_) => {}
            Err(wrong) => break Some(Kind::Malformed(excerpt(&wrong.to_string(), 120))),
        }
    };
    let mut parsed = walk.parsed;
    match fault {
        Some(kind) if parsed.items.is_empty() => Err(error(kind)),
        Some(kind) => {
            let at = FaultPosition::Location(parsed.items.len());
            note(&mut parsed.faults, [ParseError { lane: LANE, at, kind }]);
            Ok(parsed)
        }
        None => Ok(parsed),
    }
}

impl Walk {
    fn open(&mut self, tag: &BytesStart<'_>) {
        match tag.local_name().as_ref() {
            "ObservationCollection" => self.opened = true,
            "Observation" => self.current = Some(Record::default()),
            "identification-elements" => self.section = Section::Identification,
            "elements" => self.section = Section::Elements,
            "samplingTime" => self.section = Section::SamplingTime,
            "timePosition" => self.in_time = self.section == Section::SamplingTime,
            "element" => self.element(tag),
            "qualifier" => self.qualifier(tag),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "identification-elements" | "elements" | "samplingTime" => self.section = Section::None,
            "timePosition" => self.in_time = false,
            "Observation" => {
                let index = self.parsed.items.len();
                let record = self.current.take();
                self.parts += record.as_ref().map_or(0, Record::parts);
                self.parsed.items.extend(record.map(|record| (index, record)));
            }
            "ObservationCollection" => self.closed = true,
            _ => {}
        }
    }

    /// Returns whether there are more parts than in any valid response.
    fn is_too_much(&self) -> bool {
        let current = self.current.as_ref().map_or(0, Record::parts);
        self.parts + current > MOST_PARTS || self.parsed.items.len() > META.bounds.records
    }

    fn text(&mut self, text: &str) {
        if let (true, Some(record)) = (self.in_time, &mut self.current) {
            record.time = Some(text.trim().to_owned());
        }
    }

    fn element(&mut self, tag: &BytesStart<'_>) {
        let (Some(record), Some(name)) = (&mut self.current, attribute(tag, "name")) else { return };
        let value = attribute(tag, "value").unwrap_or_default();
        match self.section {
            Section::Identification => match name.as_str() {
                "lat" => record.lat = number(&value).get(),
                "long" => record.lon = number(&value).get(),
                "stn_elev" => record.elevation_m = number(&value).get(),
                _ => record.idents.push((name, value)),
            },
            Section::Elements => {
                let mut element = Element::new(name);
                element.number = number(&value);
                element.unit = attribute(tag, "uom").map(|text| unit(&text));
                record.elements.push(element);
            }
            Section::None | Section::SamplingTime => {}
        }
    }

    /// Reads a qualifier, which belongs to the enclosing element: the last one.
    fn qualifier(&mut self, tag: &BytesStart<'_>) {
        if self.section != Section::Elements {
            return;
        }
        let last = self.current.as_mut().and_then(|record| record.elements.last_mut());
        let (Some(element), Some(name)) = (last, attribute(tag, "name")) else { return };
        let value = attribute(tag, "value").map_or(Number::Unreadable, |value| number(&value));
        match name.as_str() {
            "qa_summary" => element.quality = value,
            "data_flag" => element.flag = value,
            _ => {}
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.try_get_attribute(name).ok()??;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}

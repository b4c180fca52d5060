//! Météo-France: the bulletin of each massif of the French Alps, the Pyrenees and Corsica (BRA), with a key.
//!
//! A bulletin is one XML file for one massif: a risk below and a risk above an elevation, each with a second one if it
//! changes during the day. It is valid from its date, 16:00, to 18:00 of the next day, in French local time. Out of
//! season the file is missing, or contains a message in place of a bulletin. `-1` and an empty attribute mean that a value is missing.
//! A bulletin is rejected if its highest risk is not the one that it states, or if it has two risks without an elevation.
//! Requested are the massifs in which the catalogue has resorts, by the numbers of their EAWS regions (`FR-03`).

use std::collections::{BTreeMap, BTreeSet};

use ::avalanche::{
    Aspects, Bound, Bulletin, Bulletins, Danger, Elevation, Level, Part, Problem, Rating, Region, Span,
    UnratedReason,
};
use chrono_tz::{Europe, Tz};
use conditions_core::time::Timestamp;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::{ParsedBulletins, link, parse_time, plain};
use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;
use crate::station::{Header, Request};

pub const LANE: &str = "meteo-france-bra";

const HEADERS: &[Header] = &[Header::UserAgent, Header::Accept("application/xml")];
/// Prefix of the identifiers of French regions; the number of the massif follows.
const PREFIX: &str = "FR-";
const ZONE: Tz = Europe::Paris;
/// The elements of a bulletin, of its risks and of its avalanche situations.
const ROOT: &str = "BULLETINS_NEIGE_AVALANCHE";
const RISK: &str = "RISQUE";
const SITUATIONS: &str = "SitAvalTyp";
/// The element that contains the risks of the bulletin.
const SUMMARY: &str = "CARTOUCHERISQUE";
/// The name of the issuer.
const ISSUER: &str = "Météo-France";
/// Elements with text, by the element that contains them.
const TEXTS: [(&str, &str); 5] = [
    ("STABILITE", "TITRE"),
    ("STABILITE", "TEXTESANSTITRE"),
    ("STABILITE", "TEXTE"),
    (SUMMARY, "RESUME"),
    (SUMMARY, "CommentaireRisqueJ2"),
];
/// Avalanche problems of CAAML by the numbers of the French situations.
const PROBLEMS: [(&str, &str); 5] = [
    ("1", "new_snow"),
    ("2", "wind_slab"),
    ("3", "persistent_weak_layers"),
    ("4", "wet_snow"),
    ("5", "gliding_snow"),
];

static META: Meta = Meta {
    id: LANE,
    title: "Météo-France avalanche bulletins",
    measures: "avalanche danger of the French massifs by elevation and part of the day; only with a key",
    rhythm: PollSchedule {
        note: "bulletins at 16:00 local time from November to June, one request for each massif",
        ..PollSchedule::minutes(60)
    },
    bounds: Bounds::new(8, 10),
    allowance: Allowance::unstated("a free key of the portal, for the product DPBRA"),
    credit: Credit {
        name: "Météo-France avalanche bulletins",
        url: "https://meteofrance.com/",
        licence: "Licence Ouverte 2.0",
        licence_url: Some("https://www.etalab.gouv.fr/licence-ouverte-open-licence/"),
        text: "Avalanche bulletins: Météo-France",
    },
    providers: &[],
    terms: "https://portail-api.meteofrance.fr/",
    base_url: "https://public-api.meteofrance.fr",
    docs: "https://portail-api.meteofrance.fr/",
};

/// Returns whether a region of the EAWS scheme belongs to this service.
#[must_use]
pub fn covers(region: &str) -> bool {
    massif(region).is_some()
}

/// Returns the number of the massif of a region.
fn massif(region: &str) -> Option<u32> {
    region.strip_prefix(PREFIX)?.parse().ok()
}

#[derive(Debug, Clone, Copy)]
pub struct MeteoFrance;

impl Lane for MeteoFrance {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn key(&self) -> Option<&'static str> {
        Some("apikey")
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        Ok(read(body)?.observations(&META))
    }
}

impl DocumentLane for MeteoFrance {
    type Value = Bulletins;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let regions: BTreeSet<&str> = ::avalanche::resorts().map(|(_, region)| region).collect();
        let subject = |region: &str| {
            let path = format!("/public/DPBRA/v1/massif/BRA?id-massif={}&format=xml", massif(region)?);
            let request = Request::get(path, HEADERS);
            Some(Subject { may_be_missing: true, ..Subject::new(region.to_owned(), request) })
        };
        regions.into_iter().filter_map(subject).collect()
    }

    fn document(&self, _subject: &Subject, body: &[u8]) -> Result<Bulletins, ParseError> {
        read(body)?.document(LANE)
    }

    fn regression(&self, newer: &Bulletins, known: &Bulletins) -> Option<String> {
        newer.goes_back(known)
    }

    fn after(&self, newer: Bulletins, known: &Bulletins) -> Bulletins {
        newer.after(known)
    }
}

/// The attributes and texts of a bulletin that are read.
#[derive(Default)]
struct Parts {
    attributes: BTreeMap<(String, String), String>,
    texts: BTreeMap<(&'static str, &'static str), String>,
}

impl Parts {
    /// Returns an attribute that is neither empty nor the number for a missing value.
    fn attribute(&self, element: &str, name: &str) -> Option<&str> {
        let text = self.attributes.get(&(element.to_owned(), name.to_owned()))?.trim();
        Some(text).filter(|text| !text.is_empty() && *text != "-1")
    }

    fn text(&self, place: (&'static str, &'static str)) -> Option<String> {
        self.texts.get(&place).and_then(|text| plain(text))
    }
}

/// Reads a response: a bulletin, a list of bulletins, or a message in place of one.
///
/// # Errors
/// Returns an error if it is empty, cut short or not such a file.
pub fn read(body: &[u8]) -> Result<ParsedBulletins, ParseError> {
    let whole = |kind| ParseError { lane: LANE, at: FaultPosition::Body, kind };
    let text = std::str::from_utf8(body)
        .map_err(|_| whole(Kind::Malformed("not UTF-8".to_owned())))?
        .trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(whole(Kind::Empty));
    }
    let mut read = ParsedBulletins::default();
    for (index, parts) in bulletins(text).map_err(whole)?.into_iter().enumerate() {
        match bulletin(&parts) {
            Ok(bulletin) => read.bulletins.push(bulletin),
            Err(why) => read.reject(LANE, index, why),
        }
    }
    Ok(read)
}

/// Returns the parts of every bulletin of a file.
fn bulletins(text: &str) -> Result<Vec<Parts>, Kind> {
    let malformed = |wrong: String| Kind::Malformed(excerpt(&wrong, 120));
    let mut reader = Reader::from_str(text);
    let (mut found, mut path): (Vec<Parts>, Vec<String>) = (Vec::new(), Vec::new());
    let mut root: Option<String> = None;
    loop {
        let event = reader.read_event().map_err(|wrong| malformed(wrong.to_string()))?;
        let word = match event {
            Event::Start(tag) => {
                enter(&tag, path.last().map(String::as_str), &mut found)?;
                path.push(tag.local_name().as_ref().to_owned());
                root.get_or_insert_with(|| path[0].clone());
                continue;
            }
            Event::Empty(tag) => {
                enter(&tag, path.last().map(String::as_str), &mut found)?;
                continue;
            }
            Event::End(_) => {
                path.pop();
                continue;
            }
            Event::Text(text) => text.to_string(),
            Event::CData(text) => text.to_string(),
            Event::GeneralRef(entity) => reference(&entity),
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
        };
        let place = TEXTS.iter().find(
            |(above, name)| matches!(path.as_slice(), [.., first, last] if first == above && last == name),
        );
        if let (Some(place), Some(parts)) = (place, found.last_mut()) {
            parts.texts.entry(*place).or_default().push_str(&word);
        }
    }
    match root.as_deref() {
        _ if !path.is_empty() => Err(Kind::Truncated),
        Some(ROOT | "Bulletins" | "message") => Ok(found),
        Some("html" | "HTML") => Err(Kind::Html),
        _ => Err(malformed(format!("not a bulletin but `{}`", root.unwrap_or_default()))),
    }
}

/// Records the attributes of an element in the element `above`; a bulletin's root begins the next bulletin. The risks of
/// past days have the same name elsewhere in the file.
fn enter(tag: &BytesStart<'_>, above: Option<&str>, found: &mut Vec<Parts>) -> Result<(), Kind> {
    let name = tag.local_name().as_ref().to_owned();
    if name == ROOT {
        if found.len() >= META.bounds.records {
            return Err(Kind::Malformed("more bulletins than massifs of a file".to_owned()));
        }
        found.push(Parts::default());
    }
    let is_read = match name.as_str() {
        ROOT | SITUATIONS => true,
        RISK => above == Some(SUMMARY),
        _ => false,
    };
    if !is_read {
        return Ok(());
    }
    let Some(parts) = found.last_mut() else { return Ok(()) };
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|wrong| Kind::Malformed(excerpt(&wrong.to_string(), 120)))?;
        let key = attribute.key.local_name().as_ref().to_owned();
        parts.attributes.insert((name.clone(), key), attribute.value.to_string());
    }
    Ok(())
}

/// Returns the text of an entity or of a numbered character.
fn reference(entity: &str) -> String {
    let number = entity.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => number.parse().ok(),
    });
    let numbered = number.and_then(char::from_u32).map(String::from);
    numbered.unwrap_or_else(|| resolve_predefined_entity(entity).unwrap_or("\u{fffd}").to_owned())
}

/// Converts one bulletin, or returns why it is unreadable.
fn bulletin(parts: &Parts) -> Result<Bulletin, String> {
    let root = |name: &str| parts.attribute(ROOT, name);
    let time = |name: &str| root(name).and_then(|text| parse_time(text, ZONE));
    let number: u32 = root("ID").and_then(|id| id.parse().ok()).ok_or("no number of the massif")?;
    let (from, to) = (time("DATEBULLETIN"), time("DATEVALIDITE"));
    let valid = from.zip(to).and_then(|(from, to)| Span::new(from, to));
    let valid = valid.ok_or("its validity is not a span of at most two weeks")?;
    let ratings = ratings(parts)?;
    let region = format!("{PREFIX}{number:02}");
    let problems = ["SAT1", "SAT2"].iter().filter_map(|name| parts.attribute(SITUATIONS, name));
    let problems = problems.filter_map(problem).collect();
    let edition = valid.from.local_date(ZONE);
    Ok(Bulletin {
        id: Some(format!("{LANE}-{region}-{edition}").into()),
        issuer: ISSUER.into(),
        link: link(META.credit.url),
        lang: Some("fr".into()),
        issued_at: time("DATEDIFFUSION"),
        valid: Some(valid),
        regions: vec![Region {
            id: region,
            name: root("MASSIF").map(|name| excerpt(name, 120)).map(Into::into),
        }],
        ratings,
        problems,
        headline: parts.text(TEXTS[0]).or_else(|| parts.text(TEXTS[3])).map(Into::into),
        comment: parts.text(TEXTS[1]).or_else(|| parts.text(TEXTS[2])).map(Into::into),
        outlook: parts.text(TEXTS[4]).map(Into::into),
        ..Bulletin::default()
    })
}

/// Returns the risks below and above the elevation, each for the parts of the day.
fn ratings(parts: &Parts) -> Result<Vec<Rating>, String> {
    let level = |name: &str| match parts.attribute(RISK, name) {
        None => Ok(None),
        Some(text) => match text.parse().ok().and_then(Level::new) {
            Some(level) => Ok(Some(level)),
            None => Err(format!("`{name}` is not a risk from 1 to 5: {}", excerpt(text, 20))),
        },
    };
    let bound = parts.attribute(RISK, "ALTITUDE").map(|text| {
        let metres = text.parse().ok().filter(|metres| (0..=5_000).contains(metres));
        metres.map(Bound::Metres).ok_or("its elevation is unreadable")
    });
    let bound = bound.transpose()?;
    let mut ratings = Vec::new();
    for (number, evolves, place) in [("RISQUE1", "EVOLURISQUE1", "LOC1"), ("RISQUE2", "EVOLURISQUE2", "LOC2")]
    {
        let Some(first) = level(number)? else { continue };
        let side = parts
            .attribute(RISK, place)
            .and_then(|place| place.replace("&lt;", "<").replace("&gt;", ">").chars().next());
        let elevation = match (side, bound) {
            (Some('<'), Some(bound)) => Elevation::below(bound),
            (Some('>'), Some(bound)) => Elevation::above(bound),
            _ => Elevation::ALL,
        };
        let rating = |level, part| Rating {
            danger: Danger::Level(level),
            elevation,
            aspects: Aspects::default(),
            part,
        };
        match level(evolves)? {
            Some(later) if later != first => {
                ratings.extend([rating(first, Part::Earlier), rating(later, Part::Later)]);
            }
            _ => ratings.push(rating(first, Part::AllDay)),
        }
    }
    let is_everywhere = |rating: &&Rating| rating.elevation.is_all();
    let places: BTreeSet<bool> = ratings.iter().map(|rating| rating.elevation.is_all()).collect();
    let has_both = parts.attribute(RISK, "RISQUE2").is_some();
    if places.len() > 1 || has_both && ratings.iter().any(|rating| is_everywhere(&rating)) {
        return Err("two risks without an elevation".to_owned());
    }
    let highest = ratings.iter().filter_map(|rating| rating.danger.level()).max();
    let stated = level("RISQUEMAXI")?;
    match (highest, stated) {
        (None, None) => Ok(vec![Rating::everywhere(Danger::Unrated(UnratedReason::NoRating))]),
        (None, Some(level)) => Ok(vec![Rating::everywhere(Danger::Level(level))]),
        (Some(highest), Some(stated)) if highest != stated => {
            Err("its highest risk is not the one that it states".to_owned())
        }
        _ => Ok(ratings),
    }
}

fn problem(number: &str) -> Option<Problem> {
    let (_, kind) = PROBLEMS.iter().find(|(known, _)| *known == number)?;
    Some(Problem { kind: (*kind).into(), ..Problem::default() })
}

#[cfg(test)]
mod tests;

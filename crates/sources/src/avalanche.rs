//! Avalanche bulletins: the lanes that fetch them, and the code that their readers share.
//!
//! Every lane reads its upstream's format into the types of crate `avalanche`. An unreadable bulletin is dropped
//! individually and reported. A response without a single readable bulletin is an error, and the stored bulletins
//! remain until they expire.

use ::avalanche::{Bulletin, Bulletins, Danger, Level, Rating, Span, UnratedReason};
use chrono::{DateTime, NaiveDateTime, TimeZone};
use chrono_tz::Tz;
use conditions_core::time::{DAY_MS, Timestamp};
use serde_json::Value;

use crate::error::{FaultPosition, Kind, MOST_FAULTS, ParseError, note};
use crate::lane::Meta;
use crate::parsed_value::{Observations, ParsedValue, ValueTime};

pub mod avalanche_canada;
pub mod avalanche_org;
pub mod caaml;
pub mod eaws;
pub mod issuers;
pub mod meteo_france;
pub mod varsom;

pub use crate::plain::{link, plain, plain_counted};

/// The readable bulletins of a response, and the errors of the others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedBulletins {
    /// The readable bulletins, in the order of the response.
    pub bulletins: Vec<Bulletin>,
    /// The errors of the others, with their position in the response.
    pub faults: Vec<ParseError>,
}

impl ParsedBulletins {
    /// Returns the document if any bulletin is readable or if the response has none.
    ///
    /// # Errors
    /// Returns the first error of a response whose bulletins are all unreadable.
    pub fn document(self, lane: &str) -> Result<Bulletins, ParseError> {
        match self.faults.into_iter().next() {
            Some(fault) if self.bulletins.is_empty() => Err(fault),
            _ => Ok(Bulletins { lane: lane.to_owned(), bulletins: self.bulletins, ..Bulletins::default() }),
        }
    }

    /// Returns each rating for each region, for display.
    #[must_use]
    pub fn observations(self, meta: &'static Meta) -> Observations {
        let rows = self.bulletins.into_iter().enumerate().flat_map(move |(location, bulletin)| {
            let time = bulletin.valid.map_or(ValueTime::Unknown, |valid| ValueTime::Instant(valid.from));
            let regions: Vec<String> = bulletin.regions.iter().map(|region| region.id.clone()).collect();
            let ratings = bulletin.ratings;
            regions.into_iter().flat_map(move |interval| {
                let observed = move |rating: &::avalanche::Rating| ParsedValue {
                    lane: meta.id,
                    location,
                    lat: None,
                    lon: None,
                    model: None,
                    interval: interval.clone(),
                    time,
                    variable: format!("danger {} {}", part(rating.part), rating.elevation),
                    value: rating.danger.level().map(Level::number).map(f64::from),
                    unit: Some("EAWS 1-5".to_owned()),
                };
                ratings.iter().map(observed).collect::<Vec<_>>()
            })
        });
        Observations::new(Box::new(rows), self.faults)
    }

    /// Records that the record at an index is unreadable.
    fn reject(&mut self, lane: &'static str, index: usize, why: String) {
        if self.faults.len() < MOST_FAULTS {
            note(
                &mut self.faults,
                [ParseError { lane, at: FaultPosition::Row(index), kind: Kind::Malformed(why) }],
            );
        }
    }
}

const fn part(part: ::avalanche::Part) -> &'static str {
    match part {
        ::avalanche::Part::AllDay => "all day",
        ::avalanche::Part::Earlier => "earlier",
        ::avalanche::Part::Later => "later",
    }
}

/// Returns whether a text is an identifier of a region: short, of letters, digits, hyphens and underscores.
fn is_id(text: &str) -> bool {
    let of_id = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=40).contains(&text.len()) && text.bytes().all(of_id)
}

/// Parses a time. A time without a zone is local to the issuer.
fn parse_time(text: &str, zone: Tz) -> Option<Timestamp> {
    let text = text.trim();
    let millis = match DateTime::parse_from_rfc3339(text) {
        Ok(at) => at.timestamp_millis(),
        Err(_) => {
            let local: NaiveDateTime = text.replacen(' ', "T", 1).parse().ok()?;
            // The earlier one of an hour that occurs twice; `None` for a skipped hour.
            zone.from_local_datetime(&local).earliest()?.timestamp_millis()
        }
    };
    Some(Timestamp::from_millis(millis))
}

/// An end farther away than this counts as open: servers write the year 9999 for "until further notice".
const OPEN_MS: i64 = 366 * DAY_MS;

/// Checks how long a statement is valid, and returns what it states for that time. An open end means that the issuer's
/// season is over, or has not begun: such a statement has no span and no level.
///
/// # Errors
/// Returns an error if it has no beginning, if its end is unreadable or precedes its beginning, or if it gives a level
/// for longer than any bulletin is valid.
fn dated(
    from: Option<Timestamp>,
    end: &Value,
    time: impl Fn(&str) -> Option<Timestamp>,
    ratings: Vec<Rating>,
) -> Result<(Option<Span>, Vec<Rating>), String> {
    let from = from.ok_or("the beginning of its validity is missing")?;
    let to = match end {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => None,
        end => Some(end.as_str().and_then(time).ok_or("the end of its validity is unreadable")?),
    };
    if let Some(span) = to.and_then(|to| Span::new(from, to)) {
        return Ok((Some(span), ratings));
    }
    let is_open = to.is_none_or(|to| to.since(from) > OPEN_MS);
    let is_long = to.is_none_or(|to| to.since(from) > 0);
    let is_off = |rating: &Rating| rating.danger == Danger::Unrated(UnratedReason::OffSeason);
    let has_level = ratings.iter().any(|rating| rating.danger.level().is_some());
    if !has_level && (is_open || is_long && ratings.iter().any(is_off)) {
        return Ok((None, vec![Rating::everywhere(Danger::Unrated(UnratedReason::OffSeason))]));
    }
    Err("its validity is not a span of at most two weeks".to_owned())
}

#[cfg(test)]
mod tests;

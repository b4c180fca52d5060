//! Avalanche bulletins: the lanes that bring them, and what their readers share.
//!
//! Every lane reads its upstream's format into the one value of crate `avalanche`. A bulletin that does not read is refused
//! alone and named; an answer of which nothing reads is an error, and what is known stands until it runs out.

use ::avalanche::{Bulletin, Bulletins, Danger, Level, Rating, Span, UnratedReason};
use chrono::{DateTime, NaiveDateTime, TimeZone};
use chrono_tz::Tz;
use conditions_core::time::{DAY_MS, Timestamp};
use serde_json::Value;

use crate::error::{FaultPosition, Kind, MOST_FAULTS, ParseError, note};
use crate::lane::Meta;
use crate::observed::{Observations, ParsedValue, ValueTime};

pub mod avalanche_canada;
pub mod avalanche_org;
pub mod caaml;
pub mod eaws;
pub mod issuers;
pub mod varsom;

pub use crate::plain::{link, plain, plain_counted};

/// What an answer holds, and what of it does not read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Read {
    /// The bulletins that read, in the answer's order.
    pub bulletins: Vec<Bulletin>,
    /// The others, with their place in it.
    pub faults: Vec<ParseError>,
}

impl Read {
    /// The document, when it has anything that reads or nothing at all.
    ///
    /// # Errors
    /// The first fault of an answer of which no bulletin reads.
    pub fn document(self, lane: &str) -> Result<Bulletins, ParseError> {
        match self.faults.into_iter().next() {
            Some(fault) if self.bulletins.is_empty() => Err(fault),
            _ => Ok(Bulletins { lane: lane.to_owned(), bulletins: self.bulletins, ..Bulletins::default() }),
        }
    }

    /// Each rating for each region, for people.
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

    /// Notes that the record at an index does not read.
    fn refuse(&mut self, lane: &'static str, index: usize, why: String) {
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

/// Whether a text is an identifier of a region: short, of letters, digits, hyphens and underscores.
fn is_id(text: &str) -> bool {
    let of_id = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=40).contains(&text.len()) && text.bytes().all(of_id)
}

/// An instant. One that is written without a zone is by the clock of the issuer.
fn instant(text: &str, zone: Tz) -> Option<Timestamp> {
    let text = text.trim();
    let millis = match DateTime::parse_from_rfc3339(text) {
        Ok(at) => at.timestamp_millis(),
        Err(_) => {
            let local: NaiveDateTime = text.replacen(' ', "T", 1).parse().ok()?;
            // An hour that comes twice is the earlier one; one that is skipped is none.
            zone.from_local_datetime(&local).earliest()?.timestamp_millis()
        }
    };
    Some(Timestamp::from_millis(millis))
}

/// An end that is farther away than this is no end: servers write the year 9999 for "until further notice".
const OPEN_MS: i64 = 366 * DAY_MS;

/// Checks how long a statement is valid, and returns what it states for that time. An open end means that the issuer's season
/// is over, or has not begun: such a statement has no span and no level.
///
/// # Errors
/// When it has no beginning, when its end does not read or precedes its beginning, or when a level is to be valid for longer
/// than any bulletin is.
fn dated(
    from: Option<Timestamp>,
    end: &Value,
    time: impl Fn(&str) -> Option<Timestamp>,
    ratings: Vec<Rating>,
) -> Result<(Option<Span>, Vec<Rating>), String> {
    let from = from.ok_or("no beginning of its validity")?;
    let to = match end {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => None,
        end => Some(end.as_str().and_then(time).ok_or("the end of its validity does not read")?),
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
    Err("its validity is no span of at most two weeks".to_owned())
}

#[cfg(test)]
mod tests;

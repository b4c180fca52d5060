//! One bulletin as its issuer states it, independent of its format, and a document of several.

use std::collections::BTreeMap;

use conditions_core::text::{ShownName, ShownText};
use conditions_core::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

use crate::area::Area;
use crate::danger::{Danger, Level};
use crate::elevation::Elevation;

/// A lane's document about one subject: every bulletin of an issuer's newest edition, and those of the edition before
/// that are valid until this one begins.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Bulletins {
    /// The lane's identifier, for credits and for knowing whether it is still polled.
    pub lane: String,
    /// Whether these are only the levels of an aggregate, which are used only if no issuer's own bulletin applies.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_fallback: bool,
    /// The bulletins, in the order of the response.
    pub bulletins: Vec<Bulletin>,
    /// The area of regions by their identifiers, if the issuer publishes it separately from its bulletins.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub grounds: BTreeMap<String, Area>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// A bulletin: one statement for one or more regions and one span of time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Bulletin {
    /// The issuer's identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ShownName>,
    /// The issuer's name.
    pub issuer: ShownName,
    /// The issuer's page for it, always https.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Language of its texts, as the issuer names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<ShownName>,
    /// Time of publication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issued_at: Option<Timestamp>,
    /// Time at which the next one is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_at: Option<Timestamp>,
    /// Validity; without it none of its levels is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<Span>,
    /// The regions of the bulletin.
    pub regions: Vec<Region>,
    /// The area of the bulletin, if the issuer draws it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// The stated dangers.
    pub ratings: Vec<Rating>,
    /// Avalanche problems, the gravest first, as the issuer orders them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// The issuer's headline, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<ShownText>,
    /// The issuer's comment on the danger, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<ShownText>,
    /// The issuer's travel advice, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<ShownText>,
    /// The issuer's outlook on the danger, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outlook: Option<ShownText>,
}

/// A region of an issuer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// Identifier, such as `AT-07-10`.
    pub id: String,
    /// Name, as the issuer writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<ShownName>,
}

/// A span of time that includes its beginning and excludes its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The first millisecond.
    pub from: Timestamp,
    /// The millisecond after the last.
    pub to: Timestamp,
}

impl Span {
    /// Longest span of any issuer: a longer one is a wrong date.
    const LONGEST_MS: i64 = 14 * DAY_MS;

    /// Makes a span; `None` if it ends before it begins or is longer than that of any bulletin.
    #[must_use]
    pub const fn new(from: Timestamp, to: Timestamp) -> Option<Self> {
        let length = to.since(from);
        if length > 0 && length <= Self::LONGEST_MS { Some(Self { from, to }) } else { None }
    }

    /// Returns whether a time is in the span.
    #[must_use]
    pub fn contains(&self, at: Timestamp) -> bool {
        self.from <= at && at < self.to
    }
}

/// The part of the span to which a rating or a problem applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The whole span.
    #[default]
    AllDay,
    /// The first part, up to noon.
    Earlier,
    /// The second part, from noon on.
    Later,
}

/// Aspects, as the directions that slopes face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Aspects(u8);

impl Aspects {
    /// Names of the eight aspects, clockwise from north.
    pub const NAMES: [&'static str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

    /// Makes a set from names; unknown names are ignored.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let bit = |name: &str| Self::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name.trim()));
        Self(names.into_iter().filter_map(bit).fold(0, |bits, at| bits | 1 << at))
    }

    /// Makes a set from a mask that begins with north at its lowest bit and goes clockwise.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Returns their names, clockwise from north; empty if none is stated.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().enumerate().filter(move |(at, _)| self.0 & 1 << at != 0).map(|(_, name)| name)
    }

    /// Returns whether none is stated, which means all of them.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// A danger, with the place and time to which it applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// The stated danger.
    pub danger: Danger,
    /// Range of elevations.
    #[serde(default, skip_serializing_if = "Elevation::is_all")]
    pub elevation: Elevation,
    /// Aspects; none means all.
    #[serde(default, skip_serializing_if = "Aspects::is_empty")]
    pub aspects: Aspects,
    /// The part of the bulletin's span.
    #[serde(default, skip_serializing_if = "is_all_day")]
    pub part: Part,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_all_day(part: &Part) -> bool {
    *part == Part::AllDay
}

impl Rating {
    /// Returns a danger that applies everywhere and all day.
    #[must_use]
    pub const fn everywhere(danger: Danger) -> Self {
        Self { danger, elevation: Elevation::ALL, aspects: Aspects(0), part: Part::AllDay }
    }
}

/// An avalanche problem.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Problem {
    /// Kind in the terms of CAAML, such as `wind_slab`; the issuer's own term if CAAML lacks one.
    pub kind: ShownName,
    /// Range of elevations.
    #[serde(default, skip_serializing_if = "Elevation::is_all")]
    pub elevation: Elevation,
    /// Aspects; none means all.
    #[serde(default, skip_serializing_if = "Aspects::is_empty")]
    pub aspects: Aspects,
    /// The part of the bulletin's span.
    #[serde(default, skip_serializing_if = "is_all_day")]
    pub part: Part,
    /// Size of the avalanches, 1 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u8>,
    /// Snowpack stability, in the terms of CAAML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability: Option<String>,
    /// Frequency of that stability, in the terms of CAAML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<String>,
}

impl Bulletin {
    /// Returns the highest level that it states for any place and part of its span.
    #[must_use]
    pub fn highest(&self) -> Option<Level> {
        self.ratings.iter().filter_map(|rating| rating.danger.level()).max()
    }
}

impl Bulletins {
    /// How far before the known edition an edition is recognized as older: an even earlier end means that a date was
    /// wrong or that the feed started over.
    const EDITION_MS: i64 = 3 * DAY_MS;

    /// Returns when the newest bulletin was issued, or began to be valid if its issue is not stated; future times do
    /// not count.
    #[must_use]
    pub fn newest(&self, now: Timestamp) -> Option<Timestamp> {
        let begins = |bulletin: &Bulletin| bulletin.valid.map(|valid| valid.from);
        let times =
            self.bulletins.iter().filter_map(|bulletin| bulletin.issued_at.or_else(|| begins(bulletin)));
        times.filter(|at| *at <= now).max()
    }

    /// Returns the newest end of each region.
    fn ends(&self) -> BTreeMap<&str, Timestamp> {
        let mut ends: BTreeMap<&str, Timestamp> = BTreeMap::new();
        for bulletin in &self.bulletins {
            let Some(valid) = bulletin.valid else { continue };
            for region in &bulletin.regions {
                let end = ends.entry(&region.id).or_insert(valid.to);
                *end = valid.to.max(*end);
            }
        }
        ends
    }

    /// Returns why `self` cannot follow `known`: most regions of both would be valid for less long, so it is an older
    /// edition. A far older edition is accepted, because a wrong date must not block a feed, and expired bulletins are
    /// not shown anyway.
    #[must_use]
    pub fn goes_back(&self, known: &Self) -> Option<String> {
        let (newer, known) = (self.ends(), known.ends());
        let both: Vec<(Timestamp, Timestamp)> =
            newer.iter().filter_map(|(id, ends)| Some((*ends, *known.get(id)?))).collect();
        let is_older =
            |(ends, ended): &&(Timestamp, Timestamp)| ends < ended && ended.since(*ends) <= Self::EDITION_MS;
        let older: Vec<_> = both.iter().filter(is_older).collect();
        let (ends, ended) = older.first()?;
        let most = older.len() * 2 > both.len();
        most.then(|| format!("it is valid until {ends}, but the one before until {ended}"))
    }

    /// Adds the bulletins of the edition before that are valid until this one begins: an edition is published before it
    /// is valid, and the hours in between belong to the previous one.
    #[must_use]
    pub fn after(mut self, known: &Self) -> Self {
        let begins =
            self.bulletins.iter().filter_map(|bulletin| bulletin.valid).map(|valid| valid.from).min();
        let Some(begins) = begins else { return self };
        let holds_until_then = |valid: Span| {
            valid.from < begins && valid.to >= begins && valid.to.since(begins) <= Self::EDITION_MS
        };
        let former = known.bulletins.iter().filter(|former| former.valid.is_some_and(holds_until_then));
        self.bulletins.extend(former.cloned());
        self
    }
}

#[cfg(test)]
mod tests;

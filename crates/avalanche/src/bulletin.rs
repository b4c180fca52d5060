//! One bulletin as its issuer states it, whichever format it came in, and a document of several.

use std::collections::BTreeMap;

use conditions_core::text::{ShownName, ShownText};
use conditions_core::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

use crate::area::Area;
use crate::danger::{Danger, Level};
use crate::elevation::Elevation;

/// What one lane brought about one subject: every bulletin of an issuer's newest edition, and those of the edition before
/// that hold until this one begins.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Bulletins {
    /// The lane's identifier: whom to credit, and whether it is still asked.
    pub lane: String,
    /// Whether these are no more than levels of an aggregate, which count only where no issuer's own bulletin does.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_fallback: bool,
    /// The bulletins, in the answer's order.
    pub bulletins: Vec<Bulletin>,
    /// The ground of regions by their identifiers, where the issuer draws it apart from its bulletins.
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
    /// Who issued it.
    pub issuer: ShownName,
    /// The issuer's page for it, always https.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Language of its texts, as the issuer names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<ShownName>,
    /// When it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issued_at: Option<Timestamp>,
    /// When the next one is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_at: Option<Timestamp>,
    /// How long it holds; without it no level of it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<Span>,
    /// The regions that it is for.
    pub regions: Vec<Region>,
    /// The ground that it is for, where the issuer draws it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// What it states of the danger.
    pub ratings: Vec<Rating>,
    /// Avalanche problems, the gravest first, as the issuer orders them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// The issuer's headline, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<ShownText>,
    /// What the issuer writes of the danger, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<ShownText>,
    /// The issuer's travel advice, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<ShownText>,
    /// How the issuer sees the danger develop, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outlook: Option<ShownText>,
}

/// A region of an issuer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// Its identifier, such as `AT-07-10`.
    pub id: String,
    /// Its name, as the issuer writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<ShownName>,
}

/// A span of time with a beginning, up to and without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The first instant.
    pub from: Timestamp,
    /// The instant after the last.
    pub to: Timestamp,
}

impl Span {
    /// No issuer speaks for longer: what claims to is a wrong date.
    const LONGEST_MS: i64 = 14 * DAY_MS;

    /// A span; `None` for one that ends before it begins or lasts longer than any bulletin does.
    #[must_use]
    pub const fn new(from: Timestamp, to: Timestamp) -> Option<Self> {
        let length = to.since(from);
        if length > 0 && length <= Self::LONGEST_MS { Some(Self { from, to }) } else { None }
    }

    /// Whether an instant lies in it.
    #[must_use]
    pub fn holds(&self, at: Timestamp) -> bool {
        self.from <= at && at < self.to
    }
}

/// The part of its span that a rating or a problem is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All of it.
    #[default]
    AllDay,
    /// The first part, up to noon.
    Earlier,
    /// The second, from noon on.
    Later,
}

/// Aspects, as the directions that slopes face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Aspects(u8);

impl Aspects {
    /// Names of the eight, clockwise from north.
    pub const NAMES: [&'static str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

    /// Of names; those that are no aspect's are left out.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let bit = |name: &str| Self::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name.trim()));
        Self(names.into_iter().filter_map(bit).fold(0, |bits, at| bits | 1 << at))
    }

    /// Of a mask that begins with north at its lowest bit and goes clockwise.
    #[must_use]
    pub const fn of_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Their names, clockwise from north; empty when none is stated.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().enumerate().filter(move |(at, _)| self.0 & 1 << at != 0).map(|(_, name)| name)
    }

    /// Whether none is stated, which means all of them.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// A danger with where and when it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// What is stated.
    pub danger: Danger,
    /// At which elevations.
    #[serde(default, skip_serializing_if = "Elevation::is_all")]
    pub elevation: Elevation,
    /// On which aspects; none means all.
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
    /// A danger everywhere and all day.
    #[must_use]
    pub const fn everywhere(danger: Danger) -> Self {
        Self { danger, elevation: Elevation::ALL, aspects: Aspects(0), part: Part::AllDay }
    }
}

/// An avalanche problem.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Problem {
    /// Its kind in the words of CAAML, such as `wind_slab`; the issuer's own where CAAML has none.
    pub kind: ShownName,
    /// At which elevations.
    #[serde(default, skip_serializing_if = "Elevation::is_all")]
    pub elevation: Elevation,
    /// On which aspects.
    #[serde(default, skip_serializing_if = "Aspects::is_empty")]
    pub aspects: Aspects,
    /// The part of the bulletin's span.
    #[serde(default, skip_serializing_if = "is_all_day")]
    pub part: Part,
    /// Size of the avalanches, 1 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u8>,
    /// How stable the snowpack is, in the words of CAAML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability: Option<String>,
    /// How frequent that is, in the words of CAAML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<String>,
}

impl Bulletin {
    /// The highest level that it states for any place and part of its span.
    #[must_use]
    pub fn highest(&self) -> Option<Level> {
        self.ratings.iter().filter_map(|rating| rating.danger.level()).max()
    }
}

impl Bulletins {
    /// Days that an edition is looked for behind the one that is known: what is older is no older edition, but the end of a
    /// wrong date or a feed that began anew.
    const EDITION_MS: i64 = 3 * DAY_MS;

    /// Returns when the newest bulletin was issued, or began to be valid where its issue is not stated; a time that lies ahead does
    /// not count.
    #[must_use]
    pub fn newest(&self, now: Timestamp) -> Option<Timestamp> {
        let begins = |bulletin: &Bulletin| bulletin.valid.map(|valid| valid.from);
        let times =
            self.bulletins.iter().filter_map(|bulletin| bulletin.issued_at.or_else(|| begins(bulletin)));
        times.filter(|at| *at <= now).max()
    }

    /// The newest end of each region.
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

    /// Why `self` cannot follow `known`: most regions of both would hold for less long, so it is an older edition. What is
    /// far behind is taken, because a wrong date may not hold up a feed; what has run out is not shown anyway.
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
        most.then(|| format!("it holds until {ends} where the one before holds until {ended}"))
    }

    /// With those of the edition before that hold until this one begins: an edition is published before it holds, and the
    /// hours between belong to the former.
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

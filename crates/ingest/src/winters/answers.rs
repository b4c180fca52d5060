//! Merges the days of a response into the stored ones, winter by winter, so that an incomplete response removes nothing
//! and a repeated response adds nothing.

use climate::{CleaningCounts, Policy, RawWinter, pack};
use conditions_core::time::Timestamp;
use sources::open_meteo::archive::ArchiveReply;

use super::spans::{Span, WinterRequest};
use super::stored::Row;

/// The content of a response about the requested winters.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    slug: String,
    asked_through: i32,
    fetched_at: Timestamp,
    winters: Vec<Part>,
}

/// The part of a response about one winter.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    wanted: WinterRequest,
    /// Number of days of the winter that have been requested so far.
    asked: usize,
    raw: RawWinter,
}

impl Answer {
    /// Makes the response to the call of a span, with counts of its odd values.
    pub fn new(span: &Span, archived: &ArchiveReply, fetched_at: Timestamp) -> (Self, CleaningCounts) {
        let mut odd = CleaningCounts::default();
        let part = |wanted: &WinterRequest| {
            let winter = wanted.winter;
            let of_winter = archived.days.iter().filter(|day| winter.index(day.date).is_some());
            let mut raw = RawWinter::new(winter);
            let cleaned = raw.merge_days(&Policy::DEFAULT, of_winter.copied());
            odd.implausible += cleaned.implausible;
            odd.ice += cleaned.ice;
            let asked = winter.index(winter.last_day().min(span.last)).map_or(0, |last| last + 1);
            Part { wanted: *wanted, asked, raw }
        };
        let winters = span.winters.iter().map(part).collect();
        let (slug, asked_through) = (span.place.id.clone(), span.known_to.to_epoch_days());
        (Self { slug, asked_through, fetched_at, winters }, odd)
    }

    /// Returns the slug of the resort.
    #[must_use]
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// Returns the winters without the stored ones.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        self.winters.iter().map(|part| self.row(part, &part.raw)).collect()
    }

    /// Merges a stored winter with `new`, the response's part.
    ///
    /// # Errors
    /// Returns an error if the stored winter is unreadable; it is then replaced from scratch.
    pub fn merged(&self, known: &Row, new: &Row) -> Result<Row, pack::PackError> {
        let Some(part) = self.winters.iter().find(|part| part.wanted.winter.year() == new.winter) else {
            return Ok(new.clone());
        };
        let mut raw = pack::read(part.wanted.winter, &known.days)?;
        raw.merge(&part.raw);
        Ok(self.row(part, &raw))
    }

    /// Makes a row of a winter of which only `raw` is known.
    fn row(&self, part: &Part, raw: &RawWinter) -> Row {
        let missing = part.asked - raw.known_of(part.asked);
        let is_short = missing > usize::from(Policy::DEFAULT.season_missing_days);
        Row {
            winter: part.wanted.winter.year(),
            days: pack::write(raw),
            asked_through: self.asked_through,
            came_short: if is_short { part.wanted.came_short + 1 } else { 0 },
            fetched_at: self.fetched_at,
        }
    }
}

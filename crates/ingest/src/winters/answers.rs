//! What becomes of an answer: its days merged into those on record, winter by winter, so that half an answer takes nothing
//! away and an answer that comes twice adds nothing.

use climate::{CleaningCounts, Policy, RawWinter, pack};
use conditions_core::time::Timestamp;
use sources::open_meteo::archive::ArchiveReply;

use super::on_record::Row;
use super::spans::{Span, WinterRequest};

/// What an answer says of the winters that were asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    slug: String,
    asked_through: i32,
    fetched_at: Timestamp,
    winters: Vec<Part>,
}

/// What it says of one of them.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    wanted: WinterRequest,
    /// Days of the winter that have been asked for by now.
    asked: usize,
    raw: RawWinter,
}

impl Answer {
    /// The answer to the call of a span, and what was odd about it.
    pub fn new(span: &Span, archived: &ArchiveReply, fetched_at: Timestamp) -> (Self, CleaningCounts) {
        let mut odd = CleaningCounts::default();
        let part = |wanted: &WinterRequest| {
            let winter = wanted.winter;
            let of_winter = archived.days.iter().filter(|day| winter.index(day.date).is_some());
            let mut raw = RawWinter::new(winter);
            let cleaned = raw.take(&Policy::DEFAULT, of_winter.copied());
            odd.implausible += cleaned.implausible;
            odd.ice += cleaned.ice;
            let asked = winter.index(winter.last_day().min(span.last)).map_or(0, |last| last + 1);
            Part { wanted: *wanted, asked, raw }
        };
        let winters = span.winters.iter().map(part).collect();
        let (slug, asked_through) = (span.place.id.clone(), span.known_to.to_epoch_days());
        (Self { slug, asked_through, fetched_at, winters }, odd)
    }

    /// Slug of the resort.
    #[must_use]
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// The winters by themselves.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        self.winters.iter().map(|part| self.row(part, &part.raw)).collect()
    }

    /// What becomes of a winter on record, of which `new` is what the answer says.
    ///
    /// # Errors
    /// A winter on record that does not read; then it begins anew.
    pub fn merged(&self, known: &Row, new: &Row) -> Result<Row, pack::PackError> {
        let Some(part) = self.winters.iter().find(|part| part.wanted.winter.year() == new.winter) else {
            return Ok(new.clone());
        };
        let mut raw = pack::read(part.wanted.winter, &known.days)?;
        raw.merge(&part.raw);
        Ok(self.row(part, &raw))
    }

    /// A winter of which `raw` is all that is known.
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

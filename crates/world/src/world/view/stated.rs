//! Facts that a resort's own staff may replace: published content of the operator first, else the catalogue. The catalogue's
//! links are readable here only.

use chrono::NaiveDate;
use conditions_core::field::Field;
use conditions_core::source::Kind;
use operators::content::ContentField;
use schemars::JsonSchema;
use serde::Serialize;

use super::VisibleResort;
use crate::voices::VoiceBook;

/// An announcement older than this is of a former season, days.
const SAME_SEASON_DAYS: i64 = 183;

/// Where a stated fact comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatedBy {
    /// The resort's own staff.
    Operator,
    /// The catalogue of this service.
    Catalogue,
}

/// A fact as it is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatedFact<'w> {
    /// The address, text or day.
    pub value: &'w str,
    /// Where it comes from.
    pub origin: StatedBy,
    /// When it was written down.
    pub dated: NaiveDate,
}

impl<'w> VisibleResort<'w> {
    /// A fact of the resort as it is public; `None` if neither its staff nor the catalogue has it.
    #[must_use]
    pub fn stated(&self, field: ContentField) -> Option<StatedFact<'w>> {
        self.by_operator(field).or_else(|| self.by_catalogue(field))
    }

    fn by_operator(&self, field: ContentField) -> Option<StatedFact<'w>> {
        let voice = self.view.shelf::<VoiceBook>().of(&self.resort().slug)?;
        let value = voice.content.get(&field)?;
        let dated = voice.edited_at?.local_date(self.profile().zone);
        Some(StatedFact { value, origin: StatedBy::Operator, dated })
    }

    fn by_catalogue(&self, field: ContentField) -> Option<StatedFact<'w>> {
        let of = |value, dated| Some(StatedFact { value, origin: StatedBy::Catalogue, dated });
        match field {
            ContentField::WebsiteUrl => of(self.resort().website.as_deref()?, self.resort().dated),
            ContentField::WebcamPageUrl => {
                let links = self.state.held.links?;
                of(links.webcams.as_deref()?, links.dated)
            }
            // The catalogue has no counterpart of the other fields; its usual season is not an announcement.
            _ => None,
        }
    }
}

/// The season as somebody announced it: at least one of the days is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AnnouncedSeason {
    /// First day; null if only the last one is announced.
    pub opens: Option<NaiveDate>,
    /// Last day.
    pub closes: Option<NaiveDate>,
    /// Who announced it: `operator` for the resort's staff, `scraped` for its site.
    pub source: Kind,
}

impl VisibleResort<'_> {
    /// The running or the next season, if it is announced.
    #[must_use]
    pub fn announced_season(&self) -> Option<AnnouncedSeason> {
        let record = &self.resolution().record;
        let today = self.view.as_of().local_date(self.profile().zone);
        let of = |field| announced(field).filter(|day| (today - *day).num_days() <= SAME_SEASON_DAYS);
        let (opens, closes) = (of(&record.season_opening), of(&record.season_closing));
        let source =
            if opens.is_some() { record.season_opening.source } else { record.season_closing.source };
        (opens.is_some() || closes.is_some()).then_some(AnnouncedSeason { opens, closes, source })
    }
}

/// The day of a record's season field if somebody announced it; `None` for the usual one.
#[must_use]
pub fn announced(field: &Field<NaiveDate>) -> Option<NaiveDate> {
    field.value.filter(|_| matches!(field.source, Kind::Operator | Kind::Scraped | Kind::Station))
}

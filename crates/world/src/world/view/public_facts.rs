//! Facts that a resort's own staff may replace: published content of the operator first, else the catalogue. The
//! catalogue's links are readable here only.

use chrono::NaiveDate;
use conditions_core::field::Field;
use conditions_core::source::Kind;
use operators::content::ContentField;
use schemars::JsonSchema;
use serde::Serialize;

use super::VisibleResort;
use crate::report_data::OwnDataSet;

/// Age after which an announcement belongs to a former season, in days.
const SAME_SEASON_DAYS: i64 = 183;

/// Origin of a stated fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatedBy {
    /// The resort's own staff.
    Operator,
    /// The catalogue of this service.
    Catalogue,
}

/// A public fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatedFact<'w> {
    /// Address, text or day.
    pub value: &'w str,
    /// Origin of the fact.
    pub origin: StatedBy,
    /// Day when it was recorded.
    pub dated: NaiveDate,
}

impl<'w> VisibleResort<'w> {
    /// Returns a public fact of the resort; `None` if neither its staff nor the catalogue has it.
    #[must_use]
    pub fn public_fact(&self, field: ContentField) -> Option<StatedFact<'w>> {
        self.by_operator(field).or_else(|| self.by_catalogue(field))
    }

    fn by_operator(&self, field: ContentField) -> Option<StatedFact<'w>> {
        let voice = self.view.dataset::<OwnDataSet>().get(&self.resort().slug)?;
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

/// An announced season: at least one of the days is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AnnouncedSeason {
    /// First day; null if only the last one is announced.
    pub opens: Option<NaiveDate>,
    /// Last day.
    pub closes: Option<NaiveDate>,
    /// Source of the announcement: `operator` for the resort's staff, `scraped` for its site.
    pub source: Kind,
}

impl VisibleResort<'_> {
    /// Returns the current or next season if it is announced.
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

/// Returns the day of a record's season field if it was announced; `None` for the usual one.
#[must_use]
pub fn announced(field: &Field<NaiveDate>) -> Option<NaiveDate> {
    field.value.filter(|_| matches!(field.source, Kind::Operator | Kind::Scraped | Kind::Station))
}

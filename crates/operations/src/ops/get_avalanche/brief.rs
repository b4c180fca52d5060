//! The present danger in short, for an answer about a resort as a whole: the level or the reason why there is none, the
//! issuer, the end of validity. Without a bulletin the area's warning service is named, if it is known.

use std::borrow::Cow;

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::SourceFamilies;
use world::{VisibleResort, View};

use super::{Danger, Reason, elevations, service, statements};
use crate::text::Text;

/// The official avalanche danger of a resort's warning region now, in short; `get_avalanche` has the details.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvalancheBrief<'w> {
    /// Highest level on the EAWS scale, 1 to 5; null when none is stated, which is not 0 and not 1.
    pub level: Option<u8>,
    /// Name of the level, such as `considerable`.
    pub level_name: Option<&'static str>,
    /// Elevations where it applies, such as `above 2200 m`.
    pub at: Option<String>,
    /// Reason if there is no level.
    pub reason: Option<Reason>,
    /// The reason in words.
    pub reason_text: Option<&'static str>,
    /// Issuer of the area's bulletins.
    pub issuer: Cow<'w, ShownName>,
    /// The issuer's page, to be linked next to the danger.
    pub link: Option<&'w str>,
    /// End of the bulletin's validity.
    pub valid_until: Option<Timestamp>,
}

impl<'w> AvalancheBrief<'w> {
    /// Returns the brief of a resort, and the sources of its data.
    pub(crate) fn for_resort(view: &View<'w>, seen: &VisibleResort<'w>, now: Timestamp) -> Option<(Self, SourceFamilies)> {
        let (stated, carries) = statements(view, seen, now);
        let service = service(view, seen);
        let is_missing = service.is_some_and(|(_, is_missing)| is_missing);
        let bulletin = stated.now.choice.map(|choice| choice.bulletin);
        let (issuer, link) = match (bulletin, service) {
            (Some(bulletin), _) => (Cow::Borrowed(&bulletin.issuer), bulletin.link.as_deref()),
            (None, Some((service, _))) => (Cow::Owned(service.name.into()), Some(service.page)),
            (None, None) => return None,
        };
        let danger = Danger::new(&stated.now, None, &elevations(seen), is_missing);
        let brief = Self {
            level: danger.level,
            level_name: danger.level_name,
            at: danger.at,
            reason: danger.reason,
            reason_text: danger.reason_text,
            issuer,
            link,
            valid_until: bulletin.and_then(|bulletin| bulletin.valid).map(|valid| valid.to),
        };
        Some((brief, carries))
    }

    /// Writes the brief in one line.
    pub(crate) fn write(&self, text: &mut Text) {
        let issuer = self.issuer.quoted();
        match self.level.zip(self.level_name) {
            Some((level, name)) => {
                let at = self.at.as_deref().unwrap_or_default();
                text.item("Avalanche danger", format_args!("{level} of 5 ({name}) {at}, by {issuer}"));
            }
            None => {
                let why = self.reason_text.unwrap_or_default();
                let link = self.link.map(|link| format!(" {link}")).unwrap_or_default();
                text.item("Avalanche danger", format_args!("no level by {issuer}: {why}{link}"));
            }
        }
    }
}

//! Texts of the staff pages, in six languages, and the texts about a resort's own statements for readers.

use conditions_core::freshness::FreshnessTier;
use operators::checks::Code;
use operators::content::ContentField;
use operators::list::LiftStatus;
use operators::optimism::WeekendBias;
use operators::report::Field;
use operators::surface::Surface;

use super::Language;

mod de;
mod en;
mod es;
mod fr;
mod it;
mod ja;
mod problems;

pub(crate) use problems::ProblemWords;

/// The texts of one language.
pub(crate) struct OperatorWords {
    pub(crate) title: &'static str,
    pub(crate) says: &'static str,
    pub(crate) key: &'static str,
    pub(crate) key_says: &'static str,
    pub(crate) sign_in: &'static str,
    pub(crate) sign_out: &'static str,
    pub(crate) wrong_key: &'static str,
    pub(crate) choose: &'static str,
    pub(crate) status: &'static str,
    pub(crate) not_said: &'static str,
    pub(crate) open: &'static str,
    pub(crate) closed_today: &'static str,
    pub(crate) pre_season: &'static str,
    pub(crate) off_season: &'static str,
    pub(crate) new_snow: &'static str,
    pub(crate) new_24h: &'static str,
    pub(crate) new_48h: &'static str,
    pub(crate) not_measured: &'static str,
    pub(crate) depth: &'static str,
    pub(crate) base: &'static str,
    pub(crate) mid: &'static str,
    pub(crate) summit: &'static str,
    pub(crate) lifts: &'static str,
    pub(crate) runs: &'static str,
    pub(crate) opened: &'static str,
    pub(crate) total: &'static str,
    pub(crate) surface: &'static str,
    pub(crate) note: &'static str,
    pub(crate) measured_when: &'static str,
    pub(crate) units: &'static str,
    pub(crate) inches: &'static str,
    pub(crate) last: &'static str,
    pub(crate) same: &'static str,
    pub(crate) review: &'static str,
    pub(crate) review_says: &'static str,
    pub(crate) publish: &'static str,
    pub(crate) field: &'static str,
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
    pub(crate) why: &'static str,
    pub(crate) unchanged: &'static str,
    pub(crate) cannot: &'static str,
    pub(crate) published: &'static str,
    pub(crate) waiting: &'static str,
    pub(crate) expires: &'static str,
    pub(crate) undone: &'static str,
    pub(crate) another: &'static str,
    pub(crate) own_words: &'static str,
    pub(crate) history: &'static str,
    pub(crate) taken_back: &'static str,
    pub(crate) verified: &'static str,
    pub(crate) failed: &'static str,
    pub(crate) lists: ListWords,
    problems: ProblemWords,
    leaning: &'static str,
    content: [&'static str; ContentField::ALL.len()],
    surfaces: [&'static str; 13],
    warnings: [&'static str; Code::ALL.len()],
    tiers: [&'static str; 4],
    rules: [&'static str; RULES.len()],
}

/// Texts about lifts and runs by name.
pub(crate) struct ListWords {
    statuses: [&'static str; 4],
    pub(crate) one_by_one: &'static str,
    pub(crate) names: &'static str,
    pub(crate) names_say: &'static str,
}

/// The rules that may decide a field of a report, as the record's explanation names them.
const RULES: [&str; 18] = [
    "fresh_by_trust",
    "fresh_model",
    "expired_by_trust",
    "expired_model",
    "undated",
    "reference",
    "stated_total",
    "base_preferred",
    "measured_over_model",
    "operator_status",
    "status_lifts_conflict",
    "lifts_open_in_season",
    "lifts_open_on_snow",
    "no_lift_open",
    "before_opening",
    "long_before_opening",
    "after_closing",
    "no_evidence",
];

impl OperatorWords {
    /// Returns the name of a report's field.
    pub(crate) const fn field(&self, field: Field) -> &'static str {
        match field {
            Field::ObservedAt => self.measured_when,
            Field::Status => self.status,
            Field::NewSnow24h => self.new_24h,
            Field::NewSnow48h => self.new_48h,
            Field::DepthBase => self.base,
            Field::DepthMid => self.mid,
            Field::DepthSummit => self.summit,
            Field::LiftsOpen | Field::LiftsTotal | Field::Lifts => self.lifts,
            Field::RunsOpen | Field::RunsTotal | Field::Runs => self.runs,
            Field::Surface => self.surface,
            Field::Note => self.note,
        }
    }

    /// Returns the name of a field with the quantity, for use outside of its group in the form.
    pub(crate) fn measure(&self, field: Field) -> String {
        match field {
            Field::NewSnow24h | Field::NewSnow48h => format!("{} {}", self.new_snow, self.field(field)),
            Field::DepthBase | Field::DepthMid | Field::DepthSummit => {
                format!("{} {}", self.depth, self.field(field))
            }
            Field::LiftsTotal | Field::RunsTotal => format!("{} {}", self.field(field), self.total),
            _ => self.field(field).to_owned(),
        }
    }

    /// Returns the name of a content field.
    pub(crate) fn content(&self, field: ContentField) -> &'static str {
        let named = ContentField::ALL.iter().zip(self.content).find(|(known, _)| **known == field);
        named.map_or("", |(_, name)| name)
    }

    /// Returns the name of a surface.
    pub(crate) fn surface(&self, surface: Surface) -> &'static str {
        let named = Surface::ALL.iter().zip(self.surfaces).find(|(known, _)| **known == surface);
        named.map_or("", |(_, name)| name)
    }

    /// Returns the name of a lift's or run's status.
    pub(crate) fn lift_status(&self, status: LiftStatus) -> &'static str {
        let named = LiftStatus::ALL.iter().zip(self.lists.statuses).find(|(known, _)| **known == status);
        named.map_or("", |(_, name)| name)
    }

    /// Describes how fresh a value is; empty without a tier.
    pub(crate) const fn tier(&self, tier: FreshnessTier) -> &'static str {
        let [live, recent, stale, estimated] = self.tiers;
        match tier {
            FreshnessTier::Live => live,
            FreshnessTier::Recent => recent,
            FreshnessTier::Stale => stale,
            FreshnessTier::Estimated => estimated,
            _ => "",
        }
    }

    /// Describes why a value is current, by the name of the rule; an unknown rule is shown by its name.
    pub(crate) fn rule(&self, rule: &str) -> String {
        let named = RULES.iter().zip(self.rules).find(|(known, _)| **known == rule);
        named.map_or_else(|| rule.replace('_', " "), |(_, words)| words.to_owned())
    }

    /// Describes the weekend bias of a resort.
    pub(crate) fn leaning(&self, leaning: &WeekendBias) -> String {
        let parts = [
            ("{x}", leaning.percent.to_string()),
            ("{low}", leaning.low.to_string()),
            ("{high}", leaning.high.to_string()),
            ("{n}", (leaning.weekend_days + leaning.other_days).to_string()),
        ];
        parts.iter().fold(self.leaning.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// Describes a possible mistake.
    pub(crate) fn warning(&self, code: Code) -> &'static str {
        let named = Code::ALL.iter().zip(self.warnings).find(|(known, _)| **known == code);
        named.map_or("", |(_, name)| name)
    }
}

impl Language {
    /// Returns the texts of the staff pages.
    pub(crate) const fn operator(self) -> &'static OperatorWords {
        match self {
            Self::En => &en::WORDS,
            Self::De => &de::WORDS,
            Self::Fr => &fr::WORDS,
            Self::It => &it::WORDS,
            Self::Es => &es::WORDS,
            Self::Ja => &ja::WORDS,
        }
    }
}

#[cfg(test)]
mod tests;

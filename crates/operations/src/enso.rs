//! How the present El Niño state, tiers and effects appear in answers.

use climate::enso::{self, Effect, Phase, Signal, Tier, UnknownReason};
use conditions_core::time::Timestamp;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{count_text, hundredths, reported, tenths, word};
use world::enso::EnsoData;

/// A state of the tropical Pacific.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// El Niño: the index half a degree or more above normal.
    ElNino,
    /// The index is within half a degree of normal.
    Neutral,
    /// La Niña: the index half a degree or more below normal.
    LaNina,
}

impl From<Phase> for PhaseName {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::ElNino => Self::ElNino,
            Phase::Neutral => Self::Neutral,
            Phase::LaNina => Self::LaNina,
        }
    }
}

impl PhaseName {
    /// Returns the name for people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::ElNino => "El Niño",
            Self::Neutral => "neutral",
            Self::LaNina => "La Niña",
        }
    }
}

/// Whether a number can be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EnsoEvidence")]
pub enum Evidence {
    /// The interval excludes zero, rests on enough winters, and is significant among all resorts.
    Clear,
    /// The interval contains zero, there are too few winters, or with this number of resorts chance produces an effect
    /// of this size somewhere.
    LowEvidence,
}

impl Evidence {
    const fn new(low: bool) -> Self {
        if low { Self::LowEvidence } else { Self::Clear }
    }
}

/// The present state of the tropical Pacific: the newest season of the index. Not a forecast.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnsoState {
    /// Index used: RONI, the official one, or ONI if RONI is missing.
    pub index: String,
    /// Newest season of the index: three months by their initials, and the year of the central one.
    pub season: String,
    /// Departure of the sea temperature from normal in that season, °C.
    pub anomaly_c: Hundredths,
    /// Phase of that single season.
    pub phase: PhaseName,
    /// First season of the current warm or cold run; null when neutral.
    pub since: Option<String>,
    /// Seasons of that run; 0 when neutral.
    pub seasons: usize,
    /// Whether the run is long enough to be an event.
    pub is_event: bool,
    /// When these values were first fetched.
    pub fetched_at: Timestamp,
}

impl EnsoState {
    /// Returns the state at `now`.
    ///
    /// # Errors
    /// Returns the reason in words if there is no state.
    pub fn new(book: &EnsoData, now: Timestamp) -> Result<Self, String> {
        let none = || "no index of El Niño is on record".to_owned();
        let index = book.deciding().ok_or_else(none)?;
        let state =
            book.state(now.utc().date_naive()).ok_or_else(none)?.map_err(|unknown| match unknown {
                UnknownReason::Empty => none(),
                UnknownReason::Stale(season) => {
                    format!("the newest season on record, {season}, is too old for the present")
                }
            })?;
        Ok(Self {
            index: index.name.clone(),
            season: state.season.to_string(),
            anomaly_c: Hundredths::from_units(state.anomaly),
            phase: state.phase.into(),
            since: state.run.map(|run| run.first.to_string()),
            seasons: state.run.map_or(0, |run| run.seasons()),
            is_event: state.is_event,
            fetched_at: index.fetched_at,
        })
    }

    /// Describes the state in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let run = match (&self.since, self.is_event) {
            (None, _) => String::new(),
            (Some(since), true) => format!(", an event since {since}"),
            (Some(since), false) => format!(", since {since}, not yet long enough for an event"),
        };
        format!(
            "{} is at {} in {}: {}{run}",
            self.index,
            hundredths(Some(self.anomaly_c), "°C"),
            self.season,
            self.phase.words()
        )
    }
}

/// Effect of El Niño on a resort.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierRow {
    /// A, B, C, D or E.
    pub letter: char,
    /// prime, favored, ENSO-proof, late bloomer or timing play.
    pub label: &'static str,
    /// Always `clear`: a tier is given only if the evidence supports it.
    pub evidence: Evidence,
    /// Condition for a resort to be in the tier.
    pub rule: &'static str,
}

impl From<Tier> for TierRow {
    fn from(tier: Tier) -> Self {
        let rule = match tier {
            Tier::Prime => "El Niño seasons bring much more snow than neutral ones",
            Tier::Favored => "El Niño seasons bring more snow than neutral ones",
            Tier::EnsoProof => "El Niño seasons bring about as much snow as neutral ones",
            Tier::LateBloomer => "El Niño seasons bring no more snow as a whole, but more in their late half",
            Tier::TimingPlay => {
                "El Niño seasons bring less snow than neutral ones: watch the forecast for single storms"
            }
        };
        Self { letter: tier.letter(), label: tier.label(), evidence: Evidence::Clear, rule }
    }
}

/// Winters that are compared with neutral ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupName {
    /// Every El Niño winter.
    ElNino,
    /// The strong El Niño winters.
    StrongElNino,
    /// Every La Niña winter.
    LaNina,
    /// The strong La Niña winters.
    StrongLaNina,
}

/// Snowfall of a group of winters compared with neutral ones.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EffectRow {
    /// The group of winters.
    pub group: GroupName,
    /// Number of winters in the group.
    pub winters: usize,
    /// Number of neutral winters.
    pub neutral_winters: usize,
    /// Mean of the group, centimetres.
    pub mean_cm: Option<Tenths>,
    /// Mean of the neutral winters, centimetres.
    pub neutral_mean_cm: Option<Tenths>,
    /// Difference of the two means in percent of the mean of all winters; null if not known.
    pub change_pct: Option<Tenths>,
    /// Lower end of the 95 % interval of the difference, percent; null if either side has fewer than two winters.
    pub low_pct: Option<Tenths>,
    /// Upper end of that interval, percent.
    pub high_pct: Option<Tenths>,
    /// Whether the difference is reliable.
    pub evidence: Evidence,
}

impl From<&Effect> for EffectRow {
    fn from(effect: &Effect) -> Self {
        let tenths = |value: Option<f64>| value.and_then(Tenths::new);
        Self {
            group: match effect.group {
                enso::Group::ElNino => GroupName::ElNino,
                enso::Group::StrongElNino => GroupName::StrongElNino,
                enso::Group::LaNina => GroupName::LaNina,
                enso::Group::StrongLaNina => GroupName::StrongLaNina,
            },
            winters: effect.winters,
            neutral_winters: effect.neutral_winters,
            mean_cm: tenths(effect.mean_cm),
            neutral_mean_cm: tenths(effect.neutral_mean_cm),
            change_pct: tenths(effect.pct),
            low_pct: tenths(effect.interval_pct.map(|(low, _)| low)),
            high_pct: tenths(effect.interval_pct.map(|(_, high)| high)),
            evidence: Evidence::new(effect.low_evidence),
        }
    }
}

impl EffectRow {
    /// `+12.5 % (-3 to 28 %, 9 winters against 11 neutral ones, low_evidence)`.
    #[must_use]
    pub fn words(&self) -> String {
        let interval = match (self.low_pct, self.high_pct) {
            (Some(low), Some(high)) => format!("95 % interval {} to {} %, ", low.get(), high.get()),
            _ => "no interval, ".to_owned(),
        };
        let sign = if self.change_pct.is_some_and(|pct| pct > Tenths::ZERO) { "+" } else { "" };
        format!(
            "{sign}{} ({interval}{} against {}, {})",
            tenths(self.change_pct, "%"),
            count_text(self.winters, "winter"),
            count_text(self.neutral_winters, "neutral one"),
            word(&self.evidence)
        )
    }
}

/// Returns the rows of a signal's effects.
pub(crate) fn effects(signal: &Signal) -> Vec<EffectRow> {
    signal.effects.iter().map(EffectRow::from).collect()
}

/// Formats a number of a row, with its unit.
pub(crate) fn percent(value: Option<Tenths>) -> impl std::fmt::Display {
    reported(value.map(Tenths::get), "%")
}

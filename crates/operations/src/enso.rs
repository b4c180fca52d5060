//! How the present state, tiers and effects stand in answers.

use climate::enso::{self, Effect, Phase, Signal, Tier, UnknownReason};
use conditions_core::time::Timestamp;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{counted, hundredths, reported, tenths, word};
use world::enso::EnsoBook;

/// A state of the tropical Pacific.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// El Niño: the index half a degree or more above normal.
    ElNino,
    /// The index within half a degree of normal.
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
    /// As people say it.
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
    /// The interval keeps to one side of zero, rests on enough winters, and stands out among all resorts.
    Clear,
    /// The interval spans zero, there are too few winters, or chance makes as much somewhere among so many resorts.
    LowEvidence,
}

impl Evidence {
    const fn new(low: bool) -> Self {
        if low { Self::LowEvidence } else { Self::Clear }
    }
}

/// The present state of the tropical Pacific: the newest season of the index, no forecast.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnsoState {
    /// The index that decides: RONI, the official one, or ONI where it is missing.
    pub index: String,
    /// Its newest season: three months by their initials, year of the central one.
    pub season: String,
    /// Departure of the sea temperature from normal in that season, °C.
    pub anomaly_c: Hundredths,
    /// The phase of that season by itself.
    pub phase: PhaseName,
    /// First season of the warm or cold run that goes on; null when neutral.
    pub since: Option<String>,
    /// Seasons of that run; 0 when neutral.
    pub seasons: usize,
    /// Whether the run is long enough to be an event.
    pub is_event: bool,
    /// When these values were first fetched.
    pub fetched_at: Timestamp,
}

impl EnsoState {
    /// The state at `now`.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn new(book: &EnsoBook, now: Timestamp) -> Result<Self, String> {
        let none = || "no index of El Niño is on record".to_owned();
        let index = book.deciding().ok_or_else(none)?;
        let state =
            book.state(now.utc().date_naive()).ok_or_else(none)?.map_err(|unknown| match unknown {
                UnknownReason::Empty => none(),
                UnknownReason::Stale(season) => {
                    format!("the newest season on record, {season}, is too old to speak of the present")
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

    /// In a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let run = match (&self.since, self.is_event) {
            (None, _) => String::new(),
            (Some(since), true) => format!(", an event since {since}"),
            (Some(since), false) => format!(", since {since} and not long enough yet for an event"),
        };
        format!(
            "{} stands at {} in {}: {}{run}",
            self.index,
            hundredths(Some(self.anomaly_c), "°C"),
            self.season,
            self.phase.words()
        )
    }
}

/// What El Niño means for a resort.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierRow {
    /// A, B, C, D or E.
    pub letter: char,
    /// prime, favored, ENSO-proof, late bloomer or timing play.
    pub label: &'static str,
    /// Always `clear`: a tier is given only where the evidence carries it.
    pub evidence: Evidence,
    /// When a resort is in it.
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

/// Which winters are held against neutral ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupName {
    /// Every El Niño winter.
    ElNino,
    /// The strong ones of them.
    StrongElNino,
    /// Every La Niña winter.
    LaNina,
    /// The strong ones of them.
    StrongLaNina,
}

/// What a group of winters brought against neutral ones.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EffectRow {
    /// Which winters.
    pub group: GroupName,
    /// How many of them.
    pub winters: usize,
    /// How many neutral ones.
    pub neutral_winters: usize,
    /// Their mean, centimetres.
    pub mean_cm: Option<Tenths>,
    /// Mean of the neutral winters, centimetres.
    pub neutral_mean_cm: Option<Tenths>,
    /// Difference of the two in percent of the mean of all winters; null when not known.
    pub change_pct: Option<Tenths>,
    /// Lower end of its 95 % interval, percent; null with fewer than two winters on a side.
    pub low_pct: Option<Tenths>,
    /// Upper end, percent.
    pub high_pct: Option<Tenths>,
    /// Whether the difference can be relied on.
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
            counted(self.winters, "winter"),
            counted(self.neutral_winters, "neutral one"),
            word(&self.evidence)
        )
    }
}

/// The rows of a signal's effects.
pub(crate) fn effects(signal: &Signal) -> Vec<EffectRow> {
    signal.effects.iter().map(EffectRow::from).collect()
}

/// A number of a row in words, with its unit.
pub(crate) fn percent(value: Option<Tenths>) -> impl std::fmt::Display {
    reported(value.map(Tenths::get), "%")
}

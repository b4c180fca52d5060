//! The operating status: derived on every resolution, and `OPEN` only on evidence.
//!
//! Implements the specification's `status` and `contract-decisions` 5. Being in season is not evidence of being open.
//! Only the resort states its status; a status from another source is ignored.

use chrono::NaiveDate;

use crate::case::Case;
use crate::choose::{Rank, Selection, best};
use crate::confidence;
use crate::depth::{BASE_FIRST, Depths};
use crate::evidence::Claim;
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::FieldClass;
use crate::record::{Flag, OperatingStatus};
use crate::season::{Season, SeasonPosition};
use crate::source::Kind;
use crate::terrain::{self, OpenLifts};
use crate::time::Timestamp;
use crate::topics::Topic;
use crate::trace::Trace;
use crate::units::Confidence;

/// A status with the rule and the evidence that gave it.
struct StatusDecision {
    status: OperatingStatus,
    rule: &'static str,
    source: Kind,
    observed_at: Option<Timestamp>,
    confidence: Confidence,
}

impl StatusDecision {
    /// Makes a derived status with the lowest confidence of its inputs.
    fn derived(
        status: OperatingStatus,
        rule: &'static str,
        observed_at: Option<Timestamp>,
        inputs: impl IntoIterator<Item = Confidence>,
    ) -> Self {
        Self { status, rule, source: Kind::Derived, observed_at, confidence: confidence::derived(inputs) }
    }
}

/// Resolves the status: the first rule that applies decides.
pub(crate) fn resolve<T: Trace>(
    case: Case<'_>,
    today: NaiveDate,
    season: &Season,
    lifts: Option<OpenLifts>,
    depths: &Depths<'_>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Field<OperatingStatus> {
    let verdict = stated_status(case, flags, trace)
        .or_else(|| turning(case, today, season, lifts, depths, flags))
        .or_else(|| standing_still(today, season, lifts))
        .or_else(|| out_of_season(case, today, season))
        .unwrap_or_else(|| StatusDecision::derived(OperatingStatus::Unknown, "no_evidence", None, None));
    trace.chose("status", verdict.rule, verdict.source);
    Field::known(verdict.status, verdict.source, verdict.observed_at, verdict.confidence)
}

/// Applies rule 1: the resort's stated status, unless a newer lift count contradicts it.
fn stated_status<T: Trace>(case: Case<'_>, flags: &mut FlagSet, trace: &mut T) -> Option<StatusDecision> {
    let question = case.question(FieldClass::Status, "status.operator", |_, _| None);
    let claims = case
        .claims(Topic::Status, |claim| if let Claim::Status(status) = claim { Some(*status) } else { None });
    let stated = best(&question, claims, flags, trace).filter(|chosen| chosen.step == Rank::Fresh)?;
    let status = stated.candidate.value;
    let newer = stated.candidate.observed_at.and_then(|at| terrain::lifts_counted_after(case, at));
    Some(match newer.filter(|lifts| contradict(status, lifts.open)) {
        Some(lifts) => {
            flags.raise(&Flag::StatusLiftsConflict);
            contradicted(&stated, lifts)
        }
        None => StatusDecision {
            status,
            rule: "operator_status",
            source: Kind::Operator,
            observed_at: stated.candidate.observed_at,
            confidence: stated.confidence,
        },
    })
}

const fn contradict(status: OperatingStatus, open: u32) -> bool {
    match status {
        OperatingStatus::Open => open == 0,
        OperatingStatus::ClosedToday | OperatingStatus::PreSeason | OperatingStatus::OffSeason => open > 0,
        OperatingStatus::Unknown => false,
    }
}

fn contradicted(stated: &Selection<'_, OperatingStatus>, lifts: OpenLifts) -> StatusDecision {
    let status = if lifts.open == 0 { OperatingStatus::ClosedToday } else { OperatingStatus::Unknown };
    let inputs = [stated.confidence, lifts.confidence];
    StatusDecision::derived(status, "status_lifts_conflict", lifts.observed_at, inputs)
}

/// Applies rule 2: lifts are running, in or near the season, or on snow if the season is unknown.
fn turning(
    case: Case<'_>,
    today: NaiveDate,
    season: &Season,
    lifts: Option<OpenLifts>,
    depths: &Depths<'_>,
    flags: &mut FlagSet,
) -> Option<StatusDecision> {
    let lifts = lifts.filter(|lifts| lifts.open > 0)?;
    let open = |rule, inputs: [Option<Confidence>; 3]| {
        let inputs = inputs.into_iter().flatten();
        StatusDecision::derived(OperatingStatus::Open, rule, lifts.observed_at, inputs)
    };
    match season.widened_contains(today, case.policy.season_slack_days) {
        Some(true) => {
            let [opening, closing] = inputs_of(season);
            Some(open("lifts_open_in_season", [Some(lifts.confidence), opening, closing]))
        }
        Some(false) => {
            flags.raise(&Flag::LiftsOpenOffSeason);
            None
        }
        None => {
            let snow = BASE_FIRST.into_iter().filter_map(|band| depths.reading(band)).find(|reading| {
                reading.chosen.step.is_fresh() && reading.cm.get() >= case.policy.open_min_depth_cm
            })?;
            let inputs = [Some(lifts.confidence), Some(snow.chosen.confidence), None];
            Some(open("lifts_open_on_snow", inputs))
        }
    }
}

/// Applies rule 3: no lift is running on a day of the season.
fn standing_still(today: NaiveDate, season: &Season, lifts: Option<OpenLifts>) -> Option<StatusDecision> {
    let lifts = lifts.filter(|lifts| lifts.open == 0 && season.position(today) == SeasonPosition::Within)?;
    let [opening, closing] = inputs_of(season);
    let inputs = [Some(lifts.confidence), opening, closing].into_iter().flatten();
    Some(StatusDecision::derived(OperatingStatus::ClosedToday, "no_lift_open", lifts.observed_at, inputs))
}

/// Applies rules 4 and 5: before the opening, after the closing.
fn out_of_season(case: Case<'_>, today: NaiveDate, season: &Season) -> Option<StatusDecision> {
    let (status, rule, date) = match season.position(today) {
        SeasonPosition::Before(days) if days <= case.policy.pre_season_days => {
            (OperatingStatus::PreSeason, "before_opening", &season.opening)
        }
        SeasonPosition::Before(_) => (OperatingStatus::OffSeason, "long_before_opening", &season.opening),
        SeasonPosition::After => (OperatingStatus::OffSeason, "after_closing", &season.closing),
        SeasonPosition::Within | SeasonPosition::Unknown => return None,
    };
    Some(StatusDecision::derived(status, rule, date.observed_at, [date.confidence]))
}

fn inputs_of(season: &Season) -> [Option<Confidence>; 2] {
    [&season.opening, &season.closing].map(|date| date.value.map(|_| date.confidence))
}

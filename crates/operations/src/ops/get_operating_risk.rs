//! `get_operating_risk`: what may disrupt a ski day in the next hours, with the hours and thresholds.

use conditions_core::hazards::{self, Hazard, HazardKind, NoRisk, OperatingRisk, RiskLevel, Side};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::local::{LocalTime, whole_metres};
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::text::{NOT_REPORTED, Text, count_text, reported, tenths, word};
use world::{VisibleResort, View};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Hours, default 48.
    ///
    /// A level is the highest of all of these hours, so `windows` says when it applies.
    #[schemars(range(min = 1, max = 96))]
    pub hours: Option<u8>,
}

/// Operating risk of one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Risk<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// IANA time zone of the local times.
    pub timezone: &'static str,
    /// Whether there are hours to evaluate.
    pub available: bool,
    /// Reason if there are none.
    pub reason: Option<&'static str>,
    /// When the weather models were fetched.
    pub captured_at: Option<Timestamp>,
    /// Start of the evaluated hours.
    pub from: Option<Timestamp>,
    /// End of the evaluated hours.
    pub to: Option<Timestamp>,
    /// Wind hold, visibility, wind chill, heavy snow; empty if not available.
    pub hazards: Vec<HazardRow>,
}

/// One hazard.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HazardRow {
    /// The hazard.
    pub kind: HazardKind,
    /// Highest level of the hours; null if hours are missing and the known ones reach no level.
    pub level: Option<RiskLevel>,
    /// Test that gave the level.
    pub rule: Option<&'static str>,
    /// Whether every hour is known; if not, the level is a lower bound.
    pub complete: bool,
    /// Elevation of the hazard, metres above sea level.
    pub elevation_m: Option<i32>,
    /// Hours above `none`.
    pub windows: Vec<RiskWindow>,
    /// Tests with thresholds and worst values.
    pub tests: Vec<TestRow>,
}

/// Consecutive hours at one level.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RiskWindow {
    /// Level of every hour of the window.
    pub level: RiskLevel,
    /// Begin, UTC.
    pub from: Timestamp,
    /// End, UTC.
    pub to: Timestamp,
    /// Begin, local time.
    pub local_from: LocalTime,
    /// End, local time.
    pub local_to: LocalTime,
}

/// One test of a hazard.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestRow {
    /// Name of the test, such as `gust`.
    pub name: &'static str,
    /// Unit of worst value and thresholds.
    pub unit: &'static str,
    /// Dangerous side of the thresholds.
    pub side: Side,
    /// Threshold of low.
    pub low: f64,
    /// Threshold of moderate.
    pub moderate: f64,
    /// Threshold of high.
    pub high: f64,
    /// Level; null when not known.
    pub level: Option<RiskLevel>,
    /// Worst value.
    pub worst: Option<Tenths>,
    /// End of the hour of the worst value.
    pub worst_at: Option<Timestamp>,
    /// Known hours among those evaluated.
    pub hours_known: usize,
    /// Fewest models for any hour.
    pub models: u8,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_operating_risk",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/operating-risk",
        title: "Operating risk of the next hours",
        description: "Risk that wind, poor visibility, wind chill or heavy snow disrupts a resort in the \
            next hours, by weather models. Excludes lift status (use get_conditions) and avalanche \
            danger. A null level: hours are missing, never calm; `none`: every hour known and below the \
            thresholds.",
    };
    type Args = Args;
    type Data<'w> = Risk<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Risk<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let forecast = seen.evidence().forecast.as_ref();
        let hours = args.hours.unwrap_or(view.policy().hazards.window_hours);
        let risk = hazards::operating_risk_over(now, view.policy(), hours, seen.profile(), forecast);
        let carries = SourceFamilies::CATALOGUE.and_if(SourceFamilies::FORECAST, risk.is_ok());
        Ok(Reply::one(answer(&seen, risk), carries))
    }

    fn text(data: &Risk<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Operating risk at {} ({})", data.name, data.slug));
        if let Some(reason) = data.reason {
            text.item("Not available", reason);
            return text.done();
        }
        text.line(format_args!(
            "Hours from {} to {}, weather models fetched {}",
            reported(data.from, ""),
            reported(data.to, ""),
            reported(data.captured_at, "")
        ));
        for hazard in &data.hazards {
            hazard_text(&mut text, hazard);
        }
        text.done()
    }
}

fn answer<'w>(seen: &VisibleResort<'w>, risk: Result<OperatingRisk, NoRisk>) -> Risk<'w> {
    let resort = seen.resort();
    let (risk, reason) = match risk {
        Ok(risk) => (Some(risk), None),
        Err(none) => (None, Some(words(none))),
    };
    let row = |hazard: &Hazard| HazardRow::new(hazard, seen);
    Risk {
        slug: &resort.slug,
        name: &resort.name,
        timezone: resort.timezone.name(),
        available: risk.is_some(),
        reason,
        captured_at: risk.as_ref().map(|risk| risk.captured_at),
        from: risk.as_ref().map(|risk| risk.from),
        to: risk.as_ref().map(|risk| risk.to),
        hazards: risk.iter().flat_map(|risk| &risk.hazards).map(row).collect(),
    }
}

const fn words(none: NoRisk) -> &'static str {
    match none {
        NoRisk::NoForecast => "no weather model has data for this resort",
        NoRisk::TooOld => "the newest weather models are too old for the next hours",
        NoRisk::NoHours => "the newest weather models were stored without their hours",
    }
}

impl HazardRow {
    fn new(hazard: &Hazard, seen: &VisibleResort<'_>) -> Self {
        let zone = seen.profile().zone;
        let windows = hazard.windows.iter().map(|window| RiskWindow {
            level: window.level,
            from: window.from,
            to: window.to,
            local_from: LocalTime::new(window.from, &zone),
            local_to: LocalTime::new(window.to, &zone),
        });
        let tests = hazard.tests.iter().map(|test| TestRow {
            name: test.name,
            unit: test.unit,
            side: test.side,
            low: test.steps.low,
            moderate: test.steps.moderate,
            high: test.steps.high,
            level: test.level,
            worst: test.worst.and_then(|(value, _)| Tenths::new(value)),
            worst_at: test.worst.map(|(_, at)| at),
            hours_known: test.hours_known,
            models: test.models,
        });
        Self {
            kind: hazard.kind,
            level: hazard.level,
            rule: hazard.rule,
            complete: hazard.complete,
            elevation_m: hazard.elevation_m.and_then(whole_metres),
            windows: windows.collect(),
            tests: tests.collect(),
        }
    }
}

fn hazard_text(text: &mut Text, hazard: &HazardRow) {
    let name = match hazard.kind {
        HazardKind::WindHold => "Wind hold",
        HazardKind::Visibility => "Visibility",
        HazardKind::WindChill => "Wind chill",
        HazardKind::HeavySnow => "Heavy snow",
    };
    let level = hazard.level.map_or_else(|| NOT_REPORTED.to_owned(), |level| word(&level));
    let bound = if hazard.complete { "" } else { ", hours are missing" };
    text.item(name, format_args!("{level}{bound}, at {}", reported(hazard.elevation_m, "m")));
    for test in &hazard.tests {
        let worst = match test.worst_at {
            Some(at) => format!("worst {} at {at}", tenths(test.worst, test.unit)),
            None => "nothing to evaluate".to_owned(),
        };
        text.line(format_args!(
            "- {}: {worst}; low, moderate, high at or {} {}, {}, {} {}; {} known",
            test.name,
            word(&test.side),
            test.low,
            test.moderate,
            test.high,
            test.unit,
            count_text(test.hours_known, "hour")
        ));
    }
    for window in &hazard.windows {
        text.line(format_args!("- {} from {} to {}", word(&window.level), window.local_from, window.local_to));
    }
}

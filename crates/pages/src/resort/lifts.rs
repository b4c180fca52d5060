//! Open lifts, and what may stop lifts or spoil a day until the day after tomorrow: wind, visibility, wind chill and
//! heavy snow.

use conditions_core::hazards::{HazardKind, RiskLevel};
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::ops::get_operating_risk::{HazardRow, Risk};

use super::{ResortContext, now, top};
use crate::mark::Mark;
use crate::symbols::Symbol;

/// Renders the section.
pub(super) fn section(here: &ResortContext<'_, '_>, risk: &Risk<'_>) -> Markup {
    let (words, lifts) = (here.words(), &here.detail.conditions.lifts);
    html! {
        section.card id="lifts" aria-labelledby="lifts-h" {
            h2 id="lifts-h" { (words.morning.lifts) }
            ul.list {
                li {
                    (Symbol::Lift.icon())
                    span { (words.morning.lifts_open) }
                    @match now::open_count(here, lifts.value) {
                        Some(count) => { span.lvl { b { (count) } @if let Some(mark) = Mark::of_source(lifts.source) { (mark.markup(words)) } } }
                        None => { span.none { (words.not_reported) } }
                    }
                }
                @for hazard in risk.hazards.iter().filter(|hazard| !is_calm(hazard)) { (line(here, hazard)) }
                (calm(here, risk))
            }
            p.soft.foot {
                @match risk.to {
                    Some(to) => ((words.morning.risk_until)(&here.show.clock(to, &here.seen.resort().timezone))),
                    None => (words.morning.no_risk_data),
                }
            }
        }
    }
}

/// Returns whether a hazard is known to be no risk. Wind keeps its own line, because its gusts matter in any case.
fn is_calm(hazard: &HazardRow) -> bool {
    hazard.kind != HazardKind::WindHold && hazard.level == Some(RiskLevel::None)
}

/// Renders the hazards without a risk in one line.
fn calm(here: &ResortContext<'_, '_>, risk: &Risk<'_>) -> Markup {
    let calm: Vec<(Symbol, &str)> = risk
        .hazards
        .iter()
        .filter(|hazard| is_calm(hazard))
        .map(|hazard| symbol_and_name(here, hazard.kind))
        .collect();
    let names: Vec<&str> = calm.iter().map(|(_, name)| *name).collect();
    html! {
        @if let Some((symbol, _)) = calm.first() {
            li {
                (symbol.icon())
                span { (names.join(here.words().comma)) }
                span.lvl { (meter(Some(RiskLevel::None))) (level(here, Some(RiskLevel::None))) }
            }
        }
    }
}

/// Returns symbol and name of a hazard.
fn symbol_and_name(here: &ResortContext<'_, '_>, kind: HazardKind) -> (Symbol, &'static str) {
    let [wind, visibility, chill, snow] = here.words().morning.hazards;
    match kind {
        HazardKind::WindHold => (Symbol::Gust2, wind),
        HazardKind::Visibility => (Symbol::Eye, visibility),
        HazardKind::WindChill => (Symbol::Chill, chill),
        HazardKind::HeavySnow => (Symbol::Flake, snow),
    }
}

fn line(here: &ResortContext<'_, '_>, hazard: &HazardRow) -> Markup {
    let (symbol, name) = symbol_and_name(here, hazard.kind);
    let is_grave = matches!(hazard.level, Some(RiskLevel::Moderate | RiskLevel::High));
    html! {
        li.hazard {
            (symbol.icon())
            span { (name) }
            span class=(if is_grave { "lvl warn" } else { "lvl" }) { (meter(hazard.level)) (level(here, hazard.level)) }
            @if let Some(text) = detail(here, hazard) { small { (text) } }
        }
    }
}

/// Describes the worst value of a hazard, or its first hours.
fn detail(here: &ResortContext<'_, '_>, hazard: &HazardRow) -> Option<String> {
    let words = here.words();
    let worst = hazard.tests.iter().find_map(|test| test.worst.map(|worst| (test.name, worst)));
    let value = match (hazard.kind, worst) {
        (HazardKind::WindHold, Some((_, mps))) => Some((words.morning.gusts_to)(&here.show.gust(mps.get()))),
        (HazardKind::WindChill, Some((_, celsius))) => Some(chill(here, celsius, hazard.elevation_m)),
        _ => None,
    };
    let hours = hazard.windows.first().map(|window| {
        let day = window.from.utc().with_timezone(&here.seen.resort().timezone).date_naive();
        format!("{} {}–{}", (words.day)(day), top::clock(here, window.from), top::clock(here, window.to))
    });
    let parts: Vec<String> = [value, hours].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(words.comma))
}

fn chill(here: &ResortContext<'_, '_>, celsius: Tenths, elevation_m: Option<i32>) -> String {
    let degrees = here.show.degrees(celsius);
    match elevation_m {
        Some(metres) => (here.words().morning.at_elevation)(&degrees, &here.show.metres(metres.into())),
        None => degrees,
    }
}

fn level(here: &ResortContext<'_, '_>, level: Option<RiskLevel>) -> &'static str {
    let [none, low, moderate, high] = here.words().morning.risks;
    match level {
        None => here.words().morning.risk_unknown,
        Some(RiskLevel::None) => none,
        Some(RiskLevel::Low) => low,
        Some(RiskLevel::Moderate) => moderate,
        Some(RiskLevel::High) => high,
    }
}

/// Draws a level as up to three strokes; nothing for an unknown one.
fn meter(level: Option<RiskLevel>) -> Markup {
    let strokes = match level {
        None => return html! {},
        Some(RiskLevel::None) => 0,
        Some(RiskLevel::Low) => 1,
        Some(RiskLevel::Moderate) => 2,
        Some(RiskLevel::High) => 3,
    };
    html! {
        svg.meter viewBox="0 0 36 12" aria-hidden="true" focusable="false" {
            @for (at, (x, y, height)) in [("0.75", "8", "3.2"), ("12.75", "4.8", "6.4"), ("24.75", "1.6", "9.6")].into_iter().enumerate() {
                rect x=(x) y=(y) width="9" height=(height) rx="1.5" class=(if at < strokes { "on" } else { "off" }) {}
            }
        }
    }
}

//! Formats the report as a table for a terminal.

use std::fmt::Write as _;

use crate::learn::BandWeights;
use crate::policy::BANDS;
use crate::report::{BLEND, CLIMATOLOGY, PERSISTENCE, Report, Row};

/// Formats the table of one lead or of the bands, over the longest window, for all resorts or those of a region.
#[must_use]
pub fn table(report: &Report, region: Option<&str>, lead: Option<u8>) -> String {
    let mut out = String::new();
    let Some((first, last)) = report.days else {
        let _ = writeln!(
            out,
            "nothing to grade yet: {} forecasts are archived, but no station measured a day that they cover",
            report.issues
        );
        return out;
    };
    let _ = writeln!(
        out,
        "Forecasts of {first} to {last} graded on every measured day, dry ones included: {} forecasts, {} resorts with \
         a station, {} pairs.\nNew snow at mid mountain in cm; truth is what a station measured, never a model. Intervals: \
         95 %, by resampling runs of days.",
        report.issues, report.resorts, report.pairs
    );
    let leads = lead.map_or_else(|| BANDS.to_vec(), |lead| vec![(lead, lead)]);
    for (from, to) in leads {
        block(&mut out, report, region, from, to);
    }
    if region.is_none() && lead.is_none() {
        report.weights.iter().for_each(|band| weights(&mut out, band));
    }
    out
}

fn block(out: &mut String, report: &Report, region: Option<&str>, from: u8, to: u8) {
    let here = |row: &&Row| {
        row.resort.is_none() && row.region.as_deref() == region && (row.lead_from, row.lead_to) == (from, to)
    };
    let window = report.rows.iter().filter(here).map(|row| row.window_days).max();
    let mut rows: Vec<&Row> =
        report.rows.iter().filter(here).filter(|row| Some(row.window_days) == window).collect();
    rows.sort_by(|a, b| {
        let key = |row: &Row| (kind(&row.forecaster), row.measures.mae_cm.unwrap_or(f64::INFINITY));
        let ((kind_a, mae_a), (kind_b, mae_b)) = (key(a), key(b));
        kind_a.cmp(&kind_b).then(mae_a.total_cmp(&mae_b)).then_with(|| a.forecaster.cmp(&b.forecaster))
    });
    let span = if from == to { format!("lead {from}") } else { format!("leads {from}-{to}") };
    let place = region.map(|region| format!(", {region}")).unwrap_or_default();
    if rows.is_empty() {
        let _ = writeln!(out, "\n{span}{place}: no pairs");
        return;
    }
    let _ = writeln!(
        out,
        "\n{span}{place}\n{:<22}{:>6} {:>15} {:>7} {:>6} {:>7} {:>8} {:>8} {:>7} {:>6}",
        "", "MAE", "interval", "bias", "hit", "false", "sk.clim", "sk.pers", "pairs", "days"
    );
    for row in rows {
        let measures = &row.measures;
        let spread =
            row.intervals.mae_cm.map_or_else(|| "-".to_owned(), |[low, high]| format!("{low:.2}..{high:.2}"));
        let _ = writeln!(
            out,
            "{:<22}{:>6} {spread:>15} {:>7} {:>6} {:>7} {:>8} {:>8} {:>7} {:>6}",
            row.forecaster,
            number(measures.mae_cm),
            number(measures.bias_cm),
            number(measures.hit_rate),
            number(measures.false_alarm_ratio),
            number(measures.skill_climatology),
            number(measures.skill_persistence),
            row.pairs,
            row.days,
        );
    }
}

/// Sort key: the blend first, then the models, then the baselines that they should beat.
fn kind(forecaster: &str) -> u8 {
    match forecaster {
        BLEND => 0,
        CLIMATOLOGY | PERSISTENCE => 2,
        _ => 1,
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

fn weights(out: &mut String, band: &BandWeights) {
    let BandWeights { from, to, reason, learnt, .. } = band;
    let state = if *learnt { "learnt" } else { "default" };
    let _ = writeln!(out, "\nweights for leads {from}-{to}: {state} ({reason})");
    let named: Vec<String> =
        band.weights.iter().map(|(name, weight)| format!("{name} {weight:.2}")).collect();
    let _ = writeln!(out, "  {}", named.join(", "));
    if let Some(until) = band.trained_until {
        let _ = writeln!(
            out,
            "  learnt from {} days up to {until}, tried on {} later ones",
            band.training_days, band.held_out_days
        );
    }
    let spread = |interval: Option<[f64; 2]>| {
        interval.map_or_else(String::new, |[low, high]| format!(" ({low:.2}..{high:.2})"))
    };
    for one in &band.compared {
        let _ = writeln!(
            out,
            "  held out: {:<22} MAE {:.3}{}, {} pairs",
            one.name,
            one.mae_cm,
            spread(one.interval),
            one.pairs
        );
    }
    for gain in &band.gains {
        let _ = writeln!(
            out,
            "  learnt beats {:<20} by {:.3} cm{}",
            gain.over,
            gain.cm,
            gain.interval.map_or_else(String::new, |[low, high]| format!(" ({low:.3}..{high:.3})"))
        );
    }
}

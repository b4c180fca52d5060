//! Rows of the grading report for an answer: selected by place, lead and window, and rounded to their precision.

use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;
use verification::learn::BandWeights;
use verification::policy::{BANDS, Grading};
use verification::report::{BLEND, CLIMATOLOGY, PERSISTENCE, Report, Row};
use verification::trust::Trust;

use world::place::{Place, Region};
use world::{VisibleResort, View};

use super::trend_row::TrendRow;
use crate::figure::Figure;
use crate::text::{Text, count_text, hundredths};

/// The requested place, lead and window.
pub(super) struct RowFilter<'a> {
    pub(super) slug: Option<&'a str>,
    pub(super) region: Option<Region>,
    pub(super) lead: Option<u8>,
    pub(super) days: i64,
}

impl RowFilter<'_> {
    /// Returns the shortest window that contains the requested days, or the longest available.
    pub(super) fn window(&self, report: &Report) -> Option<i64> {
        let windows = || report.rows.iter().filter(|row| self.is_here(row)).map(|row| row.window_days);
        windows().filter(|window| *window >= self.days).min().or_else(|| windows().max())
    }

    /// Returns whether a row of a dataset is requested: for a resort by slug, otherwise by region.
    pub(super) fn selects_resort(&self, view: &View<'_>, slug: Option<VisibleResort<'_>>) -> impl Fn(&TrendRow) -> bool {
        let (atlas, region) = (view.atlas(), self.region);
        let one = slug.map(|seen| seen.position());
        move |row| match one {
            Some(at) => row.at == at,
            None => atlas.is_within(row.at, Place { region, country: None }),
        }
    }

    fn is_here(&self, row: &Row) -> bool {
        row.resort.as_deref() == self.slug && row.region.as_deref() == self.region.map(Region::tag)
    }

    fn selects_lead(&self, row: &Row) -> bool {
        let leads = (row.lead_from, row.lead_to);
        self.lead.map_or_else(|| BANDS.contains(&leads), |lead| leads == (lead, lead))
    }
}

/// A measure with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Estimate {
    /// Value; null if there was no such case.
    pub value: Option<Hundredths>,
    /// Lower end of the 95 % interval; null with too few days.
    pub low: Option<Hundredths>,
    /// Upper end of the interval.
    pub high: Option<Hundredths>,
}

impl Estimate {
    pub(super) fn new(value: Option<f64>, interval: Option<[f64; 2]>) -> Self {
        let (low, high) = interval.map(|[low, high]| (low, high)).unzip();
        let round = |value: Option<f64>| value.and_then(Hundredths::new);
        Self { value: round(value), low: round(low), high: round(high) }
    }

    fn text(self, unit: &'static str) -> String {
        match (self.low, self.high) {
            (Some(low), Some(high)) => {
                format!("{} ({} to {})", hundredths(self.value, unit), low.get(), high.get())
            }
            _ => hundredths(self.value, unit).to_string(),
        }
    }
}

/// One forecaster at one lead or band.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accuracy {
    /// `blend`, a model as the upstream calls it, `climatology` (median of the measured days before) or `persistence` (the
    /// day before).
    pub forecaster: String,
    /// First lead, days.
    pub lead_from: u8,
    /// Last lead, days.
    pub lead_to: u8,
    /// Days with a pair; basis of the intervals.
    pub days: usize,
    /// Number of pairs of a forecast and a measurement.
    pub pairs: u64,
    /// Pairs with at least 1 cm measured.
    pub snow_pairs: u64,
    /// Mean absolute error on all days, cm.
    pub mae_cm: Estimate,
    /// Mean error, cm; positive if too much was forecast.
    pub bias_cm: Estimate,
    /// Share of the measured snow days that were forecast, 0 to 1.
    pub hit_rate: Estimate,
    /// Share of the forecast snow days without measured snow, 0 to 1.
    pub false_alarm_ratio: Estimate,
    /// Share of the measured powder days that were forecast, 0 to 1.
    pub powder_hit_rate: Estimate,
    /// Share of the forecast powder days without measured powder, 0 to 1.
    pub powder_false_alarm_ratio: Estimate,
    /// 1 minus the ratio of the error to that of the climatology: 1 is perfect, 0 no better, negative worse.
    pub skill_over_climatology: Estimate,
    /// 1 minus the ratio of the error to that of persistence.
    pub skill_over_persistence: Estimate,
    /// Mean absolute error only on measured snow days, cm: for comparison with figures that leave out dry days.
    pub mae_snow_days_cm: Estimate,
}

impl Accuracy {
    fn from_row(row: &Row) -> Self {
        let (measures, intervals) = (&row.measures, &row.intervals);
        Self {
            forecaster: row.forecaster.clone(),
            lead_from: row.lead_from,
            lead_to: row.lead_to,
            days: row.days,
            pairs: row.pairs,
            snow_pairs: row.snow_pairs,
            mae_cm: Estimate::new(measures.mae_cm, intervals.mae_cm),
            bias_cm: Estimate::new(measures.bias_cm, intervals.bias_cm),
            hit_rate: Estimate::new(measures.hit_rate, intervals.hit_rate),
            false_alarm_ratio: Estimate::new(measures.false_alarm_ratio, intervals.false_alarm_ratio),
            powder_hit_rate: Estimate::new(measures.powder_hit_rate, intervals.powder_hit_rate),
            powder_false_alarm_ratio: Estimate::new(
                measures.powder_false_alarm_ratio,
                intervals.powder_false_alarm_ratio,
            ),
            skill_over_climatology: Estimate::new(measures.skill_climatology, intervals.skill_climatology),
            skill_over_persistence: Estimate::new(measures.skill_persistence, intervals.skill_persistence),
            mae_snow_days_cm: Estimate::new(measures.mae_snow_days_cm, intervals.mae_snow_days_cm),
        }
    }

    pub(super) fn write(&self, text: &mut Text) {
        text.line(format_args!(
            "Days {} to {}, {}: error {}, bias {}, snow days hit {}, false alarms {}, skill over climatology {}, over \
             persistence {}; {} on {}",
            self.lead_from,
            self.lead_to,
            self.forecaster,
            self.mae_cm.text("cm"),
            self.bias_cm.text("cm"),
            self.hit_rate.text(""),
            self.false_alarm_ratio.text(""),
            self.skill_over_climatology.text(""),
            self.skill_over_persistence.text(""),
            count_text(self.pairs, "pair"),
            count_text(self.days, "day")
        ));
    }
}

/// Returns the rows of model accuracy over a window.
pub(super) fn accuracy(report: &Report, asked: &RowFilter<'_>, window: i64) -> Vec<Accuracy> {
    let wanted = |row: &&Row| row.window_days == window && asked.is_here(row) && asked.selects_lead(row);
    let mut rows: Vec<&Row> = report.rows.iter().filter(wanted).collect();
    let rank = |row: &Row| match row.forecaster.as_str() {
        BLEND => 0,
        CLIMATOLOGY | PERSISTENCE => 2,
        _ => 1,
    };
    rows.sort_by(|a, b| {
        let error = |row: &Row| row.measures.mae_cm.unwrap_or(f64::INFINITY);
        (a.lead_from, rank(a))
            .cmp(&(b.lead_from, rank(b)))
            .then_with(|| error(a).total_cmp(&error(b)))
            .then_with(|| a.forecaster.cmp(&b.forecaster))
    });
    rows.into_iter().map(Accuracy::from_row).collect()
}

/// Weights of the models in the blend at a band of leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Weights {
    /// First lead, days.
    pub lead_from: u8,
    /// Last lead, days.
    pub lead_to: u8,
    /// Whether they are learnt; if false, they are the defaults.
    pub learnt: bool,
    /// Reason for using learnt weights or not, one clause.
    pub reason: String,
    /// Days with a pair.
    pub scored_days: usize,
    /// Weights by model.
    pub models: Vec<ModelWeight>,
}

/// One model's weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModelWeight {
    /// Model name, as the upstream uses it.
    pub model: String,
    /// Weight in the blend; 1 is the mean of the learnt ones.
    pub weight: Option<Hundredths>,
}

impl Weights {
    pub(super) fn from_band(band: &BandWeights) -> Self {
        let models = band.weights.iter();
        Self {
            lead_from: band.from,
            lead_to: band.to,
            learnt: band.learnt,
            reason: band.reason.clone(),
            scored_days: band.scored_days,
            models: models
                .map(|(model, weight)| ModelWeight { model: model.clone(), weight: Hundredths::new(*weight) })
                .collect(),
        }
    }

    pub(super) fn write(&self, text: &mut Text) {
        let models: Vec<String> =
            self.models.iter().map(|one| format!("{} {}", one.model, hundredths(one.weight, ""))).collect();
        text.line(format_args!(
            "Weights for days {} to {} ({}): {}",
            self.lead_from,
            self.lead_to,
            self.reason,
            models.join(", ")
        ));
    }
}

/// How far to trust the blend at one place and band.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Trusted")]
pub struct TrustRow {
    /// Tag of the region; null for all resorts and for one resort.
    pub region: Option<String>,
    /// Slug of the resort; null for all.
    pub slug: Option<String>,
    /// First lead, days.
    pub lead_from: u8,
    /// Last lead, days.
    pub lead_to: u8,
    /// `high`, `some`, `none` (not shown to be better than the climatology) or `unknown` (too few days).
    pub trust: &'static str,
    /// Days with a pair.
    pub days: usize,
    /// Number of pairs of a forecast and a measurement.
    pub pairs: u64,
    /// Mean absolute error on all days, cm.
    pub mae_cm: Estimate,
    /// Skill that the trust rests on.
    pub skill_over_climatology: Estimate,
}

impl TrustRow {
    fn from_row(row: &Row) -> Self {
        Self {
            region: row.region.clone(),
            slug: row.resort.clone(),
            lead_from: row.lead_from,
            lead_to: row.lead_to,
            trust: match Trust::from_row(&Grading::STANDARD, row) {
                Trust::Unknown => "unknown",
                Trust::None => "none",
                Trust::Some => "some",
                Trust::High => "high",
            },
            days: row.days,
            pairs: row.pairs,
            mae_cm: Estimate::new(row.measures.mae_cm, row.intervals.mae_cm),
            skill_over_climatology: Estimate::new(
                row.measures.skill_climatology,
                row.intervals.skill_climatology,
            ),
        }
    }

    pub(super) fn write(&self, text: &mut Text) {
        let place = self.slug.as_deref().or(self.region.as_deref()).unwrap_or("all resorts");
        text.line(format_args!(
            "{place}, days {} to {}: trust {}, error {}, skill over climatology {}; {} on {}",
            self.lead_from,
            self.lead_to,
            self.trust,
            self.mae_cm.text("cm"),
            self.skill_over_climatology.text(""),
            count_text(self.pairs, "pair"),
            count_text(self.days, "day")
        ));
    }
}

/// Returns the trust in the blend: for the requested place, or for all resorts and every region.
pub(super) fn trust(report: &Report, asked: &RowFilter<'_>, window: i64) -> Vec<TrustRow> {
    let everywhere = asked.slug.is_none() && asked.region.is_none();
    let wanted = |row: &&Row| {
        let here = asked.is_here(row) || (everywhere && row.resort.is_none());
        row.window_days == window && row.forecaster == BLEND && here && asked.selects_lead(row)
    };
    let mut rows: Vec<&Row> = report.rows.iter().filter(wanted).collect();
    rows.sort_by(|a, b| (&a.region, a.lead_from).cmp(&(&b.region, b.lead_from)));
    rows.into_iter().map(TrustRow::from_row).collect()
}

/// Returns the snow of days 8 to 14 at resorts whose rows the caller may see, most first.
pub(super) fn beyond_a_week(resorts: Vec<VisibleResort<'_>>) -> Vec<TrendRow> {
    let far = |seen: VisibleResort<'_>| {
        let forecast = &seen.resolution().record.forecast;
        let (week, all) = (forecast.next7d_cm.value?, forecast.next14d_cm.value?);
        let beyond = Tenths::from_units((all.units() - week.units()).max(0));
        let numbers = vec![Figure::new("days8To14", Some(beyond), "cm"), Figure::new("next14d", Some(all), "cm")];
        Some((beyond, TrendRow::new(&seen, numbers)))
    };
    let mut rows: Vec<(Tenths, TrendRow)> = resorts.into_iter().filter_map(far).collect();
    rows.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.slug.cmp(&other.slug)));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Returns how accurate the blend was about powder days, one to three days ahead; empty if nothing is graded yet.
pub(super) fn powder_verified(report: Option<&Report>) -> Vec<Figure> {
    let Some(report) = report else { return Vec::new() };
    let mine = |row: &&Row| {
        row.forecaster == BLEND && row.region.is_none() && row.resort.is_none() && BANDS.first() == Some(&(row.lead_from, row.lead_to))
    };
    let Some(row) = report.rows.iter().filter(mine).max_by_key(|row| row.window_days) else { return Vec::new() };
    let percent = |share: Option<f64>| share.and_then(|share| Tenths::new(share * 100.0));
    vec![
        Figure::new("powderHitRate", percent(row.measures.powder_hit_rate), "%"),
        Figure::new("powderFalseAlarmRatio", percent(row.measures.powder_false_alarm_ratio), "%"),
        Figure::new("pairs", Tenths::new(row.pairs as f64), ""),
    ]
}

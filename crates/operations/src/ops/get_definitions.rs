//! `get_definitions`: every threshold used by the service, as data.

mod score;

use conditions_core::doubt::LOW_CONFIDENCE;
use conditions_core::policy::{Policy, Range, Window};
use conditions_core::source::AcquisitionTier;
use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::text::Text;
use world::View;

mod climate;
mod enso;
mod hazards;

pub struct Op;

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Args {}

/// One threshold.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Definition {
    /// Stable identifier, `area.name`.
    pub id: String,
    /// The number in force, in the stated unit.
    pub value: f64,
    /// Unit; empty for pure numbers.
    pub unit: &'static str,
    /// Effect of the threshold.
    pub meaning: String,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_definitions",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Rest,
        path: "/definitions",
        title: "Definitions",
        description: "Every threshold that this server applies: windows, confidences, plausible ranges, model \
            weights, station rules, the snow score's formula.",
    };
    type Args = Args;
    type Data<'w> = Vec<Definition>;

    fn run<'w>(view: &View<'w>, _: Args, _: Timestamp) -> Result<Reply<Vec<Definition>>, OpError> {
        Ok(Reply::one(definitions(view.policy()), SourceFamilies::NOTHING))
    }

    fn text(data: &Vec<Definition>) -> String {
        let mut text = Text::new();
        for Definition { id, value, unit, meaning } in data {
            let space = if unit.is_empty() { "" } else { " " };
            text.line(format_args!("{id}: {value}{space}{unit} ({meaning})"));
        }
        text.done()
    }
}

/// Returns every threshold of a policy.
#[must_use]
pub fn definitions(policy: &Policy) -> Vec<Definition> {
    let mut list = List(Vec::new());
    freshness(policy, &mut list);
    confidence(policy, &mut list);
    plausible(policy, &mut list);
    depth_and_status(policy, &mut list);
    snow(policy, &mut list);
    stations(policy, &mut list);
    hazards::add(policy, &mut list);
    climate::add(&mut list);
    enso::add(&mut list);
    for weight in policy.weights.iter() {
        let model = &weight.model;
        list.add(format!("weight.{model}.days1To3"), weight.early, "", "weight in the blend on days 1 to 3");
        list.add(format!("weight.{model}.days4To7"), weight.late, "", "weight in the blend on days 4 to 7");
        list.add(format!("weight.{model}.days8To14"), weight.far, "", "weight in the blend from day 8 on");
    }
    score::score(&policy.score, &mut list);
    list.0
}

struct List(Vec<Definition>);

impl List {
    fn add(&mut self, id: impl Into<String>, value: f64, unit: &'static str, meaning: impl Into<String>) {
        self.0.push(Definition { id: id.into(), value, unit, meaning: meaning.into() });
    }

    fn hours(&mut self, id: &str, ms: i64, meaning: &str) {
        self.add(id, ms as f64 / HOUR_MS as f64, "h", meaning);
    }

    fn window(&mut self, field: &str, window: Window) {
        self.hours(&format!("live.{field}"), window.live_ms, "an operator value up to this age is live");
        self.hours(&format!("ttl.{field}"), window.ttl_ms, "an operator value up to this age is recent, an \
            older one stale");
    }

    fn range(&mut self, quantity: &str, range: Range, unit: &'static str) {
        self.add(format!("plausible.{quantity}.low"), range.low, unit, "a lower value is dropped and flagged");
        self.add(format!("plausible.{quantity}.high"), range.high, unit, "a higher value is dropped and flagged");
    }
}

fn freshness(policy: &Policy, list: &mut List) {
    list.window("depth", policy.depth);
    list.window("liftsAndRuns", policy.terrain);
    list.window("surface", policy.surface);
    list.window("status", policy.status);
    list.hours("ttl.station", policy.station_ttl_ms, "a station reading up to this age is recent; its snow \
        depth as long as any depth");
    list.hours("ttl.scraped", policy.scraped_ttl_ms, "a scraped value up to this age is recent");
    list.hours("ttl.model", policy.model_ttl_ms, "a model snapshot up to this age is estimated, an older one stale");
    list.hours("usable.measured", policy.measured_usable_ms, "operator, station and scraped values older than this are not shown");
    list.hours(
        "usable.standing",
        policy.standing_usable_ms,
        "season dates, ability and longest run claimed longer ago than this are not shown",
    );
    list.hours("usable.model", policy.model_usable_ms, "model snapshots older than this are not shown");
    list.hours("forecast.live", policy.forecast_live_ms, "a forecast up to this age is live");
    list.hours("forecast.recent", policy.forecast_recent_ms, "a forecast up to this age is recent, an older one stale");
    list.add("future.tolerance", policy.future_tolerance_ms as f64 / MINUTE_MS as f64, "min", "an observation this far in the future counts as now");
}

fn confidence(policy: &Policy, list: &mut List) {
    list.add("confidence.operatorLive", policy.confidence_operator_live, "", "operator value within its live window");
    list.add("confidence.operator", policy.confidence_operator, "", "operator value within its time to live");
    list.add("confidence.station", policy.confidence_station, "", "station reading");
    for (tier, name) in [
        (AcquisitionTier::DirectApi, "directApi"),
        (AcquisitionTier::StructuredFeed, "structuredFeed"),
        (AcquisitionTier::HeadlessDom, "headlessDom"),
        (AcquisitionTier::Vision, "vision"),
        (AcquisitionTier::Unknown, "unknown"),
    ] {
        list.add(format!("confidence.scraped.{name}"), policy.confidence_of(tier), "", "scraped value by how it was acquired");
    }
    list.add("confidence.model", policy.confidence_model, "", "models in full agreement; multiplied by their agreement");
    list.add("confidence.modelLeast", policy.confidence_least, "", "a modelled value has at least this");
    list.add("agreement.floor", policy.agreement_floor_cm, "cm", "added to the models' mean before their spread is divided by it");
    list.add("wind.calm", policy.labels.wind_calm_mps, "m/s", "a weaker mean wind is given without a direction");
    list.add("wind.steadiness", policy.labels.wind_steadiness, "", "a mean of wind components shorter than this share of the mean speed is given without a direction");
    list.add("phase.dry", policy.labels.phase_dry_mm, "mm", "an hour with less precipitation is dry");
    list.add("phase.rain", policy.labels.phase_mixed.low, "", "an hour with a lower share of snow is rain");
    list.add("phase.snow", policy.labels.phase_mixed.high, "", "an hour with a higher share of snow is snow; between the two it is mixed");
    list.add("confidence.modelAlone", policy.confidence_model_alone, "", "a single model");
    list.add("confidence.profile", policy.confidence_profile, "", "reference data");
    list.add("confidence.low", LOW_CONFIDENCE.get(), "", "a value with less is labelled estimated (model, reference data, computed) or unverified (operator, station, site)");
    list.add("confidence.floorFraction", policy.confidence_floor_fraction, "", "share of a confidence left at the end of the last usable hour");
}

fn plausible(policy: &Policy, list: &mut List) {
    list.range("depth", policy.plausible_depth_cm, "cm");
    list.range("temperature", policy.plausible_temp_c, "\u{b0}C");
    list.range("wind", policy.plausible_wind_mps, "m/s");
    list.range("lifts", policy.plausible_lifts, "");
    list.range("runs", policy.plausible_runs, "");
    list.range("density", policy.plausible_density, "g/cm\u{b3}");
    list.range("snowfall24h", policy.plausible_snowfall24h_cm, "cm");
    list.range("snowfall48h", policy.plausible_snowfall48h_cm, "cm");
    list.range("snowfall7d", policy.plausible_snowfall7d_cm, "cm");
    list.range("longestRun", policy.plausible_longest_run_km, "km");
}

fn depth_and_status(policy: &Policy, list: &mut List) {
    list.add("average.minWinters", f64::from(policy.average_min_winters), "", "an average rests on at least this many winters");
    list.add("average.min", policy.average_min_cm, "cm", "a smaller average is not divided by");
    list.add("average.maxPct", policy.average_max_pct, "%", "a larger ratio is withheld");
    list.add("disagreement.fraction", policy.disagreement_fraction, "", "a model base below this share of a measured upper band disagrees");
    list.add("doubtful.factor", policy.labels.doubtful_depth_factor, "", "a modelled depth at base or mid above this multiple of a measured one, and by more than divergence.min, is doubtful");
    list.add("doubtful.summitFactor", policy.labels.doubtful_summit_factor, "", "like doubtful.factor, at the summit");
    list.add("divergence.fraction", policy.divergence_fraction, "", "depths diverge when they differ by more than this share of the larger");
    list.add("divergence.min", policy.divergence_cm, "cm", "and by more than this");
    list.add("season.slack", policy.season_slack_days as f64, "d", "the season is widened by this on both sides when lifts turn");
    list.add("status.openMinDepth", policy.open_min_depth_cm, "cm", "lifts that turn where no season is known are open on at least this much snow");
    list.add("season.pre", policy.pre_season_days as f64, "d", "PRE_SEASON within this of the opening");
    list.add("totals.mismatch", policy.total_mismatch_fraction, "", "a reported total may differ from the profile's by this share");
    list.add("ability.tolerance", policy.ability_tolerance_pct, "%", "the terrain split sums to 100 within this");
}

fn snow(policy: &Policy, list: &mut List) {
    list.add("density.minDepth", policy.density_min_depth_cm, "cm", "density needs this much snow");
    list.add("density.powderMinDepth", policy.powder_min_depth_cm, "cm", "powder needs this much snow");
    list.add("density.newLabel", policy.new_label_cm, "cm", "from this much snow in 24 hours on, the label \
        describes the new snow");
    list.add("density.powder", policy.density_powder, "g/cm\u{b3}", "below: powder");
    list.add("density.packed", policy.density_packed, "g/cm\u{b3}", "below: packed");
    list.add("density.dense", policy.density_dense, "g/cm\u{b3}", "below: dense");
    list.add("density.firn", policy.density_firn, "g/cm\u{b3}", "below: wet, spring or dense; above: wet or icy");
    list.add("refreeze.high", policy.refreeze_high_c, "\u{b0}C", "after wetness, a coming wet-bulb temperature at or below: high risk");
    list.add("refreeze.moderate", policy.refreeze_moderate_c, "\u{b0}C", "after wetness, a coming wet-bulb temperature at or below: moderate risk");
    list.add("surface.melting", policy.surface_melting_c, "\u{b0}C", "at or above: melting");
    list.add("surface.nearFreezing", policy.surface_near_freezing_c, "\u{b0}C", "at or above: near-freezing");
    list.add("surface.firm", policy.surface_firm_c, "\u{b0}C", "at or above: firm; below: cold");
    list.add("surface.cap", policy.surface_cap_c, "\u{b0}C", "a measured snow surface above this is dropped");
}

fn stations(policy: &Policy, list: &mut List) {
    list.add("station.radius", policy.station_radius_km, "km", "stations within this distance count");
    list.add("station.airportRadius", policy.airport_radius_km, "km", "airports within this distance count");
    list.add("station.elevationSlack", policy.station_elevation_slack_m, "m", "the resort's elevation range is widened by this");
    list.add("station.bandSlack", policy.band_elevation_slack_m, "m", "a station up to this far outside the \
        resort's elevation range still counts for a band");
    list.add("station.distanceLoss", policy.station_distance_loss, "", "loss of a depth's confidence at the \
        end of the radius");
    list.add("station.heightLoss", policy.station_height_loss, "", "its loss at station.height and beyond");
    list.add("station.height", policy.station_height_m, "m", "difference in height between a station and its band");
    list.hours("station.window", policy.reading_window_ms, "a reading up to this age is shown");
    list.hours("station.snowWindow", policy.snow_reading_window_ms, "a snow-only station's reading up to \
        this age is shown");
    let readings = &policy.readings;
    list.hours("reading.together", readings.together_ms, "a station's values at most this far apart are one reading, as old as its oldest");
    list.hours("reading.oldest", readings.oldest_ms, "a value older than the station's newest by this much \
        is not used");
    list.hours("reading.doubted", readings.doubted_ms, "an omitted value is flagged for this long");
    list.hours("thawFreeze.window", readings.thaw_freeze_ms, "a station has thawed and frozen if both \
        happened within this");
    list.add("thawFreeze.minHours", f64::from(readings.thaw_freeze_hours), "h", "minimum hours of the \
        window with a temperature; with fewer there is no result");
    list.add("freezingLine.minVertical", policy.freezing_min_vertical_m, "m", "the stations span at least this");
    list.add("freezingLine.noise", policy.freezing_noise_c, "\u{b0}C", "a station that breaks the order by \
        at most this is ignored");
    list.hours("freezingLine.maxApart", policy.freezing_max_apart_ms, "the two readings are at most this far apart");
}

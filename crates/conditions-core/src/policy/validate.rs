//! Validation of thresholds: finite numbers, ordered ranges and ladders, shares between 0 and 1.
//!
//! The resolver accepts any policy and never panics. A policy that breaks these bounds gives records that contradict
//! the contract, such as a live value that is past its time to live.

use core::fmt;

use super::{Policy, Range};

/// An invalid threshold.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyError {
    /// The field of [`Policy`].
    pub field: &'static str,
    /// The requirement that it does not meet.
    pub must: &'static str,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "policy: {} must {}", self.field, self.must)
    }
}

impl core::error::Error for PolicyError {}

type CheckResult = Result<(), PolicyError>;

fn demand(holds: bool, field: &'static str, must: &'static str) -> CheckResult {
    if holds { Ok(()) } else { Err(PolicyError { field, must }) }
}

impl Policy {
    /// Checks a policy that was modified or read from a file.
    ///
    /// # Errors
    /// Returns the first invalid threshold and its requirement.
    pub fn validate(&self) -> Result<(), PolicyError> {
        self.check_times()?;
        self.check_ranges()?;
        self.check_shares()?;
        self.check_amounts()?;
        self.check_ladders()?;
        self.check_weights()?;
        demand(
            self.chances.is_sane(),
            "chances",
            "have finite coefficients, leads in order, and amounts above 0",
        )
    }

    fn check_times(&self) -> CheckResult {
        for (field, window) in [
            ("depth", self.depth),
            ("terrain", self.terrain),
            ("surface", self.surface),
            ("status", self.status),
        ] {
            let in_order = 0 <= window.live_ms && window.live_ms <= window.ttl_ms;
            demand(in_order, field, "have a live window between 0 and its time to live")?;
        }
        for (field, ms) in [
            ("station_ttl_ms", self.station_ttl_ms),
            ("scraped_ttl_ms", self.scraped_ttl_ms),
            ("model_ttl_ms", self.model_ttl_ms),
            ("measured_usable_ms", self.measured_usable_ms),
            ("standing_usable_ms", self.standing_usable_ms),
            ("future_tolerance_ms", self.future_tolerance_ms),
            ("forecast_live_ms", self.forecast_live_ms),
            ("reading_window_ms", self.reading_window_ms),
            ("snow_reading_window_ms", self.snow_reading_window_ms),
            ("freezing_max_apart_ms", self.freezing_max_apart_ms),
            ("season_slack_days", self.season_slack_days),
            ("pre_season_days", self.pre_season_days),
        ] {
            demand(ms >= 0, field, "not be negative")?;
        }
        demand(self.model_usable_ms >= self.model_ttl_ms, "model_usable_ms", "not be below model_ttl_ms")?;
        let ladder = self.forecast_recent_ms >= self.forecast_live_ms;
        demand(ladder, "forecast_recent_ms", "not be below forecast_live_ms")
    }

    fn check_ranges(&self) -> CheckResult {
        let in_order =
            |range: Range| range.low.is_finite() && range.high.is_finite() && range.low <= range.high;
        for (field, range) in [
            ("plausible_depth_cm", self.plausible_depth_cm),
            ("plausible_temp_c", self.plausible_temp_c),
            ("plausible_wind_mps", self.plausible_wind_mps),
            ("plausible_lifts", self.plausible_lifts),
            ("plausible_runs", self.plausible_runs),
            ("plausible_density", self.plausible_density),
            ("plausible_snowfall24h_cm", self.plausible_snowfall24h_cm),
            ("plausible_snowfall48h_cm", self.plausible_snowfall48h_cm),
            ("plausible_snowfall7d_cm", self.plausible_snowfall7d_cm),
            ("plausible_longest_run_km", self.plausible_longest_run_km),
            ("plausible_rain_mm", self.plausible_rain_mm),
            ("plausible_freezing_level_m", self.plausible_freezing_level_m),
            ("plausible_cloud_pct", self.plausible_cloud_pct),
            ("labelled_density", self.labelled_density),
            ("labels.phase_mixed", self.labels.phase_mixed),
        ] {
            demand(in_order(range), field, "have a finite low end that is not above its high end")?;
        }
        for (field, range) in [
            ("plausible_depth_cm", self.plausible_depth_cm),
            ("plausible_wind_mps", self.plausible_wind_mps),
            ("plausible_snowfall24h_cm", self.plausible_snowfall24h_cm),
            ("plausible_longest_run_km", self.plausible_longest_run_km),
        ] {
            demand(
                range.low >= 0.0,
                field,
                "not begin below 0: the contract does not publish negative amounts",
            )?;
        }
        Ok(())
    }

    fn check_shares(&self) -> CheckResult {
        let [api, feed, dom, vision, unknown] = self.confidence_scraped;
        for (field, share) in [
            ("confidence_operator_live", self.confidence_operator_live),
            ("confidence_operator", self.confidence_operator),
            ("confidence_station", self.confidence_station),
            ("confidence_scraped", api),
            ("confidence_scraped", feed),
            ("confidence_scraped", dom),
            ("confidence_scraped", vision),
            ("confidence_scraped", unknown),
            ("confidence_model", self.confidence_model),
            ("confidence_model_alone", self.confidence_model_alone),
            ("confidence_least", self.confidence_least),
            ("confidence_profile", self.confidence_profile),
            ("confidence_floor_fraction", self.confidence_floor_fraction),
            ("disagreement_fraction", self.disagreement_fraction),
            ("divergence_fraction", self.divergence_fraction),
            ("total_mismatch_fraction", self.total_mismatch_fraction),
            ("role_fraction", self.role_fraction),
            ("labels.wind_steadiness", self.labels.wind_steadiness),
            ("labels.phase_mixed", self.labels.phase_mixed.low),
            ("labels.phase_mixed", self.labels.phase_mixed.high),
            ("station_distance_loss", self.station_distance_loss),
            ("station_height_loss", self.station_height_loss),
        ] {
            demand((0.0..=1.0).contains(&share), field, "be between 0 and 1")?;
        }
        Ok(())
    }

    fn check_amounts(&self) -> CheckResult {
        for (field, amount) in [
            ("agreement_floor_cm", self.agreement_floor_cm),
            ("labels.wind_calm_mps", self.labels.wind_calm_mps),
            ("labels.phase_dry_mm", self.labels.phase_dry_mm),
            ("labels.doubtful_depth_factor", self.labels.doubtful_depth_factor),
            ("labels.doubtful_summit_factor", self.labels.doubtful_summit_factor),
            ("robust_reach", self.robust_reach),
            ("robust_floor_cm", self.robust_floor_cm),
            ("average_min_cm", self.average_min_cm),
            ("average_max_pct", self.average_max_pct),
            ("divergence_cm", self.divergence_cm),
            ("ability_tolerance_pct", self.ability_tolerance_pct),
            ("density_min_depth_cm", self.density_min_depth_cm),
            ("powder_min_depth_cm", self.powder_min_depth_cm),
            ("new_label_cm", self.new_label_cm),
            ("new_density_min_cm", self.new_density_min_cm),
            ("surface_min_depth_cm", self.surface_min_depth_cm),
            ("station_radius_km", self.station_radius_km),
            ("airport_radius_km", self.airport_radius_km),
            ("station_elevation_slack_m", self.station_elevation_slack_m),
            ("band_elevation_slack_m", self.band_elevation_slack_m),
            ("station_height_m", self.station_height_m),
            ("open_min_depth_cm", self.open_min_depth_cm),
            ("freezing_noise_c", self.freezing_noise_c),
            ("freezing_min_vertical_m", self.freezing_min_vertical_m),
        ] {
            demand(amount.is_finite() && amount >= 0.0, field, "be a number that is not negative")?;
        }
        Ok(())
    }

    fn check_ladders(&self) -> CheckResult {
        for (field, ladder) in [
            ("density_packed", [self.density_powder, self.density_packed]),
            ("density_dense", [self.density_packed, self.density_dense]),
            ("density_firn", [self.density_dense, self.density_firn]),
            ("refreeze_moderate_c", [self.refreeze_high_c, self.refreeze_moderate_c]),
            ("surface_near_freezing_c", [self.surface_firm_c, self.surface_near_freezing_c]),
            ("surface_melting_c", [self.surface_near_freezing_c, self.surface_melting_c]),
            ("surface_cap_c", [self.surface_melting_c, self.surface_cap_c]),
        ] {
            let [lower, upper] = ladder;
            demand(lower <= upper, field, "not be below the step before it")?;
        }
        demand(self.late_days >= self.early_days, "late_days", "not be below early_days")
    }

    fn check_weights(&self) -> CheckResult {
        for weight in self.weights.iter() {
            let fits = [weight.early, weight.late, weight.far]
                .into_iter()
                .all(|weight| weight.is_finite() && weight > 0.0);
            demand(fits, "weights", "be numbers above 0; to exclude a model, leave it out of the evidence")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

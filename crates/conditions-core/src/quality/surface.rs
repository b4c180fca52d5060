//! The modelled snow surface: eight types from the weather around a forecast snapshot, and their labels in the
//! contract.
//!
//! The order of the tests follows the project's reading of the literature: Li & Pomeroy (1997) for wind transport,
//! Fierz et al. (2009) for the words. The first test that succeeds decides. An unknown quantity fails every test.

use crate::evidence::ModelWeather;
use crate::hourly::thaws;
use crate::policy::Policy;
use crate::record::{QualityLabel, RefreezeRisk};

/// Type of a modelled snow surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum SurfaceType {
    /// Cold, deep new snow.
    DryPowder,
    /// New snow that stayed frozen.
    Soft,
    /// Settled or groomed.
    Packed,
    /// Wet earlier, frozen now.
    Crust,
    /// Alternating thaw and frost.
    Spring,
    /// Rained on, or thawing.
    Wet,
    /// Dry new snow moved by wind.
    WindAffected,
    /// Too little snow to describe.
    NoSnow,
}

impl SurfaceType {
    /// Every surface type.
    pub const ALL: [Self; 8] = [
        Self::DryPowder,
        Self::Soft,
        Self::Packed,
        Self::Crust,
        Self::Spring,
        Self::Wet,
        Self::WindAffected,
        Self::NoSnow,
    ];

    /// Returns the contract's label, or `None` if there is no snow to label.
    ///
    /// Soft snow in a thin fresh layer over the pack counts as packed. Wind scours some places and fills others, hence
    /// variable. `label` has the exception of deep new snow.
    #[must_use]
    pub const fn label(self) -> Option<QualityLabel> {
        match self {
            Self::DryPowder => Some(QualityLabel::Powder),
            Self::Soft | Self::Packed => Some(QualityLabel::Packed),
            Self::Crust => Some(QualityLabel::Icy),
            Self::Spring => Some(QualityLabel::Spring),
            Self::Wet => Some(QualityLabel::Wet),
            Self::WindAffected => Some(QualityLabel::Variable),
            Self::NoSnow => None,
        }
    }

    /// Returns the reason for this surface type, in words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::DryPowder => "Dry powder: fresh snow that stayed well below freezing.",
            Self::Soft => "Soft: fresh snow that stayed at or below freezing.",
            Self::Packed => "Packed: no recent snow, thaw or strong wind of note.",
            Self::Crust => "Crust: wet within the past day and frozen now.",
            Self::Spring => "Spring snow: thaw and frost within the past day.",
            Self::Wet => "Wet: rain or thaw at the surface.",
            Self::WindAffected => "Wind-affected: dry new snow moved by wind.",
            Self::NoSnow => "No snow to speak of.",
        }
    }
}

/// Returns the contract's label of a modelled surface with this much new snow in the past 24 hours: deep soft snow is
/// powder, even if it stayed near freezing.
#[must_use]
pub(super) fn label(policy: &Policy, surface: SurfaceType, new_snow_cm: Option<f64>) -> Option<QualityLabel> {
    let deep = new_snow_cm.is_some_and(|new_snow| new_snow >= policy.new_label_cm);
    if deep && surface == SurfaceType::Soft { Some(QualityLabel::Powder) } else { surface.label() }
}

/// Returns the modelled surface, or `None` if the depth or the air temperature is unknown, which differs from "no
/// snow".
///
/// `depth_cm` and `new_snow24h_cm` are those of the same place as the weather; `sunlit` is whether the sun is up there.
#[must_use]
pub(super) fn modelled_surface(
    policy: &Policy,
    weather: &ModelWeather,
    depth_cm: Option<f64>,
    new_snow24h_cm: Option<f64>,
    sunlit: bool,
) -> Option<SurfaceType> {
    let depth = depth_cm.filter(|d| policy.plausible_depth_cm.contains(*d))?;
    if depth < policy.surface_min_depth_cm {
        return Some(SurfaceType::NoSnow);
    }
    let temp = weather.temp_c.filter(|t| policy.plausible_temp_c.contains(*t))?;
    let wet_bulb = weather.wet_bulb_c.filter(|t| !t.is_nan()).unwrap_or(temp);
    let new_snow = new_snow24h_cm.unwrap_or(0.0);
    let stayed_below = |limit: f64| weather.max_temp24h_c.is_some_and(|highest| highest <= limit);
    let rained = weather.rain6h_mm.is_some_and(|rain| rain >= policy.surface_wet_rain_mm);
    let thawing = thaws(temp, wet_bulb, sunlit);
    let frozen_now = wet_bulb < 0.0 && !thawing;

    Some(if wet_bulb > policy.surface_wet_bulb_c || (rained && !frozen_now) {
        SurfaceType::Wet
    } else if frozen_now && was_wet(policy, weather) == Some(true) {
        SurfaceType::Crust
    } else if weather.thaw_freeze24h == Some(true) {
        SurfaceType::Spring
    } else if thawing && was_wet(policy, weather) == Some(true) {
        SurfaceType::Wet
    } else if new_snow >= policy.surface_wind_snow_cm
        && stayed_below(policy.surface_soft_max_c)
        && weather.lasting_wind24h_mps.is_some_and(|wind| wind >= policy.surface_wind_mps)
    {
        SurfaceType::WindAffected
    } else if new_snow >= policy.surface_powder_cm && stayed_below(policy.surface_powder_max_c) {
        SurfaceType::DryPowder
    } else if new_snow >= policy.surface_soft_cm && stayed_below(policy.surface_soft_max_c) {
        SurfaceType::Soft
    } else {
        SurfaceType::Packed
    })
}

/// Returns the risk that the surface freezes within a day: low unless it is wet, then by the coming lowest wet-bulb
/// temperature.
///
/// Returns `None` if it is unknown whether the surface is wet, or if it is wet and the coming temperatures are unknown.
#[must_use]
pub(super) fn refreeze_risk(policy: &Policy, weather: &ModelWeather) -> Option<RefreezeRisk> {
    if !was_wet(policy, weather)? {
        return Some(RefreezeRisk::Low);
    }
    let coming = weather.coming_min_wet_bulb_c.filter(|t| !t.is_nan())?;
    Some(if coming <= policy.refreeze_high_c {
        RefreezeRisk::High
    } else if coming <= policy.refreeze_moderate_c {
        RefreezeRisk::Moderate
    } else {
        RefreezeRisk::Low
    })
}

/// Returns whether rain or thaw wetted the surface; `None` if neither is known.
fn was_wet(policy: &Policy, weather: &ModelWeather) -> Option<bool> {
    let rain = weather.rain6h_mm.map(|rain| rain >= policy.surface_wet_rain_mm);
    let thaw = weather.thaw_hours24h.map(|hours| hours >= policy.surface_thaw_hours);
    match (rain, thaw) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (None, None) => None,
        _ => Some(false),
    }
}

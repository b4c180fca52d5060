//! Snow quality at base, mid and summit: the modelled surface of each, and the density of a station in the band if
//! there is one.
//!
//! Implements `contract-decisions` 7 for `get_snow_quality`. At mid mountain the weather is the record's own; for base
//! and summit the consensus hours are moved there and the same rules apply.
//!
//! - The depth of a band is that of the station whose density describes it, else the record's.
//! - **An unknown depth does not mean "no snow".** A band without a depth uses the depth of the nearest lower band with
//!   snow (there is snow above it as well), or of the nearest higher band without snow. If there is neither, the
//!   surface is unknown.
//! - A measured label has precedence over a modelled one; the modelled surface is published in addition.

use alloc::string::String;
use alloc::vec::Vec;

use chrono_tz::Tz;

use crate::confidence;
use crate::evidence::{
    ForecastSnapshot, HourColumn, HourlyWeather, ModelWeather, PerBand, Profile, StationReading,
};
use crate::flags::FlagSet;
use crate::forecast::{self, Members};
use crate::hourly::{BandHours, is_sunlit, lasting, request_elevation, thaws};
use crate::policy::Policy;
use crate::present::Present;
use crate::record::{Band, DepthProfile, QualityBasis, QualityLabel, RefreezeRisk};
use crate::snow::Fall;
use crate::source::Kind;
use crate::stations::Ground;
use crate::time::Timestamp;
use crate::units::{Confidence, Hundredths, Tenths, median};

use super::vote::{ModelFalls, RecentFall, SurfaceVote, vote};
use super::{
    Density, Finding, SurfaceType, current, describe, is_current, measure, modelled_surface, refreeze_risk,
    surface_label,
};

/// Maximum age, before the capture, of a temperature that counts as "now", in hours.
const LOOK_BACK_H: i64 = 3;

/// Basis of the quality of one band, or the reason why it is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum QualityRule {
    /// The density measured by a station in the band.
    StationDensity,
    /// The modelled surface.
    ModelledSurface,
    /// There is no forecast.
    NoForecast,
    /// The forecast is not current.
    ForecastTooOld,
    /// The presence of snow is unknown.
    NoDepth,
    /// The models lack the weather there.
    NoWeather,
}

/// Snow quality at one band.
#[derive(Debug, Clone, PartialEq)]
pub struct BandQuality {
    /// Elevation band.
    pub band: Band,
    /// Elevation of the band, metres above sea level.
    pub elevation_m: Option<f64>,
    /// The modelled surface.
    pub surface: Option<SurfaceType>,
    /// The contract's label: a station's, else the modelled surface's.
    pub label: Option<QualityLabel>,
    /// Whether the label is measured or modelled; `None` if there is no label.
    pub basis: Option<QualityBasis>,
    /// The rule that decided, or the reason why the quality is unknown.
    pub rule: QualityRule,
    /// Description in words; `None` if nothing is known.
    pub description: Option<String>,
    /// Bulk density, g/cm³, if a station measures it.
    pub density_ratio: Option<Hundredths>,
    /// The depth used for the modelled surface, centimetres.
    pub depth_cm: Option<Tenths>,
    /// The band to which this depth belongs.
    pub depth_band: Option<Band>,
    /// Risk that a wet surface freezes within a day, modelled.
    pub refreeze_risk: Option<RefreezeRisk>,
    /// Time of the reading, or time at which the models were queried.
    pub observed_at: Option<Timestamp>,
    /// Trust, 0–1.
    pub confidence: Confidence,
}

/// Returns the snow quality of the three bands. `depth` is the record's.
#[must_use]
pub fn by_band(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    readings: &[StationReading],
    snapshot: Option<&ForecastSnapshot>,
    depth: &DepthProfile,
) -> PerBand<BandQuality> {
    let present = &Present::new(now);
    let model = ModelledBands::new(present, policy, profile, snapshot, depth);
    let one = |band| {
        let Some(measured) = measured(present, policy, profile, readings, snapshot, band) else {
            return model.quality(band, None);
        };
        BandQuality {
            label: Some(measured.density.label),
            basis: Some(QualityBasis::Measured),
            rule: QualityRule::StationDensity,
            description: Some(measured.description),
            density_ratio: Some(measured.density.ratio),
            observed_at: Some(measured.at),
            confidence: Confidence::new(confidence::nominal(policy, Kind::Station, None, None, false)),
            ..model.quality(band, measured.depth_cm)
        }
    };
    PerBand { base: one(Band::Base), mid: one(Band::Mid), summit: one(Band::Summit) }
}

/// The label and depth of the station that represents a band.
struct StationQuality {
    density: Density,
    description: String,
    depth_cm: Option<f64>,
    at: Timestamp,
}

/// Returns the density that a station of the band measures now. Two stations that differ give `variable`, as in the
/// record.
fn measured(
    present: &Present,
    policy: &Policy,
    profile: &Profile,
    readings: &[StationReading],
    snapshot: Option<&ForecastSnapshot>,
    band: Band,
) -> Option<StationQuality> {
    let ground = Ground::from_profile(profile);
    let weather = snapshot.filter(|s| is_current(present, policy, s)).and_then(|s| s.weather.as_ref());
    let air_c = weather.and_then(|weather| weather.temp_c);
    let (mut flags, mut trace) = (FlagSet::default(), ());
    let found =
        current(present, policy, profile, readings, "quality", &mut flags, &mut trace, |reading, flags| {
            let stands = reading.known_elevation().and_then(|z| ground.nearest_band(z)) == Some(band);
            if stands { measure(policy, reading, air_c, flags) } else { Finding::Nothing }
        });
    let first = found.iter().next()?;
    let other = found.iter().find(|other| other.value.label != first.value.label);
    let label = if other.is_some() { QualityLabel::Variable } else { first.value.label };
    Some(StationQuality {
        density: Density { label, ..first.value },
        description: describe(policy, first, other),
        depth_cm: first.reading.snow_depth_cm,
        at: first.at,
    })
}

/// Returns the modelled quality of mid mountain for the record, equal to that of [`by_band`].
pub(super) fn modelled_mid(
    present: &Present,
    policy: &Policy,
    profile: &Profile,
    snapshot: &ForecastSnapshot,
    depth: &DepthProfile,
) -> BandQuality {
    ModelledBands::new(present, policy, profile, Some(snapshot), depth).quality(Band::Mid, None)
}

/// The models' data, prepared for each band.
struct ModelledBands<'a> {
    policy: &'a Policy,
    profile: &'a Profile,
    /// The snapshot if it is current, else the reason why there is none.
    snapshot: Result<&'a ForecastSnapshot, QualityRule>,
    depths: PerBand<Option<f64>>,
    observed_at: Option<Timestamp>,
}

impl<'a> ModelledBands<'a> {
    fn new(
        present: &Present,
        policy: &'a Policy,
        profile: &'a Profile,
        snapshot: Option<&'a ForecastSnapshot>,
        depth: &DepthProfile,
    ) -> Self {
        let published = |field: &Option<crate::field::Field<Tenths>>| {
            field.as_ref().and_then(|field| field.value).map(Tenths::get)
        };
        let snapshot = match snapshot {
            None => Err(QualityRule::NoForecast),
            Some(snapshot) if is_current(present, policy, snapshot) => Ok(snapshot),
            Some(_) => Err(QualityRule::ForecastTooOld),
        };
        let modelled = snapshot.ok().and_then(|snapshot| forecast::model_depth(policy, snapshot));
        let depths = PerBand {
            base: published(&depth.base),
            mid: published(&depth.mid).or_else(|| modelled.map(|(cm, _)| cm)),
            summit: published(&depth.summit),
        };
        let observed_at = snapshot.ok().and_then(|s| present.usable_time(policy, Some(s.captured_at)));
        Self { policy, profile, snapshot, depths, observed_at }
    }

    /// Returns the modelled quality of a band, using the station's depth if there is one.
    fn quality(&self, band: Band, station_cm: Option<f64>) -> BandQuality {
        let elevation_m = match band {
            Band::Mid => request_elevation(self.profile),
            Band::Base | Band::Summit => self.profile.elevation_m.get(band),
        };
        let depth = station_cm.map(|cm| (cm, band)).or_else(|| depth_for(self.policy, self.depths, band));
        let judged = self.snapshot.and_then(|snapshot| {
            let (cm, _) = depth.ok_or(QualityRule::NoDepth)?;
            let (weather, fallen) =
                self.weather(snapshot, band, elevation_m).ok_or(QualityRule::NoWeather)?;
            let sunlit = is_sunlit(snapshot.captured_at, self.profile.zone);
            let judge = |fallen: RecentFall| {
                let weather = ModelWeather { rain6h_mm: fallen.rain6h_mm, ..weather.clone() };
                modelled_surface(self.policy, &weather, Some(cm), fallen.snow24h_cm, sunlit)
            };
            let surface = vote(&fallen, judge).ok_or(QualityRule::NoWeather)?;
            Ok(SurfaceVote {
                refreeze: refreeze_risk(self.policy, &weather),
                new_cm: fallen.middle.snow24h_cm,
                ..surface
            })
        });
        let surface = judged.ok().map(|judged| judged.surface);
        BandQuality {
            band,
            elevation_m,
            surface,
            label: judged.ok().and_then(|judged| surface_label(self.policy, judged.surface, judged.new_cm)),
            basis: surface.map(|_| QualityBasis::Modeled),
            rule: judged.err().unwrap_or(QualityRule::ModelledSurface),
            description: surface.map(|surface| String::from(surface.reason())),
            density_ratio: None,
            depth_cm: depth.and_then(|(cm, _)| Tenths::new(cm)),
            depth_band: depth.map(|(_, of)| of),
            refreeze_risk: judged.ok().and_then(|judged| judged.refreeze),
            observed_at: surface.and(self.observed_at),
            confidence: judged.map_or(Confidence::NONE, |judged| {
                let trust = confidence::nominal(self.policy, Kind::Model, None, judged.agreement, false);
                Confidence::new(trust)
            }),
        }
    }

    /// Returns the weather at a band around the capture, and the precipitation of the day before it by model.
    fn weather(
        &self,
        snapshot: &ForecastSnapshot,
        band: Band,
        elevation_m: Option<f64>,
    ) -> Option<(ModelWeather, ModelFalls)> {
        if band == Band::Mid
            && let Some(weather) = snapshot.weather.clone()
        {
            let (mut voices, range) = (ModelFalls::default(), self.policy.plausible_snowfall24h_cm);
            let members = Members::new(self.policy, snapshot);
            for (snow, _) in members.scalars(|run| run.past24h_cm) {
                if let Some(snow) = snow.filter(|snow| range.contains(*snow)) {
                    voices.add(RecentFall { rain6h_mm: weather.rain6h_mm, snow24h_cm: Some(snow) });
                }
            }
            let snow = forecast::past_day(self.policy, snapshot).blended.map(|(snow, _)| snow);
            voices.middle = RecentFall { rain6h_mm: weather.rain6h_mm, snow24h_cm: snow };
            return Some((weather, voices));
        }
        // Without both elevations the hours cannot be moved, and mid mountain's weather is not the band's.
        let hours = snapshot.hours.as_ref()?;
        let movable = band == Band::Mid || (elevation_m.is_some() && hours.elevation_m.is_some());
        movable.then(|| weather_around(hours, elevation_m, snapshot.captured_at, self.profile.zone))
    }
}

/// Returns the depth that decides whether a band has snow, and the band it belongs to.
fn depth_for(policy: &Policy, depths: PerBand<Option<f64>>, band: Band) -> Option<(f64, Band)> {
    let known = |band: Band| depths.get(band).map(|cm| (cm, band));
    let snow = |found: &(f64, Band)| found.0 >= policy.surface_min_depth_cm;
    let bare = |found: &(f64, Band)| found.0 < policy.surface_min_depth_cm;
    match band {
        Band::Base => known(Band::Base)
            .or_else(|| known(Band::Mid).filter(bare))
            .or_else(|| known(Band::Summit).filter(bare)),
        Band::Mid => known(Band::Mid)
            .or_else(|| known(Band::Base).filter(snow))
            .or_else(|| known(Band::Summit).filter(bare)),
        Band::Summit => known(Band::Summit)
            .or_else(|| known(Band::Mid).filter(snow))
            .or_else(|| known(Band::Base).filter(snow)),
    }
}

/// Returns the weather around a time at an elevation from the consensus hours, and the precipitation by model; each
/// quantity needs all of its hours.
fn weather_around(
    hours: &HourlyWeather,
    elevation_m: Option<f64>,
    instant: Timestamp,
    zone: Tz,
) -> (ModelWeather, ModelFalls) {
    let band = BandHours::new(hours, elevation_m);
    let here = hours.step_at(instant);
    let (past_day, past_hours, coming) = (here - 23..=here, here - 5..=here, here + 1..=here + 24);
    let now = (here - LOOK_BACK_H..=here).rev().find(|step| band.temp_c(*step).is_some());
    let extreme = |steps: core::ops::RangeInclusive<i64>,
                   value: &dyn Fn(i64) -> Option<f64>,
                   pick: fn(f64, f64) -> f64| {
        let first = value(*steps.start())?;
        steps.into_iter().try_fold(first, |held, step| Some(pick(held, value(step)?)))
    };
    let temp = |step| band.temp_c(step);
    let coldest = extreme(past_day.clone(), &temp, f64::min);
    let warmest = extreme(past_day.clone(), &temp, f64::max);
    let thawed = |step: &i64| {
        let sunlit = is_sunlit(hours.time_at(*step), zone);
        band.temp_c(*step).zip(band.wet_bulb_c(*step)).is_some_and(|(temp, wet)| thaws(temp, wet, sunlit))
    };
    let thaw_hours = warmest.map(|_| past_day.clone().filter(thawed).count() as u8);
    let fallen = |water: &HourColumn, steps: core::ops::RangeInclusive<i64>, part: fn(Fall) -> f64| {
        steps.map(|step| band.fall(water, step).map(part)).sum::<Option<f64>>()
    };
    let mut voices = ModelFalls::default();
    for water in hours.precipitation_by_model() {
        voices.add(RecentFall {
            rain6h_mm: fallen(water, past_hours.clone(), |fall| fall.rain_mm),
            snow24h_cm: fallen(water, past_day.clone(), |fall| fall.snow_cm),
        });
    }
    let middle = |pick: fn(&RecentFall) -> Option<f64>| {
        median(&mut voices.iter().filter_map(|fallen| pick(&fallen)).collect::<Vec<_>>())
    };
    voices.middle = RecentFall {
        rain6h_mm: middle(|fallen| fallen.rain6h_mm),
        snow24h_cm: middle(|fallen| fallen.snow24h_cm),
    };
    let mut winds = past_day.clone().map(|step| band.wind_mps(step)).collect::<Option<Vec<_>>>();
    let weather = ModelWeather {
        temp_c: now.and_then(temp),
        wet_bulb_c: now.and_then(|step| band.wet_bulb_c(step)),
        rain6h_mm: voices.middle.rain6h_mm,
        thaw_hours24h: thaw_hours,
        thaw_freeze24h: coldest.zip(thaw_hours).map(|(coldest, hours)| coldest < 0.0 && hours > 0),
        max_temp24h_c: warmest,
        coming_min_wet_bulb_c: extreme(coming, &|step| band.wet_bulb_c(step), f64::min),
        max_wind24h_mps: extreme(past_day, &|step| band.wind_mps(step), f64::max),
        lasting_wind24h_mps: winds.as_mut().and_then(|winds| lasting(winds)),
    };
    (weather, voices)
}

#[cfg(test)]
mod tests;

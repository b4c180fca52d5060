//! The modelled snow on the ground now: the weather of the running winter as far as the archive reaches, then the hours
//! of the forecasts up to the newest capture.
//!
//! An archive lags some days. Snapshots carry the hours since then ([`PastHours`]). If they do not reach back to the
//! archive's newest day, too much is missing and the depth is unknown.

use crate::snowpack::{Pack, Season, Weather};
use conditions_core::evidence::{ForecastSnapshot, ModelledSnow, PastHours, PerBand, Profile};
use conditions_core::hourly::first_time;
use conditions_core::snow::LAPSE_C_PER_M;
use conditions_core::time::{HOUR_MS, Timestamp};

use crate::policy::Policy;
use crate::winter::{Hemisphere, Winter};
use crate::winters::Winters;

/// Returns the snow at each band when the snapshot was captured, or `None` if it is unknown at all bands.
#[must_use]
pub fn modelled_snow(
    policy: &Policy,
    winters: &Winters,
    profile: &Profile,
    snapshot: &ForecastSnapshot,
) -> Option<ModelledSnow> {
    let hours = snapshot.hours.as_ref()?;
    let (past, asked_m) = (hours.past.as_ref()?, hours.elevation_m?);
    let at = snapshot.captured_at;
    let winter = Winter::containing(winters.hemisphere(), at.local_date(profile.zone))?;
    let reached = winters.weather_extent(winter)?;
    let from = first_time(profile.zone, reached.through.succ_opt()?)?;
    let bridge =
        Bridge { policy, past, from, to: at, is_southern: winters.hemisphere() == Hemisphere::South };
    let bands = winters.site().bands;
    let depth = |pack: Option<Pack>, band_m: Option<f64>| {
        let band_m = band_m?;
        bridge.depth_cm(pack?, band_m, LAPSE_C_PER_M * (asked_m - band_m))
    };
    let depth_cm = PerBand {
        base: depth(reached.packs.base, bands.base),
        mid: depth(reached.packs.mid, bands.mid),
        summit: depth(reached.packs.summit, bands.summit),
    };
    (depth_cm != PerBand::all(None)).then_some(ModelledSnow { at, depth_cm })
}

/// The hours from the end of the archive's newest day to the capture.
struct Bridge<'a> {
    policy: &'a Policy,
    past: &'a PastHours,
    from: Timestamp,
    to: Timestamp,
    is_southern: bool,
}

impl Bridge<'_> {
    /// Returns the depth of a pack at the end of the hours, centimetres; temperatures are moved by `shift_c`.
    fn depth_cm(&self, pack: Pack, band_m: f64, shift_c: f64) -> Option<f64> {
        let mut season = Season::new(pack, Some(band_m), self.is_southern);
        let past = self.past;
        // An hour belongs to the time at which it ends.
        let (first, last) = (past.step_at(self.from) + 1, past.step_at(self.to));
        for step in first..=last {
            let date = past.start.plus_millis(step.saturating_mul(HOUR_MS)).utc().date_naive();
            let weather = Weather {
                hours: 1.0,
                temp_c: past.temp_c.get(step).map(|temp| temp + shift_c),
                humidity_pct: past.humidity_pct.get(step),
                water_mm: past.precipitation_mm.get(step),
            };
            season.hours(date, &weather);
            if season.missing_hours > self.policy.pack_missing_hours {
                return None;
            }
        }
        Some(season.pack.depth_cm)
    }
}

#[cfg(test)]
mod tests;

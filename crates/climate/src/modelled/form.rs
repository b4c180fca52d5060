//! Text form of a winter's modelled snow, so that the model does not run again at every start.
//!
//! `2 72 1500 1500 2000 -;212;0x100 3 5 …;0x80 …;;0x85 43 …;120.5 0 43.25 1.5;…;-`: the model's version and the number
//! of hours that may be missing, the elevations (requested, then base, mid and summit, metres), the index of the last
//! day, depths in centimetres by day as in [`pack`], new snow at mid mountain in tenths of a centimetre (empty if the
//! winter's snowfall is the archive's), and the pack at the end of that day: ice, liquid water, depth and cold. A text
//! of another version or for other elevations is rejected, and the snow is computed again.

use std::fmt::Write as _;

use crate::snowpack::Pack;
use conditions_core::evidence::PerBand;

use super::{ModelledWinter, WeatherExtent, WinterModel};
use crate::pack;
use crate::policy::Policy;
use crate::series::Series;
use crate::site::Site;
use crate::winter::Winter;

/// Version of the model, from the winter's cells to depth and new snow at the bands. A test fails if the results change
/// without a new version.
pub(crate) const VERSION: u32 = 4;

/// Writes the modelled snow of a winter.
pub(crate) fn write(policy: &Policy, site: &Site, made: &WinterModel) -> String {
    let WinterModel { modelled, snowfall } = made;
    let WeatherExtent { through, packs } = modelled.reached;
    let last = modelled.winter.index(through).unwrap_or_default();
    let mut out = made_by(policy, site);
    // Writing to a string cannot fail.
    let _ = write!(out, ";{last}");
    let PerBand { base, mid, summit } = site.bands;
    for (column, band_m) in modelled.depth.iter().zip([base, mid, summit]) {
        out.push(';');
        let days = if band_m.is_some() { last + 1 } else { 0 };
        pack::write_column(&mut out, &column.first(days).collect::<Vec<_>>());
    }
    out.push(';');
    pack::write_column(&mut out, snowfall.as_deref().unwrap_or_default());
    for pack in [packs.base, packs.mid, packs.summit] {
        let _ = match pack {
            Some(Pack { ice_mm, liquid_mm, depth_cm, cold_mm }) => {
                write!(out, ";{ice_mm} {liquid_mm} {depth_cm} {cold_mm}")
            }
            None => write!(out, ";-"),
        };
    }
    out
}

/// Reads the modelled snow of a winter at a site; `None` if it was made by another model or for another site, or is
/// malformed.
pub(crate) fn read(policy: &Policy, site: &Site, winter: Winter, text: &str) -> Option<WinterModel> {
    let mut parts = text.split(';');
    if parts.next()? != made_by(policy, site) {
        return None;
    }
    let last: usize = parts.next()?.parse().ok().filter(|last| *last < winter.days())?;
    let PerBand { base, mid, summit } = site.bands;
    let cells = |text: &str, days: usize| {
        let mut cells = Vec::with_capacity(days);
        pack::read_column(text, days, &mut cells).ok()?;
        Some(cells)
    };
    let mut column = |band_m: Option<f64>| {
        let days = if band_m.is_some() { last + 1 } else { 0 };
        Some(Series::new(&cells(parts.next()?, days)?))
    };
    let depth = [column(base)?, column(mid)?, column(summit)?];
    let snowfall = match parts.next()? {
        "" => None,
        text => Some(cells(text, last + 1)?),
    };
    let mut end = || pack_of(parts.next()?);
    let packs = PerBand { base: end()?, mid: end()?, summit: end()? };
    let reached = WeatherExtent { through: winter.date_at(last), packs };
    let modelled = ModelledWinter { winter, depth, reached };
    parts.next().is_none().then_some(WinterModel { modelled, snowfall })
}

/// Returns all parameters of the result other than the winter's weather.
fn made_by(policy: &Policy, site: &Site) -> String {
    let mut out = format!("{VERSION} {}", policy.pack_missing_hours);
    for metres in [site.asked_m, site.bands.base, site.bands.mid, site.bands.summit] {
        let _ = match metres {
            Some(metres) => write!(out, " {metres}"),
            None => write!(out, " -"),
        };
    }
    out
}

/// Parses a pack, or the marker of an unknown one.
fn pack_of(text: &str) -> Option<Option<Pack>> {
    if text == "-" {
        return Some(None);
    }
    let mut numbers =
        text.split(' ').map(|number| number.parse().ok().filter(|number: &f64| number.is_finite()));
    let mut next = || numbers.next().flatten();
    let pack = Pack { ice_mm: next()?, liquid_mm: next()?, depth_cm: next()?, cold_mm: next()? };
    Some(Some(pack))
}

#[cfg(test)]
mod tests;

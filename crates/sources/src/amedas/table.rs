//! The station table: coordinates in degrees and minutes, and the quantities that each station measures.

use conditions_core::evidence::Site;

use super::LANE;
use crate::error::Kind;
use crate::json_cut::{Number, Object, Raw};
use crate::station::{Station, is_place};

/// Position of the snow gauge in `elems`: temperature, precipitation, wind direction, wind, sunshine, snow depth,
/// humidity, pressure. `1` means measured, `0` not measured, `2` estimated.
const SNOW: usize = 5;

/// Parses one row.
///
/// # Errors
/// Returns an error if it has no usable number or coordinates.
pub(super) fn station(id: &str, record: Raw<'_>) -> Result<Station, Kind> {
    let object = record.object()?;
    if !is_id(id) {
        return Err(Kind::Malformed(format!("{} is not a station number", crate::error::excerpt(id, 20))));
    }
    let unplaced = |name: &str| Kind::Malformed(format!("{id} has no {name} in degrees and minutes"));
    let lat = degrees(&object, "lat").ok_or_else(|| unplaced("lat"))?;
    let lon = degrees(&object, "lon").ok_or_else(|| unplaced("lon"))?;
    if !is_place(lat, lon) {
        return Err(Kind::Malformed(format!("{id} has invalid coordinates {lat}, {lon}")));
    }
    let name = object.text("enName").or_else(|| object.text("kjName")).unwrap_or_else(|| id.to_owned());
    let elems = object.text("elems");
    Ok(Station {
        network: LANE,
        id: id.to_owned(),
        // Airports are separate stations with their own numbers; none of them is in this table.
        site: Site::Mountain,
        name: name.into(),
        lat,
        lon,
        elevation_m: object.number("alt").get().filter(|m| (-500.0..9_000.0).contains(m)),
        utc_offset_s: None,
        measures_snow: elems.and_then(|elems| elems.chars().nth(SNOW)).map(|elem| elem == '1'),
    })
}

/// Returns whether a text is a station number: five digits.
pub(super) fn is_id(id: &str) -> bool {
    id.len() == 5 && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses degrees and minutes: `[45, 31.2]` is 45 degrees and 31.2 minutes. The minutes count away from zero.
pub(super) fn degrees(object: &Object<'_>, name: &str) -> Option<f64> {
    let parts = object.get(name)?.elements()?;
    let [degrees, minutes] = parts.items.as_slice() else { return None };
    match (degrees.number(), minutes.number()) {
        (Number::Is(degrees), Number::Is(minutes))
            if (0.0..60.0).contains(&minutes) && degrees.fract() == 0.0 =>
        {
            Some(degrees + (minutes / 60.0).copysign(degrees))
        }
        _ => None,
    }
}

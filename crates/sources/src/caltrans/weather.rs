//! Road weather: sensors by the standard of roadside stations (NTCIP 1204), in its units and with its codes for
//! "missing".
//!
//! Temperatures are tenths of a degree Celsius (1001: missing), winds tenths of a metre per second (65535), visibility
//! tenths of a metre (1000001), precipitation tenths of a gram per square metre and second (65535).

use roads::weather::{
    PRECIPITATIONS_MM, RoadReading, RoadStation, SurfaceTemp, TEMPERATURES_C, WINDS_MPS, direction,
    visibility, within,
};

use roads::RoadPolicy;

use super::record::Record;
use crate::error::Kind;

const NO_TEMPERATURE: f64 = 1_001.0;
const NO_RATE: f64 = 65_535.0;
const NO_VISIBILITY: f64 = 1_000_001.0;
const NO_DIRECTION: f64 = 361.0;
/// Millimetres per hour for a tenth of a gram per square metre and second.
const MM_PER_HOUR: f64 = 0.36;

/// Reads a record. A station that is not in service has a location and an empty reading.
pub(super) fn read(record: &Record) -> Result<RoadStation, Kind> {
    let works = record.in_service() == Some(true);
    let reading = works.then(|| reading(record)).filter(|reading| !reading.is_empty());
    Ok(RoadStation { id: record.id()?, spot: Some(record.spot()?), reading })
}

fn reading(record: &Record) -> RoadReading {
    let first = |name, missing: f64| record.numbers(name).find(|value| *value < missing);
    let tenths = |name, missing, span| first(name, missing).and_then(|value| within(value / 10.0, span));
    let surfaces = record.numbers("essSurfaceTemperature").filter(|value| *value < NO_TEMPERATURE);
    let air_temp_c = tenths("essAirTemperature", NO_TEMPERATURE, TEMPERATURES_C);
    let rate = first("essPrecipRate", NO_RATE).map(|value| value * MM_PER_HOUR);
    RoadReading {
        observed_at: record.written_at(),
        surface_temp_c: SurfaceTemp::new(
            &RoadPolicy::DEFAULT,
            surfaces.map(|value| value / 10.0),
            air_temp_c,
        ),
        air_temp_c,
        visibility_m: first("essVisibility", NO_VISIBILITY).and_then(|value| visibility(value / 10.0)),
        wind_mps: tenths("essAvgWindSpeed", NO_RATE, WINDS_MPS),
        gust_mps: tenths("essMaxWindGustSpeed", NO_RATE, WINDS_MPS),
        wind_from_deg: first("essAvgWindDirection", NO_DIRECTION).and_then(direction),
        precipitation_mm_per_h: rate.and_then(|rate| within(rate, PRECIPITATIONS_MM)),
        precipitation: record
            .texts("essPrecipSituation")
            .find_map(|code| word(&PRECIPITATION, code))
            .map(Into::into),
        surface: record.texts("essSurfaceStatus").find_map(|code| word(&SURFACES, code)).map(Into::into),
    }
}

/// Kinds of precipitation by their number; the first two mean "unknown".
const PRECIPITATION: [Option<&str>; 15] = [
    None,
    None,
    Some("none"),
    Some("slight"),
    Some("moderate"),
    Some("heavy"),
    Some("slight snow"),
    Some("moderate snow"),
    Some("heavy snow"),
    Some("slight rain"),
    Some("moderate rain"),
    Some("heavy rain"),
    Some("slight frozen precipitation"),
    Some("moderate frozen precipitation"),
    Some("heavy frozen precipitation"),
];

/// States of a road surface by their number; the first two mean "unknown".
const SURFACES: [Option<&str>; 14] = [
    None,
    None,
    Some("dry"),
    Some("trace of moisture"),
    Some("wet"),
    Some("chemically wet"),
    Some("ice warning"),
    Some("ice watch"),
    Some("snow warning"),
    Some("snow watch"),
    Some("absorption"),
    Some("dew"),
    Some("frost"),
    Some("absorption at dew point"),
];

/// Returns the term of a code, counted from 1; a text that is neither a code nor one of the terms is unknown.
fn word(words: &[Option<&str>], code: &str) -> Option<String> {
    let number = code.parse::<usize>().ok()?;
    words.get(number.checked_sub(1)?).copied().flatten().map(str::to_owned)
}

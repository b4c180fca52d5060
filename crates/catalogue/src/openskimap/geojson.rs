//! Reads the ski areas of OpenSkiMap's GeoJSON.

use serde_json::Value;

use super::area::{Area, SourceId};
use super::sections::Statistics;
use super::{ImportError, ReadAreas, SkippedArea, stream};

mod shape;

pub(super) fn read(text: &[u8]) -> Result<ReadAreas, ImportError> {
    let mut read = ReadAreas::default();
    stream::features(serde_json::de::SliceRead::new(text), "ski areas", |feature: Value, number| {
        let at = format!("feature {number}");
        let properties = &feature["properties"];
        match properties["type"].as_str() {
            Some("skiArea") => read.areas.push(area(&feature, at)),
            Some(other) if number == 1 => {
                return Err(format!("its first feature is a `{other}`, not a `skiArea`"));
            }
            other => read.skipped.push(SkippedArea {
                area: properties["name"].as_str().unwrap_or("unnamed").to_owned(),
                at,
                reason: format!("not a ski area but `{}`", other.unwrap_or("nothing named")),
            }),
        }
        Ok(())
    })?;
    Ok(read)
}

fn area(feature: &Value, at: String) -> Area {
    let properties = &feature["properties"];
    let statistics = &properties["statistics"];
    let (lat, lon) = shape::centroid(&feature["geometry"]).unzip();
    let places = places(properties);
    let mut sources: Vec<SourceId> = items(&properties["sources"]).filter_map(source).collect();
    sources.sort();
    Area {
        at,
        id: text(&properties["id"]),
        name: text(&properties["name"]),
        status: text(&properties["status"]),
        downhill: items(&properties["activities"]).any(|activity| activity == "downhill"),
        countries: distinct(places.iter().map(|place| country(place))),
        regions: distinct(places.iter().map(|place| text(&place["localized"]["en"]["region"]))),
        localities: distinct(places.iter().map(|place| text(&place["localized"]["en"]["locality"]))),
        lat,
        lon,
        lowest: statistics["minElevation"].as_f64(),
        highest: statistics["maxElevation"].as_f64(),
        lifts: lifts(&statistics["lifts"]["byType"]),
        statistics: Statistics::from_json(statistics),
        websites: items(&properties["websites"]).map(text).collect(),
        sources,
    }
}

/// Returns the places: `places` is a list today; it was one `location` before.
fn places(properties: &Value) -> Vec<&Value> {
    let listed: Vec<&Value> = items(&properties["places"]).collect();
    let single = &properties["location"];
    if listed.is_empty() && single.is_object() { vec![single] } else { listed }
}

fn country(place: &Value) -> String {
    let code = text(&place["iso3166_1Alpha2"]);
    if code.is_empty() { text(&place["localized"]["en"]["country"]) } else { code }
}

fn distinct(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    for value in values {
        if !value.is_empty() && !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}

fn lifts(by_type: &Value) -> Option<u32> {
    let counts = by_type.as_object()?.values().map(|lift| lift["count"].as_u64());
    // One unreadable count makes the sum unknown, not smaller.
    let total = counts.sum::<Option<u64>>()?;
    u32::try_from(total).ok()
}

/// Parses an identifier; Skimap's is a number in the data and a string in the format's description.
fn source(source: &Value) -> Option<SourceId> {
    let id = &source["id"];
    let number = || id.as_u64().or_else(|| id.as_str()?.trim().parse().ok());
    match source["type"].as_str()? {
        "openstreetmap" => SourceId::parse(id.as_str()?),
        "skimap.org" => number().map(SourceId::Skimap),
        _ => None,
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or("").trim().to_owned()
}

//! Reads OpenSkiMap's GeoJSON feature by feature, so that only one outline is in memory at a time.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::area::{Area, SourceId};
use super::{ImportError, ReadAreas, SkippedArea};

mod shape;

pub(super) fn read(text: &[u8]) -> Result<ReadAreas, ImportError> {
    let mut collection = Collection::default();
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let outcome = (&mut collection).deserialize(&mut deserializer).and_then(|()| deserializer.end());
    if let Err(error) = outcome {
        let reason = match error.classify() {
            serde_json::error::Category::Eof => format!("the file is cut short: {error}"),
            _ => error.to_string(),
        };
        // The wrong kind of document is a clearer error than the position at which it was noticed.
        return Err(collection.wrong_kind.map_or_else(
            || ImportError::Json {
                line: error.line(),
                column: error.column(),
                features: collection.features,
                reason,
            },
            ImportError::NotSkiAreas,
        ));
    }
    if let Some(reason) = collection.wrong_kind {
        return Err(ImportError::NotSkiAreas(reason));
    }
    if !collection.has_features {
        return Err(ImportError::NotSkiAreas("it has no `features`".to_owned()));
    }
    Ok(collection.read)
}

/// The data read so far.
#[derive(Default)]
struct Collection {
    read: ReadAreas,
    features: usize,
    has_features: bool,
    wrong_kind: Option<String>,
}

impl Collection {
    fn feature(&mut self, feature: &Value) {
        self.features += 1;
        let at = format!("feature {}", self.features);
        let properties = &feature["properties"];
        match properties["type"].as_str() {
            Some("skiArea") => self.read.areas.push(area(feature, at)),
            Some(other) if self.features == 1 => {
                self.wrong_kind = Some(format!("its first feature is a `{other}`, not a `skiArea`"));
            }
            other => self.read.skipped.push(SkippedArea {
                area: properties["name"].as_str().unwrap_or("unnamed").to_owned(),
                at,
                reason: format!("not a ski area but `{}`", other.unwrap_or("nothing named")),
            }),
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Collection {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Collection {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a GeoJSON FeatureCollection with a list of features")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "features" => {
                    self.has_features = true;
                    map.next_value_seed(Features(&mut *self))?;
                }
                "type" => {
                    let kind: Value = map.next_value()?;
                    if kind.as_str() != Some("FeatureCollection") {
                        self.wrong_kind = Some(format!("its type is {kind}"));
                        return Err(A::Error::custom("another kind of document"));
                    }
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// The list of features.
struct Features<'a>(&'a mut Collection);

impl<'de> DeserializeSeed<'de> for Features<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Features<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of features")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(feature) = seq.next_element::<Value>()? {
            self.0.feature(&feature);
            if self.0.wrong_kind.is_some() {
                return Err(A::Error::custom("another kind of document"));
            }
        }
        Ok(())
    }
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

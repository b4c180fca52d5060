//! Reads a GeoJSON FeatureCollection feature by feature, so that only one outline is in memory at a time.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use super::ImportError;

/// Passes every feature of a collection to `each`, with its number from 1. An error of `each` is the reason for which
/// the file is of another kind, and ends the reading.
pub(super) fn features<'de, R, T, F>(reader: R, wanted: &'static str, each: F) -> Result<(), ImportError>
where
    R: serde_json::de::Read<'de>,
    T: DeserializeOwned,
    F: FnMut(T, usize) -> Result<(), String>,
{
    let mut collection =
        Collection { each, count: 0, has_features: false, wrong_kind: None, kind: PhantomData };
    let mut deserializer = serde_json::Deserializer::new(reader);
    let outcome = (&mut collection).deserialize(&mut deserializer).and_then(|()| deserializer.end());
    let other = |reason| ImportError::OtherKind { wanted, reason };
    if let Some(reason) = collection.wrong_kind {
        // The wrong kind of document is a clearer error than the position at which it was noticed.
        return Err(other(reason));
    }
    if let Err(error) = outcome {
        return Err(damaged(&error, collection.count));
    }
    if collection.has_features { Ok(()) } else { Err(other("it has no `features`".to_owned())) }
}

fn damaged(error: &serde_json::Error, features: usize) -> ImportError {
    let reason = match error.classify() {
        serde_json::error::Category::Eof => format!("the file is cut short: {error}"),
        serde_json::error::Category::Io => format!("the file cannot be read: {error}"),
        _ => error.to_string(),
    };
    ImportError::Json { line: error.line(), column: error.column(), features, reason }
}

/// The data read so far.
struct Collection<T, F> {
    each: F,
    count: usize,
    has_features: bool,
    wrong_kind: Option<String>,
    kind: PhantomData<T>,
}

impl<'de, T, F> DeserializeSeed<'de> for &mut Collection<T, F>
where
    T: DeserializeOwned,
    F: FnMut(T, usize) -> Result<(), String>,
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T, F> Visitor<'de> for &mut Collection<T, F>
where
    T: DeserializeOwned,
    F: FnMut(T, usize) -> Result<(), String>,
{
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
struct Features<'a, T, F>(&'a mut Collection<T, F>);

impl<'de, T, F> DeserializeSeed<'de> for Features<'_, T, F>
where
    T: DeserializeOwned,
    F: FnMut(T, usize) -> Result<(), String>,
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T, F> Visitor<'de> for Features<'_, T, F>
where
    T: DeserializeOwned,
    F: FnMut(T, usize) -> Result<(), String>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of features")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(feature) = seq.next_element::<T>()? {
            self.0.count += 1;
            if let Err(reason) = (self.0.each)(feature, self.0.count) {
                self.0.wrong_kind = Some(reason);
                return Err(A::Error::custom("another kind of document"));
            }
        }
        Ok(())
    }
}

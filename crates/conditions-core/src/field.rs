//! The field envelope: a value with its source, time of observation and confidence.

use crate::source::Kind;
use crate::time::Timestamp;
use crate::units::Confidence;

/// A value with its provenance. The specification's "field envelope".
///
/// Invariant: a field without a value has the kind `None`, no time and confidence 0. [`Field::known`] and
/// [`Field::not_reported`] maintain it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "{T}Field", description = "A value with its provenance.", deny_unknown_fields, transform = crate::schema::require_all))]
#[non_exhaustive]
pub struct Field<T> {
    /// The value; null when the quantity is not reported.
    pub value: Option<T>,
    /// Source of the value.
    pub source: Kind,
    /// Time of the underlying observation; null when unknown.
    pub observed_at: Option<Timestamp>,
    /// Trust in the value, 0 to 1.
    pub confidence: Confidence,
}

impl<T> Field<T> {
    /// Returns a field that is not reported: null, `none`, no time, confidence 0.
    #[must_use]
    pub const fn not_reported() -> Self {
        Self { value: None, source: Kind::None, observed_at: None, confidence: Confidence::NONE }
    }

    /// Makes a field with a known value.
    #[must_use]
    pub const fn known(
        value: T,
        source: Kind,
        observed_at: Option<Timestamp>,
        confidence: Confidence,
    ) -> Self {
        Self { value: Some(value), source, observed_at, confidence }
    }

    /// Maps the value and keeps the provenance; `None` gives [`Field::not_reported`].
    #[must_use]
    pub fn and_then<U>(self, f: impl FnOnce(T) -> Option<U>) -> Field<U> {
        match self.value.and_then(f) {
            Some(value) => Field::known(value, self.source, self.observed_at, self.confidence),
            None => Field::not_reported(),
        }
    }
}

impl<T> Default for Field<T> {
    fn default() -> Self {
        Self::not_reported()
    }
}

/// Schema of a forecast total: a field whose source is `model`, or `none` if it has no value.
#[cfg(feature = "schemars")]
pub(crate) struct Forecast;

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Forecast {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "ForecastField".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = Field::<crate::schema::Amount>::json_schema(generator);
        let source = schemars::json_schema!({
            "description": "Always `model`; `none` when there is no value.",
            "type": "string",
            "enum": ["model", "none"],
        });
        if let Some(properties) = schema.get_mut("properties").and_then(|p| p.as_object_mut()) {
            properties.insert("source".into(), source.into());
        }
        schema
    }
}

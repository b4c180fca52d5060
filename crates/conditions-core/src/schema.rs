//! Settings for the contract's JSON Schema: every member is required, null included, unless it is marked optional, and
//! numbers have the bounds of the specification.
//!
//! The types below have no values. A member of the record refers to one with `schemars(with = "..")` if its Rust type
//! allows more than may be published.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// Makes every property required that is not marked `x-optional`, and removes the mark.
pub fn require_all(schema: &mut Schema) {
    let Some(properties) = schema.get_mut("properties").and_then(|p| p.as_object_mut()) else { return };
    let mut required: Vec<String> = Vec::new();
    for (name, property) in properties.iter_mut() {
        if property.as_object_mut().is_none_or(|p| p.remove("x-optional").is_none()) {
            required.push(name.clone());
        }
    }
    schema.insert(String::from("required"), required.into());
}

/// Types without values, each the schema of one kind of number.
macro_rules! bounded {
    ($($(#[$doc:meta])* $name:ident $schema:tt)*) => { $(
        $(#[$doc])*
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )* };
}

bounded! {
    /// An amount of at least 0: a depth, a snowfall, a wind speed, a length, a ratio.
    Amount { "type": "number", "minimum": 0 }
    /// An amount that is published only if it is above 0.
    PositiveAmount { "type": "number", "exclusiveMinimum": 0 }
    /// A whole percentage of an average; it may exceed 100.
    WholePercent { "type": "integer", "minimum": 0 }
    /// A part of a whole, percent.
    Part { "type": "number", "minimum": 0, "maximum": 100 }
    /// Water over snow: at most the density of water.
    Density { "type": "number", "minimum": 0, "maximum": 1 }
    /// The temperature of a snow surface, degrees Celsius.
    AtMostZero { "type": "number", "maximum": 0 }
}

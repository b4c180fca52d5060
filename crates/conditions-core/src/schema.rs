//! JSON Schema habits of the contract: every member is required, null included, unless it is marked optional.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::Schema;

/// Requires every property that is not marked `x-optional`, and drops the mark.
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

/// A flag as a reader must expect it: the list of flags is open, their form is not.
#[derive(Debug)]
pub struct FlagName;

impl schemars::JsonSchema for FlagName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "FlagName".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> Schema {
        let known = <crate::record::Flag as schemars::JsonSchema>::json_schema(generator);
        let examples = known.get("oneOf").and_then(|words| words.as_array()).map(|words| {
            words.iter().filter_map(|word| word.get("const").cloned()).collect::<alloc::vec::Vec<_>>()
        });
        let mut schema = schemars::json_schema!({ "type": "string", "pattern": "^[a-z][a-z0-9_]*$" });
        if let Some(examples) = examples {
            schema.insert(String::from("examples"), examples.into());
        }
        schema
    }
}

//! Rules for the published JSON Schema: identified as in the envelope, of this version, and as strict as this
//! project's.

use std::collections::BTreeSet;

use serde_json::Value;

use contract::{SCHEMA, SCHEMA_PATH, SCHEMA_VERSION};

use super::json::at;
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "schema/identified",
        clause: "Conditions response envelope: schema \"URL of the JSON Schema\"",
        severity: Severity::Error,
        checks: "`$id` is the address that envelopes give",
        fix: "serve the schema with its absolute identifier",
        check: Check::Schema(identified),
    },
    Rule {
        id: "schema/version",
        clause: "Versioning, 1: \"The contract version is carried in `schemaVersion` (constant `1.10.0`)\"",
        severity: Severity::Error,
        checks: "the schema fixes `schemaVersion` to the contract's version",
        fix: "publish the schema of the version that is served",
        check: Check::Schema(version),
    },
    Rule {
        id: "schema/closed",
        clause: "Conditions response envelope: \"No properties other than those listed are allowed\"",
        severity: Severity::Error,
        checks: "the schema's root and its `meta` and `data` allow no other members",
        fix: "set additionalProperties to false",
        check: Check::Schema(closed),
    },
    Rule {
        id: "schema/same-members",
        clause: "Resources and their fields: the tables; Versioning, 1",
        severity: Severity::Error,
        checks: "the schema lists the contract's members and no others, at every depth",
        fix: "publish the schema of docs and crates/contract/schema, or an equivalent one",
        check: Check::Schema(same_members),
    },
];

fn identified(served: &Value, address: Option<&str>, report: &mut Report<'_>) {
    let id = at(served, &["$id"]);
    let agrees = match (id.as_str(), address) {
        (Some(id), Some(address)) => id == address,
        (Some(id), None) => id.ends_with(SCHEMA_PATH),
        (None, _) => false,
    };
    if !agrees {
        report.broken("/$id", id, address.unwrap_or(SCHEMA_PATH));
    }
}

/// Resolves the references of a subschema.
fn plain<'v>(root: &'v Value, mut schema: &'v Value) -> &'v Value {
    // A circular reference is invalid; the number of steps is limited.
    for _ in 0..16 {
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        let choice = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
        let some = choice.and_then(|all| all.iter().find(|one| at(one, &["type"]) != "null"));
        schema = match (target.and_then(|target| root.pointer(target)), some) {
            (Some(next), _) => next,
            (None, Some(next)) if next.get("const").is_none() => next,
            _ => return schema,
        };
    }
    schema
}

fn member<'v>(root: &'v Value, path: &[&str]) -> &'v Value {
    path.iter().fold(plain(root, root), |schema, name| plain(root, at(schema, &["properties", name])))
}

fn version(served: &Value, _: Option<&str>, report: &mut Report<'_>) {
    let schema = member(served, &["schemaVersion"]);
    let fixed = [at(schema, &["const"]), at(schema, &["enum"]).get(0).unwrap_or(&Value::Null)];
    if !fixed.iter().any(|constant| **constant == SCHEMA_VERSION) {
        report.broken("/properties/schemaVersion", schema, SCHEMA_VERSION);
    }
}

fn closed(served: &Value, _: Option<&str>, report: &mut Report<'_>) {
    for path in [&[][..], &["meta"], &["data"]] {
        let schema = member(served, path);
        let shut =
            ["additionalProperties", "unevaluatedProperties"].iter().any(|word| at(schema, &[word]) == false);
        if !shut {
            let found = at(schema, &["additionalProperties"]);
            report.broken(format_args!("/{}", path.join("/")), found, "additionalProperties false");
        }
    }
}

/// Maximum depth of members in the contract, and a limit for circular schemas.
const DEEPEST: usize = 8;

/// Collects the path of every member, and whether it is required.
fn members(root: &Value, schema: &Value, path: &str, found: &mut BTreeSet<String>) {
    let schema = plain(root, schema);
    if path.matches('/').count() > DEEPEST {
        return;
    }
    if schema.get("items").is_some() {
        members(root, at(schema, &["items"]), &format!("{path}/*"), found);
    }
    let required = at(schema, &["required"]).as_array();
    for (name, below) in at(schema, &["properties"]).as_object().into_iter().flatten() {
        let needed = required.is_some_and(|required| required.iter().any(|known| known == name));
        let below_path = format!("{path}/{name}");
        found.insert(format!("{below_path}{}", if needed { "" } else { " (optional)" }));
        members(root, below, &below_path, found);
    }
}

fn same_members(served: &Value, _: Option<&str>, report: &mut Report<'_>) {
    let ours: Value = match serde_json::from_str(SCHEMA) {
        Ok(ours) => ours,
        Err(error) => return report.broken("", error, "a contract whose own schema is JSON"),
    };
    let of = |schema: &Value| {
        let mut found = BTreeSet::new();
        members(schema, schema, "", &mut found);
        found
    };
    let (expected, found) = (of(&ours), of(served));
    for missing in expected.difference(&found) {
        report.broken(missing, "not in the schema", missing);
    }
    for extra in found.difference(&expected) {
        report.broken(extra, extra, "not in the contract");
    }
}

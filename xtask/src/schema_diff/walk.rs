//! Compares two schemas member by member: what each promises about a value, and which of them promises more.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{Change, Weight};

/// Members with texts for people.
const TEXTS: &[&str] = &["description", "title", "examples", "$comment", "default", "deprecated"];
/// Bounds that promise more the higher they are, and the lower they are.
const LEAST: &[&str] = &["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const MOST: &[&str] = &["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
/// Members that are compared separately.
const STRUCTURE: &[&str] = &[
    "type",
    "const",
    "enum",
    "anyOf",
    "oneOf",
    "$ref",
    "$defs",
    "properties",
    "required",
    "items",
    "additionalProperties",
    "propertyNames",
];
/// The version itself, which does not count as a change.
const VERSION: &str = "/schemaVersion";
const NULL: &str = "null";

pub(super) fn compare(old: &Value, new: &Value) -> Vec<Change> {
    let mut walk = Walk { old, new, seen: BTreeSet::new(), changes: Vec::new() };
    walk.value("", old, new);
    walk.changes
}

struct Walk<'a> {
    old: &'a Value,
    new: &'a Value,
    /// Compared definitions, so that a recursive one ends and a shared one is reported once.
    seen: BTreeSet<(String, String)>,
    changes: Vec<Change>,
}

/// The promises of a schema about a value, with its alternatives merged.
#[derive(Default)]
struct ValueShape<'a> {
    types: BTreeSet<&'a str>,
    /// Words of closed lists, each with its text.
    words: BTreeMap<String, Option<&'a Value>>,
    /// Alternatives other than closed lists of words, by type: objects, lists, numbers and open texts.
    bodies: BTreeMap<&'a str, Vec<&'a Map<String, Value>>>,
}

impl<'a> Walk<'a> {
    fn report(&mut self, path: &str, weight: Weight, what: impl Into<String>) {
        let path = if path.is_empty() { "/" } else { path }.to_owned();
        self.changes.push(Change { path, weight, what: what.into() });
    }

    fn value(&mut self, path: &str, old: &'a Value, new: &'a Value) {
        self.texts(path, old, new);
        if let (Some(from), Some(to)) = (reference(old), reference(new))
            && !self.seen.insert((from.to_owned(), to.to_owned()))
        {
            return;
        }
        let (before, after) = (promise(self.old, old), promise(self.new, new));
        self.types(path, &before, &after);
        if path != VERSION {
            self.words(path, &before, &after);
        }
        for (kind, old_bodies) in &before.bodies {
            let new_bodies = after.bodies.get(kind).map(Vec::as_slice).unwrap_or_default();
            if old_bodies.len() == new_bodies.len() {
                for (old_body, new_body) in old_bodies.iter().zip(new_bodies) {
                    self.body(path, old_body, new_body);
                }
            } else if !new_bodies.is_empty() {
                self.report(path, Weight::Breaking, format!("another number of alternatives of type {kind}"));
            }
        }
    }

    fn texts(&mut self, path: &str, old: &Value, new: &Value) {
        for text in TEXTS {
            if old.get(text) != new.get(text) {
                self.report(path, Weight::Editorial, format!("another {text}"));
            }
        }
    }

    fn types(&mut self, path: &str, before: &ValueShape<'_>, after: &ValueShape<'_>) {
        let more: Vec<&str> = after.types.difference(&before.types).copied().collect();
        let less: Vec<&str> = before.types.difference(&after.types).copied().collect();
        if !more.is_empty() {
            self.report(path, Weight::Breaking, format!("may be {} now", more.join(" or ")));
        } else if !less.is_empty() {
            self.report(path, Weight::Additive, format!("is never {} any more", less.join(" or ")));
        }
    }

    /// Compares closed lists. Words may be added, as `scraped` was in 1.3.0: readers treat an unknown word as unknown.
    fn words(&mut self, path: &str, before: &ValueShape<'_>, after: &ValueShape<'_>) {
        let open =
            |promise: &ValueShape<'_>| promise.words.is_empty() || promise.bodies.contains_key("string");
        match (open(before), open(after)) {
            (false, true) => return self.report(path, Weight::Breaking, "was a closed list of words"),
            (true, false) => return self.report(path, Weight::Additive, "is a closed list of words now"),
            (true, true) | (false, false) => {}
        }
        for (word, text) in &before.words {
            match after.words.get(word) {
                None => self.report(path, Weight::Breaking, format!("{word} is gone from the list")),
                Some(now) if now != text => {
                    self.report(path, Weight::Editorial, format!("another text of {word}"));
                }
                Some(_) => {}
            }
        }
        for word in after.words.keys().filter(|word| !before.words.contains_key(*word)) {
            self.report(path, Weight::Additive, format!("{word} is new in the list"));
        }
    }

    /// Compares one alternative that is not a closed list.
    fn body(&mut self, path: &str, old: &'a Map<String, Value>, new: &'a Map<String, Value>) {
        self.members(path, old, new);
        for (name, step) in [("items", "/[]"), ("additionalProperties", "/*"), ("propertyNames", "/*")] {
            match (old.get(name), new.get(name)) {
                (Some(before @ Value::Object(_)), Some(after @ Value::Object(_))) => {
                    self.value(&format!("{path}{step}"), before, after);
                }
                (before, after) if allowed(before) == allowed(after) => {}
                (before, _) if allowed(before).is_none() => {
                    self.report(path, Weight::Additive, format!("`{name}` now restricts the allowed values"));
                }
                _ => self.report(path, Weight::Breaking, format!("`{name}` promises something else")),
            }
        }
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for name in names.into_iter().filter(|name| !is_in(STRUCTURE, name) && !is_in(TEXTS, name)) {
            self.keyword(path, name, old.get(name), new.get(name));
        }
    }

    fn members(&mut self, path: &str, old: &'a Map<String, Value>, new: &'a Map<String, Value>) {
        let of = |body: &'a Map<String, Value>| body.get("properties").and_then(Value::as_object);
        let always = |body: &Map<String, Value>, name: &str| {
            let required = body.get("required").and_then(Value::as_array);
            required.is_some_and(|required| required.iter().any(|one| one == name))
        };
        for (name, before) in of(old).into_iter().flatten() {
            let at = format!("{path}/{name}");
            let Some(after) = of(new).and_then(|members| members.get(name)) else {
                self.report(&at, Weight::Breaking, "is gone");
                continue;
            };
            match (always(old, name), always(new, name)) {
                (true, false) => self.report(&at, Weight::Breaking, "may be absent now"),
                (false, true) => self.report(&at, Weight::Additive, "is always there now"),
                (true, true) | (false, false) => {}
            }
            self.value(&at, before, after);
        }
        let known = |name: &str| of(old).is_some_and(|members| members.contains_key(name));
        for name in of(new).into_iter().flatten().map(|(name, _)| name).filter(|name| !known(name)) {
            self.report(&format!("{path}/{name}"), Weight::Additive, "is new");
        }
    }

    fn keyword(&mut self, path: &str, name: &str, old: Option<&Value>, new: Option<&Value>) {
        if old == new {
            return;
        }
        let told = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        let what = format!("`{name}` from {} to {}", told(old), told(new));
        let numbers = (old.and_then(Value::as_f64), new.and_then(Value::as_f64));
        let more = match (old, numbers) {
            // A new promise.
            (None, _) => is_in(LEAST, name) || is_in(MOST, name) || matches!(name, "pattern" | "format"),
            (_, (Some(before), Some(after))) => {
                (is_in(LEAST, name) && after > before) || (is_in(MOST, name) && after < before)
            }
            _ => false,
        };
        self.report(path, if more { Weight::Additive } else { Weight::Breaking }, what);
    }
}

fn is_in(names: &[&str], name: &str) -> bool {
    names.contains(&name)
}

fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref").and_then(Value::as_str)
}

/// Returns the schema, or `None` if anything is allowed; absent and `true` mean the same.
fn allowed(schema: Option<&Value>) -> Option<&Value> {
    schema.filter(|schema| **schema != Value::Bool(true))
}

fn promise<'a>(root: &'a Value, schema: &'a Value) -> ValueShape<'a> {
    let mut promise = ValueShape::default();
    lay_out(root, schema, &mut promise);
    promise
}

/// Merges the alternatives of a schema. A dangling reference is ignored: the codegen never writes one.
fn lay_out<'a>(root: &'a Value, schema: &'a Value, into: &mut ValueShape<'a>) {
    if let Some(target) = reference(schema).and_then(|name| root.pointer(name.strip_prefix('#')?)) {
        return lay_out(root, target, into);
    }
    let alternatives = ["anyOf", "oneOf"].iter().find_map(|name| schema.get(name)?.as_array());
    if let Some(alternatives) = alternatives {
        return alternatives.iter().for_each(|one| lay_out(root, one, into));
    }
    let Some(body) = schema.as_object() else { return };
    let types: Vec<&str> = match body.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    for name in &types {
        into.types.insert(name);
        // An integer is a number too.
        into.types.extend((*name == "number").then_some("integer"));
    }
    let listed = body.get("enum").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    // A number with equal limits is a constant in another form.
    let fixed = body.get("minimum").filter(|least| body.get("maximum") == Some(*least));
    let words: Vec<&Value> = listed.iter().chain(body.get("const").or(fixed)).collect();
    if !words.is_empty() {
        into.words.extend(words.into_iter().map(|word| (word.to_string(), schema.get("description"))));
        return;
    }
    for name in types.into_iter().filter(|name| *name != NULL) {
        // One entry for both kinds of number, so that they are compared.
        let name = if name == "integer" { "number" } else { name };
        into.bodies.entry(name).or_default().push(body);
    }
}

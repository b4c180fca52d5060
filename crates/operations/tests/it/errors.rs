//! OpenAPI documents exactly the errors that operations and charts give.

use std::collections::BTreeSet;

use operations::openapi::{About, document};
use operations::{API_PREFIX, CHARTS, Meta, OpError, endpoints};
use schemars::Schema;
use serde_json::Value;
use world::{Caller, View};

use crate::world::{NOW, world};

/// A value that each argument takes.
fn good(argument: &str) -> &'static str {
    match argument {
        "slugs" => "alpenau,birch-bowl",
        "start" | "end" => "2026-02-14",
        "dataset" => "forecast_trust",
        "pass" | "passes" => "silver-pass",
        "locale" => "de",
        _ => "alpenau",
    }
}

/// A call with one argument of every kind of fault, argument by argument: unknown, and of a name that nothing has.
fn faulty(schema: &Schema) -> Vec<Vec<(String, &'static str)>> {
    let list = |name: &str| schema.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let required: Vec<String> =
        list("required").iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let properties = schema.get("properties").and_then(Value::as_object);
    let names = properties.into_iter().flatten().map(|(name, _)| name.clone());
    let call = |wrong: &str| {
        let others = required.iter().filter(|name| *name != wrong).map(|name| (name.clone(), good(name)));
        let text = if wrong == "slugs" { "no-such-place,birch-bowl" } else { "no-such-place" };
        others.chain([(wrong.to_owned(), text)]).collect()
    };
    names.chain(["colour".to_owned()]).map(|name| call(&name)).collect()
}

fn status(error: &OpError) -> &'static str {
    match error {
        OpError::InvalidArguments(_) => "400",
        OpError::ResortNotFound { .. } | OpError::NotFound { .. } => "404",
        OpError::Denied { .. } => "401",
    }
}

fn documented(document: &Value, meta: &Meta) -> BTreeSet<String> {
    let method = meta.method.name().to_ascii_lowercase();
    let responses = &document["paths"][format!("{API_PREFIX}{}", meta.path)][method]["responses"];
    responses.as_object().unwrap().keys().filter(|status| status.starts_with('4')).cloned().collect()
}

/// Asks something with arguments as text; the error, if there is one.
type Ask<'a> = dyn Fn(&[(&str, &str)]) -> Option<OpError> + 'a;

#[test]
fn what_is_asked_for_and_unknown_is_answered_as_openapi_says() {
    let document = document(About { name: "Test", base_url: "https://example.org", version: "1" });
    let (world, caller) = (world(), Caller::anonymous());
    let view = View::new(&world, &caller);
    let given = |schema: &Schema, ask: &Ask<'_>| {
        let calls = faulty(schema);
        let errors = calls.iter().filter_map(|call| {
            let pairs: Vec<(&str, &str)> = call.iter().map(|(name, text)| (name.as_str(), *text)).collect();
            ask(&pairs)
        });
        errors.map(|error| status(&error).to_owned()).collect::<BTreeSet<String>>()
    };
    for operation in endpoints() {
        let errors = given(&operation.arguments(), &|pairs| operation.answer(&view, pairs, NOW).err());
        assert_eq!(errors, documented(&document, operation.meta()), "{}", operation.meta().name);
    }
    for chart in CHARTS {
        let errors = given(&chart.arguments(), &|pairs| chart.draw(&view, pairs).err());
        assert_eq!(errors, documented(&document, chart.meta()), "{}", chart.meta().name);
    }
}

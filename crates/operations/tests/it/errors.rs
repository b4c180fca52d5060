//! OpenAPI documents exactly the errors that operations and charts return.

use std::collections::BTreeSet;

use accounts::Scopes;
use accounts::alerts::Alert;
use accounts::alerts::alert::MOST_ALERTS;
use operations::account::MOST_SAVED;
use operations::openapi::{About, document};
use operations::{API_PREFIX, CHARTS, Meta, Method, OpError, endpoints};
use schemars::Schema;
use serde_json::Value;
use world::account_data::SavedResort;
use world::{Caller, Tier, View};

use crate::world::{NOW, own, reader, world};

/// Returns a valid value of each argument.
fn good(argument: &str) -> &'static str {
    match argument {
        "slugs" => "alpenau,birch-bowl",
        "start" | "end" => "2026-02-14",
        "dataset" => "forecast_trust",
        "pass" | "passes" => "silver-pass",
        "locale" => "de",
        "checkIn" => "2026-02-14",
        "checkOut" => "2026-02-16",
        "type" => "powder",
        "id" => "00000000-0000-0000-0000-000000000001",
        _ => "alpenau",
    }
}

/// Returns one call per argument with an invalid value, and one with an unknown argument.
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
        OpError::Full { .. } => "409",
        OpError::Scope { .. } => "403",
        OpError::Unread => "503",
    }
}

fn documented(document: &Value, meta: &Meta) -> BTreeSet<String> {
    let method = meta.method.name().to_ascii_lowercase();
    let responses = &document["paths"][format!("{API_PREFIX}{}", meta.path)][method]["responses"];
    let mut statuses: BTreeSet<String> =
        responses.as_object().unwrap().keys().filter(|status| status.starts_with('4')).cloned().collect();
    // An unknown bearer token is rejected before the operation runs.
    assert!(statuses.contains("401"), "{}", meta.name);
    if meta.access == Tier::Anonymous {
        statuses.remove("401");
    }
    statuses
}

/// Runs something with arguments as text; returns the error, if any.
type Ask<'a> = dyn Fn(&[(&str, &str)]) -> Option<OpError> + 'a;

#[test]
fn errors_match_openapi() {
    let document = document(About {
        name: "Test",
        base_url: "https://example.org",
        terms_url: "https://example.org/api/v1/credits",
        version: "1",
        program: "0.1.0",
    });
    let (world, caller, signed_in) = (world(), Caller::anonymous(), reader(&[]));
    let (view, own) = (View::new(&world, &caller), own(&signed_in));
    let narrow = reader(&[]).within(Scopes::NONE);
    let with_own = View::new(&world, &signed_in).with_own(&own);
    // The maximum number of everything.
    let mut full = own.clone();
    full.saved = (0..MOST_SAVED).map(|at| SavedResort { slug: format!("r{at}"), saved_at: NOW }).collect();
    let alert = own.alerts[1].clone();
    full.alerts = vec![Alert { slug: Some("elsewhere".to_owned()), ..alert }; MOST_ALERTS];
    let with_full = View::new(&world, &signed_in).with_own(&full);
    let given = |schema: &Schema, ask: &Ask<'_>| {
        let calls = faulty(schema);
        let errors = calls.iter().filter_map(|call| {
            let pairs: Vec<(&str, &str)> = call.iter().map(|(name, text)| (name.as_str(), *text)).collect();
            ask(&pairs)
        });
        errors.map(|error| status(&error).to_owned()).collect::<BTreeSet<String>>()
    };
    for operation in endpoints() {
        let asked = |view: View<'_>| {
            given(&operation.arguments(), &move |pairs| operation.act(&view, pairs, NOW).err())
        };
        let mut errors = asked(view);
        if operation.meta().access > Tier::Anonymous {
            errors.extend(asked(with_own));
            errors.extend(asked(View::new(&world, &narrow).with_own(&own)));
            let fine: Vec<(&str, &str)> = if operation.meta().path.ends_with("{slug}") {
                vec![("slug", "alpenau")]
            } else {
                vec![("type", "powder")]
            };
            let refused = operation.act(&with_full, &fine, NOW).err();
            errors.extend(
                refused
                    .as_ref()
                    .filter(|error| matches!(error, OpError::Full { .. }))
                    .map(|error| status(error).to_owned()),
            );
        }
        if operation.meta().method == Method::Post {
            // Errors of the body itself.
            errors.extend(["408", "413", "415"].map(str::to_owned));
        }
        assert_eq!(errors, documented(&document, operation.meta()), "{}", operation.meta().name);
    }
    for chart in CHARTS {
        let errors = given(&chart.arguments(), &|pairs| chart.draw(&view, pairs).err());
        assert_eq!(errors, documented(&document, chart.meta()), "{}", chart.meta().name);
    }
}

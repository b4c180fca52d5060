//! The OpenAPI description of the webhooks: the writes as generated from their table, the reads, and the deliveries,
//! whose schemas are in `schemas.rs`.

mod schemas;

use operations::API_PREFIX;
use operations::writes::openapi::{SCHEME, read_by_owner, success};
use operations::writes::shapes::{Data, DeliveryShape, Page, SubscriptionShape};
use schemas::Schemas;
use serde_json::{Map, Value, json};

use super::{LONGEST_PAGE, PAGE, READINGS, Reading};

/// Adds the endpoints, the deliveries and their schemas to a document.
pub fn describe(document: &mut Value) {
    let add = |document: &mut Value, pointer: &str, members: Vec<(String, Value)>| {
        if let Some(known) = document.pointer_mut(pointer).and_then(Value::as_object_mut) {
            known.extend(members);
        }
    };
    let mut schemas = Schemas::default();
    let paths = paths(&mut schemas).into_iter().collect();
    let deliveries = schemas.deliveries();
    let bearer = json!({
        "type": "http",
        "scheme": "bearer",
        "description": "The subscription's secret, shown only once, when it was created.",
    });
    add(document, "/paths", paths);
    add(document, "/components/schemas", schemas.definitions());
    add(document, "/components/securitySchemes", vec![(SCHEME.to_owned(), bearer)]);
    add(document, "", vec![("webhooks".to_owned(), deliveries)]);
    contract::schema::tidy(document);
}

fn paths(schemas: &mut Schemas) -> Map<String, Value> {
    let mut paths = schemas.writes();
    for (path, reading) in READINGS {
        let described = match reading {
            Reading::Subscription => read_by_owner(
                "get_webhook",
                "One subscription",
                "Its state, failures in a row and newest delivery.",
                success("The subscription", &schemas.answer::<Data<SubscriptionShape>>()),
                &[],
            ),
            Reading::Deliveries => page(&schemas.answer::<Page<DeliveryShape>>()),
        };
        paths.entry(format!("{API_PREFIX}{path}")).or_insert_with(|| json!({}))["get"] = described;
    }
    paths
}

fn page(deliveries: &Value) -> Value {
    let mut of = read_by_owner(
        "list_webhook_deliveries",
        "Deliveries with their attempts, newest first",
        "Each attempt with status, milliseconds, error code and the beginning of the response. Kept for 30 days.",
        success("One page", deliveries),
        &[400],
    );
    let integer = |name: &str, about: &str, most: Option<usize>| {
        json!({
            "name": name, "in": "query", "required": false, "description": about,
            "schema": match most {
                Some(most) => json!({ "type": "integer", "minimum": 1, "maximum": most, "default": PAGE }),
                None => json!({ "type": "integer", "minimum": 1 }),
            },
        })
    };
    let more = [
        integer("limit", "Deliveries on a page.", Some(LONGEST_PAGE)),
        integer("before", "`meta.next` of the previous page.", None),
    ];
    if let Some(parameters) = of.get_mut("parameters").and_then(Value::as_array_mut) {
        parameters.extend(more);
    }
    of
}

//! Uses the five crates in a program outside the workspace: resolves evidence to a record, converts the record to an
//! envelope and back, checks the envelope by the rules, verifies a signed delivery, and lists and calls a tool. All
//! values are invented; every step states what it expects.
//!
//! `cargo run --manifest-path examples/embed/Cargo.toml`

use std::error::Error;
use std::sync::Arc;

use conditions_core::evidence::{PerBand, Claim, Evidence, Observation, Origin, Profile};
use conditions_core::policy::Policy;
use conditions_core::record::{Band, Flag, Resolution};
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::{chrono_tz, resolve};
use conformance::results;
use contract::Envelope;
use contract::envelope::Publisher;
use mcp_protocol::{Ask, Endpoint, Hints, Info, Lists, RawJson, Request, Tool, ToolAnnotations, ToolResult};
use serde_json::{Value, json};
use webhooks::{Secret, verify};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Returns an error with a line instead of panicking.
fn expect(holds: bool, what: &str) -> Outcome<()> {
    if holds { Ok(()) } else { Err(format!("not as expected: {what}").into()) }
}

/// Resolves evidence to a record. The caller supplies the time: the same evidence at the same time always gives the
/// same record.
fn resolved(now: Timestamp, policy: &Policy) -> Outcome<Resolution> {
    let mut resort = Profile::new("my-hill", chrono_tz::Europe::Vienna);
    resort.elevation_m = PerBand { base: Some(800.0), mid: Some(1_400.0), summit: Some(2_000.0) };
    let entered = Some(now.plus_millis(-2 * HOUR_MS));
    let depth = |origin, band, cm| Observation::new(origin, entered, Claim::Depth { band, cm });
    let evidence = Evidence::default().with_observations([
        depth(Origin::Operator, Band::Base, 84.0),
        depth(Origin::Model { label: None, agreement: None }, Band::Base, 31.0),
    ]);
    let resolution = resolve(now, policy, &resort, &evidence);
    let headline = resolution.record.display_depth_cm.as_ref().and_then(|field| field.value);
    expect(headline.map(|cm| cm.get()) == Some(84.0), "the operator's depth leads")?;
    expect(resolution.record.flags == [Flag::OperatorModelDivergence], "the model differs, and that is a flag")?;
    expect(resolution.record.lifts.value.is_none(), "lifts were not counted, so the value is not 0")?;
    Ok(resolution)
}

/// Writes an envelope as a service does and reads it as a client does; a newer minor version can be read too.
fn wire(now: Timestamp, policy: &Policy, resolution: &Resolution) -> Outcome<Value> {
    let publisher = Publisher { name: "My Service", base_url: "https://snow.example.org" };
    let written = serde_json::to_vec(&Envelope::new(&publisher, policy, resolution, now))?;
    let answer = contract::read(&written)?;
    expect(answer.additions.is_empty(), "an answer of this version holds nothing new")?;
    expect(answer.envelope.meta.freshness.base_depth_cm.label == "live", "the label is ready to show")?;

    let mut newer: Value = serde_json::from_slice(&written)?;
    newer["schemaVersion"] = json!("1.11.0");
    newer["data"]["flags"] = json!(["operator_model_divergence", "wind_hold"]);
    newer["data"]["snowmaking"] = json!({ "value": 12 });
    let answer = contract::read(&serde_json::to_vec(&newer)?)?;
    expect(answer.envelope.data.flags.last() == Some(&Flag::from("wind_hold")), "an unknown flag is kept")?;
    expect(answer.additions.iter().any(|new| new.pointer == "/data/snowmaking"), "so is an unknown member")?;
    Ok(serde_json::from_slice(&written)?)
}

/// Checks an answer of a service by the rules of the contract.
fn rules(envelope: &Value) -> Outcome<()> {
    let verdict = results::envelope("my-hill", envelope);
    expect(verdict.conforms(true), &format!("an answer that keeps every rule: {:?}", verdict.found))?;
    let mut guessed = envelope.clone();
    guessed["data"]["lifts"]["value"] = json!(0);
    expect(!results::envelope("my-hill", &guessed).conforms(false), "0 is not an answer to how many lifts are open")
}

/// Verifies a delivery: a receiver checks the header over the raw body before it reads either.
fn delivery() -> Outcome<()> {
    let secret = Secret::from_key(&[7; 32]);
    let body = br#"{"event":"powder-alert","data":{"slug":"my-hill","snowfall24hCm":21}}"#;
    let header = webhooks::signature::service(&secret, body);
    expect(verify::service(&[&secret], &header, body).is_ok(), "the signature of this body")?;
    expect(verify::service(&[&secret], &header, b"{}").is_err(), "no signature of another body")
}

/// Answers requests at one stateless endpoint: bytes in, bytes out.
fn connector(conditions: &Value) -> Outcome<()> {
    let looks = ToolAnnotations { read_only: true, destructive: false, idempotent: true, open_world: false };
    let tool = Tool::new("get_conditions", "Conditions", looks, json!({ "type": "object" }))
        .with_description("Snow conditions of my hill.");
    let lists = Arc::new(Lists::new(&[tool], &[], Hints::default())?);
    let endpoint = Endpoint::new(&Info::new("my-service", "1.0.0").with_title("My Service"), lists)?;
    let answered = |body: &[u8]| -> Outcome<Value> {
        let mut exchange = endpoint.open(&Request { body, ..Request::default() });
        while let Some(ask) = exchange.ask() {
            match ask {
                Ask::Call(call) if call.name == "get_conditions" => {
                    let data = conditions.to_string();
                    let structured = RawJson(data.as_bytes());
                    let result = ToolResult { text: "84 cm at the base", structured: Some(&structured), ..ToolResult::default() };
                    call.reply(&result);
                }
                Ask::Call(call) => call.unknown(),
                Ask::Read(read) => read.unknown(),
            }
        }
        Ok(serde_json::from_slice(&exchange.finish().body.unwrap_or_default())?)
    };
    let list = answered(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)?;
    expect(list["result"]["tools"][0]["name"] == "get_conditions", "the tool is listed")?;
    let called = answered(br#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_conditions"}}"#)?;
    expect(called["result"]["structuredContent"]["data"]["slug"] == "my-hill", "the call answers with the record")
}

fn main() -> Outcome<()> {
    let now: Timestamp = "2026-01-10T12:00:00Z".parse()?;
    let policy = Policy::contract();
    policy.validate()?;
    let resolution = resolved(now, &policy)?;
    let envelope = wire(now, &policy, &resolution)?;
    rules(&envelope)?;
    delivery()?;
    connector(&envelope)?;
    println!("resolved, written, read, checked, verified, listed and called");
    Ok(())
}

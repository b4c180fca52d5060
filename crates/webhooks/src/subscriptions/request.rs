//! Parses the bodies of requests about subscriptions. Each member must be known, of its type and given once; an error
//! names the argument and the allowed values.

use std::fmt;

use conditions_core::text::excerpt;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::Rejection;
use crate::events::EventName;
#[cfg(feature = "schemars")]
use crate::policy::CallbackPolicy;

/// Maximum number of characters of a request's text that a rejection repeats.
const ECHOED: usize = 80;

/// An invalid argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentProblem {
    /// Name of the argument.
    pub argument: String,
    /// Message with the error and the allowed values.
    pub message: String,
}

/// A request for a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "WebhookRequest", deny_unknown_fields)
)]
pub struct Request {
    /// Destination of the deliveries: a public https endpoint.
    #[cfg_attr(
        feature = "schemars",
        schemars(length(max = CallbackPolicy::CONTRACT.longest_url), extend("format" = "uri"))
    )]
    pub url: String,
    /// Events, without duplicates.
    #[cfg_attr(feature = "schemars", schemars(length(min = 1), extend("uniqueItems" = true)))]
    pub events: Vec<EventName>,
    /// Resort: slug, name or alias. Absent or null for a global subscription.
    #[cfg_attr(feature = "schemars", schemars(rename = "resortSlug"))]
    pub resort: Option<String>,
}

/// A request for a test delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "WebhookTestRequest", deny_unknown_fields)
)]
pub struct TestRequest {
    /// Event to send. Default: the first one that the subscription lists.
    pub event: Option<EventName>,
}

/// Parses the body of a request for a subscription.
///
/// # Errors
/// Returns [`Rejection::Arguments`] with every invalid member.
pub fn creation(body: &[u8]) -> Result<Request, Rejection> {
    let mut members = Members::read(body, &["url", "events", "resortSlug"])?;
    let url = members.remove("url", text);
    let events = members.remove("events", events);
    let resort = members.remove("resortSlug", text);
    members.require("url", "is missing; give the https URL to deliver to");
    members.require("events", &format!("is missing; give a list of {}", events_allowed()));
    members.done()?;
    Ok(Request { url: url.unwrap_or_default(), events: events.unwrap_or_default(), resort })
}

/// Parses the body of a request for a test. An empty body means the default.
///
/// # Errors
/// Returns errors as [`creation`] does.
pub fn test(body: &[u8]) -> Result<TestRequest, Rejection> {
    if body.is_empty() {
        return Ok(TestRequest::default());
    }
    let mut members = Members::read(body, &["event"])?;
    let event = members.remove("event", event);
    members.done()?;
    Ok(TestRequest { event })
}

/// Checks the body of a request without members: empty, or an empty object.
///
/// # Errors
/// Returns errors as [`creation`] does.
pub fn check_empty(body: &[u8]) -> Result<(), Rejection> {
    if body.is_empty() { Ok(()) } else { Members::read(body, &[])?.done() }
}

/// Returns the rejection of one argument.
fn reject_argument(argument: &str, message: String) -> Rejection {
    Rejection::Arguments(vec![ArgumentProblem { argument: argument.to_owned(), message }])
}

/// Shortens a request's text so that a rejection can repeat it.
fn shortened(text: &str) -> String {
    excerpt(text, ECHOED)
}

/// The unread members of a body, and the problems found so far.
struct Members {
    given: Vec<(String, Value)>,
    names: Vec<String>,
    problems: Vec<ArgumentProblem>,
}

impl Members {
    fn read(body: &[u8], allowed: &[&str]) -> Result<Self, Rejection> {
        let Object(members) = serde_json::from_slice(body).map_err(|error| {
            reject_argument("body", format!("is not a JSON object: {}", shortened(&error.to_string())))
        })?;
        let mut read = Self { given: Vec::new(), names: Vec::new(), problems: Vec::new() };
        for (name, value) in members {
            if !allowed.contains(&name.as_str()) {
                let known = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
                read.add_problem(&shortened(&name), format!("is unknown; allowed: {known}"));
            } else if read.names.contains(&name) {
                read.add_problem(&name, "is given more than once");
            } else {
                read.names.push(name.clone());
                read.given.push((name, value));
            }
        }
        Ok(read)
    }

    /// Removes and parses a member. Null counts as absent, because many clients write it for omitted members.
    fn remove<T>(&mut self, name: &str, read: impl Fn(Value) -> Result<T, String>) -> Option<T> {
        let at = self.given.iter().position(|(given, _)| given == name)?;
        let (_, value) = self.given.swap_remove(at);
        if value.is_null() {
            self.names.retain(|given| given != name);
            return None;
        }
        read(value).map_err(|message| self.add_problem(name, message)).ok()
    }

    fn require(&mut self, name: &str, message: &str) {
        if !self.names.iter().any(|given| given == name) {
            self.add_problem(name, message);
        }
    }

    fn add_problem(&mut self, argument: &str, message: impl Into<String>) {
        self.problems.push(ArgumentProblem { argument: argument.to_owned(), message: message.into() });
    }

    fn done(self) -> Result<(), Rejection> {
        if self.problems.is_empty() { Ok(()) } else { Err(Rejection::Arguments(self.problems)) }
    }
}

fn text(value: Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err("must be a string".to_owned())
        }
    }
}

fn event(value: Value) -> Result<EventName, String> {
    let name = text(value)?;
    EventName::parse(&name)
        .ok_or_else(|| format!("`{}` is not an event; allowed: {}", shortened(&name), events_allowed()))
}

fn events(value: Value) -> Result<Vec<EventName>, String> {
    let Value::Array(items) = value else { return Err(format!("must be a list of {}", events_allowed())) };
    let mut events = Vec::new();
    for item in items {
        let event = event(item)?;
        if events.contains(&event) {
            return Err(format!("`{}` is listed twice", event.wire()));
        }
        events.push(event);
    }
    if events.is_empty() {
        return Err(format!("must list at least one of {}", events_allowed()));
    }
    Ok(events)
}

fn events_allowed() -> String {
    EventName::all().into_iter().map(EventName::wire).collect::<Vec<_>>().join(", ")
}

/// A JSON object with all members as written, so that duplicates are detected.
struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(Read)
    }
}

#[cfg(test)]
mod tests;

//! Operations as tools: structured content and text that are each complete, and schemas that every client accepts.
//!
//! Implements `contract-decisions` 13: every result has the credits at the root of its structured content, only there,
//! and at the end of its text, because hosts show one or the other. Input schemas have an object at the root, without
//! references or unions, which make some clients drop the whole server. Output schemas have only member names and
//! types, without descriptions, because a model reads the list at every turn.

use serde::Serialize;

use conditions_core::time::Timestamp;

use crate::error::OpError;
use crate::operation::{About, Meta, Method, Operation, Page, Reply, Shape, wrap};
use world::View;
use world::credits::Credits;

mod arguments;
mod schema;

pub use arguments::read as arguments;
pub(crate) use schema::detailed;
pub use schema::{input, output};

/// The result of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolAnswer {
    /// The typed answer as JSON: the REST answer, with its credits at the root instead of in `meta`.
    pub structured: Vec<u8>,
    /// The answer in words, with the credit at the end.
    pub text: String,
}

/// Behaviour hints of a tool, all of them explicit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the protocol's own shape")]
pub struct Annotations {
    /// The call changes nothing.
    pub read_only_hint: bool,
    /// The call may lose data.
    pub destructive_hint: bool,
    /// A repeated call has no further effect.
    pub idempotent_hint: bool,
    /// The tool refers to the outside world.
    pub open_world_hint: bool,
}

/// Returns the hints of an operation, derived from its method.
#[must_use]
pub const fn annotations(meta: &Meta) -> Annotations {
    Annotations {
        read_only_hint: matches!(meta.method, Method::Get),
        destructive_hint: matches!(meta.method, Method::Delete),
        idempotent_hint: !matches!(meta.method, Method::Post),
        open_world_hint: true,
    }
}

pub(crate) fn call<O: Operation>(
    view: &View<'_>,
    args: O::Args,
    now: Timestamp,
) -> Result<ToolAnswer, OpError> {
    O::META.admit(view.tier())?;
    let reply = O::run(view, args, now)?;
    debug_assert!(reply.change.is_none(), "the caller of `act` stores the change");
    let mut text = O::text(&reply.data);
    close_list(&mut text, reply.page, reply.rule);
    let carries = reply.carries;
    let mut structured = Vec::with_capacity(8 * 1024);
    let written = match reply.shape {
        Shape::Wrapped => {
            let answer = wrap(view, reply, now);
            let credits = &answer.meta.credits;
            credit_line(&mut text, credits);
            serde_json::to_writer(
                &mut structured,
                &WrappedAnswer { meta: &answer.meta.about, data: &answer.data, credits },
            )
        }
        Shape::Envelope => {
            let credits = &view.service().credits.for_sources(carries);
            credit_line(&mut text, credits);
            serde_json::to_writer(&mut structured, &CreditedEnvelope { envelope: &reply.data, credits })
        }
    };
    // These types have string keys and finite numbers, so writing to memory cannot fail.
    debug_assert!(written.is_ok(), "{written:?}");
    Ok(ToolAnswer { structured, text })
}

/// Returns the wrapped answer for REST and for a tool.
pub(crate) fn both<O: Operation>(
    view: &View<'_>,
    reply: Reply<O::Data<'_>>,
    now: Timestamp,
) -> (Vec<u8>, ToolAnswer) {
    let mut text = O::text(&reply.data);
    close_list(&mut text, reply.page, reply.rule);
    let (rest, structured) = match reply.shape {
        Shape::Wrapped => {
            let answer = wrap(view, reply, now);
            let credits = &answer.meta.credits;
            credit_line(&mut text, credits);
            let wrapped = WrappedAnswer { meta: &answer.meta.about, data: &answer.data, credits };
            (serde_json::to_vec(&answer), serde_json::to_vec(&wrapped))
        }
        Shape::Envelope => {
            let credits = &view.service().credits.for_sources(reply.carries);
            credit_line(&mut text, credits);
            let enveloped = CreditedEnvelope { envelope: &reply.data, credits };
            (serde_json::to_vec(&reply.data), serde_json::to_vec(&enveloped))
        }
    };
    // These types have string keys and finite numbers, so writing to memory cannot fail.
    debug_assert!(rest.is_ok() && structured.is_ok());
    (rest.unwrap_or_default(), ToolAnswer { structured: structured.unwrap_or_default(), text })
}

/// A wrapped answer.
#[derive(Serialize)]
struct WrappedAnswer<'a, 'w, T> {
    meta: &'a About<'w>,
    data: &'a T,
    credits: &'a Credits<'w>,
}

/// The contract's envelope with the credits added to its members.
#[derive(Serialize)]
struct CreditedEnvelope<'a, 'w, T: Serialize> {
    #[serde(flatten)]
    envelope: &'a T,
    credits: &'a Credits<'w>,
}

/// Writes the total number of rows of a list, and the rule of its order.
fn close_list(text: &mut String, page: Option<Page>, rule: Option<&'static str>) {
    if let Some(Page { total, limit, offset }) = page {
        let first = (offset as usize).saturating_add(1);
        let last = (offset as usize).saturating_add(limit as usize).min(total);
        text.push_str(&if first > last {
            format!("\nNo rows here, {total} in all.")
        } else {
            format!("\nRows {first} to {last} of {total}.")
        });
    }
    if let Some(rule) = rule {
        text.push_str(&format!(" Order: {rule}."));
    }
}

fn credit_line(text: &mut String, credits: &Credits<'_>) {
    text.push_str(&format!("\n\n{} ({}).", credits.service.text, credits.service.url));
    if !credits.sources.is_empty() {
        let sources: Vec<String> =
            credits.sources.iter().map(|source| format!("{} ({})", source.text, source.licence)).collect();
        text.push_str(&format!(" Sources: {}.", sources.join("; ")));
    }
    text.push_str(&format!(" {} Terms: {}", credits.requirement, credits.terms_url));
}

/// Describes a tool's error: what is wrong, what is allowed, and which tool to call next.
#[must_use]
pub fn error_text(error: &OpError) -> String {
    let told = sentence(error);
    match error {
        OpError::InvalidArguments(_) => format!("The arguments are not valid. {told}"),
        OpError::ResortNotFound { .. } => {
            format!("{told} Call search_resorts with the name to find the slug.")
        }
        OpError::NotFound { next: Some(next), .. } => format!("{told} {next}"),
        OpError::NotFound { next: None, .. }
        | OpError::Denied { .. }
        | OpError::Full { .. }
        | OpError::Scope { .. }
        | OpError::Unread => told,
    }
}

/// Ends an error as a sentence, unless it already ends as a question that suggests names.
fn sentence(error: &OpError) -> String {
    let mut text = error.to_string();
    if !text.ends_with(['?', '.']) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests;

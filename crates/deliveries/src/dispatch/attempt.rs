//! One attempt of a claimed delivery: its secrets, its span, and what is recorded of it.

use std::time::Duration;

use conditions_core::time::Timestamp;
use runtime::clock;
use runtime::spans::{CAN_RECORD, Side, Span};
use storage::webhooks::outbox::{ClaimedDelivery, EndedAttempt, ReturnedClaim};
use uuid::Uuid;
use webhooks::Secret;
use webhooks::delivery::Ending;
use webhooks::signature::Signing;

use crate::keys::Keys;
use crate::send::{AttemptOutcome, Message, PutOff, Sender};

/// The result of an attempt.
#[derive(Debug)]
pub(super) enum Done {
    /// The attempt has ended.
    Ended(Box<EndedAttempt>, Duration),
    /// Nothing was sent: the receiver's networks have reached their limit.
    PutOff(ReturnedClaim),
    /// Nothing was sent: it could not be signed, or its task panicked. The claim lapses automatically.
    Nothing { claim: Uuid, unsigned: bool },
}

/// Makes one attempt and returns its result.
pub(super) async fn attempt(sender: &Sender, keys: &Keys, claimed: ClaimedDelivery) -> Done {
    let ClaimedDelivery {
        delivery, claim, subscription, url, event, body, is_test, sealed, due_since, ..
    } = claimed;
    let secrets = open(keys, subscription, &sealed);
    let Some(current) = &secrets[0] else { return Done::Nothing { claim, unsigned: true } };
    let (begun, started_at) = (clock::monotonic(), clock::now());
    let mut span = Span::begin(Side::Client, "webhook attempt", None);
    let traceparent = span.traceparent();
    let trace = traceparent.as_deref();
    let message = Message { url: &url, event, delivery, body: body.into(), test: is_test, trace };
    let signing = Signing { current, next: secrets[1].as_ref() };
    let sent = match sender.attempt(message, signing, started_at).await {
        Ok(sent) => sent,
        Err(PutOff(wait)) => {
            span.fail("put off: the networks of the receiver have reached their limit");
            let wait_ms = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX).max(1);
            return Done::PutOff(ReturnedClaim { subscription, delivery, claim, due_since, wait_ms });
        }
    };
    describe(&mut span, delivery, subscription, &sent.ending);
    let took = begun.elapsed();
    tracing::debug!(%delivery, %subscription, ending = ?sent.ending, "attempt ended");
    let ended_at = started_at.plus_millis(i64::try_from(took.as_millis()).unwrap_or(i64::MAX));
    Done::Ended(Box::new(record(subscription, delivery, claim, [started_at, ended_at], sent)), took)
}

/// Writes the outcome into the span: ids and the status, nothing of the receiver's address.
fn describe(span: &mut Span, delivery: Uuid, subscription: Uuid, ending: &Ending) {
    if !CAN_RECORD {
        return;
    }
    span.set_text("webhook.delivery", &delivery.to_string());
    span.set_text("webhook.subscription", &subscription.to_string());
    match ending {
        Ending::Answered { status, .. } => {
            span.set_number("http.response.status_code", i64::from(*status));
            if !ending.is_success() {
                span.fail("the receiver answered with an error");
            }
        }
        Ending::Failed(failure) => span.fail(failure.code()),
    }
}

/// Opens the current secret and the next one.
fn open(keys: &Keys, subscription: Uuid, sealed: &[String]) -> [Option<Secret>; 2] {
    [0, 1].map(|index| sealed.get(index).and_then(|text| keys.open(subscription, text).ok()))
}

fn record(
    subscription: Uuid,
    delivery: Uuid,
    claim: Uuid,
    when: [Timestamp; 2],
    sent: AttemptOutcome,
) -> EndedAttempt {
    let [started_at, ended_at] = when;
    EndedAttempt {
        subscription,
        delivery,
        claim,
        started_at,
        ended_at,
        ending: sent.ending,
        snippet: sent.snippet,
    }
}

//! Sends a sample event at the request of a subscription's owner.

use std::net::IpAddr;

use conditions_core::time::Timestamp;
use webhooks::sample;
use webhooks::subscriptions::{self as rules, Subscription, TestRequest, request};

use super::shapes::{self, Data, QueuedShape};
use super::{ID, snapshot};
use crate::operation::{Interfaces, Method};
use crate::write::{
    Access, Body, Change, Decision, WriteInputs, Meta, Needs, PublishedView, Request, Write, WriteError, require_view,
};

#[derive(Debug)]
pub struct Op;

/// A test of a subscription.
#[derive(Debug)]
pub struct Args {
    subscription: Subscription,
    client: IpAddr,
    asked: TestRequest,
}

impl Write for Op {
    const META: Meta = Meta {
        name: "test_webhook",
        method: Method::Post,
        access: Access::Owner,
        faces: Interfaces::Rest,
        path: "/webhooks/{id}/test",
        names: &[ID],
        title: "Send a sample",
        description: "A sample delivery of the event, with the header `X-Service-Test: true`. Without \
            `event`, the first event of the subscription. One per minute until the delivery of an event has \
            succeeded.",
        body: Body::Optional,
        success: (202, "It waits"),
        refusals: &[409, 422],
    };
    type Body = TestRequest;
    type Args = Args;
    type Data = Data<QueuedShape>;

    fn read(request: &Request<'_>) -> Result<Args, WriteError> {
        let asked = request::test(request.body)?;
        Ok(Args { asked, client: request.client, subscription: super::owned(request)? })
    }

    fn needs(view: PublishedView<'_, '_>, args: &Args) -> Result<Needs, WriteError> {
        require_view(view)?;
        rules::tested(&args.subscription, args.asked)?;
        super::sent(&args.subscription, args.client)
    }

    fn decide(
        view: PublishedView<'_, '_>,
        args: Args,
        given: WriteInputs,
        now: Timestamp,
    ) -> Result<Decision<Self::Data>, WriteError> {
        let (view, Args { subscription, asked, .. }, delivery) = (require_view(view)?, args, given.id);
        let event = rules::tested(&subscription, asked)?;
        let body = snapshot::with(view, |snapshot| {
            sample::body(&given.policy, snapshot, &subscription, event, delivery, now)
        });
        let body = body.map_err(|error| WriteError::Broken(error.to_string()))?.into_text();
        let store = Change::Test { subscription: subscription.id, delivery, event, body };
        Ok(Decision::new(store, shapes::queued(delivery, Some(event))))
    }
}

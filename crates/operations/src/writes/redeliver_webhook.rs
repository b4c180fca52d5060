//! Repeats a finished delivery at its owner's request.

use std::net::IpAddr;

use conditions_core::time::Timestamp;
use uuid::Uuid;
use webhooks::subscriptions::{Rejection, Subscription, request};

use super::ID;
use super::shapes::{self, Data, QueuedShape};
use crate::operation::{Interfaces, Method};
use crate::write::{
    Access, Body, Change, Decision, WriteInputs, Meta, Needs, PublishedView, Request, Write, WriteError,
};

#[derive(Debug)]
pub struct Op;

/// A delivery of a subscription.
#[derive(Debug)]
pub struct Args {
    subscription: Subscription,
    client: IpAddr,
    delivery: Uuid,
}

impl Write for Op {
    const META: Meta = Meta {
        name: "redeliver_webhook",
        method: Method::Post,
        access: Access::Owner,
        faces: Interfaces::Rest,
        path: "/webhooks/{id}/deliveries/{delivery}/redeliver",
        names: &[ID, ("delivery", "The delivery.")],
        title: "Repeat a delivery",
        description: "The same id and bytes, at the end of the subscription's queue. It counts neither as a \
            failure nor as a success.",
        body: Body::Empty,
        success: (202, "It waits"),
        refusals: &[404, 409, 422],
    };
    type Body = ();
    type Args = Args;
    type Data = Data<QueuedShape>;

    fn read(request: &Request<'_>) -> Result<Args, WriteError> {
        request::check_empty(request.body)?;
        let delivery = Uuid::parse_str(request.path_argument("delivery")).map_err(|_| Rejection::NoDelivery)?;
        Ok(Args { subscription: super::owned(request)?, client: request.client, delivery })
    }

    fn needs(_: PublishedView<'_, '_>, args: &Args) -> Result<Needs, WriteError> {
        super::sent(&args.subscription, args.client)
    }

    fn decide(
        _: PublishedView<'_, '_>,
        args: Args,
        _: WriteInputs,
        _: Timestamp,
    ) -> Result<Decision<Self::Data>, WriteError> {
        let Args { subscription, delivery, .. } = args;
        let store = Change::Redeliver { subscription: subscription.id, delivery };
        Ok(Decision::new(store, shapes::queued(delivery, None)))
    }
}

//! The second step of a rotation: the new secret replaces the present one once its owner has presented it.

use conditions_core::time::Timestamp;
use webhooks::subscriptions::{self as rules, DIGEST, Subscription, request};

use super::ID;
use super::shapes::{self, Data, SubscriptionShape};
use crate::operation::{Interfaces, Method};
use crate::write::{
    Access, Body, Change, Decision, WriteInputs, Meta, Needs, PublishedView, Request, Write, WriteError,
};

#[derive(Debug)]
pub struct Op;

/// The subscription, and the digest of the new secret that was presented.
#[derive(Debug)]
pub struct Args {
    subscription: Subscription,
    digest: [u8; DIGEST],
}

impl Write for Op {
    const META: Meta = Meta {
        name: "commit_webhook_secret",
        method: Method::Post,
        access: Access::Owner,
        faces: Interfaces::Rest,
        path: "/webhooks/{id}/rotate/commit",
        names: &[ID],
        title: "New secret, step two",
        description: "With the new secret as the bearer token: from now on only the new secret signs.",
        body: Body::Empty,
        success: (200, "The subscription"),
        refusals: &[409],
    };
    type Body = ();
    type Args = Args;
    type Data = Data<SubscriptionShape>;

    fn read(request: &Request<'_>) -> Result<Args, WriteError> {
        request::check_empty(request.body)?;
        Ok(Args { digest: rules::commit(request.owned()?)?, subscription: super::owned(request)? })
    }

    fn needs(_: PublishedView<'_, '_>, args: &Args) -> Result<Needs, WriteError> {
        Ok(Needs { last_delivery: Some(args.subscription.id), ..Needs::default() })
    }

    fn decide(
        _: PublishedView<'_, '_>,
        Args { mut subscription, digest }: Args,
        given: WriteInputs,
        _: Timestamp,
    ) -> Result<Decision<Self::Data>, WriteError> {
        subscription.next = None;
        let answer = shapes::subscription(&subscription, given.last_delivery.as_ref());
        Ok(Decision::new(Change::Commit(subscription.id, digest), answer))
    }
}

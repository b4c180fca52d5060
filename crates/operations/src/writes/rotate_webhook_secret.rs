//! The first step of a rotation: creates a new secret in addition to the present one.

use conditions_core::time::Timestamp;
use uuid::Uuid;
use webhooks::subscriptions::{self as rules, request};

use super::ID;
use super::shapes::{self, Data, RotationShape};
use crate::operation::{Interfaces, Method};
use crate::write::{
    Access, Body, Change, Decision, WriteInputs, Meta, Needs, PublishedView, Request, SealedFor, Write, WriteError,
};

#[derive(Debug)]
pub struct Op;

impl Write for Op {
    const META: Meta = Meta {
        name: "rotate_webhook_secret",
        method: Method::Post,
        access: Access::Owner,
        faces: Interfaces::Rest,
        path: "/webhooks/{id}/rotate",
        names: &[ID],
        title: "New secret, step one",
        description: "Shows the new secret once. `webhook-signature` contains both signatures until it is \
            committed, for at most 24 hours.",
        body: Body::Empty,
        success: (200, "The new secret"),
        refusals: &[409],
    };
    type Body = ();
    type Args = Uuid;
    type Data = Data<RotationShape>;

    fn read(request: &Request<'_>) -> Result<Uuid, WriteError> {
        request::check_empty(request.body)?;
        Ok(request.owned()?.subscription.id)
    }

    fn needs(_: PublishedView<'_, '_>, subscription: &Uuid) -> Result<Needs, WriteError> {
        Ok(Needs { secret: Some(SealedFor::Known(*subscription)), ..Needs::default() })
    }

    fn decide(
        _: PublishedView<'_, '_>,
        subscription: Uuid,
        mut given: WriteInputs,
        now: Timestamp,
    ) -> Result<Decision<Self::Data>, WriteError> {
        let (secret, sealed) = given.take_secret()?;
        let next = rules::rotate(&secret, sealed, now);
        let answer = shapes::rotation(subscription, secret, next.until);
        Ok(Decision::new(Change::Rotate(subscription, next), answer))
    }
}

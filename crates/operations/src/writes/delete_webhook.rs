//! Removes a subscription at its owner's request.

use conditions_core::time::Timestamp;
use uuid::Uuid;

use super::ID;
use crate::operation::{Interfaces, Method, NO_CONTENT};
use crate::write::{
    Access, Body, Change, Decision, WriteInputs, Meta, Needs, PublishedView, Request, Write, WriteError,
};

#[derive(Debug)]
pub struct Op;

impl Write for Op {
    const META: Meta = Meta {
        name: "delete_webhook",
        method: Method::Delete,
        access: Access::Owner,
        faces: Interfaces::Rest,
        path: "/webhooks/{id}",
        names: &[ID],
        title: "Unsubscribe",
        description: "Removes the subscription; pending deliveries are not sent.",
        body: Body::None,
        success: (NO_CONTENT, "Removed"),
        refusals: &[],
    };
    type Body = ();
    type Args = Uuid;
    type Data = ();

    fn read(request: &Request<'_>) -> Result<Uuid, WriteError> {
        Ok(request.owned()?.subscription.id)
    }

    fn needs(_: PublishedView<'_, '_>, _: &Uuid) -> Result<Needs, WriteError> {
        Ok(Needs::default())
    }

    fn decide(
        _: PublishedView<'_, '_>,
        subscription: Uuid,
        _: WriteInputs,
        _: Timestamp,
    ) -> Result<Decision<()>, WriteError> {
        Ok(Decision::new(Change::Unsubscribe(subscription), ()))
    }
}

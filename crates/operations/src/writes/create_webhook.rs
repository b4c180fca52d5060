//! Creates a webhook subscription: its resort exists, its URL was validated, and its secret is shown only once.

use std::net::IpAddr;

use conditions_core::time::Timestamp;
use webhooks::subscriptions::{self as rules, Material, Request as Body, request};

use super::shapes::{self, CreatedShape, Data};
use crate::API_PREFIX;
use crate::error::OpError;
use crate::operation::{Interfaces, Method};
use crate::write::{
    self, Access, Change, Decision, WriteInputs, Limit, Meta, Needs, PublishedView, Request, SealedFor, Write, WriteError,
};

#[derive(Debug)]
pub struct Op;

/// A request for a subscription, by a client.
#[derive(Debug)]
pub struct Args {
    body: Body,
    client: IpAddr,
}

impl Write for Op {
    const META: Meta = Meta {
        name: "create_webhook",
        method: Method::Post,
        access: Access::Everyone,
        faces: Interfaces::Rest,
        path: "/webhooks",
        names: &[],
        title: "Subscribe",
        description: "Deliveries of these events go to `url`, signed. Without `resortSlug` the subscription \
            is global. At most 10 new ones per hour and client. A receiver that never answers with 2xx in \
            seven days of attempts is dropped.",
        body: write::Body::Required,
        success: (201, "The subscription, with its secret, shown only once"),
        refusals: &[404, 409, 422, 429],
    };
    type Body = Body;
    type Args = Args;
    type Data = Data<CreatedShape>;

    fn read(request: &Request<'_>) -> Result<Args, WriteError> {
        Ok(Args { body: request::creation(request.body)?, client: request.client })
    }

    fn needs(view: PublishedView<'_, '_>, args: &Args) -> Result<Needs, WriteError> {
        slug(view, &args.body)?;
        Ok(Needs {
            limit: Some(Limit::Subscribing(args.client)),
            callback: Some(args.body.url.clone()),
            secret: Some(SealedFor::New),
            last_delivery: None,
        })
    }

    fn decide(
        view: PublishedView<'_, '_>,
        args: Args,
        mut given: WriteInputs,
        now: Timestamp,
    ) -> Result<Decision<Self::Data>, WriteError> {
        let resort_slug = slug(view, &args.body)?;
        let (receiver, (secret, sealed)) = (given.take_receiver()?, given.take_secret()?);
        let material = Material { id: given.id, secret: &secret, sealed, origin: args.client.to_string() };
        let subscription = rules::create(args.body, resort_slug, receiver, material, now);
        let location = Some(format!("{API_PREFIX}{}/{}", Self::META.path, subscription.id));
        let answer = shapes::created(&subscription, secret);
        Ok(Decision { store: Change::Subscribe(Box::new(subscription)), answer, location })
    }
}

/// Returns the slug of the requested resort, by any of its names; `None` for a global subscription.
fn slug(view: PublishedView<'_, '_>, body: &Body) -> Result<Option<String>, WriteError> {
    let view = write::require_view(view)?;
    let Some(name) = body.resort.as_deref() else { return Ok(None) };
    let found = view.resort(name).map_err(|unknown| WriteError::Operation(OpError::from(unknown)))?;
    Ok(Some(found.resort().slug.clone()))
}

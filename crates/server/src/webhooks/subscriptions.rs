//! The service behind the subscription endpoints: asks the rules of `webhooks::subscriptions`, stores what they decide, and
//! counts who asks too often.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use conditions_core::time::Timestamp;
use operations::OpError;
use storage::Store;
use storage::webhooks::outbox::{self, DeliveryView, LastDelivery};
use storage::webhooks::subscriptions as stored;
use tokio::sync::Notify;
use uuid::Uuid;
use webhooks::Secret;
use webhooks::events::EventName;
use webhooks::policy::EventPolicy;
use webhooks::sample;
use webhooks::subscriptions::{
    self as rules, Caps, Material, NewSubscription, Owner, Refusal as Refused, Request, TestRequest,
};
use world::View;

use super::guard::Guard;
use super::keys::{Keys, new_secret};
use super::refusal::Refusal;
use super::snapshot;
use crate::clock;
use crate::config::Config;
use crate::http::client_address::TrustedProxies;
use crate::http::throttle::Throttle;
use crate::published::Published;

/// The service.
#[derive(Debug)]
pub struct Subscriptions {
    parts: Parts,
    caps: Caps,
    /// Proxies whose word on the client's address is taken.
    pub proxies: TrustedProxies,
    requests: Option<Throttle<IpAddr>>,
    wrong_secrets: Option<Throttle<IpAddr>>,
    sends: Option<Throttle<Uuid>>,
    opened: Instant,
}

/// What the service works with.
#[derive(Debug)]
pub struct Parts {
    /// Where subscriptions are kept.
    pub store: Store,
    /// What secrets are sealed with.
    pub keys: Arc<Keys>,
    /// Who judges callback URLs.
    pub guard: Guard,
    /// Notified when there is something to send.
    pub outgoing: Arc<Notify>,
    /// The contract, for tests.
    pub policy: EventPolicy,
}

/// A subscription as it was made. Its secret is shown this once.
#[derive(Debug)]
pub struct Created {
    /// The subscription as stored.
    pub subscription: NewSubscription,
    /// Its secret.
    pub secret: Secret,
}

/// A new secret of a rotation, shown this once.
#[derive(Debug)]
pub struct Rotation {
    /// The new secret.
    pub secret: Secret,
    /// When it replaces the present one by itself.
    pub until: Timestamp,
}

impl Subscriptions {
    /// The service with the limits of a deployment.
    #[must_use]
    pub fn new(config: &Config, parts: Parts) -> Self {
        let own = &config.webhooks;
        let caps = Caps::per_hour(own.creations_per_hour, own.subscriptions_per_host);
        Self {
            parts,
            caps,
            proxies: config.connector.trusted_proxies.clone(),
            requests: Throttle::per_minute(caps.requests_per_minute()),
            wrong_secrets: Throttle::per_minute(rules::WRONG_SECRETS_PER_MINUTE),
            sends: Throttle::per_minute(own.tests_per_minute),
            opened: clock::monotonic(),
        }
    }

    /// Makes a subscription for a client, which is an IPv4 address or an IPv6 network.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn create(
        &self,
        published: &Published,
        request: Request,
        client: IpAddr,
        now: Timestamp,
    ) -> Result<Created, Refusal> {
        let resort_slug = request.resort.as_deref().map(|name| slug_of(published, name)).transpose()?;
        if let Some(requests) = &self.requests {
            let wait = |wait| Refused::too_many("requests for a subscription", wait);
            requests.admit(client, self.opened.elapsed()).map_err(wait)?;
        }
        let (target, _) = self.parts.guard.judge(&request.url).await?;
        let (id, secret) = (Uuid::new_v4(), new_secret()?);
        let (sealed, origin) = (self.sealed(id, &secret)?, client.to_string());
        let material = Material { id, secret: &secret, sealed, origin };
        let subscription = rules::create(request, resort_slug, &target, material, now);
        let (row, caps) = (subscription.clone(), self.caps);
        let creation = self.parts.store.run(move |conn| stored::create(conn, &row, &caps, now)).await?;
        rules::created(creation)?;
        Ok(Created { subscription, secret })
    }

    /// The owner of a subscription by the secret that was presented. A subscription that was removed is unknown.
    ///
    /// # Errors
    /// One and the same [`Refusal`] for all that does not match; another after many of them.
    pub async fn owner(
        &self,
        id: &str,
        presented: Option<&str>,
        client: IpAddr,
        now: Timestamp,
    ) -> Result<Owner, Refusal> {
        let wait = |wait| Refused::too_many("wrong secrets", wait);
        if let Some(wrong) = &self.wrong_secrets {
            wrong.would_admit(&client, self.opened.elapsed()).map_err(wait)?;
        }
        // A malformed id takes the same way as an unknown one: the nil id is never given.
        let id = Uuid::parse_str(id).unwrap_or_default();
        let known = self.parts.store.look(move |read| stored::credentials(read, id)).await?;
        let shown = rules::shown(known.as_ref(), presented.unwrap_or_default(), now);
        let found = match shown {
            Some(_) => self.parts.store.look(move |read| stored::find(read, id)).await?,
            None => None,
        };
        let (Some(subscription), Some(shown)) = (found, shown) else {
            if let Some(wrong) = &self.wrong_secrets {
                wrong.admit(client, self.opened.elapsed()).map_err(wait)?;
            }
            return Err(Refused::Unauthorized.into());
        };
        Ok(Owner { subscription, shown })
    }

    /// The newest delivery that was tried.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn last_delivery(&self, owner: &Owner) -> Result<Option<LastDelivery>, Refusal> {
        let id = owner.subscription.id;
        Ok(self.parts.store.read(move |conn| outbox::last_delivery(conn, id)).await?)
    }

    /// Ends a subscription and what waits for it.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn remove(&self, owner: &Owner, now: Timestamp) -> Result<(), Refusal> {
        let id = owner.subscription.id;
        self.parts.store.run(move |conn| stored::remove(conn, id, now)).await?;
        Ok(())
    }

    /// Deliveries with their attempts, newest first.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn deliveries(
        &self,
        owner: &Owner,
        before: Option<i64>,
        most: usize,
    ) -> Result<Vec<DeliveryView>, Refusal> {
        let id = owner.subscription.id;
        let page = self.parts.store.read(move |conn| outbox::history(conn, id, before, most)).await?;
        Ok(page)
    }

    /// Sends a delivery once more.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn redeliver(&self, owner: &Owner, delivery: &str, now: Timestamp) -> Result<Uuid, Refusal> {
        let id = owner.subscription.id;
        let delivery = Uuid::parse_str(delivery).map_err(|_| Refused::NoDelivery)?;
        self.may_send(owner).await?;
        let redelivery = self.parts.store.run(move |conn| outbox::redeliver(conn, id, delivery, now)).await?;
        rules::redelivered(redelivery)?;
        self.parts.outgoing.notify_one();
        Ok(delivery)
    }

    /// Sends a sample of an event.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn test(
        &self,
        published: &Published,
        owner: &Owner,
        request: TestRequest,
        now: Timestamp,
    ) -> Result<(Uuid, EventName), Refusal> {
        let subscription = &owner.subscription;
        let event = rules::tested(subscription, request)?;
        self.may_send(owner).await?;
        let (id, delivery) = (subscription.id, Uuid::new_v4());
        let body = snapshot::with(&published.world, |snapshot| {
            sample::body(&self.parts.policy, snapshot, subscription, event, delivery, now)
        });
        let body = body.map_err(|error| Refusal::Broken(error.to_string()))?.into_text();
        let queued =
            self.parts.store.run(move |conn| outbox::test(conn, delivery, id, event, &body, now)).await?;
        rules::test_queued(queued)?;
        self.parts.outgoing.notify_one();
        Ok((delivery, event))
    }

    /// Makes the new secret of a rotation.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn rotate(&self, owner: &Owner, now: Timestamp) -> Result<Rotation, Refusal> {
        let (id, secret) = (owner.subscription.id, new_secret()?);
        let next = rules::rotate(&secret, self.sealed(id, &secret)?, now);
        let until = next.until;
        rules::rotating(self.parts.store.run(move |conn| stored::begin_rotation(conn, id, &next)).await?)?;
        Ok(Rotation { secret, until })
    }

    /// Replaces the present secret by the new one.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn commit(&self, owner: &Owner) -> Result<(), Refusal> {
        rules::commit(owner)?;
        let id = owner.subscription.id;
        self.parts.store.run(move |conn| stored::commit_rotation(conn, id)).await?;
        Ok(())
    }

    /// Whether something may be sent to an owner who asks for it: not after the subscription has ended, not too often,
    /// and not to where an attempt would be refused.
    async fn may_send(&self, owner: &Owner) -> Result<(), Refusal> {
        let subscription = &owner.subscription;
        rules::may_send(subscription)?;
        if let Some(sends) = &self.sends {
            let wait = |wait| Refused::too_many("test deliveries and redeliveries", wait);
            sends.admit(subscription.id, self.opened.elapsed()).map_err(wait)?;
        }
        self.parts.guard.judge(&subscription.url).await?;
        Ok(())
    }

    fn sealed(&self, id: Uuid, secret: &Secret) -> Result<String, Refusal> {
        self.parts.keys.seal(id, secret).map_err(|error| Refusal::Broken(error.to_string()))
    }
}

/// The slug of a resort that is served, by any of its names.
fn slug_of(published: &Published, name: &str) -> Result<String, OpError> {
    #[expect(clippy::disallowed_methods, reason = "a name means the same to everybody")]
    let view = View::public(&published.world);
    Ok(view.resort(name)?.resort().slug.clone())
}

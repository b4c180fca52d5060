//! The desk at which subscriptions are made and their owners served, without HTTP: who may, how often, and what is
//! written. Carries `contract-decisions` 12.
//!
//! What is wrong and what is unknown look alike here, and take the same way: one lookup, two comparisons of digests.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use conditions_core::time::{HOUR_MS, Timestamp};
use operations::{Caller, OpError, View};
use storage::Store;
use storage::webhooks::outbox::{self, DeliveryView, LastDelivery, Redelivery};
use storage::webhooks::subscriptions::{
    self, Caps, Creation, Credentials, NewSubscription, NextSecret, Subscription,
};
use tokio::sync::Notify;
use uuid::Uuid;
use webhooks::Secret;
use webhooks::callback::{Host, Target};
use webhooks::delivery::subscription::State;
use webhooks::events::EventName;
use webhooks::secret::presented_matches;

use super::asked::Asked;
use super::guard::Guard;
use super::keys::{Keys, new_secret};
use super::refusal::Refusal;
use super::sample;
use crate::clock;
use crate::config::Config;
use crate::http::client_address::TrustedProxies;
use crate::http::throttle::Throttle;
use crate::published::Published;

/// The contract's window of new subscriptions, ms.
const WINDOW_MS: i64 = HOUR_MS;
/// Requests for a subscription per client and minute, for each one that an hour lets through: what is refused costs a
/// lookup of a name all the same.
const ATTEMPTS_PER_CREATION: u32 = 3;
/// Wrong secrets per client and minute.
const FAILURES_PER_MINUTE: u32 = 60;
/// How long both secrets hold while one takes the other's place, ms.
const ROTATION_MS: i64 = 24 * HOUR_MS;
/// What nobody's secret hashes to: it stands in for a digest that there is not.
const NOBODY: [u8; 32] = [0; 32];

/// The desk.
#[derive(Debug)]
pub struct Desk {
    store: Store,
    keys: Arc<Keys>,
    guard: Guard,
    caps: Caps,
    /// Proxies whose word on the client's address is taken.
    pub proxies: TrustedProxies,
    outgoing: Arc<Notify>,
    attempts: Option<Throttle<IpAddr>>,
    failures: Option<Throttle<IpAddr>>,
    sends: Option<Throttle<Uuid>>,
    opened: Instant,
}

/// What the desk works with.
#[derive(Debug)]
pub struct Office {
    /// Where subscriptions are kept.
    pub store: Store,
    /// What secrets are sealed with.
    pub keys: Arc<Keys>,
    /// Who judges callback URLs.
    pub guard: Guard,
    /// Rung when there is something to send.
    pub outgoing: Arc<Notify>,
}

/// A subscription as it was made, with the one sight of its secret.
#[derive(Debug)]
pub struct Created {
    /// Id.
    pub id: Uuid,
    /// Secret.
    pub secret: Secret,
    /// Where deliveries go, as it was given.
    pub url: String,
    /// What is told.
    pub events: Vec<EventName>,
    /// Of which resort.
    pub resort_slug: Option<String>,
    /// When.
    pub created_at: Timestamp,
}

/// A secret that is to follow, with the one sight of it.
#[derive(Debug)]
pub struct Rotation {
    /// Secret.
    pub secret: Secret,
    /// When it takes the place of the present one by itself.
    pub until: Timestamp,
}

/// An owner who has shown the secret.
#[derive(Debug)]
pub struct Owner {
    /// The subscription.
    pub subscription: Subscription,
    /// Whether it was the secret that is to follow.
    pub with_next: bool,
}

impl Desk {
    /// A desk with the limits of a deployment.
    #[must_use]
    pub fn new(config: &Config, office: Office) -> Self {
        let own = &config.webhooks;
        let Office { store, keys, guard, outgoing } = office;
        let creations = u32::try_from(own.creations_per_hour).unwrap_or(u32::MAX);
        Self {
            store,
            keys,
            guard,
            caps: Caps {
                per_origin: own.creations_per_hour,
                window_ms: WINDOW_MS,
                per_host: own.subscriptions_per_host,
            },
            proxies: config.connector.trusted_proxies.clone(),
            outgoing,
            attempts: Throttle::per_minute(creations.saturating_mul(ATTEMPTS_PER_CREATION)),
            failures: Throttle::per_minute(FAILURES_PER_MINUTE),
            sends: Throttle::per_minute(own.tests_per_minute),
            opened: clock::monotonic(),
        }
    }

    /// Makes a subscription for a client, which is an address of IPv4 or a network of IPv6.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn create(
        &self,
        published: &Published,
        asked: Asked,
        client: IpAddr,
        now: Timestamp,
    ) -> Result<Created, Refusal> {
        let resort_slug = asked.resort.map(|asked| slug_of(published, &asked)).transpose()?;
        if let Some(attempts) = &self.attempts {
            let wait = |wait| Refusal::TooMany("requests for a subscription", wait);
            attempts.admit(client, self.opened.elapsed()).map_err(wait)?;
        }
        let (target, _) = self.guard.judge(&asked.url).await?;
        let (id, secret) = (Uuid::new_v4(), new_secret()?);
        let new = NewSubscription {
            id,
            url: asked.url,
            host: host_of(&target),
            events: asked.events,
            resort_slug,
            secret_digest: secret.digest(),
            sealed_secret: self.sealed(id, &secret)?,
            origin: client.to_string(),
            created_at: now,
        };
        let (row, caps) = (new.clone(), self.caps);
        match self.store.run(move |conn| subscriptions::create(conn, &row, &caps, now)).await? {
            Creation::Created => {}
            Creation::TooMany { retry_after_ms } => {
                let wait = Duration::from_millis(u64::try_from(retry_after_ms).unwrap_or_default());
                return Err(Refusal::TooMany("new subscriptions", wait));
            }
            Creation::HostFull => {
                return Err(Refusal::Conflict(
                    "this host has as many active subscriptions as it may have; remove one first",
                ));
            }
            Creation::Duplicate => {
                return Err(Refusal::Conflict(
                    "an active subscription has this url, these events and this resort already; remove it, or tell \
                     the two apart by a query in the url",
                ));
            }
        }
        let NewSubscription { url, events, resort_slug, created_at, .. } = new;
        Ok(Created { id, secret, url, events, resort_slug, created_at })
    }

    /// The owner of a subscription by what was presented. A subscription that was removed is unknown.
    ///
    /// # Errors
    /// [`Refusal::Unauthorized`] in one way for all that does not match; [`Refusal::TooMany`] after many of them.
    pub async fn owner(
        &self,
        id: &str,
        presented: Option<&str>,
        client: IpAddr,
        now: Timestamp,
    ) -> Result<Owner, Refusal> {
        let wait = |wait| Refusal::TooMany("wrong secrets", wait);
        if let Some(failures) = &self.failures {
            failures.would_admit(&client, self.opened.elapsed()).map_err(wait)?;
        }
        // What is no id is looked up as one that nobody has.
        let id = Uuid::parse_str(id).unwrap_or_default();
        let known = self.store.look(move |glance| subscriptions::credentials(glance, id)).await?;
        let with_next = shown(known, presented.unwrap_or_default(), now);
        let found = match with_next {
            Some(_) => self.store.look(move |glance| subscriptions::find(glance, id)).await?,
            None => None,
        };
        let (Some(subscription), Some(with_next)) = (found, with_next) else {
            if let Some(failures) = &self.failures {
                failures.admit(client, self.opened.elapsed()).map_err(wait)?;
            }
            return Err(Refusal::Unauthorized);
        };
        Ok(Owner { subscription, with_next })
    }

    /// The newest delivery that was tried.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn last_delivery(&self, owner: &Owner) -> Result<Option<LastDelivery>, Refusal> {
        let id = owner.subscription.id;
        Ok(self.store.read(move |conn| outbox::last_delivery(conn, id)).await?)
    }

    /// Ends a subscription and what waits for it.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn remove(&self, owner: &Owner, now: Timestamp) -> Result<(), Refusal> {
        let id = owner.subscription.id;
        self.store.run(move |conn| subscriptions::remove(conn, id, now)).await?;
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
        let page = self.store.read(move |conn| outbox::history(conn, id, before, most)).await?;
        Ok(page)
    }

    /// Sends a delivery once more.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn redeliver(&self, owner: &Owner, delivery: &str, now: Timestamp) -> Result<Uuid, Refusal> {
        let id = owner.subscription.id;
        let delivery = Uuid::parse_str(delivery).map_err(|_| Refusal::NoDelivery)?;
        self.may_send(owner).await?;
        let answer = self.store.run(move |conn| outbox::redeliver(conn, id, delivery, now)).await?;
        match answer {
            Redelivery::Queued => {
                self.outgoing.notify_one();
                Ok(delivery)
            }
            Redelivery::Unknown => Err(Refusal::NoDelivery),
            Redelivery::UnderWay => Err(Refusal::Conflict("this delivery is still under way")),
            Redelivery::Ended => Err(Refusal::Conflict(DROPPED)),
        }
    }

    /// Sends a sample of an event.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn test(
        &self,
        published: &Published,
        owner: &Owner,
        event: Option<EventName>,
        now: Timestamp,
    ) -> Result<(Uuid, EventName), Refusal> {
        let subscription = &owner.subscription;
        let listed = || subscription.events.iter().map(|event| event.wire()).collect::<Vec<_>>().join(", ");
        let event = match event.or_else(|| subscription.events.first().copied()) {
            Some(event) if subscription.events.contains(&event) => event,
            Some(_) | None => {
                let message = format!("this subscription does not list it; allowed: {}", listed());
                return Err(OpError::argument("event", message).into());
            }
        };
        self.may_send(owner).await?;
        let (id, delivery) = (subscription.id, Uuid::new_v4());
        let body = sample::body(&published.world, subscription, event, delivery, now)
            .map_err(|error| Refusal::Broken(error.to_string()))?;
        let queued = self.store.run(move |conn| outbox::test(conn, delivery, id, event, &body, now)).await?;
        if !queued {
            return Err(Refusal::Conflict(DROPPED));
        }
        self.outgoing.notify_one();
        Ok((delivery, event))
    }

    /// Makes the secret that is to follow. Both hold until it is committed, or for a day.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn rotate(&self, owner: &Owner, now: Timestamp) -> Result<Rotation, Refusal> {
        let (id, secret, until) = (owner.subscription.id, new_secret()?, now.plus_millis(ROTATION_MS));
        let next = NextSecret { digest: secret.digest(), sealed: self.sealed(id, &secret)?, until };
        if self.store.run(move |conn| subscriptions::begin_rotation(conn, id, &next)).await? {
            Ok(Rotation { secret, until })
        } else {
            Err(Refusal::Conflict(DROPPED))
        }
    }

    /// Puts the secret that follows in the place of the present one. The owner shows that it has arrived.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn commit(&self, owner: &Owner) -> Result<(), Refusal> {
        if owner.subscription.next.is_none() {
            return Err(Refusal::Conflict("no new secret was asked for; POST …/rotate gives one"));
        }
        if !owner.with_next {
            return Err(Refusal::Conflict(
                "commit with the new secret as the bearer, so that it is known to have arrived",
            ));
        }
        let id = owner.subscription.id;
        self.store.run(move |conn| subscriptions::commit_rotation(conn, id)).await?;
        Ok(())
    }

    /// Whether something may be sent to an owner who asks for it: not too often, not when dropped, and to nowhere that
    /// an attempt would be refused.
    async fn may_send(&self, owner: &Owner) -> Result<(), Refusal> {
        let subscription = &owner.subscription;
        if !subscription.standing.is_active() {
            return Err(Refusal::Conflict(DROPPED));
        }
        if let Some(sends) = &self.sends {
            let wait = |wait| Refusal::TooMany("test deliveries and redeliveries", wait);
            sends.admit(subscription.id, self.opened.elapsed()).map_err(wait)?;
        }
        self.guard.judge(&subscription.url).await?;
        Ok(())
    }

    fn sealed(&self, id: Uuid, secret: &Secret) -> Result<String, Refusal> {
        self.keys.seal(id, secret).map_err(|error| Refusal::Broken(error.to_string()))
    }
}

const DROPPED: &str = "this subscription was dropped after eight failed deliveries in a row; make a new one";

/// Whether what was presented opens a subscription: with the present secret (false) or the one that is to follow (true).
/// Two comparisons, whatever there is.
fn shown(known: Option<Credentials>, presented: &str, now: Timestamp) -> Option<bool> {
    let known = known.filter(|known| known.state != State::Removed);
    let (mut current, mut next) = (NOBODY, NOBODY);
    if let Some(known) = &known {
        (current, next) = (known.digest, known.next.map_or(NOBODY, |(digest, _)| digest));
        if known.next.is_some_and(|(_, until)| until <= now) {
            current = NOBODY;
        }
    }
    let (is_current, is_next) = (presented_matches(presented, &current), presented_matches(presented, &next));
    (known.is_some() && (is_current || is_next)).then_some(is_next)
}

/// The slug of a resort that is served, by any of its names.
fn slug_of(published: &Published, asked: &str) -> Result<String, OpError> {
    let view = View::new(&published.world, &Caller::Anonymous);
    Ok(view.resort(asked)?.resort().slug.clone())
}

/// What limits per destination count by.
fn host_of(target: &Target) -> String {
    match target.host() {
        Host::Name(name) => name.clone(),
        Host::Address(address) => address.to_string(),
    }
}

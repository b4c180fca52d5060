//! The service of the subscription endpoints: collects the inputs of a write, stores its decision, reads what owners
//! may see, and limits requests.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use conditions_core::time::Timestamp;
use ipnet::IpNet;
use operations::write::{
    AnswerBytes, AnyWrite, Change, Decision, Limit, Needs, Request, SealedFor, WriteInputs,
};
use outbound::guard::Guard;
use publication::published::Published;
use runtime::clock;
use runtime::opening::ANSWER;
use runtime::secrets::{SecretRejection, Secrets};
use runtime::throttle::Networks;
use storage::webhooks::outbox;
use storage::webhooks::subscriptions as stored;
use storage::{Store, StoreError};
use tokio::sync::Notify;
use uuid::Uuid;
use webhooks::Secret;
use webhooks::callback::Receiver;
use webhooks::delivery::view::{DeliveryView, LastDelivery};
use webhooks::policy::EventPolicy;
use webhooks::subscriptions::{self as rules, Caps, Owner, Rejection as Refused};
use world::{Caller, View};

use super::denials::DeniedHosts;
use super::error::WebhookError;
use super::keys::{Keys, new_secret};
use super::send_limits::{SendLimits, SendRequest};

/// Handles requests about subscriptions.
#[derive(Debug)]
pub struct Subscriptions {
    parts: Parts,
    limits: ArcSwap<CreationLimits>,
    secrets: Secrets,
    sends: ArcSwap<SendLimits>,
    opened: Instant,
}

/// Limits of new subscriptions.
#[derive(Debug)]
struct CreationLimits {
    caps: Caps,
    requests: Option<Networks>,
}

impl CreationLimits {
    fn new(caps: Caps) -> ArcSwap<Self> {
        ArcSwap::from_pointee(Self { caps, requests: Networks::per_minute(caps.requests_per_minute()) })
    }
}

/// Resources of the service.
#[derive(Debug)]
pub struct Parts {
    /// Store for subscriptions.
    pub store: Store,
    /// Keys that seal secrets.
    pub keys: Arc<Keys>,
    /// Guard that vets callback URLs.
    pub guard: Guard,
    /// Notified when there is something to send.
    pub outgoing: Arc<Notify>,
    /// Event policy of the contract, for tests.
    pub policy: EventPolicy,
}

impl Subscriptions {
    /// Returns the service with the caps of a deployment and its limit of tests and redeliveries per subscription and
    /// minute; 0 for no limit.
    #[must_use]
    pub fn new(caps: Caps, tests_per_minute: u32, parts: Parts) -> Self {
        Self {
            parts,
            limits: CreationLimits::new(caps),
            secrets: Secrets::wrong_per_minute(rules::WRONG_SECRETS_PER_MINUTE),
            sends: ArcSwap::from_pointee(SendLimits::per_minute(tests_per_minute)),
            opened: clock::monotonic(),
        }
    }

    /// Replaces the caps of subscriptions, the limit of tests as in [`Subscriptions::new`], and the networks that no
    /// delivery goes to. Requests are counted from zero.
    pub fn reload(&self, caps: Caps, tests_per_minute: u32, denied: Vec<IpNet>) {
        self.sends.store(Arc::new(SendLimits::per_minute(tests_per_minute)));
        self.limits.store(CreationLimits::new(caps).into_inner());
        self.parts.guard.deny(denied);
    }

    /// Decides a write, stores the decision, and returns the answer.
    ///
    /// # Errors
    /// Returns a [`WebhookError`] if the write is rejected or cannot be stored.
    pub async fn write(
        &self,
        write: &dyn AnyWrite,
        published: Option<&Published>,
        caller: &Caller,
        request: &Request<'_>,
        now: Timestamp,
    ) -> Result<Decision<AnswerBytes>, WebhookError> {
        let view = || published.map(|published| View::new(&published.world, caller));
        let pending = write.read(request)?;
        let needs = pending.needs(view().as_ref())?;
        let (given, spent) = self.given(needs).await?;
        let decision = pending.decide(view().as_ref(), given, now)?;
        self.store(decision.store.clone(), spent, now).await?;
        Ok(decision)
    }

    /// Collects the inputs of a decision, and returns the time spent on the database. Limits come before a name lookup,
    /// and that before a new secret.
    async fn given(&self, needs: Needs) -> Result<(WriteInputs, Duration), WebhookError> {
        let mut spent = Duration::ZERO;
        if let Some(limit) = needs.limit {
            self.admit(limit)?;
        }
        let receiver = match needs.callback {
            Some(url) => {
                let (target, reachable) = self.parts.guard.vet(&url).await?;
                let receiver = Receiver::new(&target, &reachable);
                let asked = clock::monotonic();
                let denied = self.parts.store.read(DeniedHosts::read).await?;
                spent = asked.elapsed();
                if denied.contains(&receiver.host) {
                    return Err(Refused::NotPublic.into());
                }
                Some(receiver)
            }
            None => None,
        };
        if let (Some(Limit::Sending { .. }), Some(receiver)) = (needs.limit, &receiver) {
            self.sends.load().reach(receiver, self.opened.elapsed())?;
        }
        let id = Uuid::new_v4();
        let secret = match needs.secret {
            Some(SealedFor::New) => Some(self.sealed(id)?),
            Some(SealedFor::Known(subscription)) => Some(self.sealed(subscription)?),
            None => None,
        };
        let last_delivery = match needs.last_delivery {
            Some(subscription) => self.last_delivery(subscription).await?,
            None => None,
        };
        Ok((WriteInputs { id, policy: self.parts.policy, receiver, secret, last_delivery }, spent))
    }

    /// Counts a request towards a limit.
    fn admit(&self, limit: Limit) -> Result<(), WebhookError> {
        let elapsed = self.opened.elapsed();
        Ok(match limit {
            Limit::Subscribing(client) => {
                let wait = |wait| Refused::too_many("requests for a subscription", wait);
                let limits = self.limits.load();
                limits
                    .requests
                    .as_ref()
                    .map_or(Ok(()), |requests| requests.admit(client, elapsed).map_err(wait))
            }
            Limit::Sending { subscription, client, is_proven } => {
                self.sends.load().ask(SendRequest { subscription, client, is_proven }, elapsed)
            }
        }?)
    }

    /// Stores a decision within the rest of a request's time for the database. A conflict that has appeared since
    /// rejects it after all.
    async fn store(&self, change: Change, spent: Duration, now: Timestamp) -> Result<(), WebhookError> {
        let store = self.parts.store.within(ANSWER.saturating_sub(spent));
        let caps = self.limits.load().caps;
        match change {
            Change::Subscribe(new) => {
                rules::created(store.run(move |conn| stored::create(conn, &new, &caps, now)).await?)?;
            }
            Change::Unsubscribe(id) => {
                store.run(move |conn| stored::remove(conn, id, now)).await?;
            }
            Change::Rotate(id, next) => {
                rules::rotating(store.run(move |conn| stored::begin_rotation(conn, id, &next)).await?)?;
            }
            Change::Commit(id, digest) => {
                rules::committed(store.run(move |conn| stored::commit_rotation(conn, id, &digest)).await?)?;
            }
            Change::Redeliver { subscription: id, delivery } => {
                rules::redelivered(store.run(move |conn| outbox::redeliver(conn, id, delivery, now)).await?)?;
                self.parts.outgoing.notify_one();
            }
            Change::Test { subscription: id, delivery, event, body } => {
                let most = self.sends.load().waiting();
                let made =
                    store.run(move |conn| outbox::test(conn, delivery, id, event, &body, most, now)).await?;
                rules::test_queued(made)?;
                self.parts.outgoing.notify_one();
            }
        }
        Ok(())
    }

    /// Finds the owner of a subscription by the presented secret. A removed subscription is unknown.
    ///
    /// # Errors
    /// Returns one [`WebhookError`] for everything that does not match, and another after many of them. A matching secret is
    /// never rejected.
    pub async fn owner(
        &self,
        id: &str,
        presented: Option<&str>,
        client: IpAddr,
        now: Timestamp,
    ) -> Result<Owner, WebhookError> {
        // A malformed id is handled like an unknown one: the nil id is never assigned.
        let id = Uuid::parse_str(id).unwrap_or_default();
        let presented = presented.unwrap_or_default();
        let owner = self.secrets.admit(client, Some(id), async |id| {
            let known = self.parts.store.read_single(move |read| stored::credentials(read, id)).await?;
            let found = match rules::presented_secret(known.as_ref(), presented, now) {
                Some(_) => self.parts.store.read_single(move |read| stored::find(read, id)).await?,
                None => None,
            };
            // Checked again with the row that is used: a rotation may have begun between the two statements.
            Ok(found.and_then(|subscription| rules::owner(subscription, presented, now)))
        });
        owner.await.map_err(|denied: SecretRejection<StoreError>| match denied {
            SecretRejection::Wrong => Refused::Unauthorized.into(),
            SecretRejection::TooMany(wait) => Refused::too_many("wrong secrets", wait).into(),
            SecretRejection::Failed(error) => error.into(),
        })
    }

    /// Returns the newest delivery of a subscription that was tried.
    ///
    /// # Errors
    /// Returns a [`WebhookError`] if the database fails.
    pub async fn last_delivery(&self, subscription: Uuid) -> Result<Option<LastDelivery>, WebhookError> {
        Ok(self.parts.store.read(move |conn| outbox::last_delivery(conn, subscription)).await?)
    }

    /// Lists deliveries with their attempts, newest first.
    ///
    /// # Errors
    /// Returns a [`WebhookError`] if the database fails.
    pub async fn deliveries(
        &self,
        owner: &Owner,
        before: Option<i64>,
        most: usize,
    ) -> Result<Vec<DeliveryView>, WebhookError> {
        let id = owner.subscription.id;
        let page = self.parts.store.read(move |conn| outbox::history(conn, id, before, most)).await?;
        Ok(page)
    }

    /// Creates a secret and its form sealed for a subscription.
    fn sealed(&self, id: Uuid) -> Result<(Secret, String), WebhookError> {
        let secret = new_secret()?;
        let sealed =
            self.parts.keys.seal(id, &secret).map_err(|error| WebhookError::Broken(error.to_string()))?;
        Ok((secret, sealed))
    }
}

//! A database with a clock that the test sets, and helpers for the tests' actions.

use std::cell::Cell;

use conditions_core::time::Timestamp;
use storage::webhooks::outbox::{self, ClaimedDelivery, EndedAttempt, FinishOutcome, ReturnedClaim};
use storage::webhooks::subscriptions;
use storage::{Conn, Store, StoreError};
use tokio::runtime::Runtime;
use uuid::Uuid;
use webhooks::callback::Receiver;
use webhooks::delivery::slots::Capacity;
use webhooks::delivery::subscription::{State, SubscriptionState};
use webhooks::delivery::{Ending, Failure};
use webhooks::events::{Audience, EventName, Occurrence};
use webhooks::policy::DeliveryPolicy;
use webhooks::subscriptions::{Caps, Creation, NewSubscription, TestOutcome};

use crate::support::{Fresh, later, now};

pub(crate) const POLICY: DeliveryPolicy = DeliveryPolicy::CONTRACT;

pub(crate) const CAPS: Caps = Caps { per_host: 20, ..Caps::USUAL };

/// A database, a store on it, and the clock.
pub(crate) struct Bench {
    pub(crate) store: Store,
    pub(crate) fresh: Fresh,
    server_clock: Option<(Runtime, tokio_postgres::Client)>,
    millis: Cell<i64>,
}

/// Runs `body` on a bench of each kind.
pub(crate) fn both(body: impl Fn(&Bench)) {
    body(&Bench::sqlite());
    if let Some(bench) = Bench::postgres() {
        body(&bench);
    }
}

impl Bench {
    pub(crate) fn sqlite() -> Self {
        let fresh = Fresh::sqlite();
        Self { store: fresh.open(), fresh, server_clock: None, millis: Cell::new(0) }
    }

    pub(crate) fn postgres() -> Option<Self> {
        let fresh = Fresh::postgres()?;
        let (_, name) = fresh.location.rsplit_once('/').unwrap();
        let name = name.split('?').next().unwrap();
        fresh.execute(&format!("ALTER DATABASE {name} SET search_path = public, pg_catalog"));
        fresh.execute(&format!(
            "CREATE TABLE test_clock (millis BIGINT NOT NULL); INSERT INTO test_clock VALUES ({}); \
             CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS \
             'SELECT pg_catalog.to_timestamp(0) + millis * interval ''1 ms'' FROM public.test_clock'",
            now().millis()
        ));
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let client = runtime.block_on(async {
            let connected = tokio_postgres::connect(&fresh.location, tokio_postgres::NoTls).await;
            let (client, connection) = connected.unwrap();
            tokio::spawn(connection);
            client
        });
        Some(Self { store: fresh.open(), fresh, server_clock: Some((runtime, client)), millis: Cell::new(0) })
    }

    /// Sets the clock to `millis` after [`now`].
    pub(crate) fn at(&self, millis: i64) {
        self.millis.set(millis);
        if let Some((runtime, client)) = &self.server_clock {
            let sql = format!("UPDATE test_clock SET millis = {}", later(millis).millis());
            runtime.block_on(client.batch_execute(&sql)).unwrap();
        }
    }

    pub(crate) fn wait(&self, millis: i64) {
        self.at(self.millis.get() + millis);
    }

    pub(crate) fn now(&self) -> Timestamp {
        later(self.millis.get())
    }

    /// Returns the caller's time: a different one on PostgreSQL, since it must not matter.
    pub(crate) fn callers_now(&self) -> Timestamp {
        self.now().plus_millis(if self.server_clock.is_some() { 86_400_000 * 3 } else { 0 })
    }

    /// Runs a statement from outside.
    pub(crate) fn execute(&self, sql: &str) {
        match &self.server_clock {
            Some((runtime, client)) => runtime.block_on(client.batch_execute(sql)).unwrap(),
            None => self.fresh.execute(sql),
        }
    }

    pub(crate) fn run<T: Send + 'static>(
        &self,
        mut work: impl FnMut(&mut Conn, Timestamp) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        let now = self.callers_now();
        self.store.run_blocking(move |conn| work(conn, now)).unwrap()
    }

    pub(crate) fn subscribe(&self, number: u128, resort: Option<&str>) -> Uuid {
        let new = NewSubscription { resort_slug: resort.map(str::to_owned), ..subscription(number) };
        assert_eq!(self.create(new), Creation::Created);
        Uuid::from_u128(number)
    }

    pub(crate) fn create(&self, new: NewSubscription) -> Creation {
        self.run(move |conn, now| subscriptions::create(conn, &new, &CAPS, now))
    }

    pub(crate) fn standing(&self, subscription: Uuid) -> SubscriptionState {
        self.run(move |conn, _| subscriptions::find(conn.single(), subscription)).unwrap().standing
    }

    pub(crate) fn state(&self, subscription: Uuid) -> State {
        self.standing(subscription).state
    }

    /// Creates a test delivery under a fresh id.
    pub(crate) fn test(&self, subscription: Uuid) -> Uuid {
        let delivery = Uuid::new_v4();
        assert_eq!(self.ask(subscription, delivery), TestOutcome::Queued);
        delivery
    }

    /// Creates a test delivery as its owner would.
    pub(crate) fn ask(&self, subscription: Uuid, delivery: Uuid) -> TestOutcome {
        let event = EventName::parse("powder-alert").unwrap();
        self.run(move |conn, now| outbox::test(conn, delivery, subscription, event, "{}", usize::MAX, now))
    }

    /// Records an event of a resort under a unique key and fans it out.
    pub(crate) fn happen(&self, resort: &str) {
        let occurrence = occurrence(resort, &Uuid::new_v4().to_string());
        self.run(move |conn, now| {
            storage::webhooks::events::record(conn, Uuid::new_v4(), &occurrence, now)?;
            storage::webhooks::events::fan_out(conn, 1_000, now)
        });
    }

    pub(crate) fn claim(&self, most: usize) -> Vec<ClaimedDelivery> {
        self.claim_with(Capacity { most, ..wide() })
    }

    pub(crate) fn claim_with(&self, room: Capacity) -> Vec<ClaimedDelivery> {
        let claims: Vec<Uuid> = (0..room.most).map(|_| Uuid::new_v4()).collect();
        self.run(move |conn, now| outbox::claim(conn, &POLICY, &room, &claims, now))
    }

    pub(crate) fn finish(&self, claimed: &ClaimedDelivery, ending: Ending) -> FinishOutcome {
        let ended = [self.ended(claimed, ending)];
        self.run(move |conn, now| outbox::finish(conn, &POLICY, &ended, &[0.5], now))[0]
    }

    pub(crate) fn ended(&self, claimed: &ClaimedDelivery, ending: Ending) -> EndedAttempt {
        EndedAttempt {
            subscription: claimed.subscription,
            delivery: claimed.delivery,
            claim: claimed.claim,
            started_at: self.now(),
            ended_at: self.now().plus_millis(12),
            ending,
            snippet: Some("ok".to_owned()),
        }
    }
}

pub(crate) fn wide() -> Capacity {
    Capacity { most: 256, most_poor: 256, per_host: 256, ..Capacity::default() }
}

/// Returns a claim under which nothing was sent.
pub(crate) fn back(claimed: &ClaimedDelivery, wait_ms: i64) -> ReturnedClaim {
    let ClaimedDelivery { subscription, delivery, claim, due_since, .. } = *claimed;
    ReturnedClaim { subscription, delivery, claim, due_since, wait_ms }
}

pub(crate) fn good() -> Ending {
    Ending::Answered { status: 204, retry_after: None }
}

pub(crate) fn bad() -> Ending {
    Ending::Failed(Failure::Timeout)
}

/// Returns a final failure.
pub(crate) fn refused() -> Ending {
    Ending::Failed(Failure::Target)
}

/// Returns a global subscription to both events, at a separate host.
pub(crate) fn subscription(number: u128) -> NewSubscription {
    let id = Uuid::from_u128(number);
    NewSubscription {
        id,
        url: format!("https://r{number}.example/hook"),
        receiver: receiver(&format!("r{number}.example")),
        events: EventName::all(),
        resort_slug: None,
        secret_digest: [7; 32],
        sealed_secret: format!("k1.{number}"),
        origin: format!("192.0.2.{number}"),
        created_at: now(),
    }
}

/// Returns a receiver at a host that is a site and has a separate address.
pub(crate) fn receiver(host: &str) -> Receiver {
    let networks = vec![format!("address of {host}")];
    Receiver { host: host.to_owned(), site: host.to_owned(), networks }
}

pub(crate) fn occurrence(resort: &str, key: &str) -> Occurrence<serde_json::Value> {
    Occurrence {
        event: EventName::parse("powder-alert").unwrap(),
        audience: Audience::ResortAndGlobal,
        resort_slug: resort.to_owned(),
        dedupe_key: key.to_owned(),
        data: serde_json::json!({ "slug": resort, "name": "Zürs" }),
        created_at: now(),
    }
}

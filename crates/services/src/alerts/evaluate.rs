//! Scheduled evaluation of alerts: each publication is compared with the previous reading of each resort. The new
//! reading, the notices of triggered alerts, their deliveries and their emails are one transaction.
//!
//! One replica evaluates at a time, by a lease and a lock, so that a second one finds the first one's readings. The
//! first reading of a resort triggers nothing, and nothing is evaluated before every lane has had its first chance.

use std::collections::BTreeMap;
use std::sync::Arc;

use accounts::AccountId;
use accounts::alerts::{Alert, News, Reading, news};
use conditions_core::time::Timestamp;
use publication::evaluation::{Evaluate, Parts};
use storage::accounts::{people, saved};
use storage::alerts::channels::{self, Mail, Ways};
use storage::alerts::morning::{self as mornings, MorningEmail};
use storage::alerts::notices::{self, Notice};
use storage::alerts::owned::{self, OwnedAlert};
use storage::alerts::{emails, readings};
use storage::webhooks::outbox;
use storage::{Conn, Store, StoreError};
use uuid::Uuid;
use webhooks::events::account_alert::{AccountAlertData, Event};
use webhooks::events::start::Start;

use super::morning;
use super::snapshot::{self, ResortSnapshot};

/// Evaluates alerts on a schedule.
#[derive(Debug)]
pub struct Evaluator {
    /// Shared state of the evaluation.
    pub parts: Parts,
    /// Progress of this process since its start.
    pub start: Start,
}

/// Result of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Number of triggered alerts.
    pub fired: usize,
    /// Number of emails created from them and from pending notices, and of morning emails.
    pub letters: usize,
}

impl Evaluate for Evaluator {
    const LEASE: &'static str = "alerts";

    type Summary = Summary;

    fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Evaluates once. A failed evaluation stores nothing.
    async fn tick(&mut self, now: Timestamp) -> Result<Summary, StoreError> {
        let parts = &self.parts;
        let Some(published) = parts.turn(Self::LEASE, now).await? else { return Ok(Summary::default()) };
        let looks = if parts.is_filled(&mut self.start, &published, now) {
            let of = parts.policy;
            tokio::task::spawn_blocking(move || snapshot::at(&published.world, &of)).await.unwrap_or_default()
        } else {
            Vec::new()
        };
        let summary = evaluate(&parts.store, looks, now).await?;
        if summary.letters > 0 {
            parts.outgoing.notify_one();
        }
        Ok(summary)
    }
}

/// Records the news in these snapshots and collects pending notices.
///
/// # Errors
/// Returns the database error if the evaluation fails; nothing is stored then.
pub async fn evaluate(
    store: &Store,
    looks: Vec<ResortSnapshot>,
    now: Timestamp,
) -> Result<Summary, StoreError> {
    let looks: Arc<[ResortSnapshot]> = looks.into();
    let read = Arc::clone(&looks);
    // Without news nothing else happens.
    let is_news = store
        .read(move |conn| {
            let before = readings::all(conn)?;
            let changed = changed(&read, &before, now).next().is_some();
            Ok(changed || emails::is_due(conn, now)? || !due_mornings(conn, &read, now)?.is_empty())
        })
        .await?;
    if !is_news {
        return Ok(Summary::default());
    }
    let event = Uuid::new_v4();
    store.run(move |conn| record(conn, &looks, event, now)).await
}

/// Returns the morning emails whose hour has come and that are not in the outbox. Without snapshots, before the world is
/// filled, the list is empty.
fn due_mornings(
    conn: &mut Conn,
    looks: &[ResortSnapshot],
    now: Timestamp,
) -> Result<Vec<MorningEmail>, StoreError> {
    if looks.is_empty() {
        return Ok(Vec::new());
    }
    let zones = looks.iter().map(|look| (look.slug.as_str(), look.zone)).collect();
    let due = morning::due(&mornings::readers(conn)?, &zones, now);
    mornings::missing(conn, &due)
}

/// Returns the snapshots that differ from the stored readings, with their new readings.
fn changed<'a>(
    looks: &'a [ResortSnapshot],
    before: &'a BTreeMap<String, Reading>,
    now: Timestamp,
) -> impl Iterator<Item = (&'a ResortSnapshot, Reading)> {
    looks.iter().filter_map(move |look| {
        let known = before.get(&look.slug);
        let reading = look.reading.clone().following(known, now);
        (known != Some(&reading)).then_some((look, reading))
    })
}

/// Stores the readings, notices, deliveries and emails of one evaluation. `seed` determines the ids of events.
fn record(
    conn: &mut Conn,
    looks: &[ResortSnapshot],
    seed: Uuid,
    now: Timestamp,
) -> Result<Summary, StoreError> {
    storage::alerts::lock(conn, now)?;
    let before = readings::all(conn)?;
    let changed: Vec<(&ResortSnapshot, Reading)> = changed(looks, &before, now).collect();
    let slugs: Vec<&str> = changed.iter().map(|(look, _)| look.slug.as_str()).collect();
    let asked = if slugs.is_empty() { BTreeMap::new() } else { owned::of_resorts(conn, &slugs)? };
    let mut fired = 0;
    for (look, after) in &changed {
        let known = before.get(&look.slug);
        let wanted: Vec<&OwnedAlert> = ["", look.slug.as_str()]
            .into_iter()
            .filter_map(|scope| asked.get(scope))
            .flatten()
            .filter(|asked| news::may_be(&asked.alert, known, after, now))
            .collect();
        fired += fire(conn, look, known, after, &wanted, seed, now)?;
        readings::store(conn, &look.slug, after)?;
    }
    let due = due_mornings(conn, looks, now)?;
    let letters = emails::gather(conn, now)? + mornings::enqueue(conn, &due, now)?;
    Ok(Summary { fired, letters })
}

/// Records the alerts that are triggered at a resort; returns their number.
fn fire(
    conn: &mut Conn,
    look: &ResortSnapshot,
    before: Option<&Reading>,
    after: &Reading,
    wanted: &[&OwnedAlert],
    seed: Uuid,
    now: Timestamp,
) -> Result<usize, StoreError> {
    if wanted.is_empty() {
        return Ok(0);
    }
    let ids: Vec<Uuid> = wanted.iter().map(|asked| asked.alert.id).collect();
    let known = notices::readings(conn, &look.slug, &ids)?;
    let mut news = Vec::new();
    for asked in wanted {
        let of = known.get(&asked.alert.id);
        let told = of.and_then(|known| known.told);
        for found in news::news(&asked.alert, before, after, told, now) {
            let is_known = of.is_some_and(|known| known.keys.contains(&found.key));
            if !is_known && may_see(conn, asked, &look.slug, now)? {
                news.push((*asked, found));
            }
        }
    }
    let accounts: Vec<Uuid> = news.iter().map(|(asked, _)| asked.account).collect();
    let ways = channels::load(conn, &accounts)?;
    let made: Vec<Notice> =
        news.iter().map(|(asked, news)| notice(asked, news, look, ways.get(&asked.account), now)).collect();
    notices::record(conn, &made)?;
    for (asked, news) in &news {
        if let Some(webhook) = ways.get(&asked.account).and_then(|ways| ways.webhook) {
            let data = data(&asked.alert, news, look);
            let event = event_of(seed, asked.alert.id, &look.slug, &news.key);
            outbox::enqueue_one(conn, event, webhook, &Event::occurrence(news.key.clone(), data, now), now)?;
        }
    }
    Ok(made.len())
}

/// Returns the id of an event, distinct for each alert, resort and item of news.
fn event_of(seed: Uuid, alert: Uuid, slug: &str, key: &str) -> Uuid {
    let told = [slug.as_bytes(), b"\0", key.as_bytes()].concat();
    let hash = told.into_iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash: u128, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    uuid::Builder::from_random_bytes((seed.as_u128() ^ alert.as_u128() ^ hash).to_be_bytes()).into_uuid()
}

/// Returns whether the account may see the days that the alert uses: the entitlement at the alert's creation may have
/// ended.
fn may_see(conn: &mut Conn, asked: &OwnedAlert, slug: &str, now: Timestamp) -> Result<bool, StoreError> {
    if !asked.alert.looks_far() {
        return Ok(true);
    }
    let account = AccountId(asked.account);
    let Some(person) = people::find(conn, account)? else { return Ok(false) };
    Ok(person.plan.is_pro(now) || saved::slugs(conn, account)?.contains(slug))
}

fn notice(
    asked: &OwnedAlert,
    news: &News,
    look: &ResortSnapshot,
    ways: Option<&Ways>,
    now: Timestamp,
) -> Notice {
    let by_mail = ways.is_some_and(|ways| ways.mail == Some(Mail::On));
    Notice {
        alert: asked.alert.id,
        account: asked.account,
        kind: asked.alert.kind,
        slug: look.slug.clone(),
        key: news.key.clone(),
        zone: look.zone.name().to_owned(),
        evidence: news.evidence.clone(),
        fired_at: now,
        due_at: by_mail.then(|| asked.alert.quiet.next_unquiet(now, look.zone)),
    }
}

fn data(alert: &Alert, news: &News, look: &ResortSnapshot) -> AccountAlertData {
    AccountAlertData {
        alert_id: alert.id.to_string(),
        r#type: alert.kind.as_str().to_owned(),
        slug: look.slug.clone(),
        name: look.name.clone(),
        url: look.url.clone(),
        snow_cm: news.evidence.cm,
        day: news.evidence.day.map(|day| day.to_string()),
        source: news.evidence.source.clone(),
        observed_at: news.evidence.observed_at,
    }
}

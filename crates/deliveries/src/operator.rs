//! Actions of the service's operator on webhook subscriptions, each with a text for people.

use conditions_core::time::Timestamp;
use runtime::clock;
use storage::webhooks::outbox;
use storage::webhooks::subscriptions::{self, sealed_page};
use storage::{Store, StoreError};
use uuid::Uuid;
use webhooks::delivery::view::DeliveryView;
use webhooks::subscriptions::Subscription;

use super::denials::DeniedHosts;

/// Number of subscriptions per read.
const PAGE: u32 = 200;
/// Number of deliveries that [`show`] describes.
const DELIVERIES: usize = 10;

/// The reason why an action failed, in one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The database fails.
    #[error(transparent)]
    Storage(#[from] StoreError),
    /// The subscription does not exist.
    #[error("subscription {0} does not exist; `webhooks list --all` prints all")]
    Unknown(Uuid),
    /// The text is not a host.
    #[error("give a host name such as hooks.example.org, or an address")]
    NoHost,
    /// The host is not denied.
    #[error("{0} is not denied; `webhooks deny` lists the denied hosts")]
    NotDenied(String),
}

/// Lists active subscriptions, or all. Callback addresses may be secrets, so only their hosts are shown.
///
/// # Errors
/// Returns an [`OperatorError`] if the database fails.
pub async fn list(store: &Store, all: bool) -> Result<String, OperatorError> {
    let mut lines = Vec::new();
    let mut after = None;
    while let Some(page) = page(store, &mut after).await? {
        lines.extend(page.iter().filter(|one| all || one.ended_at.is_none()).map(line));
    }
    Ok(if lines.is_empty() { "nothing is subscribed".to_owned() } else { lines.join("\n") })
}

/// Describes one subscription with its callback address and newest deliveries.
///
/// # Errors
/// Returns an [`OperatorError`] if it is unknown or the database fails.
pub async fn show(store: &Store, id: Uuid) -> Result<String, OperatorError> {
    let one = find_subscription(store, id).await?;
    let deliveries = store.read(move |conn| outbox::history(conn, id, None, DELIVERIES)).await?;
    let head = [line(&one), format!("  {}", one.url)];
    Ok(head.into_iter().chain(deliveries.iter().map(delivery)).collect::<Vec<_>>().join("\n"))
}

/// Ends a subscription and discards its pending deliveries.
///
/// # Errors
/// Returns an [`OperatorError`] if it is unknown or the database fails.
pub async fn end(store: &Store, id: Uuid) -> Result<String, OperatorError> {
    find_subscription(store, id).await?;
    let has_ended = remove(store, id, clock::now()).await?;
    Ok(if has_ended { format!("{id} ended") } else { format!("{id} had ended already") })
}

/// Denies a host and the names below it: rejects new subscriptions and ends existing ones.
///
/// # Errors
/// Returns an [`OperatorError`] if the text is not a host or the database fails.
pub async fn deny(store: &Store, host: &str) -> Result<String, OperatorError> {
    let host = normal(host)?;
    let mut only = DeniedHosts::default();
    only.insert(&host);
    let added = host.clone();
    // Stored before the subscriptions end, so that they cannot be made again in between.
    let insert = move |conn: &mut storage::Conn| {
        let mut denied = DeniedHosts::read(conn)?;
        denied.insert(&added);
        denied.store(conn)
    };
    store.run(insert).await?;
    let (mut ended, mut after) = (0_usize, None);
    while let Some(page) = page(store, &mut after).await? {
        for one in page.iter().filter(|one| one.ended_at.is_none() && only.contains(host_of(&one.url))) {
            ended += usize::from(remove(store, one.id, clock::now()).await?);
        }
    }
    Ok(format!("{host} is denied; {ended} subscriptions ended"))
}

/// Allows a denied host again.
///
/// # Errors
/// Returns an [`OperatorError`] if the host is not denied or the database fails.
pub async fn allow(store: &Store, host: &str) -> Result<String, OperatorError> {
    let host = normal(host)?;
    let removed = host.clone();
    let remove = move |conn: &mut storage::Conn| {
        let mut denied = DeniedHosts::read(conn)?;
        let was_denied = denied.remove(&removed);
        denied.store(conn)?;
        Ok(was_denied)
    };
    if store.run(remove).await? {
        Ok(format!("{host} is allowed again"))
    } else {
        Err(OperatorError::NotDenied(host))
    }
}

/// Lists the denied hosts.
///
/// # Errors
/// Returns an [`OperatorError`] if the database fails.
pub async fn denied(store: &Store) -> Result<String, OperatorError> {
    let denied = store.read(DeniedHosts::read).await?;
    let hosts: Vec<&str> = denied.iter().collect();
    Ok(if hosts.is_empty() { "no host is denied".to_owned() } else { hosts.join("\n") })
}

/// Returns a host in the form that is compared.
fn normal(host: &str) -> Result<String, OperatorError> {
    let host = host.trim().trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase();
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
    if host.is_empty() || !host.chars().all(is_host) {
        return Err(OperatorError::NoHost);
    }
    Ok(host)
}

/// Returns the host of a callback address that was validated when it was stored.
fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let place = rest.split(['/', '?']).next().unwrap_or_default();
    match place.strip_prefix('[') {
        Some(address) => address.split(']').next().unwrap_or_default(),
        None => place.split(':').next().unwrap_or_default(),
    }
}

fn line(one: &Subscription) -> String {
    let events: Vec<String> = one.events.iter().map(ToString::to_string).collect();
    let resort = one.resort_slug.as_deref().unwrap_or("all resorts");
    let state = match one.ended_at {
        Some(at) => format!("ended {at}"),
        None => format!("{} failures in a row", one.standing.consecutive_failures),
    };
    let (id, host, made) = (one.id, host_of(&one.url), one.created_at);
    format!("{id}  {host}  {}  {resort}  since {made}  {state}", events.join(","))
}

fn delivery(one: &DeliveryView) -> String {
    let DeliveryView { id, event, created_at, stage, attempts, .. } = one;
    format!("  delivery {id}  {event}  {created_at}  {stage}, {} attempts", attempts.len())
}

async fn remove(store: &Store, id: Uuid, now: Timestamp) -> Result<bool, OperatorError> {
    Ok(store.run(move |conn| subscriptions::remove(conn, id, now)).await?)
}

async fn find_subscription(store: &Store, id: Uuid) -> Result<Subscription, OperatorError> {
    let found = store.read_single(move |read| subscriptions::find(read, id)).await?;
    found.ok_or(OperatorError::Unknown(id))
}

/// Returns the subscriptions of the next page, ended ones included; `None` after the last.
async fn page(store: &Store, after: &mut Option<Uuid>) -> Result<Option<Vec<Subscription>>, OperatorError> {
    let last = *after;
    let rows = store.read(move |conn| sealed_page(conn, last, PAGE)).await?;
    let Some(last) = rows.last() else { return Ok(None) };
    *after = Some(last.id);
    let mut page = Vec::new();
    for row in &rows {
        let id = row.id;
        // An ended one may have been pruned since.
        page.extend(store.read_single(move |read| subscriptions::find(read, id)).await?);
    }
    Ok(Some(page))
}

#[cfg(test)]
mod tests;

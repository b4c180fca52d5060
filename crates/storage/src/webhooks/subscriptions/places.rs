//! Checks whether the limits allow a new subscription, counted under locks of its receiver.

use conditions_core::time::Timestamp;
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};
use webhooks::subscriptions::quotas::mark;
use webhooks::subscriptions::{Caps, Creation, NewSubscription};

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::limits;
use crate::schema::webhook_standings::dsl;
use crate::statement::among;
use crate::webhooks::text;

/// The counted columns of an active subscription: URL, events, resort, client.
type Place = (String, String, Option<String>, String);

/// Returns the reason why a subscription is not allowed, `None` if it is. Requests for the same receiver wait for each
/// other.
pub(super) fn refusal(
    conn: &mut Conn,
    new: &NewSubscription,
    caps: &Caps,
    now: Timestamp,
) -> Result<Option<Creation>, StoreError> {
    let receiver = &new.receiver;
    // Always in one order: networks, then the site.
    for network in &receiver.networks {
        limits::lock(conn, &format!("network {network}"), now)?;
    }
    limits::lock(conn, &format!("site {}", receiver.site), now)?;
    if super::active(conn)? >= caps.in_all {
        return Ok(Some(Creation::Full));
    }
    // Rows of older versions have no site yet.
    let at_site: Vec<Place> = on_db!(conn, |c| dsl::webhook_standings
        .filter(dsl::ended_at.is_null())
        .filter(dsl::site.eq(&receiver.site).or(dsl::host.eq(&receiver.host)))
        .select((dsl::url, dsl::events, dsl::resort_slug, dsl::origin))
        .load(c))?;
    let events = text::of_events(&new.events);
    let is_same =
        |(url, listed, resort, _): &Place| *url == new.url && *listed == events && *resort == new.resort_slug;
    if at_site.iter().any(is_same) {
        return Ok(Some(Creation::Duplicate));
    }
    if at_site.iter().filter(|(url, ..)| *url == new.url).count() >= caps.per_url {
        return Ok(Some(Creation::HostFull));
    }
    let at_networks: Vec<Place> = on_db!(conn, |c| dsl::webhook_standings
        .filter(dsl::ended_at.is_null())
        .filter(among(dsl::network, &receiver.networks))
        .select((dsl::url, dsl::events, dsl::resort_slug, dsl::origin))
        .load(c))?;
    let own = mark(&new.origin);
    let is_full = [at_site, at_networks].iter().any(|places| {
        let own = places.iter().filter(|(.., origin)| *origin == own).count();
        places.len() >= caps.per_host || own >= caps.per_host_and_origin
    });
    Ok(is_full.then_some(Creation::HostFull))
}

/// Fills in the sites of at most `most` rows of older versions; returns whether there may be more.
pub(super) fn fill_in(conn: &mut Conn, site_of: fn(&str) -> String, most: u32) -> Result<bool, StoreError> {
    let rows: Vec<(String, String)> = on_db!(conn, |c| dsl::webhook_standings
        .filter(dsl::site.eq(""))
        .filter(dsl::ended_at.is_null())
        .limit(i64::from(most))
        .select((dsl::id, dsl::host))
        .load(c))?;
    for (id, host) in &rows {
        let site = site_of(host);
        on_db!(conn, |c| diesel::update(dsl::webhook_standings.find(id))
            .set(dsl::site.eq(&site))
            .execute(c))?;
    }
    Ok(rows.len() >= usize::try_from(most).unwrap_or(usize::MAX))
}

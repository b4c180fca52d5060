//! The choice among receivers without an earlier attempt: round-robin over the clients that created the subscriptions,
//! least recently served first. One client with ten thousand dead receivers then cannot delay another client's first
//! delivery.

use std::collections::{BTreeMap, BTreeSet};

use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{QueryableByName, RunQueryDsl};
use webhooks::delivery::queue::jumped_ms;
use webhooks::delivery::slots::NewCapacity;

use super::{Candidate, Choice, NEVER};
use crate::conn::{Backend, Conn, on_db};
use crate::error::StoreError;
use crate::statement::prepared;

/// Maximum number of deliveries of one client network that a choice examines.
const DEEP: i64 = 16;
/// Maximum number of candidates that a choice examines.
const MOST: i64 = 8_192;
/// Candidates that are locked together.
const CHUNK: usize = 64;

/// Deliveries that wait for receivers without an earlier attempt, each with its rank within its client network. For
/// both databases: SQLite numbers placeholders in the order in which they appear.
const WAITING: &str = "SELECT ready_at, sequence, subscription_id, id, host, site, origin, turn FROM (\
    SELECT d.ready_at, d.sequence, d.subscription_id, d.id, s.host, s.site, s.origin, ROW_NUMBER() OVER (\
    PARTITION BY CASE WHEN s.origin = '' THEN s.id ELSE SUBSTR(s.origin, 1, 6) END \
    ORDER BY d.ready_at, d.sequence, d.subscription_id) AS turn \
    FROM webhook_deliveries AS d JOIN webhook_subscriptions AS s ON s.id = d.subscription_id \
    WHERE d.ready_at IS NOT NULL AND (d.ready_at <= $1 OR d.ready_at > $2 AND d.stage = 'waiting') \
    AND s.latency_ms = 0 AND s.state = 'active') AS waiting WHERE turn <= $3 ORDER BY turn, ready_at LIMIT $4";

#[derive(QueryableByName)]
struct WaitingDelivery {
    #[diesel(sql_type = Nullable<BigInt>)]
    ready_at: Option<i64>,
    #[diesel(sql_type = BigInt)]
    sequence: i64,
    #[diesel(sql_type = Text)]
    subscription_id: String,
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    host: String,
    #[diesel(sql_type = Text)]
    site: String,
    #[diesel(sql_type = Text)]
    origin: String,
    #[diesel(sql_type = BigInt)]
    turn: i64,
}

/// Chooses within `new`, and within half of the total capacity, so that other deliveries are not delayed.
pub(super) fn choose(conn: &mut Conn, choice: &mut Choice<'_>, new: &NewCapacity) -> Result<(), StoreError> {
    let most = new.most.min(choice.most.div_ceil(2));
    if most == 0 || !choice.has_room() {
        return Ok(());
    }
    let mut turns = Turns { new, most, under_way: new.under_way.clone(), taken: 0, again: 0 };
    let rows = waiting(conn, choice, new)?;
    let mut rows = rows.iter().map(candidate);
    loop {
        let is_open = |row: &Candidate| turns.has_room(row.maker()) && choice.has_place(row);
        let open: Vec<Candidate> = rows.by_ref().filter(is_open).take(CHUNK).collect();
        if open.is_empty() {
            return Ok(());
        }
        if choice.meet(conn, &open)? && conn.backend() == Backend::Postgres {
            // The row may have changed between the read and the lock.
            let met: BTreeSet<String> = open.into_iter().map(|row| row.id).collect();
            let still = waiting(conn, choice, new)?;
            turns.admit_rows(choice, still.iter().filter(|row| met.contains(&row.id)).map(candidate));
        } else {
            turns.admit_rows(choice, open.into_iter());
        }
    }
}

/// Deliveries that the turns have taken so far.
struct Turns<'a> {
    new: &'a NewCapacity,
    most: usize,
    under_way: BTreeMap<String, usize>,
    taken: usize,
    again: usize,
}

impl Turns<'_> {
    fn has_room(&self, maker: &str) -> bool {
        let had_turn = self.new.turns.contains_key(maker);
        self.taken < self.most
            && (!had_turn || self.again < self.new.most_again)
            && self.under_way.get(maker).is_none_or(|many| *many < self.new.per_maker)
    }

    fn admit_rows(&mut self, choice: &mut Choice<'_>, rows: impl Iterator<Item = Candidate>) {
        for row in rows {
            let maker = row.maker().to_owned();
            if self.has_room(&maker) && choice.admit(row) {
                self.taken += 1;
                self.again += usize::from(self.new.turns.contains_key(&maker));
                *self.under_way.entry(maker).or_default() += 1;
            }
        }
    }
}

/// Returns the candidates in the order of their turns: the first of each network before the second of any, and among
/// these the network whose last turn is the oldest or that never had one.
fn waiting(
    conn: &mut Conn,
    choice: &Choice<'_>,
    new: &NewCapacity,
) -> Result<Vec<WaitingDelivery>, StoreError> {
    let jumped = choice.now.saturating_add(jumped_ms(choice.policy).saturating_mul(1_000));
    let mut rows: Vec<WaitingDelivery> = on_db!(conn, |c| prepared(WAITING)
        .bind::<BigInt, _>(choice.now)
        .bind::<BigInt, _>(jumped)
        .bind::<BigInt, _>(DEEP)
        .bind::<BigInt, _>(MOST)
        .load(c))?;
    rows.sort_by_cached_key(|row| {
        let candidate = candidate(row);
        (row.turn, new.turns.get(candidate.maker()).copied(), row.ready_at, row.sequence, candidate.id)
    });
    Ok(rows)
}

fn candidate(row: &WaitingDelivery) -> Candidate {
    Candidate {
        ready_at: row.ready_at,
        sequence: row.sequence,
        subscription: row.subscription_id.clone(),
        id: row.id.clone(),
        host: row.host.clone(),
        site: row.site.clone(),
        origin: row.origin.clone(),
        consecutive_failures: 0,
        latency_ms: NEVER,
    }
}

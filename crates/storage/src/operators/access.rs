//! Organisations, their resorts, keys and members. A key is valid while it is neither revoked nor expired and its
//! organisation still has the resort: withdrawing a grant disables its keys.

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, SingleRead, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::{operator_grants, operator_keys, operator_members, operator_organisations};
use crate::time::{micros, timestamp};

/// An organisation that runs resorts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organisation {
    pub id: String,
    pub name: String,
}

/// A stored key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// Digest by which the key is found.
    pub digest: String,
    /// Id in logs and commands.
    pub id: String,
    /// Organisation that owns the key.
    pub organisation: String,
    /// The one resort that it is for.
    pub slug: String,
    /// Name chosen by the owner.
    pub name: String,
    /// Where the key is presented.
    pub used_as: String,
    /// Role, which decides what the key may do.
    pub role: String,
    pub created_at: Timestamp,
    /// Time of expiry.
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

type Row = (String, String, String, String, String, String, String, i64, Option<i64>, Option<i64>);

const KEY: (
    operator_keys::digest,
    operator_keys::id,
    operator_keys::organisation,
    operator_keys::slug,
    operator_keys::name,
    operator_keys::used_as,
    operator_keys::role,
    operator_keys::created_at,
    operator_keys::expires_at,
    operator_keys::revoked_at,
) = (
    operator_keys::digest,
    operator_keys::id,
    operator_keys::organisation,
    operator_keys::slug,
    operator_keys::name,
    operator_keys::used_as,
    operator_keys::role,
    operator_keys::created_at,
    operator_keys::expires_at,
    operator_keys::revoked_at,
);

fn key(
    (digest, id, organisation, slug, name, used_as, role, created_at, expires_at, revoked_at): Row,
) -> Key {
    let created_at = timestamp(created_at);
    let (expires_at, revoked_at) = (expires_at.map(timestamp), revoked_at.map(timestamp));
    Key { digest, id, organisation, slug, name, used_as, role, created_at, expires_at, revoked_at }
}

/// Adds or renames an organisation.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty text or a zero character.
pub fn put_organisation(conn: &mut Conn, new: &Organisation, now: Timestamp) -> Result<(), StoreError> {
    use operator_organisations::dsl;
    storable_key("organisation", &new.id)?;
    storable_key("name", &new.name)?;
    on_db!(conn, |c| diesel::insert_into(dsl::operator_organisations)
        .values((dsl::id.eq(&new.id), dsl::name.eq(&new.name), dsl::created_at.eq(micros(now))))
        .on_conflict(dsl::id)
        .do_update()
        .set(dsl::name.eq(excluded(dsl::name)))
        .execute(c))?;
    Ok(())
}

/// Returns every organisation with its resorts, by identifier.
///
/// # Errors
/// Returns an error if the database fails.
pub fn organisations(conn: &mut Conn) -> Result<Vec<(Organisation, Vec<String>)>, StoreError> {
    let rows: Vec<(String, String)> = on_db!(conn, |c| operator_organisations::table
        .select((operator_organisations::id, operator_organisations::name))
        .load(c))?;
    let mut all = Vec::new();
    for (id, name) in rows {
        let mut slugs: Vec<String> = on_db!(conn, |c| operator_grants::table
            .filter(operator_grants::organisation.eq(&id))
            .filter(operator_grants::revoked_at.is_null())
            .select(operator_grants::slug)
            .load(c))?;
        slugs.sort_unstable();
        all.push((Organisation { id, name }, slugs));
    }
    all.sort_by(|a, b| a.0.id.cmp(&b.0.id));
    Ok(all)
}

/// Grants a resort to an organisation; returns false if the organisation does not exist.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug.
pub fn grant(conn: &mut Conn, organisation: &str, slug: &str, now: Timestamp) -> Result<bool, StoreError> {
    use operator_grants::dsl;
    storable_key("slug", slug)?;
    let known: Option<String> = on_db!(conn, |c| operator_organisations::table
        .find(organisation)
        .select(operator_organisations::id)
        .first(c)
        .optional())?;
    if known.is_none() {
        return Ok(false);
    }
    on_db!(conn, |c| diesel::insert_into(dsl::operator_grants)
        .values((dsl::slug.eq(slug), dsl::organisation.eq(organisation), dsl::granted_at.eq(micros(now))))
        .on_conflict((dsl::slug, dsl::organisation))
        .do_update()
        .set((dsl::granted_at.eq(excluded(dsl::granted_at)), dsl::revoked_at.eq(None::<i64>)))
        .execute(c))?;
    Ok(true)
}

/// Withdraws a resort from an organisation; returns false if the organisation does not have it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn ungrant(conn: &mut Conn, organisation: &str, slug: &str, now: Timestamp) -> Result<bool, StoreError> {
    use operator_grants::dsl;
    let rows = on_db!(conn, |c| diesel::update(dsl::operator_grants.find((slug, organisation)))
        .filter(dsl::revoked_at.is_null())
        .set(dsl::revoked_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(rows == 1)
}

/// Returns whether an organisation has a resort.
///
/// # Errors
/// Returns an error if the database fails.
pub fn has(conn: &mut Conn, organisation: &str, slug: &str) -> Result<bool, StoreError> {
    let found: Option<String> = on_db!(conn, |c| operator_grants::table
        .find((slug, organisation))
        .filter(operator_grants::revoked_at.is_null())
        .select(operator_grants::slug)
        .first(c)
        .optional())?;
    Ok(found.is_some())
}

/// Stores a new key; returns false if its organisation does not have the resort.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty text or a zero character.
pub fn add_key(conn: &mut Conn, new: &Key) -> Result<bool, StoreError> {
    use operator_keys::dsl;
    for (what, text) in [("digest", &new.digest), ("id", &new.id), ("name", &new.name), ("slug", &new.slug)] {
        storable_key(what, text)?;
    }
    if !has(conn, &new.organisation, &new.slug)? {
        return Ok(false);
    }
    on_db!(conn, |c| diesel::insert_into(dsl::operator_keys)
        .values((
            dsl::digest.eq(&new.digest),
            dsl::id.eq(&new.id),
            dsl::organisation.eq(&new.organisation),
            dsl::slug.eq(&new.slug),
            dsl::name.eq(&new.name),
            dsl::used_as.eq(&new.used_as),
            dsl::role.eq(&new.role),
            dsl::created_at.eq(micros(new.created_at)),
            dsl::expires_at.eq(new.expires_at.map(micros)),
        ))
        .execute(c))?;
    Ok(true)
}

/// Revokes the key with this id; returns `None` if there is no such valid key.
///
/// # Errors
/// Returns an error if the database fails.
pub fn revoke_key(conn: &mut Conn, id: &str, now: Timestamp) -> Result<Option<Key>, StoreError> {
    use operator_keys::dsl;
    let found: Option<Row> = on_db!(conn, |c| dsl::operator_keys
        .filter(dsl::id.eq(id))
        .filter(dsl::revoked_at.is_null())
        .select(KEY)
        .first(c)
        .optional())?;
    let Some(found) = found.map(key) else { return Ok(None) };
    // Sessions that were begun with the key have its id.
    on_db!(conn, |c| diesel::update(dsl::operator_keys.filter(dsl::id.eq(id)))
        .filter(dsl::revoked_at.is_null())
        .set(dsl::revoked_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(Some(found))
}

/// Ends a session by its digest; does nothing if it does not exist.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_session(conn: &mut Conn, digest: &str, now: Timestamp) -> Result<(), StoreError> {
    use operator_keys::dsl;
    on_db!(conn, |c| diesel::update(dsl::operator_keys.find(digest))
        .filter(dsl::used_as.eq("session"))
        .set(dsl::revoked_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(())
}

/// Returns every key that is not a session, by resort and name; only those of `slug` if given.
///
/// # Errors
/// Returns an error if the database fails.
pub fn keys(conn: &mut Conn, slug: Option<&str>) -> Result<Vec<Key>, StoreError> {
    let rows: Vec<Row> = on_db!(conn, |c| operator_keys::table
        .filter(operator_keys::used_as.ne("session"))
        .select(KEY)
        .load(c))?;
    let mut keys: Vec<Key> = rows.into_iter().map(key).collect();
    keys.retain(|key| slug.is_none_or(|slug| key.slug == slug));
    keys.sort_by(|a, b| (&a.slug, &a.name, &a.id).cmp(&(&b.slug, &b.name, &b.id)));
    Ok(keys)
}

/// Returns the key with this digest if it is valid.
///
/// # Errors
/// Returns an error if the database fails.
pub fn holding(read: SingleRead<'_>, digest: &str, now: Timestamp) -> Result<Option<Key>, StoreError> {
    holding_in(read.0, digest, now)
}

/// Like [`holding`], but within a transaction.
///
/// # Errors
/// Returns an error if the database fails.
pub fn holding_in(conn: &mut Conn, digest: &str, now: Timestamp) -> Result<Option<Key>, StoreError> {
    let found: Option<Row> = on_db!(conn, |c| operator_keys::table
        .inner_join(
            operator_grants::table.on(operator_grants::slug
                .eq(operator_keys::slug)
                .and(operator_grants::organisation.eq(operator_keys::organisation)))
        )
        .filter(operator_keys::digest.eq(digest))
        .filter(operator_keys::revoked_at.is_null())
        .filter(operator_grants::revoked_at.is_null())
        .select(KEY)
        .first(c)
        .optional())?;
    Ok(found.map(key).filter(|key| key.expires_at.is_none_or(|end| now < end)))
}

/// Sets the role of an account in an organisation; returns false if the organisation does not exist.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty account.
pub fn put_member(
    conn: &mut Conn,
    account: &str,
    organisation: &str,
    role: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    use operator_members::dsl;
    storable_key("account", account)?;
    let known: Option<String> = on_db!(conn, |c| operator_organisations::table
        .find(organisation)
        .select(operator_organisations::id)
        .first(c)
        .optional())?;
    if known.is_none() {
        return Ok(false);
    }
    on_db!(conn, |c| diesel::insert_into(dsl::operator_members)
        .values((
            dsl::account.eq(account),
            dsl::organisation.eq(organisation),
            dsl::role.eq(role),
            dsl::since.eq(micros(now)),
        ))
        .on_conflict((dsl::account, dsl::organisation))
        .do_update()
        .set((dsl::role.eq(excluded(dsl::role)), dsl::revoked_at.eq(None::<i64>)))
        .execute(c))?;
    Ok(true)
}

/// Removes an account from an organisation; returns false if it is not a member.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove_member(
    conn: &mut Conn,
    account: &str,
    organisation: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    use operator_members::dsl;
    let rows = on_db!(conn, |c| diesel::update(dsl::operator_members.find((account, organisation)))
        .filter(dsl::revoked_at.is_null())
        .set(dsl::revoked_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(rows == 1)
}

/// Returns the resorts that an account may edit, with organisation and role, by slug.
///
/// # Errors
/// Returns an error if the database fails.
pub fn resorts_of(conn: &mut Conn, account: &str) -> Result<Vec<(String, String, String)>, StoreError> {
    let mut rows: Vec<(String, String, String)> = on_db!(conn, |c| operator_members::table
        .inner_join(
            operator_grants::table.on(operator_grants::organisation.eq(operator_members::organisation))
        )
        .filter(operator_members::account.eq(account))
        .filter(operator_members::revoked_at.is_null())
        .filter(operator_grants::revoked_at.is_null())
        .select((operator_grants::slug, operator_members::organisation, operator_members::role))
        .load(c))?;
    rows.sort_unstable();
    Ok(rows)
}

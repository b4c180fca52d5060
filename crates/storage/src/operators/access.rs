//! Organisations, the resorts that they were granted, keys and members. A key holds while it is neither revoked nor past its
//! end and its organisation still has the resort: a grant that is taken away takes its keys with it.

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, SingleRead, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::{operator_grants, operator_keys, operator_members, operator_organisations};
use crate::time::{instant, micros};

/// Who runs resorts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organisation {
    /// Its identifier.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A key as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The digest that it is found by.
    pub digest: String,
    /// What it is called in logs and commands.
    pub id: String,
    /// Whose it is.
    pub organisation: String,
    /// The one resort that it is for.
    pub slug: String,
    /// What its owner calls it.
    pub name: String,
    /// Where it is presented.
    pub used_as: String,
    /// What it may do.
    pub role: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ends by itself.
    pub expires_at: Option<Timestamp>,
    /// When it was revoked.
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
    let created_at = instant(created_at);
    let (expires_at, revoked_at) = (expires_at.map(instant), revoked_at.map(instant));
    Key { digest, id, organisation, slug, name, used_as, role, created_at, expires_at, revoked_at }
}

/// Adds an organisation, or renames it.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty text or a zero character.
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

/// Every organisation with the resorts that it has, by identifier.
///
/// # Errors
/// What the database said.
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

/// Grants a resort to an organisation; false when there is no such organisation.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty slug.
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

/// Takes a resort from an organisation; false when it does not have it.
///
/// # Errors
/// What the database said.
pub fn ungrant(conn: &mut Conn, organisation: &str, slug: &str, now: Timestamp) -> Result<bool, StoreError> {
    use operator_grants::dsl;
    let rows = on_db!(conn, |c| diesel::update(dsl::operator_grants.find((slug, organisation)))
        .filter(dsl::revoked_at.is_null())
        .set(dsl::revoked_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(rows == 1)
}

/// Whether an organisation has a resort.
///
/// # Errors
/// What the database said.
pub fn has(conn: &mut Conn, organisation: &str, slug: &str) -> Result<bool, StoreError> {
    let found: Option<String> = on_db!(conn, |c| operator_grants::table
        .find((slug, organisation))
        .filter(operator_grants::revoked_at.is_null())
        .select(operator_grants::slug)
        .first(c)
        .optional())?;
    Ok(found.is_some())
}

/// Keeps a new key; false when its organisation does not have the resort.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty text or a zero character.
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

/// Revokes the key of this id; false when there is none that holds.
///
/// # Errors
/// What the database said.
pub fn revoke_key(conn: &mut Conn, id: &str, now: Timestamp) -> Result<Option<Key>, StoreError> {
    use operator_keys::dsl;
    let found: Option<Row> = on_db!(conn, |c| dsl::operator_keys
        .filter(dsl::id.eq(id))
        .filter(dsl::revoked_at.is_null())
        .select(KEY)
        .first(c)
        .optional())?;
    let Some(found) = found.map(key) else { return Ok(None) };
    // Sessions that were begun with it have its id.
    on_db!(conn, |c| diesel::update(dsl::operator_keys.filter(dsl::id.eq(id)))
        .filter(dsl::revoked_at.is_null())
        .set(dsl::revoked_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(Some(found))
}

/// Ends a session by its digest; nothing happens when there is none.
///
/// # Errors
/// What the database said.
pub fn end_session(conn: &mut Conn, digest: &str, now: Timestamp) -> Result<(), StoreError> {
    use operator_keys::dsl;
    on_db!(conn, |c| diesel::update(dsl::operator_keys.find(digest))
        .filter(dsl::used_as.eq("session"))
        .set(dsl::revoked_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(())
}

/// Every key that is no session, by resort and name; those of one resort when it is given.
///
/// # Errors
/// What the database said.
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

/// The key of a digest, while it holds.
///
/// # Errors
/// What the database said.
pub fn holding(read: SingleRead<'_>, digest: &str, now: Timestamp) -> Result<Option<Key>, StoreError> {
    holds(read.0, digest, now)
}

/// The same within a transaction.
///
/// # Errors
/// What the database said.
pub fn holds(conn: &mut Conn, digest: &str, now: Timestamp) -> Result<Option<Key>, StoreError> {
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

/// Gives an account a role in an organisation, another one in the place of the former; false when there is no such organisation.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty account.
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

/// Takes an account out of an organisation; false when it is not in it.
///
/// # Errors
/// What the database said.
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

/// The resorts that an account speaks for, with organisation and role, by slug.
///
/// # Errors
/// What the database said.
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

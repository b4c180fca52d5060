//! Passkeys of accounts. The keys are public; a copy of the table shows only which account has how many.

use accounts::AccountId;
use accounts::passkey::MOST;
use conditions_core::time::Timestamp;
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper,
};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::account_passkeys::dsl;
use crate::schema::accounts as people;
use crate::time::{micros, timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// Id in forms and in the log; it grants nothing.
    pub id: String,
    /// Unique id of the credential.
    pub credential: String,
    /// Domain that the passkey was made for; it is not valid for another.
    pub site: String,
    pub key: String,
    /// State that changes with each use.
    pub state: String,
    /// Transports of the authenticator.
    pub transports: u8,
    /// Name chosen by the owner.
    pub name: String,
    pub created_at: Timestamp,
    pub used_at: Option<Timestamp>,
}

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = crate::schema::account_passkeys)]
struct StoredPasskey {
    credential: String,
    id: String,
    account_id: String,
    site: String,
    key: String,
    state: String,
    transports: i64,
    name: String,
    created_at: i64,
    used_at: Option<i64>,
}

impl StoredPasskey {
    fn passkey(self) -> Result<Passkey, StoreError> {
        let unreadable = |_| StoreError::Invalid(format!("stored transports of passkey {}", self.id));
        Ok(Passkey {
            transports: u8::try_from(self.transports).map_err(unreadable)?,
            id: self.id,
            credential: self.credential,
            site: self.site,
            key: self.key,
            state: self.state,
            name: self.name,
            created_at: timestamp(self.created_at),
            used_at: self.used_at.map(timestamp),
        })
    }
}

/// Outcome of adding a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddOutcome {
    Added,
    /// The account has the maximum number of passkeys.
    Full,
    /// The credential is registered already, with any account, or the account does not exist.
    Taken,
}

/// Adds a passkey to an account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn add(conn: &mut Conn, account: AccountId, new: &Passkey) -> Result<AddOutcome, StoreError> {
    storable_key("passkey's name", &new.name)?;
    let key = account.to_string();
    // The account's row is locked first, so that concurrent additions are counted one after the other.
    let row = people::table.find(&key);
    if on_db!(conn, |c| diesel::update(row).set(people::id.eq(&key)).execute(c))? == 0 {
        return Ok(AddOutcome::Taken);
    }
    let own = dsl::account_passkeys.filter(dsl::account_id.eq(&key));
    let count: i64 = on_db!(conn, |c| own.count().get_result(c))?;
    if usize::try_from(count).unwrap_or(usize::MAX) >= MOST {
        return Ok(AddOutcome::Full);
    }
    let stored = StoredPasskey {
        credential: new.credential.clone(),
        id: new.id.clone(),
        account_id: key,
        site: new.site.clone(),
        key: new.key.clone(),
        state: new.state.clone(),
        transports: i64::from(new.transports),
        name: new.name.clone(),
        created_at: micros(new.created_at),
        used_at: new.used_at.map(micros),
    };
    let added = on_db!(conn, |c| diesel::insert_into(dsl::account_passkeys)
        .values(&stored)
        .on_conflict(dsl::credential)
        .do_nothing()
        .execute(c))?;
    Ok(if added == 1 { AddOutcome::Added } else { AddOutcome::Taken })
}

/// Lists the passkeys of an account, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<Passkey>, StoreError> {
    let rows: Vec<StoredPasskey> = on_db!(conn, |c| dsl::account_passkeys
        .filter(dsl::account_id.eq(account.to_string()))
        .order((dsl::created_at.desc(), dsl::id))
        .select(StoredPasskey::as_select())
        .load(c))?;
    rows.into_iter().map(StoredPasskey::passkey).collect()
}

/// Finds the passkey of a credential if it belongs to this account and domain.
///
/// # Errors
/// Returns an error if the database fails.
pub fn find(
    conn: &mut Conn,
    credential: &str,
    account: AccountId,
    site: &str,
) -> Result<Option<Passkey>, StoreError> {
    let row = dsl::account_passkeys.find(credential);
    let row = row.filter(dsl::account_id.eq(account.to_string())).filter(dsl::site.eq(site));
    let row: Option<StoredPasskey> =
        on_db!(conn, |c| row.select(StoredPasskey::as_select()).first(c).optional())?;
    row.map(StoredPasskey::passkey).transpose()
}

/// Records a sign-in with a passkey; returns false if the passkey has been removed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn used(conn: &mut Conn, credential: &str, state: &str, now: Timestamp) -> Result<bool, StoreError> {
    let change = (dsl::state.eq(state), dsl::used_at.eq(Some(micros(now))));
    let row = dsl::account_passkeys.find(credential);
    Ok(on_db!(conn, |c| diesel::update(row).set(change).execute(c))? == 1)
}

/// Removes a passkey of an account; returns false if the account has none with this id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove(conn: &mut Conn, account: AccountId, id: &str) -> Result<bool, StoreError> {
    let one = dsl::account_passkeys.filter(dsl::id.eq(id)).filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(one).execute(c))? == 1)
}

/// Deletes the passkeys of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_all(conn: &mut Conn, account: AccountId) -> Result<usize, StoreError> {
    let own = dsl::account_passkeys.filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(own).execute(c))?)
}

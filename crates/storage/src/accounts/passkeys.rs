//! Passkeys of accounts. Keys are public; what a copy of them shows is who made how many.

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
use crate::time::{instant, micros};

/// A passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// Its name in forms and in the log, which opens nothing.
    pub id: String,
    /// The credential's name, which no other one has.
    pub credential: String,
    /// The domain that it was made for; it opens nothing under another.
    pub site: String,
    /// Its public key.
    pub key: String,
    /// What changes with each use.
    pub state: String,
    /// How it is reached.
    pub transports: u8,
    /// What its owner calls it.
    pub name: String,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it last signed in.
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
            created_at: instant(self.created_at),
            used_at: self.used_at.map(instant),
        })
    }
}

/// What became of a passkey that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddOutcome {
    /// It is there.
    Added,
    /// The account has as many as it may.
    Full,
    /// There is one of this credential, whoever has it; or no such account.
    Taken,
}

/// Adds a passkey to an account.
///
/// # Errors
/// What the database said.
pub fn add(conn: &mut Conn, account: AccountId, new: &Passkey) -> Result<AddOutcome, StoreError> {
    storable_key("passkey's name", &new.name)?;
    let key = account.to_string();
    // Behind the account's row, so that two that ask at once are counted one after the other.
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

/// The passkeys of an account, the newest first.
///
/// # Errors
/// What the database said.
pub fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<Passkey>, StoreError> {
    let rows: Vec<StoredPasskey> = on_db!(conn, |c| dsl::account_passkeys
        .filter(dsl::account_id.eq(account.to_string()))
        .order((dsl::created_at.desc(), dsl::id))
        .select(StoredPasskey::as_select())
        .load(c))?;
    rows.into_iter().map(StoredPasskey::passkey).collect()
}

/// The passkey of a credential, if it is this account's and of this domain.
///
/// # Errors
/// What the database said.
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

/// Notes that a passkey has signed in; false when it is gone meanwhile.
///
/// # Errors
/// What the database said.
pub fn used(conn: &mut Conn, credential: &str, state: &str, now: Timestamp) -> Result<bool, StoreError> {
    let change = (dsl::state.eq(state), dsl::used_at.eq(Some(micros(now))));
    let row = dsl::account_passkeys.find(credential);
    Ok(on_db!(conn, |c| diesel::update(row).set(change).execute(c))? == 1)
}

/// Removes one of an account's passkeys; false when it has none of that name.
///
/// # Errors
/// What the database said.
pub fn remove(conn: &mut Conn, account: AccountId, id: &str) -> Result<bool, StoreError> {
    let one = dsl::account_passkeys.filter(dsl::id.eq(id)).filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(one).execute(c))? == 1)
}

/// Forgets the passkeys of an account.
///
/// # Errors
/// What the database said.
pub fn forget(conn: &mut Conn, account: AccountId) -> Result<usize, StoreError> {
    let own = dsl::account_passkeys.filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(own).execute(c))?)
}

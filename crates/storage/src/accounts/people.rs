//! Creates, finds, changes and deletes accounts.

use accounts::{AccountId, Address, Plan};
use conditions_core::time::Timestamp;
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
};

use super::{billing, browsers, ceremonies, passkeys};
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable};
use crate::schema::accounts::dsl;
use crate::schema::{account_challenges, account_sessions, account_tokens, saved_resorts};
use crate::time::{micros, timestamp};

diesel::define_sql_function! {
    /// Addresses are ASCII, so both databases agree on the result.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    /// Email address of the owner.
    pub address: Address,
    /// Plan that the account has paid for.
    pub plan: Plan,
    pub has_password: bool,
    pub created_at: Timestamp,
    /// Time of the owner's first sign-in; `None` while the account is an invitation.
    pub verified_at: Option<Timestamp>,
    /// Start of the suspension, if the service's operator has suspended the account.
    pub suspended_at: Option<Timestamp>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = crate::schema::accounts)]
struct StoredAccount {
    id: String,
    email: String,
    plan: String,
    plan_until: Option<i64>,
    password: Option<String>,
    created_at: i64,
    verified_at: Option<i64>,
    suspended_at: Option<i64>,
}

impl StoredAccount {
    fn account(self) -> Result<Account, StoreError> {
        let unreadable = |what: &str| StoreError::Invalid(format!("stored {what} of account {}", self.id));
        Ok(Account {
            id: id(&self.id)?,
            address: Address::parse(&self.email).map_err(|_| unreadable("address"))?,
            plan: Plan::from_name(&self.plan, self.plan_until.map(timestamp))
                .ok_or_else(|| unreadable("plan"))?,
            has_password: self.password.is_some(),
            created_at: timestamp(self.created_at),
            verified_at: self.verified_at.map(timestamp),
            suspended_at: self.suspended_at.map(timestamp),
        })
    }
}

/// Parses an account id from the store.
pub(super) fn id(text: &str) -> Result<AccountId, StoreError> {
    text.parse().map_err(|_| StoreError::Invalid(format!("stored account `{text}`")))
}

/// Creates an account or returns the existing account of the address. Concurrent calls get the same account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn make(
    conn: &mut Conn,
    new: AccountId,
    address: &Address,
    verified_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(Account, bool), StoreError> {
    storable("mail address", address.as_str())?;
    let key = address.key();
    let made = on_db!(conn, |c| diesel::insert_into(dsl::accounts)
        .values((
            dsl::id.eq(new.to_string()),
            dsl::email.eq(address.as_str()),
            dsl::email_key.eq(&key),
            dsl::plan.eq(Plan::Free.name()),
            dsl::created_at.eq(micros(now)),
            dsl::verified_at.eq(verified_at.map(micros)),
        ))
        .on_conflict(dsl::email_key)
        .do_nothing()
        .execute(c))?;
    let account = by_key(conn, &key)?;
    let account =
        account.ok_or_else(|| StoreError::Invalid("an account that was made is gone".to_owned()))?;
    Ok((account, made == 1))
}

/// Finds the account of an address.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_address(conn: &mut Conn, address: &Address) -> Result<Option<Account>, StoreError> {
    by_key(conn, &address.key())
}

fn by_key(conn: &mut Conn, key: &str) -> Result<Option<Account>, StoreError> {
    let row: Option<StoredAccount> = on_db!(conn, |c| dsl::accounts
        .filter(dsl::email_key.eq(key))
        .select(StoredAccount::as_select())
        .first(c)
        .optional())?;
    row.map(StoredAccount::account).transpose()
}

/// Finds an account by its id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn find(conn: &mut Conn, account: AccountId) -> Result<Option<Account>, StoreError> {
    let row: Option<StoredAccount> = on_db!(conn, |c| dsl::accounts
        .find(account.to_string())
        .select(StoredAccount::as_select())
        .first(c)
        .optional())?;
    row.map(StoredAccount::account).transpose()
}

/// Lists accounts by id, starting after `after`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn page(conn: &mut Conn, after: Option<AccountId>, most: i64) -> Result<Vec<Account>, StoreError> {
    let after = after.map_or_else(String::new, |after| after.to_string());
    let rows: Vec<StoredAccount> = on_db!(conn, |c| dsl::accounts
        .filter(dsl::id.gt(after))
        .order(dsl::id)
        .limit(most)
        .select(StoredAccount::as_select())
        .load(c))?;
    rows.into_iter().map(StoredAccount::account).collect()
}

/// Records the owner's first sign-in.
///
/// # Errors
/// Returns an error if the database fails.
pub fn verify(conn: &mut Conn, account: AccountId, now: Timestamp) -> Result<(), StoreError> {
    let invited = dsl::accounts.find(account.to_string()).filter(dsl::verified_at.is_null());
    on_db!(conn, |c| diesel::update(invited).set(dsl::verified_at.eq(Some(micros(now)))).execute(c))?;
    Ok(())
}

/// Suspends an account or lifts its suspension; returns false if nothing changed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn set_suspended(
    conn: &mut Conn,
    account: AccountId,
    since: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let row = dsl::accounts.find(account.to_string());
    let change = dsl::suspended_at.eq(since.map(micros));
    let changed = match since {
        Some(_) => {
            on_db!(conn, |c| diesel::update(row.filter(dsl::suspended_at.is_null())).set(change).execute(c))?
        }
        None => on_db!(conn, |c| diesel::update(row.filter(dsl::suspended_at.is_not_null()))
            .set(change)
            .execute(c))?,
    };
    Ok(changed == 1)
}

/// Sets the plan; returns false if the account does not exist.
///
/// # Errors
/// Returns an error if the database fails.
pub fn set_plan(conn: &mut Conn, account: AccountId, plan: Plan) -> Result<bool, StoreError> {
    let change = (dsl::plan.eq(plan.name()), dsl::plan_until.eq(plan.until().map(micros)));
    Ok(on_db!(conn, |c| diesel::update(dsl::accounts.find(account.to_string())).set(change).execute(c))? == 1)
}

/// Sets or removes the password hash; returns false if the account does not exist.
///
/// # Errors
/// Returns an error if the database fails.
pub fn set_password(conn: &mut Conn, account: AccountId, hash: Option<&str>) -> Result<bool, StoreError> {
    let row = dsl::accounts.find(account.to_string());
    Ok(on_db!(conn, |c| diesel::update(row).set(dsl::password.eq(hash)).execute(c))? == 1)
}

/// Finds the account of an address and its password hash, if it has one. A suspended account is not found.
///
/// # Errors
/// Returns an error if the database fails.
pub fn password(
    conn: &mut Conn,
    address: &Address,
) -> Result<Option<(AccountId, Option<String>)>, StoreError> {
    let row: Option<(String, Option<String>)> = on_db!(conn, |c| dsl::accounts
        .filter(dsl::email_key.eq(address.key()))
        .filter(dsl::suspended_at.is_null())
        .select((dsl::id, dsl::password))
        .first(c)
        .optional())?;
    row.map(|(account, hash)| Ok((id(&account)?, hash))).transpose()
}

/// Deletes an account with everything that belongs to it; only its id remains, in the audit log. Returns false if the
/// account does not exist.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete(conn: &mut Conn, account: AccountId) -> Result<bool, StoreError> {
    let key = account.to_string();
    let email: Option<String> =
        on_db!(conn, |c| dsl::accounts.find(&key).select(dsl::email_key).first(c).optional())?;
    let Some(email) = email else { return Ok(false) };
    crate::alerts::forget_account(conn, account.0)?;
    crate::oauth::forget_account(conn, account)?;
    browsers::delete(conn, account)?;
    passkeys::delete_all(conn, account)?;
    ceremonies::delete(conn, account)?;
    billing::delete(conn, account)?;
    on_db!(conn, |c| {
        let sessions = account_sessions::table.filter(account_sessions::account_id.eq(&key));
        diesel::delete(sessions).execute(c)?;
        let tokens = account_tokens::table.filter(account_tokens::account_id.eq(&key));
        diesel::delete(tokens).execute(c)?;
        diesel::delete(saved_resorts::table.filter(saved_resorts::account_id.eq(&key))).execute(c)?;
        // Challenges may have been requested with the address in any letter case.
        let challenges = account_challenges::table.filter(lower(account_challenges::email).eq(&email));
        diesel::delete(challenges).execute(c)?;
        diesel::delete(dsl::accounts.find(&key)).execute(c)
    })?;
    Ok(true)
}

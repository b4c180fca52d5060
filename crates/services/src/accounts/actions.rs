//! Actions on accounts, for the owner's pages, the command line and the billing provider. Each action is one
//! transaction with its line in the audit log.

use std::sync::Mutex;

use accounts::{AccountId, Address, Plan};
use conditions_core::time::Timestamp;
use storage::accounts::audit::{self, Line};
use storage::accounts::people::{self, Account};
use storage::accounts::{browsers, passkeys, sessions, tokens};
use storage::{Conn, StoreError, oauth};
use uuid::{ContextV7, Uuid};

/// Actor of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The account's owner.
    Owner,
    /// The service's operator, at the command line.
    Admin,
    Billing,
}

impl Actor {
    const fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::Billing => "billing",
        }
    }

    /// Adds a line to the audit log.
    ///
    /// # Errors
    /// Returns the database error if the line cannot be written.
    pub fn did(
        self,
        conn: &mut Conn,
        act: &str,
        account: AccountId,
        detail: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (actor, act, detail) = (self.name().to_owned(), act.to_owned(), detail.to_owned());
        audit::add(conn, &Line { id: line_id(now), at: now, actor, act, account: Some(account), detail })
    }
}

/// Returns the id of a line: lines of one millisecond keep the order in which they were written.
fn line_id(now: Timestamp) -> Uuid {
    static ORDER: Mutex<ContextV7> = Mutex::new(ContextV7::new());
    let millis = u64::try_from(now.millis()).unwrap_or(0);
    let nanos = u32::try_from(millis % 1_000).unwrap_or(0) * 1_000_000;
    Uuid::new_v7(uuid::Timestamp::from_unix(&ORDER, millis / 1_000, nanos))
}

/// Creates an account for an address, which may then sign in; returns false if it has one already.
///
/// # Errors
/// Returns the database error if the account cannot be stored.
pub fn invite(
    conn: &mut Conn,
    actor: Actor,
    new: AccountId,
    address: &Address,
    now: Timestamp,
) -> Result<(Account, bool), StoreError> {
    let (account, is_new) = people::make(conn, new, address, None, now)?;
    if is_new {
        actor.did(conn, "invited", account.id, "", now)?;
    }
    Ok((account, is_new))
}

/// Returns the account of a proved address, and creates it if it is missing.
///
/// # Errors
/// Returns the database error if the account cannot be read or stored.
pub fn proved(
    conn: &mut Conn,
    new: AccountId,
    address: &Address,
    now: Timestamp,
) -> Result<Account, StoreError> {
    let (account, is_new) = people::make(conn, new, address, Some(now), now)?;
    if is_new || account.verified_at.is_none() {
        people::verify(conn, account.id, now)?;
        Actor::Owner.did(conn, "signed_up", account.id, "", now)?;
    }
    Ok(account)
}

/// Sets the paid plan of an account; returns false if the account does not exist.
///
/// # Errors
/// Returns the database error if the plan cannot be stored.
pub fn set_plan(
    conn: &mut Conn,
    actor: Actor,
    account: AccountId,
    plan: Plan,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let is_set = people::set_plan(conn, account, plan)?;
    if is_set {
        let until = plan.until().map_or_else(String::new, |until| format!(" until {until}"));
        actor.did(conn, "tier", account, &format!("{}{until}", plan.name()), now)?;
    }
    Ok(is_set)
}

/// Sets an account's password hash, ends all its sessions except one and forgets its browsers, so that anyone who knew
/// the old password is signed out.
///
/// # Errors
/// Returns the database error if the changes cannot be stored.
pub fn set_password(
    conn: &mut Conn,
    account: AccountId,
    hash: &str,
    but: Option<accounts::Digest>,
    now: Timestamp,
) -> Result<(), StoreError> {
    people::set_password(conn, account, Some(hash))?;
    sessions::end_all(conn, account, but)?;
    browsers::delete(conn, account)?;
    Actor::Owner.did(conn, "password_set", account, "", now)
}

/// Ends all sessions of an account except one, and forgets its browsers; returns the number of ended sessions.
///
/// # Errors
/// Returns the database error if the changes cannot be stored.
pub fn end_sessions(
    conn: &mut Conn,
    actor: Actor,
    account: AccountId,
    but: Option<accounts::Digest>,
    now: Timestamp,
) -> Result<usize, StoreError> {
    let ended = sessions::end_all(conn, account, but)?;
    browsers::delete(conn, account)?;
    actor.did(conn, "sessions_ended", account, &ended.to_string(), now)?;
    Ok(ended)
}

/// Ends all sessions of an account except one, forgets its browsers, and revokes every token, client and passkey.
///
/// # Errors
/// Returns the database error if the changes cannot be stored.
pub fn end_everything(
    conn: &mut Conn,
    actor: Actor,
    account: AccountId,
    but: Option<accounts::Digest>,
    now: Timestamp,
) -> Result<(), StoreError> {
    end_sessions(conn, actor, account, but, now)?;
    for token in tokens::list(conn, account)? {
        revoke_token(conn, actor, account, &token.id, now)?;
    }
    for grant in oauth::grants(conn, account)? {
        end_client(conn, actor, account, &grant.id, now)?;
    }
    for passkey in passkeys::list(conn, account)? {
        remove_passkey(conn, actor, account, &passkey.id, now)?;
    }
    Ok(())
}

/// Suspends an account: rejects every sign-in, ends everything that was signed in, and stops its emails. Its data
/// stays. Returns false if it is suspended already.
///
/// # Errors
/// Returns the database error if the changes cannot be stored.
pub fn suspend(
    conn: &mut Conn,
    actor: Actor,
    account: AccountId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    if !people::set_suspended(conn, account, Some(now))? {
        return Ok(false);
    }
    end_everything(conn, actor, account, None, now)?;
    storage::alerts::channels::stop(conn, account.0)?;
    actor.did(conn, "suspended", account, "", now)?;
    Ok(true)
}

/// Lifts a suspension; what it ended stays ended. Returns false if the account is not suspended.
///
/// # Errors
/// Returns the database error if the changes cannot be stored.
pub fn resume(conn: &mut Conn, actor: Actor, account: AccountId, now: Timestamp) -> Result<bool, StoreError> {
    let is_resumed = people::set_suspended(conn, account, None)?;
    if is_resumed {
        actor.did(conn, "resumed", account, "", now)?;
    }
    Ok(is_resumed)
}

/// Ends the grant of a client; returns false if the account has no grant of this id.
///
/// # Errors
/// Returns the database error if the change cannot be stored.
pub fn end_client(
    conn: &mut Conn,
    actor: Actor,
    account: AccountId,
    id: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let is_ended = oauth::end_of(conn, account, id, now)?;
    if is_ended {
        actor.did(conn, "client_ended", account, id, now)?;
    }
    Ok(is_ended)
}

/// Revokes a token; returns false if the account has no token of that name.
///
/// # Errors
/// Returns the database error if the change cannot be stored.
pub fn revoke_token(
    conn: &mut Conn,
    actor: Actor,
    account: AccountId,
    id: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let is_revoked = tokens::revoke(conn, account, id)?;
    if is_revoked {
        actor.did(conn, "token_revoked", account, id, now)?;
    }
    Ok(is_revoked)
}

/// Removes a passkey; returns false if the account has no passkey of that name.
///
/// # Errors
/// Returns the database error if the change cannot be stored.
pub fn remove_passkey(
    conn: &mut Conn,
    actor: Actor,
    account: AccountId,
    id: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let is_removed = passkeys::remove(conn, account, id)?;
    if is_removed {
        actor.did(conn, "passkey_removed", account, id, now)?;
    }
    Ok(is_removed)
}

/// Deletes an account and all its data; returns false if it does not exist.
///
/// # Errors
/// Returns the database error if the account cannot be deleted.
pub fn delete(conn: &mut Conn, actor: Actor, account: AccountId, now: Timestamp) -> Result<bool, StoreError> {
    let is_gone = people::delete(conn, account)?;
    if is_gone {
        actor.did(conn, "deleted", account, "", now)?;
    }
    Ok(is_gone)
}

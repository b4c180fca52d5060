//! Accounts as lines of text, for the command line.

use accounts::AccountId;
use conditions_core::time::Timestamp;
use storage::accounts::people::Account;
use storage::accounts::{audit, passkeys as stored_passkeys, sessions, tokens as stored_tokens};
use storage::{Conn, StoreError};

/// Describes an account with its sessions, tokens and passkeys.
///
/// # Errors
/// Returns the database error if they cannot be read.
pub fn whole(conn: &mut Conn, account: &Account, now: Timestamp) -> Result<String, StoreError> {
    let sessions = sessions::list(conn, account.id)?;
    let browser = |one: &sessions::Session| format!("  browser {} seen {}", one.browser, one.times.seen_at);
    let mut lines = vec![line(account, now)];
    lines.extend(sessions.iter().map(browser));
    lines.push(tokens(conn, account.id)?);
    lines.push(passkeys(conn, account.id)?);
    lines.retain(|line| !line.is_empty());
    Ok(lines.join("\n"))
}

/// Lists the tokens of an account.
///
/// # Errors
/// Returns the database error if they cannot be read.
pub fn tokens(conn: &mut Conn, account: AccountId) -> Result<String, StoreError> {
    Ok(stored_tokens::list(conn, account)?.iter().map(token).collect::<Vec<_>>().join("\n"))
}

/// Lists the passkeys of an account.
///
/// # Errors
/// Returns the database error if they cannot be read.
pub fn passkeys(conn: &mut Conn, account: AccountId) -> Result<String, StoreError> {
    Ok(stored_passkeys::list(conn, account)?.iter().map(passkey).collect::<Vec<_>>().join("\n"))
}

/// Lists the newest lines of the audit log, of one account or of all.
///
/// # Errors
/// Returns the database error if they cannot be read.
pub fn log(conn: &mut Conn, account: Option<AccountId>, most: i64) -> Result<String, StoreError> {
    let line = |one: audit::Line| {
        let account = one.account.map_or_else(String::new, |account| account.to_string());
        format!("{} {} {} {account} {}", one.at, one.actor, one.act, one.detail)
    };
    Ok(audit::newest(conn, account, most)?.into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Describes an account in one line.
#[must_use]
pub fn line(account: &Account, now: Timestamp) -> String {
    let until = account.plan.until().map_or_else(String::new, |until| format!(" until {until}"));
    let plan = if account.plan.is_pro(now) { "pro" } else { "free" };
    let seen = if account.verified_at.is_some() { "" } else { ", invited" };
    let since = account.suspended_at.map_or_else(String::new, |since| format!(", suspended since {since}"));
    format!("{} {} {plan}{until}{seen}{since}", account.id, account.address.as_str())
}

fn token(token: &stored_tokens::Token) -> String {
    let at = |at: Option<Timestamp>| at.map_or_else(|| "never".to_owned(), |at| at.to_string());
    let (used, ends) = (at(token.used_at), at(token.expires_at));
    format!("  token {} `{}` for {}; used {used}, ends {ends}", token.id, token.name, token.scopes.to_text())
}

fn passkey(passkey: &stored_passkeys::Passkey) -> String {
    let used = passkey.used_at.map_or_else(|| "never".to_owned(), |at| at.to_string());
    format!("  passkey {} `{}` of {}; used {used}", passkey.id, passkey.name, passkey.site)
}

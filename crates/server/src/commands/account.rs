//! `account`: lets the service's operator manage accounts, tiers, invitations, tokens and the audit log. The service
//! may keep running; it applies each change within two seconds. Every action is recorded in the audit log.

use accounts::code::{Challenge, RESET_HOLDS_MS, Random};
use accounts::{AccountId, Address, Plan};
use clap::Subcommand;
use conditions_core::time::Timestamp;
use runtime::clock;
use runtime::random;
use services::accounts::SIGN_IN_LINK;
use services::accounts::actions::{self, Actor};
use services::accounts::texts;
use services::mail::FOLDER;
use services::mail::file::Folder;
use storage::accounts::challenges::{self, NewChallenge};
use storage::accounts::people::{self, Account};
use storage::{Conn, Store, StoreError};
use uuid::Uuid;

use super::print_text;
use crate::config::Config;
use crate::database;
use crate::error::one_line;

/// Number of accounts per read.
const PAGE: i64 = 500;

/// Action to take. WHO is an account's mail address or id.
#[derive(Debug, Subcommand)]
pub enum AccountCommand {
    /// List all accounts.
    List,
    /// Print one account with its sessions, tokens and passkeys.
    Show {
        /// Mail address or id.
        who: String,
    },
    /// Make an account for a mail address.
    Create {
        /// Mail address.
        address: String,
    },
    /// Make an account for a mail address and print a link that signs in once within a day.
    Invite {
        /// Mail address.
        address: String,
    },
    /// Set what an account has paid for.
    Tier {
        /// Mail address or id.
        who: String,
        /// Plan: free or pro.
        plan: String,
        /// End of Pro, RFC 3339, for example 2027-05-01T00:00:00Z. Default: never.
        #[arg(long)]
        until: Option<String>,
    },
    /// Print a link that signs in once within a day, for a user who receives no mail.
    ResetLink {
        /// Mail address or id.
        who: String,
    },
    /// Sign out every browser of an account.
    EndSessions {
        /// Mail address or id.
        who: String,
    },
    /// Sign out every browser of an account, and revoke its tokens, clients and passkeys.
    EndEverything {
        /// Mail address or id.
        who: String,
    },
    /// Suspend an account: end all that is signed in, refuse sign-ins, and send no more emails; its data stays.
    Suspend {
        /// Mail address or id.
        who: String,
    },
    /// Lift the suspension of an account.
    Resume {
        /// Mail address or id.
        who: String,
    },
    /// List the tokens of an account.
    Tokens {
        /// Mail address or id.
        who: String,
    },
    /// Revoke a token.
    RevokeToken {
        /// Mail address or id of its account.
        who: String,
        /// Id of the token.
        id: String,
    },
    /// List the passkeys of an account.
    Passkeys {
        /// Mail address or id.
        who: String,
    },
    /// Remove a passkey, for example one on a lost device.
    RemovePasskey {
        /// Mail address or id of its account.
        who: String,
        /// Id of the passkey.
        id: String,
    },
    /// Print the audit log, the newest line first.
    Audit {
        /// Mail address or id. Default: all accounts.
        who: Option<String>,
        /// Maximum number of lines.
        #[arg(long, default_value_t = 100)]
        lines: u32,
    },
    /// Delete an account and all its data.
    Delete {
        /// Mail address or id.
        who: String,
        /// Confirm that the deletion cannot be undone.
        #[arg(long)]
        yes: bool,
    },
}

/// Runs the command.
///
/// # Errors
/// Returns a one-line message if the command fails.
pub fn run(command: AccountCommand, config: &Config) -> Result<(), String> {
    let store = database::existing(config).map_err(one_line)?;
    print_text(&done(command, &store, config)?)
}

fn done(command: AccountCommand, store: &Store, config: &Config) -> Result<String, String> {
    let now = clock::now();
    match command {
        AccountCommand::List => list(store, now),
        AccountCommand::Show { who } => {
            let account = find_account(store, &who)?;
            read(store, move |conn| texts::whole(conn, &account, now))
        }
        AccountCommand::Create { address } => {
            let (account, is_new) = made(store, &address, now)?;
            Ok(format!("{}{}", texts::line(&account, now), if is_new { "" } else { " (already existed)" }))
        }
        AccountCommand::Invite { address } => link(store, &made(store, &address, now)?.0, config, now),
        AccountCommand::Tier { who, plan, until } => tier(store, &who, &plan, until, now),
        AccountCommand::ResetLink { who } => link(store, &find_account(store, &who)?, config, now),
        AccountCommand::EndSessions { who } => {
            let id = find_account(store, &who)?.id;
            let ended = write(store, move |conn| actions::end_sessions(conn, Actor::Admin, id, None, now))?;
            Ok(format!("{ended} sessions ended"))
        }
        AccountCommand::EndEverything { who } => {
            let id = find_account(store, &who)?.id;
            write(store, move |conn| actions::end_everything(conn, Actor::Admin, id, None, now))?;
            Ok(format!("sessions, tokens, clients and passkeys of {id} ended"))
        }
        AccountCommand::Suspend { who } => suspension(store, &who, true, now),
        AccountCommand::Resume { who } => suspension(store, &who, false, now),
        AccountCommand::Tokens { who } => {
            let id = find_account(store, &who)?.id;
            read(store, move |conn| texts::tokens(conn, id))
        }
        AccountCommand::RevokeToken { who, id } => {
            let account = find_account(store, &who)?.id;
            let revoke = move |conn: &mut Conn| actions::revoke_token(conn, Actor::Admin, account, &id, now);
            gone(write(store, revoke)?, "revoked", "token")
        }
        AccountCommand::Passkeys { who } => {
            let id = find_account(store, &who)?.id;
            read(store, move |conn| texts::passkeys(conn, id))
        }
        AccountCommand::RemovePasskey { who, id } => {
            let account = find_account(store, &who)?.id;
            let remove =
                move |conn: &mut Conn| actions::remove_passkey(conn, Actor::Admin, account, &id, now);
            gone(write(store, remove)?, "removed", "passkey")
        }
        AccountCommand::Audit { who, lines } => log(store, who.as_deref(), lines),
        AccountCommand::Delete { yes: false, .. } => {
            Err("a deleted account cannot be restored; add --yes to confirm".to_owned())
        }
        AccountCommand::Delete { who, yes: true } => delete(store, find_account(store, &who)?, config, now),
    }
}

/// Deletes an account, and the email files to its address.
fn delete(store: &Store, account: Account, config: &Config, now: Timestamp) -> Result<String, String> {
    let id = account.id;
    write(store, move |conn| actions::delete(conn, Actor::Admin, id, now))?;
    let folder = Folder::new(config.data_dir.join(FOLDER));
    let cannot =
        |error| format!("{id} deleted; its email files in {} are not: {error}", folder.path().display());
    folder.delete(&account.address).map_err(cannot)?;
    Ok(format!("{id} deleted"))
}

/// Formats the audit log of one account or of all accounts.
fn log(store: &Store, who: Option<&str>, lines: u32) -> Result<String, String> {
    let account = who.map(|who| find_account(store, who)).transpose()?.map(|account| account.id);
    read(store, move |conn| texts::log(conn, account, i64::from(lines)))
}

/// Suspends an account or lifts its suspension.
fn suspension(store: &Store, who: &str, is_wanted: bool, now: Timestamp) -> Result<String, String> {
    let id = find_account(store, who)?.id;
    let change = if is_wanted { actions::suspend } else { actions::resume };
    let said = match (write(store, move |conn| change(conn, Actor::Admin, id, now))?, is_wanted) {
        (true, true) => "suspended",
        (false, true) => "was already suspended",
        (true, false) => "may sign in again",
        (false, false) => "was not suspended",
    };
    Ok(format!("{id} {said}"))
}

fn list(store: &Store, now: Timestamp) -> Result<String, String> {
    let (mut after, mut lines) = (None, Vec::new());
    loop {
        let page = read(store, move |conn| people::page(conn, after, PAGE))?;
        let Some(last) = page.last() else { return Ok(lines.join("\n")) };
        after = Some(last.id);
        lines.extend(page.iter().map(|account| texts::line(account, now)));
    }
}

fn gone(is_gone: bool, done: &str, what: &str) -> Result<String, String> {
    if is_gone { Ok(done.to_owned()) } else { Err(format!("no such {what}")) }
}

fn tier(
    store: &Store,
    who: &str,
    plan: &str,
    until: Option<String>,
    now: Timestamp,
) -> Result<String, String> {
    let wrong = |text: &str| format!("`{text}` is not a time such as 2027-05-01T00:00:00Z");
    let until = until.map(|text| Timestamp::parse(&text).ok_or_else(|| wrong(&text))).transpose()?;
    if until.is_some() && plan == "free" {
        return Err("free has no end; use --until only with pro".to_owned());
    }
    let plan =
        Plan::from_name(plan, until).ok_or_else(|| format!("`{plan}` is not a tier; use free or pro"))?;
    let id = find_account(store, who)?.id;
    write(store, move |conn| actions::set_plan(conn, Actor::Admin, id, plan, now))?;
    Ok(texts::line(&find_account(store, who)?, now))
}

/// Makes a link that signs in once. The operator passes it on to the user.
fn link(store: &Store, account: &Account, config: &Config, now: Timestamp) -> Result<String, String> {
    let broken = |error| format!("the system does not provide random bytes: {error}");
    let name = random::bytes().map_err(broken)?;
    let made = Challenge::new(&Random { name, link: random::bytes().map_err(broken)?, code: 0 });
    let challenge = made.ok_or_else(|| "not enough usable random bytes; try again".to_owned())?;
    // The code is never shown; only the link works.
    let opens = Some((challenge.digest(), challenge.link_digest()));
    let (digest, address, id) = (challenge.digest(), account.address.clone(), account.id);
    let new = NewChallenge { digest, address, opens, holds_ms: RESET_HOLDS_MS };
    write(store, move |conn| {
        challenges::begin(conn, &new, now)?;
        Actor::Admin.did(conn, "link_made", id, "", now)
    })?;
    Ok(format!("{}{SIGN_IN_LINK}?t={}", config.base_url, challenge.link.as_str()))
}

fn made(store: &Store, address: &str, now: Timestamp) -> Result<(Account, bool), String> {
    let address = Address::parse(address).map_err(|error| format!("`{address}` {error}"))?;
    let new = AccountId(Uuid::new_v4());
    write(store, move |conn| actions::invite(conn, Actor::Admin, new, &address, now))
}

fn find_account(store: &Store, who: &str) -> Result<Account, String> {
    let by_id = who.parse().ok();
    let by_address = Address::parse(who).ok();
    let account = read(store, move |conn| match (by_id, &by_address) {
        (Some(id), _) => people::find(conn, id),
        (None, Some(address)) => people::of_address(conn, address),
        (None, None) => Ok(None),
    })?;
    account
        .ok_or_else(|| format!("no account `{}`; `account list` lists all", world::unknown::shortened(who)))
}

fn read<T: Send + 'static>(
    store: &Store,
    work: impl FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, String> {
    store.read_blocking(work).map_err(one_line)
}

fn write<T: Send + 'static>(
    store: &Store,
    work: impl FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, String> {
    store.run_blocking(work).map_err(one_line)
}

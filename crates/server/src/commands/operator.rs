//! `operator`: manages who may report for a resort. A key is printed once, when it is made; only its digest is stored.

mod mail;

use std::io::Write as _;

use ::operators::access::Role;
use ::operators::keys::{self, NewKey, Use};
use catalogue::search::SearchIndex;
use clap::Subcommand;
use conditions_core::time::{DAY_MS, Timestamp};
use runtime::clock;
use runtime::random;
use storage::operators::access::{self as stored, Key, Organisation};
use storage::operators::audit::{self, Entry};
use storage::{Conn, Store, StoreError};

use crate::config::Config;
use crate::database;
use crate::error::one_line;
use publication::resorts;

/// Action to take.
#[derive(Debug, Clone, Subcommand)]
pub enum OperatorCommand {
    /// Manage organisations that run resorts.
    Org {
        /// Action to take.
        #[command(subcommand)]
        what: OrgCommand,
    },
    /// Grant a resort to an organisation.
    Grant {
        /// Identifier of the organisation.
        organisation: String,
        /// Slug of the resort.
        slug: String,
    },
    /// Withdraw a resort from an organisation; its keys for the resort end too.
    Ungrant {
        /// Identifier of the organisation.
        organisation: String,
        /// Slug of the resort.
        slug: String,
    },
    /// Manage keys, each for one resort.
    Key {
        /// Action to take.
        #[command(subcommand)]
        what: KeyCommand,
    },
    /// Manage the accounts that act for an organisation.
    Member {
        /// Action to take.
        #[command(subcommand)]
        what: MemberCommand,
    },
    /// Read an e-mail from standard input and store it as a draft. For the pipe of a mail server. The sender must be a
    /// member as `mail:ADDRESS`, and the mail server must authenticate the address.
    Mail {
        /// Name under which your mail server writes its Authentication-Results headers.
        #[arg(long)]
        authserv_id: String,
    },
    /// Print the audit log of a resort, newest entry first; `-` for entries that concern no resort.
    Audit {
        /// Slug of the resort.
        slug: String,
    },
}

/// Action on organisations.
#[derive(Debug, Clone, Subcommand)]
pub enum OrgCommand {
    /// Add an organisation, or rename it.
    Add {
        /// Identifier: lower case letters, digits and hyphens.
        id: String,
        /// Display name.
        name: String,
    },
    /// List organisations and their resorts.
    List,
}

/// Action on keys.
#[derive(Debug, Clone, Subcommand)]
pub enum KeyCommand {
    /// Make a key and print it, once.
    Add {
        /// Slug of the resort.
        slug: String,
        /// Identifier of the organisation.
        #[arg(long)]
        org: String,
        /// Name of the key.
        #[arg(long)]
        name: String,
        /// Role: reporter or manager.
        #[arg(long, default_value = "reporter")]
        role: String,
        /// Make a connector address instead of a bearer key.
        #[arg(long)]
        address: bool,
        /// Days until the key expires.
        #[arg(long)]
        days: Option<u32>,
    },
    /// List keys.
    List {
        /// Slug of the resort. Default: every resort.
        slug: Option<String>,
    },
    /// Revoke a key.
    Revoke {
        /// Identifier of the key, as `list` prints it.
        id: String,
    },
}

/// Action on members.
#[derive(Debug, Clone, Subcommand)]
pub enum MemberCommand {
    /// Give an account a role.
    Add {
        /// Identifier of the account.
        account: String,
        /// Identifier of the organisation.
        organisation: String,
        /// Role: reporter or manager.
        #[arg(long, default_value = "reporter")]
        role: String,
    },
    /// Remove an account from an organisation.
    Remove {
        /// Identifier of the account.
        account: String,
        /// Identifier of the organisation.
        organisation: String,
    },
}

/// Runs the command.
///
/// # Errors
/// Returns a one-line message if the command fails.
pub fn run(command: OperatorCommand, config: &Config) -> Result<(), String> {
    let store = database::existing(config).map_err(one_line)?;
    let now = clock::now();
    let said = match command {
        OperatorCommand::Org { what: OrgCommand::Add { id, name } } => {
            add_organisation(&store, id, name, now)?
        }
        OperatorCommand::Org { what: OrgCommand::List } => list_organisations(&store)?,
        OperatorCommand::Grant { organisation, slug } => {
            on_record(&store, &slug)?;
            let detail = format!("{slug} to {organisation}");
            let work = move |conn: &mut Conn| stored::grant(conn, &organisation, &slug, now);
            acted(&store, "grant", &detail, now, work)?;
            format!("granted {detail}")
        }
        OperatorCommand::Ungrant { organisation, slug } => {
            let detail = format!("{slug} from {organisation}");
            let work = move |conn: &mut Conn| stored::ungrant(conn, &organisation, &slug, now);
            acted(&store, "ungrant", &detail, now, work)?;
            format!("taken: {detail}")
        }
        OperatorCommand::Key { what } => key(&store, what, config, now)?,
        OperatorCommand::Member { what } => member(&store, what, now)?,
        OperatorCommand::Mail { authserv_id } => mail::store_draft(&store, &authserv_id, now)?,
        OperatorCommand::Audit { slug } => {
            let entries =
                store.read_blocking(move |conn| audit::newest(conn, &slug, 200)).map_err(one_line)?;
            let line = |entry: &Entry| format!("{} {} {} {}", entry.at, entry.who, entry.act, entry.detail);
            entries.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{said}").map_err(|error| format!("cannot write: {error}"))
}

fn add_organisation(store: &Store, id: String, name: String, now: Timestamp) -> Result<String, String> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if id.is_empty() || id.len() > 60 || !id.bytes().all(is_plain) {
        return Err("the identifier must be lower case letters, digits and hyphens, at most 60".to_owned());
    }
    let said = format!("{id}: {name}");
    let new = Organisation { id, name };
    let work = move |conn: &mut Conn| stored::put_organisation(conn, &new, now).map(|()| true);
    acted(store, "organisation", &said, now, work)?;
    Ok(said)
}

fn list_organisations(store: &Store) -> Result<String, String> {
    let all = store.read_blocking(stored::organisations).map_err(one_line)?;
    let line = |(organisation, slugs): &(Organisation, Vec<String>)| {
        let slugs = if slugs.is_empty() { "no resort".to_owned() } else { slugs.join(", ") };
        format!("{}: {}: {slugs}", organisation.id, organisation.name)
    };
    Ok(all.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn key(store: &Store, command: KeyCommand, config: &Config, now: Timestamp) -> Result<String, String> {
    match command {
        KeyCommand::Add { slug, org, name, role, address, days } => {
            let used_as = if address { Use::Address } else { Use::Bearer };
            let role = role_of(&role)?;
            let NewKey { text, digest } = minted(used_as)?;
            let id = digest.get(..12).unwrap_or_default().to_owned();
            let detail = format!("{slug} {id} {} {} {name}", used_as.as_str(), role.as_str());
            let new = Key {
                digest,
                id,
                organisation: org,
                slug,
                name,
                used_as: used_as.as_str().to_owned(),
                role: role.as_str().to_owned(),
                created_at: now,
                expires_at: days.map(|days| now.plus_millis(i64::from(days) * DAY_MS)),
                revoked_at: None,
            };
            acted(store, "key", &detail, now, move |conn| stored::add_key(conn, &new))?;
            let text = match used_as {
                Use::Bearer | Use::Session => text.to_string(),
                Use::Address => format!("{}/mcp/c/{}", config.base_url.trim_end_matches('/'), text.as_str()),
            };
            Ok(format!("{text}\nIt is shown only once; store it like a password."))
        }
        KeyCommand::List { slug } => {
            let keys =
                store.read_blocking(move |conn| stored::keys(conn, slug.as_deref())).map_err(one_line)?;
            let line = |key: &Key| {
                let state = match (key.revoked_at, key.expires_at) {
                    (Some(at), _) => format!("revoked {at}"),
                    (None, Some(at)) if at <= now => format!("ended {at}"),
                    (None, Some(at)) => format!("until {at}"),
                    (None, None) => "holds".to_owned(),
                };
                format!("{} {} {} {} {}: {state}", key.id, key.slug, key.used_as, key.role, key.name)
            };
            Ok(keys.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
        KeyCommand::Revoke { id } => {
            let detail = id.clone();
            let work = move |conn: &mut Conn| stored::revoke_key(conn, &id, now).map(|found| found.is_some());
            acted(store, "revoke_key", &detail, now, work)?;
            Ok(format!("revoked {detail}"))
        }
    }
}

fn member(store: &Store, command: MemberCommand, now: Timestamp) -> Result<String, String> {
    match command {
        MemberCommand::Add { account, organisation, role } => {
            let role = role_of(&role)?;
            let detail = format!("{account} in {organisation}: {}", role.as_str());
            let work =
                move |conn: &mut Conn| stored::put_member(conn, &account, &organisation, role.as_str(), now);
            acted(store, "member", &detail, now, work)?;
            Ok(detail)
        }
        MemberCommand::Remove { account, organisation } => {
            let detail = format!("{account} from {organisation}");
            let work = move |conn: &mut Conn| stored::remove_member(conn, &account, &organisation, now);
            acted(store, "remove_member", &detail, now, work)?;
            Ok(detail)
        }
    }
}

fn role_of(text: &str) -> Result<Role, String> {
    Role::from_term(text).ok_or_else(|| format!("`{text}` is not a role; use reporter or manager"))
}

/// Makes a new key. Draws again in the practically impossible case that the random bytes do not suffice.
fn minted(of: Use) -> Result<NewKey, String> {
    loop {
        let bytes = random::bytes().map_err(one_line)?;
        if let Some(minted) = keys::mint(of, &bytes) {
            return Ok(minted);
        }
    }
}

/// Performs an action and records it in the audit log, in one transaction.
fn acted(
    store: &Store,
    act: &'static str,
    detail: &str,
    now: Timestamp,
    mut work: impl FnMut(&mut Conn) -> Result<bool, StoreError> + Send + 'static,
) -> Result<(), String> {
    let slug = "-".to_owned();
    let entry =
        Entry { slug, at: now, who: "admin".to_owned(), act: act.to_owned(), detail: detail.to_owned() };
    let done = store.run_blocking(move |conn| {
        let is_done = work(conn)?;
        if is_done {
            audit::add(conn, &entry)?;
        }
        Ok(is_done)
    });
    if done.map_err(one_line)? {
        Ok(())
    } else {
        Err(format!("{act} {detail}: no such organisation, grant, key or member"))
    }
}

fn on_record(store: &Store, slug: &str) -> Result<(), String> {
    let known = resorts::all_blocking(store).map_err(one_line)?;
    if known.iter().any(|resort| resort.slug == slug) {
        return Ok(());
    }
    Err(resorts::not_on_record(slug, &SearchIndex::new(known.iter())))
}

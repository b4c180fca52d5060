//! `move`: moves a deployment from its SQLite file to an empty PostgreSQL database.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use deliveries::keys::{KeySource, Keys};
use runtime::{clock, data_folder, opening};
use storage::{Options, transfer};

use crate::config::Config;
use crate::database;
use crate::error::one_line;

use super::webhook_keys;

/// Time between two lines about the same table.
const APART: Duration = Duration::from_secs(1);

/// Source and target of the move.
#[derive(Debug, Args)]
pub struct Arguments {
    /// URL of the empty PostgreSQL database. Default: SNOW_DATABASE_URL, which keeps the password out of the command
    /// line.
    #[arg(long, value_name = "URL")]
    to: Option<String>,
    /// SQLite file to move. Default: the one in the data folder.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Returns a one-line message if the command fails. Nothing is moved then.
pub fn run(arguments: Arguments, config: &Config) -> Result<(), String> {
    let Some(to) = arguments.to.or_else(|| config.database_url.clone()) else {
        return Err("name the PostgreSQL database with SNOW_DATABASE_URL or --to".to_owned());
    };
    let file = arguments.from.unwrap_or_else(|| database::file(config));
    // Symbolic links are resolved, because the service locks the folder of the file itself.
    let file = file.canonicalize().map_err(|error| {
        format!("cannot move {}: {error}; name the SQLite file with --data-dir or --from", file.display())
    })?;
    let from = file.to_str().ok_or("the path of the SQLite file is not UTF-8")?;
    database::warn_of_trust(&to);
    // A service that writes during the move would lose its writes.
    let _lock = data_folder::hold(file.parent().unwrap_or_else(|| Path::new("/"))).map_err(one_line)?;
    let source = config.webhooks.key_source(&config.data_dir);
    let keys = Keys::load(&source).map_err(one_line)?;

    let moved =
        transfer::run(from, &to, &Options::default(), clock::now(), &mut progress()).map_err(one_line)?;
    let rows: u64 = moved.iter().map(|table| table.rows).sum();
    let secrets = secrets(&to, keys.as_ref(), &source)
        .unwrap_or_else(|error| format!("cannot check the webhook secrets: {error}"));
    let lines = [
        format!("{rows} rows of {} tables moved to {}", moved.len(), storage::redact(&to)),
        secrets,
        format!(
            "start the service with SNOW_DATABASE_URL, and put {from} away: it is complete, but no longer used"
        ),
    ];
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", lines.join("\n")).map_err(|error| format!("cannot write: {error}"))
}

/// Returns a callback that prints at most one line a second for each table.
fn progress() -> impl FnMut(&str, u64, u64) {
    let (mut current, mut since) = (String::new(), clock::monotonic());
    move |table, done, all| {
        if current != table {
            (current, since) = (table.to_owned(), clock::monotonic());
        } else if since.elapsed() >= APART {
            eprintln!("{table}: {done} of {all} rows");
            since = clock::monotonic();
        }
    }
}

/// Checks that the keys open every secret in the new database, and says where the keys are.
fn secrets(to: &str, keys: Option<&Keys>, source: &KeySource) -> Result<String, String> {
    let place = match source {
        KeySource::Given(_) => "the setting webhook-keys".to_owned(),
        KeySource::File(path) => path.display().to_string(),
    };
    let options = Options { create: false, migrate: false, ..Options::default() };
    let store = opening::open_with(to, &options).map_err(one_line)?;
    let (opened, unopened) = webhook_keys::openable(&store, keys)?;
    store.close();
    Ok(match unopened {
        0 => format!("the keys in {place} open all {opened} webhook secrets; they stay there"),
        _ => format!(
            "the keys in {place} open {opened} webhook secrets, but not {unopened} others; see `webhook-keys list`"
        ),
    })
}

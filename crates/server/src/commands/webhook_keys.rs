//! `webhook-keys`: lists the keys that seal webhook secrets, rotates them, and helps after a key was lost. The service
//! may keep running: every sealed secret can be opened at every moment.

use std::collections::BTreeMap;
use std::io::Write as _;

use clap::Subcommand;
use deliveries::keys::{self, KeyError, Keys};
use runtime::clock;
use runtime::random;
use storage::Store;
use storage::webhooks::subscriptions::{self, SealedRow, sealed_page};
use webhooks::seal::KeyRing;

use crate::config::Config;
use crate::database;
use crate::error::one_line;

/// Number of subscriptions per read.
const PAGE: u32 = 200;

/// Action on the keys.
#[derive(Debug, Clone, Copy, Subcommand)]
pub enum KeyCommand {
    /// Print the names of the keys and the number of secrets that each one seals.
    List,
    /// Add a new key and seal every secret with it. May run while the service runs; if interrupted, run `reseal`.
    Rotate,
    /// Seal every secret with the current key.
    Reseal,
    /// Remove the older keys once they seal nothing.
    DropOld,
    /// End the subscriptions whose secrets no key can open, after a key was permanently lost.
    Abandon,
}

/// Runs the command.
///
/// # Errors
/// Returns a one-line message if the command fails.
pub fn run(command: KeyCommand, config: &Config) -> Result<(), String> {
    let store = database::existing(config).map_err(one_line)?;
    let source = &config.webhooks.key_source(&config.data_dir);
    let keys = match command {
        KeyCommand::Abandon => Some(keys::load_or_make(source).map_err(one_line)?),
        KeyCommand::List | KeyCommand::Rotate | KeyCommand::Reseal | KeyCommand::DropOld => {
            Keys::load(source).map_err(one_line)?
        }
    };
    let Some(keys) = keys else {
        return Err("there are no keys yet; the service creates one at its first start".to_owned());
    };
    let said = match command {
        KeyCommand::List => list(&store, &keys.ring())?,
        KeyCommand::Rotate => rotate(&store, &keys)?,
        KeyCommand::Reseal => reseal(&store, &keys)?,
        KeyCommand::DropOld => drop_old(&store, &keys)?,
        KeyCommand::Abandon => abandon(&store, &keys)?,
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{said}").map_err(|error| format!("cannot write: {error}"))
}

fn list(store: &Store, ring: &KeyRing) -> Result<String, String> {
    let mut sealed: BTreeMap<String, usize> = BTreeMap::new();
    each(store, |row| {
        for text in texts(row) {
            let id = text.split_once('.').map_or("(unreadable)", |(id, _)| id);
            *sealed.entry(id.to_owned()).or_default() += 1;
        }
        Ok(())
    })?;
    let mut lines = Vec::new();
    for id in ring.ids() {
        let count = sealed.remove(&id.to_string()).unwrap_or(0);
        let current = if id == ring.current() { ", current" } else { "" };
        lines.push(format!("{id}: {count} secrets{current}"));
    }
    lines.extend(sealed.into_iter().map(|(id, count)| format!("{id}: {count} secrets, NOT AMONG THE KEYS")));
    Ok(lines.join("\n"))
}

fn rotate(store: &Store, keys: &Keys) -> Result<String, String> {
    let bytes = random::bytes().map_err(one_line)?;
    let ring = keys.ring().with_new(bytes).map_err(|error| one_line(KeyError::Full(error)))?;
    // The file is written before the database, so that the new key is available for everything sealed with it.
    keys.replace(ring).map_err(one_line)?;
    reseal(store, keys)
}

fn reseal(store: &Store, keys: &Keys) -> Result<String, String> {
    let ring = keys.ring();
    keys::note_current(store, &ring).map_err(one_line)?;
    let (mut done, mut lost) = (0_usize, 0_usize);
    each(store, |row| {
        for text in texts(row).filter(|text| !ring.is_current(text)) {
            let Ok(secret) = ring.open(row.id, text) else {
                lost += 1;
                continue;
            };
            let sealed = keys.seal(row.id, &secret).map_err(one_line)?;
            let (id, old) = (row.id, text.to_owned());
            // Replaces only the value that was read: a secret that was changed in between is sealed with the current
            // key already.
            let written = store.run_blocking(move |conn| subscriptions::reseal(conn, id, &old, &sealed));
            done += usize::from(written.map_err(one_line)?);
        }
        Ok(())
    })?;
    let said = format!("{done} secrets sealed again with the key {}", ring.current());
    if lost == 0 {
        Ok(said)
    } else {
        Err(format!("{said}; {lost} secrets cannot be opened with any key and are unchanged"))
    }
}

fn drop_old(store: &Store, keys: &Keys) -> Result<String, String> {
    let ring = keys.ring();
    let mut others = 0_usize;
    each(store, |row| {
        others += texts(row).filter(|text| !ring.is_current(text)).count();
        Ok(())
    })?;
    if others > 0 {
        return Err(format!(
            "{others} secrets are not sealed with the current key; run `webhook-keys reseal` first"
        ));
    }
    let dropped = ring.ids().count() - 1;
    keys.replace(ring.without_older()).map_err(one_line)?;
    Ok(format!("{dropped} older keys removed; {} remains", ring.current()))
}

fn abandon(store: &Store, keys: &Keys) -> Result<String, String> {
    let (ring, now) = (keys.ring(), clock::now());
    let mut ended = 0_usize;
    each(store, |row| {
        if ring.open(row.id, &row.sealed).is_err() {
            let id = row.id;
            let removed = store.run_blocking(move |conn| subscriptions::remove(conn, id, now));
            ended += usize::from(removed.map_err(one_line)?);
        }
        Ok(())
    })?;
    keys::note_current(store, &ring).map_err(one_line)?;
    Ok(format!("{ended} subscriptions ended, because no key can open their secrets"))
}

/// Returns the number of secrets that `keys` can open, and the number of other secrets.
pub(super) fn openable(store: &Store, keys: Option<&Keys>) -> Result<(usize, usize), String> {
    let ring = keys.map(Keys::ring);
    let (mut opened, mut others) = (0, 0);
    each(store, |row| {
        for text in texts(row) {
            let opens = ring.as_ref().is_some_and(|ring| ring.open(row.id, text).is_ok());
            if opens { opened += 1 } else { others += 1 }
        }
        Ok(())
    })?;
    Ok((opened, others))
}

/// Calls `take` for every subscription, in the order of ids. Subscriptions made while this runs are sealed with the
/// current key.
fn each(store: &Store, mut take: impl FnMut(&SealedRow) -> Result<(), String>) -> Result<(), String> {
    let mut after = None;
    loop {
        let page = store.read_blocking(move |conn| sealed_page(conn, after, PAGE)).map_err(one_line)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.id);
        page.iter().try_for_each(&mut take)?;
    }
}

fn texts(row: &SealedRow) -> impl Iterator<Item = &str> {
    std::iter::once(row.sealed.as_str()).chain(row.next.as_deref())
}

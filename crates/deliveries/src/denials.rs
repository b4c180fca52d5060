//! Receivers that the service's operator has denied by name: no new subscription may lead to them. Networks are denied
//! by a setting instead.

use std::collections::BTreeSet;

use storage::{Conn, StoreError, settings};

/// Setting with the denied hosts, one per line.
const SETTING: &str = "webhooks.denied";

/// Denied hosts. A host includes the names below it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeniedHosts(BTreeSet<String>);

impl DeniedHosts {
    /// Reads the denied hosts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn read(conn: &mut Conn) -> Result<Self, StoreError> {
        let text = settings::get(conn, SETTING)?.unwrap_or_default();
        Ok(Self(text.lines().map(str::to_owned).collect()))
    }

    /// Stores the denied hosts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn store(&self, conn: &mut Conn) -> Result<(), StoreError> {
        let lines: Vec<&str> = self.0.iter().map(String::as_str).collect();
        settings::set(conn, SETTING, &lines.join("\n"))
    }

    /// Adds a host; returns false if it is denied already.
    pub fn insert(&mut self, host: &str) -> bool {
        self.0.insert(host.to_owned())
    }

    /// Removes a host; returns false if it is not denied.
    pub fn remove(&mut self, host: &str) -> bool {
        self.0.remove(host)
    }

    /// Returns the hosts in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Returns whether a host, or a name above it, is denied.
    #[must_use]
    pub fn contains(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        let mut name = host.as_str();
        loop {
            if self.0.contains(name) {
                return true;
            }
            match name.split_once('.') {
                Some((_, above)) => name = above,
                None => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests;

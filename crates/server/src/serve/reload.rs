//! SIGHUP: reads the settings and the database's certificates again, applies settings that can change while the service
//! runs, and names the others.

use std::sync::Arc;

use command_line::effective::Effective;
use http_api::Shared;
use runtime::logging;
use storage::Certificates;

use crate::config::Rereading;
use crate::error::one_line;

/// Settings that are applied without a restart.
const APPLIED: [&str; 9] = [
    "log",
    "max_connections_per_client",
    "mcp_per_minute",
    "webhook_creations_per_hour",
    "webhook_denied",
    "webhook_subscriptions",
    "webhook_subscriptions_per_client",
    "webhook_subscriptions_per_host",
    "webhook_tests_per_minute",
];

/// Applies changed settings to the running service.
#[derive(Debug)]
pub(super) struct Reloader {
    /// The settings at the start, and how to read them again.
    pub(super) rereading: Option<Rereading>,
    pub(super) shared: Arc<Shared>,
    pub(super) certificates: Certificates,
}

impl Reloader {
    /// Reads the settings and applies them. A setting that is invalid changes nothing.
    pub(super) fn reload(&mut self) {
        self.certificates.reload();
        match self.reloaded() {
            Ok(later) if later.is_empty() => tracing::info!("SIGHUP: settings reloaded"),
            Ok(later) => tracing::warn!(
                settings = later.join(", "),
                "SIGHUP: settings reloaded; the named ones have changed and apply only after a restart"
            ),
            Err(error) => tracing::error!(error, "SIGHUP: the settings are invalid; nothing was changed"),
        }
    }

    /// Returns the changed settings that need a restart.
    fn reloaded(&mut self) -> Result<Vec<String>, String> {
        let rereading = self.rereading.as_ref().ok_or("this service started without settings to read")?;
        let loaded = (rereading.reread)()?;
        let log = loaded.settings.log.clone();
        let config = loaded.settings.config().map_err(one_line)?;
        logging::set_filter(log.as_deref()).map_err(|error| format!("setting log: {error}"))?;
        self.shared.admission.reload(&config.http());
        if let Some(subscriptions) = &self.shared.webhooks {
            let webhooks = config.webhooks;
            subscriptions.reload(webhooks.caps(), webhooks.tests_per_minute, webhooks.denied);
        }
        Ok(later(&rereading.origins, &loaded.origins))
    }
}

/// Returns the settings that differ and are not applied. Values of secrets are hidden and compare as equal.
fn later(before: &[Effective], after: &[Effective]) -> Vec<String> {
    let value =
        |all: &[Effective], key: &str| all.iter().find(|one| one.key == key).map(|one| one.value.clone());
    let keys = before.iter().chain(after.iter().filter(|one| value(before, &one.key).is_none()));
    let changed = keys.filter(|one| value(before, &one.key) != value(after, &one.key));
    changed.map(|one| one.key.clone()).filter(|key| !APPLIED.contains(&key.as_str())).collect()
}

#[cfg(test)]
mod tests;

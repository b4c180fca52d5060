//! The data of an account, read before one of its operations runs, and the changes by such an operation.

use std::fmt::Debug;
use std::sync::Arc;

use accounts::AccountId;
use accounts::alerts::alert::MOST_ALERTS;
use conditions_core::time::Timestamp;
use operations::account::{Change, MOST_SAVED};
use operations::operation::AccountDecision;
use operations::{AnyOperation, OpError};
use publication::published::Published;
use storage::accounts::saved::{self, SaveOutcome};
use storage::alerts::{channels, owned};
use storage::{Store, StoreError};
use uuid::Uuid;
use world::account_data::{AccountData, MailState, SavedResort};
use world::{Caller, View};

/// The account data in a store.
#[derive(Debug, Clone)]
pub struct Holdings {
    store: Store,
    memory: Arc<dyn Memory>,
}

/// A cache of accounts between requests.
pub trait Memory: Debug + Send + Sync {
    /// Removes the cached data of an account that has just changed something.
    fn remove(&self, account: AccountId);
}

/// A service without accounts caches nothing.
impl Memory for () {
    fn remove(&self, _: AccountId) {}
}

impl Holdings {
    /// Creates the holdings of a store.
    #[must_use]
    pub fn new(store: Store, memory: Arc<dyn Memory>) -> Self {
        Self { store, memory }
    }

    /// Reads the caller's account data, lets an operation decide and stores its decision.
    ///
    /// # Errors
    /// Returns the error of the operation, or [`OpError::Unread`] if the store does not answer; nothing is stored then.
    pub async fn act(
        &self,
        operation: &dyn AnyOperation,
        published: &Published,
        caller: &Caller,
        pairs: &[(&str, &str)],
        now: Timestamp,
    ) -> Result<AccountDecision, OpError> {
        operation.may(caller)?;
        let account = caller.account().ok_or(OpError::Unread)?;
        let unread = |error: StoreError| {
            tracing::warn!(%error, "cannot read or store the data of an account");
            OpError::Unread
        };
        let own = self.load(account).await.map_err(unread)?;
        let mut acted = operation.act(&View::new(&published.world, caller).with_own(&own), pairs, now)?;
        if let Some(change) = acted.change.take() {
            self.change(account, change, now).await.map_err(unread)??;
            self.memory.remove(account);
        }
        Ok(acted)
    }

    /// Returns the data of an account.
    ///
    /// # Errors
    /// Returns the database error if the data cannot be read.
    pub async fn load(&self, account: AccountId) -> Result<AccountData, StoreError> {
        let new_id = Uuid::new_v4();
        self.store
            .read(move |conn| {
                let saved = saved::list(conn, account)?;
                let alerts = owned::of_account(conn, account.0)?;
                let ways = channels::load(conn, &[account.0])?.remove(&account.0);
                let mail = match ways.as_ref().and_then(|ways| ways.mail) {
                    None => MailState::Never,
                    Some(channels::Mail::Asked) => MailState::Asked,
                    Some(channels::Mail::On) => MailState::On,
                    Some(channels::Mail::Stopped) => MailState::Stopped,
                };
                let has_webhook = ways.is_some_and(|ways| ways.webhook.is_some());
                let saved =
                    saved.into_iter().map(|(slug, saved_at)| SavedResort { slug, saved_at }).collect();
                Ok(AccountData { saved, alerts, mail, has_webhook, new_id })
            })
            .await
    }

    /// Stores the decision of an operation. It is rejected if another request has reached the limit in between.
    ///
    /// # Errors
    /// Returns the database error if the change cannot be stored, or [`OpError::Full`].
    pub async fn change(
        &self,
        account: AccountId,
        change: Change,
        now: Timestamp,
    ) -> Result<Result<(), OpError>, StoreError> {
        self.store
            .run(move |conn| {
                let full = |what, most| Err(OpError::Full { what, most });
                Ok(match &change {
                    Change::Save { slug } => match saved::save(conn, account, slug, now)? {
                        SaveOutcome::Saved | SaveOutcome::Known => Ok(()),
                        SaveOutcome::Full => full("saved resorts", MOST_SAVED),
                    },
                    Change::Forget { slug } => saved::remove(conn, account, slug).map(|_| Ok(()))?,
                    Change::Subscribe(alert) => match owned::store(conn, account.0, alert, MOST_ALERTS)? {
                        true => Ok(()),
                        false => full("alerts", MOST_ALERTS),
                    },
                    Change::Unsubscribe { id } => owned::remove(conn, account.0, *id).map(|_| Ok(()))?,
                })
            })
            .await
    }
}

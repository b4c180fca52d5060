//! Notices by email of what an owner should hear of if it was someone else: a sign-in from a new browser, a password, a token, a
//! client, a passkey, and the account's deletion. In the language of the account's emails, else of the page. A notice holds no secret
//! and no name that someone else chose, and each kind is sent a few times an hour at most.

use accounts::quota::{NOTICES, Subject};
use accounts::{AccountId, Address};
use conditions_core::time::Timestamp;
use pages::Language;
use pages::account::{Event, notice_mail};
use runtime::clock;
use storage::accounts::people;
use storage::alerts::ways;
use storage::{Conn, StoreError, limits};
use uuid::Uuid;

use super::Accounts;
use crate::alerts::post;
use crate::mail::Mail;

/// Who is notified, and the code of the language if the account has one.
pub(super) type Reader = (Address, Option<String>);

/// Counts a notice, and returns who reads it; `None` when there were enough of its kind.
pub(super) fn reader(
    conn: &mut Conn,
    account: AccountId,
    kind: &str,
    now: Timestamp,
) -> Result<Option<Reader>, StoreError> {
    let Some(found) = people::find(conn, account)? else { return Ok(None) };
    let subject = Subject::default().account(&format!("{account} {kind}"));
    if limits::admit(conn, &NOTICES.counters(&subject), now)?.is_err() {
        return Ok(None);
    }
    let language = ways::of(conn, &[account.0])?.remove(&account.0).and_then(|ways| ways.language);
    Ok(Some((found.address, language)))
}

impl Accounts {
    /// Notifies an account's owner. What was done stays done when this fails.
    pub async fn notify(&self, account: AccountId, event: Event<'_>, language: Language) {
        let (kind, now) = (event.kind(), clock::now());
        match self.store.run(move |conn| reader(conn, account, kind, now)).await {
            Ok(Some(reader)) => self.send_notice(reader, event, language, now),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, kind, "an account's owner was not notified"),
        }
    }

    pub(super) fn send_notice(
        &self,
        (to, own): Reader,
        event: Event<'_>,
        language: Language,
        now: Timestamp,
    ) {
        let language = own.map_or(language, |code| post::language(Some(&code)));
        let page = format!("{}{}", self.base_url, language.address("/account/sessions"));
        let (subject, text) = notice_mail(language, &self.service, event, now, &page);
        let id = format!("notice.{}", Uuid::new_v4().simple());
        self.post.take(Mail { to, subject, text, html: None, id, unsubscribe: None });
    }
}

//! Security notices by email, for events that an owner should know in case someone else caused them: a sign-in from a
//! new browser, and changes of password, tokens, clients and passkeys, and the account's deletion. They are in the
//! language of the account's emails, else of the page. A notice contains no secret and no text chosen by someone else,
//! and each kind is sent at most a few times per hour.

use accounts::quota::{NOTICES, Subject};
use accounts::{AccountId, Address};
use conditions_core::time::Timestamp;
use pages::Language;
use pages::account::{Event, notice_mail};
use runtime::clock;
use storage::accounts::people;
use storage::alerts::channels;
use storage::{Conn, StoreError, limits};
use uuid::Uuid;

use super::Accounts;
use crate::alerts::post;
use crate::mail::Mail;

/// Address of the recipient, and the code of the account's language if it has one.
pub(super) type Reader = (Address, Option<String>);

/// Counts a notice and returns its recipient; `None` if the limit of its kind is reached.
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
    let language = channels::load(conn, &[account.0])?.remove(&account.0).and_then(|ways| ways.language);
    Ok(Some((found.address, language)))
}

impl Accounts {
    /// Notifies an account's owner. A failure does not undo the action.
    pub async fn notify(&self, account: AccountId, event: Event<'_>, language: Language) {
        let (kind, now) = (event.kind(), clock::now());
        match self.store.run(move |conn| reader(conn, account, kind, now)).await {
            Ok(Some(reader)) => self.send_notice(reader, event, language, now),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, kind, "cannot notify an account's owner"),
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
        self.post.send(Mail { to, subject, text, html: None, id, unsubscribe: None });
    }
}

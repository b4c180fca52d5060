//! Actions of people on their own accounts: view, save resorts, create and revoke tokens, set a password, end sessions,
//! export data, delete.

use std::collections::BTreeSet;

use accounts::alerts::Alert;
use accounts::password::{self, check};
use accounts::{AccountId, Digest, Scopes, token};
use conditions_core::time::DAY_MS;
use operations::account::AlertRow;
use pages::Language;
use pages::account::Event;
use runtime::clock;
use serde_json::{Value, json};
use storage::Conn;
use storage::accounts::audit::{self, Line};
use storage::accounts::browsers;
use storage::accounts::passkeys::{self, Passkey};
use storage::accounts::people::{self, Account};
use storage::accounts::saved::{self, SaveOutcome};
use storage::accounts::sessions::{self, Session};
use storage::accounts::tokens::{self, Token};
use storage::alerts::channels::{self, Mail, Ways};
use storage::alerts::notices::{self, Notice};
use storage::alerts::owned;
use storage::oauth::{self, Grant};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::actions::{self, Actor};
use super::sign_in::SignInOrigin;
use super::{AccountError, Accounts, notices as own_notices, random};

/// Number of audit log lines shown to an owner.
const LINES: i64 = 1_000;

/// The complete data of an account.
#[derive(Debug, Clone)]
pub struct AccountExport {
    pub account: Account,
    pub sessions: Vec<Session>,
    pub tokens: Vec<Token>,
    pub passkeys: Vec<Passkey>,
    /// Slugs of the saved resorts.
    pub saved: BTreeSet<String>,
    pub audit: Vec<Line>,
    pub alerts: Vec<Alert>,
    /// Notices of alerts, newest first.
    pub fired: Vec<Notice>,
    /// Delivery of alerts, if configured.
    pub ways: Option<Ways>,
    /// Clients that may act for the account.
    pub clients: Vec<Grant>,
    /// Number of remembered browsers, signed in or not.
    pub remembered: i64,
}

impl Accounts {
    /// Returns the complete data of an account.
    ///
    /// # Errors
    /// Returns [`AccountError::Wrong`] if the account no longer exists.
    pub async fn whole(&self, account: AccountId) -> Result<AccountExport, AccountError> {
        let read = self.store.read(move |conn| {
            let Some(found) = people::find(conn, account)? else { return Ok(None) };
            Ok(Some(AccountExport {
                account: found,
                sessions: sessions::list(conn, account)?,
                tokens: tokens::list(conn, account)?,
                passkeys: passkeys::list(conn, account)?,
                saved: saved::slugs(conn, account)?,
                audit: audit::newest(conn, Some(account), LINES)?,
                alerts: owned::of_account(conn, account.0)?,
                fired: notices::history(conn, account.0, LINES)?,
                ways: channels::load(conn, &[account.0])?.remove(&account.0),
                clients: oauth::grants(conn, account)?,
                remembered: browsers::count(conn, account)?,
            }))
        });
        read.await?.ok_or(AccountError::Wrong)
    }

    /// Saves a resort that is on record.
    ///
    /// # Errors
    /// Returns [`AccountError::Full`] if the account has the maximum number of saved resorts.
    pub async fn save(&self, account: AccountId, slug: &str) -> Result<SaveOutcome, AccountError> {
        let (slug, now) = (slug.to_owned(), clock::now());
        let saving = self.store.run(move |conn| saved::save(conn, account, &slug, now)).await?;
        self.identities.remove(account);
        if saving == SaveOutcome::Full { Err(AccountError::Full) } else { Ok(saving) }
    }

    /// Removes a saved resort; returns false if it was not saved.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the change cannot be stored.
    pub async fn unsave(&self, account: AccountId, slug: &str) -> Result<bool, AccountError> {
        let slug = slug.to_owned();
        let removed = self.store.run(move |conn| saved::remove(conn, account, &slug)).await?;
        self.identities.remove(account);
        Ok(removed)
    }

    /// Creates a token; returns its text, which is shown once.
    ///
    /// # Errors
    /// Returns [`AccountError::Full`] if the account has the maximum number of tokens.
    pub async fn make_token(
        &self,
        account: AccountId,
        language: Language,
        name: String,
        scopes: Scopes,
        days: u16,
    ) -> Result<Zeroizing<String>, AccountError> {
        let made = token::make(&random()?)
            .ok_or(AccountError::Broken("not enough usable random bytes".to_owned()))?;
        let (digest, now) = (made.digest, clock::now());
        let expires_at = Some(now.plus_millis(i64::from(days) * DAY_MS));
        let id = Uuid::new_v4().to_string();
        let new = Token { id, name, scopes, created_at: now, used_at: None, expires_at };
        let is_made = self.store.run(move |conn| {
            let is_made = tokens::make(conn, digest, account, &new)?;
            if is_made {
                let detail = format!("{} for {}", new.id, new.scopes.to_text());
                Actor::Owner.did(conn, "token_made", account, &detail, now)?;
            }
            Ok(is_made)
        });
        if !is_made.await? {
            return Err(AccountError::Full);
        }
        self.notify(account, Event::TokenMade, language).await;
        Ok(made.text)
    }

    /// Revokes a token; returns false if there is no token of that name.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the change cannot be stored.
    pub async fn revoke(&self, account: AccountId, id: &str) -> Result<bool, AccountError> {
        let (id, now) = (id.to_owned(), clock::now());
        let revoked =
            self.store.run(move |conn| actions::revoke_token(conn, Actor::Owner, account, &id, now)).await?;
        self.identities.remove(account);
        Ok(revoked)
    }

    /// Sets the password and signs out every other browser.
    ///
    /// # Errors
    /// Returns [`AccountError::Weak`] if the password is too weak.
    pub async fn set_password(
        &self,
        account: AccountId,
        own: Digest,
        new: Zeroizing<String>,
        from: SignInOrigin<'_>,
    ) -> Result<(), AccountError> {
        let found =
            self.store.read(move |conn| people::find(conn, account)).await?.ok_or(AccountError::Wrong)?;
        check(&new, found.address.as_str()).map_err(AccountError::Weak)?;
        let salt = random()?;
        let hash = self.hashing.run(from.client, move || password::hash(&new, salt)).await?;
        let hash = hash.ok_or(AccountError::Broken("cannot hash a password".to_owned()))?;
        let now = clock::now();
        self.store.run(move |conn| actions::set_password(conn, account, &hash, Some(own), now)).await?;
        self.identities.remove(account);
        self.notify(account, Event::PasswordSet, from.language).await;
        Ok(())
    }

    /// Returns the name of a session, by which its owner ends it.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the session cannot be read.
    pub async fn name_of(&self, own: Digest) -> Result<Option<String>, AccountError> {
        Ok(self.store.read(move |conn| sessions::name(conn, own)).await?)
    }

    /// Ends the session of a browser.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the change cannot be stored.
    pub async fn sign_out(&self, account: AccountId, own: Digest) -> Result<(), AccountError> {
        self.store.run(move |conn| sessions::end(conn, own)).await?;
        self.identities.remove(account);
        Ok(())
    }

    /// Ends another session by its name, or all others.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the change cannot be stored.
    pub async fn end_sessions(
        &self,
        account: AccountId,
        own: Digest,
        one: Option<&str>,
    ) -> Result<(), AccountError> {
        let (one, now) = (one.map(str::to_owned), clock::now());
        let ended = self.store.run(move |conn| match &one {
            Some(id) => {
                if sessions::end_one(conn, account, id)? {
                    Actor::Owner.did(conn, "session_ended", account, "", now)?;
                }
                Ok(())
            }
            None => actions::end_sessions(conn, Actor::Owner, account, Some(own), now).map(drop),
        });
        ended.await?;
        self.identities.remove(account);
        Ok(())
    }

    /// Ends every other session, and every token, client and passkey of an account.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the change cannot be stored.
    pub async fn end_everything(&self, account: AccountId, own: Digest) -> Result<(), AccountError> {
        let now = clock::now();
        let end = move |conn: &mut Conn| actions::end_everything(conn, Actor::Owner, account, Some(own), now);
        self.store.run(end).await?;
        self.identities.remove(account);
        Ok(())
    }

    /// Exports all stored data of an account for its owner.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the data cannot be read.
    pub async fn export(&self, account: AccountId) -> Result<Value, AccountError> {
        let whole = self.whole(account).await?;
        let AccountExport { account, sessions, tokens, passkeys, saved, audit, alerts, fired, .. } = whole;
        let AccountExport { ways, clients, remembered, .. } = whole;
        let alerts: Vec<AlertRow> = alerts.iter().map(AlertRow::new).collect();
        let fired = fired.iter().map(|one| {
            json!({ "type": one.kind, "slug": one.slug, "firedAt": one.fired_at, "evidence": one.evidence })
        });
        // The unsubscribe token is left out, because anyone who has it can stop the emails.
        let ways = ways.map(|ways| {
            let by_mail = ways.mail.map(|mail| match mail {
                Mail::Asked => "asked",
                Mail::On => "on",
                Mail::Stopped => "stopped",
            });
            json!({ "byMail": by_mail, "language": ways.language, "webhook": ways.webhook.map(|id| id.to_string()) })
        });
        let clients = clients.iter().map(|one| {
            json!({ "client": one.client, "name": one.client_name, "scopes": one.scopes.to_text(), "since": one.made_at })
        });
        let sessions = sessions.iter().map(|one| {
            json!({ "browser": one.browser, "signedInAt": one.times.signed_in_at, "seenAt": one.times.seen_at })
        });
        let tokens = tokens.iter().map(|one| {
            json!({
                "name": one.name, "scopes": one.scopes.to_text(), "createdAt": one.created_at,
                "usedAt": one.used_at, "expiresAt": one.expires_at,
            })
        });
        let passkeys = passkeys.iter().map(|one| {
            json!({ "name": one.name, "site": one.site, "createdAt": one.created_at, "usedAt": one.used_at })
        });
        let audit = audit.iter().map(
            |line| json!({ "at": line.at, "actor": line.actor, "act": line.act, "detail": line.detail }),
        );
        Ok(json!({
            "account": {
                "id": account.id.to_string(), "email": account.address.as_str(), "tier": account.plan.name(),
                "tierUntil": account.plan.until(), "hasPassword": account.has_password,
                "createdAt": account.created_at, "firstSignInAt": account.verified_at,
            },
            "savedResorts": saved,
            "alerts": alerts,
            "alertsFired": fired.collect::<Vec<_>>(),
            "alertsGo": ways,
            "clients": clients.collect::<Vec<_>>(),
            "sessions": sessions.collect::<Vec<_>>(),
            "browsersRemembered": remembered,
            "tokens": tokens.collect::<Vec<_>>(),
            "passkeys": passkeys.collect::<Vec<_>>(),
            "log": audit.collect::<Vec<_>>(),
        }))
    }

    /// Deletes an account and all its data.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the account cannot be deleted.
    pub async fn delete(&self, account: AccountId, language: Language) -> Result<bool, AccountError> {
        let now = clock::now();
        let deleted = self.store.run(move |conn| {
            let address = people::find(conn, account)?.map(|found| found.address);
            let reader = own_notices::reader(conn, account, Event::Deleted.kind(), now)?;
            Ok((actions::delete(conn, Actor::Owner, account, now)?, address, reader))
        });
        let (is_deleted, address, reader) = deleted.await?;
        self.identities.remove(account);
        if let Some(address) = address {
            self.post.delete(&address).await;
        }
        if let Some(reader) = reader.filter(|_| is_deleted) {
            self.send_notice(reader, Event::Deleted, language, now);
        }
        Ok(is_deleted)
    }
}

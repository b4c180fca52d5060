//! Contents of the account pages.

use accounts::token::LIFETIMES_DAYS;
use accounts::{AccountId, Digest};
use actix_web::http::StatusCode;
use pages::account::{Browser, Note, Owner, Screen, Token};
use runtime::clock;
use services::accounts::AccountError;
use services::accounts::self_service::AccountExport;

use super::{AccountRequest, Reply, sign_in};
use crate::query::query;

/// Builds the page at a path.
pub(super) async fn build(path: &str, asked: &AccountRequest<'_>) -> Result<Reply, AccountError> {
    let sign_in = || sign_in(asked.accounts);
    let Some((_, signed)) = &asked.signed else {
        return Ok(match path {
            "/account/code" => Reply::page(Screen::Code),
            "/account/link" => link(asked),
            "/account" | "/account/sign-in" | "/account/password-sign-in" => Reply::page(sign_in()),
            // The requested page is fetched again after the sign-in.
            _ => Reply::noted(sign_in(), Note::Fresh, StatusCode::UNAUTHORIZED),
        });
    };
    let (account, own) = (signed.account, signed.digest);
    Ok(match path {
        "/account" => Reply::page(owner(asked, account).await?),
        "/account/link" => link(asked),
        "/account/sessions" => Reply::page(browsers(asked, account, own).await?),
        "/account/tokens" => Reply::page(tokens(asked, account, None).await?),
        #[cfg(feature = "passkeys")]
        "/account/passkeys" => Reply::page(passkeys(asked, account).await?),
        "/account/password" => Reply::page(Screen::Password),
        "/account/data" | "/account/delete" => Reply::page(Screen::Leave),
        "/account/data.json" => Reply::Data(asked.accounts.export(account).await?),
        _ => asked.redirect("/account", Vec::new()),
    })
}

/// Shows the page of an email link; the link takes effect when the button is pressed.
fn link(asked: &AccountRequest<'_>) -> Reply {
    let pairs = query(asked.request).unwrap_or_default();
    let link = pairs.into_iter().find(|(name, _)| name == "t").map(|(_, value)| value).unwrap_or_default();
    Reply::page(Screen::Link { link })
}

/// Builds the account page.
pub(super) async fn owner(asked: &AccountRequest<'_>, account: AccountId) -> Result<Screen, AccountError> {
    let AccountExport { account, saved, .. } = asked.accounts.whole(account).await?;
    Ok(Screen::Own(Owner {
        email: account.address.as_str().to_owned(),
        is_pro: account.plan.is_pro(clock::now()),
        until: account.plan.until(),
        saved: saved.into_iter().collect(),
        has_passkeys: asked.accounts.passkeys().is_some(),
    }))
}

/// Builds the list of signed-in browsers.
pub(super) async fn browsers(
    asked: &AccountRequest<'_>,
    account: AccountId,
    own: Digest,
) -> Result<Screen, AccountError> {
    let (whole, own) = (asked.accounts.whole(account).await?, asked.accounts.name_of(own).await?);
    let browser = |one: storage::accounts::sessions::Session| Browser {
        is_this: Some(&one.id) == own.as_ref(),
        id: one.id,
        name: one.browser.into(),
        signed_in_at: one.times.signed_in_at,
        seen_at: one.times.seen_at,
    };
    Ok(Screen::Browsers(whole.sessions.into_iter().map(browser).collect()))
}

/// Builds the list of tokens, with the one that was just made.
pub(super) async fn tokens(
    asked: &AccountRequest<'_>,
    account: AccountId,
    made: Option<String>,
) -> Result<Screen, AccountError> {
    let whole = asked.accounts.whole(account).await?;
    let token = |one: storage::accounts::tokens::Token| Token {
        id: one.id,
        name: one.name.into(),
        scopes: one.scopes.to_text(),
        used_at: one.used_at,
        expires_at: one.expires_at,
    };
    let tokens = whole.tokens.into_iter().map(token).collect();
    Ok(Screen::Tokens { tokens, made, days: LIFETIMES_DAYS.to_vec() })
}

/// Builds the list of passkeys, and states whether one may be added.
#[cfg(feature = "passkeys")]
pub(super) async fn passkeys(asked: &AccountRequest<'_>, account: AccountId) -> Result<Screen, AccountError> {
    let whole = asked.accounts.whole(account).await?;
    let passkey = |one: storage::accounts::passkeys::Passkey| pages::account::Passkey {
        elsewhere: (Some(one.site.as_str()) != asked.accounts.site_of_passkeys()).then_some(one.site),
        id: one.id,
        name: one.name.into(),
        created_at: one.created_at,
        used_at: one.used_at,
    };
    let way = asked.accounts.passkeys().ok_or(AccountError::Wrong)?;
    Ok(Screen::Passkeys(whole.passkeys.into_iter().map(passkey).collect(), way))
}

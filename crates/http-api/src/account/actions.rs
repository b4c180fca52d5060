//! Handlers of the account forms.

use accounts::token::{self, LIFETIMES_DAYS};
use accounts::{Address, Scope, Scopes, browser_mark, code};
use actix_web::http::StatusCode;
use actix_web::http::header::USER_AGENT;
use pages::account::{Note, Screen};
use runtime::clock;
use services::accounts::AccountError;
use services::accounts::sign_in::{SignInCookies, SignInOrigin, UNKNOWN_BROWSER};
use services::identity::SignedInBrowser;
use world::{Caller, View};
use zeroize::Zeroizing;

use super::forms::Form;
use super::{AccountRequest, Reply, cookies, return_address, screens, sign_in};
use crate::device_list::{self, DeviceList};

/// Value of the button that revokes all access to the account.
const EVERYTHING: &str = "everything";

/// Handles the form that was posted to a path.
pub(super) async fn done(path: &str, asked: &AccountRequest<'_>, form: &Form) -> Result<Reply, AccountError> {
    match path {
        "/account/sign-in" => begin(asked, form).await,
        "/account/code" => {
            let cookie = asked.accounts.cookie();
            let challenge = cookies::challenge_of(asked.request, cookie).ok_or(AccountError::Wrong)?;
            let outcome = asked.accounts.answer(&challenge, form.value("code"), from(asked)).await;
            entered(asked, asked.count_sign_in("code", outcome)?).await
        }
        "/account/link" => {
            let outcome = asked.accounts.follow(form.value("t"), from(asked)).await;
            entered(asked, asked.count_sign_in("link", outcome)?).await
        }
        "/account/password-sign-in" => {
            let Ok(address) = Address::parse(form.value("email")) else { return Ok(no_address(asked)) };
            let given = Zeroizing::new(form.value("password").to_owned());
            let outcome = asked.accounts.with_password(&address, given, from(asked)).await;
            entered(asked, asked.count_sign_in("password", outcome)?).await
        }
        _ => match &asked.signed {
            Some((caller, signed)) => signed_in_action(path, asked, form, caller, signed).await,
            None => Ok(again(asked, StatusCode::UNAUTHORIZED)),
        },
    }
}

pub(super) fn from<'a>(asked: &AccountRequest<'a>) -> SignInOrigin<'a> {
    let agent = asked.request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    let known = cookies::known_of(asked.request, asked.accounts.cookie());
    let challenge = cookies::challenge_of(asked.request, asked.accounts.cookie());
    SignInOrigin {
        client: asked.client,
        browser: browser(agent.unwrap_or_default()),
        language: asked.language,
        known: known.and_then(|known| browser_mark::digest(&known)),
        challenge: challenge.and_then(|challenge| code::digest(&challenge)),
    }
}

/// Describes a browser in a few words that its owner can recognise.
fn browser(agent: &str) -> &'static str {
    // The user agent of each also names the browsers before it.
    let known = [
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    known.iter().find(|(mark, _)| agent.contains(mark)).map_or(UNKNOWN_BROWSER, |(_, name)| name)
}

fn no_address(asked: &AccountRequest<'_>) -> Reply {
    let screen = sign_in(asked.accounts);
    Reply::noted(screen, Note::NotAnAddress, StatusCode::BAD_REQUEST)
}

/// Answers that the sign-in is missing or too long ago.
fn again(asked: &AccountRequest<'_>, status: StatusCode) -> Reply {
    Reply::noted(sign_in(asked.accounts), Note::Fresh, status)
}

async fn begin(asked: &AccountRequest<'_>, form: &Form) -> Result<Reply, AccountError> {
    let Ok(address) = Address::parse(form.value("email")) else { return Ok(no_address(asked)) };
    let challenge = asked.accounts.begin(&address, from(asked)).await?;
    let cookie = challenge.map(|challenge| cookies::challenge(asked.accounts.cookie(), &challenge));
    Ok(asked.redirect("/account/code", cookie.into_iter().collect()))
}

/// Signs the browser in, and ends its previous session.
async fn entered(asked: &AccountRequest<'_>, entered: SignInCookies) -> Result<Reply, AccountError> {
    Ok(Reply::Go(landing(asked), sign_in_cookies(asked, entered).await?))
}

/// Returns the address after a sign-in: the page that requested the sign-in, or the account.
pub(super) fn landing(asked: &AccountRequest<'_>) -> String {
    let came_from = return_address::from_request(asked.request, asked.accounts.cookie());
    came_from.unwrap_or_else(|| asked.language.address("/account"))
}

/// Returns the cookies of a browser that is signed in.
pub(super) async fn sign_in_cookies(
    asked: &AccountRequest<'_>,
    entered: SignInCookies,
) -> Result<Vec<String>, AccountError> {
    if let Some((_, former)) = &asked.signed {
        asked.accounts.sign_out(former.account, former.digest).await?;
    }
    let name = asked.accounts.cookie();
    let mut cookies = cookies::remove(name);
    cookies.retain(|cookie| !cookie.starts_with(&format!("{name}=")));
    cookies.push(cookies::session(name, &entered.session));
    cookies.push(cookies::mark_browser(name, &entered.browser));
    cookies.push(return_address::remove(name));
    Ok(cookies)
}

/// Handles the forms that need a sign-in.
async fn signed_in_action(
    path: &str,
    asked: &AccountRequest<'_>,
    form: &Form,
    caller: &Caller,
    signed: &SignedInBrowser,
) -> Result<Reply, AccountError> {
    let (accounts, account) = (asked.accounts, signed.account);
    let is_fresh = signed.times.is_fresh(clock::now());
    match path {
        "/account/sign-out" => {
            keep_mountains(asked, signed).await?;
            accounts.sign_out(account, signed.digest).await?;
            let mut gone = cookies::remove(accounts.cookie());
            gone.push(device_list::forgotten());
            Ok(asked.redirect("/account", gone))
        }
        "/account/save" => save(asked, form.value("resort"), caller, signed).await,
        "/account/unsave" => {
            accounts.unsave(account, form.value("resort")).await?;
            Ok(asked.redirect("/account", Vec::new()))
        }
        "/account/sessions" if form.value("end") == EVERYTHING && !is_fresh => {
            Ok(again(asked, StatusCode::FORBIDDEN))
        }
        "/account/sessions" => end_sessions(asked, form.value("end"), signed).await,
        "/account/tokens" if !form.value("revoke").is_empty() => {
            accounts.revoke(account, form.value("revoke")).await?;
            let screen = screens::tokens(asked, account, None).await?;
            Ok(Reply::noted(screen, Note::Done, StatusCode::OK))
        }
        #[cfg(feature = "passkeys")]
        "/account/passkeys" => {
            accounts.remove_passkey(account, form.value("remove")).await?;
            Ok(Reply::noted(screens::passkeys(asked, account).await?, Note::Done, StatusCode::OK))
        }
        "/account/tokens" | "/account/password" | "/account/delete" if !is_fresh => {
            Ok(again(asked, StatusCode::FORBIDDEN))
        }
        "/account/tokens" => make_token(asked, form, signed).await,
        "/account/password" => {
            let new = Zeroizing::new(form.value("password").to_owned());
            accounts.set_password(account, signed.digest, new, from(asked)).await?;
            Ok(Reply::noted(screens::owner(asked, account).await?, Note::Done, StatusCode::OK))
        }
        "/account/delete" => delete(asked, form, signed).await,
        _ => Ok(asked.redirect("/account", Vec::new())),
    }
}

/// Saves the resorts of the browser's own list in the account, because signing out empties the browser.
async fn keep_mountains(asked: &AccountRequest<'_>, signed: &SignedInBrowser) -> Result<(), AccountError> {
    let caller = Caller::for_credential_holder();
    let view = View::new(&asked.published.world, &caller);
    for slug in DeviceList::from_request(asked.request).uncopied() {
        if view.of_slug(slug).is_some() {
            match asked.accounts.save(signed.account, slug).await {
                Ok(_) | Err(AccountError::Full) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// Ends another session by its name, all other sessions, or all access to the account.
async fn end_sessions(
    asked: &AccountRequest<'_>,
    what: &str,
    signed: &SignedInBrowser,
) -> Result<Reply, AccountError> {
    let (account, own) = (signed.account, signed.digest);
    match what {
        EVERYTHING => asked.accounts.end_everything(account, own).await?,
        "others" => asked.accounts.end_sessions(account, own, None).await?,
        one => asked.accounts.end_sessions(account, own, Some(one)).await?,
    }
    Ok(Reply::noted(screens::browsers(asked, account, own).await?, Note::Done, StatusCode::OK))
}

/// Saves the resort with this name, alias or slug.
async fn save(
    asked: &AccountRequest<'_>,
    name: &str,
    caller: &Caller,
    signed: &SignedInBrowser,
) -> Result<Reply, AccountError> {
    let view = View::new(&asked.published.world, caller);
    let found = view.resort(name).ok().map(|seen| seen.resort().slug.clone());
    let Some(slug) = found else {
        let screen = screens::owner(asked, signed.account).await?;
        return Ok(Reply::noted(screen, Note::NoResort(name.to_owned()), StatusCode::NOT_FOUND));
    };
    match asked.accounts.save(signed.account, &slug).await {
        Err(AccountError::Full) => {
            let screen = screens::owner(asked, signed.account).await?;
            Ok(Reply::noted(screen, Note::Full, StatusCode::CONFLICT))
        }
        saved => saved.map(|_| asked.redirect("/account", Vec::new())),
    }
}

async fn make_token(
    asked: &AccountRequest<'_>,
    form: &Form,
    signed: &SignedInBrowser,
) -> Result<Reply, AccountError> {
    let name = token::name(form.value("name")).ok_or(AccountError::Wrong)?;
    let days = form.value("days").parse().ok().filter(|days| LIFETIMES_DAYS.contains(days));
    let scopes = Scopes::from_scopes(form.all("scope").filter_map(Scope::from_name));
    if scopes == Scopes::NONE {
        let screen = screens::tokens(asked, signed.account, None).await?;
        return Ok(Reply::noted(screen, Note::NoScope, StatusCode::BAD_REQUEST));
    }
    let days = days.ok_or(AccountError::Wrong)?;
    let made = asked.accounts.make_token(signed.account, asked.language, name, scopes, days);
    match made.await {
        Ok(made) => {
            let made = Some(made.as_str().to_owned());
            Ok(Reply::page(screens::tokens(asked, signed.account, made).await?))
        }
        Err(AccountError::Full) => {
            let screen = screens::tokens(asked, signed.account, None).await?;
            Ok(Reply::noted(screen, Note::Full, StatusCode::CONFLICT))
        }
        Err(refused) => Err(refused),
    }
}

async fn delete(
    asked: &AccountRequest<'_>,
    form: &Form,
    signed: &SignedInBrowser,
) -> Result<Reply, AccountError> {
    let whole = asked.accounts.whole(signed.account).await?;
    let is_meant =
        Address::parse(form.value("email")).is_ok_and(|given| given.key() == whole.account.address.key());
    if !is_meant {
        return Ok(Reply::noted(Screen::Leave, Note::Wrong, StatusCode::BAD_REQUEST));
    }
    asked.accounts.delete(signed.account, asked.language).await?;
    let screen = sign_in(asked.accounts);
    Ok(Reply::noted(screen, Note::Deleted, StatusCode::OK))
}

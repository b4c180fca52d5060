//! Passkeys on pages. Browsers offer them only to scripts: elements that need the script are hidden until it runs and
//! finds support.

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use maud::{Markup, html};

use super::{Hidden, button};
use crate::ask::Ask;
use crate::assets;
use crate::quantity::since;

/// A passkey of the account.
#[derive(Debug, Clone)]
pub struct Passkey {
    pub id: String,
    /// Name given by the owner.
    pub name: ShownName,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it last signed in.
    pub used_at: Option<Timestamp>,
    /// The domain it was created for, if that is no longer the service's.
    pub elsewhere: Option<String>,
}

/// Whether the service's address supports passkeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeySupport {
    /// It does.
    Open,
    /// The address is an IP address.
    NoDomain,
    /// The address does not use https.
    NoTls,
}

/// Renders the sign-in button.
pub(super) fn sign_in(ask: &Ask<'_>) -> Markup {
    let words = &ask.words().account;
    let begin = ask.to("/account/passkey-sign-in/begin");
    let end = ask.to("/account/passkey-sign-in");
    let fields = html! { button { (words.passkeys.with_passkey) } };
    by_script(ask, "get", [&begin, &end], &fields)
}

/// Renders the passkeys of an account, and the form for a new one.
pub(super) fn list(ask: &Ask<'_>, passkeys: &[Passkey], way: PasskeySupport) -> Markup {
    let words = &ask.words().account;
    html! {
        p { (words.passkeys.says) }
        @if !passkeys.is_empty() { (table(ask, passkeys)) }
        @match way {
            PasskeySupport::Open => {
                section {
                    h2 { (words.passkeys.add) }
                    (add(ask))
                }
            }
            PasskeySupport::NoDomain => { p { (words.passkeys.no_domain) } }
            PasskeySupport::NoTls => { p { (words.passkeys.no_tls) } }
        }
    }
}

fn add(ask: &Ask<'_>) -> Markup {
    let words = &ask.words().account;
    let (begin, end) = (ask.to("/account/passkeys/begin"), ask.to("/account/passkeys/add"));
    let fields = html! {
        div.fields {
            div {
                label for="name" { (words.token_name) }
                input id="name" name="name" required maxlength="60" autocomplete="off";
            }
            button { (words.passkeys.add) }
        }
    };
    html! {
        p data-without-passkeys="" { (words.passkeys.no_script) }
        (by_script(ask, "create", [&begin, &end], &fields))
    }
}

/// Renders a form that only the script submits, with the texts for its failures.
fn by_script(ask: &Ask<'_>, call: &str, [begin, end]: [&str; 2], fields: &Markup) -> Markup {
    let words = &ask.words().account;
    let (stopped, there) = (words.passkeys.stopped, words.passkeys.there);
    html! {
        div hidden {
            form data-passkey=(call) data-begin=(begin) data-end=(end) data-stopped=(stopped) data-there=(there)
                data-busy=(words.busy) {
                (fields)
                p role="status" {}
            }
        }
        script type="module" src=(assets::PASSKEYS.path) {}
    }
}

fn table(ask: &Ask<'_>, passkeys: &[Passkey]) -> Markup {
    let words = &ask.words().account;
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.passkeys.title) {
            table {
                caption.unseen { (words.passkeys.title) }
                thead { tr {
                    th scope="col" { (words.token_name) }
                    th scope="col" { (words.passkeys.added_at) }
                    th scope="col" { (words.last_used) }
                    th scope="col" { (words.remove) }
                } }
                tbody {
                    @for one in passkeys {
                        tr {
                            th scope="row" {
                                (one.name.as_str())
                                @if let Some(site) = &one.elsewhere { " (" ((words.passkeys.elsewhere)(site)) ")" }
                            }
                            td { (since(ask.words(), one.created_at, ask.now)) }
                            td {
                                @match one.used_at {
                                    Some(at) => { (since(ask.words(), at, ask.now)) }
                                    None => { (ask.words().never) }
                                }
                            }
                            td { (button(ask, "/account/passkeys", Hidden { name: "remove", value: &one.id }, words.remove)) }
                        }
                    }
                }
            }
        }
    }
}

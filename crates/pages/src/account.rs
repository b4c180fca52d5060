//! `/account`: the pages of one person. They are made for each request anew, from what their caller alone may see, and are kept
//! by nobody; every act is a form, and all of them work without a script, but for passkeys, which browsers give to scripts alone.

mod forms;
pub(crate) mod own;
mod passkeys;

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use maud::{Markup, html};

use crate::ask::Ask;
use crate::layout::document;
use crate::page::Content;
use crate::response::{Answer, HTML};
use crate::table::PAGES;
use crate::words::{Language, Words};

pub use passkeys::{Passkey, PasskeySupport};

/// What a page says before its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// What was asked for is done.
    Done,
    /// The account is deleted.
    Deleted,
    /// What was entered is wrong, late or used up.
    Wrong,
    /// What was entered is no mail address.
    NotAnAddress,
    /// Too many were tried; so many minutes to wait.
    TooMany(usize),
    /// There is no room for another one.
    Full,
    /// The password is not taken.
    Weak,
    /// The token would be allowed nothing.
    NoScope,
    /// What came was no form.
    NoForm,
    /// The form did not arrive whole.
    NotWhole,
    /// The sign-in is too long ago.
    Fresh,
    /// The service cannot, at this moment.
    Busy,
    /// The form came from elsewhere.
    Foreign,
    /// The passkey does not hold.
    NoPasskey,
    /// No resort is of that name.
    NoResort(String),
}

/// A signed-in browser.
#[derive(Debug, Clone)]
pub struct Browser {
    /// Its name in forms.
    pub id: String,
    /// In a few words.
    pub name: ShownName,
    /// When it was signed in and last seen.
    pub signed_in_at: Timestamp,
    /// When it was last seen, to within the hour.
    pub seen_at: Timestamp,
    /// Whether it is the one that asks.
    pub is_this: bool,
}

/// A token.
#[derive(Debug, Clone)]
pub struct Token {
    /// Its name in forms.
    pub id: String,
    /// What its owner calls it.
    pub name: ShownName,
    /// Names of its scopes.
    pub scopes: String,
    /// When it was last used.
    pub used_at: Option<Timestamp>,
    /// When it ends.
    pub expires_at: Option<Timestamp>,
}

/// Whose page it is.
#[derive(Debug, Clone)]
pub struct Owner {
    /// The mail address.
    pub email: String,
    /// Whether the tier is Pro.
    pub is_pro: bool,
    /// When that ends.
    pub until: Option<Timestamp>,
    /// Slugs of the saved resorts.
    pub saved: Vec<String>,
    /// Whether the service knows passkeys.
    pub has_passkeys: bool,
}

/// One of the pages.
#[derive(Debug, Clone)]
pub enum Screen {
    /// Signing in; whether strangers may.
    SignIn {
        /// Whether strangers may make an account.
        is_open: bool,
        /// Whether a passkey signs in here.
        by_passkey: bool,
    },
    /// Entering the code.
    Code,
    /// A link that was followed.
    Link {
        /// What the link holds.
        link: String,
    },
    /// The person's own page.
    Own(Owner),
    /// The signed-in browsers.
    Browsers(Vec<Browser>),
    /// The tokens, and the text of the one that was just made.
    Tokens {
        /// All of them.
        tokens: Vec<Token>,
        /// Shown once.
        made: Option<String>,
        /// Days for which one may be made.
        days: Vec<u16>,
    },
    /// The passkeys, and whether one may be added here.
    Passkeys(Vec<Passkey>, PasskeySupport),
    /// Setting a password.
    Password,
    /// Taking the data along and deleting the account.
    Leave,
    /// A note and no more.
    Nothing,
}

/// Makes a page with this status.
#[must_use]
pub fn page(ask: &Ask<'_>, screen: &Screen, note: Option<&Note>, status: u16) -> Answer {
    let words = &ask.words().account;
    let (title, body) = match screen {
        Screen::SignIn { is_open, by_passkey } => (words.sign_in, forms::sign_in(ask, *is_open, *by_passkey)),
        Screen::Code => (words.code_title, forms::code(ask)),
        Screen::Link { link } => (words.sign_in, forms::link(ask, link)),
        Screen::Own(owner) => (words.my_page, own::own(ask, owner)),
        Screen::Browsers(browsers) => (words.sessions, own::browsers(ask, browsers)),
        Screen::Tokens { tokens, made, days } => {
            (words.tokens, own::tokens(ask, tokens, made.as_deref(), days))
        }
        Screen::Passkeys(passkeys, way) => (words.passkeys.title, passkeys::list(ask, passkeys, *way)),
        Screen::Password => (words.set_password, forms::password(ask)),
        Screen::Leave => (words.my_data, forms::leave(ask)),
        Screen::Nothing => (words.account, html! {}),
    };
    let body = html! {
        @if let Some(note) = note { p.lead role="status" { (in_words(ask.words(), note)) } }
        (body)
    };
    let content = Content::new(title, words.sign_in_says, body);
    Answer { status, media_type: HTML, html: document(ask, &content, PAGES, false) }
}

/// A note for a script to show.
#[must_use]
pub fn note(language: Language, note: &Note) -> String {
    in_words(language.words(), note)
}

fn in_words(all: &Words, note: &Note) -> String {
    let words = &all.account;
    match note {
        Note::Done => words.done,
        Note::Deleted => words.deleted,
        Note::Wrong => words.wrong,
        Note::NotAnAddress => words.not_an_address,
        Note::TooMany(minutes) => return (words.too_many)(*minutes),
        Note::Full => words.full,
        Note::Weak => words.weak,
        Note::NoScope => words.no_scope,
        Note::NoForm => all.personal.no_form,
        Note::NotWhole => all.personal.not_whole,
        Note::Fresh => words.fresh,
        Note::Busy => words.busy,
        Note::Foreign => words.foreign,
        Note::NoPasskey => words.passkeys.wrong,
        Note::NoResort(name) => return (all.no_hit)(&world::unknown::shortened(name)),
    }
    .to_owned()
}

/// A hidden member of a form.
struct Hidden<'a> {
    name: &'static str,
    value: &'a str,
}

/// Returns a form of one button, which sends one hidden member.
fn button(ask: &Ask<'_>, path: &str, hidden: Hidden<'_>, text: &str) -> Markup {
    let Hidden { name, value } = hidden;
    html! {
        form method="post" action=(ask.to(path)) {
            input type="hidden" name=(name) value=(value);
            button.quiet { (text) }
        }
    }
}

/// Subject and text of the mail that signs in.
#[must_use]
pub fn sign_in_mail(language: Language, service: &str, code: &str, link: &str) -> (String, String) {
    let words = &language.words().account;
    let text = format!(
        "{}\n\n{}\n{link}\n\n{}\n\n{service}\n",
        (words.mail_code)(code),
        words.mail_link,
        words.mail_foot
    );
    ((words.mail_subject)(service), text)
}

/// What an account's owner is notified of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A browser that was never signed in here before is; its name, if it is known.
    SignedIn(Option<&'a str>),
    /// A password was set.
    PasswordSet,
    /// A token was made.
    TokenMade,
    /// A client was allowed to act; the host of its redirect.
    ClientAllowed(&'a str),
    /// A passkey was added.
    PasskeyAdded,
    /// The account was deleted.
    Deleted,
}

impl Event<'_> {
    /// Returns its name.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::SignedIn(_) => "signed-in",
            Self::PasswordSet => "password",
            Self::TokenMade => "token",
            Self::ClientAllowed(_) => "client",
            Self::PasskeyAdded => "passkey",
            Self::Deleted => "deleted",
        }
    }
}

/// Subject and text of a notice; `page` is the address of the page that ends everything.
#[must_use]
pub fn notice_mail(
    language: Language,
    service: &str,
    event: Event<'_>,
    at: Timestamp,
    page: &str,
) -> (String, String) {
    let account = &language.words().account;
    let words = &account.notices;
    let what = match event {
        Event::SignedIn(None) => words.signed_in.to_owned(),
        Event::SignedIn(Some(browser)) => format!("{}\n{}: {browser}", words.signed_in, account.browser),
        Event::PasswordSet => words.password_set.to_owned(),
        Event::TokenMade => words.token_made.to_owned(),
        Event::ClientAllowed(host) => (words.client_allowed)(host),
        Event::PasskeyAdded => words.passkey_added.to_owned(),
        Event::Deleted => words.deleted.to_owned(),
    };
    let at = (words.at)(&at.utc().format("%Y-%m-%d %H:%M").to_string());
    let then = if event == Event::Deleted { String::new() } else { format!("{}\n\n", (words.not_you)(page)) };
    ((words.subject)(service), format!("{what}\n{at}\n\n{then}{service}\n"))
}

#[cfg(test)]
mod tests;

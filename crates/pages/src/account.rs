//! `/account`: the pages of one person. They are built for each request from the caller's data, and are never cached.
//! Every action is a form and works without a script, except passkeys, which browsers offer only to scripts.

mod forms;
pub(crate) mod overview;
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
    /// A notice above the content of a page.
    Deleted,
    /// The requested action is done.
    Wrong,
    /// The entered text is not an email address.
    NotAnAddress,
    /// Too many attempts; the minutes to wait.
    TooMany(usize),
    /// The account has reached the maximum number of entries.
    Full,
    /// The password is too weak.
    Weak,
    /// The token would have no scope.
    NoScope,
    /// The body is not a form.
    NoForm,
    /// The form arrived incomplete.
    NotWhole,
    /// The sign-in is too old for this action.
    Fresh,
    /// The service cannot do this at the moment.
    Busy,
    /// The form came from another site.
    Foreign,
    /// The passkey is not valid.
    NoPasskey,
    /// No resort has that name.
    NoResort(String),
}

#[derive(Debug, Clone)]
pub struct Browser {
    pub id: String,
    /// A short description.
    pub name: ShownName,
    /// When it signed in.
    pub signed_in_at: Timestamp,
    /// When it was last seen, to the hour.
    pub seen_at: Timestamp,
    /// Whether it is the browser of this request.
    pub is_this: bool,
}

#[derive(Debug, Clone)]
pub struct Token {
    pub id: String,
    /// Name given by the owner.
    pub name: ShownName,
    /// Names of its scopes.
    pub scopes: String,
    /// When it was last used.
    pub used_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
}

/// The owner of the account.
#[derive(Debug, Clone)]
pub struct Owner {
    pub email: String,
    /// Whether the tier is Pro.
    pub is_pro: bool,
    /// When the Pro tier ends.
    pub until: Option<Timestamp>,
    /// Slugs of the saved resorts.
    pub saved: Vec<String>,
    /// Whether the service offers passkeys.
    pub has_passkeys: bool,
}

/// A page of an account.
#[derive(Debug, Clone)]
pub enum Screen {
    SignIn {
        /// Whether new accounts may be created.
        is_open: bool,
        /// Whether passkeys can sign in here.
        by_passkey: bool,
    },
    /// The form for the code.
    Code,
    /// The page of a sign-in link.
    Link {
        /// The token in the link.
        link: String,
    },
    /// The overview of the account.
    Own(Owner),
    Browsers(Vec<Browser>),
    /// The tokens, and the text of a token that was just created.
    Tokens {
        tokens: Vec<Token>,
        /// Text of the new token, shown once.
        made: Option<String>,
        /// Offered lifetimes, in days.
        days: Vec<u16>,
    },
    /// The passkeys, and whether one can be added here.
    Passkeys(Vec<Passkey>, PasskeySupport),
    /// The form for a password.
    Password,
    /// The page for exporting the data and deleting the account.
    Leave,
    /// Only a notice.
    Nothing,
}

#[must_use]
pub fn page(ask: &Ask<'_>, screen: &Screen, note: Option<&Note>, status: u16) -> Answer {
    let words = &ask.words().account;
    let (title, body) = match screen {
        Screen::SignIn { is_open, by_passkey } => (words.sign_in, forms::sign_in(ask, *is_open, *by_passkey)),
        Screen::Code => (words.code_title, forms::code(ask)),
        Screen::Link { link } => (words.sign_in, forms::link(ask, link)),
        Screen::Own(owner) => (words.my_page, overview::render(ask, owner)),
        Screen::Browsers(browsers) => (words.sessions, overview::browsers(ask, browsers)),
        Screen::Tokens { tokens, made, days } => {
            (words.tokens, overview::tokens(ask, tokens, made.as_deref(), days))
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
    Answer { status, media_type: HTML, html: document(ask, &content, PAGES, false), location: None }
}

/// Returns a notice for a script to show.
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

/// A hidden field of a form.
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

/// Returns subject and text of the email for signing in.
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

/// An event that an account's owner is notified of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A sign-in from a new browser; its name, if known.
    SignedIn(Option<&'a str>),
    /// A password was set.
    PasswordSet,
    /// A token was made.
    TokenMade,
    /// A client received access; the host of its redirect.
    ClientAllowed(&'a str),
    /// A passkey was added.
    PasskeyAdded,
    /// The account was deleted.
    Deleted,
}

impl Event<'_> {
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

/// Returns subject and text of a notice; `page` is the address of the page that signs out everywhere.
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

//! What a page says of an act: that it is done, or why it is not.

use maud::{Markup, html};

use crate::ask::Ask;

/// What is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Letters begin.
    Begun,
    /// The link begins nobody's letters.
    NotBegun,
    /// Letters have ended.
    Ended,
    /// The link ends nobody's letters.
    NotEnded,
    /// Three letters that ask were sent within the hour.
    ThreeLetters,
    /// There are no webhooks here.
    NoWebhooks,
    /// No subscription is of that name and secret.
    NoSubscription,
    /// The subscription lacks this event.
    NotListed(String),
    /// The client cannot be allowed anything, for this reason.
    NotAllowed(String),
    /// No such threshold, or none of this kind.
    Threshold,
    /// No such days ahead, or none of this kind, or not for this account.
    Days,
    /// No such quiet hours.
    Quiet,
    /// No resort is of that name.
    NoResort(String),
    /// There is no room for another one.
    Full,
    /// An operation refuses it, for this reason.
    Refused(String),
    /// The form came from elsewhere.
    Foreign,
    /// What came was no form.
    NoForm,
    /// The form did not arrive whole.
    NotWhole,
    /// Too much came from one network.
    TooMany,
    /// The service cannot, at this moment.
    Busy,
}

impl Note {
    /// Heading of a page that says nothing else.
    pub(super) fn title(&self, ask: &Ask<'_>) -> &'static str {
        let words = ask.words().personal;
        match self {
            Self::Begun => words.begun,
            Self::Ended => words.ended,
            Self::NotAllowed(_) => words.not_allowed,
            Self::TooMany => words.too_many,
            _ => words.nothing_done,
        }
    }

    /// The sentence. Reasons that rules give are in English, and marked.
    pub(super) fn text(&self, ask: &Ask<'_>) -> Markup {
        let (words, account) = (ask.words().personal, ask.words().account);
        let text = match self {
            Self::Begun => words.begun_says,
            Self::NotBegun => words.not_begun,
            Self::Ended => words.ended_says,
            Self::NotEnded => words.not_ended,
            Self::ThreeLetters => words.three_letters,
            Self::Threshold => words.bad_threshold,
            Self::Days => words.bad_days,
            Self::Quiet => words.bad_quiet,
            Self::NoResort(name) => {
                return html! { ((ask.words().no_hit)(&world::unknown::shortened(name))) };
            }
            Self::Full => account.full,
            Self::NoWebhooks => words.no_webhooks,
            Self::NoSubscription => words.no_subscription,
            Self::NotListed(event) => return html! { ((words.not_listed)(event)) },
            Self::NotAllowed(reason) | Self::Refused(reason) => return html! { span lang="en" { (reason) } },
            Self::Foreign => account.foreign,
            Self::NoForm => words.no_form,
            Self::NotWhole => words.not_whole,
            Self::TooMany => words.too_many_says,
            Self::Busy => account.busy,
        };
        html! { (text) }
    }
}

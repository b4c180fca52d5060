//! Notices about an action: success, or the reason for a failure.

use maud::{Markup, html};

use crate::ask::Ask;

/// A notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Emails start.
    Begun,
    /// The link does not start any emails.
    NotBegun,
    /// Emails stop.
    Ended,
    /// The morning email stops.
    MorningEnded,
    /// The link does not stop any emails.
    NotEnded,
    /// Three confirmation emails were sent within the hour.
    ThreeLetters,
    /// The service has no webhooks.
    NoWebhooks,
    /// No subscription has that id and secret.
    NoSubscription,
    /// The subscription lacks this event.
    NotListed(String),
    /// The client may not receive access, for this reason.
    NotAllowed(String),
    /// The threshold is invalid, or invalid for this type.
    Threshold,
    /// The number of days is invalid, or not available for this type or account.
    Days,
    /// The quiet hours are invalid.
    Quiet,
    /// No resort has that name.
    NoResort(String),
    /// The account has reached the maximum number of alerts.
    Full,
    /// An operation rejects it, for this reason.
    Refused(String),
    /// The form came from another site.
    Foreign,
    /// The body is not a form.
    NoForm,
    /// The form arrived incomplete.
    NotWhole,
    /// Too many requests came from one network.
    TooMany,
    /// The service cannot do this at the moment.
    Busy,
}

impl Note {
    /// Returns the heading of a page with only this notice.
    pub(super) fn title(&self, ask: &Ask<'_>) -> &'static str {
        let words = ask.words().personal;
        match self {
            Self::Begun => words.begun,
            Self::Ended => words.ended,
            Self::MorningEnded => ask.language.mail().ended,
            Self::NotAllowed(_) => words.not_allowed,
            Self::TooMany => words.too_many,
            _ => words.nothing_done,
        }
    }

    /// Renders the sentence. Reasons from rules are in English, marked as such, after a sentence
    /// in the language of the page.
    pub(super) fn text(&self, ask: &Ask<'_>) -> Markup {
        let (words, account) = (ask.words().personal, ask.words().account);
        let text = match self {
            Self::Begun => words.begun_says,
            Self::NotBegun => words.not_begun,
            Self::Ended => words.ended_says,
            Self::MorningEnded => ask.language.mail().ended_says,
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
            Self::NotAllowed(reason) | Self::Refused(reason) => {
                return html! { (words.not_accepted) " " span lang="en" { (reason) } };
            }
            Self::Foreign => account.foreign,
            Self::NoForm => words.no_form,
            Self::NotWhole => words.not_whole,
            Self::TooMany => words.too_many_says,
            Self::Busy => account.busy,
        };
        html! { (text) }
    }
}

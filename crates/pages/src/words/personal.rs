//! Texts of the decision pages, and of alert emails, in six languages.

use accounts::alerts::Kind;

use super::{CountMessage, TextMessage, TwoTextsMessage};

pub(crate) mod de;
pub(crate) mod en;
pub(crate) mod es;
pub(crate) mod fr;
pub(crate) mod it;
pub(crate) mod ja;

/// All texts of these pages, in one language.
pub(crate) struct PersonalWords {
    // Texts of the alerts page.
    pub(crate) alerts: &'static str,
    pub(crate) your_alerts: &'static str,
    pub(crate) none_yet: &'static str,
    /// In the order of `Kind::ALL`.
    pub(crate) kinds: [&'static str; 4],
    pub(crate) any_resort: &'static str,
    pub(crate) from_cm: TextMessage,
    pub(crate) within: CountMessage,
    /// Takes the quiet hours, such as 22-6, on the resort's clock.
    pub(crate) not_at: TextMessage,
    pub(crate) kind: &'static str,
    pub(crate) resort: &'static str,
    pub(crate) threshold: &'static str,
    pub(crate) days_ahead: &'static str,
    pub(crate) quiet_hours: &'static str,
    pub(crate) add: &'static str,
    pub(crate) by_mail: &'static str,
    /// Never requested, confirmation sent, on, stopped.
    pub(crate) letters: [&'static str; 4],
    pub(crate) ask: &'static str,
    pub(crate) ask_again: &'static str,
    pub(crate) ask_anew: &'static str,
    pub(crate) no_more: &'static str,
    /// Emails in the language of the page.
    pub(crate) speak: &'static str,
    pub(crate) by_webhook: &'static str,
    /// Precedes the subscription's id.
    pub(crate) webhook_to: &'static str,
    pub(crate) webhook_how: &'static str,
    pub(crate) webhook_docs: &'static str,
    pub(crate) webhook_stop: &'static str,
    pub(crate) subscription: &'static str,
    pub(crate) secret: &'static str,
    pub(crate) use_it: &'static str,
    pub(crate) what_fired: &'static str,
    pub(crate) nothing_fired: &'static str,
    pub(crate) fired_at: TextMessage,
    pub(crate) clients: &'static str,
    pub(crate) no_client: &'static str,
    pub(crate) since: TextMessage,
    pub(crate) end: &'static str,
    /// The thresholds, days and hours that a form accepts, and for which types.
    pub(crate) bad_threshold: &'static str,
    pub(crate) bad_days: &'static str,
    pub(crate) bad_quiet: &'static str,
    pub(crate) three_letters: &'static str,
    pub(crate) no_webhooks: &'static str,
    pub(crate) no_subscription: &'static str,
    pub(crate) not_listed: TextMessage,

    // Texts for links in emails.
    pub(crate) begin_title: &'static str,
    pub(crate) begin_says: &'static str,
    pub(crate) begin: &'static str,
    pub(crate) end_title: &'static str,
    pub(crate) end_says: &'static str,
    pub(crate) begun: &'static str,
    pub(crate) begun_says: &'static str,
    pub(crate) not_begun: &'static str,
    pub(crate) ended: &'static str,
    pub(crate) ended_says: &'static str,
    pub(crate) not_ended: &'static str,

    // Texts of emails.
    pub(crate) fallen: TwoTextsMessage,
    pub(crate) opened: TextMessage,
    pub(crate) clear: TwoTextsMessage,
    pub(crate) ahead: fn(&str, &str, usize) -> String,
    /// Takes the first of several, and the number of others.
    pub(crate) and_more: fn(&str, usize) -> String,
    /// Takes the source and the time.
    pub(crate) reported: TwoTextsMessage,
    pub(crate) computed: TextMessage,
    pub(crate) more_listed: CountMessage,
    pub(crate) see_alerts: &'static str,
    pub(crate) daily: &'static str,
    /// For the confirmation email; takes the service.
    pub(crate) asking: TextMessage,
    pub(crate) asking_foot: &'static str,
    pub(crate) asking_subject: TextMessage,

    // Texts for allowing a client, and its errors.
    pub(crate) sign_in_first: &'static str,
    pub(crate) sign_in_and_return: &'static str,
    pub(crate) go_on: &'static str,
    pub(crate) allow_title: &'static str,
    /// Follows the client's name; takes the service and the address.
    pub(crate) asks: TwoTextsMessage,
    pub(crate) answer_to: &'static str,
    pub(crate) is_local: &'static str,
    pub(crate) is_remote: &'static str,
    pub(crate) client: &'static str,
    pub(crate) may_then: &'static str,
    pub(crate) allow: &'static str,
    pub(crate) refuse: &'static str,
    pub(crate) end_later: &'static str,
    pub(crate) not_allowed: &'static str,
    /// Precedes a reason in English.
    pub(crate) not_accepted: &'static str,
    pub(crate) nothing_done: &'static str,
    pub(crate) no_form: &'static str,
    pub(crate) not_whole: &'static str,
    pub(crate) too_many: &'static str,
    pub(crate) too_many_says: &'static str,
}

impl PersonalWords {
    /// Returns the name of an alert's type.
    pub(crate) fn kind(&self, kind: Kind) -> &'static str {
        let named = Kind::ALL.into_iter().zip(self.kinds).find(|(known, _)| *known == kind);
        named.map_or("", |(_, name)| name)
    }
}

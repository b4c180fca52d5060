//! Texts of the pages and emails of accounts, in six languages.

use super::{CountMessage, TextMessage};

pub(crate) mod de;
pub(crate) mod en;
pub(crate) mod es;
pub(crate) mod fr;
pub(crate) mod it;
pub(crate) mod ja;
pub(crate) mod notices;

use notices::NoticeWords;

/// All texts of accounts, in one language.
pub(crate) struct AccountWords {
    /// Name of the account in the header of every page.
    pub(crate) account: &'static str,
    pub(crate) sign_in: &'static str,
    pub(crate) sign_in_says: &'static str,
    /// Shown if new accounts cannot be created.
    pub(crate) closed_says: &'static str,
    pub(crate) email: &'static str,
    pub(crate) send_code: &'static str,
    pub(crate) with_password: &'static str,
    pub(crate) password: &'static str,
    pub(crate) code_title: &'static str,
    pub(crate) code_says: &'static str,
    pub(crate) code: &'static str,
    pub(crate) new_code: &'static str,
    pub(crate) link_says: &'static str,
    pub(crate) my_page: &'static str,
    pub(crate) my_page_says: &'static str,
    pub(crate) saved: &'static str,
    pub(crate) nothing_saved: &'static str,
    pub(crate) resort_name: &'static str,
    pub(crate) save: &'static str,
    pub(crate) remove: &'static str,
    pub(crate) signed_in_as: TextMessage,
    pub(crate) tier_free: &'static str,
    pub(crate) tier_pro: &'static str,
    pub(crate) until: TextMessage,
    pub(crate) sign_out: &'static str,
    pub(crate) sessions: &'static str,
    pub(crate) this_browser: &'static str,
    pub(crate) browser: &'static str,
    pub(crate) signed_in_at: &'static str,
    pub(crate) last_used: &'static str,
    pub(crate) end: &'static str,
    pub(crate) end_others: &'static str,
    pub(crate) tokens: &'static str,
    pub(crate) tokens_says: &'static str,
    pub(crate) token_name: &'static str,
    /// Legend of the scopes.
    pub(crate) scopes_title: &'static str,
    pub(crate) scope_forecast: &'static str,
    pub(crate) scope_saved: &'static str,
    pub(crate) scope_alerts: &'static str,
    pub(crate) days: &'static str,
    pub(crate) make_token: &'static str,
    /// Shown next to a token that was just created.
    pub(crate) token_once: &'static str,
    pub(crate) revoke: &'static str,
    pub(crate) expires: &'static str,
    pub(crate) set_password: &'static str,
    pub(crate) password_says: &'static str,
    pub(crate) my_data: &'static str,
    pub(crate) export: &'static str,
    pub(crate) delete: &'static str,
    pub(crate) delete_says: &'static str,
    pub(crate) delete_confirm: &'static str,
    pub(crate) deleted: &'static str,
    pub(crate) done: &'static str,
    /// Shown if the sign-in is too old for the action.
    pub(crate) fresh: &'static str,
    pub(crate) wrong: &'static str,
    pub(crate) not_an_address: &'static str,
    pub(crate) too_many: CountMessage,
    pub(crate) full: &'static str,
    pub(crate) weak: &'static str,
    /// Shown if a token would have no scope.
    pub(crate) no_scope: &'static str,
    pub(crate) busy: &'static str,
    pub(crate) foreign: &'static str,
    pub(crate) mail_subject: TextMessage,
    pub(crate) mail_code: TextMessage,
    pub(crate) mail_link: &'static str,
    pub(crate) mail_foot: &'static str,
    pub(crate) passkeys: PasskeyWords,
    pub(crate) notices: NoticeWords,
}

pub(crate) struct PasskeyWords {
    pub(crate) title: &'static str,
    pub(crate) says: &'static str,
    pub(crate) with_passkey: &'static str,
    pub(crate) add: &'static str,
    pub(crate) added_at: &'static str,
    /// Shown if the script does not run, or finds a browser without passkeys.
    pub(crate) no_script: &'static str,
    /// Shown if the service's address does not support them.
    pub(crate) no_domain: &'static str,
    pub(crate) no_tls: &'static str,
    /// Shown next to one that was created for another domain.
    pub(crate) elsewhere: TextMessage,
    pub(crate) wrong: &'static str,
    /// Shown if the browser or the user cancelled.
    pub(crate) stopped: &'static str,
    /// Shown if the device already has one.
    pub(crate) there: &'static str,
}

impl AccountWords {
    /// Returns the scopes by name, with their descriptions.
    pub(crate) const fn scopes(&self) -> [(&'static str, &'static str); 3] {
        [("forecast.pro", self.scope_forecast), ("saved", self.scope_saved), ("alerts", self.scope_alerts)]
    }
}

//! Every limit of accounts, as one table. A [`Quota`] is an action with limits at several levels: a network (an IPv4
//! address or an IPv6 /64), the /56 and the /48 around it, a browser that was signed in before, an account, a mailbox,
//! the domain that receives email, and the total. An action counts at all levels or, if one of them rejects it, at
//! none.
//!
//! **Fair shares.** A level that strangers share (a mailbox, a domain, a /48) has two numbers. A network that already
//! used some of it is admitted up to `repeat`; the rest, up to `most`, is for networks that used none within the
//! window. So k networks use up at most k places of that rest, and the owner of a mailbox, who comes from another
//! network, finds one.
//!
//! **Remaining attack.** An attacker with one unrelated network per place of that rest can exhaust a shared level for
//! its window. A browser that was signed in to the account before has a separate count and is never affected; neither
//! are passkeys, nor existing sessions and tokens.

use std::net::{IpAddr, Ipv6Addr};

use conditions_core::time::{HOUR_MS, MINUTE_MS};

use crate::mailbox::Mailbox;
use crate::secret::Digest;

/// Subject of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// An IPv4 address, or the /64 of an IPv6 address.
    Network,
    /// The /56 of an IPv6 address, which many providers assign to one customer.
    Prefix56,
    /// The /48 of an IPv6 address, which some providers assign to one customer.
    Prefix48,
    /// A browser that was signed in before.
    Browser,
    /// An account, or an address that may have one.
    Account,
    /// A mailbox, without the tag of its address.
    Mailbox,
    /// The domain that receives an email.
    Domain,
    /// All actions together.
    Total,
}

/// A limit at one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    pub level: Level,
    /// Maximum number within the window.
    pub most: usize,
    /// Limit for networks that already used some within the window.
    pub repeat: usize,
    /// Window, milliseconds.
    pub window_ms: i64,
    /// Maximum number for one network, within this many milliseconds.
    pub each: Option<(usize, i64)>,
}

impl Rule {
    const fn hourly(level: Level, most: usize) -> Self {
        Self { level, most, repeat: most, window_ms: HOUR_MS, each: None }
    }

    const fn sharing(self, repeat: usize) -> Self {
        Self { repeat, ..self }
    }

    const fn each(self, most: usize, window_ms: i64) -> Self {
        Self { each: Some((most, window_ms)), ..self }
    }
}

/// An action and its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Name in the store.
    pub action: &'static str,
    /// Name in the documentation.
    pub title: &'static str,
    pub rules: &'static [Rule],
}

/// Sign-ins begun by strangers: codes requested, passwords tried, passkeys begun.
pub const SIGN_INS: Quota = Quota {
    action: "sign-in",
    title: "sign-ins begun in a browser that is not known",
    rules: &[
        Rule::hourly(Level::Network, 20),
        Rule::hourly(Level::Prefix56, 40).sharing(30),
        Rule::hourly(Level::Prefix48, 80).sharing(60),
    ],
};
/// Sign-in emails requested by strangers. A request beyond a limit looks like any other, but no email is sent.
pub const MAILS: Quota = Quota {
    action: "mail",
    title: "sign-in emails requested in a browser that is not known",
    rules: &[
        Rule::hourly(Level::Mailbox, 3).sharing(2).each(1, 10 * MINUTE_MS),
        Rule::hourly(Level::Domain, 100).sharing(50),
        Rule::hourly(Level::Total, 1_000).sharing(500),
    ],
};
/// Wrong passwords tried by strangers for an account.
pub const PASSWORDS: Quota = Quota {
    action: "password",
    title: "wrong passwords for an account, tried in a browser that is not known",
    rules: &[Rule::hourly(Level::Account, 1_000).sharing(100).each(5, 15 * MINUTE_MS)],
};
/// Sign-in emails requested by a browser for the account that it was signed in to.
pub const KNOWN_MAILS: Quota = Quota {
    action: "known-mail",
    title: "sign-in emails requested in a browser that was signed in to the account",
    rules: &[Rule::hourly(Level::Browser, 3)],
};
/// Sign-ins with a password or a passkey in a browser that was signed in before.
pub const KNOWN_SIGN_INS: Quota = Quota {
    action: "known-sign-in",
    title: "passwords and passkeys tried in a browser that was signed in before",
    rules: &[Rule::hourly(Level::Browser, 20)],
};
/// Emails that ask an account's owner to confirm alerts by email.
pub const CONFIRMATIONS: Quota = Quota {
    action: "letters",
    title: "emails that confirm alerts by email",
    rules: &[Rule::hourly(Level::Account, 3)],
};
/// Notices of one kind about an account.
pub const NOTICES: Quota = Quota {
    action: "notice",
    title: "notices of one kind (new browser, password, token, client, passkey, deletion)",
    rules: &[Rule::hourly(Level::Account, 3)],
};
/// Registrations of OAuth clients.
pub const REGISTRATIONS: Quota = Quota {
    action: "registration",
    title: "registrations of OAuth clients",
    rules: &[
        Rule::hourly(Level::Network, 10),
        Rule::hourly(Level::Prefix56, 20).sharing(15),
        Rule::hourly(Level::Prefix48, 40).sharing(30),
    ],
};
/// All quotas, in the order of the documentation.
pub const ALL: [Quota; 8] =
    [SIGN_INS, MAILS, PASSWORDS, KNOWN_MAILS, KNOWN_SIGN_INS, CONFIRMATIONS, NOTICES, REGISTRATIONS];

/// Subject of a counted action. A rule at a level that the subject lacks is skipped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    network: Option<IpAddr>,
    browser: Option<Digest>,
    account: Option<String>,
    mailbox: Option<Mailbox>,
}

impl Subject {
    /// Counts by a network.
    #[must_use]
    pub fn from(network: IpAddr) -> Self {
        Self { network: Some(network), ..Self::default() }
    }

    /// Counts by an account: its id, its address, or one of these with the kind of an action.
    #[must_use]
    pub fn account(self, account: &str) -> Self {
        Self { account: Some(Digest::from_text(account).hex()), ..self }
    }

    /// Counts by a browser.
    #[must_use]
    pub fn browser(self, browser: Digest) -> Self {
        Self { browser: Some(browser), ..self }
    }

    /// Counts by a mailbox and its domain.
    #[must_use]
    pub fn mailbox(self, mailbox: Mailbox) -> Self {
        Self { mailbox: Some(mailbox), ..self }
    }

    /// Returns the key of this subject at a level.
    fn key(&self, level: Level) -> Option<String> {
        let prefix = |bits: u32| self.network.and_then(|network| prefix(network, bits));
        match level {
            Level::Network => self.network.map(|network| network.to_string()),
            Level::Prefix56 => prefix(56).map(|prefix| format!("{prefix}/56")),
            Level::Prefix48 => prefix(48).map(|prefix| format!("{prefix}/48")),
            Level::Browser => self.browser.map(|browser| browser.hex()),
            Level::Account => self.account.clone(),
            Level::Mailbox => self.mailbox.as_ref().map(|mailbox| mailbox.digest().hex()),
            Level::Domain => self.mailbox.as_ref().map(|mailbox| Digest::from_text(mailbox.domain()).hex()),
            Level::Total => Some("all".to_owned()),
        }
    }

    /// Returns the share that an action uses at a level: the next smaller prefix for a prefix, and the /48 for
    /// everything else.
    fn member(&self, level: Level) -> Option<String> {
        let network = self.network?;
        let part = match level {
            Level::Network | Level::Browser => return None,
            Level::Prefix56 => Some(network),
            Level::Prefix48 => prefix(network, 56),
            Level::Account | Level::Mailbox | Level::Domain | Level::Total => prefix(network, 48),
        };
        Some(part.unwrap_or(network).to_string())
    }
}

/// Returns an IPv6 network cut to its leading bits; IPv4 has no such levels.
fn prefix(network: IpAddr, bits: u32) -> Option<IpAddr> {
    match network {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - bits).unwrap_or_default();
            Some(IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask)))
        }
    }
}

/// Returns the networks around a client, the smallest first, each with its multiple of one network's limit: one for the
/// /64 or the IPv4 address, two for the /56, four for the /48. For limits per minute, which are in memory.
pub fn enclosing_networks(network: IpAddr) -> impl Iterator<Item = (IpAddr, u32)> {
    let wider = [(56, 2), (48, 4)].into_iter();
    let wider = wider.filter_map(move |(bits, factor)| Some((prefix(network, bits)?, factor)));
    std::iter::once((network, 1)).chain(wider)
}

/// A counter in the store, for an action at one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    pub name: String,
    pub rule: Rule,
    /// Key of the network's share.
    pub share: Option<String>,
}

impl Quota {
    /// Returns the counters of this action for a subject.
    #[must_use]
    pub fn counters(&self, subject: &Subject) -> Vec<Counter> {
        let counter = |rule: &Rule| {
            let name = format!("{} {:?} {}", self.action, rule.level, subject.key(rule.level)?);
            let is_shared = rule.repeat < rule.most || rule.each.is_some();
            let member = subject.member(rule.level).filter(|_| is_shared);
            let share = member.map(|member| format!("{name} from {member}"));
            Some(Counter { name, rule: *rule, share })
        };
        self.rules.iter().filter_map(counter).collect()
    }
}

/// Formats the table of all limits in Markdown, for the documentation.
#[must_use]
pub fn table() -> String {
    let mut text = "| Limited | Level | At most | Of these, for networks that took none | Each network |\n\
                    |---|---|---|---|---|\n"
        .to_owned();
    for quota in ALL {
        for rule in quota.rules {
            let level = match rule.level {
                Level::Network => "network (IPv4 address, IPv6 /64)",
                Level::Prefix56 => "IPv6 /56",
                Level::Prefix48 => "IPv6 /48",
                Level::Browser => "browser",
                Level::Account => "account",
                Level::Mailbox => "mailbox",
                Level::Domain => "receiving domain",
                Level::Total => "total",
            };
            let window = |ms: i64| {
                if ms == HOUR_MS { "an hour".to_owned() } else { format!("{} min", ms / MINUTE_MS) }
            };
            let reserve = rule.most.saturating_sub(rule.repeat);
            let reserve = if reserve == 0 { "–".to_owned() } else { reserve.to_string() };
            let each = rule.each.map_or("–".to_owned(), |(most, ms)| format!("{most} in {}", window(ms)));
            text += &format!(
                "| {} | {level} | {} in {} | {reserve} | {each} |\n",
                quota.title,
                rule.most,
                window(rule.window_ms)
            );
        }
    }
    text
}

#[cfg(test)]
mod tests;

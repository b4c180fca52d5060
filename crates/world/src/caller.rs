//! Who asks, and what that entitles to. One function decides about the 14-day fields, for every face of the service.
//!
//! A face makes a [`Caller`] of each request in one place and passes it down. [`Caller::anonymous`] and
//! [`crate::View::public`] are refused by clippy everywhere but where answers for everybody are made on purpose.

use std::collections::BTreeSet;
use std::sync::Arc;

use accounts::{AccountId, Scope, Scopes};

/// The caller of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    tier: Tier,
    member: Option<Member>,
}

/// Whose account a caller has.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Member {
    account: AccountId,
    /// The slugs of the resorts that the account keeps.
    saved: Arc<BTreeSet<String>>,
    scopes: Scopes,
}

/// What kind of caller asks, from the least entitled up: what one tier may do, those above it may do as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Nobody in particular.
    Anonymous,
    /// Signed in, on the free tier.
    Reader,
    /// Signed in, on the Pro tier.
    Pro,
}

impl Caller {
    /// Nobody in particular.
    #[must_use]
    pub const fn anonymous() -> Self {
        Self { tier: Tier::Anonymous, member: None }
    }

    /// The holder of a secret of one thing, such as an operator's key, who has no account.
    #[must_use]
    pub const fn for_credential_holder() -> Self {
        Self { tier: Tier::Anonymous, member: None }
    }

    /// A signed-in reader on the free tier, with the slugs of the reader's saved resorts.
    #[must_use]
    pub fn reader(account: AccountId, saved: impl Into<Arc<BTreeSet<String>>>) -> Self {
        let member = Member { account, saved: saved.into(), scopes: Scopes::ALL };
        Self { tier: Tier::Reader, member: Some(member) }
    }

    /// The same on the Pro tier.
    #[must_use]
    pub fn subscriber(account: AccountId, saved: impl Into<Arc<BTreeSet<String>>>) -> Self {
        Self { tier: Tier::Pro, ..Self::reader(account, saved) }
    }

    /// Who may see what Pro shows and has no account: whoever has the whole deployment before them.
    #[must_use]
    pub const fn pro() -> Self {
        Self { tier: Tier::Pro, member: None }
    }

    /// The same caller by a token that was made for some things alone. Without [`Scope::Forecast`] the tier is that of a
    /// reader, so that no answer that was kept for Pro is given out.
    #[must_use]
    pub fn within(self, scopes: Scopes) -> Self {
        let tier = if scopes.has(Scope::Forecast) { self.tier } else { self.tier.min(Tier::Reader) };
        Self { tier, member: self.member.map(|member| Member { scopes, ..member }) }
    }

    /// The caller's tier.
    #[must_use]
    pub const fn tier(&self) -> Tier {
        self.tier
    }

    /// Whose account it is; `None` for nobody's.
    #[must_use]
    pub fn account(&self) -> Option<AccountId> {
        self.member.as_ref().map(|member| member.account)
    }

    /// Slugs of the caller's saved resorts; none for nobody.
    pub fn saved(&self) -> impl Iterator<Item = &str> {
        self.member.iter().flat_map(|member| member.saved.iter().map(String::as_str))
    }

    /// Whether the caller has an account and presents what was made for this too.
    #[must_use]
    pub fn may(&self, scope: Scope) -> bool {
        self.member.as_ref().is_some_and(|member| member.scopes.has(scope))
    }

    /// Whether days 8–14 of the forecast of `slug` may be shown (specification, `next14dCm`).
    #[must_use]
    pub fn sees_14_days(&self, slug: &str) -> bool {
        match (self.tier, &self.member) {
            (Tier::Pro, _) => true,
            (Tier::Reader, Some(member)) => member.scopes.has(Scope::Forecast) && member.saved.contains(slug),
            (Tier::Anonymous, _) | (Tier::Reader, None) => false,
        }
    }
}

#[cfg(test)]
mod tests;

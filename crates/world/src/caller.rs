//! The caller of an operation and what it is entitled to. One function decides about the 14-day fields, for every
//! interface of the service.
//!
//! An interface creates a [`Caller`] for each request in one place and passes it down. Clippy rejects
//! [`Caller::anonymous`] and [`crate::View::public`] except in places that produce public answers on purpose.

use std::collections::BTreeSet;
use std::sync::Arc;

use accounts::{AccountId, Scope, Scopes};

/// The caller of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    tier: Tier,
    member: Option<Member>,
}

/// The account of a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Member {
    account: AccountId,
    /// Slugs of the account's saved resorts.
    saved: Arc<BTreeSet<String>>,
    scopes: Scopes,
}

/// The kind of caller, in ascending order of rights: each tier includes the rights of those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Without an account.
    Anonymous,
    /// Signed in, on the free tier.
    Reader,
    /// Signed in, on the Pro tier.
    Pro,
}

impl Caller {
    /// Returns a caller without an account.
    #[must_use]
    pub const fn anonymous() -> Self {
        Self { tier: Tier::Anonymous, member: None }
    }

    /// Returns the holder of a secret for one thing, such as an operator's key, without an account.
    #[must_use]
    pub const fn for_credential_holder() -> Self {
        Self { tier: Tier::Anonymous, member: None }
    }

    /// Returns a signed-in reader on the free tier, with the slugs of the reader's saved resorts.
    #[must_use]
    pub fn reader(account: AccountId, saved: impl Into<Arc<BTreeSet<String>>>) -> Self {
        let member = Member { account, saved: saved.into(), scopes: Scopes::ALL };
        Self { tier: Tier::Reader, member: Some(member) }
    }

    /// Returns a signed-in reader on the Pro tier, with the slugs of the reader's saved resorts.
    #[must_use]
    pub fn subscriber(account: AccountId, saved: impl Into<Arc<BTreeSet<String>>>) -> Self {
        Self { tier: Tier::Pro, ..Self::reader(account, saved) }
    }

    /// Returns a caller with the view of the Pro tier but without an account, for users with access to the whole
    /// deployment.
    #[must_use]
    pub const fn pro() -> Self {
        Self { tier: Tier::Pro, member: None }
    }

    /// Limits the caller to the scopes of a token. Without [`Scope::Forecast`] the tier becomes that of a reader, so
    /// that no cached Pro answer is returned.
    #[must_use]
    pub fn within(self, scopes: Scopes) -> Self {
        let tier = if scopes.has(Scope::Forecast) { self.tier } else { self.tier.min(Tier::Reader) };
        Self { tier, member: self.member.map(|member| Member { scopes, ..member }) }
    }

    #[must_use]
    pub const fn tier(&self) -> Tier {
        self.tier
    }

    /// Returns the caller's account, if any.
    #[must_use]
    pub fn account(&self) -> Option<AccountId> {
        self.member.as_ref().map(|member| member.account)
    }

    /// Returns the slugs of the caller's saved resorts; empty without an account.
    pub fn saved(&self) -> impl Iterator<Item = &str> {
        self.member.iter().flat_map(|member| member.saved.iter().map(String::as_str))
    }

    /// Returns whether the caller has an account and a credential with this scope.
    #[must_use]
    pub fn may(&self, scope: Scope) -> bool {
        self.member.as_ref().is_some_and(|member| member.scopes.has(scope))
    }

    /// Returns whether days 8–14 of the forecast of `slug` may be shown (specification, `next14dCm`).
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

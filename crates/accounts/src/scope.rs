//! Scopes: the part of an account's rights that a token has. A session has all of them.

/// A right that a token may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Days 8 to 14, within the account's plan.
    Forecast,
    /// Reading and changing saved resorts.
    Saved,
    /// Reading and changing alerts.
    Alerts,
}

impl Scope {
    pub const ALL: [Self; 3] = [Self::Forecast, Self::Saved, Self::Alerts];

    /// Returns the name on the wire and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forecast => "forecast.pro",
            Self::Saved => "saved",
            Self::Alerts => "alerts",
        }
    }

    /// Parses the name of a scope.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Forecast => 1,
            Self::Saved => 2,
            Self::Alerts => 4,
        }
    }
}

/// A set of scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// No scopes: such a token only identifies its account.
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(7);

    /// Collects scopes.
    #[must_use]
    pub fn from_scopes(scopes: impl IntoIterator<Item = Scope>) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }

    /// Parses names separated by blanks; names of later versions are ignored.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self::from_scopes(text.split_whitespace().filter_map(Scope::from_name))
    }

    /// Returns whether the set contains a scope.
    #[must_use]
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Returns the names separated by blanks.
    #[must_use]
    pub fn to_text(self) -> String {
        Scope::ALL.into_iter().filter(|scope| self.has(*scope)).map(Scope::name).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests;

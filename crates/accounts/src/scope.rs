//! What a token may do of what its account may. A session may do all of it.

/// One thing that a token may be made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Days 8 to 14, as far as the account's plan shows them.
    Forecast,
    /// Reading and changing saved resorts.
    Saved,
    /// Reading and changing alerts.
    Alerts,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 3] = [Self::Forecast, Self::Saved, Self::Alerts];

    /// Its name on the wire and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forecast => "forecast.pro",
            Self::Saved => "saved",
            Self::Alerts => "alerts",
        }
    }

    /// The scope of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
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

/// Some scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// None of them: such a token names its account and no more.
    pub const NONE: Self = Self(0);
    /// All of them.
    pub const ALL: Self = Self(7);

    /// These scopes.
    #[must_use]
    pub fn of(scopes: impl IntoIterator<Item = Scope>) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }

    /// Reads names with blanks between them; names of a later version are passed over.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self::of(text.split_whitespace().filter_map(Scope::named))
    }

    /// Whether a scope is among them.
    #[must_use]
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Their names with blanks between them.
    #[must_use]
    pub fn text(self) -> String {
        Scope::ALL.into_iter().filter(|scope| self.has(*scope)).map(Scope::name).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests;

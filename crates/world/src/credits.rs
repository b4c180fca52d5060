//! The credit that every answer carries: the service, the requirement, and the upstream sources of *this* answer.

use schemars::JsonSchema;
use serde::Serialize;

/// One source whose licence requires a credit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    /// Name of the source.
    pub name: String,
    /// Where the credit links to.
    pub url: String,
    /// Name of the licence.
    pub licence: String,
    /// Text of the licence.
    pub licence_url: Option<String>,
    /// The credit in the words that the source asks for.
    pub text: String,
}

/// The service's own credit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceCredit {
    /// `Data by <service_name>`.
    pub text: String,
    /// Where the visible link leads.
    pub url: String,
}

/// Credits of one answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Credits<'w> {
    /// The service.
    pub service: &'w ServiceCredit,
    /// What whoever shows the data has to do.
    pub requirement: &'static str,
    /// Terms in full.
    pub terms_url: &'w str,
    /// Upstream sources whose data this answer carries.
    pub sources: Vec<&'w Credit>,
}

/// The requirement, in one sentence.
pub const REQUIREMENT: &str = "Wherever this data is shown, show the service credit with a visible link to its URL, and the credits of the sources \
     beside it.";

/// Which families of sources an answer carries. A set, so that an answer without forecasts does not credit models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Carries {
    families: u32,
    feeds: u128,
}

impl Carries {
    /// Nothing from upstream.
    pub const NOTHING: Self = Self::families(0);
    /// Reference data of resorts.
    pub const CATALOGUE: Self = Self::families(1);
    /// Weather models.
    pub const FORECAST: Self = Self::families(2);

    /// Winters of the past.
    pub const CLIMATE: Self = Self::families(4);

    /// The indices of El Niño.
    pub const ENSO: Self = Self::families(8);

    const fn families(families: u32) -> Self {
        Self { families, feeds: 0 }
    }

    /// The readings of the network with this index in [`CreditBook::stations`].
    #[must_use]
    pub const fn network(index: usize) -> Self {
        // Networks beyond the last bit share it: then one credit too many is shown, never one too few.
        Self::families(16 << if index < 27 { index } else { 27 })
    }

    /// What the resort's own feed with this index in [`CreditBook::feeds`] says.
    #[must_use]
    pub const fn feed(index: usize) -> Self {
        // As with networks: from the 128th on they are credited together.
        Self { families: 0, feeds: 1 << if index < 127 { index } else { 127 } }
    }

    /// The sources of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { families: self.families | other.families, feeds: self.feeds | other.feeds }
    }

    /// Both when `holds`.
    #[must_use]
    pub const fn and_if(self, other: Self, holds: bool) -> Self {
        if holds { self.and(other) } else { self }
    }

    /// Whether all of `other` is in.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.families & other.families == other.families && self.feeds & other.feeds == other.feeds
    }
}

/// All credits a service may have to show, by family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditBook {
    /// The service's own.
    pub service: ServiceCredit,
    /// Terms in full.
    pub terms_url: String,
    /// Reference data.
    pub catalogue: Vec<Credit>,
    /// Weather models.
    pub forecast: Vec<Credit>,
    /// The reanalysis behind the winters of the past.
    pub climate: Vec<Credit>,
    /// The indices of El Niño; empty when they are not asked.
    pub enso: Vec<Credit>,
    /// Networks of stations that feed the service, in the order of the documentation.
    pub stations: Vec<NetworkCredits>,
    /// Resorts' own feeds that feed the service, by slug.
    pub feeds: Vec<FeedCredit>,
}

/// The credit of one resort's own feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedCredit {
    /// The resort that it speaks of.
    pub slug: String,
    /// Lane name, as observations repeat it.
    pub lane: String,
    /// Whose it is.
    pub credit: Credit,
}

/// The credits of one network of stations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkCredits {
    /// Lane name, as readings repeat it.
    pub network: String,
    /// Its own, and those of whoever it passes on.
    pub credits: Vec<Credit>,
}

impl CreditBook {
    /// What an answer with readings of `network` carries; `None` when the network does not feed the service.
    #[must_use]
    pub fn network(&self, network: &str) -> Option<Carries> {
        self.stations.iter().position(|known| known.network == network).map(Carries::network)
    }

    /// What an answer with what `lane` says of the resort `slug` carries; `None` when no such feed feeds the service.
    #[must_use]
    pub fn feed(&self, slug: &str, lane: &str) -> Option<Carries> {
        self.feeds.iter().position(|feed| feed.slug == slug && feed.lane == lane).map(Carries::feed)
    }

    /// Everything that the service may carry.
    #[must_use]
    pub fn everything(&self) -> Carries {
        let networks = (0..self.stations.len()).map(Carries::network);
        let feeds = (0..self.feeds.len()).map(Carries::feed);
        let others = [Carries::CATALOGUE, Carries::FORECAST, Carries::CLIMATE, Carries::ENSO];
        networks.chain(feeds).chain(others).fold(Carries::NOTHING, Carries::and)
    }

    /// The credits of an answer that carries `carries`, none twice.
    #[must_use]
    pub fn of(&self, carries: Carries) -> Credits<'_> {
        let families = [
            (Carries::CATALOGUE, &self.catalogue),
            (Carries::FORECAST, &self.forecast),
            (Carries::CLIMATE, &self.climate),
            (Carries::ENSO, &self.enso),
        ];
        let families = families.into_iter().map(|(family, credits)| (family, credits.as_slice()));
        let networks = self.stations.iter().enumerate();
        let networks = networks.map(|(at, one)| (Carries::network(at), one.credits.as_slice()));
        let feeds = self.feeds.iter().enumerate();
        let feeds = feeds.map(|(at, one)| (Carries::feed(at), core::slice::from_ref(&one.credit)));
        let mut sources: Vec<&Credit> = Vec::new();
        for (family, credits) in families.chain(networks).chain(feeds) {
            for credit in credits {
                if carries.has(family) && !sources.contains(&credit) {
                    sources.push(credit);
                }
            }
        }
        Credits { service: &self.service, requirement: REQUIREMENT, terms_url: &self.terms_url, sources }
    }
}

#[cfg(test)]
mod tests;

//! The credits of every answer: the service, the requirement, and the upstream sources of *this* answer.

use schemars::JsonSchema;
use serde::Serialize;

/// A source whose licence requires a credit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    /// Name of the source.
    pub name: String,
    /// Target of the credit's link.
    pub url: String,
    /// Name of the licence.
    pub licence: String,
    /// URL of the licence text.
    pub licence_url: Option<String>,
    /// Credit in the wording that the source requires.
    pub text: String,
}

/// The service's own credit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceCredit {
    /// `Data by <service_name>`.
    pub text: String,
    /// Target of the visible link.
    pub url: String,
}

/// Credits of one answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Credits<'w> {
    /// Credit of the service.
    pub service: &'w ServiceCredit,
    /// Obligation of everyone who shows the data.
    pub requirement: &'static str,
    /// URL of the full terms.
    pub terms_url: &'w str,
    /// Upstream sources of the data in this answer.
    pub sources: Vec<&'w Credit>,
}

/// The obligation, in one sentence.
pub const REQUIREMENT: &str = "Wherever this data is shown, show the service credit with a visible link to its URL, and the credits of the sources \
     beside it.";

/// The families of sources in an answer. A set, so that an answer without forecasts does not credit models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SourceFamilies {
    families: u32,
    documents: u32,
    feeds: u128,
}

impl SourceFamilies {
    /// No upstream data.
    pub const NOTHING: Self = Self::families(0);
    /// Reference data of resorts.
    pub const CATALOGUE: Self = Self::families(1);
    /// Weather models.
    pub const FORECAST: Self = Self::families(2);

    /// Past winters.
    pub const CLIMATE: Self = Self::families(4);

    const fn families(families: u32) -> Self {
        Self { families, documents: 0, feeds: 0 }
    }

    /// Returns the set of the documents with this index in [`AllCredits::documents`].
    #[must_use]
    pub const fn document(index: usize) -> Self {
        // As with networks: from the 32nd on they are credited together.
        Self { documents: 1 << if index < 31 { index } else { 31 }, ..Self::NOTHING }
    }

    /// Returns the set of the network with this index in [`AllCredits::stations`].
    #[must_use]
    pub const fn network(index: usize) -> Self {
        // Networks beyond the last bit share it: this shows a superfluous credit but never omits one.
        Self::families(8 << if index < 28 { index } else { 28 })
    }

    /// Returns the set of the resort's own feed with this index in [`AllCredits::feeds`].
    #[must_use]
    pub const fn feed(index: usize) -> Self {
        // As with networks: from the 128th on they are credited together.
        Self { feeds: 1 << if index < 127 { index } else { 127 }, ..Self::NOTHING }
    }

    /// Returns the union of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            families: self.families | other.families,
            documents: self.documents | other.documents,
            feeds: self.feeds | other.feeds,
        }
    }

    /// Returns the union of both sets if `holds`, else `self`.
    #[must_use]
    pub const fn and_if(self, other: Self, holds: bool) -> Self {
        if holds { self.and(other) } else { self }
    }

    /// Returns whether the set contains all of `other`.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.families & other.families == other.families
            && self.documents & other.documents == other.documents
            && self.feeds & other.feeds == other.feeds
    }
}

/// All credits that a service may have to show, by family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllCredits {
    /// Credit of the service.
    pub service: ServiceCredit,
    /// URL of the full terms.
    pub terms_url: String,
    /// Credits of the reference data.
    pub catalogue: Vec<Credit>,
    /// Credits of the weather models.
    pub forecast: Vec<Credit>,
    /// Credits of the reanalysis used for past winters.
    pub climate: Vec<Credit>,
    /// Credits of documents that belong to no single resort, by kind and lane; only enabled lanes.
    pub documents: Vec<DocumentCredits>,
    /// Credits of enabled networks of stations, in the order of the documentation.
    pub stations: Vec<NetworkCredits>,
    /// Credits of enabled feeds of resorts, by slug.
    pub feeds: Vec<FeedCredit>,
}

/// The credits of one lane of documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentCredits {
    /// Name of the stored form.
    pub kind: &'static str,
    /// Lane that fetches them; several may fetch documents of one kind.
    pub lane: &'static str,
    /// Credits of its upstream and of the sources that it passes on.
    pub credits: Vec<Credit>,
}

/// The credit of one resort's own feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedCredit {
    /// Slug of the resort.
    pub slug: String,
    /// Lane name, as in observations.
    pub lane: String,
    pub credit: Credit,
}

/// The credits of one network of stations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkCredits {
    /// Lane name, as in readings.
    pub network: String,
    /// Credits of the network and of the sources that it passes on.
    pub credits: Vec<Credit>,
}

impl AllCredits {
    /// Returns the sources of an answer with readings of `network`; `None` if the network is not enabled.
    #[must_use]
    pub fn network(&self, network: &str) -> Option<SourceFamilies> {
        self.stations.iter().position(|known| known.network == network).map(SourceFamilies::network)
    }

    /// Returns the sources of an answer with documents of `kind`, of any lane; `None` if no lane is enabled.
    #[must_use]
    pub fn document(&self, kind: &str) -> Option<SourceFamilies> {
        let of_kind = self.documents.iter().enumerate().filter(|(_, known)| known.kind == kind);
        of_kind.map(|(at, _)| SourceFamilies::document(at)).reduce(SourceFamilies::and)
    }

    /// Returns the sources of an answer with documents of `lane`; `None` if it is not enabled.
    #[must_use]
    pub fn document_lane(&self, lane: &str) -> Option<SourceFamilies> {
        self.documents.iter().position(|known| known.lane == lane).map(SourceFamilies::document)
    }

    /// Returns the sources of an answer with data of `lane` about the resort `slug`; `None` if there is no such feed.
    #[must_use]
    pub fn feed(&self, slug: &str, lane: &str) -> Option<SourceFamilies> {
        self.feeds.iter().position(|feed| feed.slug == slug && feed.lane == lane).map(SourceFamilies::feed)
    }

    /// Returns all sources that the service may use.
    #[must_use]
    pub fn everything(&self) -> SourceFamilies {
        let networks = (0..self.stations.len()).map(SourceFamilies::network);
        let feeds = (0..self.feeds.len()).map(SourceFamilies::feed);
        let documents = (0..self.documents.len()).map(SourceFamilies::document);
        let others = [SourceFamilies::CATALOGUE, SourceFamilies::FORECAST, SourceFamilies::CLIMATE];
        networks
            .chain(documents)
            .chain(feeds)
            .chain(others)
            .fold(SourceFamilies::NOTHING, SourceFamilies::and)
    }

    /// Returns the credits of an answer with the sources `carries`, without duplicates.
    #[must_use]
    pub fn for_sources(&self, carries: SourceFamilies) -> Credits<'_> {
        let families = [
            (SourceFamilies::CATALOGUE, &self.catalogue),
            (SourceFamilies::FORECAST, &self.forecast),
            (SourceFamilies::CLIMATE, &self.climate),
        ];
        let families = families.into_iter().map(|(family, credits)| (family, credits.as_slice()));
        let documents = self.documents.iter().enumerate();
        let documents = documents.map(|(at, one)| (SourceFamilies::document(at), one.credits.as_slice()));
        let networks = self.stations.iter().enumerate();
        let networks = networks.map(|(at, one)| (SourceFamilies::network(at), one.credits.as_slice()));
        let feeds = self.feeds.iter().enumerate();
        let feeds = feeds.map(|(at, one)| (SourceFamilies::feed(at), core::slice::from_ref(&one.credit)));
        let mut sources: Vec<&Credit> = Vec::new();
        for (family, credits) in families.chain(documents).chain(networks).chain(feeds) {
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

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
pub struct SourceFamilies {
    families: u32,
    documents: u32,
    feeds: u128,
}

impl SourceFamilies {
    /// Nothing from upstream.
    pub const NOTHING: Self = Self::families(0);
    /// Reference data of resorts.
    pub const CATALOGUE: Self = Self::families(1);
    /// Weather models.
    pub const FORECAST: Self = Self::families(2);

    /// Winters of the past.
    pub const CLIMATE: Self = Self::families(4);

    const fn families(families: u32) -> Self {
        Self { families, documents: 0, feeds: 0 }
    }

    /// The documents with this index in [`CreditBook::documents`].
    #[must_use]
    pub const fn document(index: usize) -> Self {
        // As with networks: from the 32nd on they are credited together.
        Self { documents: 1 << if index < 31 { index } else { 31 }, ..Self::NOTHING }
    }

    /// The readings of the network with this index in [`CreditBook::stations`].
    #[must_use]
    pub const fn network(index: usize) -> Self {
        // Networks beyond the last bit share it: then one credit too many is shown, never one too few.
        Self::families(8 << if index < 28 { index } else { 28 })
    }

    /// What the resort's own feed with this index in [`CreditBook::feeds`] says.
    #[must_use]
    pub const fn feed(index: usize) -> Self {
        // As with networks: from the 128th on they are credited together.
        Self { feeds: 1 << if index < 127 { index } else { 127 }, ..Self::NOTHING }
    }

    /// The sources of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            families: self.families | other.families,
            documents: self.documents | other.documents,
            feeds: self.feeds | other.feeds,
        }
    }

    /// Both when `holds`.
    #[must_use]
    pub const fn and_if(self, other: Self, holds: bool) -> Self {
        if holds { self.and(other) } else { self }
    }

    /// Whether all of `other` is in.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.families & other.families == other.families
            && self.documents & other.documents == other.documents
            && self.feeds & other.feeds == other.feeds
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
    /// Documents that belong to no single resort, by kind and lane; only the lanes that are asked.
    pub documents: Vec<DocumentCredits>,
    /// Networks of stations that feed the service, in the order of the documentation.
    pub stations: Vec<NetworkCredits>,
    /// Resorts' own feeds that feed the service, by slug.
    pub feeds: Vec<FeedCredit>,
}

/// The credits of one lane of documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentCredits {
    /// Name of the stored form.
    pub kind: &'static str,
    /// The lane that brings them; several may bring documents of one kind.
    pub lane: &'static str,
    /// Its upstream's, and those of whoever it passes on.
    pub credits: Vec<Credit>,
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
    pub fn network(&self, network: &str) -> Option<SourceFamilies> {
        self.stations.iter().position(|known| known.network == network).map(SourceFamilies::network)
    }

    /// What an answer with documents of `kind` carries, of whichever lane; `None` when they are not asked for.
    #[must_use]
    pub fn document(&self, kind: &str) -> Option<SourceFamilies> {
        let of_kind = self.documents.iter().enumerate().filter(|(_, known)| known.kind == kind);
        of_kind.map(|(at, _)| SourceFamilies::document(at)).reduce(SourceFamilies::and)
    }

    /// What an answer with documents of `lane` carries; `None` when it is not asked.
    #[must_use]
    pub fn document_lane(&self, lane: &str) -> Option<SourceFamilies> {
        self.documents.iter().position(|known| known.lane == lane).map(SourceFamilies::document)
    }

    /// What an answer with what `lane` says of the resort `slug` carries; `None` when no such feed feeds the service.
    #[must_use]
    pub fn feed(&self, slug: &str, lane: &str) -> Option<SourceFamilies> {
        self.feeds.iter().position(|feed| feed.slug == slug && feed.lane == lane).map(SourceFamilies::feed)
    }

    /// Everything that the service may carry.
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

    /// The credits of an answer that carries `carries`, none twice.
    #[must_use]
    pub fn of(&self, carries: SourceFamilies) -> Credits<'_> {
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

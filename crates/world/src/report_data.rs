//! Data of resorts about themselves: their content and the log of their reports, by slug.

use std::collections::BTreeMap;

use conditions_core::time::Timestamp;
use evidence::ResortStatementsForm;
use operators::statements::ResortStatements as Words;

use crate::dataset::Dataset;

/// The own data of every resort that has any.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OwnDataSet(BTreeMap<String, Words>);

impl OwnDataSet {
    /// Returns the own data of a resort.
    #[must_use]
    pub fn get(&self, slug: &str) -> Option<&Words> {
        self.0.get(slug)
    }

    /// Returns the resorts with reports that could be undone when they were stored.
    pub(crate) fn revocable(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, words)| !words.unsettled.is_empty()).map(|(slug, _)| slug.as_str())
    }
}

impl Dataset for OwnDataSet {
    type Form = ResortStatementsForm;

    fn insert(&mut self, subject: &str, _: Timestamp, words: Words) {
        self.0.insert(subject.to_owned(), words);
    }

    fn remove(&mut self, subject: &str) {
        self.0.remove(subject);
    }
}

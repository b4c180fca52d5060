//! The datasets of the world: one line for each dataset that belongs to no single resort.

use std::sync::Arc;

use conditions_core::time::Timestamp;
use evidence::{Document, Form};

use crate::credits::AllCredits;
use crate::dataset::{Dataset, DocumentChanges, RejectedDocument, apply};
use crate::resort_evidence::ResortEvidence;

macro_rules! datasets {
    ($($name:ident: $dataset:ty),* $(,)?) => {
        /// All datasets. They are shared between worlds until one of them changes.
        #[derive(Debug, Clone, Default)]
        pub struct Datasets {
            $($name: Arc<$dataset>),*
        }

        $(impl ListedDataset for $dataset {
            fn on(datasets: &Datasets) -> &Self {
                &datasets.$name
            }
        })*

        impl Datasets {
            /// Applies changes in storage and returns the unreadable documents. A source without a credit was switched
            /// off and is not shown.
            pub(crate) fn apply(
                &mut self,
                credits: &AllCredits,
                documents: &[Document<'_>],
                removed: &[(String, String)],
                resorts: &[&ResortEvidence],
            ) -> Vec<RejectedDocument> {
                let changed = DocumentChanges { documents, removed };
                let mut refused = Vec::new();
                $(if credits.document(<<$dataset as Dataset>::Form as Form>::NAME).is_some() {
                    refused.extend(apply(&mut self.$name, changed, resorts));
                })*
                refused
            }

            /// Computes the data that depends on resorts, given in the world's order.
            pub(crate) fn settle(&mut self, resorts: &[&ResortEvidence]) {
                $(Arc::make_mut(&mut self.$name).settle(resorts);)*
            }

            /// Returns the first time after `after` at which the content of a dataset changes without new data.
            pub(crate) fn changes_after(&self, after: Timestamp) -> Option<Timestamp> {
                [$(self.$name.changes_after(after)),*].into_iter().flatten().min()
            }
        }
    };
}

datasets! {
    enso: crate::enso::EnsoData,
    roads: crate::roads::RoadData,
    avalanche: crate::avalanche::BulletinData,
    day_log: crate::day_log::DayLogData,
    photos: crate::pictures::Galleries,
    links: crate::pictures::LinkChecks,
    reels: crate::pictures::ReelData,
    voices: crate::report_data::OwnDataSet,
}

/// A dataset in the list.
pub trait ListedDataset: Dataset {
    /// Returns this dataset from the list.
    fn on(datasets: &Datasets) -> &Self;
}

#[cfg(test)]
mod tests;

//! The shelves of the world: one line for each dataset that belongs to no single resort.

use std::sync::Arc;

use conditions_core::time::Timestamp;
use evidence::{Document, Form};

use crate::credits::AllCredits;
use crate::held::ResortEvidence;
use crate::shelf::{Dataset, DocumentChanges, RejectedDocument, take};

macro_rules! shelves {
    ($($name:ident: $shelf:ty),* $(,)?) => {
        /// All shelves. They are shared between worlds until one of them changes.
        #[derive(Debug, Clone, Default)]
        pub struct Datasets {
            $($name: Arc<$shelf>),*
        }

        $(impl ListedDataset for $shelf {
            fn on(shelves: &Datasets) -> &Self {
                &shelves.$name
            }
        })*

        impl Datasets {
            /// Applies changes in storage and returns the unreadable documents. A source without a credit was switched
            /// off and is not shown.
            pub(crate) fn take(
                &mut self,
                credits: &AllCredits,
                documents: &[Document<'_>],
                removed: &[(String, String)],
                resorts: &[&ResortEvidence],
            ) -> Vec<RejectedDocument> {
                let changed = DocumentChanges { documents, removed };
                let mut refused = Vec::new();
                $(if credits.document(<<$shelf as Dataset>::Form as Form>::NAME).is_some() {
                    refused.extend(take(&mut self.$name, changed, resorts));
                })*
                refused
            }

            /// Computes the data that depends on resorts, given in the world's order.
            pub(crate) fn settle(&mut self, resorts: &[&ResortEvidence]) {
                $(Arc::make_mut(&mut self.$name).settle(resorts);)*
            }

            /// Returns the first time after `after` at which the content of a shelf changes without new data.
            pub(crate) fn changes_after(&self, after: Timestamp) -> Option<Timestamp> {
                [$(self.$name.changes_after(after)),*].into_iter().flatten().min()
            }
        }
    };
}

shelves! {
    enso: crate::enso::EnsoData,
    roads: crate::roads::RoadData,
    avalanche: crate::avalanche::BulletinData,
    day_log: crate::day_log::DayLogData,
    photos: crate::pictures::Galleries,
    links: crate::pictures::LinkChecks,
    reels: crate::pictures::ReelData,
    voices: crate::voices::OwnDataSet,
}

/// A shelf in the list.
pub trait ListedDataset: Dataset {
    /// Returns this shelf from the list.
    fn on(shelves: &Datasets) -> &Self;
}

#[cfg(test)]
mod tests;

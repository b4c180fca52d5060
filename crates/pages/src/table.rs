//! The one table of pages. Navigation follows its order.

use crate::page::Page;

/// Every page, in the order of navigation.
pub static PAGES: &[&dyn Page] = &[
    &crate::home::Home,
    &crate::rankings::Rankings,
    &crate::map::Map,
    &crate::storms::Storms,
    &crate::regions::Regions,
    &crate::compare::Compare,
    &crate::accuracy::Accuracy,
    &crate::questions::Questions,
    &crate::resort::Resort,
    &crate::search::Search,
    &crate::regions::OneRegion,
    &crate::trips::Trips,
    &crate::insights::Insights,
    &crate::leaderboard::Seasons,
    &crate::el_nino::ElNino,
    &crate::passes::Passes,
    &crate::passes::OnePass,
    &crate::definitions::Definitions,
    &crate::docs::Docs,
    &crate::docs::OneDoc,
    &crate::generator::Generator,
    &crate::status::Status,
    &crate::installed::Offline,
];

#[cfg(test)]
mod tests;

//! The one table of pages.

use crate::page::Page;

/// Every page, in the order of their addresses.
pub const PAGES: &[&dyn Page] = &[&crate::home::Home];

#[cfg(test)]
mod tests;

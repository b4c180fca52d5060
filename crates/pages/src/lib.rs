//! Web pages for people. One file per page; routes are a fold over the one table of them.
//!
//! A page is a pure function of a [`View`], which already withholds what the caller may not see, and of `now`. Its template
//! is checked and escaped at compile time, runs no script and loads nothing from elsewhere: [`CONTENT_SECURITY_POLICY`] says so
//! to browsers.

mod home;
mod layout;
mod page;
mod quantity;
mod table;

pub use page::{Meta, Page};
pub use table::PAGES;
pub use world::View;

/// The `Content-Security-Policy` header that every page is served with: own inline styles, and nothing else.
pub const CONTENT_SECURITY_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

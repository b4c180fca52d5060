//! Web pages for people. One file per page; routes and navigation are generated from the one table of pages.
//!
//! A page is a pure function of an [`Ask`]: a [`View`], which already withholds data that the caller may not see, the
//! present time, a language, units and arguments. It puts the answers of operations into words and does no calculations
//! of its data. Templates are checked and escaped at compile time. Pages work without a script and load nothing from
//! other sites, which [`CONTENT_SECURITY_POLICY`] enforces.

pub mod account;
mod accuracy;
mod answer;
mod ask;
mod assets;
mod axis;
mod badge;
mod calendar;
mod card;
mod chart_section;
mod codes;
mod compare;
mod csv;
mod definitions;
mod docs;
mod el_nino;
pub mod email;
mod embed;
mod empty;
mod error_page;
mod file;
mod files;
mod fluid_bars;
mod folded;
mod generator;
mod grid;
mod home;
mod insights;
mod installed;
mod land;
mod layout;
mod leaderboard;
mod lists;
mod map;
mod mark;
mod mountains;
mod oembed;
pub mod operator;
mod page;
mod passes;
pub mod personal;
pub mod preview;
mod quantity;
mod question_answer;
mod questions;
mod rankings;
pub mod reel;
mod regions;
mod resort;
mod response;
mod scale;
mod search;
mod sentence;
mod sky;
mod star;
mod status;
mod storms;
mod strip;
mod symbols;
mod table;
mod text;
mod trips;
mod words;

pub use answer::{answer, error_answer, file, not_found};
pub use ask::{Ask, Lane, LaneKind, UNITS, WinterProgress};
pub use assets::{Asset, PREFIX as ASSETS_PREFIX, assets};
pub use file::File;
pub use files::files;
pub use page::{Meta, Page};
pub use quantity::Units;
pub use resort::replay;
pub use response::{Answer, HTML};
pub use star::REMOVE;
pub use table::PAGES;
pub use words::Language;
pub use world::View;

/// The `Content-Security-Policy` header of every page: only files of the service itself.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
    connect-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The policy of an embeddable box: any page may frame it, and it has no forms.
pub const EMBED_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors *";

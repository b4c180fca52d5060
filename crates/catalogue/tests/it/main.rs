//! The catalogue as its users see it.

mod agreement;
mod embedded;
mod import;
mod kinds;
mod lifts;
mod search;

//! Tests the catalogue through its public interface.

mod agreement;
mod embedded;
mod import;
mod kinds;
mod lifts;
mod search;

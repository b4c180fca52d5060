//! Powder reels: the recorder of each camera that may be recorded, the files that it makes, and how long they are kept.
//!
//! What is known of a reel is a document like any other and reaches every replica; its picture is a file of the process that
//! recorded it.

pub mod disk;
pub mod prune;
pub mod recorder;
pub mod weather;

pub use disk::Disk;

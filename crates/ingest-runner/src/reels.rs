//! Powder reels: the recorder of each camera that may be recorded, its files, and their retention.
//!
//! The metadata of a reel is a document and reaches every replica; its picture is a file of the process that recorded
//! it.

pub mod disk;
pub mod prune;
pub mod recorder;
pub mod weather;

pub use disk::Disk;

//! The climate of the past against what a station measured, where its record is at hand.

mod alta;
mod held_out;
mod records;

//! Tests of the climate against a station's record, if it is available.

mod alta;
mod held_out;
mod records;

//! Tests of `destinations`.

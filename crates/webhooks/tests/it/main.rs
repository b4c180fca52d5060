//! Tests the crate through its public interface.

#[cfg(test)]
mod model;
#[cfg(test)]
mod receivers;

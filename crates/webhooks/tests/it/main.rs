//! The crate as its users see it.

#[cfg(test)]
mod model;
#[cfg(test)]
mod receivers;

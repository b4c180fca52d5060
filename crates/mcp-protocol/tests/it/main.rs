//! Tests the crate as a server uses it: bytes in, bytes out.

#[cfg(test)]
mod answers;
#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod batches;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod mutation;
#[cfg(test)]
mod revisions;
#[cfg(test)]
mod schemas;
#[cfg(test)]
mod server;
#[cfg(test)]
mod support;

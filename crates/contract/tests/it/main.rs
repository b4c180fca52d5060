//! Tests of the public interface: the schema against the specification, envelopes against the schema, labels against
//! the table.

#[cfg(test)]
#[path = "../../../conditions-core/tests/it/arbitrary.rs"]
mod arbitrary;
#[cfg(test)]
mod broken;
#[cfg(test)]
mod envelopes;
#[cfg(test)]
mod labels;
#[cfg(test)]
mod members;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod support;

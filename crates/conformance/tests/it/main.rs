//! Tests of the rules as a list: they find faults and raise no false alarms.

#[cfg(test)]
#[path = "../../../conditions-core/tests/it/arbitrary.rs"]
mod arbitrary;
#[cfg(test)]
mod mutants;
#[cfg(test)]
mod pairs;
#[cfg(test)]
mod rules;
#[cfg(test)]
#[path = "../../../contract/tests/it/support.rs"]
mod support;

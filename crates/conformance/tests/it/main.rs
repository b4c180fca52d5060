//! The rules from outside: what they catch, and that they never raise a false alarm.

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

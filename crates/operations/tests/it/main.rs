//! Every operation over a small fixed world: examples, entitlement, filters and order, names, arguments.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests call anonymously"))]

#[cfg(test)]
mod arguments;
#[cfg(test)]
mod asked;
#[cfg(test)]
mod avalanche;
#[cfg(test)]
mod cards;
#[cfg(test)]
mod charts;
#[cfg(test)]
mod elnino;
#[cfg(test)]
mod empty;
#[cfg(test)]
mod entitlement;
#[cfg(test)]
mod errors;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod hours;
#[cfg(test)]
mod insights;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod names;
#[cfg(test)]
mod passes;
#[cfg(test)]
mod past;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod rankings;
#[cfg(test)]
mod resources;
#[cfg(test)]
mod roads;
#[cfg(test)]
mod score;
#[cfg(test)]
mod texts;
#[cfg(test)]
mod tools;
#[cfg(test)]
mod travel;
#[cfg(test)]
mod trends;
#[cfg(test)]
mod trips;
#[cfg(test)]
mod world;

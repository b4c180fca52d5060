//! Every operation over a small fixed world: examples, entitlement, filters and order, names, arguments.

#[cfg(test)]
mod arguments;
#[cfg(test)]
mod entitlement;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod names;
mod tools;
#[cfg(test)]
mod world;

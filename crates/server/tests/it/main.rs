//! Tests of the service over loopback with the simulator, and of the program on its command line.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests ask as everybody"))]

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod aging;
#[cfg(test)]
mod asked;
#[cfg(test)]
mod avalanche;
#[cfg(test)]
mod backfill;
#[cfg(test)]
mod burst;
#[cfg(test)]
mod caching;
#[cfg(test)]
mod callers;
#[cfg(test)]
mod commands;
#[cfg(test)]
mod connector;
#[cfg(test)]
mod edge;
#[cfg(test)]
mod elnino;
#[cfg(test)]
mod errors;
#[cfg(test)]
mod events;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod first_hour;
#[cfg(test)]
mod fortnight;
#[cfg(test)]
mod graded;
#[cfg(test)]
mod harness;
#[cfg(test)]
mod hours;
#[cfg(test)]
mod learnt;
#[cfg(test)]
mod lifts;
#[cfg(test)]
mod mapped;
mod modelled;
#[cfg(test)]
mod monitoring;
#[cfg(test)]
mod operators;
#[cfg(test)]
#[cfg(feature = "otlp")]
mod otlp;
#[cfg(test)]
mod own;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod pictures;
#[cfg(all(test, feature = "previews"))]
mod previews;
#[cfg(test)]
mod program;
#[cfg(test)]
mod ready;
#[cfg(test)]
mod real_days;
#[cfg(test)]
mod receivers;
#[cfg(test)]
mod relocate;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod replicas;
#[cfg(test)]
mod restart;
#[cfg(test)]
mod roads;
#[cfg(test)]
mod serving;
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod stations;
#[cfg(test)]
mod subscriptions;
#[cfg(test)]
mod travel;
#[cfg(test)]
mod web;
#[cfg(test)]
mod webhooks;
#[cfg(test)]
mod winters;

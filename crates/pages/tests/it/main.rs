//! Every page over an invented world: content, valid HTML, and answers to invalid requests.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests call anonymously"))]

#[cfg(test)]
mod charts;
#[cfg(test)]
mod elsewhere;
#[cfg(test)]
mod files;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod html;
mod lists;
#[cfg(test)]
mod mail;
#[cfg(test)]
mod preview;
#[cfg(test)]
mod provenance;
#[cfg(test)]
mod refused;
#[cfg(test)]
mod resort;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod status;
#[cfg(test)]
mod translated;

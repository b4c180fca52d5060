//! Snowpack model: water, depth and density of the snow on the ground from a season's weather, hour by hour or day by
//! day. No I/O, no clock.
//!
//! ```text
//! Weather of an hour, or Day with its extremes --Pack::after--> Pack: ice, liquid water, depth, cold --> swe_mm, depth_cm
//! ```
//! Implements `contract-decisions` 4: "a snowpack model (ours, source `model`) driven by the archive of the running
//! winter and the hours of the forecasts, phase and density by the one rule of section 8, per band". Phase and fresh
//! snow come from `conditions_core::snow`. This module computes the rest: melt by temperature and season, the cold
//! content that must be used up first, liquid water that is held and refreezes, and settling. Every number is in
//! [`Physics`] with its source; its skill on held-out winters is in `docs/verification.md`.
//!
//! A season may begin in the middle ([`Pack::measured`]), lack hours ([`Season::missing_hours`] counts them), and be in
//! the south. A [`Pack`] is four numbers; store them to resume a simulation.

mod daily;
mod pack;
mod physics;
mod season;
mod sun;
mod weather;

pub use daily::Day;
pub use pack::{Pack, PackChange};
pub use physics::Physics;
pub use season::Season;
pub use sun::Sun;
pub use weather::Weather;

//! Snow on the ground out of a season's weather: water, depth and density, hour by hour or day by day. No I/O, no clock.
//!
//! ```text
//! Weather of an hour, or Day with its extremes --Pack::after--> Pack: ice, liquid water, depth, cold --> swe_mm, depth_cm
//! ```
//! Carries `contract-decisions` 4: "a snowpack model (ours, source `model`) driven by the archive of the running winter and
//! the hours of the forecasts, phase and density by the one rule of section 8, per band". Phase and fresh snow are
//! `conditions_core::snow`'s; what is here is what becomes of it: melt by temperature and season, cold that must be made up
//! first, water that is held and freezes again, settling. Every number is in [`Physics`], with where it comes from; how well
//! it does on winters that it has not seen is in `docs/verification.md`.
//!
//! A season may begin in the middle ([`Pack::measured`]), lack hours ([`Season::missing_hours`] says how many), and lie in the
//! south. What a [`Pack`] holds is four numbers: who keeps them can go on where he stopped.

mod daily;
mod pack;
mod physics;
mod season;
mod sun;
mod weather;

pub use daily::Day;
pub use pack::{After, Pack};
pub use physics::Physics;
pub use season::Season;
pub use sun::Sun;
pub use weather::Weather;

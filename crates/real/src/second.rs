//! Tasks of the second set of records: stricter definitions of truth, in files separate from the inputs.

pub(crate) mod daily_distributions;
pub(crate) mod leaps;
pub(crate) mod newsnow;
pub(crate) mod phase;
pub(crate) mod snowpack;
mod winters;

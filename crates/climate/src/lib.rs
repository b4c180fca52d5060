//! Winters of the past: daily snowfall, snow depth and weather of a resort from one reanalysis data set, packed small, the snow
//! that the weather makes at three elevations, and what may be said of them. No I/O, no clock.
//!
//! ```text
//! daily values --RawWinter--> a winter as it was told --WinterDays--> judged and summed up --Winters--> all of a resort
//! stored texts --stored--> the same without running the model again
//! Winters --normals--> mean and spread of a calendar day     --seasons--> totals, ranks, averages
//!         --season_table--> past seasons of many resorts, side by side
//!         --calendar--> what every day of the year usually brings to many resorts, side by side
//!         --months--> a usual January                        --trip--> odds for dates
//!         --enso--> what El Niño has meant
//! Winters, days of stations --station, paired--> a map of the archive's daily snowfall to a station's, where it stood its trial
//! ```
//! Every number is compared with numbers of the same data set and the same basis alone: a reanalysis' centimetre is not a station's,
//! but where a map to that station says what it would have measured.

mod basis;
mod beta;
pub mod calendar;
mod cells;
pub mod chance;
mod columns;
mod day;
pub mod enso;
mod lying;
pub mod mapped;
mod modelled;
mod month_sum;
pub mod months;
pub mod normals;
pub mod pack;
pub mod paired;
pub mod policy;
pub mod quantile;
pub mod raw;
pub mod season_table;
pub mod seasons;
mod series;
pub mod site;
pub mod snowpack;
pub mod station;
pub mod stored;
pub mod trip;
pub mod winter;
pub mod winter_days;
pub mod winters;

pub use basis::Basis;
pub use calendar::Calendar;
pub use chance::{Chance, Chances};
pub use day::{Day, DayWeather};
pub use lying::lying;
pub use mapped::QuantileMap;
pub use modelled::WeatherExtent;
pub use normals::Normal;
pub use policy::Policy;
pub use raw::{CleaningCounts, RawWinter};
pub use season_table::SeasonTable;
pub use seasons::Metric;
pub use site::Site;
pub use station::StationMap;
pub use winter::{Hemisphere, Winter};
pub use winter_days::{Summary, WinterDays};
pub use winters::Winters;

/// The reanalysis that the winters are taken from: every ratio stays within it.
pub const DATASET: &str = "era5_land";

/// The same as people call it.
pub const DATASET_NAME: &str = "ERA5-Land";

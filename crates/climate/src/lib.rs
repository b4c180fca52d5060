//! Past winters: daily snowfall, snow depth and weather of a resort from one reanalysis data set in packed form, the
//! snow modelled from the weather at three elevations, and statistics. No I/O, no clock; `exchange` reads and writes any
//! stream that it is given.
//!
//! ```text
//! daily values --RawWinter--> a winter as received --WinterDays--> checked and summed --Winters--> all of a resort
//! stored texts --stored--> the same without running the model again
//! Winters --normals--> mean and spread of a calendar day     --seasons--> totals, ranks, averages
//!         --season_table--> past seasons of many resorts, by winter
//!         --calendar--> usual snow on every day of the year for many resorts
//!         --months--> a usual January                        --trip--> odds for dates
//!         --enso--> effects of El Niño
//! Winters, days of stations --station, paired--> a map from the archive's daily snowfall to a station's, if validated
//! ```
//! Numbers are only compared with numbers of the same data set and basis: a centimetre of a reanalysis is not a
//! station's, unless a map to that station converts it.

mod basis;
mod beta;
pub mod calendar;
mod cells;
pub mod chance;
mod columns;
mod day;
pub mod enso;
pub mod exchange;
mod ground_snow;
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
pub use ground_snow::modelled_snow;
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

/// Identifier of the reanalysis from which the winters are taken: every ratio stays within it.
pub const DATASET: &str = "era5_land";

/// Display name of the reanalysis.
pub const DATASET_NAME: &str = "ERA5-Land";

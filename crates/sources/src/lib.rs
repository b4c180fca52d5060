//! Turns upstream bytes into observations: the requests of each lane, and the readers of the responses. Uses no network
//! and no clock.
//!
//! ```text
//! places --open_meteo::request::plan--> batches of calls --(fetched by the caller)--> bytes
//! bytes --Call::read--> Answer --merge--> per place: hourly series of every model, or an error
//! bytes --Lane::observations--> Observed, one per value, for display and for `parse LANE FILE`
//! ```
//! `budget`, `retry` and `breaker` decide when to send a request and when to pause an upstream; the caller passes the
//! time.

pub mod amedas;
pub mod avalanche;
pub mod breaker;
pub mod budget;
pub mod caltrans;
pub mod commons;
pub mod cotrip;
pub mod credit;
pub mod despike;
pub mod digitraffic;
pub mod document;
pub mod doubt;
pub mod enso;
pub mod error;
pub mod failure;
pub mod json_cut;
mod keyed;
pub mod lane;
pub mod lanes;
pub mod lifts;
pub mod markdown;
pub mod matching;
pub mod metar;
pub mod network;
pub mod open_meteo;
pub mod parsed_value;
mod phrases;
mod plain;
pub mod retry;
pub mod robots;
pub mod slf;
pub mod snotel;
pub mod station;
pub mod swob;
pub mod tawes;
pub mod travel_iq;
pub mod wsdot;

pub use document::{DocumentLane, Subject};
pub use error::{FaultPosition, Kind, ParseError, Refusal};
pub use lane::{Lane, Meta};
pub use lanes::{LANES, NETWORKS};
pub use network::StationNetwork;

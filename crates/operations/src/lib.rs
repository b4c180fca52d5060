//! Operations of the service: one file per operation, and everything else is generated from the one list of them.
//!
//! An operation is a pure function of a [`world::View`], its arguments and `now`. The view withholds data that the
//! caller may not see and gives no access to the data underneath, so no operation can bypass entitlement. Credits,
//! argument errors and the answer's shape are added where the type is erased.

pub mod account;
pub mod arguments;
pub mod asking;
pub mod chances;
pub mod charts;
pub mod drive;
pub mod enso;
pub mod error;
pub mod figure;
pub mod insights;
pub mod local;
pub mod mapped;
pub mod markdown;
pub mod openapi;
pub mod operation;
pub mod ops;
pub mod passes;
mod place;
mod problem;
pub mod provenance;
pub mod ranking;
mod resort_arguments;
pub mod resort_report;
pub mod resources;
pub mod roads;
pub mod score;
pub mod shapes;
pub mod snow_record;
pub mod text;
pub mod tool;
pub mod topics;
pub mod trips;
pub mod write;
pub mod writes;

pub use crate::charts::{AnyChart, CHARTS};
pub use error::OpError;
pub use operation::{AnyOperation, Interfaces, Meta, Method, Operation, Page, Reply};
pub use ops::{OPERATIONS, endpoints, tools};
pub use problem::Problem;
pub use resources::{RESOURCES, Resource};
pub use tool::ToolAnswer;
pub use writes::WRITES;

/// Path prefix of every REST endpoint.
pub const API_PREFIX: &str = "/api/v1";
